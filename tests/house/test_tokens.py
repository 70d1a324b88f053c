"""No address of ours takes a post without the token of a form, and no view is let off it."""

import pytest
from django.test import Client
from django.urls import URLPattern

from accounts.models import User
from games.models import Game
from games.services.table.tables import Place
from tests.house.addresses import EVERY, OURS, address
from tests.playing import place_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(alice: User) -> Place:
    return place_for(alice)


@pytest.mark.parametrize("one", [pytest.param(one, id=name) for name, one in EVERY])
def test_nothing_is_let_off(one: URLPattern) -> None:
    assert not getattr(one.callback, "csrf_exempt", False)


@pytest.mark.parametrize("name", OURS)
def test_a_post_without_a_token_changes_nothing(name: str, place: Place, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    before = list(Game.objects.values())
    assert strict.post(address(name, code=place.code)).status_code in {403, 405}
    assert list(Game.objects.values()) == before


def test_the_addresses_that_take_posts_are_among_them() -> None:
    assert {"games:act", "games:deal", "games:abandon", "games:share", "games:revoke", "games:play_now"} <= set(OURS)

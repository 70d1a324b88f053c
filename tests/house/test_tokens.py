"""No address of ours takes a post without the token of a form, and no view is let off it."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.table.tables import Place
from tests.house.addresses import EVERY, OURS, address
from tests.playing import place_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(alice: User) -> Place:
    return place_for(alice)


def test_nothing_is_let_off() -> None:
    assert [name for name, one in EVERY if getattr(one.callback, "csrf_exempt", False)] == []


def test_a_post_without_a_token_changes_nothing(place: Place, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    before = list(Game.objects.values())
    for name in OURS:
        assert strict.post(address(name, code=place.code)).status_code in {403, 405}, name
        assert list(Game.objects.values()) == before, name


def test_the_addresses_that_take_posts_are_among_them() -> None:
    assert {"games:act", "games:deal", "games:abandon", "games:share", "games:revoke", "games:play_now"} <= set(OURS)

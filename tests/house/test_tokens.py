"""No address of ours takes a post without the token of a form, and no view is let off it."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.models import Game
from games.services.table.tables import Place
from tests.playing import place_for

pytestmark = pytest.mark.django_db

OF_OTHERS = ("admin", "account", "mfa", "usersessions", "socialaccount")


def routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from routes(one, one.namespace or space)
        else:
            yield f"{space}:{one.name}" if space else str(one.name), one


ALL = dict(routes(get_resolver("spadesite.urls")))
OURS = sorted(name for name, one in ALL.items() if not name.startswith(OF_OTHERS))
GIVEN = {"code": "", "number": 1, "step": 1, "token": "A" * 22, "key": "twoman", "name": "x", "pk": 1}
GIVEN |= {
    "invitation": "A" * 22,
    "room": "nowhere",
    "seat": 1,
    "challenge": "A" * 22,
    "entrant": 1,
    "day": "2026-11-22",
    "board": 1,
}


@pytest.fixture
def place(alice: User) -> Place:
    return place_for(alice)


def address(name: str, code: str) -> str:
    told = {**GIVEN, "code": code}
    return reverse(name, kwargs={key: told[key] for key in ALL[name].pattern.converters})


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_let_off(name: str) -> None:
    assert not getattr(ALL[name].callback, "csrf_exempt", False)


@pytest.mark.parametrize("name", OURS)
def test_a_post_without_a_token_changes_nothing(name: str, place: Place, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    before = list(Game.objects.values())
    assert strict.post(address(name, place.code)).status_code in {403, 405}
    assert list(Game.objects.values()) == before


def test_the_addresses_that_take_posts_are_among_them() -> None:
    assert {"games:act", "games:deal", "games:abandon", "games:share", "games:revoke", "games:play_now"} <= set(OURS)

"""Every page of a game answers to the methods it is made for, and to no other."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import urls
from tests.playing import place_for

pytestmark = pytest.mark.django_db
LINKS = dict.fromkeys(("token", "room", "challenge", "invitation"), "nothing-by-this-link")
NUMBERS = dict.fromkeys(("pk", "number", "board", "entrant", "step", "seat"), 1)


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_what_no_browser_sends_is_refused(as_alice: Client, alice: User, method: str) -> None:
    """Somebody at the table, too: 405, or 404 where there is no such thing."""
    code = place_for(alice).code
    answered = {}
    for pattern in urls.urlpatterns:
        wanted = {"code": code, "key": "twoman", "day": "2026-01-02", **LINKS, **NUMBERS}
        kwargs = {name: wanted[name] for name in pattern.pattern.converters}
        answered[pattern.name] = getattr(as_alice, method)(reverse(f"games:{pattern.name}", kwargs=kwargs)).status_code
    assert set(answered.values()) <= {404, 405}, answered
    assert answered["abandon"] == answered["instead"] == answered["end"] == 405

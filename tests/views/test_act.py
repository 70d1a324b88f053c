"""POST games/<code>/act/: a seat's action from the page."""

import pytest
from django.test import Client

from accounts.models import User
from games.engine.actions import Action
from games.models import Game
from tests.playing import bids_made, place_for, post, stack
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """Alice is to lead: version 6."""
    stack(monkeypatch)
    place = place_for(alice)
    bids_made(place)
    return f"/games/{place.code}/act/"


def test_it_plays_the_card(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), 6), headers=HTMX)
    assert response.status_code == 200
    assert Game.objects.get().version == 7
    assert b'data-version="7"' in response.content
    assert b"<html" not in response.content


def test_it_sends_a_browser_without_script_back_to_the_table(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), 6))
    assert response.status_code == 302
    assert response["Location"] == url.removesuffix("act/")

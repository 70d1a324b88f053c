"""POST games/<code>/act/: a seat's action from the page."""

import pytest
from django.test import Client

from accounts.models import User
from games.engine.actions import Action
from games.models import Entry, Game
from tests.playing import bids_made, place_for, post, stack

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def url(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """Alice is to lead: version 6."""
    stack(monkeypatch)
    place = place_for(alice)
    bids_made(place)
    return f"/games/{place.code}/act/"


def test_it_plays_the_card(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), 6), **HTMX)
    assert response.status_code == 200
    assert Game.objects.get().version == 7
    assert b'data-version="7"' in response.content
    assert b"<html" not in response.content


def test_it_sends_a_browser_without_script_back_to_the_table(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), 6))
    assert response.status_code == 302
    assert response["Location"] == url.removesuffix("act/")


def test_it_rejects_get(as_alice: Client, url: str) -> None:
    assert as_alice.get(url).status_code == 405


def test_it_requires_a_seat(as_charlie: Client, client: Client, url: str) -> None:
    for stranger in (as_charlie, client):
        assert stranger.post(url, post(Action("play", "KH"), 6), **HTMX).status_code == 404
    assert Game.objects.get().version == 6


def test_it_requires_a_token(alice: User, url: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    response = strict.post(url, post(Action("play", "KH"), 6), **HTMX)
    assert response.status_code == 403
    assert Game.objects.get().version == 6


REFUSED = {
    "a card not in hand": '["play","2D"]',
    "a spade before they are broken": '["play","AS"]',
    "a bid in the play": '["bid",4]',
    "a discard in the play": '["discard","KH"]',
    "no card at all": '["play"]',
    "a card of no pack": '["play","1X"]',
    "a look that was not offered": '["look"]',
    "a verb of no game": '["resign"]',
}


@pytest.mark.parametrize("action", REFUSED.values(), ids=REFUSED.keys())
def test_it_refuses_with_the_table_and_a_reason(as_alice: Client, url: str, action: str) -> None:
    response = as_alice.post(url, {"action": action, "version": "6"}, **HTMX)
    assert response.status_code == 422
    assert b'data-version="6"' in response.content
    assert b'<p class="say say--refuse" id="say"' in response.content
    assert Entry.objects.count() == 6


UNREADABLE = {
    "no action": {"version": "6"},
    "no version": {"action": '["play","KH"]'},
    "no JSON": {"action": "play KH", "version": "6"},
    "NaN": {"action": '["bid",NaN]', "version": "6"},
    "a version that is none": {"action": '["play","KH"]', "version": "six"},
    "a version below zero": {"action": '["play","KH"]', "version": "-1"},
    "a version too large": {"action": '["play","KH"]', "version": "9" * 30},
    "an object": {"action": '{"play": "KH"}', "version": "6"},
    "three words": {"action": '["play","KH","QC"]', "version": "6"},
    "far too much": {"action": '["play","' + "K" * 5000 + '"]', "version": "6"},
    "deep nesting": {"action": "[" * 1000 + "]" * 1000, "version": "6"},
    "a NUL": {"action": '["play","K\x00"]', "version": "6"},
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_it_answers_400_to_what_cannot_be_read(as_alice: Client, url: str, data: dict[str, str]) -> None:
    response = as_alice.post(url, data, **HTMX)
    assert response.status_code == 400
    assert b'data-version="6"' in response.content
    assert Entry.objects.count() == 6


@pytest.mark.parametrize("version", [0, 5, 7, 1000])
def test_it_answers_409_with_the_table_to_another_version(as_alice: Client, url: str, version: int) -> None:
    response = as_alice.post(url, post(Action("play", "KH"), version), **HTMX)
    assert response.status_code == 409
    assert b'data-version="6"' in response.content
    assert Entry.objects.count() == 6


def test_the_same_post_twice_is_409_without_a_reproach(as_alice: Client, url: str) -> None:
    first = as_alice.post(url, post(Action("play", "KH"), 6), **HTMX)
    second = as_alice.post(url, post(Action("play", "KH"), 6), **HTMX)
    assert (first.status_code, second.status_code) == (200, 409)
    assert Entry.objects.count() == 7
    assert b"say--refuse" not in second.content


def test_a_card_of_another_game_is_not_in_hand(as_alice: Client, alice: User, url: str) -> None:
    other = place_for(alice)
    bids_made(other)
    response = as_alice.post(url, post(Action("play", "9H"), 6), **HTMX)
    assert response.status_code == 422


def test_a_body_of_a_megabyte_is_refused(as_alice: Client, url: str) -> None:
    response = as_alice.post(url, {"action": "x" * 1_000_000, "version": "6"}, **HTMX)
    assert 400 <= response.status_code < 500
    assert Entry.objects.count() == 6


BIDS = {'"abc"': 422, "2.5": 422, "NaN": 400, "-1": 422, "11": 422, "true": 422, "null": 422, '"4"': 422, "4": 200}


@pytest.mark.parametrize(("bid", "status"), BIDS.items(), ids=BIDS.keys())
def test_a_bid_is_a_whole_number_from_0_to_10(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, bid: str, status: int
) -> None:
    from tests.playing import dealt, say

    stack(monkeypatch)
    place = place_for(alice)
    dealt(place)
    say(place, (0, "discard", "2C"), (1, "discard", "3C"))
    response = as_alice.post(f"/games/{place.code}/act/", {"action": f'["bid",{bid}]', "version": "4"}, **HTMX)
    assert response.status_code == status
    assert Entry.objects.count() == (5 if status == 200 else 4)

"""POST games/<code>/deal/: the next hand with the player's seed."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Hand, Seal
from tests.playing import dealt, place_for
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db


def test_it_deals_with_the_seed(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    response = as_alice.post(f"/games/{place.code}/deal/", {"seed": "my own", "version": "0"}, headers=HTMX)
    assert response.status_code == 200
    assert Seal.objects.get(number=1).player_seed == "my own"
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("seed", ["x" * 65, "a\x00b"])
def test_it_refuses_a_seed_that_is_none(as_alice: Client, alice: User, seed: str) -> None:
    place = place_for(alice)
    response = as_alice.post(f"/games/{place.code}/deal/", {"seed": seed, "version": "0"}, headers=HTMX)
    assert response.status_code == 400
    assert Game.objects.get().version == 0


def test_it_blames_no_seed_for_a_version_that_is_none(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    response = as_alice.post(f"/games/{place.code}/deal/", {"seed": "s", "version": "none"}, headers=HTMX)
    assert response.status_code == 400
    assert "cannot be read as a move" in response.content.decode()


@pytest.mark.parametrize("seed", ["", "ä 🂡 ‮txt", "<b>bold</b>"])
def test_it_keeps_any_seed_as_it_is(as_alice: Client, alice: User, seed: str) -> None:
    place = place_for(alice)
    response = as_alice.post(f"/games/{place.code}/deal/", {"seed": seed, "version": "0"}, headers=HTMX)
    assert response.status_code == 200
    assert b"<b>bold</b>" not in response.content
    if seed:
        assert Seal.objects.get(number=1).player_seed == seed


def test_a_second_deal_is_409_and_a_deal_in_a_hand_422(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    snapshot = dealt(place)
    url = f"/games/{place.code}/deal/"
    assert as_alice.post(url, {"seed": "", "version": "0"}, headers=HTMX).status_code == 409
    assert as_alice.post(url, {"seed": "", "version": str(snapshot.version)}, headers=HTMX).status_code == 422
    assert Hand.objects.count() == 1

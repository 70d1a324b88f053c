"""Deals: the commitment comes before the player's seed, some deals are refused, and a valid seed is stored."""

import hashlib
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.engine.state import DEALER
from games.table import opening, play, tables
from games.table.models import Game, Hand, Seal
from games.table.move import Refused
from games.twoman.rules import TwoMan
from tests.asking import pressed
from tests.play import act, deal_hand, open_table, play_out, reload
from tests.table.positions import table_page

pytestmark = pytest.mark.django_db


def test_a_commitment_is_shown_before_the_first_card_of_its_hand(alice: User) -> None:
    place = open_table(alice)
    snapshot = tables.see(place)
    assert snapshot.needs_deal
    assert snapshot.seal is not None and snapshot.seal.server_seed is None
    assert snapshot.seal.commitment == hashlib.sha256(bytes(Seal.objects.get().server_seed)).hexdigest()
    after = deal_hand(place)
    assert after.seal is not None and after.seal.server_seed is None
    assert after.seal.commitment == snapshot.seal.commitment
    assert after.next_commitment == Seal.objects.get(number=2).commitment


def test_a_game_has_a_maximum_of_hands(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    place, most = open_table(alice), play.MOST_HANDS
    monkeypatch.setattr(play, "MOST_HANDS", 1)
    snapshot = play_out(place, Random(1), hands=1)
    with pytest.raises(Refused, match="HANDS_ENOUGH"):
        play.deal(place=place, seed="", version=snapshot.version)
    assert f"at most {most} hands" in table_page(snapshot).why(play.HANDS_ENOUGH.code)
    opening.abandon(place=reload(alice, place.code))


def test_nothing_is_dealt_once_the_game_is_over(alice: User) -> None:
    place = open_table(alice, "cardduel", first="human")
    deal_hand(place)
    snapshot = act(reload(alice, place.code), "blaze")
    assert snapshot.result is not None
    with pytest.raises(Refused) as refused:
        play.deal(place=place, seed="", version=snapshot.version)
    assert refused.value.refusal is play.NO_DEAL


def test_chance_within_a_hand_takes_no_seed_of_a_player(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a hand the dealer draws from the hand's seal at once, so a request to deal is refused."""
    place = open_table(alice)
    snapshot = deal_hand(place)
    monkeypatch.setattr(TwoMan, "waits_for", lambda rules, state: frozenset({DEALER}))
    with pytest.raises(Refused) as refused:
        play.deal(place=place, seed="mine", version=snapshot.version)
    assert refused.value.refusal is play.NO_DEAL


@pytest.mark.parametrize("seed", ["x" * 65, "a\x00b", "a|b", "a\u202eb", "a\u200bb", "a\tb"])
def test_the_view_refuses_a_bad_seed(as_alice: Client, alice: User, seed: str) -> None:
    code = open_table(alice).code
    status, page = pressed(as_alice, code, "deal", seed=seed, version=0)
    assert status == 400 and "up to 64 visible characters" in page
    assert Game.objects.get().version == 0


@pytest.mark.parametrize("seed", ["my own", "", "ä 🂡 txt", "<b>bold</b>"])
def test_the_view_stores_any_seed_exactly(as_alice: Client, alice: User, seed: str) -> None:
    code = open_table(alice).code
    status, page = pressed(as_alice, code, "deal", seed=seed, version=0)
    assert status == 200 and "<b>bold</b>" not in page
    assert Hand.objects.count() == 1
    if seed:
        assert Seal.objects.get(number=1).player_seed == seed

"""The sealed deal: committed before the player's seed is known, drawn from both seeds, opened after the hand."""

import hashlib
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games import dealing
from games.engine.state import DEALER
from games.table import opening, play, tables
from games.table.models import Game, Hand, Seal
from games.table.tables import Place
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
    with pytest.raises(play.Refused, match="HANDS_ENOUGH"):
        play.deal(place=place, seed="", version=snapshot.version)
    assert f"{most} hands at most" in table_page(snapshot).why(play.HANDS_ENOUGH.code)
    opening.abandon(place=reload(alice, place.code))


def test_draws_are_fair() -> None:
    draw = dealing.draws(bytes(32), "", hand=1, event=0)
    counts = [0] * 7
    for _ in range(7000):
        counts[draw(7)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_the_server_seed_is_opened_only_after_the_hand(alice: User) -> None:
    place = open_table(alice)
    snapshot = play_out(place, Random(1), hands=1)
    _, hand, seal = tables.hand_of(place, 1)
    assert seal is not None and seal.server_seed == bytes(Seal.objects.get(number=1).server_seed).hex()
    assert snapshot.seal is not None and snapshot.seal.number == 2 and snapshot.seal.server_seed is None
    with pytest.raises(tables.NoSuchHand):
        tables.hand_of(place, 2)


def test_a_game_given_up_opens_the_seed_of_the_hand_in_play(just_dealt: Place) -> None:
    opening.abandon(place=just_dealt)
    snapshot = tables.see(just_dealt)
    assert snapshot.seal is not None and snapshot.seal.number == 1
    assert snapshot.seal.server_seed == bytes(Seal.objects.get(number=1).server_seed).hex()


def test_nothing_is_dealt_once_the_game_is_over(alice: User) -> None:
    place = open_table(alice, "cardduel", first="human")
    deal_hand(place)
    snapshot = act(reload(alice, place.code), "blaze")
    assert snapshot.result is not None
    with pytest.raises(play.Refused) as refused:
        play.deal(place=place, seed="", version=snapshot.version)
    assert refused.value.refusal is play.NO_DEAL


def test_chance_within_a_hand_takes_no_seed_of_a_player(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn at once from the hand's own seal, so no deal is awaited."""
    place = open_table(alice)
    snapshot = deal_hand(place)
    monkeypatch.setattr(TwoMan, "waits_for", lambda rules, state: frozenset({DEALER}))
    with pytest.raises(play.Refused) as refused:
        play.deal(place=place, seed="mine", version=snapshot.version)
    assert refused.value.refusal is play.NO_DEAL


@pytest.fixture
def code(alice: User) -> str:
    """A table whose first hand is not dealt yet."""
    return open_table(alice).code


@pytest.mark.parametrize("seed", ["x" * 65, "a\x00b", "a|b", "a\u202eb", "a\u200bb", "a\tb"])
def test_the_view_refuses_a_bad_seed(as_alice: Client, code: str, seed: str) -> None:
    status, page = pressed(as_alice, code, "deal", seed=seed, version=0)
    assert status == 400 and "up to 64 visible characters" in page
    assert Game.objects.get().version == 0


def test_a_bad_version_is_not_blamed_on_the_seed(as_alice: Client, code: str) -> None:
    status, page = pressed(as_alice, code, "deal", seed="s", version="none")
    assert status == 400 and "cannot be read as a move" in page


@pytest.mark.parametrize("seed", ["my own", "", "ä 🂡 txt", "<b>bold</b>"])
def test_the_view_stores_any_seed_exactly(as_alice: Client, code: str, seed: str) -> None:
    status, page = pressed(as_alice, code, "deal", seed=seed, version=0)
    assert status == 200 and "<b>bold</b>" not in page
    assert Hand.objects.count() == 1
    if seed:
        assert Seal.objects.get(number=1).player_seed == seed


def test_a_second_deal_is_409_and_a_deal_in_a_hand_422(as_alice: Client, alice: User, code: str) -> None:
    version = deal_hand(reload(alice, code)).version
    assert pressed(as_alice, code, "deal", seed="", version=0)[0] == 409
    assert pressed(as_alice, code, "deal", seed="", version=version)[0] == 422
    assert Hand.objects.count() == 1

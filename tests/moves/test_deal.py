"""The sealed deal: shown before the player's seed is known, drawn from both seeds, opened after the hand."""

import hashlib
from random import Random

import pytest

from accounts.models import User
from games import dealing
from games.engine.cards import PACK, in_hand_order, shuffled
from games.engine.state import DEALER
from games.models import Seal
from games.presenters import why
from games.services.moves import play
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.twoman.rules import TwoMan
from tests.playing import again, dealt, place_for, play_on

pytestmark = pytest.mark.django_db


def test_the_commitment_stands_before_the_first_card(alice: User) -> None:
    place = place_for(alice)
    snapshot = tables.see(place)
    assert snapshot.needs_deal
    assert snapshot.seal is not None and snapshot.seal.server_seed is None
    assert snapshot.seal.commitment == hashlib.sha256(bytes(Seal.objects.get().server_seed)).hexdigest()


def test_the_next_commitment_stands_beside_the_hand(alice: User) -> None:
    place = place_for(alice)
    first = tables.see(place).seal
    snapshot = dealt(place)
    assert snapshot.seal is not None and first is not None
    assert snapshot.seal.commitment == first.commitment
    assert snapshot.next_commitment == Seal.objects.get(number=2).commitment
    assert snapshot.seal.server_seed is None


def test_a_game_has_so_many_hands_and_no_more(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can still be given up."""
    place, most = place_for(alice), play.MOST_HANDS
    monkeypatch.setattr(play, "MOST_HANDS", 2)
    snapshot = play_on(place, Random(1), hands=2)
    with pytest.raises(play.Refused, match="HANDS_ENOUGH"):
        play.deal(place=place, seed="", version=snapshot.version)
    assert f"{most} hands at most" in why(snapshot, play.HANDS_ENOUGH)
    lobby.abandon(place=again(alice, place.code))


def test_both_seeds_make_the_deck(alice: User) -> None:
    """Derived here as a player would: the coin is event 0, the deal event 1, cards go alternately from seat 0."""
    place = place_for(alice)
    dealt(place, seed="seven of diamonds")
    seal = Seal.objects.get(number=1)
    assert (seal.player_seed, seal.events, seal.algorithm) == ("seven of diamonds", 2, dealing.ALGORITHM)
    deck = shuffled(PACK, dealing.draws(bytes(seal.server_seed), seal.player_seed, hand=1, event=1))
    derived = [[one.text for one in in_hand_order(deck[seat:22:2])] for seat in (0, 1)]
    assert place.game.hands.get().deal["hands"] == derived


def test_another_seed_or_one_changed_bit_makes_another_deck() -> None:
    secret = bytes(range(32))
    changed = bytes([secret[0] ^ 1, *secret[1:]])

    def deck(key: bytes, seed: str, hand: int, event: int) -> tuple[object, ...]:
        return shuffled(PACK, dealing.draws(key, seed, hand=hand, event=event))

    decks = {
        deck(secret, "a", 1, 0),
        deck(changed, "a", 1, 0),
        deck(secret, "b", 1, 0),
        deck(secret, "a", 2, 0),
        deck(secret, "a", 1, 1),
    }
    assert len(decks) == 5
    assert dealing.commitment(secret) != dealing.commitment(changed)


def test_draws_are_fair() -> None:
    draw = dealing.draws(bytes(32), "", hand=1, event=0)
    counts = [0] * 7
    for _ in range(7000):
        counts[draw(7)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_an_empty_seed_is_drawn_by_the_server(alice: User) -> None:
    place = place_for(alice)
    dealt(place, seed="")
    assert len(Seal.objects.get(number=1).player_seed) == 32


def test_the_seed_is_opened_after_the_hand_only(alice: User) -> None:
    place = place_for(alice)
    snapshot = play_on(place, Random(1), hands=1)
    _, hand, seal = tables.hand_of(place, 1)
    assert seal is not None and seal.server_seed == bytes(Seal.objects.get(number=1).server_seed).hex()
    assert snapshot.seal is not None and snapshot.seal.number == 2 and snapshot.seal.server_seed is None
    with pytest.raises(tables.NoSuchHand):
        tables.hand_of(place, 2)


def test_a_game_given_up_opens_its_hand_in_play(just_dealt: Place) -> None:
    lobby.abandon(place=just_dealt)
    snapshot = tables.see(just_dealt)
    assert snapshot.seal is not None and snapshot.seal.number == 1
    assert snapshot.seal.server_seed == bytes(Seal.objects.get(number=1).server_seed).hex()


def test_nothing_is_dealt_once_the_game_is_over(alice: User) -> None:
    place = place_for(alice, target=100)
    snapshot = play_on(place, Random(1))
    assert snapshot.result is not None
    with pytest.raises(play.Refused) as refused:
        play.deal(place=place, seed="", version=snapshot.version)
    assert refused.value.refusal is play.NO_DEAL


def test_chance_within_a_hand_takes_no_seed_of_the_players(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn from the hand's own seal, by the table and at once, so the dealer is never really waited for here."""
    place = place_for(alice)
    snapshot = dealt(place)
    monkeypatch.setattr(TwoMan, "waits_for", lambda rules, state: frozenset({DEALER}))
    with pytest.raises(play.Refused) as refused:
        play.deal(place=place, seed="mine", version=snapshot.version)
    assert refused.value.refusal is play.NO_DEAL

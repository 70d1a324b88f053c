"""Claims: offered where every card that others may hold leaves every trick to the claimer, and nowhere else."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit, cards
from games.engine.claims import Rest, claimed
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, HandEnded, Said, Seat, State, TrickWon
from games.engine.tricks import AsPrinted, following, leading, winning_place
from tests.engine import bidwhist_positions as whist
from tests.engine import positions as twoman
from tests.engine import spades_positions as spades
from tests.engine.walks import GAMES, offered, walk, with_other_cards

TRICK_GAMES = [rules for rules in GAMES if rules.key in ("twoman", "spades", "bidwhist")]
ALL_SPADES = " ".join(one.text for one in reversed(PACK) if one.suit is Suit.SPADES)
SOLO = {"variant": "solo"}
UNBROKEN: dict[str, Any] = {"broken": False, "options": {"variant": "custom1", "spades_must_be_broken": False}}
ASIDE = ((0, Action("discard", ("KC", "2D", "3D", "4D", "5D", "6D"))),)
TURNED_IN = (DEALER, Action("joker", (1, "BJ", "KC")))


def told(tricks: str, seats: int) -> tuple[Said, ...]:
    """The plays of "0 AH KH, 1 3C 2C": each trick with who led it and its cards in order."""
    said: list[Said] = []
    for trick in filter(None, tricks.split(", ")):
        leader, *laid = trick.split()
        said += [((int(leader) + place) % seats, Action("play", text)) for place, text in enumerate(laid)]
    return tuple(said)


def claim(rules: Ruleset, state: State, seat: Seat = 0) -> str:
    """The cards in the order in which they are claimed: "AS KS 4H"."""
    return " ".join(str(action.argument) for action in rules.claim(rules.view(state, seat)))


# -- where there is a claim, and where not ----------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tricks", "fields", "expected"),
    [
        # Nobody can hold a higher spade.
        ("AS KS", "", {"broken": True}, "AS KS"),
        ("AS QS", "", {"broken": True}, ""),
        ("AS QS", "0 KS 2S", {}, "AS QS"),
        # So many leads draw all the spades that may be in the other hand, and then the two is high.
        ("AS KS QS 2S", "0 JS TS, 0 9S 8S", {}, ""),
        ("AS KS QS 2S", "0 JS TS, 0 9S 8S, 0 7S 6S", {}, "AS KS QS 2S"),
        # A side card may be trumped while a spade may be out, and not after the other seat has shown to have none.
        ("AS AH", "", {"broken": True}, ""),
        ("AS AH", "0 3S 2H", {}, "AS AH"),
        ("AS AH 2H", "0 3S 2D", {}, ""),
        ("AS 3H 2H", "0 3S 2D, 0 4H 2C", {}, "AS 3H 2H"),
        # Trumps may not be led yet, so the side cards would go first; where there is nothing else they are led.
        ("AS KS AH", "", {}, ""),
        ("AS KS", "", {}, "AS KS"),
        # In each suit from above; what is higher has been played or was put aside.
        ("AH QH", "0 3S 2D, 0 KH 4H", {}, "AH QH"),
        ("AH QH", "0 3S 2D", {}, ""),
        ("AC 3C", "0 3S 4C, 0 KC 4D", {}, "AC 3C"),
        ("QH JH", "0 3S 2D", {"discards": cards("AH KH")}, "QH JH"),
        # One card needs no claim, a begun trick is none's to claim, and one claims on one's own lead.
        ("AS", "", {"broken": True}, ""),
        ("AS KS", "", {"broken": True, "trick": "2S", "leader": 1}, ""),
        ("AS KS", "", {"broken": True, "leader": 1}, ""),
        # A standing nil is not given away; one that is broken is past.
        ("AS KS", "", {"bids": (0, 4), "tricks": (0, 8)}, ""),
        ("AS KS", "", {"bids": (4, 0), "tricks": (8, 0)}, ""),
        ("AS KS", "", {"bids": (4, 0), "tricks": (8, 0), "blind": (None, "nil")}, ""),
        ("AS KS", "", {"bids": (0, 4), "tricks": (1, 7)}, "AS KS"),
    ],
)  # fmt: skip
def test_two_man_spades(hand: str, tricks: str, fields: dict[str, Any], expected: str) -> None:
    state = twoman.playing(
        hand, "2C " * len(hand.split()), actions=told(tricks, 2), **({"broken": "S" in tricks} | fields)
    )
    assert claim(twoman.RULES, state) == expected


@pytest.mark.parametrize(
    ("hand", "tricks", "fields", "expected"),
    [
        ("AS KS", "", {"broken": True}, "AS KS"),
        ("AS QS", "", {"broken": True}, ""),
        # A partner's higher card would take the trick just so.
        ("KS QS", "0 TS 9S 8S 7S", {"broken": True}, ""),
        # All three have shown to have no spade; with two of them the third may still trump.
        ("AH KH", "0 AS 2C 3C 4C", {}, "AH KH"),
        ("AH KH", "0 AS 2C 3C 4S", {}, ""),
        # Twelve spades are gone, so nothing can be trumped.
        ("2S AH", "0 AS KS QS JS, 0 TS 9S 8S 7S, 0 6S 5S 4S 3S", {}, "2S AH"),
        ("AS 2H", "0 KS QS JS TS, 0 9S 8S 7S 6S, 0 5S 4S 3S 2S", {}, ""),
        # Spades that need not be broken are led first.
        ("AS KS QS 2S", "0 TS 9S 8S 7S, 0 JS 6S 5S 4S", {}, "AS KS QS 2S"),
        ("AS KS AH", "", {}, ""),
        ("AS KS AC", "0 TH 9S 8S 7S, 0 KH JS 6S 5S, 0 AH 4S 3S 2S, 0 QH 2C 3C QS", {"broken": False}, ""),
        ("AS KS AC", "0 TH 9S 8S 7S, 0 KH JS 6S 5S, 0 AH 4S 3S 2S, 0 QH TS 3C QS", UNBROKEN, "AS KS AC"),
        # A nil that stands: one's own, another side's, one's partner's, whom it keeps safe.
        ("AS KS", "", {"broken": True, "bids": (0, 3, 3, 3), "tricks": (0, 5, 5, 1)}, ""),
        ("AS KS", "", {"broken": True, "bids": (3, "b0", 3, 3), "tricks": (5, 0, 5, 1)}, ""),
        ("AS KS", "", {"broken": True, "bids": (3, 3, 0, 3), "tricks": (5, 5, 0, 1)}, "AS KS"),
        ("AS KS", "", {"broken": True, "bids": (3, 3, 0, 3), "tricks": (5, 5, 0, 1), "options": SOLO}, ""),
        ("AS KS", "", {"broken": True, "bids": (0, 3, 3, 3), "tricks": (1, 5, 4, 1)}, "AS KS"),
        # The first trick is one of clubs where the lowest has to be played to it.
        (ALL_SPADES, "", {"done": 0}, ALL_SPADES),
        (ALL_SPADES, "", {"done": 0, "options": SOLO}, ""),
        ("AH KH", "0 2C 3S 3H 3D, 1 AS 2D 2H 4C", {"options": SOLO}, ""),
        # Whoever plays a club to a red card led to it may hold that red suit.
        ("AD QD", "0 5D 3C 4C 2C, 0 AS 5C 6C 7C", {"options": SOLO}, ""),
    ],
)  # fmt: skip
def test_spades(hand: str, tricks: str, fields: dict[str, Any], expected: str) -> None:
    others = ["2C " * len(hand.split())] * 3
    state = spades.playing(hand, *others, actions=told(tricks, 4), **({"broken": "S" in tricks} | fields))
    assert claim(spades.RULES, state) == expected


@pytest.mark.parametrize(
    ("hand", "contract", "tricks", "fields", "expected"),
    [
        # Jokers are the highest trumps, and both have to be seen.
        ("BJ LJ AH", "4U H", "", {}, "BJ LJ AH"),
        ("BJ AH", "4U H", "", {}, ""),
        ("BJ AH", "4U H", "0 KH LJ 2H 3H", {}, "BJ AH"),
        ("BJ AH", "4U H", "", {"options": {"jokers": 1}}, "BJ AH"),
        # Downtown the ace is high all the same, and then the two.
        ("BJ LJ AH 2H 3H", "4D H", "", {}, "BJ LJ AH 2H 3H"),
        ("BJ LJ AH KH", "4D H", "", {}, ""),
        # Where nobody has a trump left the best of a side suit wins.
        ("AC KC", "4U H", "0 BJ 2D 3D 4D", {}, "AC KC"),
        ("AC KC", "4U H", "0 BJ 2D 3D 4H", {}, ""),
        # In no trump nothing is trumped, and a joker wins nothing.
        ("AC KC", "4N up", "", {}, "AC KC"),
        ("AC 2C", "4N down", "", {}, "AC 2C"),
        ("AC 2C", "4N up", "", {}, ""),
        ("AC BJ", "4N up", "", {}, ""),
        # A joker led says nothing of who is out of what.
        ("AC QC", "4N up", "0 BJ 2D 3D 4H", {}, ""),
        # The declarer knows what he put aside; where a joker was turned in it may be in play again.
        ("AC QC", "4N up", "", {"actions": ASIDE}, "AC QC"),
        ("AC QC", "4N up", "", {"actions": ASIDE, "options": whist.EXCHANGE}, "AC QC"),
        ("AC QC", "4N up", "", {"actions": (*ASIDE, TURNED_IN), "options": whist.EXCHANGE}, ""),
        ("AC QC", "4N up", "", {"actions": ((1, ASIDE[0][1]),)}, ""),
        # Where a renege may be called nobody is bound to follow.
        ("AC KC", "4N up", "", {"options": whist.TABLE}, ""),
    ],
)  # fmt: skip
def test_bid_whist(hand: str, contract: str, tricks: str, fields: dict[str, Any], expected: str) -> None:
    bid, name = contract.split()
    others = ["2C " * len(hand.split())] * 3
    state = whist.playing(hand, *others, bid=bid, name=name, **({"actions": told(tricks, 4)} | fields))
    assert claim(whist.RULES, state) == expected


def test_there_is_none_in_a_duel() -> None:
    rules = next(rules for rules in GAMES if rules.key == "cardduel")
    assert not any(rules.claim(rules.view(moment.state, seat)) for moment in walk(rules, 1) for seat in (0, 1))


# -- whatever the others hold and throw -------------------------------------------------------------


@pytest.mark.parametrize("rules", TRICK_GAMES, ids=[rules.key for rules in TRICK_GAMES])
def test_a_claim_takes_every_trick_whatever_the_others_hold_and_throw(rules: Ruleset) -> None:
    rng, found = Random(5), 0
    for state, seat in _claims(rules, games=24):
        found += 1
        plays = rules.claim(rules.view(state, seat))
        assert sorted(str(action.argument) for action in plays) == sorted(str(one) for one in state.hands[seat])
        for other in _layouts(rules, state, seat, rng):
            assert rules.claim(rules.view(other, seat)) == plays, "an offer tells nothing of hidden cards"
            assert len({_played_out(rules, other, seat, plays, rng) for _ in range(4)}) == 1
    assert found > 10


def _claims(rules: Ruleset, games: int) -> Iterator[tuple[State, Seat]]:
    """Every moment of those games at which somebody may claim; for each there is nobody else."""
    for seed in range(games):
        for moment in walk(rules, seed):
            able = [seat for seat in range(rules.seats) if rules.claim(rules.view(moment.state, seat))]
            assert len(able) <= 1 and set(able) <= rules.waits_for(moment.state)
            yield from ((moment.state, seat) for seat in able)


def _layouts(rules: Ruleset, state: State, seat: Seat, rng: Random) -> Iterator[State]:
    """The state itself, and some others that look the same to `seat`: nobody holds what he has shown not to hold."""
    yield state
    for _ in range(12):
        other = with_other_cards(state, seat, rng)
        if _is_consistent(rules, other, seat):
            yield other


def _is_consistent(rules: Ruleset, state: Any, seat: Seat) -> bool:
    """Told from the plays anew: a card thrown to a suit says that none of it is held."""
    plays = [(by, action.card) for by, action in state.actions if action.verb == "play"]
    suit_of = state.contract.suit_of if rules.key == "bidwhist" else lambda one: one.suit
    for start in range(0, len(plays), rules.seats):
        trick = plays[start : start + rules.seats]
        is_of_clubs = rules.key == "spades" and state.terms.low_clubs and not start
        suits = [suit_of(one) for _, one in trick]
        first = 0 if is_of_clubs else next((place for place, suit in enumerate(suits) if suit is not None), 0)
        led = Suit.CLUBS if is_of_clubs else suits[first]
        out = {by for (by, _), suit in zip(trick[first:], suits[first:], strict=True) if suit is not led}
        if any(suit_of(one) is led for by in out - {seat} for one in state.hands[by]):
            return False
    return True


def _played_out(rules: Ruleset, state: State, seat: Seat, plays: Sequence[Action], rng: Random) -> str:
    """The hand's result when `seat` leads these and the others throw anything; every trick must fall to it."""
    mine = iter(plays)
    while True:
        turn = min(rules.waits_for(state))
        action = next(mine) if turn == seat else rng.choice(sorted(offered(rules, state, turn), key=str))
        step = rules.apply(state, turn, action)
        for event in step.events:
            if isinstance(event, TrickWon):
                assert event.winner == seat
            if isinstance(event, HandEnded):
                return json.dumps(event.record, default=str)
        state = step.state


# -- the proof against every layout -----------------------------------------------------------------


def test_the_proof_finds_what_every_layout_and_every_reply_leave() -> None:
    """One other seat, cards of three suits, each layout and each reply tried, and every order of one's own cards."""
    rng, answers = Random(11), set[bool]()
    for _ in range(500):
        size = rng.choice((2, 2, 3))
        pack = rng.sample([one for one in PACK if one.suit is not Suit.CLUBS], size + rng.randrange(size + 1, size + 4))
        if rng.random() < 0.7:
            pack.sort(key=lambda one: (one.suit is Suit.SPADES, one.height + rng.random() * 4), reverse=True)
        hand, unseen, broken = tuple(pack[:size]), frozenset(pack[size:]), rng.random() < 0.6
        found = claimed(_rest(hand, unseen, broken=broken))
        is_sure = any(_wins_all(order, unseen, broken) for order in permutations(hand))
        assert bool(found) is is_sure, (hand, unseen, broken)
        assert not found or _wins_all(found, unseen, broken)
        answers.add(is_sure)
    assert answers == {True, False}


def _rest(hand: tuple[Card, ...], unseen: frozenset[Card], *, broken: bool) -> Rest:
    ranking = AsPrinted(Suit.SPADES)
    return Rest(seat=0, seats=2, hand=hand, unseen=unseen, plays=(), ranking=ranking, may_lead_trumps=broken)


def _wins_all(order: Sequence[Card], unseen: frozenset[Card], broken: bool) -> bool:
    return all(_wins(order, held, broken) for held in combinations(unseen, len(order)))


def _wins(order: Sequence[Card], held: tuple[Card, ...], broken: bool) -> bool:
    """Whether these leads, all legal, win against every reply from `held`."""
    if not order:
        return True
    led, *rest = order
    if led not in leading(order, Suit.SPADES, broken=broken):
        return False
    return all(
        winning_place((led, reply), AsPrinted(Suit.SPADES)) == 0
        and _wins(rest, tuple(one for one in held if one is not reply), broken or Suit.SPADES in (led.suit, reply.suit))
        for reply in following(held, led.suit)
    )

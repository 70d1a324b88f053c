"""The search of the rest of a hand against playing every line out, card by card, with nothing left out."""

from random import Random
from typing import Any

import pytest

from games.engine.cards import PACK, Card, Suit, cards
from games.engine.endgame import POSITIONS, Endgame, EndgameOutcome, settled
from games.engine.state import Seat
from games.engine.tricks import AsPrinted, following, leading, winning_place

BAG_CARDS = cards("7D TC")
Hands = tuple[tuple[Card, ...], ...]


def every_end(
    hands: Hands,
    leader: Seat,
    *,
    trump: Suit | None,
    broken: bool,
    marked: tuple[Card, ...] = (),
    stops: Seat | None = None,
    trick: tuple[Card, ...] = (),
) -> set[EndgameOutcome]:
    """Every end that legal play can bring, found by plain enumeration."""
    if len(trick) == len(hands):
        winner = (leader + winning_place(trick, AsPrinted(trump))) % len(hands)
        won = [one.text for one in trick if one in marked]
        if winner == stops or not hands[winner]:
            return {EndgameOutcome((0,) * len(hands)).after(winner, won)}
        rest = every_end(hands, winner, trump=trump, broken=broken, marked=marked, stops=stops)
        return {end.after(winner, won) for end in rest}
    seat = (leader + len(trick)) % len(hands)
    held = hands[seat]
    ends: set[EndgameOutcome] = set()
    for one in following(held, trick[0].suit) if trick else leading(held, trump, broken=broken):
        left = (*hands[:seat], tuple(c for c in held if c is not one), *hands[seat + 1 :])
        ends |= every_end(
            left,
            leader,
            trump=trump,
            broken=broken or one.suit is trump,
            marked=marked,
            stops=stops,
            trick=(*trick, one),
        )
    return ends


def some_hands(rng: Random, seats: int, size: int) -> Hands:
    """Hands from a pack so small that settled endings are common."""
    pack = rng.sample([one for one in PACK if one.suit in (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)], seats * size)
    if rng.random() < 0.5:  # sorted by height, so that one seat holds what is high
        pack.sort(key=lambda one: (one.suit is Suit.SPADES, one.height))
    return tuple(tuple(pack[seat * size : (seat + 1) * size]) for seat in range(seats))


def compare(seats: int, size: int, rounds: int, *, seed: int) -> set[bool]:
    """Which answers came; each was compared with the enumeration."""
    rng, answers = Random(seed), set[bool]()
    for _ in range(rounds):
        hands = some_hands(rng, seats, size)
        leader, broken = rng.randrange(seats), rng.random() < 0.5
        trump = rng.choice((Suit.SPADES, Suit.SPADES, None))
        stops = rng.choice((None, None, rng.randrange(seats)))
        ends = every_end(hands, leader, trump=trump, broken=broken, marked=BAG_CARDS, stops=stops)
        found = Endgame(trump=trump, marked=BAG_CARDS, stops=stops).outcome(hands, leader, broken=broken)
        assert found == (ends.pop() if len(ends) == 1 else None), (hands, leader, broken, trump, stops)
        answers.add(found is not None)
    return answers


@pytest.mark.parametrize(("size", "rounds"), [(1, 60), (2, 400), (3, 400), (4, 60)])
def test_two_hands_agree_with_enumeration(size: int, rounds: int) -> None:
    assert compare(2, size, rounds, seed=size) == ({True} if size == 1 else {True, False})


@pytest.mark.parametrize(("seats", "size", "rounds"), [(3, 2, 80), (4, 1, 60), (4, 2, 80)])
def test_more_hands_agree_with_enumeration(seats: int, size: int, rounds: int) -> None:
    answers = compare(seats, size, rounds, seed=10 * seats + size)
    assert answers == ({True} if size == 1 else {True, False})


def test_by_sides_it_matters_only_which_of_them_wins() -> None:
    rng, answers = Random(7), set[tuple[bool, bool]]()
    for _ in range(120):
        hands = some_hands(rng, 4, 2)
        leader, trump = rng.randrange(4), rng.choice((Suit.SPADES, None))
        ends = every_end(hands, leader, trump=trump, broken=True, marked=BAG_CARDS)
        by_side = {_by_side(end) for end in ends}
        found = Endgame(trump=trump, marked=BAG_CARDS, sides=2).outcome(hands, leader, broken=True)
        assert found == (by_side.pop() if len(by_side) == 1 else None), (hands, leader, trump)
        answers.add((len(ends) == 1, found is not None))
    assert answers == {(True, True), (False, True), (False, False)}


def _by_side(end: EndgameOutcome) -> EndgameOutcome:
    tricks = tuple(sum(end.tricks[side::2]) for side in (0, 1))
    return EndgameOutcome(tricks, tuple((text, seat % 2) for text, seat in end.marked))


@pytest.mark.parametrize(
    ("hands", "leader", "options", "expected"),
    [
        (("AS KS QS", "AH KH QH"), 0, {}, True),
        (("AS KS QS", "AH KH QH"), 1, {}, True),
        (("AS KS", "3S 2S"), 0, {}, True),
        (("AS 3S", "KS 2S"), 0, {}, False),
        # One trick each however it goes; the bag card may fall to either.
        (("AD 2D", "KD 7D"), 0, {"marked": ()}, True),
        (("AD 2D", "KD 7D"), 0, {}, False),
        (("AD KD", "7D 2D"), 0, {}, True),
        # A blind nil of seat 0 ends with the first trick, so what would come after it decides nothing.
        (("3H AS 4S", "2H KS 2S"), 1, {}, False),
        (("3H AS 4S", "2H KS 2S"), 1, {"stops": 0}, True),
        (("AS 2H", "3S KH"), 0, {"stops": 0, "broken": True}, False),
        # Spades must not be led yet, so hearts fall first.
        (("3H AS", "2H KS"), 0, {}, True),
        (("3H 3S", "4H 2S"), 0, {}, True),
        (("3H 3S", "4H 2S"), 0, {"broken": True}, True),
        (("3H 3S 4C", "4H 2S 2D"), 0, {"broken": True}, False),
        # A ruffed club breaks spades, and then it matters which of them is led.
        (("KH 2H 8C", "AS 7S 3C"), 0, {}, False),
    ],
)
def test_what_is_settled(hands: tuple[str, ...], leader: Seat, options: dict[str, Any], expected: bool) -> None:
    asked: dict[str, Any] = {"broken": False, "marked": BAG_CARDS} | options
    assert settled([cards(hand) for hand in hands], leader, trump=Suit.SPADES, **asked) is expected


def dear_hands() -> Hands:
    """Whole hands in which nothing is left to decide and much is to be looked at."""
    high, low = cards("9H TC JC JH QD AD 3S 2S AS"), cards("2D 3H 3C 5H 7D 6C 7H 7C 9D")
    return tuple(high), tuple(low)


def test_the_search_ends_by_its_count() -> None:
    hands = dear_hands()
    patient = Endgame(trump=Suit.SPADES, most=10**6)
    assert patient.outcome(hands, 0, broken=True) is not None
    assert 10**6 - patient.left > POSITIONS
    search = Endgame(trump=Suit.SPADES)
    assert search.outcome(hands, 0, broken=True) is None
    assert search.left == -1, "nothing is looked at once the count is used up"
    assert not settled(hands, 0, trump=Suit.SPADES, broken=True)


def test_no_search_looks_at_more() -> None:
    rng, most = Random(3), 0
    for _ in range(200):
        hands = some_hands(rng, 2, 10)
        search = Endgame(trump=Suit.SPADES, marked=BAG_CARDS)
        search.outcome(hands, rng.randrange(2), broken=True)
        most = max(most, POSITIONS - search.left)
    assert most == POSITIONS + 1


def test_a_hand_that_was_too_dear_is_settled_later() -> None:
    """Each trick that falls makes the rest cheaper."""
    high, low = dear_hands()
    answers = [settled((high[n:], low[n:]), 0, trump=Suit.SPADES, broken=True) for n in range(9)]
    assert answers == sorted(answers)
    assert (answers[0], answers[-1]) == (False, True)

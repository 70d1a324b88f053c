"""What a hand of Spades counts as: each mark and number on hands of which every bid and trick is chosen."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.engine.state import HandEnded
from games.facts import Facts
from games.snapshot import PlayedHand
from games.spades.facts import SpadesFacts
from games.spades.figures import FIGURES
from games.spades.score import Bid
from games.spades.state import own
from tests.engine.spades_positions import RULES, E, N, S, W, last_trick
from tests.records.spades_hands import exchanged, misdealt, suicide
from tests.statistics.played import measured

FACTS = SpadesFacts()


def told(bids: tuple[Bid, ...], tricks: tuple[int, ...], seat: int = S, **hand: Any) -> Facts:
    """The hand for that seat; bids and tricks are those of South, West, North and East."""
    step = last_trick(bids, tricks, **hand)
    ended = next(event for event in step.events if isinstance(event, HandEnded))
    snapshot = PlayedHand(1, S, (), own(step.state).actions, 0, ended.record, ended.sheet)
    return FACTS.hand(RULES, step.state, snapshot, (), seat)


def words(facts: Facts) -> set[str]:
    """The marks but those that every hand has: who led, the variant, bid and tricks as numbers."""
    plain = {"led", "followed", *FIGURES.kinds}
    return {mark for mark in facts.marks if mark not in plain and not mark.removeprefix("bid").isdigit()} - {
        f"tricks{count}" for count in range(14)
    }


SOLO, TEN_FOR_200 = {"options": {"variant": "solo"}}, {"options": {"ten_for_200": True}}
HANDS: dict[str, tuple[tuple[Bid, ...], tuple[int, ...], int, dict[str, Any], str]] = {
    "made exactly": ((3, 3, 4, 3), (3, 3, 4, 3), S, {}, "met made exact contract_against"),
    "the partner made it": ((3, 3, 4, 3), (2, 3, 6, 2), S, {}, "under made bagged contract_against set_them"),
    "both sides from the other": ((3, 3, 4, 3), (2, 3, 6, 2), E, {}, "under overbid contract_against"),
    "fell short": ((3, 3, 4, 3), (1, 5, 4, 3), S, {}, "under overbid contract_against"),
    "took more": ((3, 3, 4, 3), (4, 3, 3, 3), S, {}, "over made exact contract_against"),
    "a nil held": ((0, 4, 4, 4), (0, 4, 5, 4), S, {}, "nil nil_made made bagged contract_against"),
    "a nil failed": ((0, 4, 4, 4), (1, 4, 4, 4), S, {}, "nil nil_failed made exact bagged contract_against"),
    "a nil covered": ((0, 4, 4, 4), (0, 4, 5, 4), N, {}, "over cover cover_made made bagged contract_against"),
    "a nil not covered": (
        (0, 4, 4, 4),
        (1, 4, 4, 4),
        N,
        {},
        "met cover cover_failed made exact bagged contract_against",
    ),
    "a nil of theirs": ((0, 4, 4, 4), (0, 4, 5, 4), W, {}, "met made exact contract_against nil_against"),
    "a nil of theirs beaten": (
        (0, 4, 4, 4),
        (1, 4, 4, 4),
        W,
        {},
        "met made exact contract_against nil_against nil_beaten",
    ),
    "a blind nil held": (("b0", 4, 3, 3), (0, 6, 3, 4), S, {}, "blind blind_made made exact contract_against"),
    "a blind nil failed": (
        ("b0", 4, 3, 3),
        (2, 5, 3, 3),
        S,
        {},
        "blind blind_failed made exact bagged contract_against",
    ),
    "nils on both seats": ((0, 5, 0, 5), (0, 6, 0, 7), S, {}, "nil nil_made cover cover_made contract_against"),
    "no contract to beat": ((0, 5, 0, 5), (0, 6, 0, 7), W, {}, "over made bagged nil_against"),
    "ten bags": ((3, 3, 4, 3), (4, 3, 4, 2), S, {"bags": (9, 0)}, "over made bagged penalty contract_against set_them"),
    "nine bags": ((3, 3, 4, 3), (4, 3, 4, 2), S, {"bags": (8, 0)}, "over made bagged contract_against set_them"),
    "a bonus": ((6, 1, 5, 1), (6, 1, 5, 1), S, TEN_FOR_200, "met made exact bonus_won contract_against"),
    "no bonus": ((6, 1, 5, 1), (5, 2, 5, 1), S, TEN_FOR_200, "under overbid contract_against"),
    "alone": ((3, 3, 3, 3), (4, 3, 3, 3), S, SOLO, "over made bagged contract_against"),
    "alone, nobody covers": ((3, 3, 0, 3), (4, 3, 0, 6), S, SOLO, "over made bagged contract_against nil_against"),
    "alone, one of three set": ((3, 4, 3, 3), (4, 3, 3, 3), S, SOLO, "over made bagged contract_against set_them"),
}


@pytest.mark.parametrize("what", HANDS)
def test_a_hand_is_marked(what: str) -> None:
    bids, tricks, seat, hand, marks = HANDS[what]
    facts = told(bids, tricks, seat, **hand)
    assert words(facts) == set(marks.split())
    assert f"bid{0 if bids[seat] == 'b0' else bids[seat]}" in facts.marks
    assert f"tricks{tricks[seat]}" in facts.marks


NUMBERS: list[tuple[tuple[Bid, ...], tuple[int, ...], int, dict[str, Any], Mapping[str, int]]] = [
    ((3, 3, 4, 3), (3, 3, 4, 3), S, {}, {"bid": 3, "tricks": 3, "contract": 7, "taken": 7, "points": 70, "bags": 0}),
    ((3, 3, 4, 3), (3, 3, 6, 1), S, {}, {"points": 72, "bags": 2, "score": 72, "other": -60, "penalties": 0}),
    ((3, 3, 4, 3), (3, 3, 6, 1), E, {}, {"points": -60, "bags": 0, "score": -60, "other": 72}),
    ((3, 3, 4, 3), (3, 3, 6, 1), E, {}, {"contract": 6, "taken": 4}),
    ((3, 3, 4, 3), (4, 3, 6, 0), S, {"bags": (9, 0)}, {"points": -27, "bags": 3, "penalties": 1}),
    ((0, 4, 4, 4), (2, 4, 3, 4), S, {}, {"bid": 0, "tricks": 2, "contract": 4, "taken": 3, "bags": 2, "points": -138}),
    (("b0", 4, 3, 3), (0, 6, 3, 4), S, {}, {"bid": 0, "blind": 0, "tricks": 0, "points": 230}),
    ((3, 3, 3, 3), (4, 3, 3, 3), S, {**SOLO, "score": (10, 90, -5, 40)}, {"score": 41, "other": 120}),
    ((3, 3, 4, 3), (3, 3, 4, 3), S, {"score": (200, 40)}, {"points": 70, "score": 270, "other": 100}),
]


@pytest.mark.parametrize(("bids", "tricks", "seat", "hand", "numbers"), NUMBERS)
def test_a_hand_has_numbers(
    bids: tuple[Bid, ...], tricks: tuple[int, ...], seat: int, hand: dict[str, Any], numbers: Mapping[str, int]
) -> None:
    found = told(bids, tricks, seat, **hand).numbers
    assert {name: found[name] for name in numbers} == numbers
    assert ("blind" in found) == (bids[seat] == "b0")


def test_whoever_bids_first_led() -> None:
    assert "led" in told((3, 3, 4, 3), (3, 3, 4, 3), S).marks
    assert "followed" in told((3, 3, 4, 3), (3, 3, 4, 3), W).marks


@pytest.mark.parametrize(("seat", "marks"), [(S, {"misdeal", "misdeal_own"}), (N, {"misdeal"}), (W, {"misdeal"})])
def test_a_misdeal_has_no_numbers(seat: int, marks: set[str]) -> None:
    facts = measured(misdealt(), seat)
    assert words(facts) == marks and facts.numbers == {}


@pytest.mark.parametrize("seat", [S, W])
def test_after_a_misdeal_the_points_are_the_hands_own(seat: int) -> None:
    facts, log = measured(misdealt(), seat, 2), misdealt().log
    lines: Any = log.hands[1].sheet["lines"]
    assert facts.numbers["points"] == lines[seat % 2]["points"] != facts.numbers["score"]


@pytest.mark.parametrize(("seat", "exchanges"), [(S, False), (W, True), (N, False), (E, True)])
def test_an_exchange_is_of_those_two(seat: int, exchanges: bool) -> None:
    assert ("exchange" in measured(exchanged(), seat).marks) == exchanges


@pytest.mark.parametrize(
    ("seat", "bid", "changed"), [(S, "nil", True), (W, "met", True), (N, "", False), (E, "nil", False)]
)
def test_the_bid_that_one_nil_changed_is_the_one_that_counts(seat: int, bid: str, changed: bool) -> None:
    """South says 5, West nil, North 4, East nil: South has nil then, and West 4."""
    facts = measured(suicide(), seat)
    assert ("overridden" in facts.marks) == changed
    assert facts.numbers["bid"] == (0, 4, 4, 0)[seat]
    assert ("nil" in facts.marks) == (bid == "nil")
    assert "suicide" in facts.marks

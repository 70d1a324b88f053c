"""What a hand of Bid Whist counts as: each mark and number on hands of which the contract, the tricks and the calls are
chosen; and that what is played adds up.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from accounts.models import User
from games.bidwhist.facts import BidWhistFacts
from games.bidwhist.figures import contract_sentence
from games.bidwhist.state import own
from games.bots.anylegal import AnyLegal
from games.engine.state import HandEnded, Step
from games.facts import Facts
from games.models import PersonLine
from games.services.counting import tallies
from games.snapshot import PlayedHand
from tests.engine.bidwhist_positions import RULES, TABLE, E, N, S, W, before_last, last_trick, reviewed
from tests.players import let_play
from tests.records.bidwhist_hands import uptown
from tests.statistics.played import DAYS, NEXT, game_of_a_day, measured, on, whole

FACTS = BidWhistFacts()
#: West's side reneged in the second trick, South's in the third.
RENEGES = {"options": TABLE, "reneges": ((2, 1), (3, 0))}


def calling(*calls: tuple[int, int | None]) -> dict[str, Any]:
    return {**RENEGES, "calls": calls}


def told(bid: str, tricks: int, seat: int = S, *, calls: tuple[tuple[int, int | None], ...] = (), **hand: Any) -> Facts:
    """The hand for that seat; North and South take so many tricks, and South declares unless told otherwise."""
    position = before_last(bid, tricks, **hand)
    return facts_of(reviewed(position, *calls) if calls else last_trick(position), seat)


def facts_of(step: Step, seat: int) -> Facts:
    ended = next(event for event in step.events if isinstance(event, HandEnded))
    hand = PlayedHand(1, S, (), own(step.state).actions, 0, ended.record, ended.sheet)
    return FACTS.hand(RULES, step.state, hand, (), seat)


OURS, MINE = {"contract", "made"}, {"contract", "made", "declared", "declared_made"}
THEIRS, WRONG = "contract_against", {"called", "called_wrong"}
SET, MINE_SET = {"contract", "overbid"}, {"contract", "overbid", "declared", "declared_set"}
HANDS: dict[str, tuple[str, int, int, dict[str, Any], set[str]]] = {
    "made to the book": ("4U", 9, S, {}, {"uptown", "level4", *MINE}),
    "made for one's partner": ("4U", 9, N, {}, {"uptown", "level4", *OURS}),
    "made against one": ("4U", 9, W, {}, {"uptown", "level4", THEIRS}),
    "one book short": ("4U", 8, S, {}, {"uptown", "level4", *MINE_SET}),
    "short with one's partner": ("5D", 9, N, {}, {"downtown", "level5", *SET}),
    "set them": ("5D", 9, E, {}, {"downtown", "level5", THEIRS, "set_them"}),
    "no trump": ("6N", 11, S, {}, {"no_trump", "level6", *MINE}),
    "the partner declared": ("4D", 9, S, {"declarer": N}, {"downtown", "level4", *OURS}),
    "theirs made": ("4D", 3, S, {"declarer": W}, {"downtown", "level4", THEIRS}),
    "theirs, for the declarer": ("4D", 3, W, {"declarer": W}, {"downtown", "level4", *MINE}),
    "theirs set": ("4D", 4, S, {"declarer": W}, {"downtown", "level4", THEIRS, "set_them"}),
    "a Boston": ("4U", 12, N, {}, {"uptown", "level4", *OURS, "boston"}),
    "a Boston of theirs": ("4U", 12, E, {}, {"uptown", "level4", THEIRS, "boston_against"}),
    "a Boston bid and made": ("7U", 12, S, {}, {"uptown", "level7", *MINE, "boston", "boston_bid", "boston_bid_made"}),
    "a Boston bid and set": ("7N", 11, S, {}, {"no_trump", "level7", *MINE_SET, "boston_bid"}),
    "a Boston of theirs beaten": ("7N", 11, W, {}, {"no_trump", "level7", THEIRS, "set_them", "boston_bid_against"}),
    "called rightly": ("4U", 8, S, calling((S, 2)), {"uptown", "level4", *MINE, "called", "called_right"}),
    "the partner called rightly": ("4U", 8, S, calling((N, 2)), {"uptown", "level4", *MINE}),
    "caught": ("4U", 8, W, calling((S, 2)), {"uptown", "level4", THEIRS, "caught"}),
    "called one's own side's": ("4U", 9, S, calling((S, 3)), {"uptown", "level4", *MINE_SET, *WRONG}),
    "called and gave up": ("4U", 8, E, calling((E, None)), {"uptown", "level4", THEIRS, *WRONG}),
    "right and wrong": ("4U", 9, E, calling((E, 3), (E, 2)), {"uptown", "level4", THEIRS, *WRONG, "called_right"}),
    "a renege nobody called": ("4U", 8, S, calling((W, None)), {"uptown", "level4", *MINE}),
}


@pytest.mark.parametrize("what", HANDS)
def test_a_hand_is_marked(what: str) -> None:
    bid, tricks, seat, hand, marks = HANDS[what]
    assert set(told(bid, tricks, seat, **hand).marks) - {"led", "followed"} == marks


NUMBERS: list[tuple[str, int, int, dict[str, Any], Mapping[str, int]]] = [
    ("4U", 9, S, {}, {"contract_level": 4, "books": 10, "contract": 10, "taken": 10, "points": 4, "score": 4}),
    ("5U", 11, N, {}, {"contract_level": 5, "books": 12, "contract": 11, "taken": 12, "points": 6}),
    ("5U", 9, S, {}, {"books": 10, "points": -5, "score": -5, "other": 0}),
    ("4N", 9, S, {}, {"points": 8}),
    ("4N", 8, S, {}, {"points": -8}),
    ("5U", 9, W, {}, {"contract_level": 5, "books": 3, "points": 0, "score": 0, "other": -5}),
    ("4U", 9, S, {"score": (-3, 2)}, {"points": 4, "score": 1, "other": 2}),
    ("4U", 9, S, calling((S, 2)), {"books": 13, "points": 7, "calls_right": 1, "calls_wrong": 0}),
    ("4U", 9, E, calling((E, None), (E, 1)), {"books": 0, "calls_right": 0, "calls_wrong": 2}),
    ("4U", 9, S, calling((E, 3)), {"books": 7, "points": -4}),
]


@pytest.mark.parametrize(("bid", "tricks", "seat", "hand", "numbers"), NUMBERS)
def test_a_hand_has_numbers(bid: str, tricks: int, seat: int, hand: dict[str, Any], numbers: Mapping[str, int]) -> None:
    found = told(bid, tricks, seat, **hand).numbers
    assert {name: found[name] for name in numbers} == numbers
    assert ("contract" in found) == ("taken" in found) == (seat in (S, N))
    assert ("calls_right" in found) == any(by == seat for by, _book in hand.get("calls", ()))


def test_a_hand_that_everybody_passed_has_no_numbers() -> None:
    facts = measured(uptown(), S)
    assert set(facts.marks) == {"led", "passed_out"} and facts.numbers == {}


@pytest.mark.parametrize("seat", [S, W])
def test_after_a_hand_that_was_passed_out_the_points_are_the_hands_own(seat: int) -> None:
    """The game starts at 2 to -1, and nothing is scored in its first hand."""
    facts, line = measured(uptown(), seat, 2), own(uptown().log.state).line
    assert line is not None
    assert facts.numbers["points"] == (line.points if seat == S else 0)
    assert facts.numbers["score"] == (2 + line.points if seat == S else -1)


@pytest.mark.parametrize(
    ("bid", "tricks", "seat", "words"),
    [
        ("5D", 10, S, "5 downtown, 11 books"),
        ("4N", 9, N, "4 no trump, 10 books"),
        ("4U", 9, W, "4 uptown of theirs, you 3 books"),
    ],
)
def test_a_hand_of_a_list_tells_its_contract(bid: str, tricks: int, seat: int, words: str) -> None:
    facts = told(bid, tricks, seat)
    assert contract_sentence(frozenset(facts.marks), facts.numbers) == words
    assert contract_sentence(frozenset({"passed_out"}), {}) == ""


# -- played and added up --------------------------------------------------------------------------------


@pytest.mark.parametrize("until", [None, DAYS[1], DAYS[-1]])
def test_calls_agree_with_the_sheets(alice: User, monkeypatch: pytest.MonkeyPatch, until: Any) -> None:
    """Counted here once more, whether the days have been counted or not: no record tells of them. Alice sits South."""
    let_play(monkeypatch, "bidwhist", {"easy": AnyLegal(), "hard": AnyLegal()})
    game_of_a_day(alice, "bidwhist", 0, win_score=50, lose_score=-50)
    game_of_a_day(alice, "bidwhist", 1, level="hard")
    game_of_a_day(alice, "bidwhist", 2, renege="table", win_score=50, lose_score=-50)
    game_of_a_day(alice, "bidwhist", 3, all_pass="redeal", min_bid=1, win_score=50, lose_score=-50)
    hands = [line.game.hands.get(number=line.number) for line in PersonLine.objects.filter(number__gt=0)]
    sheets = [hand.sheet for hand in hands if hand.sheet and "points" in hand.sheet]
    calls = [is_right for sheet in sheets for seat, _book, is_right in sheet["calls"] if seat == 0]
    with on(NEXT):
        if until is not None:
            tallies.catch_up(until=until)
        found = whole(alice, "bidwhist").hands
    assert (found.total("calls_right"), found.total("calls_wrong")) == (sum(calls), len(calls) - sum(calls))
    assert calls

"""Scoring of Bid Whist: contracts, doubling, moved books, Bostons, and the end of a game with its wins."""

from typing import Any

import pytest

from games.bidwhist.options import Terms
from games.bidwhist.score import end_of_game
from games.engine.state import HandEnded
from tests.bidwhist.positions import (
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    before_last,
    last_trick,
    line_of,
    outcome,
    reviewed,
    scored,
)
from tests.engine.telling import listed

HANDS: list[tuple[str, int, dict[str, Any], str]] = [
    # bid, tricks won (the discard adds book 1), options and moved books, points and books
    ("1U", 5, {}, "-1, 6"),
    ("1U", 6, {}, "+1, 7"),
    ("1D", 12, {}, "+7, 13 Boston"),
    ("4U", 0, {}, "-4, 1"),
    ("4U", 8, {}, "-4, 9"),
    ("4D", 9, {}, "+4, 10"),
    ("6D", 12, {}, "+7, 13 Boston"),
    ("7U", 11, {}, "-7, 12"),
    ("7D", 12, {}, "+7, 13 Boston"),
    ("3N", 7, {}, "-6, 8"),
    ("3N", 8, {}, "+6, 9"),
    ("7N", 12, {}, "+14, 13 Boston"),
    ("7N", 11, {}, "-14, 12"),
    ("4N", 9, {"nt_double": False}, "+4, 10"),
    ("4N", 8, {"nt_double": False}, "-4, 9"),
    ("7N", 12, {"nt_double": False}, "+7, 13 Boston"),
    # books moved to the declarer's side, or from it if negative
    ("4U", 10, {"moved": -3}, "-4, 8"),
    ("4U", 8, {"moved": 3}, "+6, 12"),
    ("4U", 12, {"moved": 6}, "+7, 13 Boston"),
    ("4U", 11, {"moved": 1}, "+7, 13 Boston"),
    ("7U", 10, {"moved": 3}, "+7, 13 Boston"),
    ("4U", 2, {"moved": -6}, "-4, 0"),
    ("7U", 12, {"moved": -1}, "-7, 12"),
]


@pytest.mark.parametrize(("bid", "tricks", "terms", "worth"), HANDS)
def test_a_contract_is_made_or_set(bid: str, tricks: int, terms: dict[str, Any], worth: str) -> None:
    line = line_of(bid, tricks, **terms)
    assert f"{line.points:+d}, {line.books}{' Boston' if line.is_boston else ''}" == worth


CALLS: list[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int | None], ...], int, str]] = [
    # reneges (trick, side), calls of reneges (seat, trick), the penalty, the result of a 4U with 10 books before calls
    ((), (), 3, "+4, 10 books"),
    (((3, 0),), (), 3, "+4, 10 books"),
    (((3, 0),), ((W, 3),), 3, "-4, 7 books"),
    (((3, 0),), ((W, 4),), 3, "+7, 13 books, Boston, NS win (1, 0)"),
    (((3, 0),), ((E, None),), 1, "+5, 11 books"),
    (((3, 1),), ((N, 3),), 2, "+6, 12 books"),
    (((3, 1),), ((S, 3), (N, 4)), 2, "+4, 10 books"),
    (((3, 0), (3, 0), (3, 1)), ((W, 3), (S, 3)), 3, "+4, 10 books"),
    (((3, 0), (5, 0)), ((W, 3), (E, 5)), 3, "-4, 4 books"),
    (((3, 0), (5, 0)), ((W, 3), (E, 5)), 6, "-4, 0 books"),
    ((), ((W, 1), (W, 1), (E, 1)), 1, "+7, 13 books, Boston, NS win (1, 0)"),
    ((), ((S, 1), (N, 1)), 1, "-4, 8 books"),
    (((3, 0),), ((W, 3),), 0, "+4, 10 books"),
]


@pytest.mark.parametrize(("reneges", "calls", "penalty", "result"), CALLS)
def test_a_call_of_a_renege_moves_books(reneges: Any, calls: Any, penalty: int, result: str) -> None:
    state = before_last("4U", 9, {**TABLE, "renege_penalty": penalty}, reneges=reneges)
    assert outcome(reviewed(state, *calls)) == result


ENDS: list[tuple[tuple[int, int], int, str, int, dict[str, Any], str]] = [
    # scores after the hand, declarer's side, bid, books, options, the winner and the wins, up from (2, 2)
    ((6, 0), 0, "4U", 10, {}, "goes on"),
    ((7, 0), 0, "4U", 10, {}, "0 (3, 2)"),
    ((0, 9), 1, "4U", 10, {}, "1 (2, 3)"),
    ((-6, 6), 0, "6U", 10, {}, "goes on"),
    ((-7, 6), 0, "6U", 10, {}, "1 (2, 3)"),
    ((0, -8), 1, "4N", 8, {}, "0 (3, 2)"),
    ((7, 0), 0, "7U", 13, {}, "0 (4, 2)"),
    ((14, 0), 0, "7N", 13, {}, "0 (4, 2)"),
    ((7, 0), 0, "7U", 13, {"boston_double": False}, "0 (3, 2)"),
    ((7, 0), 0, "6U", 13, {}, "0 (3, 2)"),
    ((-7, 0), 0, "7U", 12, {}, "1 (2, 3)"),
    ((7, 0), 0, "7U", 13, {"win_score": 8}, "goes on"),
    ((1, 0), 0, "1U", 7, {"win_score": 1}, "0 (3, 2)"),
    ((-1, 0), 0, "1U", 6, {"lose_score": -1}, "1 (2, 3)"),
]


def test_a_game_ends_at_its_limits_and_adds_wins() -> None:
    for score, side, bid, books, terms, stands in ENDS:
        line = line_of(bid, books - 1, **terms)
        end = end_of_game(score, (2, 2), side=side, line=line, terms=Terms(**terms))
        assert ("goes on" if end is None else f"{end.winner} {end.record['wins']}") == stands


def test_the_next_game_of_a_match_carries_the_wins() -> None:
    for bid, tricks, wins in [("4U", 9, (2, 1)), ("4D", 12, (3, 1)), ("7U", 11, (2, 2))]:
        state = last_trick(before_last(bid, tricks, wins=(2, 1))).state
        assert RULES.carries(state) == {"wins": wins}
        assert RULES.carries(state, moved_on=1) == {"wins": wins[::-1]}


def test_only_the_side_of_the_declarer_scores() -> None:
    ended = next(e for e in last_trick(before_last("4U", 9, score=(2, 5))).events if isinstance(e, HandEnded))
    assert ended.record["score"] == (6, 5)
    assert scored("4U", 9, score=(3, 5)) == "+4, 10 books, NS win (1, 0)"
    assert scored("4U", 8, score=(-3, 5)) == "-4, 9 books, EW win (0, 1)"


def test_the_sheet_explains_the_points() -> None:
    done = reviewed(before_last("4U", 10, TABLE, reneges=((3, 0),)), (W, 3), (E, None))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert listed(ended.sheet) == (
        "level 4, promised 10, tricks 10, moved 0, books 11, is_made True, is_doubled False, is_boston False, "
        "is_grand False, points 5, calls ((1, 3, True), (3, None, False))"
    )

"""Scoring of Spades: contracts, nils, bags and bonuses of a side, the sheet, and the end of a game."""

from typing import Any

import pytest

from games.engine.state import HandEnded
from tests.engine.spades_positions import ending, last_trick, scored

C1: dict[str, Any] = {"variant": "custom1"}
ALONE = {"variant": "custom1", "partners": False}
SOLO = {"variant": "solo"}

#: The bids and tricks of S, W, N, E; what is special; what comes of it for South's side.
HANDS: list[tuple[tuple[Any, ...], tuple[int, ...], dict[str, Any], str]] = [
    # nils
    ((0, 4, 0, 4), (0, 9, 0, 4), {}, "+200, 0 bags"),
    ((0, 4, 0, 4), (2, 4, 3, 4), {}, "-195, 5 bags"),
    (("b0", 4, "b0", 4), (0, 9, 0, 4), {}, "+400, 0 bags"),
    (("b0", 4, 0, 4), (1, 4, 0, 8), {}, "+1, 1 bags"),
    ((0, 3, 3, 3), (6, 2, 3, 2), {}, "-64, 6 bags"),
    # a nil bidder's tricks never help the contract, and are bags when it fails, too
    ((0, 3, 5, 3), (3, 3, 4, 3), {}, "-147, 3 bags"),
    ((0, 3, 5, 3), (1, 3, 6, 3), {}, "-48, 2 bags"),
    ((0, 4, 4, 4), (2, 4, 3, 4), {"options": SOLO}, "-98, 2 bags"),
    # bags
    ((3, 3, 3, 3), (4, 3, 3, 3), {"bags": (9, 9)}, "-39, 0 bags"),
    ((1, 1, 0, 1), (9, 1, 2, 1), {"bags": (9, 0)}, "-180, 9 bags"),
    ((1, 1, 0, 1), (10, 1, 1, 1), {"bags": (9, 0)}, "-180, 9 bags"),
    ((4, 3, 3, 3), (3, 4, 3, 3), {"bags": (9, 0)}, "-70, 9 bags"),
    ((0, 1, 0, 1), (6, 0, 6, 1), {"bags": (9, 0)}, "-388, 1 bags"),
    # bonuses: at least so high, made, the largest alone
    ((5, 1, 5, 2), (5, 1, 5, 2), {"options": {"ten_for_200": True}}, "+200, 0 bags"),
    ((5, 1, 4, 2), (5, 2, 4, 2), {"options": {"ten_for_200": True}}, "+90, 0 bags"),
    ((5, 1, 5, 2), (5, 1, 4, 3), {"options": {"ten_for_200": True}}, "-100, 0 bags"),
    ((5, 1, 5, 2), (6, 1, 5, 1), {"options": {"ten_for_200": True}}, "+201, 1 bags"),
    ((10, 1, 0, 2), (10, 1, 0, 2), {"options": {"ten_for_200": True}}, "+300, 0 bags"),
    ((10, 1, 1, 1), (10, 1, 1, 1), {"options": {**ALONE, "ten_for_200": True}}, "+100, 0 bags"),
    ((7, 2, 2, 2), (7, 2, 2, 2), {"options": {**SOLO, "seven_for_140": True}}, "+140, 0 bags"),
    ((6, 2, 2, 2), (7, 2, 2, 2), {"options": {**SOLO, "seven_for_140": True}}, "+61, 1 bags"),
    ((7, 2, 2, 2), (7, 2, 2, 2), {"options": {**C1, "seven_for_140": True}}, "+90, 0 bags"),
    ((4, 3, 2, 3), (4, 3, 3, 3), {"options": {**C1, "bonus_bid": 6}}, "+121, 1 bags"),
    ((3, 3, 2, 4), (4, 3, 3, 3), {"options": {**C1, "bonus_bid": 6}}, "+52, 2 bags"),
    ((4, 3, 2, 3), (3, 4, 2, 4), {"options": {**C1, "bonus_bid": 6}}, "-60, 0 bags"),
    ((5, 1, 5, 1), (5, 1, 5, 2), {"options": {**C1, "bonus_bid": 6, "ten_for_200": True}}, "+200, 0 bags"),
    ((6, 1, 5, 1), (6, 1, 5, 1), {"options": {**C1, "bonus_bid": 6, "ten_for_200": True}}, "+220, 0 bags"),
    ((8, 1, 1, 1), (9, 2, 1, 1), {"options": {**ALONE, "bonus_bid": 8, "seven_for_140": True}}, "+161, 1 bags"),
    ((7, 1, 1, 1), (8, 3, 1, 1), {"options": {**ALONE, "bonus_bid": 7, "seven_for_140": True}}, "+141, 1 bags"),
    ((0, 4, 0, 4), (0, 9, 0, 4), {"options": {**C1, "bonus_bid": 1}}, "+200, 0 bags"),
]


@pytest.mark.parametrize(("bids", "tricks", "hand", "comes_of_it"), HANDS)
def test_a_scored_hand(bids: tuple[Any, ...], tricks: tuple[int, ...], hand: dict[str, Any], comes_of_it: str) -> None:
    assert sum(tricks) == 13
    assert scored(bids, tricks, **hand) == comes_of_it


def test_the_record_and_the_sheet_of_a_hand() -> None:
    done = last_trick((3, 4, "b0", 3), (4, 4, 2, 3), score=(100, -20), bags=(8, 1))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert ended.record == {
        "bids": (3, 4, "b0", 3),
        "tricks": (4, 4, 2, 3),
        "points": (-167, 70),
        "score": (-67, 50),
        "bags": (1, 1),
    }
    lines = ended.sheet["lines"]
    assert isinstance(lines, tuple) and len(lines) == 2
    assert lines[0] == {
        "bid": 3,
        "taken": 4,
        "nil_tricks": 2,
        "score_before": 100,
        "bags_before": 8,
        "contract": 30,
        "nils": -100,
        "bonus": 0,
        "bags_taken": 3,
        "penalties": 1,
        "points": -167,
        "score": -67,
        "bags": 1,
    }


RANGE = {**C1, "winning_score": 500, "losing_score": 600}
ENDINGS: list[tuple[tuple[int, ...], dict[str, Any], str]] = [
    # one end or the other, and the single highest score
    ((499, 200), {}, "goes on"),
    ((500, 200), {}, "NS"),
    ((510, 540), {}, "EW"),
    ((510, 510), {}, "goes on"),
    ((-299, 100), {}, "goes on"),
    ((-300, 100), {}, "EW"),
    ((-320, -310), {}, "EW"),
    ((-310, -310), {}, "goes on"),
    ((-300, 500), {}, "EW"),
    ((-9000, 499), {**C1, "losing_score": None}, "goes on"),
    ((0, 0, 300, 299), SOLO, "N"),
    ((310, 0, 310, 299), SOLO, "goes on"),
    ((310, 0, 310, 320), SOLO, "E"),
    ((-2000, -2000, -2000, 0), SOLO, "goes on"),
    ((10, 10, 5, -300), ALONE, "goes on"),
    ((10, 11, 5, -300), ALONE, "W"),
    # a range
    ((499, 0), RANGE, "goes on"),
    ((-5000, 0), RANGE, "goes on"),
    ((500, 0), RANGE, "NS"),
    ((599, 500), RANGE, "NS"),
    ((550, 550), RANGE, "goes on"),
    ((600, 500), RANGE, "EW"),
    ((600, 499), RANGE, "EW"),
    ((600, -700), RANGE, "EW"),
    ((600, 700), RANGE, "NS"),
    ((600, 600), RANGE, "goes on"),
    ((600, 100, 100, 50), {**RANGE, "partners": False}, "goes on"),
    ((600, 100, 99, 50), {**RANGE, "partners": False}, "W"),
    ((600, 650, 99, 500), {**RANGE, "partners": False}, "E"),
    ((700, 650, 800, 650), {**RANGE, "partners": False}, "goes on"),
]


@pytest.mark.parametrize(("scores", "options", "end"), ENDINGS)
def test_how_a_game_ends(scores: tuple[int, ...], options: dict[str, Any], end: str) -> None:
    assert ending(*scores, **options) == end

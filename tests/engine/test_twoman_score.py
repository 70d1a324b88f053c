"""Scoring of Two-Man Spades, a table for each step."""

from typing import Any

import pytest

from games.engine.cards import cards
from games.engine.state import GameEnded, HandEnded, plain
from games.twoman.score import Contract, Parity, Pile, Standing, bags_lost, settle_bags
from games.twoman.state import TwoManState
from tests.engine.positions import RULES, compared, ending, last_trick, playing, said, scored, sheet_of


@pytest.mark.parametrize(
    ("base", "bags", "display"),
    [(120, 3, 123), (0, 2, 2), (-100, 3, -103), (0, 0, 0), (120, -4, 120), (-100, -1, -100), (0, -2, 0), (-10, 6, -16)],
)
def test_the_display_score(base: int, bags: int, display: int) -> None:
    assert Standing(base, bags).display == display


@pytest.mark.parametrize(
    ("bid", "blind", "tricks", "points", "bags"),
    [
        (1, False, 1, 10, 0),
        (1, False, 0, -10, 0),
        (4, False, 4, 40, 0),
        (4, False, 7, 40, 3),
        (4, False, 3, -40, 0),
        (10, False, 10, 100, 0),
        (10, False, 9, -100, 0),
        (0, False, 0, 200, 0),
        (0, False, 1, -200, 1),
        (0, False, 10, -200, 10),
        (5, True, 5, 100, 0),
        (5, True, 7, 100, 2),
        (5, True, 4, -100, 0),
        (10, True, 10, 200, 0),
    ],
)
def test_a_bid(bid: int, blind: bool, tricks: int, points: int, bags: int) -> None:
    contract = Contract(bid, blind)
    assert (contract.points(tricks, 200), contract.bags(tricks)) == (points, bags)


@pytest.mark.parametrize(
    ("bags", "penalties", "bonuses", "left"),
    [
        (6, 0, 0, 6),
        (7, 1, 0, 0),
        (13, 1, 0, 6),
        (14, 2, 0, 0),
        (16, 2, 0, 2),
        (-4, 0, 0, -4),
        (-5, 0, 1, 0),
        (-7, 0, 1, -2),
        (0, 0, 0, 0),
    ],
)
def test_bags_come_to_rest(bags: int, penalties: int, bonuses: int, left: int) -> None:
    assert settle_bags(bags) == (penalties, bonuses, left)


@pytest.mark.parametrize(("won", "lost"), [("", 0), ("7D", 2), ("TC", 1), ("7D TC", 3), ("7C TD 7H", 0)])
def test_bag_cards(won: str, lost: int) -> None:
    assert bags_lost(cards(won)) == lost


@pytest.mark.parametrize(
    ("pile", "total", "parity", "points"),
    [
        ("AS AH", 2, Parity.EVEN, 20),
        ("AS KD", 14, Parity.EVEN, 10),
        ("AS QS", 13, Parity.ODD, 20),
        ("TC JD", 21, Parity.ODD, 10),
        ("KD KC", 26, Parity.EVEN, 20),
        ("2C 3C", 5, Parity.ODD, 20),
    ],
)
def test_the_pile(pile: str, total: int, parity: Parity, points: int) -> None:
    one, other = cards(pile)
    found = Pile((one, other))
    assert (found.total, found.parity, found.points) == (total, parity, points)


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        # bags of before, of the hand, and bag cards meet before any penalty
        ({"before": ("0 6", "0"), "won": ("TC", ""), "tricks": (5, 5), "bids": (4, 5)}, "X 56 (50 6), Y 50 (50 0)"),
        ({"before": ("0 6", "0"), "won": ("", "TC"), "tricks": (5, 5), "bids": (4, 5)}, "X -50 (-50 0), Y 50 (50 -1)"),
        # the pile's bag card counts for its winner, and both can lie in it
        (
            {"pile": "7D TC", "tricks": (5, 5), "bids": (5, 5), "before": ("0 1", "0 1")},
            "X 60 (60 -2), Y 51 (50 1)",
        ),
        ({"pile": "7D TC", "odd": "Y", "tricks": (5, 5), "bids": (5, 5)}, "X 50 (50 0), Y 60 (60 -3)"),
        # two penalties in one hand, and a penalty lifted by nothing
        ({"before": ("0 6", "0"), "tricks": (9, 1), "bids": (1, 1)}, "X -180 (-180 0), Y 10 (10 0)"),
        # both nil: one fails by every trick
        ({"tricks": (10, 0), "bids": (0, 0), "before": ("200", "-200")}, "X -93 (-90 3), Y 0 (0 0)"),
        # both set
        ({"tricks": (5, 5), "bids": (6, 6)}, "X -50 (-50 0), Y -60 (-60 0)"),
        # bag bonus
        ({"before": ("0 -4", "0"), "won": ("7D", ""), "tricks": (5, 5), "bids": (5, 5)}, "X 160 (160 -1), Y 50 (50 0)"),
    ],
)
def test_a_hand(hand: dict[str, Any], line: str) -> None:
    # the pile of 2C and 3D is odd and pays X ten points
    assert scored(**hand) == f"{line}; goes on"


@pytest.mark.parametrize(
    ("before", "options", "line"),
    [
        # a gain that comes exactly to the target is denied, one that falls short is not
        (("250", "250"), {}, "X 290 (290 0), Y 300 (300 0); Y wins by target"),
        (("240", "250"), {}, "X 290 (290 0), Y 310 (310 0); Y wins by target"),
        (("250", "250"), {"target": 310}, "X 300 (300 0), Y 310 (310 0); Y wins by target"),
        # level is not behind, and bags count for the display
        (("250", "230"), {}, "X 300 (300 0), Y 290 (290 0); X wins by target"),
        (("250", "230 1"), {}, "X 290 (290 0), Y 281 (280 1); goes on"),
        (("250 1", "230 1"), {}, "X 301 (300 1), Y 291 (290 1); X wins by target"),
        (("250 5", "230 5"), {}, "X 305 (300 5), Y 295 (290 5); X wins by target"),
        # the option
        (("250", "250"), {"denial": False}, "X 300 (300 0), Y 310 (310 0); Y wins by target"),
    ],
)
def test_denial(before: tuple[str, str], options: dict[str, Any], line: str) -> None:
    """The bids are made exactly, 40 to X and 60 to Y; then X wins the pile for 10."""
    assert scored(bids=(4, 6), tricks=(4, 6), before=before, options=options) == line


@pytest.mark.parametrize(
    ("x", "y", "end"),
    [
        ("300", "300", "nobody wins by target"),
        ("300 3", "300 3", "nobody wins by target"),
        ("300 -4", "300 -4", "nobody wins by target"),
        ("300 6", "300 5", "X wins by target"),
        ("300 0", "300 -1", "X wins by target"),
        ("290 6", "290 6", "goes on"),
        ("300", "290 6", "X wins by target"),
        ("300", "0", "X wins by mercy"),
        ("0", "300", "Y wins by mercy"),
        ("290", "-10", "X wins by mercy"),
        ("290", "-0 2", "goes on"),
        ("-150", "140", "goes on"),
        ("-150 6", "140 4", "Y wins by mercy"),
    ],
)
def test_the_end_of_the_game(x: str, y: str, end: str) -> None:
    assert compared(x, y) == end


@pytest.mark.parametrize(
    ("blind", "tricks", "end"),
    [
        (("nil", None), (0, 10), "X wins by blind_nil"),
        ((None, "nil"), (10, 0), "Y wins by blind_nil"),
        (("nil", None), (1, 9), "Y wins by blind_nil"),
        (("nil", 10), (1, 9), "Y wins by blind_nil"),
        ((None, "nil"), (9, 1), "X wins by blind_nil"),
        ((10, "nil"), (9, 1), "X wins by blind_nil"),
    ],
)
def test_a_blind_nil_decides_the_game_and_scores_nothing(blind: Any, tricks: tuple[int, int], end: str) -> None:
    done = last_trick(bids=(0, 0), tricks=tricks, before=("20 3", "250 2"), pile="7D TC", blind=blind)
    assert isinstance(done.state, TwoManState)
    assert (ending(done.state), done.state.displays) == (end, (23, 252))
    assert sheet_of(done) == {"blind_nil": blind.index("nil"), "tricks": tricks}


@pytest.mark.parametrize("nil", [0, 1])
def test_a_blind_nil_that_takes_a_trick_stops_the_hand_at_once(nil: int) -> None:
    def by_seat(his: Any, hers: Any) -> Any:
        return (his, hers) if nil == 0 else (hers, his)

    position = {"blind": by_seat("nil", None), "bids": by_seat(0, 4), "tricks": by_seat(0, 7), "leader": nil}
    state = playing(*by_seat("AS 7H 3H", "9H 8D 5D"), **position)
    state = said(state, (nil, "play", "7H"), (1 - nil, "play", "9H"))
    assert ending(state) == "goes on"
    state = said(state, (1 - nil, "play", "8D"), (nil, "play", "AS"))
    assert (ending(state), state.tricks) == (f"{'YX'[nil]} wins by blind_nil", by_seat(1, 8))


def test_a_failed_blind_nil_of_the_other_seat_is_no_matter_of_the_winner_of_its_tricks() -> None:
    state = playing("7H 3H", "9H 8D", blind=("nil", None), bids=(0, 4), tricks=(0, 8))
    state = said(state, (0, "play", "7H"), (1, "play", "9H"), (1, "play", "8D"), (0, "play", "3H"))
    assert ending(state) == "X wins by blind_nil"


def test_the_sheet_explains_every_point() -> None:
    hand = last_trick(
        bids=(4, 3), blind=(None, None), tricks=(7, 3), before=("250 5", "300 1"), pile="7D 2S", won=("", "TC")
    )
    sheet = sheet_of(hand)
    assert sheet["lines"][0] == {
        "bid": 4,
        "blind": False,
        "tricks": 7,
        "display_before": 255,
        "bags_before": 5,
        "bid_points": 40,
        "bags_taken": 3,
        "bags_lost": 2,
        "penalties": 0,
        "bonuses": 0,
        "pile_points": 0,
        "base": 290,
        "bags": 6,
        "display": 296,
    }
    assert (sheet["pile_winner"], sheet["pile_points"], sheet["denied"]) == (0, 10, True)
    assert (sheet["lines"][1]["pile_points"], sheet["lines"][1]["base"]) == (-10, 320)


def test_the_record_of_a_hand() -> None:
    done = last_trick(bids=(4, 6), tricks=(4, 6), before=("0 2", "250"))
    ended = next(event for event in done.events if isinstance(event, HandEnded))
    assert plain(ended.record) == {"tricks": [4, 6], "base": [50, 310], "bags": [2, 0], "display": [52, 310]}
    over = next(event for event in done.events if isinstance(event, GameEnded))
    assert plain(over.result.record) == {"winner": 1, "why": "target"}
    assert RULES.result(done.state) == over.result

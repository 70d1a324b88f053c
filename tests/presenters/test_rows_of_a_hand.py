"""The rows of a player's hand on a phone."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.state import Phase
from games.viewmodel.cards import ONE_ROW, in_rows
from tests.presenters import seeing, seeing_spades, seeing_whist
from tests.presenters.seeing import Shown

DEALT = "ABCDEFGHIJKLM"


@pytest.mark.parametrize(
    ("dealt", "gone", "rows"),
    [
        (DEALT, "", ["ABCDEFG", "HIJKLM"]),
        (DEALT, "BCL", ["ADEFG", "HIJKM"]),
        (DEALT, "ACDFG", ["BE", "HIJKLM"]),
        (DEALT, "ABCDEF", ["GHIJKLM"]),
        (DEALT[:10], "AB", ["CDE", "FGHIJ"]),
        (DEALT[:10], "FGHI", ["ABCDEJ"]),
        (DEALT[:12], "GHIJK", ["ABCDEF", "L"]),
        (DEALT[:6], "", ["ABCDEF"]),
        (DEALT, DEALT, []),
    ],
)
def test_a_card_stays_in_its_row_until_all_fit_in_one(dealt: str, gone: str, rows: list[str]) -> None:
    assert ["".join(row) for row in in_rows(dealt, gone=gone)] == rows


def test_a_hand_with_a_kitty_has_three_rows() -> None:
    assert list(map(len, in_rows(range(18), rows=3))) == [6, 6, 6]


def own_rows(table: Shown[Any]) -> Iterator[list[list[str]]]:
    """The player's rows at each moment of a hand that is played out with the first legal cards."""
    rules = table.log.rules
    while table.log.state.phase is Phase.PLAY:
        yield [[one.face.text for one in row] for row in table.more().rows]
        seat = min(table.waits_for)
        first = rules.legal_actions(table.log.state, seat)[0]
        assert isinstance(first, Action)
        table.with_action(seat, first)


@pytest.mark.parametrize(
    "table",
    [seeing.in_play(), seeing_spades.in_play(), seeing_whist.in_play()],
    ids=["twoman", "spades", "bidwhist"],
)
def test_no_card_changes_its_row_while_a_hand_is_played(table: Shown[Any]) -> None:
    moments = list(own_rows(table))
    first, second = moments[0]
    for rows in moments:
        left = [one for row in rows for one in row]
        assert left == [one for one in first + second if one in left]
        if len(rows) > 1:
            assert set(rows[0]) <= set(first) and set(rows[1]) <= set(second)
        assert (len(rows) > 1) == (len(left) > max(ONE_ROW, len(first)))

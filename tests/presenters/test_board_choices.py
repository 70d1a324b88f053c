"""What was chosen at a board, row by row: the own choice is marked where it is counted; and the own place in words."""

from dataclasses import replace
from datetime import date

import pytest

from games.presenters import boards as shown
from games.services.boards.field import CHOICES, BoardResult, ChoiceCount, Field, Standing

USUAL, OTHER, FEW = ChoiceCount('["bid",4]', 30, 5.0), ChoiceCount('["bid",5]', 9, -5.0), ChoiceCount("", 2, 0.0)


@pytest.mark.parametrize(
    ("own", "rows", "marked"),
    [
        ('["bid",4]', (USUAL, OTHER, FEW), ["4"]),
        ('["bid",3]', (USUAL, OTHER, FEW), ["3, and other rare choices"]),
        ('["bid",3]', (USUAL, OTHER, ChoiceCount("", 1, 0.0)), ["3"]),
        ('["bid",3]', (USUAL, OTHER), ["3"]),  # it does not count, and no other attempt has it
        ("", (USUAL, OTHER, FEW), []),  # given up
    ],
)
def test_the_own_choice_is_always_named(own: str, rows: tuple[ChoiceCount, ...], marked: list[str]) -> None:
    (bids,) = shown.result(found(own, rows, Standing(20, 10, 10)), day=date(2026, 3, 1), url="").choices
    assert [row.text for row in bids.rows if row.is_own] == marked


def test_better_level_and_below_come_to_a_hundred() -> None:
    told = shown.result(found("", (), Standing(7, 7, 7)), day=date(2026, 3, 1), url="")
    assert (told.sentence, told.beside) == ("Better than 33% of 21 others", "Level with 33%, below 34%.")


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (Standing(10, 0, 10, house=20), "Better than 50% of 20 computer players"),
        (Standing(10, 0, 10, house=15), "Better than 50% of 20 others, 15 of them computer players"),
        (Standing(10, 0, 10), "Better than 50% of 20 others"),
        (Standing(1, 0, 0), "Better than 100% of 1 other"),
    ],
)
def test_the_headline_the_list_and_the_shared_text_say_whom_one_beat(standing: Standing, told: str) -> None:
    result = shown.result(found("", (), standing), day=date(2026, 3, 1), url="")
    assert result.sentence == shown.better_than(standing) == told
    assert told[1:] in result.share


def test_a_choice_that_does_not_count_is_not_taken_for_one_of_the_rare_ones() -> None:
    uncounted = replace(found('["bid",3]', (USUAL, FEW), Standing(20, 10, 10)), is_counted=False)
    (bids,) = shown.result(uncounted, day=date(2026, 3, 1), url="").choices
    rows = [(row.text, row.share) for row in bids.rows]
    assert rows[1:] == [("something else", "6%"), ("3", "–")]


def found(own: str, rows: tuple[ChoiceCount, ...], standing: Standing) -> BoardResult:
    field = Field(41, 0, ((10, 41),), {**dict.fromkeys(CHOICES, ()), "bid": rows})
    return BoardResult(
        key="twoman",
        code="",
        hand=1,
        margin=10,
        error_rate=None,
        choices={**dict.fromkeys(CHOICES, ""), "bid": own},
        is_counted=True,
        standing=standing,
        by_error=None,
        field=field,
        house={},
    )

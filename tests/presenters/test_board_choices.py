"""What was chosen at a board, row by row: the own choice is marked where it is counted; and the own place in words."""

from datetime import date

import pytest

from games.presenters import boards as shown
from games.services.boards.field import CHOICES, BoardResult, Choice, Field, Standing

USUAL, OTHER, FEW = Choice('["bid",4]', 30, 5.0), Choice('["bid",5]', 9, -5.0), Choice("", 2, 0.0)


@pytest.mark.parametrize(
    ("own", "rows", "marked"),
    [
        ('["bid",4]', (USUAL, OTHER, FEW), ["4"]),
        ('["bid",3]', (USUAL, OTHER, FEW), ["something else"]),
        ('["bid",3]', (USUAL, OTHER), []),  # one that counts not, and nobody else’s
        ("", (USUAL, OTHER, FEW), []),  # given up
    ],
)
def test_the_own_choice_is_in_its_row_or_among_those_of_few(
    own: str, rows: tuple[Choice, ...], marked: list[str]
) -> None:
    (bids,) = shown.result(found(own, rows, Standing(20, 10, 10)), day=date(2026, 3, 1), url="").choices
    assert [row.text for row in bids.rows if row.is_own] == marked


def test_better_level_and_below_come_to_a_hundred() -> None:
    told = shown.result(found("", (), Standing(7, 7, 7)), day=date(2026, 3, 1), url="")
    assert (told.sentence, told.beside) == ("Better than 33% of 21 others", "Level with 33%, below 34%.")


def found(own: str, rows: tuple[Choice, ...], standing: Standing) -> BoardResult:
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

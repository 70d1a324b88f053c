"""How sure a rate is that was counted."""

import pytest

from games.rates import places, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (4.5, 9, 0.2265, 0.7735),
        (650, 1000, 0.6199, 0.6789),
    ],
)
def test_the_interval_is_wilsons(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0001)


def test_who_are_level_share_the_place_of_the_first_of_them() -> None:
    assert places([0.9, 0.6, 0.6, 0.6, 0.1]) == [1, 2, 2, 2, 5]
    assert places([]) == []

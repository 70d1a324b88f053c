"""What a match tells: quantiles, the table and the JSON."""

import pytest

from games.arena.match import Game
from games.arena.report import Tally, quantile, table


@pytest.mark.parametrize(("part", "expected"), [(0.5, 50), (0.99, 99), (1.0, 100), (0.0, 1)])
def test_quantiles_are_values_that_occurred(part: float, expected: int) -> None:
    assert quantile(range(100, 0, -1), part) == expected


def _game(winners: frozenset[int], margins: tuple[float | None, ...]) -> Game:
    return Game(0, (0, 1), {}, (), winners, margins, ((0.001, 0.003), (0.002,)))


def test_a_tally_counts_wins_ties_margins_and_milliseconds() -> None:
    tally = Tally("easy")
    for game in (
        _game(frozenset((0,)), (30.0, -30.0)),
        _game(frozenset((1,)), (-10.0, 10.0)),
        _game(frozenset(), (0.0, 0.0)),
        _game(frozenset((0,)), (None, None)),
    ):
        tally.add(game, 0)
    assert tally.as_json() == {
        "name": "easy",
        "games": 4,
        "wins": 2,
        "ties": 1,
        "win_rate": 0.5,
        "interval": [0.15, 0.85],
        "margin": 6.67,
        "ms": {"median": 1.0, "p99": 3.0},
    }
    assert "50.0%" in table([tally]) and table([tally]).splitlines()[1].startswith("easy")

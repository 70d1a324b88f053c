"""What hard Marta's evaluation is fitted to: a handful of duels, and weights that can be pasted in."""

import numpy as np
import pytest

from games.arena.match import Match
from games.arena.shares import played
from games.cardduel.bots.evaluation import WEIGHTS
from training import teach_duellist
from training.duel_lessons import lessons_of, weights_of

MATCH = Match("cardduel", ("wavering", "wavering"), games=6, seed=3)


def test_every_round_but_the_last_is_a_lesson() -> None:
    games = list(played(MATCH))
    rows, won = lessons_of(games)
    rounds = [sum(action.verb == "play" for _, action in game.log) // 2 for game in games]
    ended = sum(any(action.verb == "blaze" for _, action in game.log) for game in games)
    assert len(rows) == len(won) == sum(rounds) - len(games) + ended
    assert rows.shape[1] == len(WEIGHTS) and np.isfinite(rows).all()
    assert set(won) == {0.0, 1.0} and set(rows[:, 0]) == {1.0}


def test_a_curve_is_fitted_that_tells_winners_from_losers() -> None:
    """Who has more HP wins in these lessons, and the first number has nothing to do with it."""
    rng = np.random.default_rng(1)
    ahead = rng.normal(size=800)
    rows = np.stack([np.ones(800), ahead], axis=1)
    weights = weights_of(rows, (rng.random(800) < 1 / (1 + np.exp(-2 * ahead))).astype(np.float64))
    assert weights == pytest.approx([0.0, 2.0], abs=0.4)


def test_the_command_prints_a_finite_weight_for_each_number(capsys: pytest.CaptureFixture[str]) -> None:
    teach_duellist.main(["--games=6", "--seed=3", "--jobs=1"])
    weights = [float(one) for one in capsys.readouterr().out.splitlines()[-1].split(",")]
    assert len(weights) == len(WEIGHTS) and np.isfinite(weights).all()

"""Measure the inference of the ruthless bot: the likelihood of the opponent's actual hand relative to random hands.

`python -m training.reading --games 200 --seed 9` plays games against three bots and evaluates the likelihood before
each bid and card of the ruthless bot. A ratio of 1 means no information. This measure tells two models apart in fewer
games than the share of wins does.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from typing import Final

import numpy as np

from games.arena.match import ArenaGame, Match, played
from games.bots.kernels import Floats, Ints, kernel
from games.bots.knowledge import pack_bits
from games.engine.state import Phase, SeatView
from games.management.progress import watched
from games.twoman.bots.inference import HELD, POOL, cards_of, draw, likelihood
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.position import LearntWeights, learnt
from games.twoman.bots.ruthless import Effort, scene_of
from training.marta_lessons import steps
from training.oracle import STAGES

OTHERS: Final = ("plain", "medium", "ruthless")
#: Number of random hands with which the actual hand is compared.
_DRAWN: Final = 400


@kernel
def gained(scene: Ints, plays: Ints, held: int, drawn: int, known: LearntWeights, trust: Floats, seed: Ints) -> float:
    """Return the natural logarithm of the likelihood of `held` over the mean likelihood of `drawn` random hands."""
    pool, found = np.empty(52, np.int64), np.empty(drawn, np.float64)
    size = cards_of(scene[POOL], pool)
    for i in range(drawn):
        found[i] = likelihood(scene, plays, draw(pool, size, scene[HELD], seed), known, trust)
    top = found.max()
    own: float = likelihood(scene, plays, held, known, trust) - top - np.log(np.exp(found - top).mean())
    return own


def read(match: Match, game: ArenaGame) -> Iterator[tuple[str, float]]:
    """Yield (stage, log ratio) before each bid and card of the first player, unless only one action is legal."""
    seed, trust = np.array([2 * game.index + 1], np.int64), np.array(Effort().trust)
    for before, seat, _, _ in steps(match.rules, game):
        is_asked = before.phase in (Phase.BID, Phase.PLAY) and game.seating[seat] == 0
        if is_asked and len((view := match.rules.view(before, seat)).legal) > 1:
            scene, plays = scene_of(knowledge_of(view))
            theirs = pack_bits(before.hands[1 - seat])
            yield _stage(view), float(gained(scene, plays, theirs, _DRAWN, learnt(), trust, seed))


def _stage(view: SeatView) -> str:
    return next(name for name, is_there in STAGES.items() if is_there(view))


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games against each opponent (plain, medium, ruthless)")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--jobs", type=int, default=2)
    return parser


def main() -> int:
    asked = command_line().parse_args()
    for other in OTHERS:
        match = Match("twoman", ("ruthless", other), asked.games, seed=asked.seed, duplicate=True)
        games = watched(played(match, asked.jobs), total=asked.games, unit="game")
        found = [list(read(match, game)) for game in games]
        for stage in STAGES:
            if any(stage == name for game in found for name, _ in game):
                print(f"{other}, {stage}: {summary([[one for name, one in game if name == stage] for game in found])}")
    return 0


def summary(found: Sequence[Sequence[float]]) -> str:
    """Return the mean log ratio over all choices as text, with a 95% confidence interval clustered by game."""
    every = sum(map(len, found))
    mean = sum(map(sum, found)) / every
    error = sqrt(sum((sum(game) - mean * len(game)) ** 2 for game in found)) / every
    return f"{exp(mean):.2f} times ({mean:.3f} ± {1.96 * error:.3f} in logarithms) in {every} choices"


if __name__ == "__main__":
    sys.exit(main())

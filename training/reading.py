"""Measure how well ruthless Marta infers the other hand: its likelihood relative to a hand drawn at random.

`python -m training.reading --games 200 --seed 9` plays games against other levels and evaluates before each of her bids
and cards. A ratio of 1 means no information. A better model shows here first, and sooner than in wins.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from typing import Final

import numpy as np

from games.arena.match import Game, Match, played
from games.bots.kernels import Floats, Ints, kernel
from games.bots.knowledge import pack_bits
from games.engine.state import Phase, SeatView
from games.management.progress import watched
from games.twoman.bots.inference import HELD, POOL, cards_of, draw, likelihood
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.ruthless import Effort, scene_of
from games.twoman.bots.scoring import Learnt, learnt
from training.marta_lessons import steps
from training.oracle import STAGES

OTHERS: Final = ("plain", "medium", "ruthless")
#: Random hands drawn for each real one.
_DRAWN: Final = 400


@kernel
def gained(scene: Ints, plays: Ints, held: int, drawn: int, known: Learnt, trust: Floats, seed: Ints) -> float:
    """Return the log ratio of the likelihood of `held` to the mean likelihood of that many uniformly drawn hands."""
    pool, found = np.empty(52, np.int64), np.empty(drawn, np.float64)
    size = cards_of(scene[POOL], pool)
    for i in range(drawn):
        found[i] = likelihood(scene, plays, draw(pool, size, scene[HELD], seed), known, trust)
    top = found.max()
    own: float = likelihood(scene, plays, held, known, trust) - top - np.log(np.exp(found - top).mean())
    return own


def read(match: Match, game: Game) -> Iterator[tuple[str, float]]:
    """Yield the stage and the log ratio before each bid and card of the first player that is a real choice."""
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
    parser.add_argument("--games", type=int, default=200, help="against each of the others")
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
                print(f"{other}, {stage}: {told([[one for name, one in game if name == stage] for game in found])}")
    return 0


def told(found: Sequence[Sequence[float]]) -> str:
    """Format the mean over all choices, with its confidence interval from game to game."""
    every = sum(map(len, found))
    mean = sum(map(sum, found)) / every
    error = sqrt(sum((sum(game) - mean * len(game)) ** 2 for game in found)) / every
    return f"{exp(mean):.2f} times ({mean:.3f} ± {1.96 * error:.3f} in logarithms) in {every} choices"


if __name__ == "__main__":
    sys.exit(main())

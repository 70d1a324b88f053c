"""Measure how much more often the ruthless bot would win if it saw the opponent's cards at one stage of each hand.

This is an upper bound on the gain from better inference. `python -m training.oracle --games 600 --seed 5` plays, for
each stage, pairs of games with the same deals between a ruthless bot that sees the opponent's cards at this stage and
one that never does. At the blind decision the first bot sees the other's cards, but not its own, which are face down.
It chooses cards as if both players saw all cards.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Final

import numpy as np

from games.arena.match import ArenaTable, Match
from games.bots.kernels import Ints
from games.bots.knowledge import pack_bits
from games.engine.actions import Action
from games.engine.cards import PACK
from games.engine.state import Phase, Seat, SeatView, State
from games.figures import wilson
from games.management.progress import watched
from games.twoman.bots import rollouts
from games.twoman.bots.inference import cards_of, draw
from games.twoman.bots.knowledge import Knowledge
from games.twoman.bots.position import learnt
from games.twoman.bots.ruthless import RuthlessTwoMan, case_of
from games.twoman.rules import TRICKS

#: Number of cards dealt to each hand.
_ELEVEN: Final = 11


def _tricks(first: int, last: int) -> Callable[[SeatView], bool]:
    """Return a function that tests whether the seat is to play a card in one of these tricks."""
    return lambda view: view.phase is Phase.PLAY and first <= TRICKS + 1 - len(view.hand or ()) <= last


STAGES: Final[Mapping[str, Callable[[SeatView], bool]]] = {
    "blind": lambda view: view.phase is Phase.BLIND,
    "discard": lambda view: view.phase is Phase.DISCARD,
    "bid": lambda view: view.phase is Phase.BID,
    "tricks 1-3": _tricks(1, 3),
    "tricks 4-6": _tricks(4, 6),
    "tricks 7-10": _tricks(7, 10),
}


class ShownTwoMan(RuthlessTwoMan):
    """A ruthless bot that sees the opponent's hand if `other` is set: a number with a bit per card."""

    other: int | None = None

    def _blinds(self, knowledge: Knowledge, seed: Ints) -> Ints:
        if self.other is None:
            return super()._blinds(knowledge, seed)
        case, row = case_of(knowledge), np.zeros(TRICKS + 1, np.int64)
        pool, theirs, totals = np.empty(52, np.int64), np.empty(52, np.int64), np.zeros(TRICKS + 1, np.int64)
        cards_of(self.other, theirs)
        size = cards_of(((1 << len(PACK)) - 1) & ~self.other, pool)
        for _ in range(self._effort.blinds):
            draw(pool, size, _ELEVEN, seed)
            dealt = np.concatenate((pool[:_ELEVEN], theirs[:_ELEVEN]))
            rollouts.write_blind(case, dealt, learnt(), seed, row)
            totals += row
        return totals

    def _discards(self, knowledge: Knowledge, seed: Ints) -> Ints:
        if self.other is None:
            return super()._discards(knowledge, seed)
        case, eleven, asked = case_of(knowledge), pack_bits(knowledge.hand), np.empty(_ELEVEN, np.int64)
        row, totals = np.empty(_ELEVEN, np.int64), np.zeros(len(PACK), np.int64)
        cards_of(eleven, asked)
        for _ in range(self._effort.discards):
            rollouts.write_discards(case, eleven, asked, self.other, learnt(), seed, row)
            totals[asked] += row
        return totals

    def _hands(self, scene: Ints, plays: Ints, wanted: int, drawn: int, seed: Ints) -> Ints:
        if self.other is None:
            return super()._hands(scene, plays, wanted, drawn, seed)
        return np.full(wanted, self.other, np.int64)


class OpenTable(ArenaTable):
    """A table at which the match's first player sees the opponent's cards at one stage."""

    def __init__(self, match: Match, index: int, stage: str) -> None:
        self.shown, self.is_shown = ShownTwoMan(), STAGES[stage]
        super().__init__(match, index, (self.shown, RuthlessTwoMan()))

    def _ask(self, state: State, seat: Seat) -> Action:
        is_open = self.is_shown(self._rules.view(state, seat))
        self.shown.other = pack_bits(state.hands[1 - seat]) if is_open else None
        return super()._ask(state, seat)


def won(stage: str, seed: int, games: int, index: int) -> float:
    """Play one game; return 1 if the player who sees the opponent's cards wins it, 0.5 for a tie, else 0."""
    match = Match("twoman", ("ruthless", "ruthless"), games=games, seed=seed, duplicate=True)
    winners = OpenTable(match, index, stage).play().winners
    return 0.5 if not winners else float(0 in winners)


def climbed(stage: str, games: int, seed: int, jobs: int) -> Iterator[float]:
    with ProcessPoolExecutor(jobs, initializer=partial(RuthlessTwoMan().prepare, Random(0))) as workers:  # noqa: S311
        yield from workers.map(partial(won, stage, seed, games), range(games))


def command_line() -> ArgumentParser:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600, help="games of each stage")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--stage", choices=STAGES, action="append", help="measure these stages only")
    return parser


def main() -> int:
    asked = command_line().parse_args()
    for stage in asked.stage or STAGES:
        results = list(watched(climbed(stage, asked.games, asked.seed, asked.jobs), total=asked.games, unit="game"))
        low, high = wilson(sum(results), len(results))
        print(f"{stage}: {sum(results) / len(results):.1%} [{low:.1%}, {high:.1%}] of {len(results)} games", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Planted blunders: late cards of Two-Man Spades whose exact loss is known, because every hand the other may hold is
looked at, and what a review says of them. `python -m tests.review.planted --blunders 300` prints the figures.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

import numpy as np

from games.bots.compiling import Ints
from games.engine.actions import Action
from games.engine.state import DEALER, Phase, SeatView, State
from games.registry import bot, evaluator
from games.review.decisions import LoggedAction, Turn, decisions
from games.twoman.bots.knowledge import Knowledge, knowledge_of
from games.twoman.bots.ruthless import playing, scoring, valuing
from games.twoman.bots.ruthless.encoding import NUMBERS, bits, case_of, scene_of
from games.twoman.bots.ruthless.learnt import learnt, new_stamp, workspace
from games.twoman.bots.ruthless.reviewer import alike
from tests.review.hands import RULES

#: Cards left, and hands the other may hold, at most.
LATE, FEW = 4, 6_000
#: A blunder in millionths of a game.
BLUNDER = 100_000


@dataclass(frozen=True)
class Planted:
    """A card at a moment, and what it costs if every hand that may be is weighed by how likely it is."""

    view: SeatView
    card: Action
    loss: float


@dataclass
class Found:
    """How many were looked at, and how many of them a review marks."""

    blunders: int = 0
    marked: int = 0
    best: int = 0
    blamed: int = 0


def looked_at(seed: int, *, blunders: int, best: int) -> Found:
    """Until so many of each kind have been reviewed."""
    found = Found()
    for place, planted in enumerate(positions(seed)):
        if planted.loss >= BLUNDER and found.blunders < blunders:
            found.blunders += 1
            found.marked += is_marked(planted, place)
        elif planted.loss == 0 and found.best < best:
            found.best += 1
            found.blamed += is_marked(planted, place)
        if found.blunders >= blunders and found.best >= best:
            break
    return found


def is_marked(planted: Planted, place: int) -> bool:
    seat = planted.view.seat
    assert seat is not None
    turn = Turn(LoggedAction(place, seat, planted.card), planted.view)
    made = list(decisions(evaluator("twoman"), [turn], code="planted"))
    return any(one.mark is not None for one in made)


def positions(seed: int) -> Iterator[Planted]:
    """Every card of every late choice in hands that medium and easy play."""
    rng = Random(seed)
    while True:
        state: State = RULES.initial({}, {"base": (10 * rng.randint(0, 24), 10 * rng.randint(0, 24))})
        state = RULES.apply(state, DEALER, RULES.chance(state, rng.randrange)).state
        players = [bot("twoman", rng.choice(("easy", "medium"))) for _ in range(2)]
        while state.number == 1 and state.phase not in (Phase.DEAL, Phase.OVER):
            seat = min(RULES.waits_for(state))
            view = RULES.view(state, seat)
            if state.phase is Phase.PLAY and len(view.legal) > 1 and len(view.hand or ()) <= LATE:
                yield from weighed(view)
            state = RULES.apply(state, seat, players[seat].choose(view, rng)).state


def weighed(view: SeatView) -> Iterator[Planted]:
    knowledge = knowledge_of(view)
    choices = alike(knowledge)
    if len(choices) < 2 or comb(len(knowledge.pool), knowledge.held) > FEW:
        return
    means = exact(knowledge)
    worth = [float(means[NUMBERS[cards[0]]]) for cards in choices]
    for cards, value in zip(choices, worth, strict=True):
        yield Planted(view, Action("play", cards[0].text), max(worth) - value)


def exact(knowledge: Knowledge) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """By card number the mean worth over all hands the other may hold, each as heavy as what it did makes it."""
    known, (scene, plays) = learnt(), scene_of(knowledge)
    hands: Ints = np.array([bits(some) for some in combinations(knowledge.pool, knowledge.held)], np.int64)
    trust = np.ones(3)
    logs = np.array(
        [playing.likelihood(scene, plays, int(hand), known.plays, known.discards, known.bids, trust) for hand in hands]
    )
    weights = np.exp(logs - logs.max())
    worth = np.zeros((11, 9), np.int64)
    scoring.fill_worth(worth, case_of(knowledge), known.standings)
    out = np.zeros((len(hands), 52), np.int64)
    valuing.card_worths(workspace(), scene, plays, hands, worth.ravel(), new_stamp(), out)
    means: np.ndarray[tuple[int], np.dtype[np.float64]] = weights @ out / weights.sum()
    return means


def main() -> None:
    parser = argparse.ArgumentParser(description="What a review says of cards whose exact loss is known.")
    parser.add_argument("--blunders", type=int, default=300)
    parser.add_argument("--best", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = looked_at(given.seed, blunders=given.blunders, best=given.best)
    print(f"of {found.blunders} planted blunders {found.marked} are marked")
    print(f"of {found.best} best cards {found.blamed} are marked")


if __name__ == "__main__":
    import django

    django.setup()
    main()

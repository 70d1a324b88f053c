"""Planted blunders: late cards whose exact loss is known, because every hand that the others may hold is looked at, and
what a review says of them. `python -m tests.review.planted twoman --blunders 300` prints the figures.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from games.engine.actions import Action
from games.engine.state import DEALER, Phase, SeatView, State
from games.registry import bot, evaluator, ruleset
from games.review.decisions import LoggedAction, Turn, decisions
from tests.review.exact import PLANTINGS

#: A blunder in millionths of a game.
BLUNDER = 100_000
#: Of planted blunders so many are to be marked, of best cards no more than so many.
MARKED, BLAMED = 0.95, 0.01


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


def looked_at(key: str, seed: int, *, blunders: int, best: int) -> Found:
    """Until so many of each kind have been reviewed."""
    found = Found()
    for place, planted in enumerate(positions(key, seed)):
        if planted.loss >= BLUNDER and found.blunders < blunders:
            found.blunders += 1
            found.marked += is_marked(key, planted, place)
        elif planted.loss == 0 and found.best < best:
            found.best += 1
            found.blamed += is_marked(key, planted, place)
        if found.blunders >= blunders and found.best >= best:
            break
    return found


def is_marked(key: str, planted: Planted, place: int) -> bool:
    seat = planted.view.seat
    assert seat is not None
    turn = Turn(LoggedAction(place, seat, planted.card), planted.view)
    made = list(decisions(evaluator(key), [turn], code="planted"))
    return any(one.mark is not None for one in made)


def positions(key: str, seed: int) -> Iterator[Planted]:
    """Every card of every late choice in first hands that these levels play."""
    rules, planting, rng = ruleset(key), PLANTINGS[key], Random(seed)
    while True:
        state: State = rules.initial(planting.options, planting.start(rng))
        state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
        players = [bot(key, rng.choice(planting.levels)) for _ in range(rules.seats)]
        while state.number == 1 and state.phase not in (Phase.DEAL, Phase.OVER):
            seat = min(rules.waits_for(state))
            view = rules.view(state, seat)
            if state.phase is Phase.PLAY and len(view.legal) > 1 and len(view.hand or ()) <= planting.late:
                worths = planting.worths(state, view)
                for card, worth in worths:
                    yield Planted(view, Action("play", card.text), max(one for _, one in worths) - worth)
            state = rules.apply(state, seat, players[seat].choose(view, rng)).state


def main() -> None:
    parser = argparse.ArgumentParser(description="What a review says of cards whose exact loss is known.")
    parser.add_argument("game", choices=sorted(PLANTINGS))
    parser.add_argument("--blunders", type=int, default=300)
    parser.add_argument("--best", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = looked_at(given.game, given.seed, blunders=given.blunders, best=given.best)
    print(f"of {found.blunders} planted blunders {found.marked} are marked")
    print(f"of {found.best} best cards {found.blamed} are marked")
    if found.marked < MARKED * found.blunders or found.blamed > BLAMED * found.best:
        raise SystemExit("That is not what a review promises.")


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main()

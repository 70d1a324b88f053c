"""Run by the bench: how long ruthless Marta takes over a card, a bid and a discard, in milliseconds of a core, as JSON.

What is compiled or loaded before her first choice is no part of it.
"""

import json
import sys
import time
from collections import defaultdict
from random import Random
from typing import Any

from games.arena.match import ArenaTable, Match, seated
from games.engine.actions import Action
from games.engine.state import SeatView
from games.management.progress import watched

GAMES = 40


class Timed:
    """A player as the arena asks it, with a watch."""

    def __init__(self, player: Any, taken: dict[str, list[float]]) -> None:
        self.player, self.taken = player, taken

    def choose(self, view: SeatView, rng: Random) -> Action:
        begun = time.thread_time()
        action: Action = self.player.choose(view, rng)
        self.taken[str(view.phase)].append(1000 * (time.thread_time() - begun))
        return action


def main() -> int:
    import django

    django.setup()
    from games.services.moves.players import ready

    ready("twoman", "ruthless")
    match = Match("twoman", ("ruthless", "medium"), games=GAMES, seed=7, duplicate=True)
    taken: dict[str, list[float]] = defaultdict(list)
    marta, other = seated(match)
    for index in watched(range(GAMES), unit="game"):
        ArenaTable(match, index, (Timed(marta, taken), other)).play()
    json.dump(taken, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())

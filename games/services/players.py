"""The computer players' readiness. Touches no rows."""

from random import Random
from typing import Final

from games import registry
from games.bots.base import Bot, Prepared

#: Those that are ready in this process.
_READY: Final[set[Bot]] = set()


def prepare() -> None:
    """Load and compile what the computer players need; seconds the first time on a machine, less than one after."""
    for key in registry.GAMES:
        for level in registry.levels(key):
            ready(key, level)


def ready(key: str, level: str) -> Bot:
    """The player of that level, ready to choose; KeyError where the game has none."""
    player = registry.bot(key, level)
    if player not in _READY and isinstance(player, Prepared):
        player.prepare(Random(0))  # nosec B311
        _READY.add(player)
    return player

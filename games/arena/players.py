"""The players of the arena's command line: a level, `random`, or an outside program."""

import shlex
import shutil
from random import Random
from typing import TypeAlias

from games.arena.outside import PREFIX, Limits, OutsidePlayer
from games.bots.base import Chooser, Prepared
from games.registry import bot, names

#: An outside program must be stopped after a forfeit and closed after the match; a bot must not.
Player: TypeAlias = Chooser | OutsidePlayer


def player(game: str, name: str, limits: Limits) -> Player:
    """Return a player ready to be asked; a bot is compiled and loaded here, outside the measured time."""
    if name.startswith(PREFIX):
        return OutsidePlayer(name.removeprefix(PREFIX), limits)
    found = bot(game, name)
    if isinstance(found, Prepared):
        found.prepare(Random(0))  # nosec B311
    return found


def unknown(game: str, name: str) -> str | None:
    """Return a sentence on what is wrong with a player's name, or None."""
    if not name.startswith(PREFIX):
        known = names(game)
        if name in known:
            return None
        return f"There is no player “{name}” for {game}: choose {', '.join(known)} or exec:COMMAND."
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError:
        words = []
    if words and shutil.which(words[0]):
        return None
    return f"The program of “{name}” is not found."

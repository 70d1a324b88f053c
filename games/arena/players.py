"""Who can be named on the arena's command line: a level, `random`, or an outside program."""

import shlex
import shutil
from random import Random
from typing import TypeAlias

from games.arena.outside import PREFIX, Limits, OutsidePlayer
from games.bots.base import Chooser, Prepared
from games.registry import bot, names

#: A program is to be stopped after a forfeit and closed after the match; a player of the house is neither.
Player: TypeAlias = Chooser | OutsidePlayer


def player(game: str, name: str, limits: Limits) -> Player:
    """Ready to be asked: what players of a level load or compile first is not counted among their choices."""
    if name.startswith(PREFIX):
        return OutsidePlayer(name.removeprefix(PREFIX), limits)
    found = bot(game, name)
    if isinstance(found, Prepared):
        found.prepare(Random(0))  # nosec B311
    return found


def unknown(game: str, name: str) -> str | None:
    """What is wrong with a player's name, in a sentence, or None."""
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

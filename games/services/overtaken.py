"""Whether what a person does at a version of the table is still good although others have acted since.

Nearly nothing is. Reads the log and writes nothing.
"""

from collections.abc import Callable
from typing import TypeAlias

from games.models import Entry, Game
from games.services import logs

#: The game, its log as it is now, the version that was seen and the seat that saw it.
InTime: TypeAlias = Callable[[Game, logs.Log, int, int], bool]


def was_simultaneous(game: Game, log: logs.Log, version: int, seat: int) -> bool:
    """Whether `seat` owed a choice at the version it saw while others owed theirs, and only those others have
    acted since, in the same phase."""
    if not 0 < log.version - version < log.rules.seats:
        return False
    earlier = logs.replayed(game, game.entries.filter(ordinal__lte=version).order_by("ordinal"))
    owed = log.rules.waits_for(earlier.state)
    since = set(game.entries.filter(ordinal__gt=version).values_list("seat", flat=True))
    same_phase = earlier.state.phase is log.state.phase
    return same_phase and seat in owed and len(owed) > 1 and since <= owed - {seat}


def was_answered(game: Game, log: logs.Log, version: int, seat: int) -> bool:
    """Whether computer players alone have acted since, so that the last action of `seat` is still the one it saw."""
    others = game.entries.filter(ordinal__gt=version).exclude(source__in=(Entry.Source.COMPUTER, Entry.Source.FALLBACK))
    return log.version > version and not others.exists()

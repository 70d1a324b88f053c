"""The stale-write check: whether what a person does at a version of the table is still good although others have acted
since.

Nearly nothing is. Reads no row and writes none.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.engine.notation import action_text
from games.models import Entry
from games.services.log.logs import COMPUTERS, Log, still_owes

#: The log as the seat saw it, as it is now, the entries between the two, and the seat.
InTime: TypeAlias = Callable[[Log, Log, Sequence[Entry], int], bool]


def was_simultaneous(then: Log, now: Log, since: Sequence[Entry], seat: int) -> bool:
    """Whether `seat` owed a choice at the version it saw while others owed theirs, and only those others have
    acted since, in the same phase."""
    acted = {entry.seat for entry in since}
    return len(since) < now.rules.seats and still_owes(now.rules, seat, then.state, now.state, acted=acted)


def was_out_of_turn(then: Log, now: Log, since: Sequence[Entry], seat: int) -> bool:
    """Whether others alone have acted since in the same hand, none of them out of turn: what may be said at anybody's
    turn is then as good as before. Of two who call at once the second sees first what the other has called.
    """
    calls = {action_text(call) for call in now.rules.out_of_turn}
    same_hand = then.state.number == now.state.number
    return same_hand and bool(since) and all(entry.seat != seat and entry.action not in calls for entry in since)


def was_answered(_then: Log, _now: Log, since: Sequence[Entry], _seat: int) -> bool:
    """Whether computer players alone have acted since, so that the last action of the seat is still the one it saw."""
    return bool(since) and all(entry.source in COMPUTERS for entry in since)

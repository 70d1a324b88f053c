"""Decide whether a player may have a hint or an undo, and whether an action at an older version is still valid.

Hints and undos are counted in the hand's row. A hand with a hint or an undo does not rank, nor does a game won with
one: an undone choice may have revealed hidden cards. A counted attempt at a board allows neither. In a practice game
the actions copied from the original game cannot be undone. Hints are only for a lone player against computer players.
With other people at the table, an undo requires that these agree (`company`) and that no other seat has acted since.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from games.engine.actions import Refusal
from games.engine.notation import action_text
from games.engine.state import SeatView
from games.table.logs import BETWEEN, COMPUTERS, Log, still_owes
from games.table.models import Entry, Seat

#: Verbs that can be undone. Looking at cards and calling a renege cannot.
CHOICES: Final = frozenset({"play", "discard", "bid", "pass", "give", "return", "trump", "direction"})
#: No undo with this many cards or fewer in the player's hand, in games whose settled hands the table plays out: a
#: player could play and undo one card after another, and which of them settle the hand reveals the opponents' cards.
FEW: Final = 3
#: Upper bound on undos in one hand, so that a script cannot grow the log without end.
MOST_OFTEN: Final = 200

NOTHING_DONE = Refusal("NOTHING_DONE")
ACTED_SINCE = Refusal("ACTED_SINCE")
DRAWN_SINCE = Refusal("DRAWN_SINCE")
FEW_CARDS = Refusal("FEW_CARDS")
COMPARED = Refusal("COMPARED")
OFTEN_ENOUGH = Refusal("OFTEN_ENOUGH")
#: Decides whether an action from an older version is still valid. Arguments: the log that the seat saw, the log now,
#: the entries between the two, and the seat.
InTime: TypeAlias = Callable[[Log, Log, Sequence[Entry], int], bool]


def may_ask(view: SeatView, seats: Sequence[Seat], seat: int) -> bool:
    """Return whether `seat` may have a hint: it is to act, alone with bots, and not in a counted attempt at a board."""
    return _is_alone(seats, seat) and seat in view.waits_for and not _is_compared(seats)


def no_way_back(log: Log, view: SeatView, seats: Sequence[Seat], seat: int) -> Refusal | None:
    """Return why `seat` cannot undo its last decision, or None if it can. `view` is the seat's view.

    A finished hand cannot be undone, nor a decision after which chance has acted.
    """
    before = log.previous
    if before is None or before.version < seats[0].game.begun_with or log.state.phase in BETWEEN:
        return NOTHING_DONE
    if _is_compared(seats):
        return COMPARED
    (actor, action), *since = log.actions[len(before.actions) :]
    if actor != seat or action.verb not in CHOICES or (since and not _is_alone(seats, seat)):
        return ACTED_SINCE if any(one == seat and done.verb in CHOICES for one, done in view.actions) else NOTHING_DONE
    if log.chances != before.chances:
        return DRAWN_SINCE
    if log.undone >= MOST_OFTEN:
        return OFTEN_ENOUGH
    is_short = view.hand is not None and len(view.hand) <= FEW
    return FEW_CARDS if is_short and log.rules.settles else None


def _is_compared(seats: Sequence[Seat]) -> bool:
    """Return whether this is a counted attempt at a board."""
    game = seats[0].game
    return game.board_id is not None and game.is_counted


def _is_alone(seats: Sequence[Seat], seat: int) -> bool:
    return all(one.level for one in seats if one.number != seat)


def was_simultaneous(seen: Log, current: Log, newer: Sequence[Entry], seat: int) -> bool:
    """Return whether `seat` still owes a simultaneous choice: only other seats that owed one have acted since."""
    acted = {entry.seat for entry in newer}
    return len(newer) < current.rules.seats and still_owes(current.rules, seat, seen.state, current.state, acted=acted)


def was_out_of_turn(seen: Log, current: Log, newer: Sequence[Entry], seat: int) -> bool:
    """Return whether a call out of turn is still valid: others have acted since, in the same hand, but none has called.

    Of two simultaneous calls the second is stale, so that its player first sees the other call.
    """
    calls = {action_text(call) for call in current.rules.out_of_turn}
    same_hand = seen.state.number == current.state.number
    return same_hand and bool(newer) and all(entry.seat != seat and entry.action not in calls for entry in newer)


def was_answered(_seen: Log, _current: Log, newer: Sequence[Entry], _seat: int) -> bool:
    """Return whether only computer players have acted since. The action to undo is then still the one on the page."""
    return bool(newer) and all(entry.source in COMPUTERS for entry in newer)

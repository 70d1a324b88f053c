"""What a person may ask for beside the rules: a hint, and to go back to the decision before. Decided here, written by
`play`.

Both are counted on the hand, and make a win not rank: what was learned by a choice stays learned when it is taken back.
At a board that counts there is neither, and of a hand played again nothing is taken back that was done before.
A hint is for tables with computer players alone. With other people one goes back only as long as nobody has acted
since, and if all of them agree (`company`).
"""

from collections.abc import Sequence
from typing import Final

from games.engine.actions import Refusal
from games.engine.state import SeatView
from games.models import Seat
from games.services.log.logs import BETWEEN, Log

#: Cards and numbers that were chosen, and passes. Whoever has looked at cards or called a renege has done so for good.
CHOICES: Final = frozenset({"play", "discard", "bid", "pass", "give", "return", "trump", "direction"})
#: With so few cards the table plays what is settled, so that trying one card after another would tell by its silence
#: what the others hold.
FEW: Final = 3
#: So often one goes back in a hand: nobody who learns needs more, and a script would make the log grow without end.
MOST_OFTEN: Final = 200

NOTHING_DONE = Refusal("NOTHING_DONE")
ACTED_SINCE = Refusal("ACTED_SINCE")
DRAWN_SINCE = Refusal("DRAWN_SINCE")
FEW_CARDS = Refusal("FEW_CARDS")
COMPARED = Refusal("COMPARED")
OFTEN_ENOUGH = Refusal("OFTEN_ENOUGH")


def may_ask(view: SeatView, seats: Sequence[Seat], seat: int) -> bool:
    """Whether a hint can be given: that seat, whose view it is, is to act, against computer players alone."""
    return _is_alone(seats, seat) and seat in view.waits_for and not _is_compared(seats)


def no_way_back(log: Log, view: SeatView, seats: Sequence[Seat], seat: int) -> Refusal | None:
    """Why the seat, whose view it is, cannot go back to its last decision, whoever has answered it; None if it can.

    A hand that is over stands, and so does what chance has done.
    """
    before = log.before
    if before is None or before.version < seats[0].game.begun_with or log.state.phase in BETWEEN:
        return NOTHING_DONE
    if _is_compared(seats):
        return COMPARED
    (who, action), *since = log.said[len(before.said) :]
    if who != seat or action.verb not in CHOICES or (since and not _is_alone(seats, seat)):
        return ACTED_SINCE if any(one == seat and it.verb in CHOICES for one, it in view.actions) else NOTHING_DONE
    if log.chances != before.chances:
        return DRAWN_SINCE
    if log.undone >= MOST_OFTEN:
        return OFTEN_ENOUGH
    is_short = view.hand is not None and len(view.hand) <= FEW
    return FEW_CARDS if is_short and log.rules.settles else None


def _is_compared(seats: Sequence[Seat]) -> bool:
    """Whether what is done here is compared with what others do with the same cards."""
    game = seats[0].game
    return game.board_id is not None and game.is_counted


def _is_alone(seats: Sequence[Seat], seat: int) -> bool:
    return all(one.level for one in seats if one.number != seat)

"""What a person may ask for beside the rules: a hint, and to take an action back. Decided here, written by `play`.

Both are for tables with computer players alone, are counted on the hand, and keep it off the leaderboards.
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from games.engine.notation import view_json
from games.engine.state import SeatView
from games.models import Seat
from games.services.logs import BETWEEN, Log

#: Cards and numbers that were chosen. Calls are spoken aloud, and what they bring is never taken back.
CHOICES: Final = frozenset({"play", "discard", "bid", "give", "return", "trump", "direction"})
_CARD: Final = re.compile(r'"([2-9TJQKA][CDHS]|[BL]J)"')


def may_ask(view: SeatView, seats: Sequence[Seat], seat: int) -> bool:
    """Whether a hint can be given: that seat, whose view it is, is to act, against computer players alone."""
    return _is_alone(seats, seat) and bool(view.legal)


def may_take_back(log: Log, view: SeatView, seats: Sequence[Seat], seat: int) -> bool:
    """Whether the seat's last action may be taken back; `view` is what it may know now.

    Not once anybody else has acted, the hand is over, or the action has shown the seat a card it had not seen: what
    has been learned cannot be taken back.
    """
    before = log.before
    if before is None or not log.said or not _is_alone(seats, seat):
        return False
    who, action = log.said[-1]
    if who != seat or action.verb not in CHOICES or log.state.phase in BETWEEN:
        return False
    return known(view) <= known(before.rules.view(before.state, seat))


def known(view: SeatView) -> frozenset[str]:
    """Every card that lies in the view: in hand, on the table, in what was said."""
    told = view_json(view)
    return frozenset(_CARD.findall(json.dumps([told["hand"], told["actions"], told["table"]])))


def _is_alone(seats: Sequence[Seat], seat: int) -> bool:
    return all(one.level for one in seats if one.number != seat)

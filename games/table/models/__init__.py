"""Models of games. The source of truth is the append-only log (`Entry`) with the seeds of the deals (`Seal`).

The rows of `hands` are derived from the log. The name of each constraint is a sentence that it makes true.
"""

from games.table.models.hands import Bid, Discard, Hand, Play, Trick
from games.table.models.log import (
    CODE_LETTERS,
    DealtBy,
    Entry,
    Game,
    GivenSeed,
    Said,
    Seal,
    Seat,
    new_code,
    new_secret,
    new_token,
)
from games.table.models.rooms import WaitingRoom, WaitingSeat

__all__ = ["CODE_LETTERS", "DealtBy", "Entry", "Game", "GivenSeed", "Said", "Seal", "Seat"]
__all__ += ["new_code", "new_secret", "new_token"]
__all__ += ["Bid", "Discard", "Hand", "Play", "Trick"]
__all__ += ["WaitingRoom", "WaitingSeat"]

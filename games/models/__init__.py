"""The rows of every game. `Entry` is the append-only log and the truth, with `Seal` for the seeds of the deals.

Everything else follows from them or stands beside them. Constraints are sentences.
"""

from games.models.counts import CountingProgress, LeaderboardRow, PersonLine, Tally
from games.models.hands import Bid, Discard, Hand, Play, Trick
from games.models.kept import Setup, Share, new_token
from games.models.log import CODE_LETTERS, Entry, ForeignSeal, Game, Seal, Seat, new_code, new_secret
from games.models.reviews import Review

__all__ = [
    "CODE_LETTERS",
    "Bid",
    "LeaderboardRow",
    "Discard",
    "Entry",
    "ForeignSeal",
    "Game",
    "Hand",
    "CountingProgress",
    "PersonLine",
    "Play",
    "Review",
    "Seal",
    "Seat",
    "Setup",
    "Share",
    "Tally",
    "Trick",
    "new_code",
    "new_secret",
    "new_token",
]

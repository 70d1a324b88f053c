"""The rows of every game. `Entry` is the append-only log and the truth, with `Seal` for the seeds of the deals.

Everything else follows from them or stands beside them. Constraints are sentences.
"""

from games.models.boards import Attempt, Board, Chain
from games.models.challenges import Challenge, Entrant
from games.models.counts import BidLine, CountingProgress, DecisionLine, LeaderboardRow, PersonLine, Tally
from games.models.hands import Bid, Discard, Hand, Play, Trick
from games.models.kept import Setup, Share, new_token
from games.models.log import CODE_LETTERS, DealtBy, Entry, ForeignSeal, Game, Seal, Seat, new_code, new_secret
from games.models.practice import Practice
from games.models.reviews import Review
from games.models.rooms import GivenSeed, WaitingRoom, WaitingSeat
from games.models.words import Mute, Said

__all__ = [
    "BidLine",
    "CODE_LETTERS",
    "Attempt",
    "Bid",
    "Board",
    "Chain",
    "Challenge",
    "DealtBy",
    "DecisionLine",
    "LeaderboardRow",
    "Discard",
    "Entrant",
    "Entry",
    "ForeignSeal",
    "GivenSeed",
    "Game",
    "Hand",
    "CountingProgress",
    "Mute",
    "PersonLine",
    "Play",
    "Practice",
    "Review",
    "Said",
    "Seal",
    "Seat",
    "Setup",
    "Share",
    "Tally",
    "Trick",
    "WaitingRoom",
    "WaitingSeat",
    "new_code",
    "new_secret",
    "new_token",
]

"""The rows of every game. `Entry` is the append-only log and the truth, with `Seal` for the seeds of the deals.

Everything else follows from them or stands beside them. Constraints are sentences.
"""

from games.models.boards import Attempt, Board, Chain
from games.models.challenges import Challenge, Entrant
from games.models.counts import CountingProgress, DecisionLine, LeaderboardRow, PersonLine, Tally
from games.models.hands import Bid, Discard, Hand, Play, Trick
from games.models.kept import Setup, Share, new_token
from games.models.log import CODE_LETTERS, DealtBy, Entry, Game, Seal, Seat, new_code, new_secret
from games.models.practice import Practice
from games.models.reviews import Review
from games.models.rooms import GivenSeed, WaitingRoom, WaitingSeat
from games.models.words import Said

__all__ = ["Attempt", "Board", "Chain"]
__all__ += ["Challenge", "Entrant"]
__all__ += ["CountingProgress", "DecisionLine", "LeaderboardRow", "PersonLine", "Tally"]
__all__ += ["Bid", "Discard", "Hand", "Play", "Trick"]
__all__ += ["Setup", "Share", "new_token"]
__all__ += ["CODE_LETTERS", "DealtBy", "Entry", "Game", "Seal", "Seat", "new_code", "new_secret"]
__all__ += ["Practice"]
__all__ += ["Review"]
__all__ += ["GivenSeed", "WaitingRoom", "WaitingSeat"]
__all__ += ["Said"]

"""The beginning of a move: who is to hear of it, and one action of a seat at a time."""

from typing import Final

from games import live
from games.models import Game

#: More seats than any game has: with it each seat of each game has a number of its own.
SEATS: Final = 16


class Busy(Exception):
    """An action of this seat is being made at this moment; nothing was changed, and soon the table is another."""


def begin(*, game: Game, seat: int | None) -> None:
    """Open pages hear of the move when the caller's transaction commits. Until that ends, however it does, the seat of
    a person makes no second one, in no process: raises Busy, before anything is replayed. A computer player (no seat)
    holds nobody up, nor does another seat: their races are decided by the version.
    """
    if not live.announce(game.code, turn=None if seat is None else game.pk * SEATS + seat):
        raise Busy

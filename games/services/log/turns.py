"""The beginning of a move: one action of a seat at a time."""

from typing import Final

from django.db import connection

from accounts.queries import prepared_cursor
from games.models import Game

#: More seats than any game has: with it each seat of each game has a number of its own.
SEATS: Final = 16


class Busy(Exception):
    """An action of this seat is being made at this moment; nothing was changed, and soon the table is another."""


def begin(*, game: Game, seat: int | None) -> None:
    """Until the caller's transaction ends, however it does, the seat of a person makes no second move, in no process:
    raises Busy, before anything is replayed. A computer player (no seat) holds nobody up, nor does another seat: their
    races are decided by the version.
    """
    if seat is None or connection.vendor != "postgresql":
        return  # SQLite's writers stand in one line
    with prepared_cursor() as cursor:  # the lock goes with its connection: a process that is killed locks no table
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [game.pk * SEATS + seat])
        (is_ours,) = cursor.fetchone()
    if not is_ours:
        raise Busy

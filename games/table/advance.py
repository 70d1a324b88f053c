"""Write one move: compare-and-set on the game's row, insert the log entries, notify open pages.

The compare-and-set on the version decides every race. On PostgreSQL all three are one statement. The SQL is written by
hand and cached per set of columns and number of lines, because each action waits for it.
"""

from datetime import timedelta
from functools import cache
from itertools import chain
from typing import Any, Final, cast

from django.db import connection
from django.db.models import Field, Min, Model
from django.utils import timezone

from accounts.queries import prepared_cursor
from games.snapshot import Status
from games.table import live, store
from games.table.logs import Log
from games.table.models import Entry, Game
from games.table.tables import late

_CHANGED: Final = ("version", "number", "moved_at", "bot_due_at", "scores", "status", "ended_at", "winner", "why")
_LOGGED: Final = ("ordinal", "hand", "seat", "action", "source", "at")
_LINE: Final = ", ".join(["%s"] * len(_LOGGED))
_INTO: Final = f"INSERT INTO {Entry._meta.db_table} (game_id, {', '.join(_LOGGED)})"


def advance(game: Game, log: Log, *, and_also: tuple[str, ...] = ()) -> bool:
    """Write the game's row and the fresh lines of the log. Return False, with nothing written, if the version changed.

    The caller owns the transaction if it writes more rows, and always on SQLite. PostgreSQL notifies open pages on
    commit. `and_also` names further columns of the row to write; other code writes them too.
    """
    before, entries = log.version - len(log.fresh), store.entries(game, log)
    changed = (*_CHANGED, *and_also)
    changes = [*(_stored(game, name) for name in changed), game.pk, before, Status.PLAYING]
    lines = [[_stored(entry, name) for name in _LOGGED] for entry in entries]
    with prepared_cursor() as cursor:
        if connection.vendor == "postgresql":
            said = [live.CHANNEL, live.payload(game)]
            cursor.execute(_at_once(changed, len(lines)), [*changes, *chain.from_iterable(lines), *said])
            return cursor.fetchone() is not None
        cursor.execute(_moved(changed), changes)
        if cursor.rowcount != 1:
            return False
        cursor.executemany(f"{_INTO} VALUES (%s, {_LINE})", [[game.pk, *line] for line in lines])
    return True


def _stored(row: Model, name: str) -> Any:
    field = cast("Field[Any, Any]", row._meta.get_field(name))
    return field.get_db_prep_save(getattr(row, name), connection)


@cache
def _moved(changed: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = %s" for name in changed)
    return f"UPDATE {Game._meta.db_table} SET {changes} WHERE id = %s AND version = %s AND status = %s"  # nosec B608


def _typed_line() -> str:
    """Return the placeholders of one line with casts: PostgreSQL takes untyped parameters in VALUES for text."""
    types = (Entry._meta.get_field(name).db_type(connection) or "" for name in _LOGGED)
    return f"({', '.join('%s' if one.startswith('varchar') else f'%s::{one}' for one in types)})"


@cache
def _at_once(changed: tuple[str, ...], lines: int) -> str:
    return f"""
        WITH moved AS ({_moved(changed)} RETURNING id), logged AS (
            {_INTO} SELECT moved.id, line.* FROM moved, (VALUES {", ".join([_typed_line()] * lines)}) AS line
        )
        SELECT pg_notify(%s, %s) FROM moved
    """  # nosec B608


def count() -> int:
    """Count the games in which a computer player's action is late."""
    return late(Game.objects.all()).count()


def longest() -> timedelta:
    """Return how long the oldest owed action has been due; zero without one."""
    since = Game.objects.filter(bot_due_at__isnull=False).aggregate(since=Min("bot_due_at"))["since"]
    return max(timedelta(0), timezone.now() - since) if since is not None else timedelta(0)

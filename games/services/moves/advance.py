"""One step of a game's row and log: the compare-and-set by which every race is decided, the entries, and the notice to
open pages; on PostgreSQL in one statement. Their SQL is written here, once for each shape: an action waits for it.
"""

from functools import cache
from itertools import chain
from typing import Any, Final, cast

from django.db import connection
from django.db.models import Field, Model

from accounts.queries import prepared_cursor
from games import live
from games.models import Entry, Game
from games.services.log.logs import Log
from games.services.moves import store
from games.snapshot import Status

_CHANGED: Final = ("version", "number", "moved_at", "bot_due_at", "scores", "status", "ended_at", "winner", "why")
_LOGGED: Final = ("ordinal", "hand", "seat", "action", "source", "at")
_LINE: Final = ", ".join(["%s"] * len(_LOGGED))
_INTO: Final = f"INSERT INTO {Entry._meta.db_table} (game_id, {', '.join(_LOGGED)})"


def advance(game: Game, log: Log, *, and_also: tuple[str, ...] = ()) -> bool:
    """Write the game's row as it is set here, with the fresh lines of the log, unless somebody has been quicker: then
    nothing is written, and it is False. Where there are more rows to write, and on SQLite always, the caller owns the
    transaction; open pages hear of it when that commits.

    `and_also` are columns that others write as well, and that are written here for once.
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
    """Of a row of values alone PostgreSQL cannot tell the types: all that is not known is text to it."""
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

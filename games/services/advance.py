"""One step of a game's row and log: the compare-and-set by which every race is decided, the entries, and the notice to
open pages; on PostgreSQL in one statement.
"""

from functools import cache
from typing import Any, Final, cast

from django.db import connection
from django.db.models import Field, Model

from games import live
from games.models import Entry, Game
from games.services import store
from games.services.logs import Log
from games.snapshot import Status

_CHANGED: Final = ("version", "number", "moved_at", "bot_due_at", "scores", "status", "ended_at", "winner", "why")
_LOGGED: Final = ("ordinal", "hand", "seat", "action", "source", "at")


def advance(game: Game, log: Log, *, and_also: tuple[str, ...] = ()) -> bool:
    """Write the game's row as it is set here, with the fresh lines of the log, unless somebody has been quicker: then
    nothing is written, and it is False. The caller owns the transaction; open pages hear of it when that commits.

    `and_also` are columns that others write as well, and that are written here for once.
    """
    before, entries = log.version - len(log.fresh), store.entries(game, log)
    changed = (*_CHANGED, *and_also)
    if connection.vendor == "postgresql":
        return _in_one_statement(game, changed, before, entries)
    changes = {name: getattr(game, name) for name in changed}
    if Game.objects.filter(pk=game.pk, version=before, status=Status.PLAYING).update(**changes) != 1:
        return False
    Entry.objects.bulk_create(entries)
    return True


def _in_one_statement(game: Game, changed: tuple[str, ...], before: int, entries: list[Entry]) -> bool:
    changes = [_stored(game, name) for name in changed]
    lines = [_stored(entry, name) for entry in entries for name in _LOGGED]
    said = [live.CHANNEL, live.payload(game)]
    with connection.cursor() as cursor:
        cursor.execute(_statement(changed, len(entries)), [*changes, game.pk, before, Status.PLAYING, *lines, *said])
        return cursor.fetchone() is not None


def _stored(row: Model, name: str) -> Any:
    field = cast("Field[Any, Any]", row._meta.get_field(name))
    return field.get_db_prep_save(getattr(row, name), connection)


@cache
def _statement(changed: tuple[str, ...], entries: int) -> str:
    changes = ", ".join(f"{name} = %s" for name in changed)
    line = f"({', '.join(['%s'] * len(_LOGGED))})"
    return f"""
        WITH moved AS (
            UPDATE {Game._meta.db_table} SET {changes} WHERE id = %s AND version = %s AND status = %s RETURNING id
        ), logged AS (
            INSERT INTO {Entry._meta.db_table} (game_id, {", ".join(_LOGGED)})
            SELECT moved.id, line.* FROM moved, (VALUES {", ".join([line] * entries)}) AS line
        )
        SELECT pg_notify(%s, %s) FROM moved
    """  # nosec B608

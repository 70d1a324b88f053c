"""Restrict SQLite's files to their owner, and recognise storage faults behind exceptions.

Faults are recognised by error codes of SQLite, PostgreSQL and the system, by messages only where there is no code.
"""

import errno
import os
import sqlite3
import stat
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from spadesite.logs import causes

OWN_FILE: Final = 0o600
OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
#: Suffixes of the files of an SQLite database.
BESIDE: Final = ("", "-wal", "-shm", "-journal")


class Fault(Enum):
    """A storage fault. The value is a text for the operator."""

    DAMAGED = (
        "The database {database} is damaged and cannot be read.\n"
        "Stop the site, move the file away (an SQLite file with its -wal and -shm) and restore the newest backup:\n"
        "  deploy/restore.sh FILE\n"
        "Without a backup, `sqlite3 FILE .recover` saves what is readable; without a file the site starts empty."
    )
    FULL = (
        "The disk is full, so nothing more can be written.\n"
        "Free some space and restart the site; all actions that were answered before are stored."
    )
    LOCKED = (
        "The database {database} is locked: another program has been writing to it for longer than the site waits.\n"
        "Stop a second instance of the site, or the program that has the file open, and restart the site."
    )
    CLOSED = (
        "The database {database} cannot be opened or written.\n"
        "The file and its folder must belong to the user who runs the site; SPADESITE_VAR names another folder."
    )
    AWAY = (
        "The database {database} is out of reach: its server is down, or has no free connection or no such database.\n"
        "Start the server, or correct DATABASE_URL. The server's own message, if any, is in the log next to this one."
    )
    BARE = (
        "The database {database} lacks tables or columns that this version reads.\n"
        "Create them by:\n"
        "  python manage.py make_ready"
    )

    def text(self) -> str:
        return self.value.format(database=settings.DATABASES["default"]["NAME"])


OF_SQLITE: Final = {
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    sqlite3.SQLITE_LOCKED: Fault.LOCKED,
    sqlite3.SQLITE_CANTOPEN: Fault.CLOSED,
    sqlite3.SQLITE_READONLY: Fault.CLOSED,
    sqlite3.SQLITE_PERM: Fault.CLOSED,
}
OF_POSTGRESQL: Final = {
    "53100": Fault.FULL,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
    "42P01": Fault.BARE,
    "42703": Fault.BARE,
}
#: SQLite has one error code for all bad statements, so the message has to be read.
BARE_SQLITE: Final = ("no such table:", "no such column:")
OF_THE_SYSTEM: Final = {errno.ENOSPC: Fault.FULL, errno.EDQUOT: Fault.FULL}


def fault_of(error: BaseException | None) -> Fault | None:
    """Return the storage fault that caused an error, or None."""
    for one in causes(error):
        number = getattr(one, "sqlite_errorcode", None)
        found = OF_SQLITE.get(number & 0xFF) if number is not None else None
        if number == sqlite3.SQLITE_ERROR and str(one).startswith(BARE_SQLITE):
            found = Fault.BARE
        found = found or OF_POSTGRESQL.get(getattr(one, "sqlstate", None) or "")
        if isinstance(one, OSError):
            found = found or OF_THE_SYSTEM.get(one.errno or 0)
        if found is not None or _has_no_server(one):
            return found or Fault.AWAY
    return None


def _has_no_server(error: BaseException) -> bool:
    """Return whether psycopg has no connection: only such errors have no code. False if psycopg is not loaded."""
    psycopg = sys.modules.get("psycopg")
    return psycopg is not None and isinstance(error, psycopg.OperationalError) and error.sqlstate is None


def keep_to_its_owner(connection: Any, **kwargs: Any) -> None:
    """Restrict the files of a new SQLite connection to their owner: they hold seeds, and SQLite uses the umask."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return
    for name in BESIDE:
        path = Path(f"{connection.settings_dict['NAME']}{name}")
        with suppress(OSError):  # a missing file, or a file of another owner
            if path.stat().st_mode & OF_OTHERS:
                os.chmod(path, OWN_FILE)

"""`manage.py make_ready`: rows and cache table as a start needs them; with nothing to do it takes a moment.

Also while people play: a migration that cannot have a lock soon lets go of those that it has, and tries again.
"""

import time
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

#: Milliseconds. Whoever asks for the table next stands in line behind it; and of two that wait for each other it is the
#: migration that gives way, since PostgreSQL looks for such pairs after a second only, and may end either.
LOCK_TIMEOUT: Final = 300
#: A table that is asked for all the time is free in between.
TRIES: Final = 60
PAUSE: Final = 1.0
#: What PostgreSQL says of a lock that was not to be had in time, and of two that waited for each other.
NOT_TO_BE_HAD: Final = frozenset({"55P03", "40P01"})


class Command(BaseCommand):
    help = "Make everything ready that the site needs before it starts."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if plan := _plan():
            # One that is not atomic cannot be begun anew: it waits for as long as it takes.
            is_patient = connection.vendor == "postgresql" and all(one.atomic for one in plan)
            (migrate_under_moves if is_patient else migrate)()
        call_command("createcachetable", verbosity=0)


def _plan() -> list[Migration]:
    """The migrations that have not been applied. Asked here, because `migrate` does much else when there is none."""
    executor = MigrationExecutor(connection)
    return [one for one, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def migrate() -> None:
    call_command("migrate", verbosity=0)


def migrate_under_moves() -> None:
    """Each migration whole or not at all, and no lock waited for longer than players would notice."""
    for left in reversed(range(TRIES)):
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT}")
        try:
            return migrate()
        except OperationalError as error:
            if not left or getattr(error.__cause__, "sqlstate", "") not in NOT_TO_BE_HAD:
                raise
            time.sleep(PAUSE)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")

"""`manage.py make_ready`: apply migrations and create the cache table. Fast if there is nothing to do.

It may run while people play: on PostgreSQL, an atomic migration that gets no lock in 0.3 s is rolled back and retried.
"""

import time
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

#: Milliseconds for which a migration waits for a lock; players' queries queue behind it. Shorter than the time until
#: PostgreSQL's deadlock check (1 s), which might abort a player's transaction instead of the migration.
LOCK_TIMEOUT: Final = 300
#: Maximum number of attempts, and seconds between two attempts.
TRIES: Final = 60
PAUSE: Final = 1.0
#: SQLSTATEs: lock not available, deadlock detected.
NOT_TO_BE_HAD: Final = frozenset({"55P03", "40P01"})


class Command(BaseCommand):
    help = "Apply migrations and create the cache table; do this before the site starts."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        plan = [one for one, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes())]
        if plan:  # `migrate` also does other work
            # A migration that is not atomic cannot be retried. If the plan has one, all wait for locks without a limit.
            is_patient = connection.vendor == "postgresql" and all(one.atomic for one in plan)
            (migrate_under_moves if is_patient else migrate)()
        call_command("createcachetable", verbosity=0)


def migrate() -> None:
    call_command("migrate", verbosity=0)


def migrate_under_moves() -> None:
    """Apply migrations with a lock timeout that is too short for players to notice; retry after a timeout."""
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

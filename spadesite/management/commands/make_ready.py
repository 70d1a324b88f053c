"""`manage.py make_ready`: rows and cache table as a start needs them; with nothing to do it takes a moment."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Command(BaseCommand):
    help = "Make everything ready that the site needs before it starts."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if _is_behind():
            call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)


def _is_behind() -> bool:
    """Whether a migration has not been applied. Asked here, because `migrate` does much else when there is none."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

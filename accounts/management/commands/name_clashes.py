"""`manage.py name_clashes`: accounts whose names look alike or differ only in letter case. Changes nothing."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts.tidying import clashes


class Command(BaseCommand):
    help = "List accounts whose names look alike or differ only in letter case; exit with 1 if there are any."

    def handle(self, *args: Any, **options: Any) -> None:
        groups = clashes()
        for group in groups:
            self.stdout.write(", ".join(f"{one.username} (account {one.pk})" for one in group))
        if groups:
            sys.exit(1)

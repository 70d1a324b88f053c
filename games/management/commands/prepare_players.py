"""`manage.py prepare_players`: compile the computer players in advance, so that no request waits for compilation."""

import os
import re
import shutil
import sys
import time
from argparse import ArgumentParser
from threading import Thread
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand

from games.table import players

#: Niceness of the compilation, so that requests come first. At 19 the compilation never finishes on a busy machine.
_PRIORITY: Final = 10


class Command(BaseCommand):
    help = "Compile the computer players and cache the result."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--beside", type=int, help="run at low priority, and exit when process BESIDE ends")
        parser.add_argument("--lock", type=int, help="descriptor of the lock file, if the caller has locked it already")

    def handle(self, *args: Any, beside: int | None = None, lock: int | None = None, **options: Any) -> None:
        folder = players.kept_in()
        if folder is None:
            self.stderr.write(
                "The compiled players cannot be cached: no folder is writable. Each process compiles them again."
            )
            return
        if beside is not None:
            os.nice(_PRIORITY)
            Thread(target=_end_with, args=(beside,), daemon=True).start()
        if not players.are_prepared():
            self.stdout.write("Compiling the computer players; this takes a minute or two, once.")
            self.stdout.flush()
            failed = players.prepare_once(lock=lock)
            if failed:
                self.stderr.write(f"Could not be prepared: {', '.join(failed)}. The next start tries again.")
                sys.exit(1)
        if folder.parent == settings.VAR / "kernels":  # else a configured folder, whose siblings may not be caches
            for other in folder.parent.iterdir():
                if other != folder and re.fullmatch("[0-9a-f]{12}", other.name):  # the cache of another version
                    shutil.rmtree(other, ignore_errors=True)


def _end_with(starter: int) -> None:
    """Exit once the parent process is not `starter`, even if `starter` ended before this code was loaded."""
    while os.getppid() == starter:
        time.sleep(1)
    os._exit(1)

"""`manage.py prepare_players`: what the computer players need is compiled now, not while somebody waits."""

import os
import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.services.players import prepare


class Command(BaseCommand):
    help = "Compile the computer players' search once, and keep it."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        folder = os.environ.get("NUMBA_CACHE_DIR", "")
        if not folder:
            self.stderr.write(
                "Marta’s search cannot be kept: no folder for it can be written. Each start compiles it anew."
            )
            return
        if not any(Path(folder).iterdir()):
            self.stdout.write("Preparing Marta’s search; this takes about half a minute, once.", ending="\n")
            self.stdout.flush()
        prepare()
        for other in Path(folder).parent.iterdir():
            if other != Path(folder):
                shutil.rmtree(other, ignore_errors=True)

"""`manage.py prepare_players`: what the computer players need is compiled now, not while somebody waits."""

import os
import re
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand

from games.services.players import prepare, prepare_reviews

#: Left in the folder once all is compiled, with the compiler's version: what an interrupted start left is not all.
DONE: Final = "prepared"


class Command(BaseCommand):
    help = "Compile the computer players' search once, and keep it."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if not os.environ.get("NUMBA_CACHE_DIR"):
            self.stderr.write(
                "The players’ search cannot be kept: no folder for it can be written. Each start compiles it anew."
            )
            return
        folder = Path(os.environ["NUMBA_CACHE_DIR"])
        done, compiler = folder / DONE, version("numba")
        if not done.exists() or done.read_text(encoding="utf-8") != compiler:
            self.stdout.write("Preparing the players’ search; this takes a minute at most, once.")
            self.stdout.flush()
            prepare()
            prepare_reviews()
            done.write_text(compiler, encoding="utf-8")
        for other in _earlier(folder):
            shutil.rmtree(other, ignore_errors=True)


def _earlier(folder: Path) -> list[Path]:
    """The folders of earlier sources beside this one; none where somebody chose it: its neighbours are not ours."""
    if folder.parent != settings.VAR / "kernels":
        return []
    return [other for other in folder.parent.iterdir() if other != folder and re.fullmatch("[0-9a-f]{12}", other.name)]

"""However many games are open, a web process stays small: what it keeps of them is bounded, and measured here."""

import json
import subprocess
import sys
from pathlib import Path

from games.services.log import log_cache
from tests.bench import open_games
from tests.bench.open_games import Seen
from tests.site import ROOT, Site

#: Megabytes of its own that a web process may have after 5,000 open games.
MOST = 200
GAMES, FEW, SOME = 5000, 50, 150


def seen(folder: Path, *counts: int) -> list[Seen]:
    site = Site(folder)
    site.prepare()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.open_games", *map(str, counts)],
        cwd=ROOT,
        env=site.environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [Seen(**json.loads(line)) for line in done.stdout.splitlines()]


def test_five_thousand_open_games_keep_a_web_process_small(tmp_path: Path) -> None:
    """What a game more takes is measured over a hundred, and taken for as many as are kept: those that came first go
    when the logs together have more entries than that. `make bench` has all five thousand seen.
    """
    few, some = seen(tmp_path, FEW, SOME)
    each = (some.megabytes - few.megabytes) / (SOME - FEW)
    assert 0 < each < 0.1 and some.logs - few.logs == SOME - FEW
    kept = min(GAMES, log_cache.ENTRIES // open_games.ENTRIES)
    assert few.megabytes + each * (kept - FEW) <= MOST

"""How long a worker takes for a computer player's action in each game: `python -m tests.load.choices` measures it.

The whole task is timed on PostgreSQL: the log read and replayed, the choice, the transaction. Written down are a
hundred and one of them from the quickest to the slowest, for `tests.load.waiting`; the times are this machine's.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any, Final

from games import registry
from games.management.progress import bar, beside_the_bar
from spadesite.var import kernels_folder
from tests import services
from tests.bench.report import quantile
from tests.load.waiting import CHOICES
from tests.site import ROOT, Site, database
from tests.visitor import KINDS

#: Hands of each game and level that are played for it.
HANDS: Final = 12
INSIDE: Final = "inside"


def measure(hands: int, file: Path = CHOICES) -> None:
    """Write down what was measured, for the weakest and the strongest level of each game."""
    url = services.postgresql_url()
    if url is None:
        raise SystemExit("PostgreSQL is not here: apt-get install postgresql")
    os.environ.setdefault("NUMBA_CACHE_DIR", kernels_folder(ROOT / "var", ROOT / "games"))
    with tempfile.TemporaryDirectory() as folder, database(url, f"spadesite_choices_{os.getpid()}") as fresh:
        site = Site(Path(folder), DATABASE_URL=fresh, SPADESITE_THINKING_STEP="0.1")
        site.manage("migrate", "--verbosity", "0")
        command = [sys.executable, "-m", "tests.load.choices", INSIDE, str(hands)]
        done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True, check=True)
    file.write_text(done.stdout, encoding="utf-8")
    with beside_the_bar():
        print(f"{file.relative_to(ROOT)} is written.")


def _inside(hands: int) -> None:
    import django

    django.setup()
    from games import enqueue

    enqueue.reply_soon = lambda code, version: None
    found = {}
    for kind in KINDS:
        levels = registry.levels(kind)
        for level in (levels[0], levels[-1]):
            found[f"{kind}, {level}"] = _played(kind, level, hands)
    lines = (f"{json.dumps(name)}: {json.dumps(told)}" for name, told in found.items())
    print("{\n" + ",\n".join(lines) + "\n}")


def _played(kind: str, level: str, hands: int) -> dict[str, Any]:
    """Games until so many hands are over; the person plays anything."""
    seconds: list[float] = []
    over = games = 0
    with bar(total=hands, unit="hand") as shown:
        while over < hands:
            over += _game(kind, level, Random(f"{kind} {games}"), hands - over, seconds)
            games += 1
            shown.update(over - shown.n)
    chosen = [round(quantile(seconds, share / 100), 5) for share in range(101)]
    return {"a_hand": round(len(seconds) / over, 1), "seconds": chosen}


def _game(kind: str, level: str, rng: Random, hands: int, seconds: list[float]) -> int:
    """One game, or so many hands of it; how many were played."""
    from accounts.models import User
    from accounts.people import Person
    from games.services.moves import play
    from games.services.people import lobby
    from games.services.table import tables
    from tests.playing import again, any_of, dealt

    person, _ = User.objects.get_or_create(username="somebody")
    code = lobby.open_game(person=Person(user=person), key=kind, level=level)
    while True:
        place = again(person, code)
        snapshot = tables.see(place)
        if snapshot.result is not None or (snapshot.needs_deal and len(snapshot.hands) >= hands):
            lobby.abandon(place=place)
            return max(1, len(snapshot.hands))
        if snapshot.needs_deal:
            dealt(place, str(rng.random()))
        elif snapshot.view.legal:
            play.submit(place=place, action=any_of(snapshot.view.legal, rng), version=snapshot.version)
        else:
            seconds.append(_timed(code, snapshot.version))


def _timed(code: str, version: int) -> float:
    from games.services.moves import play

    begun = time.perf_counter()
    if not play.reply(code=code, version=version):
        raise RuntimeError(f"nothing was owed at {code}, version {version}")
    return time.perf_counter() - begun


if __name__ == "__main__":
    if sys.argv[1:2] == [INSIDE]:
        _inside(int(sys.argv[2]))
    else:
        parser = ArgumentParser(description=__doc__)
        parser.add_argument("hands", type=int, nargs="?", default=HANDS, help="of each game and level")
        measure(parser.parse_args().hands)

"""What a hand weighs on PostgreSQL: real games with every row of theirs, by table and index.

`python -m tests.load.growth --hands 10000` plays so many hands of each game by the computer players, counts their days,
and prints what each table and index has come to. It takes a hundredth of a second a hand and more.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import psycopg

from games import registry
from games.management.progress import bar, watched
from spadesite.var import kernels_folder
from tests import services
from tests.load import told
from tests.site import ROOT, Site, database
from tests.visitor import KINDS

HANDS: Final = 2_000
#: So many hands a person has in the history, over so many days.
HANDS_EACH, DAYS = 100, 30
_TABLES: Final = """
SELECT relname, n_live_tup, pg_table_size(relid), pg_indexes_size(relid)
FROM pg_stat_user_tables WHERE relname LIKE 'games_%' AND n_live_tup > 0 ORDER BY pg_total_relation_size(relid) DESC
"""
_INDEXES: Final = """
SELECT relname, indexrelname, pg_relation_size(indexrelid)
FROM pg_stat_user_indexes WHERE relname LIKE 'games_%' ORDER BY pg_relation_size(indexrelid) DESC LIMIT 12
"""
_BY_PEOPLE: Final = (
    "SELECT count(*) FROM games_entry WHERE source = 'person' OR (source = 'dealer' AND action LIKE '%deal%')"
)
#: Bytes of a hand and actions of people in it, by game, for `tests.load.plan`.
WEIGHTS: Final = Path(__file__).with_name("weights.json")
#: What is kept for days and people, and not for each hand.
SUMS: Final = frozenset({"games_tally", "games_career", "games_night", "games_setup"})


def measure(hands: int) -> None:
    """Tables of what the hands of each game weigh, in a database of its own for each."""
    url = services.postgresql_url()
    if url is None:
        raise SystemExit("PostgreSQL is not here: apt-get install postgresql")
    os.environ.setdefault("NUMBA_CACHE_DIR", kernels_folder(ROOT / "var", ROOT / "games"))
    whole, weights = [], {}
    for kind in watched(KINDS, unit="game"):
        with tempfile.TemporaryDirectory() as folder, database(url, f"spadesite_growth_{os.getpid()}") as fresh:
            site = Site(Path(folder), DATABASE_URL=fresh)
            site.manage("migrate", "--verbosity", "0")
            played = _filled(site, kind, hands)
            whole.append(_weighed(fresh, kind, played))
            weights[kind] = {"bytes": whole[-1][4], "actions": _by_people(fresh) / played["hands"]}
    heads = ("game", "hands", "log and rows B", "indexes B", "together B", "days and people B", "ms to play and store")
    told.table("bytes a hand", heads, whole)
    WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


def _by_people(url: str) -> int:
    """Actions of people, and deals, which a person asks for."""
    with psycopg.connect(url) as line:
        found = line.execute(_BY_PEOPLE).fetchone()
    return found[0] if found else 0


def _filled(site: Site, kind: str, hands: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.load.growth", "--inside", kind, "--hands", str(hands)]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _weighed(url: str, kind: str, played: dict[str, Any]) -> tuple[object, ...]:
    """The tables of one game; the row of it among the others."""
    hands = played["hands"]
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("VACUUM ANALYZE")
        line.execute("SELECT pg_stat_force_next_flush()")
        tables = line.execute(_TABLES).fetchall()
        indexes = line.execute(_INDEXES).fetchall()
    rows = [(name, count / hands, size / hands, more / hands) for name, count, size, more in tables]
    told.table(f"{kind}, {hands} hands", ("table", "rows a hand", "table B a hand", "indexes B a hand"), rows)
    largest = [(f"{table}: {name}", size / hands) for table, name, size in indexes]
    told.table(f"{kind}, the largest indexes", ("index", "B a hand"), largest)
    own = [row for row in rows if row[0] not in SUMS]
    table, index = (sum(row[place] for row in own) for place in (2, 3))
    sums = sum(row[2] + row[3] for row in rows if row[0] in SUMS)
    return kind, hands, table, index, table + index, sums, 1000 * played["seconds"] / hands


def _inside(kind: str, hands: int) -> dict[str, Any]:
    """Play and count them; how many, and in how many seconds."""
    import django

    django.setup()
    from django.utils import timezone

    from training import demo

    levels, until = list(registry.levels(kind)[:1]), timezone.now() - timedelta(days=1)
    people = [demo.Player(demo.person_named(f"p{n}"), levels[0]) for n in range(max(2, hands // HANDS_EACH))]
    begun, done, days = time.perf_counter(), 0, set()
    history = demo.play_history(
        players=people,
        levels=levels,
        key=kind,
        hands=hands,
        since=until - timedelta(days=DAYS),
        until=until,
        rng=Random(kind),
    )
    with bar(total=hands, unit="hand") as shown:
        for day, count in history:
            done += count
            days.add(day)
            shown.update(count)
    seconds = time.perf_counter() - begun
    demo.count(list(days))
    return {"hands": done, "seconds": seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=HANDS, help="of each game")
    parser.add_argument("--inside", choices=KINDS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        json.dump(_inside(asked.inside, asked.hands), sys.stdout)
    else:
        measure(asked.hands)


if __name__ == "__main__":
    main()

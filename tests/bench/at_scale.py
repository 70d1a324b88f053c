"""Pages with a short and with a long history, the night after a busy day, and boards that very many have played; part
of `make bench`.

Alone, and with a million hands: `python -m tests.bench.at_scale --hands 1000000`. What is compared is the median of
rounds that take turns, so that a machine that grows slow meanwhile is not taken for a table that grows long.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from games.management.progress import watched
from tests import services
from tests.bench.report import Report, median
from tests.site import ROOT, Site, database

SHORT: Final = 1_000
#: A million takes a quarter of an hour; pages slow down no less visibly from a thousand to a hundred thousand.
LONG: Final = 100_000
#: One hand in so many is the first person's. Of the short history all are: a list that is not full is no measure.
SHORT_SHARE, LONG_SHARE = 1, 5
ROUNDS: Final = 5
BUSY_DAY: Final = 20_000
#: A page may take so many times as long; and so many statements; the night so many seconds.
RATIO: Final = 1.5
STATEMENTS: Final = 8
NIGHT: Final = 60
#: Of one person.
DECISIONS: Final = 10_000
#: So many people have played one board; a page of that or of decisions may take so many milliseconds.
RESULTS: Final = 100_000
PAGE: Final = 250
STATEMENTS_OF_BOARDS: Final = 24


def measure(report: Report, name: str, url: str | None, hands: int = LONG) -> None:
    """On SQLite (no address) or on a PostgreSQL server."""
    with _sites(url) as (short, long):
        for site, count, share in ((short, SHORT, SHORT_SHARE), (long, hands, LONG_SHARE)):
            done = _inside(site, "fill", str(count), str(share))
            print(
                f"\n{name}, {done['hands']} hands, of them {done['own']} one person's ({done['seconds']:.0f} s to fill)"
            )
        first, then = _asked(short, long)
        for page, (statements, seconds) in then.items():
            report.ratio(page, median(first[page][1]), median(seconds), statements, (RATIO, STATEMENTS))
        night = _inside(long, "night", str(BUSY_DAY))
        report.row(f"the night after {night['hands']} hands", night["seconds"], "s", NIGHT)
        boards = _inside(long, "boards", str(RESULTS))
        report.row(f"the night after {boards['results']} results of boards", boards["night"], "s", NIGHT)
        for page, told in boards["pages"].items():
            report.row(f"{page}, {RESULTS} results", 1000 * median(told["seconds"]), "ms", PAGE)
            report.row(f"{page}, SQL statements", told["statements"], "", STATEMENTS_OF_BOARDS)
        decided = _inside(long, "decisions", str(DECISIONS))
        for page, told in decided["pages"].items():
            report.row(f"{page}, {decided['decisions']} decisions", 1000 * median(told["seconds"]), "ms", PAGE)
            report.row(f"{page}, SQL statements", told["statements"], "", STATEMENTS)


@contextmanager
def _sites(url: str | None) -> Iterator[tuple[Site, Site]]:
    """Two databases with nothing in them; no server is started."""
    with ExitStack() as stack:
        yield _site(stack, url, "short"), _site(stack, url, "long")


def _site(stack: ExitStack, url: str | None, name: str) -> Site:
    folder = Path(tempfile.mkdtemp(prefix="spadesite-scale-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    fresh: dict[str, Any] = {}
    if url is not None:
        fresh["DATABASE_URL"] = stack.enter_context(database(url, f"spadesite_bench_{name}"))
    site = Site(folder, workers=1, **fresh)
    site.prepare()
    return site


Times = dict[str, tuple[int, list[float]]]


def _asked(short: Site, long: Site) -> tuple[Times, Times]:
    """By page, the statements and all times of both."""
    found: tuple[Times, Times] = ({}, {})
    for _ in watched(range(ROUNDS), unit="round"):
        for site, times in zip((short, long), found, strict=True):
            for page, told in _inside(site, "ask").items():
                seconds = times[page][1] if page in times else []
                times[page] = told["statements"], [*seconds, *told["seconds"]]
    return found


def _inside(site: Site, *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.scale_in_process", *words]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=LONG, help="of the long history")
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="one database alone")
    asked = parser.parse_args()
    report, url = Report(), services.postgresql_url()
    if asked.only != "postgresql":
        measure(report, "SQLite", None, asked.hands)
    if asked.only != "sqlite" and url is not None:
        measure(report, "PostgreSQL", url, asked.hands)
    print(f"\n{report.total}")
    return report.ends_with


if __name__ == "__main__":
    sys.exit(main())

"""Figures of `make play` as somebody has them who clones the site: seconds to the first page, and the memory of all its
processes together.

Memory is PSS, the proportional set size: a page that several processes share counts once, so the sum is what the
machine gives for the site. `python -m tests.bench.at_home` prints the figures alone.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Final

from tests.bench.report import Report
from tests.services import free_port
from tests.site import ROOT
from tests.visitor import Stream, Visitor, answers

#: Seconds. Compiling takes a minute where nobody else wants the machine.
PATIENCE: Final = 600.0
SETTLED: Final = 10.0
PAUSE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Memory:
    """Of all processes together, in MB. `resident` counts shared pages once a process."""

    proportional: float
    resident: float


class Home:
    """`make play` with a folder of its own."""

    def __init__(self, var: Path) -> None:
        self.var, self.port = var, free_port()
        own = ("NUMBA_CACHE_DIR", "DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "DJANGO_SETTINGS_MODULE")
        kept = {name: value for name, value in os.environ.items() if name not in own}
        self.environment = {**kept, "SPADESITE_VAR": str(var), "PORT": str(self.port)}
        self.url = f"http://127.0.0.1:{self.port}"

    @contextmanager
    def open(self) -> Iterator[tuple[int, float]]:
        """While it runs: its process, and the seconds until its first page."""
        begun = time.perf_counter()
        with (self.var / "play.log").open("ab") as log:
            command = ["make", "--silent", "play"]
            process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        try:
            until(lambda: answers(self.url) or process.poll() is not None)
            page = Visitor(self.url).ask("GET", "/")
            assert page.status == 200
            yield process.pid, time.perf_counter() - begun
        finally:
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            process.wait()

    def is_compiled(self) -> bool:
        return any(self.var.glob("kernels/*/prepared"))

    def plays_and_is_reviewed(self) -> float:
        """One hand against the strongest player, to the end of its review; for how many seconds that was owed."""
        visitor = Visitor(self.url, Random(1))
        table = visitor.sit_at("twoman", strongest=True)
        table = visitor.move(table)
        stream = Stream(visitor, table.version)
        while not (table.may_deal or table.is_over):
            table = stream.settled(visitor.move(table) if table.waits_for_me else table)
        stream.close()
        over = time.perf_counter()
        until(lambda: self.rows("SELECT count(*) FROM games_review") > 0)
        visitor.close()
        return time.perf_counter() - over

    def rows(self, statement: str) -> int:
        with closing(connect(f"{(self.var / 'spadesite.sqlite3').as_uri()}?mode=ro", uri=True)) as rows:
            return int(rows.execute(statement).fetchone()[0])


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        if time.monotonic() > end:
            raise TimeoutError("`make play` does not do what is waited for")
        time.sleep(PAUSE)


def memory(process: int) -> Memory:
    """Of that process and all below it; who ends meanwhile is left out."""
    found = [each for one in tree(process) if (each := _of(one)) is not None]
    return Memory(sum(one.proportional for one in found), sum(one.resident for one in found))


def tree(process: int) -> list[int]:
    try:
        below = [
            int(one) for file in Path(f"/proc/{process}/task").glob("*/children") for one in file.read_text().split()
        ]
    except OSError:
        return []
    return [process, *(each for one in below for each in tree(one))]


def _of(process: int) -> Memory | None:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    kilobytes = {line.split()[0]: int(line.split()[1]) for line in lines[1:]}
    return Memory(kilobytes["Pss:"] / 1000, kilobytes["Rss:"] / 1000)


def measure(report: Report) -> None:
    """A first start, and a second one with a hand against the strongest player and its review."""
    print("\nmake play, on SQLite and the queue of files")
    with tempfile.TemporaryDirectory(prefix="spadesite-home-") as folder:
        home = Home(Path(folder))
        with home.open() as (_, seconds):
            report.row("first page of the first start, pip apart", seconds, "s", 15)
            until(home.is_compiled)
        with home.open() as (process, seconds):
            report.row("first page of the second start", seconds, "s", 3)
            at_first = memory(process)
            time.sleep(SETTLED)
            waiting = memory(process)
            report.row("from the end of a hand to its review", home.plays_and_is_reviewed(), "s", 10)
            afterwards = memory(process)
    for when, taken in (
        ("at the first page", at_first),
        ("waiting", waiting),
        ("after a hand and its review", afterwards),
    ):
        report.row(f"memory (PSS) {when}", taken.proportional, "MB", 450)
        report.row(f"resident, shared pages many times, {when}", taken.resident, "MB")


def main() -> int:
    """What the process ends with."""
    report = Report()
    measure(report)
    return report.ends_with


if __name__ == "__main__":
    sys.exit(main())

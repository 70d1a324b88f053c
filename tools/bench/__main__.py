"""`make bench`: measurements of the site on SQLite and PostgreSQL, compared with the budgets in `budgets.py`.

Exits with 1 if a budget is exceeded or a measurement fails. Absolute times depend on the machine.
"""

import json
import os
import re
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from tools.bench.budgets import Report, quantile
from tools.bench.cost import Player
from tools.bench.make_play import make_play, megabytes
from tools.fresh import COMPILED, compiled, fresh_servers
from tools.pair import play_hands
from tools.servers import soon
from tools.site import Site, running
from tools.visitor import KINDS

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run measures.

    Fields are counts: `games` of ruthless Marta; `reviews` and `requests` of each kind of game; `actions` over HTTP;
    `hands` of two people; `open_games` in the caches; hands of the `short` and the `long` history; hands of the
    `busy_day` before the nightly count; `rounds` of measurements of each page.
    """

    games: int = 40
    reviews: int = 12
    requests: int = 240
    actions: int = 60
    hands: int = 4
    open_games: int = 5_000
    short: int = 1_000
    long: int = 100_000
    busy_day: int = 20_000
    rounds: int = 5


QUICK: Final = Size(1, 1, 60, 10, 1, 100, 300, 1_000, 300, 1)


def inside(site: Site, module: str, call: str) -> Any:
    """Call a function of a module in the site's shell and return its result, which must be JSON."""
    package, name = module.rsplit(".", 1)
    printed = site.shell(f"import json; from {package} import {name}; print('result:', json.dumps({name}.{call}))")
    (result,) = re.findall("^result: (.*)$", printed, re.MULTILINE)  # other lines, also later ones, are log messages
    return json.loads(result)


@contextmanager
def empty_site(**environment: Any) -> Iterator[Site]:
    """Yield a prepared site without running servers."""
    with tempfile.TemporaryDirectory(prefix="spadesite-bench-") as folder:
        site = Site(Path(folder), **environment)
        try:
            site.prepare()
            yield site
        finally:
            site.kill()


def bots(report: Report, size: Size) -> None:
    with empty_site() as site:
        taken = inside(site, "tools.bench.in_process", f"ruthless_marta({size.games})")
        report.add("ruthless Marta: a card, median CPU", median(taken["play"]))
        for phase, name in (("play", "card"), ("bid", "bid"), ("discard", "discard")):
            report.add(f"ruthless Marta: a {name}, p99 CPU", quantile(taken[phase], 0.99))
        for kind in KINDS:
            game = "Two-Man" if kind == "twoman" else "other games"
            times = inside(site, "tools.bench.in_process", f"reviews({kind!r}, {size.reviews})")
            report.add(f"a review of a hand and seat of {game}, mean CPU", mean(times), kind)


def drawing(report: Report, _size: Size) -> None:
    with empty_site() as site:
        for kind in KINDS:
            which = "a table" if kind in {"twoman", "spades"} else "a table of other games"
            taken = inside(site, "tools.bench.in_process", f"drawing({kind!r})")
            report.add(f"presenting and drawing {which}, CPU", taken, kind)


def open_games(report: Report, size: Size) -> None:
    with empty_site() as site:
        for seen in inside(site, "tools.bench.in_process", f"open_games({size.open_games})"):
            name = "memory of a web process after many open games"
            report.add(name, seen["megabytes"], f"{seen['games']:,} games")


def home(report: Report, _size: Size) -> None:
    with tempfile.TemporaryDirectory(prefix="spadesite-home-") as folder:
        with make_play(Path(folder)) as (_pid, seconds):
            report.add("make play: first page of a first start", seconds, "without pip")
        with make_play(Path(folder)) as (pid, seconds):
            report.add("make play: first page of a second start", seconds)
            soon(lambda: any(Path(folder).rglob(COMPILED)), 300)  # until the bots are compiled
            time.sleep(10)  # until all processes have imported their modules
            report.add("make play: memory (PSS)", megabytes(pid), "idle")


def requests(report: Report, size: Size, name: str) -> None:
    """Measure SQL statements and server time of each game, actions over HTTP, and the delay to the other's screen."""
    with ExitStack() as stack:
        environment: dict[str, Any] = fresh_servers(stack) if name == POSTGRESQL else {}
        site = stack.enter_context(running(workers=2, **environment))
        for kind in KINDS:
            found = inside(site, "tools.bench.in_process", f"requests({kind!r}, {size.requests})")
            for request, count in sorted(found["statements"].items()):
                report.add(f"SQL statements, {request}", count, kind)
            report.add("server time of an action, p50", 1000 * quantile(found["seconds"], 0.5), kind)
            report.add(f"server time of an action on {name}, p95", 1000 * quantile(found["seconds"], 0.95), kind)
        player = Player(site, "twoman", seed=1)
        for _ in range(size.actions):
            player.act()
        player.close()
        seconds = player.visitor.seconds
        report.add("an action over HTTP, p50", 1000 * quantile(seconds, 0.5))
        report.add("an action over HTTP, p95", 1000 * quantile(seconds, 0.95))
        across = play_hands(site.url, "twoman", size.hands)
        report.add(f"one person's press on another's screen on {name}, p95", 1000 * quantile(across, 0.95))


def history(report: Report, size: Size, name: str) -> None:
    """Measure pages alternately with a short and a long history: a slowdown of the machine then affects both."""
    with ExitStack() as stack:
        sites = []
        for hands, share in ((size.short, 1), (size.long, 5)):
            environment: dict[str, Any] = fresh_servers(stack) if name == POSTGRESQL else {}
            sites.append(stack.enter_context(empty_site(**environment)))
            own = inside(sites[-1], "tools.history", f"fill({hands}, {share})")
            print(f"  {hands:,} hands, {own:,} of one person", flush=True)
        rounds = [[inside(site, "tools.bench.history", "ask()") for site in sites] for _ in range(size.rounds)]
        for page in rounds[0][0]:
            short, long = (median([one for pair in rounds for one in pair[place][page]["seconds"]]) for place in (0, 1))
            report.add("page with a long history", 1000 * long, page)
            report.add("page with a long history, times that with a short one", long / short, page)
            report.add("SQL statements, page with a long history", rounds[0][1][page]["statements"], page)
        hands, took = inside(sites[-1], "tools.bench.history", f"night({size.busy_day})")
        report.add("night after a busy day", took, f"{hands:,} hands")


ONCE: Final = {measure.__name__: measure for measure in (bots, home, drawing, open_games)}
EACH: Final = {measure.__name__: measure for measure in (requests, history)}


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser("python -m tools.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join([*ONCE, *EACH])}; default: all")
    parser.add_argument("--database", nargs="*", choices=(SQLITE, POSTGRESQL), default=(SQLITE, POSTGRESQL))
    parser.add_argument("--quick", action="store_true", help="rough measurements in a few minutes")
    parser.add_argument("--hands", type=int, help="hands of the long history; default: 100,000")
    asked = parser.parse_args(words)
    if unknown := set(asked.parts) - {*ONCE, *EACH}:
        parser.error(f"unknown: {', '.join(unknown)}")
    size = QUICK if asked.quick else Size(long=asked.hands or Size().long)
    chosen, report = asked.parts or [*ONCE, *EACH], Report()
    os.environ["NUMBA_CACHE_DIR"] = compiled()
    work: dict[str, Callable[[], None]] = {name: partial(ONCE[name], report, size) for name in ONCE if name in chosen}
    for name in asked.database:
        work |= {f"{part}, {name}": partial(EACH[part], report, size, name) for part in EACH if part in chosen}
    for name, measure in work.items():
        with report.part(name):
            measure()
    return report.end()


if __name__ == "__main__":
    sys.exit(main())

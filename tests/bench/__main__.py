"""`make bench`: prints the figures of the site, and ends with 1 where a budget of docs/design.md is missed."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import mean
from typing import Any

from tests import services
from tests.bench import at_home, at_scale, in_browser, on_a_phone, over_http
from tests.bench.in_process import ENDS
from tests.bench.report import Report, median, quantile
from tests.site import ROOT, Site, database, running

CLIENTS, HANDS = 16, 2
BROWSER_HANDS = 4
REVIEW = 270


@contextmanager
def on_sqlite() -> Iterator[Site]:
    with running(workers=2) as site:
        yield site


@contextmanager
def on_postgresql() -> Iterator[Site | None]:
    """With Redis as broker where there is one; None where there is no PostgreSQL."""
    url, broker = services.postgresql_url(), services.redis_url()
    if url is None:
        yield None
        return
    servers: dict[str, Any] = {"CELERY_BROKER_URL": broker, "CACHE_URL": broker} if broker else {}
    with database(url, "spadesite_bench") as fresh, running(workers=2, DATABASE_URL=fresh, **servers) as site:
        yield site


def over_the_wire(report: Report, site: Site, name: str, action_budget: float | None, across_budget: float) -> None:
    print(f"\n{name}")
    alone = in_process(site, "in_process")
    times = alone["seconds"]
    report.row("an action's server time, p50", 1000 * median(times), "ms")
    report.row("an action's server time, p95", 1000 * quantile(times, 0.95), "ms", action_budget)
    for kind, count in sorted(alone["statements"].items()):
        report.row(f"SQL statements, {kind}", count, "", statements_for(kind))
    wire = over_http.many(site, clients=1, hands=6)
    report.faults(f"{name}, one alone", wire.faults)
    report.row("an action over the wire, Marta beside it, p50", 1000 * median(wire.seconds), "ms")
    report.row("an action over the wire, Marta beside it, p95", 1000 * quantile(wire.seconds, 0.95), "ms")
    between = over_http.across(site.url, hands=4)
    report.row("from one person’s press to another’s screen, p95", 1000 * quantile(between, 0.95), "ms", across_budget)
    crowd = over_http.many(site, clients=CLIENTS, hands=HANDS)
    report.row(f"{CLIENTS} clients at once: moves a second", crowd.moves / crowd.took, "/s")
    report.row(f"{CLIENTS} clients at once: an action, p95", 1000 * quantile(crowd.seconds, 0.95), "ms")
    report.faults(f"{name}, {CLIENTS} at once", crowd.faults)


def statements_for(kind: str) -> int:
    """Return the budget. A deal and a hand's end write rows of their own; a table between hands opens seals."""
    if kind == f"a table{ENDS}":
        return 4
    if kind.endswith(ENDS):
        return 17
    return {"a table": 2, "a reply": 3, "an action, deal": 13}.get(kind, 5)


def in_process(site: Site, name: str) -> dict[str, Any]:
    """What that module finds without a wire, a worker or a stream, on the site's own database."""
    command = [sys.executable, "-m", f"tests.bench.{name}"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def in_chromium(report: Report, site: Site, name: str, budget: float) -> None:
    if services.chromium_path() is None:
        print("\nChromium is not here: apt-get install chromium")
        return
    watched = in_browser.watch(site, BROWSER_HANDS)
    print(f"\n{name}, in Chromium ({len(watched.answers)} answers)")
    report.row("click to Marta's card, p50", 1000 * median(watched.answers), "ms")
    report.row("click to Marta's card, p95", 1000 * quantile(watched.answers, 0.95), "ms", budget)
    report.row("requests for one whole hand, stream apart", watched.requests, "", 15)
    report.row("bytes of those requests", watched.bytes / 1000, "kB")


def on_a_slow_phone(report: Report, site: Site) -> None:
    if services.chromium_path() is None:
        return
    watched = on_a_phone.watch(site)
    print("\nA processor four times slower on slow 4G")
    report.row("from the press on the front page to the table", watched.interactive, "s", 2.5)
    report.row("until a press shows, p95", 1000 * quantile(list(watched.presses), 0.95), "ms", 100)
    report.row("layout shift of a whole hand, thousandths", 1000 * watched.shift, "")


def weights(report: Report, site: Site) -> None:
    print("\nWeight, compressed")
    found = over_http.page_weight(site)
    report.row("page", found["page"] / 1000, "kB")
    report.row("script", found["script"] / 1000, "kB", 25)
    report.row("style", found["style"] / 1000, "kB", 14)
    report.row("first visit without art and fonts", sum(found.values()) / 1000, "kB", 120)
    report.row("a move's partial", found["partial"] / 1000, "kB", 6)


def her_pace(report: Report) -> None:
    """Of ruthless Marta, whose choices are the dearest of Two-Man Spades."""
    taken = without_a_site("her_pace")
    print(f"\nRuthless Marta ({len(taken['play'])} cards, {len(taken['bid'])} bids), of a core")
    report.row("a card, median", median(taken["play"]), "ms", 5)
    report.row("a card, p99", quantile(taken["play"], 0.99), "ms", 30)
    report.row("a bid, p99", quantile(taken["bid"], 0.99), "ms", 50)
    report.row("a discard, p99", quantile(taken["discard"], 0.99), "ms", 50)


def reviews(report: Report) -> None:
    """At 270 ms 20,000 hands of one seat take 90 minutes of a core."""
    taken = without_a_site("reviews")
    print("\nA review, of a core, mean of a hand and seat")
    for key, times in taken.items():
        report.row(f"{key}, {len(times)} hands", mean(times), "ms", REVIEW if key == "twoman" else None)


def without_a_site(name: str) -> dict[str, list[float]]:
    """The milliseconds that that module finds, by what took them."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    command = [sys.executable, "-m", f"tests.bench.{name}"]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def open_games(report: Report, site: Site) -> None:
    """Of a process for itself, all that it has loaded with it."""
    print("\nA web process that has seen many open games")
    command = [sys.executable, "-m", "tests.bench.open_games", "100", "5000"]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True, check=True)
    for line in done.stdout.splitlines():
        seen = json.loads(line)
        report.row(f"memory after {seen['games']:,} games", seen["megabytes"], "MB", 200)


def renderings(report: Report, site: Site) -> None:
    """Whoever presents a table and draws it; a budget for the games of most tables."""
    print("\nA table drawn, of a core, mean over the steps of a game")
    for key, taken in in_process(site, "renderings").items():
        report.row(key, taken, "ms", 1.5 if key in {"twoman", "spades"} else None)


def main() -> int:
    ArgumentParser(prog="python -m tests.bench", description=__doc__).parse_args()
    report = Report()
    with report.part("ruthless Marta"):
        her_pace(report)
    with report.part("reviews"):
        reviews(report)
    with report.part("make play"):
        at_home.measure(report)
    with report.part("SQLite, queue of files"), on_sqlite() as site:
        with report.part("a table drawn"):
            renderings(report, site)
        figures(report, site, "SQLite, queue of files", (None, 500, 300))
        with report.part("a slow phone"):
            on_a_slow_phone(report, site)
        with report.part("weight"):
            weights(report, site)
        with report.part("open games"):
            open_games(report, site)
    with report.part("PostgreSQL and Redis"), on_postgresql() as served:
        if served is None:
            print("\nPostgreSQL is not here: apt-get install postgresql")
        else:
            figures(report, served, "PostgreSQL and Redis", (25, 300, 150))
    with report.part("SQLite, a long history"):
        at_scale.measure(report, "SQLite", None)
    if (url := services.postgresql_url()) is not None:
        with report.part("PostgreSQL, a long history"):
            at_scale.measure(report, "PostgreSQL", url)
    print(f"\n{os.cpu_count()} cores; {report.total}")
    return report.ends_with


def figures(report: Report, site: Site, name: str, budgets: tuple[float | None, float, float]) -> None:
    """Over the wire and in a browser; `budgets` in milliseconds: an action's server time, from click to answer, and
    from one person's press to another's screen.
    """
    with report.part(f"{name}, over the wire"):
        over_the_wire(report, site, name, budgets[0], budgets[2])
    with report.part(f"{name}, in Chromium"):
        in_chromium(report, site, name, budgets[1])


if __name__ == "__main__":
    sys.exit(main())

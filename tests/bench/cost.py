"""What an action costs: milliseconds of a core by process, with all that follows from it, measured from outside.

One visitor plays over HTTP with a stream open, as a browser would; an action is a deal or a choice of the person's,
and all computer players' replies with the pages that show them belong to it. Where a checkout of another commit is
named, it plays beside this one, action by action in turn, and the ratio is printed too. Of two that are alike the one
that is started second was found a twentieth to a tenth dearer, so a smaller difference says nothing.

    python -m tests.bench.cost --actions 120 --against ../before
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, Final

import psutil

from games.management.progress import watched
from tests import services
from tests.reading import Table
from tests.site import ROOT, Site, database, running
from tests.visitor import KINDS, Stream, Visitor

#: The first actions warm the site up and are not counted.
WARM: Final = 5
EDGE: Final = 20


@dataclass
class Costs:
    """Of one visitor's actions, each in milliseconds of a core, by process."""

    web: list[float] = field(default_factory=list)
    worker: list[float] = field(default_factory=list)

    @property
    def whole(self) -> list[float]:
        return [one + other for one, other in zip(self.web, self.worker, strict=True)]

    def edges(self) -> tuple[float, float]:
        """The mean of the first and of the last actions."""
        return mean(self.whole[:EDGE]), mean(self.whole[-EDGE:])


class Player:
    """A visitor at one table of one site, and what the site spends on each action."""

    def __init__(self, site: Site, kind: str, seed: int, **chosen: Any) -> None:
        self.site, self.kind, self.chosen = site, kind, chosen
        self.visitor, self.costs = Visitor(site.url, Random(seed)), Costs()
        self.table, self.stream = self._sits()

    def _sits(self) -> tuple[Table, Stream]:
        table = self.visitor.sit_at(self.kind, **self.chosen)
        return table, Stream(self.visitor, table.version)

    def act(self, *, counted: bool) -> None:
        """One action, until the table waits for the visitor again."""
        before = self._spent()
        self.table = self.stream.settled(self.visitor.move(self.table))
        if counted:
            for taken, now, then in zip((self.costs.web, self.costs.worker), self._spent(), before, strict=True):
                taken.append(1000 * (now - then))
        if self.table.is_over:
            self.stream.close()
            self.table, self.stream = self._sits()

    def _spent(self) -> tuple[float, float]:
        """Seconds of a core so far, of the web process and of the worker with its children."""
        return _seconds(self.site.processes["web"].pid), _seconds(self.site.processes["worker"].pid)

    def close(self) -> None:
        self.stream.close()
        self.visitor.close()


def _seconds(pid: int) -> float:
    process = psutil.Process(pid)
    return sum(sum(one.cpu_times()[:2]) for one in (process, *process.children(recursive=True)))


@contextmanager
def sites(against: Path | None, *, on_postgresql: bool) -> Iterator[list[Site]]:
    """This checkout and the other, each with a database of its own."""
    with ExitStack() as stack:
        found = []
        for number, root in enumerate([ROOT, *([against] if against else [])]):
            servers: dict[str, Any] = {}
            if on_postgresql and (url := services.postgresql_url()) is not None:
                servers["DATABASE_URL"] = stack.enter_context(database(url, f"spadesite_cost_{number}"))
                if broker := services.redis_url():
                    servers |= {"CELERY_BROKER_URL": f"{broker.rsplit('/', 1)[0]}/{number + 1}", "CACHE_URL": broker}
            found.append(stack.enter_context(running(workers=1, root=root, NUMBA_CACHE_DIR=_kernels(root), **servers)))
        yield found


def _kernels(root: Path) -> str:
    """Where that checkout keeps its compiled players; they are compiled first where they are not."""
    python = sys.executable if root == ROOT else root / ".venv" / "bin" / "python"
    told = "import os, spadesite.settings; print(os.environ['NUMBA_CACHE_DIR'])"
    environment = {**os.environ, "SPADESITE_VAR": str(root / "var"), "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    subprocess.run([python, "manage.py", "prepare_players"], cwd=root, env=environment, check=True)
    return subprocess.run(
        [python, "-c", told], cwd=root, env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()


def measure(found: list[Site], kind: str, actions: int, **chosen: str) -> list[Costs]:
    """Side by side: one action here, one there, now this first and now that, so that both meet the same noise."""
    players = [Player(site, kind, seed=1, **chosen) for site in found]
    try:
        for turn in watched(range(WARM + actions), unit="action"):
            for player in players if turn % 2 else reversed(players):
                player.act(counted=turn >= WARM)
    finally:
        for player in players:
            player.close()
    return [player.costs for player in players]


def told(kind: str, costs: list[Costs]) -> str:
    """One line: web, worker, both together, early and late; and the ratio to the other checkout."""
    own = costs[0]
    early, late = own.edges()
    whole = f"{mean(own.web):6.1f} + {mean(own.worker):5.1f} = {mean(own.whole):6.1f} ms"
    line = f"{kind:>9}: {whole}; first {early:.1f}, last {late:.1f}"
    if len(costs) > 1:
        other = mean(costs[1].whole)
        line += f"; the other {other:.1f}: 1/{other / mean(own.whole):.1f}"
    return line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=120)
    parser.add_argument("--against", type=Path, help="a checkout of another commit with its environment in .venv")
    parser.add_argument("--kinds", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), nargs="*", default=("sqlite", "postgresql"))
    asked = parser.parse_args()
    for name in asked.database:
        with sites(asked.against, on_postgresql=name == "postgresql") as found:
            print(f"\n{name}: web + worker, of a core, an action with all replies")
            for kind in asked.kinds:
                print(told(kind, measure(found, kind, asked.actions)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

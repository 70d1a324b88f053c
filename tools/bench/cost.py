"""Measure the CPU time of an action over HTTP with the bots' replies, by part: web, worker and PostgreSQL.

With `--against`, the site of another checkout is measured too; actions alternate between the two sites. Each pair of
runs restarts both sites in alternating order, because the site started second uses up to a tenth more CPU. Prints the
milliseconds of each part and, over the pairs, median and range of the ratio of the totals.

    python -m tools.bench.cost --pairs 5 --actions 60 --against ../before
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from tools.fresh import compiled, fresh_servers
from tools.site import ROOT, Site, running
from tools.usage import Usage
from tools.visitor import KINDS, EventStream, Visitor

#: Number of actions that warm up each site before the measurement.
WARM: Final = 5
#: Milliseconds of CPU per action, by part.
Costs = dict[str, float]


class Player:
    """A visitor at one table of a site, who opens a new game when the current one is over."""

    def __init__(self, site: Site, kind: str, seed: int) -> None:
        self.kind, self.visitor = kind, Visitor(site.url, Random(seed))
        self._sit()

    def _sit(self) -> None:
        self.table = self.visitor.sit_at(self.kind)
        self.stream = EventStream(self.visitor, self.table.version)

    def act(self) -> None:
        """Make an action or a deal; return once the table waits for the visitor again."""
        if self.table.is_over:
            self.stream.close()
            self._sit()
        self.table = self.stream.settled(self.visitor.move(self.table) if self.table.waits_for_me else self.table)

    def close(self) -> None:
        self.stream.close()
        self.visitor.close()


@contextmanager
def sites(roots: list[Path], *, on_postgresql: bool) -> Iterator[list[Site]]:
    """Start a site of each checkout, in this order, each with its own database."""
    with ExitStack() as stack:
        found = []
        for root in roots:
            environment: dict[str, Any] = {"NUMBA_CACHE_DIR": compiled(root)}
            environment |= fresh_servers(stack) if on_postgresql else {}
            found.append(stack.enter_context(running(root=root, **environment)))
        yield found


def measure(found: list[Site], kind: str, actions: int, seed: int) -> list[Costs]:
    """Play at all sites, one action at each in turn; return the costs of each site."""
    with ExitStack() as stack:
        players = [Player(site, kind, seed) for site in found]
        for player in players:
            stack.callback(player.close)
        for _ in range(WARM):
            for player in players:
                player.act()
        usages = [Usage(site) for site in found]
        with ExitStack() as measured:
            for usage in usages:
                measured.enter_context(usage)
            for turn in range(actions):
                for player in players if turn % 2 else reversed(players):
                    player.act()
    return [{part: 1000 * seconds / actions for part, seconds in usage.seconds.items()} for usage in usages]


def summary(kind: str, own: list[Costs], other: list[Costs]) -> list[str]:
    """Return the lines for one game: the median cost of each part, and the ratio of the totals."""
    lines = []
    for name, runs in (("this", own), ("other", other)):
        if runs:
            parts = " + ".join(f"{part} {median([run[part] for run in runs]):.1f}" for part in runs[0])
            totals = [sum(run.values()) for run in runs]
            lines.append(f"{kind:>9}, {name:>5}: {parts} = {median(totals):.1f} ms ({spread(totals)})")
    if other:
        ratios = [sum(one.values()) / sum(two.values()) for one, two in zip(own, other, strict=True)]
        lines.append(f"{kind:>9}, this / other: median {median(ratios):.2f} ({spread(ratios, 2)})")
    return lines


def spread(values: list[float], digits: int = 1) -> str:
    return f"{min(values):.{digits}f} to {max(values):.{digits}f} in {len(values)} runs"


def main(words: list[str] | None = None) -> int:
    parser = ArgumentParser(
        "python -m tools.bench.cost", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="a checkout of another commit with its environment in .venv")
    parser.add_argument("--pairs", type=int, default=3, help="number of runs of each site")
    parser.add_argument("--actions", type=int, default=60, help="number of actions of each run and game")
    parser.add_argument("--kinds", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--database", nargs="*", choices=("sqlite", "postgresql"), default=("sqlite", "postgresql"))
    asked = parser.parse_args(words)
    roots = [ROOT, *([asked.against.resolve()] if asked.against else [])]
    for name in asked.database:
        costs: dict[str, list[list[Costs]]] = {kind: [[] for _ in roots] for kind in asked.kinds}
        for pair in range(asked.pairs):
            order = roots if pair % 2 == 0 else roots[::-1]
            with sites(order, on_postgresql=name == "postgresql") as found:
                for kind in asked.kinds:
                    for root, cost in zip(order, measure(found, kind, asked.actions, pair), strict=True):
                        costs[kind][roots.index(root)].append(cost)
        print(f"\n{name}: CPU of an action with its replies, medians")
        for kind, (own, *others) in costs.items():
            print("\n".join(summary(kind, own, others[0] if others else [])), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

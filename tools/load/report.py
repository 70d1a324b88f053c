"""Print results of crowds as tables, and compare a crowd alone with the same crowd under additional load."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import mean

from tools.load import ACTION
from tools.load.crowd import CrowdResult


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    lines = [list(heads), *([f"{cell:,.1f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(f"\n{title}")
    for first, *others in lines:
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        print("  " + "  ".join([first.ljust(widths[0]), *cells]), flush=True)


def show(result: CrowdResult) -> None:
    """Print times and failures of each request, and CPU by part."""
    rate = result.actions / result.took
    table(
        f"{result.crowd.players} players ({result.crowd.kind}) for {result.took:.0f} s, {rate:.1f} actions a second",
        ("request", "count", "failed", "p50 ms", "p95 ms", "p99 ms"),
        (
            (name, int(one["count"]), int(one["failed"]), *(1000 * one[share] for share in ("p50", "p95", "p99")))
            for name, one in sorted(result.requests.items())
        ),
    )
    show_cpu(result)
    show_errors([result])


def show_cpu(result: CrowdResult) -> None:
    rows = [
        (part, f"{seconds / result.took:.2f}", f"{1000 * seconds / result.actions:.2f}" if result.actions else "-")
        for part, seconds in result.cpu.items()
    ]
    table("CPU", ("part", "cores", "ms an action"), [*rows, ("other", f"{result.other_cpu / result.took:.2f}", "")])


def show_errors(results: Iterable[CrowdResult]) -> None:
    for result in results:
        for error, count in result.errors.items():
            print(f"  {count} times: {error}", flush=True)


@dataclass
class CrowdComparison:
    """Results of a crowd alone and under the additional load `name`.

    For each request in `names`, the mean p95 under load may be at most `limit` times the mean p95 alone.
    """

    name: str
    limit: float
    alone: list[CrowdResult]
    beside: list[CrowdResult] = field(default_factory=list)
    names: tuple[str, ...] = (ACTION,)

    @property
    def growth(self) -> dict[str, float]:
        return {name: mean_of(self.beside, name, "p95") / mean_of(self.alone, name, "p95") for name in self.names}

    @property
    def is_held(self) -> bool:
        return all(one.is_good for one in (*self.alone, *self.beside)) and max(self.growth.values()) <= self.limit

    def show(self) -> None:
        sides = (self.alone, self.beside)
        names = sorted({name for result in (*self.alone, *self.beside) for name in result.requests})
        table(
            f"{self.alone[0].crowd.players} players for {self.alone[0].crowd.seconds} s, alone and beside {self.name}",
            ("request", "p50 ms", "p95 ms", "beside: p50 ms", "p95 ms"),
            (
                (name, *(1000 * mean_of(results, name, share) for results in sides for share in ("p50", "p95")))
                for name in names
            ),
        )
        for name, times in self.growth.items():
            verdict = "held" if times <= self.limit else "MISSED"
            print(f"  p95 of {name}: {times:.2f} times that alone, limit {self.limit:g}: {verdict}")
        failed = sum(one.failed for one in (*self.alone, *self.beside))
        print(f"  {failed:.0f} requests failed", flush=True)
        show_errors((*self.alone, *self.beside))


def mean_of(results: list[CrowdResult], name: str, share: str) -> float:
    """Return the mean over the results with this request; NaN if there are none."""
    found = [one.requests[name][share] for one in results if name in one.requests]
    return mean(found) if found else float("nan")

"""The budgets of docs/design.md as a table, and the report that compares measurements with the budgets."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import isnan
from typing import Final

#: Budget (None: the measurement is only printed) and unit, by name of the measurement.
BUDGETS: Final[dict[str, tuple[float | None, str]]] = {
    "SQL statements, an action": (5, ""),
    "SQL statements, a reply": (3, ""),
    "SQL statements, a table": (2, ""),
    "SQL statements, a table between hands": (4, ""),
    "SQL statements, a deal": (13, ""),
    "SQL statements, a hand's end": (17, ""),
    "SQL statements, a game's end": (18, ""),
    "server time of an action, p50": (None, "ms"),
    "server time of an action on SQLite, p95": (None, "ms"),
    "server time of an action on PostgreSQL, p95": (25, "ms"),
    "an action over HTTP, p50": (None, "ms"),
    "an action over HTTP, p95": (None, "ms"),
    "one person's press on another's screen on SQLite, p95": (300, "ms"),
    "one person's press on another's screen on PostgreSQL, p95": (150, "ms"),
    "presenting and drawing a table, CPU": (1.5, "ms"),
    "presenting and drawing a table of other games, CPU": (None, "ms"),
    "ruthless Marta: a card, median CPU": (5, "ms"),
    "ruthless Marta: a card, p99 CPU": (30, "ms"),
    "ruthless Marta: a bid, p99 CPU": (50, "ms"),
    "ruthless Marta: a discard, p99 CPU": (50, "ms"),
    "a review of a hand and seat of Two-Man, mean CPU": (270, "ms"),
    "a review of a hand and seat of other games, mean CPU": (None, "ms"),
    "make play: first page of a first start": (15, "s"),
    "make play: first page of a second start": (3, "s"),
    "make play: memory (PSS)": (450, "MB"),
    "memory of a web process after many open games": (200, "MB"),
    "page with a long history, times that with a short one": (1.5, ""),
    "page with a long history": (None, "ms"),
    "SQL statements, page with a long history": (8, ""),
    "night after a busy day": (60, "s"),
}


def quantile(values: Sequence[float], share: float) -> float:
    """Return the quantile `share` (0 to 1) of the values; NaN for no values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


@dataclass
class Report:
    """Prints each measurement; collects the names of measurements over budget and of failed ones."""

    missed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def add(self, name: str, value: float, detail: str = "") -> None:
        limit, unit = BUDGETS[name]
        label = f"{name} ({detail})" if detail else name
        verdict = f"  (budget {limit:g})" if limit is not None else ""
        if isnan(value):
            self.failed.append(label)
            verdict = "  NOT MEASURED"
        elif limit is not None and value > limit:
            self.missed.append(label)
            verdict += "  MISSED"
        print(f"  {label:<72} {value:>9.1f} {unit:<2}{verdict}", flush=True)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Print a heading. An exception in the block is reported, not raised, so that the next part runs."""
        print(f"\n{name}", flush=True)
        try:
            yield
        except Exception as error:
            print(f"  FAILED: {error!r}", flush=True)
            self.failed.append(f"{name}: {error!r}")

    def end(self) -> int:
        """Print the missed budgets and failed measurements; return the exit code."""
        print(f"\n{len(self.missed)} budgets missed")
        for verdict, names in (("Missed", self.missed), ("Not measured", self.failed)):
            for name in names:
                print(f"  {verdict}: {name}")
        return 1 if self.missed or self.failed else 0

"""Figures as they are printed, each with its budget where it has one."""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from typing import Final

#: What was to be measured and was not.
NOTHING: Final = float("nan")


def quantile(values: list[float], share: float) -> float:
    """The value below which that share of them lies; `NOTHING` of none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else NOTHING


def median(values: list[float]) -> float:
    """The value in their middle; `NOTHING` of none."""
    return statistics.median(values) if values else NOTHING


class Report:
    """Rows as they come. Kept are the names of those over their budget, and of what could not be measured."""

    def __init__(self) -> None:
        self.missed: list[str] = []
        self.failed: list[str] = []

    @property
    def ends_with(self) -> int:
        """What the process ends with: 0 where all was measured and within its budget."""
        return 1 if self.missed or self.failed else 0

    @property
    def total(self) -> str:
        lines = [f"{len(self.missed)} budgets missed.", *(f"Not measured: {name}" for name in self.failed)]
        return "\n".join(lines)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """A part whose failure is said and counted, and takes no other part with it."""
        try:
            yield
        except Exception as fault:  # whatever a site, a browser or a database may answer
            print(f"  {name} FAILED: {fault!r}", flush=True)
            self.failed.append(f"{name} ({fault!r})")

    def faults(self, name: str, faults: list[str]) -> None:
        """Each visitor who gave up, and why."""
        for fault in faults:
            print(f"    FAILED, {name}: {fault}", flush=True)
            self.failed.append(f"{name}: {fault}")

    def row(self, name: str, value: float, unit: str, budget: float | None = None) -> None:
        if isnan(value):
            print(f"  {name:<46} {'-':>9} {unit}  NOT MEASURED", flush=True)
            self.failed.append(name)
            return
        over = budget is not None and value > budget
        limit = f"  (budget {budget:g})" if budget is not None else ""
        print(f"  {name:<46} {value:>9.1f} {unit}{limit}{'  MISSED' if over else ''}", flush=True)
        if over:
            self.missed.append(name)

    def ratio(self, name: str, first: float, then: float, statements: int, limits: tuple[float, int]) -> None:
        """Milliseconds of a page with a short and with a long history, and its SQL statements with the long one."""
        ratio, (budget, most) = then / first, limits
        is_over = ratio > budget or statements > most
        times = f"{1000 * first:>8.1f} ms {1000 * then:>8.1f} ms"
        print(f"  {name:<32} {times}   x {ratio:4.2f}  {statements:>3} SQL{'  MISSED' if is_over else ''}", flush=True)
        if is_over:
            self.missed.append(name)

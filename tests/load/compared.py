"""The same crowd alone and beside something that might slow it down."""

from dataclasses import dataclass, field

from tests.load import told
from tests.load.crowd import Found


@dataclass
class Compared:
    """Crowds alone and beside `what`; the p95 of all that is named in `of` may grow `most` times."""

    what: str
    most: float
    of: tuple[str, ...] = ("an action",)
    alone: list[Found] = field(default_factory=list)
    beside: list[Found] = field(default_factory=list)

    @property
    def grown(self) -> dict[str, float]:
        return {name: _times(self.beside, name)[1] / _times(self.alone, name)[1] for name in self.of}

    @property
    def holds(self) -> bool:
        return max(self.grown.values()) <= self.most and not any(one.failed for one in (*self.alone, *self.beside))

    def tell(self) -> None:
        wanted = self.alone[0].wanted
        rows = [
            (name, *_times(self.alone, name), *_times(self.beside, name))
            for name in sorted(set(self.alone[0].asked) | set(self.beside[0].asked))
        ]
        told.table(
            f"{wanted.players} players for {wanted.seconds} s, alone and beside {self.what}",
            ("asked", "p50 ms", "p95 ms", "beside: p50 ms", "p95 ms"),
            rows,
        )
        shares = [_mean([one.share("web") for one in some]) for some in (self.alone, self.beside)]
        failed = sum(one.failed for one in self.beside)
        told.say(f"  cores of the web: {shares[0]:.2f} alone, {shares[1]:.2f} beside it")
        grown = ", ".join(f"of {name} {times:.2f} times" for name, times in self.grown.items())
        told.say(f"  the p95 grew {grown}; beside it {failed:.0f} requests failed")
        for found in (*self.alone, *self.beside):
            for fault, count in found.faults.items():
                told.say(f"  {count} times: {fault}")


def _times(some: list[Found], name: str) -> tuple[float, float]:
    """The mean of all that had any of these requests."""
    found = [one.asked[name] for one in some if name in one.asked] or [{"p50": 0.0, "p95": 0.0}]
    return 1000 * _mean([one["p50"] for one in found]), 1000 * _mean([one["p95"] for one in found])


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)

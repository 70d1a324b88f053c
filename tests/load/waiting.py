"""The queue of replies: how long a computer player's action waits for a worker, and how many workers that takes.

Actions come as people play: by chance, and more of them in the evening. Each is worked on by the first worker that is
free, as long as such an action was measured to take (`choices.json`, made by `python -m tests.load.choices`).
`python -m tests.load.waiting` prints the waiting times.
"""

import heapq
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from games.management.progress import watched
from tests.bench.report import quantile
from tests.load import told

CHOICES: Final = Path(__file__).with_name("choices.json")
#: The share of a day's hands that begin in each hour, as a house has them whose people sleep at the same time: few
#: in the small hours, the most after supper. An assumption, to be replaced by what the house sees.
DAY: Final = (2, 1, 1, 1, 1, 1, 2, 3, 3, 4, 4, 4, 5, 5, 4, 4, 5, 6, 7, 9, 10, 9, 6, 3)
#: No action may wait longer than this, but for one in twenty; seconds.
WAIT: Final = 0.1
#: No more of the workers' time than this is asked for: many workers wait for nothing at any load, until one is lost.
FULL: Final = 0.9
#: So many actions are looked at; of a large house those of some seconds of its busiest hour.
LOOKED_AT: Final = 100_000
HANDS_A_DAY: Final = (10_000, 1_000_000, 100_000_000)

Draw = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Measured:
    """A computer player's actions in one game: how many a hand has, and how many seconds they take, from the
    quickest to the slowest in equal shares."""

    name: str
    seconds: tuple[float, ...]
    a_hand: float

    def draw(self, rng: Random) -> float:
        """One action's seconds, between two of those that were measured."""
        place = rng.random() * (len(self.seconds) - 1)
        low = int(place)
        return self.seconds[low] + (place - low) * (self.seconds[low + 1] - self.seconds[low])

    @property
    def mean(self) -> float:
        return sum(self.seconds) / len(self.seconds)


def measured(file: Path = CHOICES) -> list[Measured]:
    measured = json.loads(file.read_text(encoding="utf-8"))
    return [Measured(name, tuple(one["seconds"]), one["a_hand"]) for name, one in measured.items()]


def rate_at(second: float, a_day: float) -> float:
    """Actions a second at that second of the day."""
    return a_day * DAY[int(second // 3600) % 24] / sum(DAY) / 3600


def arrivals(rng: Random, a_day: float, *, since: float, count: int) -> Iterator[float]:
    """So many moments from a second of the day on, by chance at the rate of their hour."""
    most = rate_at(DAY.index(max(DAY)) * 3600, a_day)
    at = since
    while count:
        at += rng.expovariate(most)
        if rng.random() * most <= rate_at(at, a_day):
            count -= 1
            yield at


def waits(moments: Iterator[float], work: Draw, workers: int) -> list[float]:
    """How long each waited, first come, first served."""
    free = [0.0] * workers
    found = []
    for at in moments:
        begun = max(at, free[0])
        heapq.heapreplace(free, begun + work())
        found.append(begun - at)
    return found


def fewest(enough: Callable[[int], bool], least: int) -> int:
    """The smallest number from `least` on that is enough: doubled until one is, then halved between."""
    low, high = least - 1, least
    while not enough(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def busiest(one: Measured, a_day: float, workers: int, seed: int = 1) -> list[float]:
    """The waits in the busiest hour, or in as much of it as is looked at."""
    rng, hour = Random(seed), DAY.index(max(DAY)) * 3600.0
    count = min(LOOKED_AT, max(1_000, round(rate_at(hour, a_day) * 3600)))
    return waits(arrivals(rng, a_day, since=hour, count=count), lambda: one.draw(rng), workers)


# ---------- what is known of queues by formula: chance alone, and work that takes any time ----------
def erlang_c(workers: int, load: float) -> float:
    """The chance that an action waits at all, with `load` workers' worth of work coming in."""
    term = waiting = 1.0
    for n in range(1, workers):
        term *= load / n
        waiting += term
    last = term * load / workers * workers / (workers - load)
    return last / (waiting + last)


def mean_wait(workers: int, rate: float, mean: float) -> float:
    return erlang_c(workers, rate * mean) * mean / (workers - rate * mean)


def wait_quantile(workers: int, rate: float, mean: float, share: float) -> float:
    """The wait that a share of all actions does not exceed."""
    chance = erlang_c(workers, rate * mean)
    return 0.0 if chance <= 1 - share else math.log(chance / (1 - share)) * mean / (workers - rate * mean)


# ---------- the table ----------
def row(one: Measured, hands: int) -> tuple[object, ...]:
    a_day = hands * one.a_hand
    peak = rate_at(DAY.index(max(DAY)) * 3600, a_day)
    least = math.ceil(peak * one.mean / FULL)
    workers = fewest(lambda count: quantile(busiest(one, a_day, count), 0.95) < WAIT, least)
    found = busiest(one, a_day, workers)
    shares = (1000 * quantile(found, share) for share in (0.5, 0.95, 0.99))
    return one.name, f"{hands:,}", peak, 1000 * one.mean, workers, *shares


def show(hands_a_day: Sequence[int] = HANDS_A_DAY) -> None:
    heads = ("game, level", "hands a day", "actions/s at most", "ms each", "workers", "p50 ms", "p95 ms", "p99 ms")
    rows = [row(one, hands) for one, hands in watched([*product(measured(), hands_a_day)], unit="row")]
    told.table(
        f"workers for a p95 wait under {1000 * WAIT:.0f} ms in the busiest hour, and the waits then", heads, rows
    )


if __name__ == "__main__":
    show()

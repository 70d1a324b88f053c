"""The simulated queue against what is known by formula, and its parts by hand."""

import math
from collections import Counter
from random import Random

import pytest

from tests.bench.report import quantile
from tests.load import waiting
from tests.load.capacity import highest
from tests.load.waiting import DAY, Measured

#: Workers, and the share of their time that is asked for.
QUEUES = [(1, 0.5), (1, 0.8), (4, 0.7), (10, 0.9), (50, 0.9)]
MEAN = 0.02


def simulated(workers: int, share: float, count: int = 150_000) -> list[float]:
    """Chance alone: actions at one rate, each as long as chance makes it."""
    rng, rate = Random(workers), workers * share / MEAN
    moments, at = [], 0.0
    for _ in range(count):
        at += rng.expovariate(rate)
        moments.append(at)
    return waiting.waits(iter(moments), lambda: rng.expovariate(1 / MEAN), workers)


@pytest.mark.parametrize(("workers", "share"), QUEUES)
def test_it_agrees_with_erlang(workers: int, share: float) -> None:
    found, load = simulated(workers, share), workers * share
    waited = sum(one > 0 for one in found) / len(found)
    assert waited == pytest.approx(waiting.erlang_c(workers, load), abs=0.03)
    mean = sum(found) / len(found)
    assert mean == pytest.approx(waiting.mean_wait(workers, load / MEAN, MEAN), rel=0.15)
    p95 = waiting.wait_quantile(workers, load / MEAN, MEAN, 0.95)
    assert quantile(found, 0.95) == pytest.approx(p95, rel=0.15, abs=MEAN / 20)


def test_erlang_by_hand() -> None:
    """One worker waits as often as it is busy; two at half a load each: a third."""
    assert waiting.erlang_c(1, 0.6) == pytest.approx(0.6)
    assert waiting.erlang_c(2, 1.0) == pytest.approx(1 / 3)
    assert waiting.mean_wait(1, 0.5, 1.0) == pytest.approx(1.0)
    assert waiting.wait_quantile(1, 0.5, 1.0, 0.4) == 0.0


def test_first_come_first_served() -> None:
    works = iter([3.0, 1.0, 1.0, 1.0])
    assert waiting.waits(iter([0.0, 0.5, 1.0, 9.0]), lambda: next(works), 1) == [0.0, 2.5, 3.0, 0.0]
    works = iter([3.0, 1.0, 1.0, 1.0])
    assert waiting.waits(iter([0.0, 0.5, 1.0, 9.0]), lambda: next(works), 2) == [0.0, 0.0, 0.5, 0.0]


def test_a_day_has_its_shape_and_its_sum() -> None:
    a_day = 50_000.0
    hours = Counter(int(at // 3600) for at in waiting.arrivals(Random(5), a_day, since=0.0, count=int(a_day)))
    for hour, share in enumerate(DAY):
        told = a_day * share / sum(DAY)
        assert abs(hours[hour] - told) < 5 * math.sqrt(told) + 0.01 * a_day * (hour == 23), hour
    assert sum(waiting.rate_at(hour * 3600, a_day) * 3600 for hour in range(24)) == pytest.approx(a_day)


def test_work_is_drawn_from_what_was_measured() -> None:
    one, rng = Measured("a game", (0.0, 1.0, 3.0), 1.0), Random(2)
    drawn = [one.draw(rng) for _ in range(20_000)]
    assert min(drawn) >= 0.0 and max(drawn) <= 3.0
    assert quantile(drawn, 0.5) == pytest.approx(1.0, abs=0.03)


@pytest.mark.parametrize("wanted", [1, 2, 3, 7, 8, 100])
def test_the_fewest_that_are_enough(wanted: int) -> None:
    assert waiting.fewest(lambda count: count >= wanted, 1) == wanted


@pytest.mark.parametrize("most", [0, 9, 10, 25, 40, 99])
def test_the_highest_rung_that_holds(most: int) -> None:
    ladder = (10, 20, 30, 40)
    assert highest(ladder, lambda players: players <= most) == max([one for one in ladder if one <= most], default=0)


def test_what_was_measured_can_be_read() -> None:
    for one in waiting.measured():
        assert len(one.seconds) == 101 and list(one.seconds) == sorted(one.seconds)
        assert one.a_hand > 1 and 0 < one.mean < 10, one.name

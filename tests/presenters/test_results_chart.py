"""Charts of results: of a board one’s own stands out, however many there are; none has more lines than it can hold."""

from collections import Counter

import pytest

from games.presenters.charts import BINS, LINES, MOST_BARS, ChartTable, binned, curves, results
from games.presenters.statistics.charts import bid_against_tricks
from games.services.counting.measures import Part

TABLE = ChartTable("", ("Result", "How often"), ())


@pytest.mark.parametrize("own", [-30, 4, 40])
@pytest.mark.parametrize("many", [3, MOST_BARS, 2 * MOST_BARS, 6 * MOST_BARS])
def test_one_bar_is_the_own(own: int, many: int) -> None:
    counts = {own: 2, **{own + 3 * step: 1 for step in range(-many // 2, many // 2) if step}}
    bars = results(counts, own, TABLE).bars
    assert [bar.kind for bar in bars].count("mine") == 1
    mine = next(place for place, bar in enumerate(bars) if bar.kind == "mine")
    assert len(bars) / 4 < mine < len(bars) * 3 / 4, "results lie evenly around it"


def test_above_each_bar_stands_how_often_it_came_where_there_is_room() -> None:
    assert [bar.text for bar in results({-4: 20, 5: 24, 8: 4}, 5, TABLE).bars] == ["20", "24", "4"]
    assert {bar.text for bar in results(dict.fromkeys(range(20), 1), 5, TABLE).bars} == {""}


def test_nobodys_is_marked_for_one_that_was_given_up() -> None:
    assert all(bar.kind != "mine" for bar in results({1: 1, 2: 4}, None, TABLE).bars)


@pytest.mark.parametrize(("hands", "said"), [(1, "in 100% of 1 hand both"), (2, "in 100% of 2 hands both")])
def test_one_hand_is_no_hands(hands: int, said: str) -> None:
    chart = bid_against_tricks(Part(spreads={"bid:tricks": Counter({"4:4": hands})}))
    assert chart is not None and said in chart.table.sentence


@pytest.mark.parametrize("high", [4_000, 4_001, 30_000, 999_999_999])
def test_a_high_score_has_few_lines(high: int) -> None:
    assert LINES / 2 < len(curves({"you": [0, high]}, ["1", "2"], TABLE).grid) <= LINES + 2


@pytest.mark.parametrize("high", [23_999, 24_000, 999_999_999])
def test_results_far_apart_share_few_bars(high: int) -> None:
    counts, step = binned({0: 1, high: 2})
    assert sum(counts.values()) == 3 and BINS / 3 < max(counts) / step < BINS

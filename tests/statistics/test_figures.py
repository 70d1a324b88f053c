"""Links of figures, which lead to as many hands or games as the figure counts; lists of hands; charts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.models import User
from accounts.people import Person
from games.bots.base import AnyLegal
from games.figures import BIDS, EXTREMES, MARKS, OF_MARKS, Breakdown, Figure, Form
from games.pages.charts import BINS, LINES, MOST_BARS, ChartTable, binned, curves, results
from games.registry import GAMES, levels
from games.statistics import pages, reading, tallies
from games.statistics.drawn import bid_against_tricks, favourite_of, pairs, part_of, spread
from games.statistics.measures import Part
from games.statistics.models import PersonLine
from games.statistics.pages import endings
from games.statistics.reading import Stretch
from tests.play import set_players
from tests.statistics.played import DAYS, NEXT, at_noon_of, measures_of, play_days, play_demo_game

#: Options that make rare events likelier.
CHOSEN: dict[str, tuple[dict[str, Any], ...]] = {
    "twoman": ({}, {"blind_deficit": 50}, {"target": 100}, {"nil_points": 100}),
    "spades": ({}, {"variant": "solo"}, {"variant": "custom1", "allow_misdeals": True, "blind_nil_exchange": 2}),
    "bidwhist": ({}, {"renege": "table", "min_bid": 1}, {"win_score": 50, "lose_score": -50}),
    "cardduel": ({}, {"max_rounds": 6}),
}


@pytest.fixture(params=list(GAMES))
def key(request: pytest.FixtureRequest, alice: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Play twelve games of at most six hands, over all levels, and count half of the days."""
    key: str = request.param
    monkeypatch.setattr(reading, "PAGE", 10_000)
    set_players(monkeypatch, key, dict.fromkeys(levels(key), AnyLegal()))
    for place in range(12):
        day = DAYS[place % len(DAYS)]
        tried = CHOSEN.get(key, ({},))
        level, chosen = levels(key)[place % len(levels(key))], tried[place % len(tried)]
        most = 2 if place % 3 == 2 else 6
        play_demo_game(alice, key, day, seed=place, hour=place, level=level, hands=most, **chosen)
    with at_noon_of(NEXT):
        tallies.catch_up(until=DAYS[1])
        yield key


def lines(person: User, stretch: Stretch, *marks: str, games: bool) -> tuple[PersonLine, ...]:
    return reading.counted_lines(person=Person(user=person), stretch=stretch, marks=marks, games=games).lines


def test_every_number_links_to_as_many_hands_or_games(alice: User, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, figures = measures_of(alice, key), figures_of(key)
    known = sum(_check_figure(alice, Stretch(key), one, part_of(one, found)) for one in figures)
    assert known > len(figures) / 2
    check_links_of_cells(alice, key)
    check_links_of_marks(alice, key)
    check_no_link_is_empty(alice, key, monkeypatch)


def figures_of(key: str) -> list[Figure]:
    declared = GAMES[key].figures
    return [*declared.first, *(one for section in declared.sections for one in section.figures)]


def _check_figure(person: User, stretch: Stretch, figure: Figure, part: Part) -> bool:
    """Check that the figure agrees with the lines behind its link; return whether there are any lines."""
    shown = lines(person, stretch, *figure.leads_to, games=figure.are_games)
    if figure.form in OF_MARKS:
        assert len(shown) == _counted(figure, part), figure
    elif figure.form in EXTREMES:
        top = part.tops[figure.name]
        reached = {(one.game.code, one.number): one.numbers.get(figure.counts) for one in shown}
        assert reached[top.code, top.number] == top.value, figure
    elif figure.form is Form.FAVOURITE_BID:
        bid = favourite_of(part.marks)
        assert len(lines(person, stretch, f"bid{bid}", games=False)) == max(part.marks[f"bid{n}"] for n in BIDS)
    elif figure.form is Form.BLIND_BIDS:
        for bid in {bid for bid, _tricks in pairs(part, "blind:took")}:
            tries = sum(n for (one, _tricks), n in pairs(part, "blind:took").items() if one == bid)
            assert len(lines(person, stretch, "blind", f"bid{bid}", games=False)) == tries
    else:
        values = [one.numbers[figure.counts] for one in shown if figure.counts in one.numbers]
        assert sum(values) == part.total(figure.counts), figure
    return bool(shown)


def _counted(figure: Figure, part: Part, mark: str = "") -> int:
    """Return how many lines the figure should link to. A share links to its successes or to its attempts."""
    at, led = f"@{mark}" if mark else "", " ".join(figure.leads_to)
    if not figure.counts:
        return part.marks[mark] if mark else part.n
    counts = led if figure.form is not Form.COUNT and led in figure.of.split() else figure.counts
    return sum(part.marks[f"{one}{at}"] for one in counts.split())


def check_links_of_cells(alice: User, key: str) -> None:
    declared, known = GAMES[key].figures, 0
    for table in declared.tables:
        rows: list[tuple[str | None, str]]  # a level, or a mark
        if table.rows is Breakdown.LEVEL:
            rows = [(level, "") for level in levels(key)]
        else:
            marks = [f"with_{level}" for level in levels(key)] if isinstance(table.rows, Breakdown) else table.rows
            rows = [(None, mark) for mark in marks]
        for level, mark in rows:
            found = measures_of(alice, key, level=level)
            for column in (one for one in declared.columns_of(table) if one.form in OF_MARKS):
                led = [*column.leads_to, *mark.split()]
                shown = lines(alice, Stretch(key, level=level), *led, games=column.are_games)
                assert len(shown) == _counted(column, part_of(column, found), mark), (column, level, mark)
                known += bool(shown)
    assert known >= 10 or not declared.tables


def check_links_of_marks(alice: User, key: str) -> None:
    """Check the links of marks, for the whole game and each variant. `a@b` is the count of lines with both marks."""
    for stretch in (Stretch(key), *(Stretch(key, kind=kind) for kind in GAMES[key].figures.kinds)):
        found = measures_of(alice, key, kind=stretch.kind)
        for part, are_games in ((found.hands, False), (found.games, True)):
            for mark, count in part.marks.items():
                if "ranked" not in mark:
                    assert len(lines(alice, stretch, *mark.split("@"), games=are_games)) == count, (stretch, mark)
        assert found.hands.n or stretch.kind


def check_no_link_is_empty(alice: User, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that every link with a mark leads to lines. The page has figures of 0, too, as it has after many games."""
    monkeypatch.setattr(pages, "FEW", 0)
    for level in (None, *levels(key)):
        stretch, filters = Stretch(key, level=level), {"level": level} if level else {}
        page = pages.PersonalPage(key, reading.personal(person=Person(user=alice), stretch=stretch), filters)
        shown = [*page.first, *(one for _title, figures in page.sections for one in figures)]
        shown += [cell for _title, rows in page.tables for row in rows for cell in row]
        addresses = [urlsplit(one.href) for one in shown if "mark=" in one.href]
        assert len(addresses) > 10
        for address in addresses:
            asked = parse_qs(address.query)
            narrowed = replace(stretch, level=asked.get("level", [level])[0])
            assert lines(alice, narrowed, *asked["mark"], games=address.path.endswith("/games/")), address


@pytest.mark.parametrize("game", list(GAMES))
def test_every_mark_in_a_link_has_words(game: str) -> None:
    declared = GAMES[game].figures
    figures = figures_of(game) + [column for table in declared.tables for column in declared.columns_of(table)]
    rows = [mark for table in declared.tables if not isinstance(table.rows, Breakdown) for mark in table.rows]
    led_to = {mark for one in figures for mark in one.leads_to} | {*rows, *declared.kinds}
    assert led_to - {*declared.marks, *MARKS, *endings()} == set()


@pytest.mark.parametrize(
    ("points", "first"), [({"-14": 1, "-7": 2, "7": 1}, "−14"), ({"-140": 1, "70": 2}, "−140 to −131")]
)
def test_a_bar_of_one_number_names_it_once(points: dict[str, int], first: str) -> None:
    chart = spread(Part(spreads={"points": Counter(points)}), GAMES["bidwhist"].figures)
    assert chart is not None and chart.table.rows[0] == (first, "1")


def all_lines(person: User, *marks: str, games: bool = False, **asked: Any) -> list[PersonLine]:
    found: list[PersonLine] = []
    before = None
    who, stretch = Person(user=person), Stretch("twoman", **asked)
    while True:
        page = reading.counted_lines(person=who, stretch=stretch, marks=marks, games=games, before=before)
        found += page.lines
        if not page.cursor:
            return found
        day, pk = page.cursor.split(".")
        before = (date.fromisoformat(day), int(pk))


@pytest.mark.postgresql
def test_hands_of_a_figure_are_listed_newest_first(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PAGE", 3)
    play_days(alice, hands=4)
    with at_noon_of(NEXT):
        tallies.catch_up(until=DAYS[1])
        found = measures_of(alice)
        assert len(all_lines(alice, "made")) == found.hands.marks["made"] > 6
        assert len(all_lines(alice, games=True)) == found.games.n == len(DAYS)
        shown = all_lines(alice)
    assert len(shown) == found.hands.n == len({(line.game, line.number) for line in shown})
    assert [line.day for line in shown] == sorted((line.day for line in shown), reverse=True)


def test_filters_narrow_the_list_of_hands(alice: User) -> None:
    play_days(alice, hands=2)
    play_days(alice, DAYS[:1], level="medium", hands=2)
    with at_noon_of(NEXT):
        tallies.catch_up()
        assert len(all_lines(alice)) == 10
        assert len(all_lines(alice, level="medium")) == 2
        assert len(all_lines(alice, since=DAYS[1], until=DAYS[2])) == 4
        assert len(all_lines(alice, "led", level="medium")) == 1
        assert {line.numbers["bid"] for line in all_lines(alice, "bid3")} <= {3}
        assert all({"led", "odd"} <= {*line.mark_names} for line in all_lines(alice, "led", "odd"))
        assert all_lines(alice, "nothing") == all_lines(alice, "mad") == []


@pytest.mark.postgresql
def test_marks_of_one_day_need_not_be_of_one_hand(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Days with both marks in different hands do not hide an older day with both marks in one hand."""
    monkeypatch.setattr(reading, "PAGE", 1)
    play_days(alice, [DAYS[0] + timedelta(days=day) for day in range(8)], hands=2)
    for place, line in enumerate(PersonLine.objects.filter(number__gt=0).order_by("day", "number")):
        line.marks = " first second " if place < 2 else " first " if place % 2 else " second "
        line.save()
    with at_noon_of(NEXT):
        tallies.catch_up()
        assert {line.day for line in all_lines(alice, "first", "second")} == {DAYS[0]}
        assert len(all_lines(alice, "first", "second")) == 2


TABLE = ChartTable("", ("Result", "How often"), ())


@pytest.mark.parametrize("own", [-30, 4, 40])
@pytest.mark.parametrize("many", [3, MOST_BARS, 2 * MOST_BARS, 6 * MOST_BARS])
def test_one_bar_is_marked_as_the_result_of_the_player(own: int, many: int) -> None:
    counts = {own: 2, **{own + 3 * step: 1 for step in range(-many // 2, many // 2) if step}}
    bars = results(counts, own, TABLE).bars
    assert [bar["kind"] for bar in bars].count("mine") == 1
    mine = next(place for place, bar in enumerate(bars) if bar["kind"] == "mine")
    assert len(bars) / 4 < mine < len(bars) * 3 / 4, "the player's bar is too far from the middle"


def test_bars_have_their_count_above_where_there_is_room() -> None:
    """Without a result of the player, as after giving up, no bar is marked."""
    assert [bar["text"] for bar in results({-4: 20, 5: 24, 8: 4}, 5, TABLE).bars] == ["20", "24", "4"]
    assert {bar["text"] for bar in results(dict.fromkeys(range(20), 1), 5, TABLE).bars} == {""}
    assert all(bar["kind"] != "mine" for bar in results({1: 1, 2: 4}, None, TABLE).bars)


@pytest.mark.parametrize(("hands", "said"), [(1, "in 1 of 1 hand."), (2, "in 2 of 2 hands.")])
def test_one_hand_is_singular(hands: int, said: str) -> None:
    chart = bid_against_tricks(Part(spreads={"bid:tricks": Counter({"4:4": hands})}))
    assert chart is not None and said in chart.table.sentence


@pytest.mark.parametrize("high", [4_000, 4_001, 23_999, 24_000, 30_000, 999_999_999])
def test_charts_of_high_numbers_have_few_lines_and_bars(high: int) -> None:
    assert LINES / 2 < len(curves({"you": [0, high]}, ["1", "2"], TABLE).grid) <= LINES + 2
    counts, step = binned({0: 1, high: 2})
    assert sum(counts.values()) == 3 and BINS / 3 < max(counts) / step < BINS


@pytest.mark.parametrize(("low", "high"), [(1, 48), (-1, 46), (-47, 1), (0, 24), (4, 95)])
def test_a_distribution_has_no_more_bins_than_the_limit(low: int, high: int) -> None:
    counts, step = binned({low: 1, high: 1})
    assert (max(counts) - min(counts)) // step + 1 <= BINS

"""View models of statistics: a player's own page, the hands or games behind a figure, one game, and the whole site.

The site's page has totals, records and a leaderboard, and names only players who opted in. CSV rows have the figures of
a page, or a player's hands with untranslated names; their numbers are unformatted.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.people import Person
from games.facts import PERSON, WITH
from games.figures import EXTREMES, MARKS, Figures, Form, StatisticsWords, places, wilson
from games.pages.weighed import hundredths
from games.pages.words import level_name, percent, percents_between, plain_number, scores_said, signed
from games.registry import GAMES, figures
from games.snapshot import SeatedPlayer
from games.statistics.drawn import (
    NOTHING,
    Filters,
    Shown,
    charts,
    course,
    figure_shown,
    formatted,
    part_of,
    section,
    tables,
    where,
)
from games.statistics.measures import Luck, Measures, score_of
from games.statistics.models import LeaderboardRow, PersonLine
from games.statistics.reading import Aggregate, Everybody, LinesPage, Row, shown_name
from games.table.tables import Place

#: With fewer finished games the page shows the games won as a fraction, without a rate, its interval or its chart.
FEW: Final = 10

#: Decimal places of numbers in CSV files.
DIGITS: Final = 4


class PersonalPage:
    """A player's statistics page; its links keep the filters in the URL.

    `few` is the sentence shown after few games, else "". `is_empty`: no hand or game ended in the stretch.
    """

    def __init__(self, key: str, aggregate: Aggregate, filters: Filters) -> None:
        declared, whole = figures(key), aggregate.whole
        finished = whole.games.marks["finished"]
        is_few = finished < FEW
        sections = ((str(one.title), section(one, whole, filters, is_few=is_few)) for one in declared.sections)
        self.terms = declared.terms
        self.is_empty = not whole.hands.n and not whole.games.n
        self.counted = _counted(aggregate.counted_until)
        self.few = _few(finished, declared.terms) if is_few else ""
        self.first = tuple(_first(declared, whole, filters, is_few=is_few))
        self.sections = tuple((title, shown) for title, shown in sections if shown)
        self.tables = tuple(tables(key, declared, aggregate, filters))
        self.charts = charts(declared, aggregate, is_few=is_few)
        self.recent = tuple(GameTableRow(line, declared.terms) for line in aggregate.recent)


def _counted(day: date | None) -> str:
    if day is None:
        return _("Up to date.")
    return _("Counted through %(day)s, and live since then.") % {"day": date_format(day, _("F j, Y"))}


def _few(finished: int, terms: StatisticsWords) -> str:
    if not finished:
        return _("No game won or lost here yet, apart from boards of the day. These figures are just a start.")
    return _("%(games)s: too early to tell skill from luck.") % {"games": terms.so_far(finished)}


def _first(declared: Figures, whole: Measures, filters: Filters, *, is_few: bool) -> Iterator[Shown]:
    """Yield the headline figures. Games won are a fraction after few games, otherwise a rate with its interval."""
    won, *others = declared.first
    yield from figure_shown(replace(won, form=Form.FRACTION) if is_few else won, whole, filters)
    if not is_few:
        yield _interval(whole)
    for one in others:
        yield from figure_shown(one, whole, filters)


def _interval(whole: Measures) -> Shown:
    """Return the 95% confidence interval of the win rate."""
    ends = wilson(score_of(whole.games.marks), whole.games.marks["finished"])
    low, high = map(percent, ends)
    sure = _("likely between %(low)s and %(high)s") % {"low": low, "high": high}
    return Shown(_("in 95 of 100 cases"), percents_between(*ends), spoken=sure, number=ends[0], upper=ends[1])


# -- lists ---------------------------------------------------------------------------------------------


def endings() -> dict[str, str]:
    return {
        "won": _("Won"),
        "lost": _("Lost"),
        "tie": _("A tie"),
        "abandoned": _("Gave up"),
        "left": _("Left by others"),
        "annulled": _("Doesn’t count"),
    }


class GameTableRow:
    def __init__(self, line: PersonLine, terms: StatisticsWords) -> None:
        self.day = line.day
        self.href = where(line.game.code, 0)
        self.level = level_name(line.level)
        self.result = next((word for mark, word in endings().items() if mark in line.mark_names), "")
        self.score = _score(line)
        self.length = plain_number(line.numbers.get(terms.length, 0))


class HandTableRow:
    def __init__(self, line: PersonLine, declared: Figures) -> None:
        self.day = line.day
        self.href = where(line.game.code, line.number)
        self.name = str(declared.terms.hand_name) % {"n": line.number}
        self.level = level_name(line.level)
        self.words = declared.hand_sentence(frozenset(line.mark_names), line.numbers)
        self.points = _points(line) if declared.terms.has_hands else _score(line)
        self.luck = signed(hundredths(Luck(*line.weighed["luck"]).total)) if line.weighed else ""


def _score(line: PersonLine) -> str:
    numbers = line.numbers
    return scores_said(numbers["score"], numbers["other"]) if "score" in numbers else "–"


def _points(line: PersonLine) -> str:
    return signed(line.numbers["points"]) if "points" in line.numbers else "–"


class ListedHands:
    hands: tuple[HandTableRow, ...]

    @property
    def has_luck(self) -> bool:
        return any(one.luck for one in self.hands)


class CountedHandsPage(ListedHands):
    """The hands or games behind a figure; `words` name the marks, `older` links to the next page or is ""."""

    def __init__(
        self, key: str, page: LinesPage[PersonLine], filters: Filters, marks: tuple[str, ...], *, are_games: bool
    ) -> None:
        declared = figures(key)
        self.terms = declared.terms
        self.title = str(self.terms.games_shown if are_games else self.terms.hands_shown)
        self.heading = str(self.terms.your_games if are_games else self.terms.your_hands)
        self.words = ", ".join(mark_words(declared, mark) for mark in marks)
        self.games = tuple(GameTableRow(line, self.terms) for line in page.lines) if are_games else ()
        self.hands = () if are_games else tuple(HandTableRow(line, declared) for line in page.lines)
        self.older = next_page(page, "before", filters, marks)


def mark_words(declared: Figures, mark: str) -> str:
    """Return the translated name of a mark in this game; an unknown mark unchanged."""
    if mark in endings():
        return endings()[mark].lower()
    if mark == f"{WITH}{PERSON}":
        return _("a human partner")
    if mark.startswith(WITH):
        return _("%(level)s partner") % {"level": level_name(mark.removeprefix(WITH))}
    return str(declared.marks.get(mark) or MARKS.get(mark) or mark)


def next_page(page: LinesPage[Row], name: str, filters: Filters, marks: tuple[str, ...]) -> str:
    """Return the query string of the next page, with the cursor in parameter `name`; "" on the last page."""
    query = [*filters.items(), *(("mark", mark) for mark in marks), (name, page.cursor)]
    return f"?{urlencode(query)}" if page.cursor else ""


class SingleGamePage(ListedHands):
    """One game of a player; `whole` is its line as a whole, if stored."""

    def __init__(
        self, place: Place, whole: PersonLine | None, lines: Sequence[PersonLine], others: Sequence[SeatedPlayer]
    ) -> None:
        declared = figures(place.game.key)
        self.code = place.code
        self.terms = declared.terms
        self.line = None if whole is None else GameTableRow(whole, declared.terms)
        self.chart = course(lines, others, declared.terms)
        self.hands = tuple(HandTableRow(line, declared) for line in lines) if declared.terms.has_hands else ()


class RankedPlayer:
    """A row of the leaderboard. Players with equal rates share a rank."""

    def __init__(self, rank: int, row: LeaderboardRow, person: Person | None) -> None:
        name, score = shown_name(row.user), row.wins + row.ties / 2
        self.is_own = person is not None and person.user == row.user
        self.rank = rank
        self.name = _("you") if self.is_own and not name else _named(name)
        self.games = str(row.games)
        self.won = percent(score / row.games)
        self.interval = percents_between(*wilson(score, row.games))
        self.streak = str(row.streak)


class EverybodyPage:
    def __init__(self, key: str, everybody: Everybody, level: str, person: Person | None) -> None:
        declared, counted = figures(key), everybody.aggregate.counted_until
        ranks = places([row.rate for row in everybody.board])
        self.counted = (
            _("Updated every night; nothing yet.")
            if counted is None
            else _("Updated every night, now through %(day)s") % {"day": date_format(counted, _("F j, Y"))}
        )
        self.level = level_name(level)
        self.least = LeaderboardRow.LEAST_GAMES
        self.totals = tuple(shown for one in declared.totals for shown in figure_shown(one, everybody.aggregate.whole))
        self.records = tuple(_records(everybody, declared))
        self.board = tuple(RankedPlayer(rank, row, person) for rank, row in zip(ranks, everybody.board, strict=True))


def hand_rows(lines: Iterable[PersonLine]) -> Iterator[tuple[object, ...]]:
    """Yield a header and a row per hand, with a column for each number of any game; missing numbers are empty."""
    names = {key: game.figures.numbers.split() for key, game in GAMES.items()}
    known = tuple(dict.fromkeys(name for some in names.values() for name in some))
    yield ("day", "game", "code", "hand", "level", *known, "marks")
    for line in lines:
        all_numbers = {**line.numbers, "tricks": line.numbers["took"]} if "took" in line.numbers else line.numbers
        numbers = (all_numbers.get(name, "") if name in names[line.key] else "" for name in known)
        marks = " ".join(sorted(line.mark_names))
        yield (line.day, line.key, line.game.code, line.number, line.level, *numbers, marks)


def figure_rows(page: PersonalPage) -> Iterator[tuple[object, ...]]:
    """Yield a header and a row per figure, two for an interval. A share has a value and `of`; times are in seconds."""
    yield ("section", "figure", "value", "of")
    for one in page.first:
        yield from _rows("", one.label, one)
    for title, figures_shown in page.sections:
        for one in figures_shown:
            yield from _rows(title, one.label, one)
    for title, rows in page.tables:
        for name, *cells in rows:
            for one in cells:
                yield from _rows(title, f"{name.value}: {one.label}", one)


def _rows(title: str, label: str, one: Shown) -> Iterator[tuple[str, ...]]:
    if one.upper is None:
        yield (title, label, plain(one.number), plain(one.out_of))
        return
    yield (title, f"{label} ≥", plain(one.number), "")
    yield (title, f"{label} ≤", plain(one.upper), "")


def plain(number: float | None) -> str:
    """Format a number with a decimal point and ASCII minus, independent of the language; "" for None."""
    if number is None:
        return ""
    rounded = round(number, DIGITS)
    return str(int(rounded) if rounded == int(rounded) else rounded)


def _records(everybody: Everybody, declared: Figures) -> Iterator[tuple[str, str, str]]:
    """Yield the title, value and holder of each record. The longest winning streak is of all time, not the stretch."""
    for one in declared.records:
        if one.form in EXTREMES:
            part = part_of(one, everybody.aggregate.whole)
            value = formatted(one, part).value
            if value != NOTHING:
                top = part.tops[one.name]
                yield str(one.title), value, _named(everybody.names.get((top.code, top.seat), ""))
        elif everybody.streak is not None:
            yield str(one.title), str(everybody.streak.streak), _named(shown_name(everybody.streak.user))


def _named(name: str) -> str:
    return name or _("a player")

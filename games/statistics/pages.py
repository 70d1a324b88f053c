"""View models of statistics: a player's own page, the hands or games behind a figure, one game, and the whole site.

The site's page has totals, records and a leaderboard, and names only players who opted in. CSV rows have the figures of
a page, or a player's hands with untranslated names; their numbers are unformatted.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.people import Person
from games.facts import PERSON, WITH
from games.figures import EXTREMES, MARKS, Figures, Form, StatisticsWords, places, wilson
from games.pages.charts import Chart
from games.pages.levels import level_name
from games.pages.weighed import hundredths
from games.pages.words import percent, percents_between, plain_number, scores_said, signed
from games.registry import GAMES, figures
from games.snapshot import SeatedPlayer
from games.statistics.charts import charts, course
from games.statistics.counted_hands import LinesPage, Row
from games.statistics.drawn import (
    NOTHING,
    LinkBuilder,
    Shown,
    TableOfFigures,
    figure_shown,
    formatted,
    part_of,
    section,
    tables,
    where,
)
from games.statistics.measures import Luck, Measures, score_of
from games.statistics.models import LeaderboardRow, PersonLine
from games.statistics.reading import Aggregate, Everybody, shown_name

#: With fewer finished games the page shows the games won as a fraction, without a rate, its interval or its chart.
FEW: Final = 10

#: Decimal places of numbers in CSV files.
DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class GameTableRow:
    day: date
    href: str
    level: str
    result: str
    score: str
    length: str


@dataclass(frozen=True, slots=True)
class HandTableRow:
    day: date
    href: str
    name: str
    level: str
    words: str
    points: str
    luck: str = ""


@dataclass(frozen=True)
class PersonalPage:
    """A player's statistics page; `is_empty` if no hand or game ended in the stretch.

    `few` is the sentence shown after few games, else "".
    """

    terms: StatisticsWords
    is_empty: bool
    counted: str
    few: str
    first: tuple[Shown, ...]
    sections: tuple[tuple[str, tuple[Shown, ...]], ...]
    tables: tuple[TableOfFigures, ...]
    charts: tuple[tuple[str, Chart], ...]
    recent: tuple[GameTableRow, ...]


def personal(key: str, aggregate: Aggregate, filters: Mapping[str, str]) -> PersonalPage:
    """Return the statistics page; its links keep `filters`, the filters in the URL."""
    link, declared, whole = LinkBuilder(filters), figures(key), aggregate.whole
    finished = whole.games.marks["finished"]
    is_few = finished < FEW
    sections = ((str(one.title), section(one, whole, link, is_few=is_few)) for one in declared.sections)
    return PersonalPage(
        terms=declared.terms,
        is_empty=not whole.hands.n and not whole.games.n,
        counted=_counted(aggregate.counted_until),
        few=_few(finished, declared.terms) if is_few else "",
        first=tuple(_first(declared, whole, link, is_few=is_few)),
        sections=tuple((title, shown) for title, shown in sections if shown),
        tables=tuple(tables(key, declared, aggregate, link)),
        charts=charts(declared, aggregate, is_few=is_few),
        recent=tuple(_game(line, declared.terms) for line in aggregate.recent),
    )


def _counted(day: date | None) -> str:
    if day is None:
        return _("Up to date.")
    return _("Counted through %(day)s, and live since then.") % {"day": date_format(day, _("F j, Y"))}


def _few(finished: int, terms: StatisticsWords) -> str:
    if not finished:
        return _("No game won or lost here yet, apart from boards of the day. These figures are just a start.")
    return _("%(games)s: too early to tell skill from luck.") % {"games": terms.so_far(finished)}


def _first(declared: Figures, whole: Measures, link: LinkBuilder, *, is_few: bool) -> Iterator[Shown]:
    """Yield the headline figures. Games won are a fraction after few games, otherwise a rate with its interval."""
    won, *others = declared.first
    if is_few:
        won = replace(won, form=Form.FRACTION)
    yield from figure_shown(won, whole, link)
    if not is_few:
        yield _interval(whole)
    for one in others:
        yield from figure_shown(one, whole, link)


def _interval(whole: Measures) -> Shown:
    """Return the 95% confidence interval of the win rate."""
    ends = wilson(score_of(whole.games.marks), whole.games.marks["finished"])
    low, high = map(percent, ends)
    sure = _("likely between %(low)s and %(high)s") % {"low": low, "high": high}
    return Shown(_("in 95 of 100 cases"), percents_between(*ends), spoken=sure, number=ends[0], upper=ends[1])


# -- lists ---------------------------------------------------------------------------------------------


def endings() -> dict[str, str]:
    """Return the translated endings of a game by mark."""
    return {
        "won": _("Won"),
        "lost": _("Lost"),
        "tie": _("A tie"),
        "abandoned": _("Gave up"),
        "left": _("Left by others"),
        "annulled": _("Doesn’t count"),
    }


def _game(line: PersonLine, terms: StatisticsWords) -> GameTableRow:
    result = next((word for mark, word in endings().items() if mark in line.mark_names), "")
    length = plain_number(line.numbers.get(terms.length, 0))
    return GameTableRow(line.day, where(line.game.code, 0), level_name(line.level), result, _score(line), length)


def _score(line: PersonLine) -> str:
    numbers = line.numbers
    return scores_said(numbers["score"], numbers["other"]) if "score" in numbers else "–"


def _hand(line: PersonLine, declared: Figures) -> HandTableRow:
    return HandTableRow(
        day=line.day,
        href=where(line.game.code, line.number),
        name=str(declared.terms.hand_name) % {"n": line.number},
        level=level_name(line.level),
        words=declared.hand_sentence(frozenset(line.mark_names), line.numbers),
        points=_points(line, declared.terms),
        luck=signed(hundredths(Luck(*line.weighed["luck"]).total)) if line.weighed else "",
    )


def _points(line: PersonLine, terms: StatisticsWords) -> str:
    if not terms.has_hands:
        return _score(line)
    return signed(line.numbers["points"]) if "points" in line.numbers else "–"


@dataclass(frozen=True, kw_only=True)
class ListedHands:
    hands: tuple[HandTableRow, ...]

    @property
    def has_luck(self) -> bool:
        """Whether any hand has a luck value, so that the table needs the column."""
        return any(one.luck for one in self.hands)


@dataclass(frozen=True, kw_only=True)
class CountedHandsPage(ListedHands):
    """The hands or games behind a figure; `words` name the marks, `older` links to the next page or is ""."""

    terms: StatisticsWords
    title: str
    heading: str
    words: str
    games: tuple[GameTableRow, ...]
    older: str


def counted_hands_page(
    key: str, page: LinesPage[PersonLine], filters: Mapping[str, str], marks: tuple[str, ...], *, are_games: bool
) -> CountedHandsPage:
    declared = figures(key)
    terms = declared.terms
    return CountedHandsPage(
        terms=terms,
        title=str(terms.games_shown if are_games else terms.hands_shown),
        heading=str(terms.your_games if are_games else terms.your_hands),
        words=", ".join(mark_words(declared, mark) for mark in marks),
        games=tuple(_game(line, terms) for line in page.lines) if are_games else (),
        hands=() if are_games else tuple(_hand(line, declared) for line in page.lines),
        older=next_page(page, "before", filters, marks),
    )


def mark_words(declared: Figures, mark: str) -> str:
    """Return the translated name of a mark in this game; an unknown mark unchanged."""
    if mark in endings():
        return endings()[mark].lower()
    if mark == f"{WITH}{PERSON}":
        return _("a human partner")
    if mark.startswith(WITH):
        return _("%(level)s partner") % {"level": level_name(mark.removeprefix(WITH))}
    return str(declared.marks.get(mark) or MARKS.get(mark) or mark)


def next_page(page: LinesPage[Row], name: str, filters: Mapping[str, str], marks: tuple[str, ...]) -> str:
    """Return the query string of the next page, with the cursor in parameter `name`; "" on the last page."""
    query = [*filters.items(), *(("mark", mark) for mark in marks), (name, page.cursor)]
    return f"?{urlencode(query)}" if page.cursor else ""


@dataclass(frozen=True, kw_only=True)
class SingleGamePage(ListedHands):
    code: str
    terms: StatisticsWords
    line: GameTableRow | None
    chart: Chart | None


def game(
    code: str, key: str, whole: PersonLine | None, lines: tuple[PersonLine, ...], others: tuple[SeatedPlayer, ...]
) -> SingleGamePage | None:
    """Return the page of one game; None if no line of the game or its hands is stored."""
    if whole is None and not lines:
        return None
    declared = figures(key)
    line = None if whole is None else _game(whole, declared.terms)
    hands = tuple(_hand(line, declared) for line in lines) if declared.terms.has_hands else ()
    chart = course(lines, others, declared.terms)
    return SingleGamePage(code=code, terms=declared.terms, line=line, chart=chart, hands=hands)


@dataclass(frozen=True, slots=True)
class Record:
    label: str
    value: str
    who: str


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    rank: int
    name: str
    games: str
    won: str
    interval: str
    streak: str
    is_own: bool


@dataclass(frozen=True)
class EverybodyPage:
    counted: str
    level: str
    least: int
    totals: tuple[Shown, ...]
    records: tuple[Record, ...]
    board: tuple[RankedPlayer, ...]


def everybody(key: str, everybody: Everybody, level: str, person: Person | None) -> EverybodyPage:
    declared, counted = figures(key), everybody.aggregate.counted_until
    ranks = places([row.rate for row in everybody.board])
    return EverybodyPage(
        counted=_("Updated every night; nothing yet.")
        if counted is None
        else _("Updated every night, now through %(day)s") % {"day": date_format(counted, _("F j, Y"))},
        level=level_name(level),
        least=LeaderboardRow.LEAST_GAMES,
        totals=tuple(shown for one in declared.totals for shown in figure_shown(one, everybody.aggregate.whole)),
        records=tuple(_records(everybody, declared)),
        board=tuple(_row(rank, row, person) for rank, row in zip(ranks, everybody.board, strict=True)),
    )


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
    for table in page.tables:
        for name, *cells in table.rows:
            for one in cells:
                yield from _rows(table.title, f"{name.value}: {one.label}", one)


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


def _records(everybody: Everybody, declared: Figures) -> Iterator[Record]:
    """Yield the records that a player holds. The longest winning streak is that of all time, not of the stretch."""
    for one in declared.records:
        if one.form in EXTREMES:
            part = part_of(one, everybody.aggregate.whole)
            value = formatted(one, part).value
            if value != NOTHING:
                top = part.tops[one.name]
                yield Record(str(one.title), value, _named(everybody.names.get((top.code, top.seat), "")))
        elif everybody.streak is not None:
            yield Record(str(one.title), str(everybody.streak.streak), _named(shown_name(everybody.streak.user)))


def _named(name: str) -> str:
    return name or _("a player")


def _row(rank: int, row: LeaderboardRow, person: Person | None) -> RankedPlayer:
    """Return a leaderboard row; equal rates share a rank."""
    is_own = person is not None and person.user == row.user
    name, score = shown_name(row.user), row.wins + row.ties / 2
    return RankedPlayer(
        rank=rank,
        name=_("you") if is_own and not name else _named(name),
        games=str(row.games),
        won=percent(score / row.games),
        interval=percents_between(*wilson(score, row.games)),
        streak=str(row.streak),
        is_own=is_own,
    )

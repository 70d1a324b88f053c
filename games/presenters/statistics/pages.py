"""Somebody's own statistics: the page, the hands or games behind a number, the course of a game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.facts import PERSON, WITH
from games.figures.declared import Figures, Form, Terms
from games.figures.usual import MARKS
from games.presenters.charts import Chart
from games.presenters.statistics.charts import charts, course
from games.presenters.statistics.drawn import (
    Link,
    Raw,
    SectionShown,
    Shown,
    TableOfFigures,
    drawn,
    section,
    tables,
    where,
)
from games.rates import wilson
from games.services.counting.counted import figures
from games.services.counting.measures import Measures, score_of
from games.services.statistics.counted_hands import Page
from games.services.statistics.reading import Aggregate, CountedLine
from games.snapshot import SeatedPlayer
from games.viewmodel.levels import level_name
from games.viewmodel.weighed import hundredths
from games.viewmodel.words import percent, percents_between, plain_number, signed

#: With fewer games played to their end a page has three figures and a sentence, and says of nothing how sure it is.
FEW: Final = 10


@dataclass(frozen=True, slots=True)
class Game:
    """A line of the games ended last."""

    day: date
    href: str
    level: str
    result: str
    score: str
    length: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A line of the hands behind a number."""

    day: date
    href: str
    name: str
    level: str
    words: str
    points: str
    luck: str = ""


@dataclass(frozen=True)
class PersonalPage:
    """All of somebody's page; `is_empty` where nothing was played in that stretch.

    `few` is the sentence of whoever has played few games.
    """

    terms: Terms
    is_empty: bool
    counted: str
    few: str
    first: tuple[Shown, ...]
    sections: tuple[SectionShown, ...]
    tables: tuple[TableOfFigures, ...]
    charts: tuple[tuple[str, Chart], ...]
    recent: tuple[Game, ...]


def personal(key: str, aggregate: Aggregate, asked: Mapping[str, str]) -> PersonalPage:
    """`asked` are the filters as they stand in the address: links keep them."""
    link, declared, whole = Link(asked), figures(key), aggregate.whole
    finished = whole.games.marks["finished"]
    is_few = finished < FEW
    sections = (section(one, whole, link, is_few=is_few) for one in declared.sections)
    return PersonalPage(
        terms=declared.terms,
        is_empty=not whole.hands.n and not whole.games.n,
        counted=_counted(aggregate.counted_until),
        few=_few(finished, declared.terms) if is_few else "",
        first=tuple(_first(declared, whole, link, is_few=is_few)),
        sections=tuple(one for one in sections if one.figures),
        tables=tuple(tables(key, declared, aggregate, link)),
        charts=charts(declared, aggregate, is_few=is_few),
        recent=tuple(_game(line, declared.terms) for line in aggregate.recent),
    )


def _counted(day: date | None) -> str:
    if day is None:
        return _("Counted as you look.")
    return _("Counted until %(day)s, and what came after as you look.") % {"day": date_format(day, _("j F Y"))}


def _few(finished: int, terms: Terms) -> str:
    if not finished:
        return _("Nothing has been won or lost here yet, boards of the day aside: these figures are a beginning.")
    return _("%(games)s: enough to look back on, too few to tell skill from luck.") % {"games": terms.so_far(finished)}


def _first(declared: Figures, whole: Measures, link: Link, *, is_few: bool) -> Iterator[Shown]:
    """The figures above all others; of few games no rate, and how sure the rate is of many."""
    won, *others = declared.first
    if is_few:
        won = replace(won, form=Form.FRACTION)
    yield from drawn(won, whole, link)
    if not is_few:
        yield _interval(whole)
    for one in others:
        yield from drawn(one, whole, link)


def _interval(whole: Measures) -> Shown:
    ends = wilson(score_of(whole.games.marks), whole.games.marks["finished"])
    low, high = map(percent, ends)
    sure = _("likely between %(low)s and %(high)s") % {"low": low, "high": high}
    return Shown(_("in 95 of 100 cases"), percents_between(*ends), spoken=sure, raw=Raw(ends[0], until=ends[1]))


# -- lists ---------------------------------------------------------------------------------------------


def endings() -> dict[str, str]:
    return {
        "won": _("Won"),
        "lost": _("Lost"),
        "tie": _("A tie"),
        "abandoned": _("Given up"),
        "left": _("Left by others"),
        "annulled": _("Counts for nobody"),
    }


def _game(line: CountedLine, terms: Terms) -> Game:
    result = next((word for mark, word in endings().items() if mark in line.marks), "")
    length = plain_number(line.numbers.get(terms.length, 0))
    return Game(line.day, where(line.code, 0), level_name(line.level), result, _score(line), length)


def _score(line: CountedLine) -> str:
    numbers = line.numbers
    return f"{plain_number(numbers['score'])}:{plain_number(numbers['other'])}" if "score" in numbers else "–"


def _hand(line: CountedLine, declared: Figures) -> Hand:
    return Hand(
        day=line.day,
        href=where(line.code, line.number),
        name=str(declared.terms.hand_name) % {"n": line.number},
        level=level_name(line.level),
        words=declared.hand_sentence(line.marks, line.numbers),
        points=_points(line, declared.terms),
        luck="" if line.luck is None else signed(hundredths(line.luck)),
    )


def _points(line: CountedLine, terms: Terms) -> str:
    if not terms.has_hands:
        return _score(line)
    return signed(line.numbers["points"]) if "points" in line.numbers else "–"


@dataclass(frozen=True, kw_only=True)
class ListedHands:
    """Hands as lines of a table."""

    hands: tuple[Hand, ...]

    @property
    def has_luck(self) -> bool:
        """Whether the cards of one were weighed, so that the table has a column for that."""
        return any(one.luck for one in self.hands)


@dataclass(frozen=True, kw_only=True)
class CountedHandsPage(ListedHands):
    """The hands or games behind a number; `words` say which, `older` leads to those before."""

    terms: Terms
    title: str
    heading: str
    words: str
    games: tuple[Game, ...]
    older: str


def counted_hands_page(
    key: str, found: Page, asked: Mapping[str, str], marks: tuple[str, ...], *, are_games: bool
) -> CountedHandsPage:
    declared = figures(key)
    terms = declared.terms
    return CountedHandsPage(
        terms=terms,
        title=str(terms.games_shown if are_games else terms.hands_shown),
        heading=str(terms.your_games if are_games else terms.your_hands),
        words=", ".join(mark_words(declared, mark) for mark in marks),
        games=tuple(_game(line, terms) for line in found.lines) if are_games else (),
        hands=() if are_games else tuple(_hand(line, declared) for line in found.lines),
        older=_older(asked, marks, found),
    )


def mark_words(declared: Figures, mark: str) -> str:
    """A mark of an address as that game has it; one that is not known stands as it was written."""
    if mark in endings():
        return endings()[mark].lower()
    if mark == f"{WITH}{PERSON}":
        return _("a person as partner")
    if mark.startswith(WITH):
        return _("partner %(level)s") % {"level": level_name(mark.removeprefix(WITH))}
    return str(declared.marks.get(mark) or MARKS.get(mark) or mark)


def _older(asked: Mapping[str, str], marks: tuple[str, ...], found: Page) -> str:
    if found.older is None:
        return ""
    cursor = f"{found.older.day}.{found.older.line}"
    return "?" + urlencode([*asked.items(), *(("mark", mark) for mark in marks), ("before", cursor)])


@dataclass(frozen=True, kw_only=True)
class GamePage(ListedHands):
    """The course of one game."""

    code: str
    terms: Terms
    line: Game | None
    chart: Chart | None


def game(
    code: str, key: str, whole: CountedLine | None, lines: tuple[CountedLine, ...], others: tuple[SeatedPlayer, ...]
) -> GamePage | None:
    """None where nothing has been finished that could be told of."""
    if whole is None and not lines:
        return None
    declared = figures(key)
    line = None if whole is None else _game(whole, declared.terms)
    hands = tuple(_hand(line, declared) for line in lines) if declared.terms.has_hands else ()
    chart = course(lines, others, declared.terms)
    return GamePage(code=code, terms=declared.terms, line=line, chart=chart, hands=hands)

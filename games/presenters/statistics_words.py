"""Figures of statistics in words, and the links to what lies behind them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.presenters.statistics_terms import Terms, terms
from games.services.statistics.measures import WON, Measures, Part, score_of
from games.services.statistics.reading import Story
from games.viewmodel.levels import level_name
from games.viewmodel.words import decimal

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name; `href` leads to what it was counted from."""

    label: str
    value: str
    note: str = ""
    href: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """What a number was counted from: hands or games, with these marks, at this level ("": as it is filtered)."""

    marks: tuple[str, ...] = ()
    level: str = ""
    are_games: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A number, or the name of a row; `href` is made once the filters are known (`linked`)."""

    value: str
    behind: Behind | None = None
    href: str = ""


@dataclass(frozen=True, slots=True)
class Tabled:
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row to be: its name, its measures, and what narrows it, a mark ("led") or a level."""

    name: str
    measures: Measures
    mark: str = ""
    level: str = ""
    has_behind: bool = True


@dataclass(frozen=True)
class Link:
    """Links that keep the filters."""

    asked: Mapping[str, str] = field(default_factory=dict)

    def hands(self, *marks: str) -> str:
        return self._to("games:statistics_hands", marks)

    def games(self, *marks: str) -> str:
        return self._to("games:statistics_games", marks)

    def behind(self, one: Behind) -> str:
        asked = {**self.asked, "level": one.level} if one.level else self.asked
        return Link(asked).games(*one.marks) if one.are_games else Link(asked).hands(*one.marks)

    def _to(self, name: str, marks: Sequence[str]) -> str:
        query = urlencode([*self.asked.items(), *(("mark", mark) for mark in marks)])
        return reverse(name) + (f"?{query}" if query else "")


def figure(label: str, value: str, note: str = "", href: str = "", *, spoken: str = "") -> Figure:
    """A number behind which there is nothing leads nowhere, and is none of so many."""
    return Figure(label, value, "" if note == NOTHING else note, "" if value in ("0", NOTHING) else href, spoken)


def where(code: str, number: int) -> str:
    """The page of a hand, or of a game's course."""
    if number:
        return reverse("games:hand", args=[code, number])
    return reverse("games:statistics_game", args=[code])


def percent(share_of_one: float) -> str:
    return f"{round(100 * share_of_one)}%"


def share(part: float, whole: int) -> str:
    return percent(part / whole) if whole else NOTHING


def of(part: float, whole: int) -> str:
    """How many of how many; a tie is half a win."""
    return f"{wins(part)}/{whole}" if whole else NOTHING


def wins(won: float) -> str:
    return str(int(won)) if won == int(won) else decimal(won)


def without_nothing(section: Section) -> Section:
    """Only what there is something to tell of."""
    return replace(section, figures=tuple(one for one in section.figures if one.value not in ("0", "0%", NOTHING)))


def span(seconds: float | None) -> str:
    if seconds is None:
        return NOTHING
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
    if minutes:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
    return _("%(seconds)s s") % {"seconds": rest}


def average(hands: Part, name: str) -> str:
    found = hands.average(name)
    return NOTHING if found is None else decimal(found)


def by_level(story: Story, title: str, told: Terms | None = None) -> list[Tabled]:
    """A row for each level of the other side; no table where there is none."""
    levels = [
        Row(level_name(level) if level else _("a person"), one, level=level, has_behind=bool(level))
        for level, one in story.by_level.items()
    ]
    return [tabled(title, _("Level"), levels, told)] if levels else []


def by_mark(
    story: Story, title: str, head: str, names: Sequence[tuple[str, str]], told: Terms | None = None
) -> list[Tabled]:
    """A row for each name and mark that hands or games have; no table where there is none."""
    marks = story.whole.hands.marks + story.whole.games.marks
    known = [Row(name, story.whole, mark) for name, mark in names if marks[mark]]
    return [tabled(title, head, known, told)] if known else []


def linked(table: Tabled, link: Link) -> Tabled:
    """The table with each number leading to what it was counted from, under the filters of the page."""
    rows = (
        tuple(cell if cell.behind is None else replace(cell, href=link.behind(cell.behind)) for cell in row)
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def tabled(title: str, head: str, rows: Sequence[Row], told: Terms | None = None) -> Tabled:
    """Measures side by side; `told` are the game's own words."""
    told = told or terms("")
    marks = sum((one.measures.hands.marks for one in rows), Counter[str]())
    has_bids, has_piles = marks["made"] + marks["overbid"], marks["pile"] + marks["pile_lost"]
    names = [told.games, _("Won"), *([_("Hands")] * told.has_hands), told.spread]
    names += [_("Bids made"), _("Nils made"), _("Blind made")] if has_bids else []
    names += [_("Piles won")] if has_piles else []
    return Tabled(title, (head, *names), tuple(_row(one, told)[: len(names) + 1] for one in rows))


def _row(row: Row, told: Terms) -> tuple[Cell, ...]:
    at = f"@{row.mark}" if row.mark else ""
    games, hands = row.measures.games.marks, row.measures.hands.marks
    finished = sum(games[f"{ending}{at}"] for ending in ("won", "lost", "tie"))
    gained = row.measures.hands.average(f"{told.gained}{at}")
    made, missed = hands[f"made{at}"], hands[f"overbid{at}"]
    piles = hands[f"pile{at}"] + hands[f"pile_lost{at}"]
    count = hands[row.mark] if row.mark else row.measures.hands.n
    return (
        Cell(row.name),
        _cell(row, str(finished), "finished", are_games=True),
        _cell(row, share(score_of(games, at=at), finished), WON, are_games=True),
        *([_cell(row, str(count))] * told.has_hands),
        _cell(row, NOTHING if gained is None else decimal(gained, sign=told.is_signed)),
        _cell(row, share(made, made + missed), "made"),
        _cell(row, of(hands[f"nil_made{at}"], hands[f"nil{at}"]), "nil"),
        _cell(row, of(hands[f"blind_made{at}"], hands[f"blind{at}"]), "blind"),
        _cell(row, share(hands[f"pile{at}"], piles), "pile"),
    )


def _cell(row: Row, value: str, *marks: str, are_games: bool = False) -> Cell:
    """A number behind which there is nothing leads nowhere."""
    if not row.has_behind or value in ("0", "0%", NOTHING):
        return Cell(value)
    narrowed = (*marks, row.mark) if row.mark else marks
    return Cell(value, Behind(narrowed, row.level, are_games))

"""What an address asks of statistics. Whatever cannot be read counts as not asked, and the page says so."""

import re
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.people import Person, today_of
from games.registry import levels
from games.services.counting.counted import figures
from games.services.counting.ranked import counted_levels
from games.services.people import lobby
from games.services.statistics import reading
from games.services.statistics.counted_hands import Cursor
from games.services.statistics.decisions import Costlier
from games.services.statistics.reading import Stretch
from games.viewmodel.levels import level_name
from games.wording.kinds import KINDS
from games.wording.options import variant_words

PERIOD_NAMES: Final[dict[str, Any]] = {
    "week": gettext_lazy("7 days"),
    "month": gettext_lazy("30 days"),
    "quarter": gettext_lazy("12 weeks"),
    "year": gettext_lazy("12 months"),
    "all": gettext_lazy("all time"),
}
MARK: Final = re.compile(r"[A-Za-z0-9_]{1,24}")
CURSOR: Final = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})", re.ASCII)
COSTLIER: Final = re.compile(r"(\d{1,9})\.(\d{1,18})", re.ASCII)
TRICK: Final = re.compile(r"[1-9]\d?", re.ASCII)
MOST_MARKS: Final = 4
UNREAD: Final = gettext_lazy("Part of the address could not be read and was left out.")
#: A day outside of them is a slip of the finger.
YEARS: Final = range(2000, 2101)


@dataclass(frozen=True)
class StatisticsQuery:
    """`kept` are the filters that were asked for, as an address says them; `notes` what could not be read."""

    stretch: Stretch
    period: str
    known_levels: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    before: Cursor | None = None
    decision: str = ""
    trick: int | None = None
    after: Costlier | None = None
    kept: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def games(self) -> tuple[tuple[str, str], ...]:
        return lobby.titles()

    @property
    def levels(self) -> tuple[tuple[str, str], ...]:
        return tuple((level, level_name(level)) for level in self.known_levels)

    @property
    def kinds(self) -> tuple[tuple[str, Any], ...]:
        """The variants of the game, none where it has no others."""
        return tuple((kind, variant_words(self.stretch.key, kind).title) for kind in figures(self.stretch.key).kinds)

    @property
    def periods(self) -> tuple[tuple[str, Any], ...]:
        return tuple(PERIOD_NAMES.items())


def begin_of(period: str, day: date) -> date | None:
    """The first day of the period that ends on `day`; None for all time. Long ones begin with a week or a month."""
    match period:
        case "week" | "month":
            return day - timedelta(days=6 if period == "week" else 29)
        case "quarter":
            return day - timedelta(days=day.weekday(), weeks=11)
        case "year":
            return date(day.year if day.month == 12 else day.year - 1, day.month % 12 + 1, 1)
    return None


class _QueryReader:
    def __init__(self, query: QueryDict) -> None:
        self.query = query
        self.kept: dict[str, str] = {}
        self.notes: list[str] = []

    def one_of(self, name: str, known: Any, note: str) -> str:
        """The value if it is known, else "" and, where something was asked for, a note."""
        value = self.query.get(name, "")
        if value and value not in known:
            self.notes.append(note)
            return ""
        if value:
            self.kept[name] = value
        return value

    def day(self, name: str) -> date | None:
        value = self.query.get(name, "")
        if not value:
            return None
        try:
            found = date.fromisoformat(value)
            if found.year not in YEARS:
                raise ValueError(value)
        except ValueError:
            self.notes.append(_("A day is written like 2026-11-21. That one was left out."))
            return None
        self.kept[name] = value
        return found

    def marks(self) -> tuple[str, ...]:
        asked = self.query.getlist("mark")
        good = tuple(dict.fromkeys(mark for mark in asked if MARK.fullmatch(mark)))[:MOST_MARKS]
        if len(good) != len(asked):
            self.notes.append(str(UNREAD))
        return good

    def trick(self) -> int | None:
        match = self._written("trick", TRICK)
        if match is None:
            return None
        self.kept["trick"] = match[0]
        return int(match[0])

    def cursor(self) -> Cursor | None:
        """Where the last page ended; a cursor that cannot be read begins again with the newest."""
        match = self._written("before", CURSOR)
        try:
            return None if match is None else Cursor(date.fromisoformat(match[1]), int(match[2]))
        except ValueError:
            self.notes.append(str(UNREAD))
            return None

    def costlier(self) -> Costlier | None:
        """The same of a list that begins with what cost most."""
        match = self._written("after", COSTLIER)
        return None if match is None else Costlier(int(match[1]), int(match[2]))

    def _written(self, name: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """None where nothing was asked for and, with a note, where it is written in another way."""
        value = self.query.get(name, "")
        match = pattern.fullmatch(value)
        if value and match is None:
            self.notes.append(str(UNREAD))
        return match


def read_query(
    query: QueryDict, *, period: str = "quarter", person: Person | None = None, of_everybody: bool = False
) -> StatisticsQuery:
    """`period` is the one that counts where none is asked for; the game is the one that `person` played last. Games
    with people, which never rank, are a level of one's own statistics, and of nothing that is `of_everybody`.
    """
    reader = _QueryReader(query)
    key = reader.one_of("game", lobby.offered(), _("There is no such game here. These are the usual ones."))
    key = key or (reading.last_played(person) if person is not None else None) or lobby.DEFAULT_KEY
    known = levels(key) if of_everybody else counted_levels(key)
    level = reader.one_of("level", known, _("There is no such level here. These are all of them."))
    kind = reader.one_of("variant", figures(key).kinds, _("This game has no such variant. These are all of them."))
    chosen = reader.one_of("period", PERIOD_NAMES, _("There is no such period. This is the usual one.")) or period
    decision = reader.one_of("decision", KINDS, _("There is no such kind of decision. These are all of them."))
    since, until = reader.day("since"), reader.day("until")
    if since is not None and until is not None and until < since:
        since, until = until, since
    stretch = Stretch(key, level or None, since, until, kind or None)
    if since is None and until is None:
        stretch = replace(stretch, since=begin_of(chosen, today_of(None if of_everybody else person)))
    return StatisticsQuery(
        stretch=stretch,
        period=chosen,
        known_levels=known,
        marks=reader.marks(),
        before=reader.cursor(),
        decision=decision,
        trick=reader.trick(),
        after=reader.costlier(),
        kept=reader.kept,
        notes=tuple(reader.notes),
    )

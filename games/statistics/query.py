"""Parse the query parameters of statistics pages. Invalid values are dropped with a note for the page."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Final, TypeVar

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.people import Person, today_of
from games.pages.words import level_name
from games.registry import DEFAULT_KEY, counted_levels, figures, levels, offered, titles
from games.statistics import reading
from games.statistics.reading import Stretch
from games.wording import KINDS, variant_words

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
TRICKS: Final = frozenset(map(str, range(1, 100)))
MOST_MARKS: Final = 4
UNREAD: Final = gettext_lazy("Part of the address couldn’t be read and was ignored.")
#: Years accepted in dates. Other years are taken for typing errors.
YEARS: Final = range(2000, 2101)
Key = TypeVar("Key", date, int)


def begin_of(period: str, day: date) -> date | None:
    """Return the first day of the period ending on `day`; None for all time.

    A quarter starts on a Monday and a year on the first of a month, so that week or month tallies cover the period.
    """
    match period:
        case "week" | "month":
            return day - timedelta(days=6 if period == "week" else 29)
        case "quarter":
            return day - timedelta(days=day.weekday(), weeks=11)
        case "year":
            return date(day.year if day.month == 12 else day.year - 1, day.month % 12 + 1, 1)
    return None


class StatisticsQuery:
    """Parsed query parameters. Defaults: `period`, and the game that `person` played last.

    `kept` are valid filters as given, without marks, for links; `notes` report errors. `before` and `after` are
    cursors: the day, or the loss, and the primary key of the last row shown. `of_everybody`: for site-wide statistics.
    The level "people" is then invalid: games with other people never rank.
    """

    def __init__(
        self, query: QueryDict, *, period: str = "quarter", person: Person | None = None, of_everybody: bool = False
    ) -> None:
        self._query = query
        self.kept: dict[str, str] = {}
        self.notes: list[str] = []
        key = self._one_of("game", offered(), _("There’s no such game here. Showing another one."))
        key = key or (reading.last_played(person) if person is not None else None) or DEFAULT_KEY
        known, kinds = levels(key) if of_everybody else counted_levels(key), figures(key).kinds
        level = self._one_of("level", known, _("There’s no such level here. Showing all of them."))
        kind = self._one_of("variant", kinds, _("This game has no such variant. Showing all of them."))
        chosen = self._one_of("period", PERIOD_NAMES, _("There’s no such period. Showing the usual one."))
        self.period = chosen or period
        self.decision = self._one_of("decision", KINDS, _("There’s no such kind of decision. Showing all of them."))
        since, until = self._day("since"), self._day("until")
        if since is not None and until is not None and until < since:
            since, until = until, since
        if since is None and until is None:
            since = begin_of(self.period, today_of(None if of_everybody else person))
        self.stretch = Stretch(key, level or None, since, until, kind or None)
        self.marks = self._marks()
        self.before = self._cursor("before", CURSOR, date.fromisoformat)
        trick = self._one_of("trick", TRICKS, str(UNREAD))
        self.trick = int(trick) if trick else None
        self.after = self._cursor("after", COSTLIER, int)
        # The options of the filter, as pairs of key and title.
        self.games, self.periods = titles(), tuple(PERIOD_NAMES.items())
        self.levels = tuple((level, level_name(level)) for level in known)
        self.kinds = tuple((kind, variant_words(key, kind).title) for kind in kinds)

    def _one_of(self, name: str, known: Any, note: str) -> str:
        """Return the parameter if it is in `known`, else ""; add `note` if it is invalid."""
        value = self._query.get(name, "")
        if value and value not in known:
            self.notes.append(note)
            return ""
        if value:
            self.kept[name] = value
        return value

    def _day(self, name: str) -> date | None:
        """Return the ISO date; None if missing or invalid. An invalid date adds a note."""
        value = self._query.get(name, "")
        if not value:
            return None
        try:
            found = date.fromisoformat(value)
            if found.year not in YEARS:
                raise ValueError(value)
        except ValueError:
            self.notes.append(_("Write dates like 2026-11-21. That one was ignored."))
            return None
        self.kept[name] = value
        return found

    def _marks(self) -> tuple[str, ...]:
        """Return the distinct valid marks, at most MOST_MARKS; add a note if any was dropped."""
        asked = self._query.getlist("mark")
        good = tuple(dict.fromkeys(mark for mark in asked if MARK.fullmatch(mark)))[:MOST_MARKS]
        if len(good) != len(asked):
            self.notes.append(str(UNREAD))
        return good

    def _cursor(self, name: str, pattern: re.Pattern[str], key: Callable[[str], Key]) -> tuple[Key, int] | None:
        """Return the cursor of a list; None (the first page) if missing or invalid. An invalid one adds a note."""
        value = self._query.get(name, "")
        if not value:
            return None
        try:
            match = pattern.fullmatch(value)
            if match is None:
                raise ValueError(value)
            return key(match[1]), int(match[2])
        except ValueError:
            self.notes.append(str(UNREAD))
            return None

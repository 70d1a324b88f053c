"""The hands or games behind a figure: newest first, paginated.

Tallies record on which days a mark occurred, so a query reads only the lines of enough days to fill a page: a rare mark
is found as fast as a frequent one. A day may have two marks in different hands; if the page is then not full, a second
query reads older days.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from django.db.models import Q, QuerySet

from accounts.people import Person
from games.registry import figures
from games.statistics.models import PersonLine, Tally
from games.statistics.reading import Stretch, lines_of, of_kind, uncounted, within
from games.statistics.tallies import counted_until

PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class Cursor:
    """Keyset cursor in a list by date: day and primary key of the last line shown."""

    day: date
    line: int


@dataclass(frozen=True, slots=True)
class Costlier:
    """Keyset cursor in a list by cost: loss and primary key of the last decision shown."""

    loss: int
    line: int


@dataclass(frozen=True, slots=True)
class LinesPage:
    lines: tuple[PersonLine, ...] = ()
    older: Cursor | None = None


def counted_lines(
    *,
    person: Person,
    stretch: Stretch,
    marks: tuple[str, ...] = (),
    games: bool = False,
    before: Cursor | None = None,
) -> LinesPage:
    """Return a page of the person's hands, or games, in the stretch that have all these marks."""
    rows = lines_of(person).filter(Q(number=0) if games else Q(number__gt=0), of_kind(stretch))
    rows = rows.filter(_within(stretch, before)).select_related("game").order_by("-day", "-id")
    for mark in marks:
        rows = rows.filter(marks__contains=f" {mark} ")
    if before is not None:
        rows = rows.exclude(day=before.day, pk__gte=before.line)
    tallies = _tallies_with(person, stretch, marks, "games" if games else "hands", before)
    days = list(tallies.values_list("day", flat=True)[: PAGE + 2])
    found = list(rows.filter(day__in=[*days, *_fresh_days(person, stretch, before)])[: PAGE + 1])
    if len(found) <= PAGE and len(days) == PAGE + 2:
        older_days = tallies.filter(day__lt=days[-1]).order_by().values("day")
        found += rows.filter(day__in=older_days)[: PAGE + 1 - len(found)]
    return _page(found)


def _page(found: list[PersonLine]) -> LinesPage:
    shown = found[:PAGE]
    older = Cursor(shown[-1].day, shown[-1].pk) if len(found) > PAGE else None
    return LinesPage(tuple(shown), older)


def _within(stretch: Stretch, before: Cursor | None) -> Q:
    asked = within(stretch)
    return asked if before is None else asked & Q(day__lte=before.day)


def _tallies_with(
    person: Person, stretch: Stretch, marks: tuple[str, ...], part: str, before: Cursor | None
) -> QuerySet[Tally]:
    """Return the day tallies in which all these marks occur, for hands or games (`part`), newest first.

    PAGE + 2 days suffice if each has one line: PAGE lines, one to detect a next page, one for the day of the cursor.
    """
    measure, value = ("marks__has_keys", _keys(stretch.key, marks)) if marks else ("n__gt", 0)
    return Tally.objects.filter(
        person.owns(),
        _within(_of_any_level(stretch), before),
        key=stretch.counted_as,
        span=Tally.Span.DAY,
        level=stretch.level or Tally.ALL,
        **{f"measures__{part}__{measure}": value},
    ).order_by("-day")


def _keys(key: str, marks: tuple[str, ...]) -> list[str]:
    """Return the tally keys of these marks, including "mark@side" for marks that are also counted by side mark."""
    counted = figures(key)
    sides = [mark for mark in marks if counted.is_side(mark)]
    return [*marks, *(f"{mark}@{side}" for mark in marks if mark in counted.split for side in sides)]


def _fresh_days(person: Person, stretch: Stretch, before: Cursor | None) -> QuerySet[PersonLine, date]:
    fresh = uncounted(_of_any_level(stretch), counted_until())
    return lines_of(person).filter(_within(fresh, before)).order_by().values_list("day", flat=True).distinct()


def _of_any_level(stretch: Stretch) -> Stretch:
    return replace(stretch, level=None)

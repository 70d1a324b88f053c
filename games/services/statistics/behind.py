"""The hands, or games, behind a number: newest first, a page at a time.

The tallies know on which days a mark was made; only the lines of as many days as can fill a page are looked at, so a
rare mark is found as fast as a frequent one.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Q

from accounts.people import Person
from games.models import Tally
from games.services.statistics.reading import LineSeen, Stretch, line_seen, lines_of
from games.services.statistics.tallies import counted_until

PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last line that was shown."""

    day: date
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    lines: tuple[LineSeen, ...] = ()
    older: Cursor | None = None


def lines_behind(
    *,
    person: Person,
    stretch: Stretch,
    marks: tuple[str, ...] = (),
    games: bool = False,
    before: Cursor | None = None,
) -> Page:
    """Hands (or games) of that stretch of which all these marks hold."""
    rows = lines_of(person).filter(Q(number=0) if games else Q(number__gt=0), key=stretch.key)
    rows = rows.filter(_within(stretch, before))
    for mark in marks:
        rows = rows.filter(marks__contains=f" {mark} ")
    if marks:
        rows = rows.filter(day__in=_days_with(person, stretch, marks, "games" if games else "hands", before))
    if before is not None:
        rows = rows.exclude(day=before.day, pk__gte=before.line)
    found = list(rows.select_related("game").order_by("-day", "-id")[: PAGE + 1])
    shown = found[:PAGE]
    older = Cursor(shown[-1].day, shown[-1].pk) if len(found) > PAGE else None
    return Page(tuple(line_seen(line) for line in shown), older)


def _within(stretch: Stretch, before: Cursor | None) -> Q:
    asked = Q() if stretch.level is None else Q(level=stretch.level)
    if stretch.since is not None:
        asked &= Q(day__gte=stretch.since)
    if stretch.until is not None:
        asked &= Q(day__lte=stretch.until)
    return asked if before is None else asked & Q(day__lte=before.day)


def _days_with(
    person: Person, stretch: Stretch, marks: tuple[str, ...], part: str, before: Cursor | None
) -> list[date]:
    """Days enough to fill a page: at most one of them, the cursor's own, may have nothing left to show."""
    whole = Stretch(stretch.key, None, stretch.since, stretch.until)
    rows = Tally.objects.filter(
        _within(whole, before),
        user=person.user,
        guest=person.guest,
        key=stretch.key,
        span=Tally.Span.DAY,
        level=stretch.level or Tally.ALL,
        **{f"measures__{part}__marks__has_keys": list(marks)},
    )
    days = list(rows.order_by("-day").values_list("day", flat=True)[: PAGE + 2])
    counted = counted_until()
    fresh = lines_of(person).filter(_within(whole, before))
    if counted is not None:
        fresh = fresh.filter(day__gt=counted)
    return [*days, *fresh.order_by().values_list("day", flat=True).distinct()]

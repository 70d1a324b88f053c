"""The hands or games behind a figure: newest first, paginated.

Tallies record on which days a mark occurred, so a query reads only the lines of enough days to fill a page: a rare mark
is found as fast as a frequent one. A day may have two marks in different hands; if the page is then not full, a second
query reads older days.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from accounts.people import Person
from games.registry import figures
from games.statistics.models import PersonLine, Tally
from games.statistics.reading import Stretch, lines_of, of_kind, uncounted, within
from games.statistics.tallies import counted_until

PAGE: Final = 25
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class LinesPage(Generic[Row]):
    """A page of a list. `cursor` has the sort key and the primary key of its last row; it is "" on the last page."""

    lines: tuple[Row, ...] = ()
    cursor: str = ""


def page_of(rows: QuerySet[Row] | list[Row], key: Callable[[Row], object]) -> LinesPage[Row]:
    """Return the first `PAGE` rows as a page. `rows` are sorted by `key` and primary key."""
    found = tuple(rows[: PAGE + 1])
    shown = found[:PAGE]
    return LinesPage(shown, f"{key(shown[-1])}.{shown[-1].pk}" if len(found) > PAGE else "")


def counted_lines(
    *,
    person: Person,
    stretch: Stretch,
    marks: tuple[str, ...] = (),
    games: bool = False,
    before: tuple[date, int] | None = None,
) -> LinesPage[PersonLine]:
    """Return a page of the person's hands, or games, in the stretch that have all these marks.

    `before` is the cursor: day and primary key of the last line on the previous page.
    """
    if before is not None:
        stretch = replace(stretch, until=min(before[0], stretch.until or before[0]))
    rows = lines_of(person).filter(Q(number=0) if games else Q(number__gt=0), of_kind(stretch), within(stretch))
    rows = rows.select_related("game").order_by("-day", "-id")
    for mark in marks:
        rows = rows.filter(marks__contains=f" {mark} ")
    if before is not None:
        rows = rows.exclude(day=before[0], pk__gte=before[1])
    tallies = _tallies_with(person, stretch, marks, "games" if games else "hands")
    days = list(tallies.values_list("day", flat=True)[: PAGE + 2])
    found = list(rows.filter(day__in=[*days, *_fresh_days(person, stretch)])[: PAGE + 1])
    if len(found) <= PAGE and len(days) == PAGE + 2:
        older_days = tallies.filter(day__lt=days[-1]).order_by().values("day")
        found += rows.filter(day__in=older_days)[: PAGE + 1 - len(found)]
    return page_of(found, lambda line: line.day)


def _tallies_with(person: Person, stretch: Stretch, marks: tuple[str, ...], part: str) -> QuerySet[Tally]:
    """Return the day tallies in which all these marks occur, for hands or games (`part`), newest first.

    PAGE + 2 days with a line each suffice: PAGE lines, one to detect a next page, one for the day of the cursor.
    """
    measure, value = ("marks__has_keys", _keys(stretch.key, marks)) if marks else ("n__gt", 0)
    return Tally.objects.filter(
        person.owns(),
        within(replace(stretch, level=None)),
        key=stretch.counted_as,
        span=Tally.Span.DAY,
        level=stretch.level or Tally.ALL,
        **{f"measures__{part}__{measure}": value},
    ).order_by("-day")


def _keys(key: str, marks: tuple[str, ...]) -> list[str]:
    """Return the tally keys of these marks. "mark@side" counts hands with both; a side is a mark with a table row."""
    counted = figures(key)
    sides = [mark for mark in marks if counted.is_side(mark)]
    return [*marks, *(f"{mark}@{side}" for mark in marks if mark in counted.split for side in sides)]


def _fresh_days(person: Person, stretch: Stretch) -> QuerySet[PersonLine, date]:
    fresh = within(uncounted(replace(stretch, level=None), counted_until()))
    return lines_of(person).filter(fresh).order_by().values_list("day", flat=True).distinct()

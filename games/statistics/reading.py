"""Queries of statistics pages: the totals of a `Stretch`, for a person or the whole site, and lists of hands or games.

They read tallies and, for a person, the lines of days not yet counted. Only the download reads all lines.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final, Generic, TypeVar

from django.db.models import Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import utc_today
from games.registry import MOST_SEATS, counted_as, figures
from games.snapshot import SeatedPlayer
from games.statistics.lines import LineKey, interrupted_games
from games.statistics.measures import LOST, WON, Measures
from games.statistics.models import LeaderboardRow, PersonLine, Tally
from games.statistics.tallies import counted_until, end_of, first_of
from games.table.models import Hand, Seat
from games.table.tables import Place, seated_players

#: Longest stretch, in days, that is read and charted by week; longer ones are read and charted by month.
BY_WEEK: Final = 200
#: Maximum number of recent games shown.
RECENT: Final = 8
#: Maximum number of leaderboard rows shown.
BOARD: Final = 20
#: Rows on a page of a list.
PAGE: Final = 25
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A selection: a game, a level, a variant (`kind`) and the days from `since` to `until`, both inclusive.

    None means all levels, all variants, or no bound.
    """

    key: str
    level: str | None = None
    since: date | None = None
    until: date | None = None
    kind: str | None = None

    @property
    def counted_as(self) -> str:
        return counted_as(self.key, self.kind)

    @property
    def unit(self) -> Tally.Span:
        """The span of tallies to read and chart: week or month."""
        if self.since is None or ((self.until or utc_today()) - self.since).days > BY_WEEK:
            return Tally.Span.MONTH
        return Tally.Span.WEEK


@dataclass
class Aggregate:
    """The totals of a stretch by level, with `Tally.ALL` for all, and in `parts` by first day of a week or month.

    `recent` are the last games, `course` the hands of the last of them that has hands, `others` its opponents.
    """

    stretch: Stretch
    counted_until: date | None = None
    totals: dict[str, Measures] = field(default_factory=dict)
    parts: dict[date, Measures] = field(default_factory=dict)
    recent: tuple[PersonLine, ...] = ()
    course: tuple[PersonLine, ...] = ()
    others: tuple[SeatedPlayer, ...] = ()

    @property
    def whole(self) -> Measures:
        return self.totals.get(self.stretch.level or Tally.ALL, Measures())

    @property
    def by_level(self) -> dict[str, Measures]:
        return {level: measures for level, measures in self.totals.items() if level != Tally.ALL}

    def including(self, day: date, *levels: str) -> Iterator[Measures]:
        """Yield the totals that include a row of these levels and this day. Add rows to them in chronological order."""
        for level in levels:
            yield self.totals.setdefault(level, Measures())
        if (self.stretch.level or Tally.ALL) in levels:
            yield self.parts.setdefault(first_of(self.stretch.unit, day), Measures())


def personal(*, person: Person, stretch: Stretch) -> Aggregate:
    """Return a person's totals in the stretch, the last games, and the hands of the last game that has any."""
    counted, lines = counted_until(), lines_of(person).filter(of_kind(stretch))
    aggregate = Aggregate(stretch, counted)
    _add_tallies(aggregate, person.owns(), counted)
    fresh_days = uncounted(stretch, counted)
    fresh = list(lines.filter(within(fresh_days)).select_related("game").order_by("at", "game_id", "number"))
    has_results = any(line.number == 0 and not {WON, LOST}.isdisjoint(line.mark_names) for line in fresh)
    interrupted = interrupted_games(whose=person.owns(), since=fresh_days.since) if has_results else set[LineKey]()
    for line in fresh:
        is_interrupted = (line.user_id, line.guest_id, line.game_id) in interrupted
        for measures in aggregate.including(line.day, line.level, Tally.ALL):
            measures.add_line(line, figures(line.key), is_interrupted=is_interrupted)
    if aggregate.whole.games.n:  # without any game the query would scan all lines of the person
        ended = lines.filter(within(stretch), number=0).select_related("game").order_by("-day", "-id")
        aggregate.recent = tuple(ended[:RECENT])
    aggregate.course, aggregate.others = _course(lines, aggregate.recent)
    return aggregate


def last_played(person: Person) -> str | None:
    """Return the key of the game that the person played last; None if there is none."""
    return lines_of(person).order_by("-day", "-id").values_list("key", flat=True).first()


def uncounted(stretch: Stretch, counted: date | None) -> Stretch:
    """Return the stretch restricted to days after `counted`, the last counted day.

    The result has one lower bound, not two: with two, SQLite may start an index scan from the wrong one.
    """
    if counted is None:
        return stretch
    first = counted + timedelta(days=1)
    return replace(stretch, since=first if stretch.since is None else max(first, stretch.since))


def _course(
    lines: QuerySet[PersonLine], recent: tuple[PersonLine, ...]
) -> tuple[tuple[PersonLine, ...], tuple[SeatedPlayer, ...]]:
    last = next((game for game in recent if game.numbers.get("hands")), None)
    if last is None:
        return (), ()
    rows = tuple(_with_seats(_hands(lines.filter(game=last.game))))
    return rows, others(_seats_of(rows[0]), last.seat) if rows else ()


def others(seats: Sequence[Seat], own: int) -> tuple[SeatedPlayer, ...]:
    """Return the opponents of seat `own`; none if they form several sides."""
    found = [seat.number for seat in seats if seat.side != seats[own].side]
    if len({seats[one].side for one in found}) != 1:
        return ()
    return tuple(one for one in seated_players(seats) if one.seat in found)


def _with_seats(lines: QuerySet[PersonLine]) -> QuerySet[PersonLine]:
    """Annotate lines with the seats of their game as JSON (`seat0`, `seat1`, ...), in the same query."""
    who = JSONObject(side="side", level="level", name="name", user="user__username", guest="guest__name")
    seats = Seat.objects.filter(game=OuterRef("game"))
    every = {f"seat{n}": Subquery(seats.filter(number=n).values(who=who)[:1]) for n in range(MOST_SEATS)}
    return lines.annotate(**every)


def _seats_of(line: PersonLine) -> list[Seat]:
    """Return unsaved seats, with side, level and names only, from the annotations of `_with_seats`."""
    rows = [one for n in range(MOST_SEATS) if (one := getattr(line, f"seat{n}"))]
    return [
        Seat(
            number=number,
            side=one["side"],
            level=one["level"],
            name=one["name"],
            user=None if one["user"] is None else User(username=one["user"]),
            guest=None if one["guest"] is None else Guest(name=one["guest"]),
        )
        for number, one in enumerate(rows)
    ]


def _hands(lines: QuerySet[PersonLine]) -> QuerySet[PersonLine]:
    """Return the lines of hands, ordered by number, each annotated with the hand's stored score `sheet`."""
    sheets = Hand.objects.filter(game=OuterRef("game"), number=OuterRef("number")).values("sheet")
    hands = lines.filter(number__gt=0).select_related("game")
    return hands.annotate(sheet=Subquery(sheets[:1])).order_by("number")


def game_of(*, place: Place) -> tuple[PersonLine | None, tuple[PersonLine, ...], tuple[SeatedPlayer, ...]]:
    """Return a seat's line of the whole game (None without one), its lines of hands, and its opponents."""
    lines = PersonLine.objects.filter(game=place.game, seat=place.seat)
    whole = lines.filter(number=0).select_related("game").first()
    return whole, tuple(_hands(lines)), others(place.seats, place.seat)


def lines_of(person: Person) -> QuerySet[PersonLine]:
    return PersonLine.objects.filter(person.owns())


def _add_tallies(aggregate: Aggregate, whose: Q, counted: date | None) -> None:
    for row in tallies_of(whose, aggregate.stretch, counted):
        added = Measures.from_json(row.measures)
        for measures in aggregate.including(row.day, row.level):
            measures.add(added, figures(row.key))


def tallies_of(whose: Q, stretch: Stretch, counted: date | None) -> QuerySet[Tally]:
    """Return the tallies that add up to the stretch, in chronological order."""
    rows = Tally.objects.filter(whose, _spans(stretch, counted), key=stretch.counted_as).order_by("day")
    return rows if stretch.level is None else rows.filter(level=stretch.level)


def of_kind(stretch: Stretch) -> Q:
    asked = Q(key=stretch.key)
    return asked if stretch.kind is None else asked & Q(marks__contains=f" {stretch.kind} ")


def within(stretch: Stretch) -> Q:
    asked = Q() if stretch.since is None else Q(day__gte=stretch.since)
    asked &= Q() if stretch.until is None else Q(day__lte=stretch.until)
    return asked if stretch.level is None else asked & Q(level=stretch.level)


def _spans(stretch: Stretch, counted: date | None) -> Q:
    """Return a filter for tallies that cover the stretch: whole weeks or months inside, days at the edges."""
    unit, first, last = stretch.unit, stretch.since, stretch.until
    if last is not None and counted is not None and last >= counted:
        last = None  # no tally includes a later day, so the current week or month can be read whole
    after = None if last is None else last + timedelta(days=1)
    inner = None if first is None else end_of(unit, first_of(unit, first - timedelta(days=1)))
    outer = None if after is None else first_of(unit, after)
    spans = Q(span=unit) & _days(inner, outer)
    is_within_one = inner is not None and outer is not None and outer < inner
    for begin, end in [(first, after)] if is_within_one else [(first, inner), (outer, after)]:
        if begin != end:
            spans |= Q(span=Tally.Span.DAY) & _days(begin, end)
    return spans


def _days(first: date | None, after: date | None) -> Q:
    """Return a filter for days from `first` up to but not including `after`; None is unbounded."""
    asked = Q() if first is None else Q(day__gte=first)
    return asked if after is None else asked & Q(day__lt=after)


# -- everybody ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Everybody:
    """Site-wide statistics. `names` are those of record holders by (game code, seat); "" unless the player opted in."""

    aggregate: Aggregate
    board: list[LeaderboardRow]
    streak: LeaderboardRow | None
    names: dict[tuple[str, int], str]


def everybody(*, stretch: Stretch, level: str) -> Everybody:
    """Return site totals and records as of the last nightly count, one level's leaderboard, and the longest streak."""
    aggregate = Aggregate(stretch, counted_until())
    _add_tallies(aggregate, Q(user=None, guest=None), None)
    rows = LeaderboardRow.objects.filter(key=stretch.counted_as).select_related("user__preferences")
    at_level = rows.filter(level=level, games__gte=LeaderboardRow.LEAST_GAMES).order_by("-rate", "user")
    longest = rows.filter(streak__gt=0).order_by("-streak", "user")
    if stretch.level is not None:
        longest = longest.filter(level=stretch.level)
    board, streak = list(at_level[:BOARD]), longest.first()
    codes = {top.code for part in (aggregate.whole.hands, aggregate.whole.games) for top in part.tops.values()}
    seats = Seat.objects.filter(game__code__in=codes, user__isnull=False).select_related("user__preferences", "game")
    names = {(seat.game.code, seat.number): shown_name(seat.user) for seat in seats}
    return Everybody(aggregate, board, streak, names)


def shown_name(user: object) -> str:
    """Return the name of a player who opted in, otherwise ""."""
    preferences = getattr(user, "preferences", None)
    return str(user) if preferences is not None and preferences.shows_name else ""


def every_hand(person: Person) -> Iterator[PersonLine]:
    """Return an iterator over all hands of the person, oldest first, which reads them in chunks."""
    lines = lines_of(person).filter(number__gt=0).select_related("game").order_by("day", "id")
    return lines.iterator(chunk_size=2_000)


# -- the hands or games behind a figure ------------------------------------------------------------------


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
    """Return a page of the person's hands, or games, in the stretch that have all these marks, newest first.

    `before` is the cursor: day and primary key of the last line on the previous page. Tallies record on which days a
    mark occurred, so only the lines of enough days to fill a page are read: a rare mark is found as fast as a frequent
    one. A day may have two marks in different hands; if the page is then not full, a second query reads older days.
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
    fresh = lines_of(person).filter(within(uncounted(replace(stretch, level=None), counted_until())))
    fresh_days = fresh.order_by().values_list("day", flat=True).distinct()
    found = list(rows.filter(day__in=[*days, *fresh_days])[: PAGE + 1])
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

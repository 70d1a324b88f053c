"""The field of a board: the results of its counted attempts, among which each result is ranked.

An attempt that ends after the cards are public is ranked in the field but does not belong to it. With at most `ENOUGH`
people, attempts by bots (the house) belong to the field, too. After the day, the hourly task `games.boards` stores the
field. Until then people's latest `LATEST` attempts are counted when a result page is read. The count is cached for a
minute; it is counted again for a reader whose own attempt ended later. A person's own rank always counts all.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Avg, Case, Count, F, Q, QuerySet, Sum, When
from django.utils import timezone

from accounts.people import Person
from games.boards.attempts import of_person
from games.boards.models import Attempt, Board
from games.figures import places
from games.registry import levels

#: Up to this number of people, attempts by bots belong to a board's field, too.
ENOUGH: Final = 20
#: Maximum number of people's attempts in a cached count; the latest ones are counted.
LATEST: Final = 5_000
#: Cache timeout in seconds of a count and of a median error rate.
STANDS: Final = 60
#: Requirements of the monthly leaderboard: age of the account when it begins a board, and number of boards.
OLD_ENOUGH: Final = timedelta(days=7)
OFTEN_ENOUGH: Final = 10
#: Percentile, from 0 to 1, that the monthly leaderboard gives a board not finished on its day.
WORST: Final = 0.0
#: Number of top lines of the monthly leaderboard that are shown; the person's own line is always shown.
SHOWN: Final = 50
#: Cache keys of a board's count and of its median error rate, for `str.format` with its primary key.
FIELD_KEY: Final = "board-field-at:{}"
MEDIAN_KEY: Final = "board-middle:{}"
CHOICES: Final = ("bid", "aside", "lead")
#: Choices made in fewer than one in `RARE` attempts are rare: they share one row.
RARE: Final = 20


@dataclass(frozen=True, slots=True)
class FieldRank:
    """A result's rank: how many other attempts it is better than, level with and below. `house` of them are bots'."""

    better: int
    level: int
    below: int
    house: int = 0

    @property
    def others(self) -> int:
        return self.better + self.level + self.below

    @property
    def percentile(self) -> float:
        """The share of the other attempts that are worse, from 0 to 1; ties count half. 0.5 without others."""
        return (self.better + self.level / 2) / self.others if self.others else 0.5


@dataclass(frozen=True, slots=True)
class Field:
    """A board's results: `people` and `house` are the numbers of people's and bots' attempts.

    `margins` has (margin, frequency), best first; `choices` has (action, frequency, mean margin) of each bid, discard
    and lead, with the action as in the log, or "" for all rare choices. `middle` is the median error rate of people's
    reviewed attempts.
    """

    people: int
    house: int
    margins: Sequence[tuple[int, int]]
    choices: Mapping[str, Sequence[tuple[str, int, float]]]
    middle: float | None = None


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A person's ended attempt at a board, with the field. The attempt's margin is None if the board was given up.

    The error rate, and the rank `by_error`, are None until the hand is reviewed. `house` has the margin of each bot
    level's first completed attempt, weakest level first.
    """

    attempt: Attempt
    standing: FieldRank
    by_error: FieldRank | None
    field: Field
    house: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MonthLine:
    """A line of the monthly leaderboard. `mean` is the mean percentile, from 0 to 1. Ties share a `place`."""

    place: int
    name: str
    mean: float
    boards: int
    is_own: bool


def field_of(board: Board, *, since: datetime | None = None) -> Field:
    """Return the stored field, or else a cached count that is at most a minute old and newer than `since`.

    The median error rate has its own cache entry, because reviews may be stored after the field.
    """
    stored = board.field
    if stored is None:
        found: tuple[datetime, dict[str, Any]] | None = cache.get(FIELD_KEY.format(board.pk))
        if found is None or (since is not None and found[0] <= since):
            found = (timezone.now(), counted(board, latest=LATEST))
            cache.set(FIELD_KEY.format(board.pk), found, STANDS)
        stored = found[1]
    return Field(
        people=stored["people"],
        house=stored["house"],
        margins=stored["margins"],
        choices=stored["choices"],
        middle=_median_of(board),
    )


def counted(board: Board, *, latest: int | None = None) -> dict[str, Any]:
    """Return the field as `Board.field` stores it (JSON), from all people's attempts or only the `latest` ones."""
    rows = _people(board, latest)
    number = rows.count()
    some = _of_field(board) if number <= ENOUGH else rows
    by_margin = some.filter(margin__isnull=False).values("margin").annotate(count=Count("pk")).order_by("-margin")
    return {
        "people": number,
        "house": some.count() - number if number <= ENOUGH else 0,
        "given_up": rows.filter(margin=None).count(),
        "margins": [[row["margin"], row["count"]] for row in by_margin],
        "choices": {name: _choices(some, name) for name in CHOICES},
    }


def standing(attempt: Attempt, *, measure: str = "margin") -> FieldRank:
    """Rank an ended attempt among the others of its board's field, by `margin` or by `error_rate` (less is better)."""
    own, others = getattr(attempt, measure), _of_field(attempt.board).exclude(pk=attempt.pk)
    every = Q(error_rate__isnull=False) if measure == "error_rate" else Q()
    beaten = Q(error_rate__gt=own) if measure == "error_rate" else Q(margin__lt=own) | Q(margin=None)
    asked = {"every": every, "alike": Q(**{measure: own}), **({} if own is None else {"better": beaten})}
    people = Q(level="")
    found = others.aggregate(
        people=Count("pk", filter=people),
        **{name: Count("pk", filter=which) for name, which in asked.items()},
        **{f"people_{name}": Count("pk", filter=which & people) for name, which in asked.items()},
    )
    of_whom = "" if found["people"] + _is_of_field(attempt) <= ENOUGH else "people_"
    better, level, every = found.get(f"{of_whom}better", 0), found[f"{of_whom}alike"], found[f"{of_whom}every"]
    return FieldRank(better, level, every - level - better, house=every - found["people_every"] if not of_whom else 0)


def by_house(board: Board) -> dict[str, int]:
    """Map each bot level to the margin of its first completed attempt, weakest level first."""
    rows = board.attempts.exclude(level="").order_by("-pk").values_list("level", "margin")
    found = {level: margin for level, margin in rows if margin is not None}
    return {level: found[level] for level in levels(board.key) if level in found}


def count_anew(boards: QuerySet[Board]) -> None:
    """Clear the stored fields, so that the next run of the task `games.boards` counts them again.

    A count already running then fails its compare-and-set and stores no field.
    """
    boards.update(field=None, counted_at=timezone.now())


def count_days(*, today: date, excluded: Collection[int] = ()) -> int:
    """Store fields and percentiles of each past day that lacks a board's field or an ended attempt's percentile.

    Return the number of boards counted. `excluded` are primary keys of boards to leave out. The field is stored by a
    compare-and-set on `counted_at`: if `count_anew` clears the field during the count, the field stays empty.
    """
    over = Board.objects.filter(day__lt=today).exclude(pk__in=excluded)
    late = over.filter(
        attempts__is_counted=True, attempts__level="", attempts__ended_at__isnull=False, attempts__percentile=None
    )
    days = {*over.filter(field__isnull=True).values_list("day", flat=True), *late.values_list("day", flat=True)}
    boards = over.filter(day__in=days).order_by("day", "pk")
    for board in boards:
        now = timezone.now()
        _store_percentiles(board)
        Board.objects.filter(pk=board.pk, counted_at=board.counted_at).update(field=counted(board), counted_at=now)
    return len(boards)


def month(*, first: date, person: Person | None) -> list[MonthLine]:
    """Return the leaderboard of the month that begins with `first`: its top lines, and the person's own line.

    Users who show their name are ranked by the mean percentile of their boards, if they have at least `OFTEN_ENOUGH`.
    Boards begun before the account was `OLD_ENOUGH` old are left out. A board not finished by the end of its day counts
    as `WORST`, so that leaving a bad board open gains nothing.
    """
    after, now = (first + timedelta(days=31)).replace(day=1), timezone.now()
    is_in_time = Q(ended_at__isnull=False, ended_at__lte=F("board__opens_at"))
    rows = (
        Attempt.objects.filter(board__day__gte=first, board__day__lt=after, is_counted=True)
        .filter(user__preferences__shows_name=True, user__date_joined__lte=F("begun_at") - OLD_ENOUGH)
        .filter(Q(is_in_time, percentile__isnull=False) | ~is_in_time & Q(board__opens_at__lte=now))
        .values("user", "user__username")
        .annotate(mean=Avg(Case(When(is_in_time, then="percentile"), default=WORST)), boards=Count("pk"))
        .filter(boards__gte=OFTEN_ENOUGH)
        .order_by("user__username")
    )
    own = person.user.pk if person is not None and person.user is not None else None
    ordered = sorted(rows, key=lambda row: -round(row["mean"], 9))  # the order of summation changes the last digits
    means = [round(row["mean"], 9) for row in ordered]
    lines = [
        MonthLine(place, row["user__username"], mean, row["boards"], row["user"] == own)
        for row, mean, place in zip(ordered, means, places(means), strict=True)
    ]
    return [*lines[:SHOWN], *(line for line in lines[SHOWN:] if line.is_own)]


def own_result(*, person: Person, attempt: int) -> BoardResult | None:
    """Return the result of the attempt with that primary key; None unless it is the person's and has ended.

    So a person must end a board before seeing how others played it.
    """
    own = of_person(person).filter(pk=attempt, ended_at__isnull=False)
    row = own.select_related("board", "game").first()
    if row is None:
        return None
    return BoardResult(
        attempt=row,
        standing=_as_counted(row) or standing(row),
        by_error=None if row.error_rate is None else standing(row, measure="error_rate"),
        field=field_of(row.board, since=row.ended_at),
        house=by_house(row.board),
    )


def standings(*, person: Person, attempts: Iterable[int]) -> dict[int, FieldRank]:
    rows = of_person(person).filter(pk__in=attempts, is_counted=True, margin__isnull=False).select_related("board")
    return {row.pk: _as_counted(row) or standing(row) for row in rows}


def _as_counted(attempt: Attempt) -> FieldRank | None:
    """Return the rank in the stored field; None unless the attempt counts, has a margin and ended before the count."""
    at, stored, own = attempt.board.counted_at, attempt.board.field, attempt.margin
    is_in = attempt.is_counted and attempt.ended_at is not None and at is not None and attempt.ended_at <= at
    if not is_in or own is None or attempt.percentile is None or stored is None:
        return None
    better = sum(count for margin, count in stored["margins"] if margin < own) + stored["given_up"]
    level = sum(count for margin, count in stored["margins"] if margin == own) - _is_of_field(attempt)
    below = sum(count for margin, count in stored["margins"] if margin > own)
    return FieldRank(better, level, below, house=stored["house"])


def _of_field(board: Board) -> QuerySet[Attempt]:
    """Return the attempts of the field: counted and ended; if a person's, ended before the cards were public."""
    in_time = Q() if board.opens_at is None else ~Q(level="") | Q(ended_at__lte=board.opens_at)
    return board.attempts.filter(in_time, is_counted=True, ended_at__isnull=False)


def _is_of_field(attempt: Attempt) -> bool:
    return attempt.is_counted and not attempt.level and attempt.ended_at is not None and not _is_late(attempt)


def _is_late(attempt: Attempt) -> bool:
    ended, opens = attempt.ended_at, attempt.board.opens_at
    return ended is not None and opens is not None and ended > opens


def _choices(rows: QuerySet[Attempt], name: str) -> list[list[object]]:
    """Return rows [choice, count, mean margin], most frequent first. A last row "" sums up rare choices, if any."""
    played = rows.filter(margin__isnull=False).exclude(**{name: ""})
    groups = list(played.values_list(name).annotate(number=Count("pk"), total=Sum("margin")).order_by("-number", name))
    every = sum(count for _text, count, _margins in groups)
    usual = [group for group in groups if group[1] * RARE >= every]
    shown: list[list[object]] = [[text, count, margins / count] for text, count, margins in usual]
    if rare := groups[len(usual) :]:
        count = sum(group[1] for group in rare)
        shown.append(["", count, sum(group[2] for group in rare) / count])
    return shown


def _people(board: Board, latest: int | None) -> QuerySet[Attempt]:
    """Return people's attempts of the field: all, or only the `latest` ones."""
    people = _of_field(board).filter(level="")
    return people if latest is None else people.filter(pk__in=people.order_by("-pk").values("pk")[:latest])


def _median_of(board: Board) -> float | None:
    """Return the median error rate of people in the field, cached for a minute."""
    key = MEDIAN_KEY.format(board.pk)
    found: tuple[float | None] | None = cache.get(key)
    if found is None:
        rated = _people(board, LATEST if board.field is None else None).filter(error_rate__isnull=False)
        number = rated.count()
        values = rated.order_by("error_rate").values_list("error_rate", flat=True)
        middle = [rate for rate in values[max(number - 1, 0) // 2 : number // 2 + 1] if rate is not None]
        found = (sum(middle) / len(middle) if middle else None,)
        cache.set(key, found, STANDS)
    return found[0]


def _store_percentiles(board: Board) -> None:
    """Store the percentiles of people's attempts: one UPDATE for each margin, and another for its late attempts."""
    every = board.attempts.filter(is_counted=True, level="", ended_at__isnull=False)
    first = dict[tuple[int | None, bool], Attempt]()
    for attempt in every.order_by("pk").only("pk", "margin", "level", "is_counted", "ended_at", "board_id"):
        attempt.board = board
        first.setdefault((attempt.margin, _is_late(attempt)), attempt)
    for (margin, is_late), attempt in first.items():
        late = Q(ended_at__gt=board.opens_at) if board.opens_at is not None else Q(pk=None)
        every.filter(late if is_late else ~late, margin=margin).update(percentile=standing(attempt).percentile)


def forget(board: int) -> None:
    """On commit, delete the cached field and the cached median of the board with that primary key."""
    transaction.on_commit(lambda: cache.delete_many([FIELD_KEY.format(board), MEDIAN_KEY.format(board)]), robust=True)

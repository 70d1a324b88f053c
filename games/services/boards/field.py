"""How a board went for everybody: where one result stands in the field, and what was bid, put aside and led.

Only attempts that are counted and have ended before the cards were told are of the field; one that ended later has a
place in it and takes none from others. While fewer than `ENOUGH` other people are, the house's own players fill it. A
day that is over is counted once, at night; today's boards are counted on reading, of the latest attempts and once a
minute at most, anew for whoever has ended since, and one's own place among all of them by an index.
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
from games.models import Attempt, Board
from games.rates import places
from games.registry import levels
from games.services.counting.attempts import of_person

#: With so many other people a field needs no computer players.
ENOUGH: Final = 20
#: Attempts that are looked through while the day goes on.
LATEST: Final = 5_000
#: Seconds for which a count of today stands.
STANDS: Final = 60
#: The newest account and the fewest boards that the table of the month takes.
OLD_ENOUGH: Final = timedelta(days=7)
OFTEN_ENOUGH: Final = 10
#: What a board that was not finished on its day is worth in the table of the month.
WORST: Final = 0.0
#: Lines of the table of the month that are shown, the own one beside them.
SHOWN: Final = 50
CHOICES: Final = ("bid", "aside", "lead")
#: What fewer than one in so many have chosen is told of together.
RARE: Final = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """One result among the others: how many it was better than, level with and below. `house` of them are bots'."""

    better: int
    level: int
    below: int
    house: int = 0

    @property
    def others(self) -> int:
        return self.better + self.level + self.below

    @property
    def percentile(self) -> float:
        """The share of the others it was better than, with those level counted half; 0.5 where there are none."""
        return (self.better + self.level / 2) / self.others if self.others else 0.5


@dataclass(frozen=True, slots=True)
class ChoiceCount:
    """What some of the field have chosen, in the log's form (empty: all that few have): how many, and their mean
    margin.
    """

    text: str
    count: int
    mean: float


@dataclass(frozen=True, slots=True)
class Field:
    """`margins` are the results and how often each came, the best first; `people` how many they are of, `house` how
    many computer players fill it. `middle` is the median error rate of those reviewed, None while there is none.
    """

    people: int
    house: int
    margins: tuple[tuple[int, int], ...]
    choices: Mapping[str, tuple[ChoiceCount, ...]]
    middle: float | None = None


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What somebody made of a board, and how it went for all. `margin` is None for one given up, `error_rate` until it
    is reviewed; `hand` is the one of its game that was scored; `house` are the first results of the computer players by
    level, the weakest first.
    """

    key: str
    code: str
    hand: int
    margin: int | None
    error_rate: float | None
    choices: Mapping[str, str]
    is_counted: bool
    standing: Standing
    by_error: Standing | None
    field: Field
    house: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MonthLine:
    """Somebody in the table of the month. `place` is shared by those who are level."""

    place: int
    name: str
    mean: float
    boards: int
    is_own: bool


def field_of(board: Board, *, since: datetime | None = None) -> Field:
    """As it was counted at night, or while the day goes on within the last minute and after `since`. Reviews come later
    than a count, so their middle is always of the last minute.
    """
    stored = board.field if board.field is not None else _of_today(board, since)
    return Field(
        people=stored["people"],
        house=stored["house"],
        margins=tuple((one, count) for one, count in stored["margins"]),
        choices={name: tuple(ChoiceCount(*one) for one in stored["choices"][name]) for name in CHOICES},
        middle=_middle_of(board),
    )


def _of_today(board: Board, since: datetime | None) -> dict[str, Any]:
    found: tuple[datetime, dict[str, Any]] | None = cache.get(_cached(board.pk))
    if found is None or (since is not None and found[0] <= since):
        found = (timezone.now(), counted(board, latest=LATEST))
        cache.set(_cached(board.pk), found, STANDS)
    return found[1]


def counted(board: Board, *, latest: int | None = None) -> dict[str, Any]:
    """The field in the form in which it is stored; of the `latest` attempts alone, or of all."""
    rows = _people(board, latest)
    number = rows.count()
    is_filled = _needs_house(number)
    some = _of_field(board) if is_filled else rows
    by_margin = some.filter(margin__isnull=False).values("margin").annotate(count=Count("pk")).order_by("-margin")
    return {
        "people": number,
        "house": some.count() - number if is_filled else 0,
        "given_up": rows.filter(margin=None).count(),
        "margins": [[row["margin"], row["count"]] for row in by_margin],
        "choices": {name: _choices(some, name) for name in CHOICES},
    }


def standing(attempt: Attempt, *, of: str = "margin") -> Standing:
    """Rank a counted, finished attempt by its margin, or `of` its error rate, where less is better."""
    own, others = getattr(attempt, of), _of_field(attempt.board).exclude(pk=attempt.pk)
    every = Q(error_rate__isnull=False) if of == "error_rate" else Q()
    beaten = Q(error_rate__gt=own) if of == "error_rate" else Q(margin__lt=own) | Q(margin=None)
    asked = {"every": every, "alike": Q(**{of: own}), **({} if own is None else {"better": beaten})}
    people = Q(level="")
    found = others.aggregate(
        people=Count("pk", filter=people),
        **{name: Count("pk", filter=which) for name, which in asked.items()},
        **{f"people_{name}": Count("pk", filter=which & people) for name, which in asked.items()},
    )
    people_in_all = found["people"] + _is_of_field(attempt)
    of_whom = "" if _needs_house(people_in_all) else "people_"
    better, level, every = found.get(f"{of_whom}better", 0), found[f"{of_whom}alike"], found[f"{of_whom}every"]
    return Standing(better, level, every - level - better, house=every - found["people_every"] if not of_whom else 0)


def by_house(board: Board) -> dict[str, int]:
    """The first result of each level in the person's seat, weakest first; none while they have not been played."""
    rows = board.attempts.exclude(level="").order_by("-pk").values_list("level", "margin")
    found = {level: margin for level, margin in rows if margin is not None}
    return {level: found[level] for level in levels(board.key) if level in found}


def count_day(day: date, *, but: Collection[int] = ()) -> int:
    """Count the boards of a day that is over for good, `but` some, and where each attempt stands; how many boards.
    Twice is harmless. Of one whose people became fewer meanwhile, which has another time then, nothing is kept.
    """
    boards, now = [board for board in Board.objects.filter(day=day) if board.pk not in but], timezone.now()
    for board in boards:
        _keep_percentiles(board)
        Board.objects.filter(pk=board.pk, counted_at=board.counted_at).update(field=counted(board), counted_at=now)
    return len(boards)


def count_anew(boards: QuerySet[Board]) -> None:
    """Clear the stored results. A count already running then fails its compare-and-set and stores nothing."""
    boards.update(field=None, counted_at=timezone.now())


def count_days(*, today: date, but: Collection[int] = ()) -> int:
    """Count past days without results, and those with a finished attempt that has no place yet; skip `but`."""
    over = Board.objects.filter(day__lt=today).exclude(pk__in=but)
    late = over.filter(
        attempts__is_counted=True, attempts__level="", attempts__ended_at__isnull=False, attempts__percentile=None
    )
    days = {*over.filter(field__isnull=True).values_list("day", flat=True), *late.values_list("day", flat=True)}
    return sum(count_day(day, but=but) for day in sorted(day for day in days if day is not None))


def month(*, first: date, person: Person | None) -> list[MonthLine]:
    """Return the table of the month that begins with `first`: its top lines, and the person's own.

    It has the mean percentile of players who show their name and began ten boards with an account a week old. A board
    begun and not finished by the end of its day counts as 0, so that leaving a bad one open gains nothing.
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
    lines = _placed(sorted(rows, key=_from_best), own)
    return [*lines[:SHOWN], *(line for line in lines[SHOWN:] if line.is_own)]


def result_of(*, person: Person, attempt: int) -> BoardResult | None:
    """The person's attempt of that number among all others; None for one that goes on, or is not theirs."""
    own = of_person(person).filter(pk=attempt, ended_at__isnull=False)
    row = own.select_related("board", "game").first()
    if row is None:
        return None
    return BoardResult(
        key=row.board.key,
        code=row.code,
        hand=row.hand,
        margin=row.margin,
        error_rate=row.error_rate,
        choices={name: getattr(row, name) for name in CHOICES},
        is_counted=row.is_counted,
        standing=_as_counted(row) or standing(row),
        by_error=None if row.error_rate is None else standing(row, of="error_rate"),
        field=field_of(row.board, since=row.ended_at),
        house=by_house(row.board),
    )


def standings(*, person: Person, attempts: Iterable[int]) -> dict[int, Standing]:
    """Where counted attempts of the person that were played to their end stand, by their number. Of a day that is over
    as it was counted at night.
    """
    rows = of_person(person).filter(pk__in=attempts, is_counted=True, margin__isnull=False).select_related("board")
    return {row.pk: _as_counted(row) or standing(row) for row in rows}


def _from_best(row: Mapping[str, Any]) -> float:
    """The mean, the highest first: the same shares added up in another order differ behind the ninth digit."""
    mean: float = row["mean"]
    return -round(mean, 9)


def _placed(rows: Sequence[Mapping[str, Any]], own: int | None) -> list[MonthLine]:
    means = [-_from_best(row) for row in rows]
    return [
        MonthLine(place, row["user__username"], mean, row["boards"], row["user"] == own)
        for row, mean, place in zip(rows, means, places(means), strict=True)
    ]


def _as_counted(attempt: Attempt) -> Standing | None:
    """Return the standing as stored at night; None if the attempt ended later, or nothing is stored yet."""
    at, stored, own = attempt.board.counted_at, attempt.board.field, attempt.margin
    is_in = attempt.is_counted and attempt.ended_at is not None and at is not None and attempt.ended_at <= at
    if not is_in or own is None or attempt.percentile is None or stored is None:
        return None
    better = sum(count for margin, count in stored["margins"] if margin < own) + stored["given_up"]
    level = sum(count for margin, count in stored["margins"] if margin == own) - _is_of_field(attempt)
    below = sum(count for margin, count in stored["margins"] if margin > own)
    return Standing(better, level, below, house=stored["house"])


def _of_field(board: Board) -> QuerySet[Attempt]:
    """What the house makes of it may come at any time: nobody tells it anything."""
    in_time = Q() if board.opens_at is None else ~Q(level="") | Q(ended_at__lte=board.opens_at)
    return board.attempts.filter(in_time, is_counted=True, ended_at__isnull=False)


def _is_of_field(attempt: Attempt) -> bool:
    return attempt.is_counted and not attempt.level and attempt.ended_at is not None and not _is_late(attempt)


def _needs_house(people: int) -> bool:
    """Whether computer players fill a field of so many people, any of whom then has fewer than enough others."""
    return people <= ENOUGH


def _is_late(attempt: Attempt) -> bool:
    """Whether its cards were told to whoever asked before it ended."""
    ended, opens = attempt.ended_at, attempt.board.opens_at
    return ended is not None and opens is not None and ended > opens


def _choices(rows: QuerySet[Attempt], name: str) -> list[list[object]]:
    """Return [choice, number of players, mean margin] for the usual choices by number, then one row for the rest."""
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
    """Those of its field, or the `latest` of them."""
    people = _of_field(board).filter(level="")
    return people if latest is None else people.filter(pk__in=people.order_by("-pk").values("pk")[:latest])


def _middle_of(board: Board) -> float | None:
    """Of those of its field, once a minute at most."""
    key = _middle_cached(board.pk)
    found: tuple[float | None] | None = cache.get(key)
    if found is None:
        found = (_middle(_people(board, LATEST if board.field is None else None)),)
        cache.set(key, found, STANDS)
    return found[0]


def _middle(rows: QuerySet[Attempt]) -> float | None:
    rated = rows.filter(error_rate__isnull=False)
    number = rated.count()
    values = rated.order_by("error_rate").values_list("error_rate", flat=True)
    middle = [rate for rate in values[max(number - 1, 0) // 2 : number // 2 + 1] if rate is not None]
    return sum(middle) / len(middle) if middle else None


def _keep_percentiles(board: Board) -> None:
    """The same for all attempts with one margin that were in time, and for all that were not, so one statement each."""
    every = board.attempts.filter(is_counted=True, level="", ended_at__isnull=False)
    first = dict[tuple[int | None, bool], Attempt]()
    for attempt in every.order_by("pk").only("pk", "margin", "level", "is_counted", "ended_at", "board_id"):
        attempt.board = board
        first.setdefault((attempt.margin, _is_late(attempt)), attempt)
    for (margin, is_late), attempt in first.items():
        late = Q(ended_at__gt=board.opens_at) if board.opens_at is not None else Q(pk=None)
        alike = every.filter(late if is_late else ~late, margin=margin)
        alike.update(percentile=standing(attempt).percentile)


def forget(board: int) -> None:
    """What was counted of that board within the last minute, once what changes it has committed."""
    transaction.on_commit(lambda: cache.delete_many([_cached(board), _middle_cached(board)]), robust=True)


def _cached(board: int) -> str:
    return f"board-field-at:{board}"


def _middle_cached(board: int) -> str:
    return f"board-middle:{board}"

"""Fill a database with a long history: games played by bots, copied with other owners and days. Needs Django."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from django.core.management.color import no_style
from django.db import connection, models, transaction

from accounts.models import Preferences, User
from accounts.zones import utc_today
from games.statistics import reading, tallies
from games.statistics.models import CountingProgress, LeaderboardRow, PersonLine
from games.table.models import Bid, Entry, Game, Hand, Seal, Seat
from training import demo

KEY: Final = "twoman"
LEVELS: Final = ("easy", "medium")
#: Number of games that bots play; all others are copies of these.
PATTERNS: Final = 60
#: Primary key of the first copied game; number of keys reserved for the hands of each game, and likewise for its seats.
FIRST_KEY, MOST_HANDS = 100_000, 1_000
DAYS: Final = 365
#: Number of successive games of one person (a sitting).
SITTING: Final = 8
#: There is one further person per this many hands, but at least `reading.BOARD` further people.
HANDS_EACH: Final = 400
#: One game in this many has its log and seals, which are nine tenths of a game's rows.
WITH_LOG: Final = 10
BATCH: Final = 200
#: User name of the first person, whose pages are measured; the others' names begin with it.
FIRST: Final = "bench"


class Template:
    """A stored game whose rows can be copied with other primary keys."""

    COUNTED: ClassVar = (Game, Seat, Hand, Bid, PersonLine)
    LOGGED: ClassVar = (*COUNTED, Entry, Seal)

    def __init__(self, game: Game, kinds: Sequence[type[models.Model]]) -> None:
        self.game = game
        self.rows = [row for kind in kinds for row in _rows_of(kind, game)]
        self.hands = {row.pk: row.number for row in self.rows if isinstance(row, Hand)}

    def copied(self, key: int, *, owner: int | None = None, shift: timedelta = timedelta()) -> Iterator[Any]:
        """Yield the unsaved rows of a copy with the primary key `key`, shifted times and other seeds."""
        for row in self.rows:
            new: Any = copy(row)
            for field in _time_fields(type(row)):
                if (at := getattr(row, field)) is not None:
                    setattr(new, field, at + shift)
            if owner is not None and getattr(row, "user_id", None) is not None:
                new.user_id = owner
            if isinstance(row, Bid):
                new.hand_id = key * MOST_HANDS + self.hands[row.hand_id]
            elif not isinstance(row, Game):
                new.game_id = key
            new.pk = None
            if isinstance(row, Game):
                new.pk, new.code = key, f"c{key}"
            elif isinstance(row, Seat | Hand):
                new.pk = key * MOST_HANDS + row.number
            elif isinstance(row, Seal):
                new.server_seed = f"{key:024}{row.number:08}".encode()
            yield new


def _rows_of(kind: type[models.Model], game: Game) -> list[models.Model]:
    names = {field.name for field in kind._meta.concrete_fields}
    where = {"pk" if kind is Game else "game" if "game" in names else "hand__game": game.pk}
    return list(kind._default_manager.filter(**where).order_by("pk"))


@cache
def _time_fields(kind: type[models.Model]) -> list[str]:
    return [field.attname for field in kind._meta.concrete_fields if isinstance(field, models.DateField)]


def store(rows: Iterable[models.Model]) -> None:
    """Insert rows of several models, targets of foreign keys first."""
    by_kind: dict[type[models.Model], list[models.Model]] = {kind: [] for kind in Template.LOGGED}
    for row in rows:
        by_kind[type(row)].append(row)
    for kind, some in by_kind.items():
        kind._default_manager.bulk_create(some, batch_size=2_000)


def fill(hands: int, share: int, *, whole: bool = False) -> int:
    """Store a year of hands up to the day before yesterday, and its tallies; return the first person's number of hands.

    One of every `share` sittings is the first person's. With `whole` every game has a log, else one game in `WITH_LOG`.
    """
    pattern, rng = demo.person_named("pattern"), Random(1)
    begun = datetime.combine(utc_today() - timedelta(days=DAYS), datetime.min.time(), tzinfo=UTC)
    for number in range(PATTERNS):
        player, level = demo.Player(pattern, "easy"), LEVELS[number % len(LEVELS)]
        demo.play_one(player=player, level=level, key=KEY, started_at=begun + timedelta(hours=12), rng=rng)
    originals = list(Game.objects.filter(seats__user=pattern.user).order_by("pk"))
    people = _people(1 + max(reading.BOARD, hands // HANDS_EACH))
    last = utc_today() - timedelta(days=2)
    first = last - timedelta(days=DAYS)
    key = _copy(originals, hands, people, share, FIRST_KEY, first=first, days=DAYS, whole=whole)
    # One game of the first person today, which no tally includes yet.
    _copy(originals[:1], 1, people, 1, key, first=utc_today(), days=0, whole=whole)
    Game.objects.filter(pk__in=[game.pk for game in originals]).delete()
    with transaction.atomic():
        # All days in one call: one call per day would sum each month thirty times.
        tallies._count([last - timedelta(days=before) for before in range(DAYS, -1, -1)])
        CountingProgress.objects.update_or_create(pk=1, defaults={"counted_until": last})
        _fill_leaderboards(people)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "PRAGMA wal_checkpoint(TRUNCATE)")
    return PersonLine.objects.filter(user__username=FIRST, number__gt=0).count()


def fill_yesterday(hands: int) -> None:
    """Store about `hands` hands of yesterday, one sitting of each person in turn, without their tallies."""
    people = list(User.objects.filter(username__startswith=FIRST).order_by("pk").values_list("pk", flat=True))
    originals = list(Game.objects.filter(pk__gte=FIRST_KEY).order_by("pk")[:PATTERNS])
    newest, yesterday = Game.objects.latest("pk").pk, utc_today() - timedelta(days=1)
    _copy(originals, hands, people, len(people), newest + 1, first=yesterday, days=0, whole=False)


def _copy(
    originals: list[Game], hands: int, people: list[int], share: int, key: int, *, first: date, days: int, whole: bool
) -> int:
    """Store copies with about `hands` hands, from the day `first` to `days` days later; return the next free key."""
    logged, counted = ([Template(game, kinds) for game in originals] for kinds in (Template.LOGGED, Template.COUNTED))
    games = max(1, hands * len(originals) // sum(len(template.hands) for template in counted))
    for begun in range(0, games, BATCH):
        rows = list[Any]()
        for place in range(begun, min(games, begun + BATCH)):
            template = (logged if whole or place % WITH_LOG == 0 else counted)[place % len(originals)]
            day = max(row.day for row in template.rows if isinstance(row, PersonLine))
            shift = first + timedelta(days=int(place / games * (days + 1))) - day
            rows += template.copied(key + place, owner=_owner(people, place, share), shift=shift)
        with transaction.atomic():
            store(rows)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Game, Seat, Hand]):
            cursor.execute(statement)
    return key + games


def _owner(people: list[int], place: int, share: int) -> int:
    """Return the owner of copy `place`: one of every `share` sittings is the first person's, the others take turns."""
    sitting, others = place // SITTING, people[1:]
    return people[0] if sitting % share == 0 else others[(sitting - sitting // share - 1) % len(others)]


def _people(count: int) -> list[int]:
    names = [FIRST, *(f"{FIRST}{number}" for number in range(1, count))]
    users = User.objects.bulk_create(User(username=name, password="!") for name in names)
    Preferences.objects.bulk_create(Preferences(user=user, shows_name=bool(user.pk % 2)) for user in users)
    return [user.pk for user in users]


def _fill_leaderboards(people: list[int]) -> None:
    """Add missing rows of the first `reading.BOARD + 1` people, so that a short history has full leaderboards, too."""
    least = LeaderboardRow.LEAST_GAMES
    LeaderboardRow.objects.bulk_create(
        (
            LeaderboardRow(user_id=pk, key=KEY, level=level, games=least, wins=1, ties=0, streak=1, rate=0.01)
            for level in LEVELS
            for pk in people[: reading.BOARD + 1]
        ),
        ignore_conflicts=True,
    )

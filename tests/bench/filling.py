"""A long history in a short time: some real games by the computer players, their rows copied by the database.

Needs a Django process. Unless it is to be whole, what no page reads is left out: tricks, plays and discards; and the
log and seals of most games.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, Final

from django.core.management.color import no_style
from django.db import connection, models, transaction

from accounts.models import Preferences, User
from games.management.progress import watched
from games.models import (
    Bid,
    CountingProgress,
    Discard,
    Entry,
    Game,
    Hand,
    LeaderboardRow,
    PersonLine,
    Play,
    Seal,
    Seat,
    Trick,
)
from games.services.counting import tallies
from games.services.statistics import reading
from training import demo

KEY: Final = "twoman"
LEVELS: Final = ("easy", "medium")
PATTERNS: Final = 100
#: Copies have larger numbers than any game that is copied, and room for each hand of theirs.
BASE: Final = 100_000
MOST_HANDS: Final = 1_000
MOST_TRICKS: Final = 100
DAYS: Final = 365
#: Games somebody plays in a row, on one day.
SITTING: Final = 8
#: So many hands the others have played on average.
HANDS_EACH: Final = 400
#: One game in so many keeps its log and its seals, which are nine rows in ten.
WITH_LOG: Final = 10
FIRST: Final = "bench"


@dataclass(frozen=True, slots=True)
class Copy:
    """A game to come: what it is copied from, whose it is, and when it is played."""

    source: int
    target: int
    owner: int
    days: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A real game that is copied."""

    pk: int
    day: date
    hands: int


def fill(hands: int, share: int, *, whole: bool = False) -> None:
    """A year of so many hands up to the day before yesterday, all counted; and a game of the first person's today.

    One sitting in `share` is the first person's. A whole one leaves nothing out: its tables are as long as a site's.
    """
    patterns = _patterns()
    last = tallies.today() - timedelta(days=2)
    games = max(1, hands * len(patterns) // sum(one.hands for one in patterns))
    people = _people(1 + max(reading.BOARD, hands // HANDS_EACH))
    first = last - timedelta(days=DAYS)
    copies = [
        _copy(patterns[place % len(patterns)], _owner(people, place, share), place, first, place / games)
        for place in range(games)
    ]
    _store([*copies, _today(patterns, people[0], games)], whole=whole)
    Game.objects.filter(pk__lt=BASE).delete()
    days = [last - timedelta(days=before) for before in range(DAYS, -1, -1)]
    with transaction.atomic():
        tallies._count(days)  # all at once: night after night would add each month up thirty times
        CountingProgress.objects.update_or_create(pk=1, defaults={"counted_until": last})
        _fill_board(people)
    _analyze()


def _fill_board(people: list[int]) -> None:
    """Whoever has not played at each level gets a row there: a leaderboard is as long after a short history."""
    LeaderboardRow.objects.bulk_create(
        (
            LeaderboardRow(
                user_id=pk, key=KEY, level=level, games=LeaderboardRow.LEAST_GAMES, wins=1, ties=0, streak=1, rate=0.01
            )
            for level in LEVELS
            for pk in people[: reading.BOARD + 1]
        ),
        ignore_conflicts=True,
    )


def fill_yesterday(hands: int) -> None:
    """One busy day that nobody has counted yet; everybody sits down in turn."""
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)[0]
    before = Game.objects.exclude(lines__day=tallies.today()).order_by("pk")[:PATTERNS]
    patterns = [_pattern(game) for game in before]
    people = list(User.objects.filter(username__startswith=FIRST).order_by("pk").values_list("pk", flat=True))
    yesterday = tallies.today() - timedelta(days=1)
    games = hands * len(patterns) // sum(one.hands for one in patterns)
    copies = [
        _copy(patterns[place % len(patterns)], _owner(people, place, len(people)), place, yesterday, 0)
        for place in range(games)
    ]
    _store([Copy(one.source, newest + 1 + place, one.owner, one.days) for place, one in enumerate(copies)])


def _patterns() -> list[Pattern]:
    person = demo.person_named("pattern")
    rng = Random(1)
    noon = datetime.combine(tallies.today() - timedelta(days=DAYS), time(12), tzinfo=UTC)
    for place in watched(range(PATTERNS), unit="game"):
        player = demo.Player(person, "easy")
        demo.play_one(player=player, level=LEVELS[place % len(LEVELS)], key=KEY, at=noon, rng=rng)
    return [_pattern(game) for game in Game.objects.order_by("pk")]


def _pattern(game: Game) -> Pattern:
    days = game.lines.aggregate(day=models.Max("day"), hands=models.Count("pk", filter=~models.Q(number=0)))
    return Pattern(game.pk, days["day"], days["hands"])


def _people(count: int) -> list[int]:
    names = [FIRST, *(f"{FIRST}{place}" for place in range(1, count))]
    found = User.objects.bulk_create(User(username=name, password="!") for name in names)
    Preferences.objects.bulk_create(Preferences(user=user, shows_name=bool(user.pk % 2)) for user in found)
    return [user.pk for user in found]


def _copy(pattern: Pattern, owner: int, place: int, first: date, share: float) -> Copy:
    """`share` says how much of the year has gone by."""
    return Copy(pattern.pk, BASE + place, owner, (first - pattern.day).days + int(share * (DAYS + 1)))


def _owner(people: list[int], place: int, share: int) -> int:
    """One sitting in `share` is the first person's; the others take turns."""
    sitting, others = place // SITTING, people[1:]
    return people[0] if sitting % share == 0 else others[(sitting - sitting // share - 1) % len(others)]


def _today(patterns: list[Pattern], owner: int, place: int) -> Copy:
    return Copy(patterns[0].pk, BASE + place, owner, (tallies.today() - patterns[0].day).days)


# -- rows ----------------------------------------------------------------------------------------------


def _store(copies: list[Copy], *, whole: bool = False) -> None:
    """All rows of the copies. On PostgreSQL without asking for each key whether it is there: it is."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor, transaction.atomic():
        if is_postgresql:
            cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DROP TABLE IF EXISTS copies")
        cursor.execute(
            "CREATE TEMPORARY TABLE copies (source bigint, target bigint PRIMARY KEY, owner bigint, days integer)"
        )
        rows = [(one.source, one.target, one.owner, one.days) for one in copies]
        cursor.executemany("INSERT INTO copies VALUES (%s, %s, %s, %s)", rows)
        statements = [*_statements(1 if whole else WITH_LOG), *(_statements_of_cards() if whole else [])]
        for statement in watched(statements, unit="table"):
            cursor.execute(statement)
    if is_postgresql:
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [Game, Seat, Hand, Trick]):
                cursor.execute(statement)


#: The number of a copied hand, without its place in the game; and what joins a row of a hand to its copies.
HAND: Final = f"copies.target * {MOST_HANDS} + "
OF_HAND: Final = "JOIN games_hand AS hand ON hand.id = old.hand_id JOIN copies ON copies.source = hand.game_id"


def _statements(one_in: int) -> list[str]:
    """One game in so many keeps its log and its seals."""
    with_log = f"copies.target % {one_in} = 0"
    of_game = "JOIN copies ON copies.source = old.game_id"
    person = "CASE WHEN old.user_id IS NULL THEN NULL ELSE copies.owner END"
    return [
        _insert(Game, "JOIN copies ON copies.source = old.id", {"id": "copies.target", "code": _code()}),
        _insert(Seat, of_game, {"id": "copies.target * 10 + old.number", "user_id": person}),
        _insert(Hand, of_game, {"id": f"{HAND}old.number"}),
        _insert(Bid, OF_HAND, {"hand_id": f"{HAND}hand.number"}),
        _insert(PersonLine, f"{of_game} ORDER BY copies.target, old.id", {"user_id": person}),
        _insert(Entry, f"{of_game} WHERE {with_log}", {}),
        _insert(Seal, f"{of_game} WHERE {with_log}", {"server_seed": _seed()}),
    ]


def _statements_of_cards() -> list[str]:
    hand = f"{HAND}hand.number"
    trick, of_trick = f"({hand}) * {MOST_TRICKS} + ", "JOIN games_trick AS trick ON trick.id = old.trick_id"
    return [
        _insert(Discard, OF_HAND, {"hand_id": hand}),
        _insert(Trick, OF_HAND, {"id": f"{trick}old.number", "hand_id": hand}),
        _insert(Play, f"{OF_HAND} {of_trick}", {"hand_id": hand, "trick_id": f"{trick}trick.number"}),
    ]


def _insert(model: type[models.Model], rows: str, told: dict[str, str]) -> str:
    """Every column as it was, but for the game, the time and what is `told`; a key that is not told is given anew."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key or "id" in told]
    values = [told.get(str(field.column)) or _value(field) for field in fields]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    table = model._meta.db_table
    return f"INSERT INTO {table} ({columns}) SELECT {', '.join(values)} FROM {table} AS old {rows}"


def _value(field: "models.Field[Any, Any]") -> str:
    column = f'old."{field.column}"'
    if field.column == "game_id":
        return "copies.target"
    if isinstance(field, models.DateTimeField):
        return _later(column, "%Y-%m-%d %H:%M:%f", "")
    if isinstance(field, models.DateField):
        return _later(column, "%Y-%m-%d", "::date")
    return column


def _later(column: str, form: str, kind: str) -> str:
    if connection.vendor == "postgresql":
        return f"({column} + copies.days * interval '1 day'){kind}"
    return f"strftime('{form}', {column}, copies.days || ' days')"


def _code() -> str:
    return "'c' || copies.target"


def _seed() -> str:
    if connection.vendor == "postgresql":
        return "sha256(convert_to(copies.target || ':' || old.number, 'UTF8'))"
    return "randomblob(32)"


def _analyze() -> None:
    """What the database finds out for itself on a site that grows slowly."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")
        else:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")

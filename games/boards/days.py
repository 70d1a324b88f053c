"""Boards of the day, one for each game and day, and people's attempts at these boards.

A board's row is created when a person or a bot first plays it. Its seed comes from a hash chain (`games.dealing`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Guest, User
from accounts.people import Person, hold
from accounts.zones import utc_today
from games import dealing, enqueue
from games.boards import attempts, field
from games.boards.attempts import of_person
from games.boards.models import Attempt, Board, Chain
from games.registry import GAMES, levels, ruleset
from games.reviews.models import DecisionLine, Practice
from games.snapshot import NotThere
from games.statistics import tallies
from games.statistics.models import PersonLine
from games.table import logs
from games.table.models import Entry, Game, new_secret

#: Length of a chain: ten years.
DAYS: Final = 3650
#: Number of days in the calendar, and maximum number of links shown of each chain.
CALENDAR: Final = 30
#: Prefix of the log entry of a played card.
PLAYED: Final = '["play"'


class NoSuchBoard(NotThere):
    """There is no such board of the day, or not yet."""


class Stand(StrEnum):
    """A person's progress at a board."""

    OPEN = "open"
    BEGUN = "begun"
    PLAYED = "played"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of the day with a person's attempt: the counted attempt if there is one, else the latest.

    `code` is that of the attempt's game and `attempt` the attempt's primary key; "" and 0 without an attempt. `done` is
    the number of finished tricks or rounds of a running game; None before the first card and after the game.
    """

    key: str
    day: date
    stand: Stand
    code: str = ""
    attempt: int = 0
    is_counted: bool = True
    done: int | None = None


@dataclass(frozen=True, slots=True)
class ChainLink:
    """The link of a past day; `text` has it in hexadecimal. Hashing it `number` times gives the chain's `tip`."""

    day: date
    number: int
    text: str
    tip: str


def games() -> tuple[str, ...]:
    return tuple(key for key, game in GAMES.items() if game.board is not None and game.players)


def of_day(*, person: Person | None, day: date) -> tuple[BoardLine, ...]:
    """Return the boards of that day with the person's attempts. Raises NoSuchBoard if the day has none."""
    if not _is_day(day):
        raise NoSuchBoard(day)
    rows = {board.key: board for board in Board.objects.filter(day=day)}
    own = _attempts(person, list(rows.values()))
    played = _plays([attempt for attempt in own.values() if stand_of(attempt) is Stand.BEGUN])
    return tuple(_line(key, day, rows.get(key), own, played) for key in games())


def begin(*, person: Person, key: str, day: date) -> str:
    """Return the code of the person's running game at that board, or of a new game with its cards dealt.

    The attempt counts if it is the person's first and the day is not over. Raises NoSuchBoard or TooManyGames.
    """
    if key not in games() or not _is_day(day):
        raise NoSuchBoard(key)
    with transaction.atomic():
        hold(person)  # otherwise parallel requests would both begin a counted attempt, which a constraint forbids
        board = board_of(key=key, day=day)
        code = attempts.going(person=person, boards=[board])
        is_new = not code
        if is_new:
            has_tried = of_person(person).filter(board=board, is_counted=True).exists()
            code = attempts.begun(person=person, board=board, is_counted=day == utc_today() and not has_tried)
        if day == utc_today() and not board.attempts.exclude(level="").exists():
            transaction.on_commit(enqueue.boards_soon, robust=True)
    if is_new:
        attempts.deal(person=person, code=code)
    return code


def board_of(*, key: str, day: date) -> Board:
    """Return the row of the game's board of that day; create it if it is missing."""
    secret = dealing.secret_of_board(_chain_of(day).link(day), key)
    made = {
        "options": {},
        "start": attempts.start_of(key, {}),
        "level": levels(key)[-1],
        "server_seed": secret,
        "commitment": dealing.commitment(secret),
        "opens_at": ends_at(day),
    }
    return Board.objects.get_or_create(key=key, day=day, defaults=made)[0]


def calendar(*, person: Person | None) -> Mapping[date, int]:
    """Map each of the last `CALENDAR` days to the number of counted attempts that the person played to the end."""
    since = utc_today() - timedelta(days=CALENDAR - 1)
    own = Attempt.objects.none() if person is None else of_person(person)
    played = own.filter(is_counted=True, margin__isnull=False, board__day__gte=since)
    days = list(played.values_list("board__day", flat=True))
    return {day: days.count(day) for day in (since + timedelta(days=passed) for passed in range(CALENDAR))}


def chains() -> QuerySet[Chain]:
    return Chain.objects.order_by("-begins_on")


def opened_links(chain: Chain) -> list[ChainLink]:
    """Return the links of the chain's last `CALENDAR` past days, newest first."""
    over = min((utc_today() - chain.begins_on).days, chain.days)
    found, link = list[ChainLink](), b""
    for number in range(over, max(over - CALENDAR, 0), -1):
        day = chain.begins_on + timedelta(days=number - 1)
        link = dealing.link_of_day_before(link) if link else chain.link(day)
        found.append(ChainLink(day, number, link.hex(), chain.tip))
    return found


def in_chain(day: date) -> ChainLink:
    """Return the link of a past day, from which its boards' seeds are derived. Raises NoSuchBoard for other days."""
    if not _is_day(day) or day >= utc_today():
        raise NoSuchBoard(day)
    chain = _chain_of(day)
    return ChainLink(day, (day - chain.begins_on).days + 1, chain.link(day).hex(), chain.tip)


def pass_on(*, guest: Guest, user: User) -> None:
    """Move a guest's attempts to the account. The caller owns the transaction and has locked the games.

    If guest and account both have a counted attempt at a board, the attempt that ended first counts: in the other the
    person may have known the cards. The fields of such boards of the day are cleared, so that they are counted again.
    """
    tried = [of_person(one).filter(is_counted=True) for one in (Person(guest=guest), Person(user=user))]
    twice = Q(pk__in=tried[0].values("board")) & Q(pk__in=tried[1].values("board"))
    field.count_anew(Board.objects.filter(twice, challenge=None))
    for attempt in list(of_person(Person(guest=guest)).select_related("board")):
        own = of_person(Person(user=user)).filter(board=attempt.board, is_counted=True).first()
        if own is not None and attempt.is_counted:
            is_first = attempt.ended_at is not None and (own.ended_at is None or attempt.ended_at < own.ended_at)
            _uncount(own if is_first else attempt)
        Attempt.objects.filter(pk=attempt.pk).update(guest=None, user=user)


def ends_at(day: date) -> datetime:
    """Return the end of that day's boards, midnight UTC for all players."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=UTC)


def around(day: date) -> tuple[date | None, date | None]:
    """Return the day before and the day after; None in place of a day without boards."""
    before, after, first = day - timedelta(days=1), day + timedelta(days=1), first_day()
    return before if first <= before else None, after if after <= utc_today() else None


def months_around(first: date) -> tuple[date | None, date | None]:
    """Return the first days of the month before and the month after; None in place of a month without boards."""
    before, after = (first - timedelta(days=1)).replace(day=1), (first + timedelta(days=31)).replace(day=1)
    return before if first_day() < first else None, after if after <= utc_today() else None


def _uncount(attempt: Attempt) -> None:
    """Mark an attempt as not counted; remove it from the board's field and the person's statistics and practice."""
    Attempt.objects.filter(pk=attempt.pk).update(is_counted=False)
    field.forget(attempt.board_id)
    Game.objects.filter(attempt=attempt).update(is_counted=False)
    lines = PersonLine.objects.filter(game__attempt=attempt)
    over = set(lines.order_by().values_list("day", flat=True))
    lines.delete()
    DecisionLine.objects.filter(review__game__attempt=attempt).delete()
    Practice.objects.filter(seat__game__attempt=attempt).delete()
    tallies.count_late(person=Person(user=attempt.user, guest=attempt.guest), days=over)


def _is_day(day: date) -> bool:
    return first_day() <= day <= utc_today()


def first_day() -> date:
    """Return the first day with boards; today if no chain has begun."""
    return Chain.objects.order_by("begins_on").values_list("begins_on", flat=True).first() or utc_today()


def _chain_of(day: date) -> Chain:
    """Return the newest chain begun by that day. If there is none or it has ended, create one that begins that day."""
    chain = Chain.objects.filter(begins_on__lte=day).order_by("-begins_on").first()
    if chain is None or (day - chain.begins_on).days >= chain.days:
        root = new_secret()
        tip = dealing.link(root, days=DAYS, day=-1).hex()
        chain, _made = Chain.objects.get_or_create(begins_on=day, defaults={"days": DAYS, "root": root, "tip": tip})
    return chain


def _attempts(person: Person | None, boards: Sequence[Board]) -> dict[int, Attempt]:
    if person is None or not boards:
        return {}
    own = of_person(person).filter(board__in=boards).select_related("game")
    return {attempt.board_id: attempt for attempt in own.order_by("is_counted", "begun_at")}


def _plays(begun: Sequence[Attempt]) -> Mapping[int, int]:
    """Map each game's primary key to its number of plays, without undone plays; games without a play are missing."""
    if not begun:
        return {}
    entries = Entry.objects.filter(game__in={attempt.game_id for attempt in begun}).order_by("game", "ordinal")
    standing = (one for _, some in groupby(entries, key=attrgetter("game_id")) for one in logs.standing_entries(some))
    return Counter(entry.game_id for entry in standing if entry.action.startswith(PLAYED))


def _line(key: str, day: date, board: Board | None, own: Mapping[int, Attempt], played: Mapping[int, int]) -> BoardLine:
    attempt = own.get(board.pk) if board is not None else None
    if attempt is None:
        return BoardLine(key, day, Stand.OPEN)
    plays = played.get(attempt.game_id or 0)
    done = None if plays is None else plays // ruleset(key).seats
    return BoardLine(key, day, stand_of(attempt), attempt.code, attempt.pk, attempt.is_counted, done)


def stand_of(attempt: Attempt) -> Stand:
    """Return the progress of an attempt: never OPEN, because the row exists only once the person has begun."""
    if attempt.ended_at is None:
        return Stand.BEGUN
    return Stand.GIVEN_UP if attempt.margin is None else Stand.PLAYED

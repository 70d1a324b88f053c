"""A person's ended games, newest first, in pages with a cursor.

The query scans one index (a person's seats by game) backwards from the cursor until the page is full. Filters are
applied game by game, to at most `REACH` games. There are no totals: their cost would grow with the number of games.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.people import Person
from accounts.zones import midnight
from games.snapshot import ANNULLED, Status
from games.table.models import Bid, Game, Seat
from games.table.tables import Place, seats_of

PAGE: Final = 25
#: Upper bound on games searched for one page, so that a filter without matches does not read all of a person's games.
REACH: Final = 2_000
#: Words of the bid filter that stand for a kind of bid.
NIL, BLIND = "nil", "blind"


class Outcome(TextChoices):
    WON = "won", _("won")
    LOST = "lost", _("lost")
    TIE = "tie", _("a tie")
    GIVEN_UP = "given_up", _("gave up")
    LEFT = "left", _("left by others")


@dataclass(frozen=True, slots=True)
class ArchiveFilter:
    """The filters of the list; None and "" filter nothing. The days `since` and `until` are included."""

    game: str | None = None
    level: str | None = None
    outcome: Outcome | None = None
    since: date | None = None
    until: date | None = None
    bid: str = ""


class NoSuchCursor(LookupError):
    """The cursor is not one of the person's games."""


def past_games(*, person: Person, filters: ArchiveFilter, before: str | None = None) -> dict[str, Any]:
    """Return a page of ended games, the latest first. `before` is the cursor of a page. Raises NoSuchCursor.

    `games` has each place with the numbers of the hands in which the bid of the filter was made. `older` is the cursor
    of the next page, None without one: the code of the last game on this page. If the search stopped at `REACH`, it is
    the code of the last game searched, begun at `reached`, and the next page may be empty.
    """
    seats = seats_of(person)
    older = seats if before is None else seats.filter(game_id__lt=_cursor(seats, before))
    last = None
    if filters != ArchiveFilter():  # the oldest game to search, from the index alone
        last = older.order_by("-game_id").values_list("game_id", flat=True)[REACH - 1 : REACH].first()
    rows = _narrowed(older if last is None else older.filter(game_id__gte=last), filters, person.preferences.zone)
    in_order = Prefetch("game__seats", queryset=Seat.objects.select_related("user", "guest").order_by("number"))
    rows = rows.select_related("game__board__challenge").order_by("-game_id").prefetch_related(in_order)
    found = list(rows[: PAGE + 1])
    shown = found[:PAGE]
    with_bid = _hands_with(filters.bid, shown)
    games = [(Place(own.game, tuple(own.game.seats.all()), own.number), with_bid.get(own.game_id, ())) for own in shown]
    if len(found) > PAGE:
        return {"games": games, "older": shown[-1].game.code}
    if last is not None:
        reached = Game.objects.get(pk=last)
        return {"games": games, "older": reached.code, "reached": reached.started_at}
    return {"games": games}


def _cursor(seats: QuerySet[Seat], before: str) -> int:
    """Return the primary key of the person's game with that code. Raises NoSuchCursor.

    Looks up letters and digits only, because PostgreSQL raises an error for a NUL. Makes two queries, because in a join
    PostgreSQL may scan all of the person's seats.
    """
    coded = Game.objects.filter(code=before) if before.isalnum() else Game.objects.none()
    at = coded.values_list("pk", flat=True).first()
    if at is None or not seats.filter(game_id=at).exists():
        raise NoSuchCursor(before)
    return at


def _narrowed(seats: QuerySet[Seat], filters: ArchiveFilter, zone: tzinfo) -> QuerySet[Seat]:
    asked = [_outcome(filters.outcome)]
    if filters.game is not None:
        asked.append(Q(game__key=filters.game))
    if filters.level is not None:
        asked.append(Q(Exists(Seat.objects.filter(game=OuterRef("game"), level=filters.level))))
    if filters.since is not None:
        asked.append(Q(game__started_at__gte=midnight(filters.since, zone)))
    if filters.until is not None and filters.until < date.max:
        asked.append(Q(game__started_at__lt=midnight(filters.until + timedelta(days=1), zone)))
    if filters.bid:
        asked.append(Q(Exists(Bid.objects.filter(_bids_like(filters.bid), hand__game=OuterRef("game")))))
    return seats.filter(*asked)


def _outcome(outcome: Outcome | None) -> Q:
    finished = Q(game__status=Status.FINISHED, left_at=None)
    cut_short = Q(game__status=Status.ABANDONED) & ~Q(game__why=ANNULLED)
    by_others = Q(game__gave_up__isnull=False) & ~Q(game__gave_up=F("number"))
    match outcome:
        case Outcome.WON:
            return finished & Q(game__winner=F("side"))
        case Outcome.LOST:
            return finished & Q(game__winner__isnull=False) & ~Q(game__winner=F("side"))
        case Outcome.TIE:
            return finished & Q(game__winner__isnull=True)
        case Outcome.GIVEN_UP:
            has_left = Q(left_at__isnull=False) & ~Q(game__status=Status.PLAYING) & ~Q(game__why=ANNULLED)
            return cut_short & ~by_others | has_left
        case Outcome.LEFT:
            return cut_short & by_others & Q(left_at=None)
    return ~Q(game__status=Status.PLAYING)


def _bids_like(text: str) -> Q:
    """Return a filter for bids such as "nil", "blind 7" or "4". Any other word must equal the bid's text ("5U")."""
    asked = Q()
    for word in text.casefold().split():
        if word == NIL:
            asked &= Q(tricks=0)
        elif word == BLIND:
            asked &= Q(blind=True)
        elif word.isascii() and word.isdigit() and len(word) < 5:
            asked &= Q(tricks=int(word))
        else:
            asked &= Q(text__iexact=word)
    return asked


def _hands_with(bid: str, seats: Sequence[Seat]) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the hands in which any player made such a bid, by primary key of the game."""
    if not bid or not seats:
        return {}
    found = Bid.objects.filter(_bids_like(bid), hand__game__in=[seat.game_id for seat in seats])
    hands = defaultdict[int, tuple[int, ...]](tuple)
    for game, number in found.values_list("hand__game_id", "hand__number").distinct().order_by("hand__number"):
        hands[game] += (number,)
    return hands

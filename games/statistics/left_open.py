"""Rules that keep players from improving their statistics by leaving a lost game open.

A leaderboard counts an idle ranked game (no move for `LEFT_AFTER`) as lost until it is finished. A game that ended
while an older game of the person was open is interrupted: it ends streaks of wins and of losses. Otherwise a player
could keep a lost game open until enough later games were won. The older game must have the same key, but may have
another variant or level. Games with other people do not interrupt games against bots alone, nor the reverse.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone

from games.registry import every_count, facts_of, ruleset
from games.snapshot import Status
from games.table.game_list import LEFT_AFTER, level_of, ranks_for
from games.table.models import Seat

#: Rows fetched per batch.
CHUNK: Final = 500
#: Ids of user, guest and game of a line.
LineKey: TypeAlias = tuple[int | None, int | None, int]
#: End of a game in progress, later than any other.
OPEN: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """The key of a leaderboard row: user id, counting key (game or variant) and level."""

    user: int
    key: str
    level: str


def left_games(users: Collection[int] | None = None) -> Counter[LeaderboardKey]:
    """Return the number of idle ranked games by leaderboard row, for all users or for `users` (ids)."""
    asked = Q(user__isnull=False) if users is None else Q(user__in=users)
    rows = Seat.objects.filter(
        asked, game__status=Status.PLAYING, game__number__gt=0, game__moved_at__lt=timezone.now() - LEFT_AFTER
    )
    # This filter only saves reads; `ranks_for` decides.
    rows = rows.filter(game__is_counted=True, game__board=None, is_brought=False)
    in_order = Prefetch("game__seats", queryset=Seat.objects.order_by("number"))
    found = Counter[LeaderboardKey]()
    for own in rows.select_related("game").prefetch_related(in_order).iterator(chunk_size=CHUNK):
        seats = tuple(own.game.seats.all())
        if ranks_for(own.game, seats, own):
            found.update(_ranks(own, seats))
    return found


class _Sitting(NamedTuple):
    """A person's game, from its first deal to its end."""

    line_key: LineKey
    kind: tuple[str, bool, bool]
    dealt: datetime
    ended: datetime


def interrupted(*, whose: Q, since: date | None) -> set[LineKey]:
    """Return the interrupted games of these people, at least all that ended on `since` or later."""
    sittings = sorted(_sittings(whose, since), key=_person_and_kind)
    return {line_key for _who, some in groupby(sittings, key=_person_and_kind) for line_key in _of_one([*some])}


def _ranks(own: Seat, seats: Sequence[Seat]) -> list[LeaderboardKey]:
    rules = ruleset(own.game.key)
    state = rules.initial(own.game.options)
    level = level_of(rules, state.options, seats, own)
    marks = facts_of(rules.key).seat_marks(state, own.number)
    return [LeaderboardKey(own.user_id or 0, key, level) for key in every_count(rules.key, marks)]


def _of_one(sittings: list[_Sitting]) -> Iterator[LineKey]:
    """Yield the games, of one person and kind, that were dealt after another of these games and ended before it."""
    oldest = OPEN
    for one in sorted(sittings, key=lambda one: (one.ended, one.dealt), reverse=True):
        if oldest < one.dealt:
            yield one.line_key
        oldest = min(oldest, one.dealt)


def _person_and_kind(one: _Sitting) -> tuple[object, ...]:
    user, guest, _game = one.line_key
    return user or 0, guest or 0, *one.kind


def _sittings(whose: Q, since: date | None) -> Iterator[_Sitting]:
    """Yield the counted games, except boards, that were open on `since` or later. A game ends when the player leaves.

    Games of an adopted guest form a separate kind, so that adoption changes no streak of the account's own games.
    """
    open_since = Q() if since is None else Q(game__ended_at=None) | Q(game__ended_at__gte=_begins(since))
    another = Seat.objects.filter(game=OuterRef("game"), level="").exclude(number=OuterRef("number"))
    seats = (
        Seat.objects.filter(whose, open_since, game__hands__number=1, game__is_counted=True, game__board=None)
        .exclude(user=None, guest=None)
        .annotate(is_among_people=Exists(another))
    )
    rows = seats.values_list(
        "user",
        "guest",
        "game",
        "game__key",
        "is_brought",
        "is_among_people",
        "game__hands__dealt_at",
        "game__ended_at",
        "left_at",
    )
    for user, guest, game, key, is_brought, is_among_people, dealt, ended, left in rows.iterator(chunk_size=2_000):
        yield _Sitting((user, guest, game), (key, is_brought, is_among_people), dealt, min(ended or OPEN, left or OPEN))


def _begins(day: date) -> datetime:
    """Return a time before that day begins in any time zone."""
    return datetime.combine(day - timedelta(days=1), time(), UTC)

"""Find games that extend no streak: those that ended while an older game of the same person was still open.

Otherwise a player could keep a lost game open until enough later ones were won. Such a game ends streaks of wins and of
losses, regardless of the older game's variant and level. Games with other people and games against bots only do not
interrupt each other.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q

from games.table.models import Seat

#: User id, guest id and game id of a line.
LineKey: TypeAlias = tuple[int | None, int | None, int]
#: End of a game in progress, later than any other.
OPEN: Final = datetime.max.replace(tzinfo=UTC)


class _Sitting(NamedTuple):
    """A person's game, from its first deal to its end."""

    line_key: LineKey
    kind: tuple[str, bool, bool]
    dealt: datetime
    ended: datetime


def interrupted(*, whose: Q, since: date | None) -> set[LineKey]:
    """Return the games of these people, ended on `since` or later, that extend no streak."""
    sittings = sorted(_sittings(whose, since), key=_person_and_kind)
    return {line_key for _who, some in groupby(sittings, key=_person_and_kind) for line_key in _of_one([*some])}


def _of_one(sittings: list[_Sitting]) -> Iterator[LineKey]:
    """Yield the games of one person and kind that were dealt after one that ended later."""
    oldest = OPEN
    for one in sorted(sittings, key=lambda one: (one.ended, one.dealt), reverse=True):
        if oldest < one.dealt:
            yield one.line_key
        oldest = min(oldest, one.dealt)


def _person_and_kind(one: _Sitting) -> tuple[object, ...]:
    user, guest, _game = one.line_key
    return user or 0, guest or 0, *one.kind


def _sittings(whose: Q, since: date | None) -> Iterator[_Sitting]:
    """Yield the counted games that were open on `since` or later. For a player who left, the game ended then.

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
    """Return a moment before that day begins in any time zone."""
    return datetime.combine(day - timedelta(days=1), time(), UTC)

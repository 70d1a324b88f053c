"""Inactive ranked games of accounts: leaderboards count them as lost until they are finished."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, Q
from django.utils import timezone

from games.registry import every_count, facts_of, ruleset
from games.snapshot import Status
from games.table.models import Seat
from games.table.ranked import LEFT_AFTER, level_of, ranks_for

#: Rows fetched per batch.
CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """Identifies a leaderboard row: user id, counting key (game or variant) and level."""

    user: int
    key: str
    level: str


def left_games(users: Collection[int] | None = None) -> Counter[LeaderboardKey]:
    """Count the inactive ranked games of all users, or of these. Reads in batches to bound memory."""
    asked = Q(user__isnull=False) if users is None else Q(user__in=users)
    rows = Seat.objects.filter(
        asked, game__status=Status.PLAYING, game__number__gt=0, game__moved_at__lt=timezone.now() - LEFT_AFTER
    )
    # Prefilter in SQL to read fewer rows; `ranks_for` decides.
    rows = rows.filter(game__is_counted=True, game__board=None, is_brought=False)
    in_order = Prefetch("game__seats", queryset=Seat.objects.order_by("number"))
    found = Counter[LeaderboardKey]()
    for own in rows.select_related("game").prefetch_related(in_order).iterator(chunk_size=CHUNK):
        seats = tuple(own.game.seats.all())
        if ranks_for(own.game, seats, own):
            found.update(_ranks(own, seats))
    return found


def _ranks(own: Seat, seats: Sequence[Seat]) -> list[LeaderboardKey]:
    rules = ruleset(own.game.key)
    state = rules.initial(own.game.options)
    level = level_of(rules, state.options, seats, own)
    marks = facts_of(rules.key).seat_marks(state, own.number)
    return [LeaderboardKey(own.user_id or 0, key, level) for key in every_count(rules.key, marks)]

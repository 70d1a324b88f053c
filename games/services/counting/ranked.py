"""Which games rank: played here, by a variant as it is, against one level.

A game counts once it is over; one that was left lying counts as lost until it is finished.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Prefetch, Q
from django.utils import timezone

from games.engine.options import VARIANT, Options
from games.engine.ruleset import Ruleset
from games.models import Game, Seat
from games.registry import levels, ruleset
from games.services.counting.counted import every_count, facts_of
from games.snapshot import Status

#: Under which games with other people are counted.
PEOPLE: Final = "people"
#: Whoever has not moved for so long has left the game.
LEFT_AFTER: Final = timedelta(days=14)

#: Games left lying that are read at once.
CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """Where a ranked game of somebody counts: the game or its kind, and the level."""

    user: int
    key: str
    level: str


def counted_levels(key: str) -> tuple[str, ...]:
    """Under which levels the games of somebody are counted: the weakest first, and people last."""
    return (*levels(key), PEOPLE)


def may_rank(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether a variant is all that was chosen, and all others were computer players of one level.

    Such a game may also set a record of everybody's, whoever played it.
    """
    is_usual = set(game.options) <= {VARIANT} and len({seat.level for seat in seats if seat.level}) <= 1
    is_own = game.board_id is None and game.is_counted
    return is_usual and is_own and sum(map(is_person, seats)) == 1


def is_person(seat: Seat) -> bool:
    """Whether a person sits or sat at the seat, whose account may be gone."""
    return not seat.level


def is_second(seat: Seat) -> bool:
    """Whether somebody sat there as a guest who sits at another seat of the table."""
    return seat.is_brought and seat.user_id is None and seat.guest_id is None


def ranks_for(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Whether it ranks for whoever sits there: an account that began it."""
    return own.user_id is not None and not own.is_brought and may_rank(game, seats)


def level_of(rules: Ruleset, options: Options, seats: Sequence[Seat], own: Seat) -> str:
    """The level of the computer players on the other side; of several levels the weakest. With other people at the
    table, wherever they sit, it is theirs.
    """
    if any(not seat.level for seat in seats if seat.number != own.number):
        return PEOPLE
    side = rules.side(options, own.number)
    others = {seat.level for seat in seats if seat.level and rules.side(options, seat.number) != side}
    known = [level for level in levels(rules.key) if level in others]
    return (known or sorted(others))[0]


def is_left(game: Game) -> bool:
    """Whether it goes on, a hand of it was dealt, and nobody has moved for long."""
    since = timezone.now() - LEFT_AFTER
    return game.status == Status.PLAYING and game.number > 0 and game.moved_at < since


def left_games(users: Collection[int] | None = None) -> Counter[LeaderboardKey]:
    """How many ranked games everybody, or each of these users, has left lying; never many of them in memory at once."""
    asked = Q(user__isnull=False) if users is None else Q(user__in=users)
    rows = Seat.objects.filter(
        asked, game__status=Status.PLAYING, game__number__gt=0, game__moved_at__lt=timezone.now() - LEFT_AFTER
    )
    # What can never rank is not read at all; the rest is judged by `ranks_for`.
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

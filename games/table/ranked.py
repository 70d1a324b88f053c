"""Decide which games rank: an unchanged variant, against computer players of a single level.

A game counts once it is over. An idle one counts as lost until it is finished.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.engine.options import VARIANT, Options
from games.engine.ruleset import Ruleset
from games.registry import levels
from games.snapshot import Status
from games.table.models import Game, Seat

#: The level under which games with other people are counted.
PEOPLE: Final = "people"
#: A running game without a move for this long is idle and counts as lost.
LEFT_AFTER: Final = timedelta(days=14)


def counted_levels(key: str) -> tuple[str, ...]:
    """Return the levels under which games are counted: the weakest first, `PEOPLE` last."""
    return (*levels(key), PEOPLE)


def may_rank(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether the game has no option but a variant, one person, and computer players of a single level.

    Boards and practice do not rank. A game that may rank may also set a site record, even a guest's.
    """
    is_usual = set(game.options) <= {VARIANT} and len({seat.level for seat in seats if seat.level}) <= 1
    is_own = game.board_id is None and game.is_counted
    return is_usual and is_own and sum(map(is_person, seats)) == 1


def is_person(seat: Seat) -> bool:
    """Return whether the seat is or was a person's; the account may be deleted."""
    return not seat.level


def is_second(seat: Seat) -> bool:
    """Return whether the seat's guest became an account that has another seat at this table."""
    return seat.is_brought and seat.user_id is None and seat.guest_id is None


def ranks_for(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Return whether the game ranks for the account at seat `own`; games played as a guest before do not."""
    return own.user_id is not None and not own.is_brought and may_rank(game, seats)


def level_of(rules: Ruleset, options: Options, seats: Sequence[Seat], own: Seat) -> str:
    """Return the weakest level among the opposing computer players, or `PEOPLE` with any other person at the table."""
    if any(not seat.level for seat in seats if seat.number != own.number):
        return PEOPLE
    side = rules.side(options, own.number)
    others = {seat.level for seat in seats if seat.level and rules.side(options, seat.number) != side}
    known = [level for level in levels(rules.key) if level in others]
    return (known or sorted(others))[0]


def is_left(game: Game) -> bool:
    """Return whether the game is running and idle: a hand was dealt and the last move is `LEFT_AFTER` ago."""
    since = timezone.now() - LEFT_AFTER
    return game.status == Status.PLAYING and game.number > 0 and game.moved_at < since

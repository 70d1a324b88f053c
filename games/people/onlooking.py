"""What a spectator sees: a visitor who follows a table's link and has no seat there.

Shows no hand in play: only the rules' view for spectators, and nothing of any seat's view.
"""

from dataclasses import dataclass, replace

from games.engine.state import DEALER, Seat
from games.people.rooms import NoSuchRoom
from games.snapshot import Snapshot, Status
from games.table import logs, origins, tables
from games.table.models import Game, WaitingRoom
from games.table.models import Seat as SeatRow

#: The seat from whose side spectators see the table; the same for all, since the opener may sit anywhere.
NEAR: Seat = 0


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that may be watched by the link of its table."""

    token: str
    pk: int
    code: str


@dataclass(frozen=True, slots=True)
class Progress:
    version: int
    status: Status


def watched(*, token: str) -> Watched:
    """Return the game behind the link. Raises NoSuchRoom if there is none or it may not be watched.

    A finished game may not be watched while other people still have its cards to play.
    """
    found = WaitingRoom.objects.filter(token=token, is_asking=True, onlookers=True).select_related("game")
    game = next((room.game for room in found), None)
    if game is None or (game.status != Status.PLAYING and origins.is_still_played(game)):
        raise NoSuchRoom
    return Watched(token, game.pk, game.code)


def is_watchable(*, code: str) -> bool:
    return WaitingRoom.objects.filter(game__code=code, is_asking=True, onlookers=True).exists()


def moment(game: Watched) -> Progress:
    """Return the game's progress, by one small query. Raises NoSuchRoom if it was deleted or may not be watched now."""
    link = {"room__token": game.token, "room__is_asking": True, "room__onlookers": True}
    row = Game.objects.filter(pk=game.pk, **link).values_list("version", "status").first()
    if row is None:
        raise NoSuchRoom
    version, status = row
    return Progress(version, Status(status))


def steps(game: Watched, since: int | None) -> tuple[Snapshot, ...]:
    """Return the game after each action since version `since`, oldest first, and last the game now. Raises NoSuchRoom.

    Only the game now if `since` is None or from `MOST_STEPS` actions on.
    """
    try:
        seats = tables.seats_at(game.code)
    except tables.NotSeated as error:
        raise NoSuchRoom from error
    row = seats[0].game
    passed, now = ([], logs.read(row)) if since is None else logs.moves_since(row, since, DEALER)
    if len(passed) >= tables.MOST_STEPS:
        passed.clear()
    return *(tables.passed(seen(seats, one.log, status=Status.PLAYING), one) for one in passed), seen(seats, now)


def seen(seats: tuple[SeatRow, ...], log: logs.Log, *, status: Status | None = None) -> Snapshot:
    """Return the spectators' snapshot of this log. `status` overrides the game's, for an earlier version."""
    status = status or Status(seats[0].game.status)
    view = log.rules.view(log.state, None)
    return replace(tables.moment(seats, log, view, near=NEAR, status=status), is_onlookers=True)

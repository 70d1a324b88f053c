"""Looking on at a table with people: what somebody may see who follows its link and has no seat there.

No hand of anybody while it is played: the rules' own view of an onlooker, and nothing of any seat's beside it.
"""

from dataclasses import dataclass, replace

from games.engine.state import DEALER, Seat
from games.models import Game, WaitingRoom
from games.models import Seat as SeatRow
from games.services.log import logs
from games.services.people.rooms import NoSuchRoom
from games.services.table import origins, tables
from games.snapshot import Snapshot, Status

#: Whoever opened the table may sit anywhere, so all look on from the side of the first seat.
NEAR: Seat = 0


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that others may look on at, by the link of its table."""

    token: str
    pk: int
    code: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game has come."""

    version: int
    status: Status


def watched(*, token: str) -> Watched:
    """The game behind that link; raises NoSuchRoom where there is none, or nobody may look on: also at one that is over
    as long as others are challenged to its cards.
    """
    found = WaitingRoom.objects.filter(token=token, is_asking=True, onlookers=True).select_related("game")
    game = next((room.game for room in found), None)
    if game is None or (game.status != Status.PLAYING and origins.is_still_played(game)):
        raise NoSuchRoom
    return Watched(token, game.pk, game.code)


def is_watchable(*, code: str) -> bool:
    return WaitingRoom.objects.filter(game__code=code, is_asking=True, onlookers=True).exists()


def moment(game: Watched) -> Progress:
    """How far it has come, in one small statement; raises NoSuchRoom where it has gone, or its link was taken back."""
    link = {"room__token": game.token, "room__is_asking": True, "room__onlookers": True}
    row = Game.objects.filter(pk=game.pk, **link).values_list("version", "status").first()
    if row is None:
        raise NoSuchRoom
    version, status = row
    return Progress(version, Status(status))


def steps(game: Watched, since: int | None) -> tuple[Snapshot, ...]:
    """The game after each action since that version, the oldest first, and as it is now; without one, or after a long
    time, only that. Raises NoSuchRoom.
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
    """The game at that moment; `status` is the game's at one that is past."""
    status = status or Status(seats[0].game.status)
    view = log.rules.view(log.state, None)
    return replace(tables.moment(seats, log, view, near=NEAR, status=status), is_onlookers=True)

"""Waiting rooms as one person sees them, the reasons why a link is closed, and with whom a person has played.

Writes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from accounts.names import COMPUTER_PLAYER
from accounts.people import Person, names_in, person_in
from games.company import Clock, ComputerSeat, PersonAt, Presence
from games.registry import levels, ruleset
from games.snapshot import NotThere, Status
from games.table import presence
from games.table.models import Game, Seat
from games.table.room_models import WaitingRoom, WaitingSeat
from games.table.tables import seated_players, seats_of

#: Number of a person's latest games in which `companions` are searched.
REACH: Final = 500
MOST_COMPANIONS: Final = 50
#: Time for which lists show a rematch. The page of the earlier game shows it without this limit.
TOLD_FOR: Final = timedelta(days=1)


class Why(StrEnum):
    """The reason why the link of a room or a challenge is closed. `DONE`: the person has finished the challenge."""

    FULL = "full"
    BEGUN = "begun"
    DONE = "done"
    LAPSED = "lapsed"
    TAKEN_BACK = "taken_back"


class Closed(Exception):
    """The link is closed for this person; its argument is the reason (`Why`)."""


class NotAllowed(Exception):
    """The person may not do that: only the opener may, or another person has already joined."""


class NoSuchRoom(NotThere):
    """There is no such room, or the person may not see it; deliberately the same response."""


class HasBegun(NoSuchRoom):
    """The game of the person's room has begun; the requested change was possible only before its start."""


@dataclass(frozen=True, slots=True)
class SeatAhead:
    """A seat in a waiting room. `name` and `person` are the person's name and presence; "" and None without a person.

    `stand_in` is the computer player that has the seat (`is_kept`), or takes it if it is open at the start.
    """

    number: int
    side: int
    name: str
    stand_in: ComputerSeat
    is_own: bool
    is_openers: bool
    is_kept: bool = False
    person: PersonAt | None = None

    @property
    def is_open(self) -> bool:
        return not self.name and not self.is_kept

    @property
    def sits(self) -> str:
        """The name of the person or computer player; "" for an open seat."""
        return self.stand_in.name or COMPUTER_PLAYER if self.is_kept else self.name


@dataclass(frozen=True, slots=True)
class Room:
    """A waiting room as seen by a person with a seat in it (`own`), or by a visitor with its link (`own` is None).

    `token` is the token of the link, empty while the link is disabled. `game` is the game's code, empty before the game
    begins. `onlookers`: visitors without a seat may watch the game by the link. `declined` has the names of the
    players of the earlier game who declined this rematch and have not joined since.
    """

    code: str
    token: str
    key: str
    options: Mapping[str, object]
    seats: tuple[SeatAhead, ...]
    lapses_at: datetime
    game: str
    clock: Clock
    onlookers: bool = False
    is_rematch: bool = False
    declined: tuple[str, ...] = ()

    @property
    def own(self) -> SeatAhead | None:
        return next((seat for seat in self.seats if seat.is_own), None)

    @property
    def is_openers(self) -> bool:
        return self.own is not None and self.own.is_openers

    @property
    def may_start(self) -> bool:
        """Whether the person may start the game: as the opener or, in a rematch, while the opener is away."""
        opener = next((seat.person for seat in self.seats if seat.is_openers), None)
        is_left = self.is_rematch and opener is not None and opener.presence is Presence.AWAY
        return self.is_openers or (is_left and self.own is not None)

    @property
    def others(self) -> list[str]:
        """The names of the other people."""
        return [seat.name for seat in self.seats if seat.name and not seat.is_own]

    @property
    def opener(self) -> str:
        return next((seat.name for seat in self.seats if seat.is_openers), "")

    @property
    def open_seats(self) -> tuple[SeatAhead, ...]:
        return tuple(seat for seat in self.seats if seat.is_open)

    @property
    def closed(self) -> Why | None:
        """The reason why no more people can join; None otherwise, even if the link is disabled."""
        if self.game:
            return Why.BEGUN
        if self.lapses_at < timezone.now():
            return Why.LAPSED
        return None if self.open_seats else Why.FULL

    @property
    def may_look_on(self) -> bool:
        """Whether a visitor may watch, now or once the game begins; False while a seat is open."""
        return self.onlookers and self.closed in (Why.BEGUN, Why.FULL)


# -- queries -------------------------------------------------------------------------------------------


def room_of(*, person: Person, code: str) -> Room:
    """Return a room in which the person has a seat, also after its game has begun. Raises NoSuchRoom."""
    return room_for(_own(person).filter(code=code).first(), person)


def room_of_game(*, person: Person, code: str) -> Room | None:
    """Return the room from which this game began; None without a room or if the person had no seat in it."""
    row = _own(person).filter(game__code=code).first()
    return room_for(row, person) if row is not None else None


def invited(*, person: Person | None, token: str) -> Room:
    """Return the room behind the link. Raises NoSuchRoom for an unknown, replaced or disabled link."""
    return room_for(_rooms().filter(token=token).first(), person)


def rooms_of(person: Person) -> list[Room]:
    """Return the rooms in which the person waits, newest first."""
    return seen_all(_own(person).filter(game=None).order_by("-opened_at", "-pk"), person)


def open_rematches(person: Person | None) -> list[tuple[str, Room]]:
    """Return recent rematches that the person can join and has not declined, with the codes of the earlier games."""
    if person is None:
        return []
    mine, lately = Game.objects.filter(seats__in=seats_of(person).filter(declines=False)), timezone.now() - TOLD_FOR
    asked = _rooms().filter(follows__in=mine, game=None, opened_at__gt=lately).exclude(person.owns("seats__"))
    rooms = list(asked.select_related("follows").order_by("-pk"))
    found = zip(rooms, seen_all(rooms, person), strict=True)
    return [(row.follows.code, room) for row, room in found if row.follows is not None and room.open_seats]


def companions(person: Person) -> list[tuple[Person, Game]]:
    """Return people with whom the person has played, each with their latest common game that is over.

    Searches the latest `REACH` games and returns at most `MOST_COMPANIONS` people, the latest first. Removed people are
    left out.
    """
    lately = seats_of(person).order_by("-game_id").values_list("game_id", flat=True)
    at_them = Seat.objects.filter(game_id__in=list(lately[:REACH])).exclude(user=None, guest=None)
    over = at_them.exclude(game__status=Status.PLAYING).select_related("game", "user", "guest")
    found: dict[Person, Game] = {}
    for seat in over.order_by("-game_id", "number"):
        other, game = Person(user=seat.user, guest=seat.guest), seat.game
        if other != person and game.ended_at is not None:
            found.setdefault(other, game)
    return list(found.items())[:MOST_COMPANIONS]


# -- rows ----------------------------------------------------------------------------------------------


def _rooms() -> QuerySet[WaitingRoom]:
    return WaitingRoom.objects.select_related("game")


def _own(person: Person) -> QuerySet[WaitingRoom]:
    return _rooms().filter(person.owns("seats__"))


def seats_in(*rooms: WaitingRoom) -> list[WaitingSeat]:
    """Return the seats of all these rooms by number, with their people, in one query."""
    return list(WaitingSeat.objects.filter(room__in=rooms).select_related("user", "guest").order_by("number"))


def _declined(room: WaitingRoom, rows: Sequence[WaitingSeat]) -> tuple[str, ...]:
    seats = list(Seat.objects.filter(game=room.follows_id).select_related("user", "guest").order_by("number"))
    waiting = [person_in(row) for row in rows]
    names = zip(seats, seated_players(seats), strict=True)
    said_no = ((person_in(seat), one.name) for seat, one in names if seat.declines)
    return tuple(name for person, name in said_no if person is not None and person not in waiting)


def room_for(room: WaitingRoom | None, person: Person | None) -> Room:
    """Return the room as the person sees it. Raises NoSuchRoom if `room` is None."""
    if room is None:
        raise NoSuchRoom
    return _shown(room, seats_in(room), person)


def seen_all(rooms: Iterable[WaitingRoom], person: Person | None) -> list[Room]:
    """Return all rooms as the person sees them. Reads the seats of all rooms in one query."""
    found = list(rooms)
    seats = seats_in(*found)
    return [_shown(room, [seat for seat in seats if seat.room_id == room.pk], person) for room in found]


def _shown(room: WaitingRoom, rows: Sequence[WaitingSeat], person: Person | None) -> Room:
    rules, known, now = ruleset(room.key), levels(room.key), timezone.now()
    seats = tuple(
        SeatAhead(
            number=row.number,
            side=rules.side(room.options, row.number),
            name=name,
            stand_in=ComputerSeat(row.level if row.level in known else known[0], row.name),
            is_own=(sitting := person_in(row)) is not None and sitting == person,
            is_openers=row.is_openers,
            is_kept=row.is_kept,
            person=presence.person_at(row.number, row.seen_at or room.opened_at, now) if sitting is not None else None,
        )
        for row, name in zip(rows, names_in(rows), strict=True)
    )
    return Room(
        code=room.code,
        token=room.token if room.is_asking else "",
        key=room.key,
        options=room.options,
        seats=seats,
        lapses_at=room.lapses_at,
        game=room.game.code if room.game is not None else "",
        onlookers=room.onlookers,
        is_rematch=room.follows_id is not None,
        declined=_declined(room, rows) if room.follows_id is not None else (),
        clock=Clock(room.clock),
    )

"""Tables that wait for people, as somebody sees them. Nothing is written here (`joining`, `arranging`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from django.db.models import QuerySet
from django.utils import timezone

from accounts.names import COMPUTER_PLAYER, told_apart
from accounts.people import Person
from games.company import PersonAt, Presence
from games.models import Entrant, Seat, WaitingRoom, WaitingSeat
from games.registry import levels, ruleset
from games.services.people.links import Why
from games.services.table import presence
from games.services.table.seating import ComputerSeat
from games.services.table.tables import seated_players, sits
from games.snapshot import NotThere


class NoSuchRoom(NotThere):
    """There is no such table, or the person does not wait at it; to whoever asks both look the same."""


class HasBegun(NoSuchRoom):
    """The person waited at it, and its game has begun: there is nothing to arrange any more."""


class Clock(IntEnum):
    """Seconds for a decision, once a game is played."""

    NONE = 0
    QUICK = 30
    CALM = 90
    A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class SeatAhead:
    """A seat of a game to be. `name` is the person's, empty where none sits, and `person` says whether they are here;
    `stand_in` is the computer player who takes it if it stays open, or has it already (`is_kept`).
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
        """Who, by name; empty where nobody does."""
        return self.stand_in.name or COMPUTER_PLAYER if self.is_kept else self.name


@dataclass(frozen=True, slots=True)
class Room:
    """A table as somebody sees it who waits at it (`own` is the seat) or was asked to (`own` is None).

    `token` is the link's, empty once it was taken back; `game` the code of the game once it has begun. `onlookers`:
    whoever comes when it is full or has begun may look on. `declined` are those of the last game who do not want this
    rematch.
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
        """Whoever opened the table; of a rematch, which there is once, another who waits while that one is away."""
        opener = next((seat.person for seat in self.seats if seat.is_openers), None)
        is_left = self.is_rematch and opener is not None and opener.presence is Presence.AWAY
        return self.is_openers or (is_left and self.own is not None)

    @property
    def is_alone(self) -> bool:
        return not any(seat.name for seat in self.seats if not seat.is_own)

    @property
    def opener(self) -> str:
        return next((seat.name for seat in self.seats if seat.is_openers), "")

    @property
    def open_seats(self) -> tuple[SeatAhead, ...]:
        return tuple(seat for seat in self.seats if seat.is_open)

    @property
    def closed(self) -> Why | None:
        """Why nobody more can sit down; None while somebody can."""
        if self.game:
            return Why.BEGUN
        if self.lapses_at < timezone.now():
            return Why.LAPSED
        return None if self.open_seats else Why.FULL

    @property
    def may_look_on(self) -> bool:
        """Whether somebody without a seat may look on, now or once it begins."""
        return self.onlookers and self.closed in (Why.BEGUN, Why.FULL)


# -- what a page asks ----------------------------------------------------------------------------------


def room_of(*, person: Person, code: str) -> Room:
    """The table at which the person waits; raises NoSuchRoom."""
    return seen(_own(person).filter(code=code).first(), person)


def room_of_game(*, person: Person, code: str) -> Room | None:
    """The table from which the game of that code was begun, where the person waited for it too."""
    row = _own(person).filter(game__code=code).first()
    return seen(row, person) if row is not None else None


def invited(*, person: Person | None, token: str) -> Room:
    """The table that the link is of; raises NoSuchRoom for one that was never made or was taken back."""
    return seen(_rooms().filter(token=token).first(), person)


def rooms_of(person: Person) -> list[Room]:
    """The tables at which the person waits, the newest first."""
    return seen_all(_own(person).filter(game=None).order_by("-opened_at", "-pk"), person)


# -- rows ----------------------------------------------------------------------------------------------


def _rooms() -> QuerySet[WaitingRoom]:
    return WaitingRoom.objects.select_related("game")


def _own(person: Person) -> QuerySet[WaitingRoom]:
    return _rooms().filter(sits(person))


def seats_in(*rooms: WaitingRoom) -> list[WaitingSeat]:
    return list(WaitingSeat.objects.filter(room__in=rooms).select_related("user", "guest").order_by("number"))


def person_in(row: WaitingSeat | Entrant | Seat) -> Person | None:
    return Person(user=row.user, guest=row.guest) if row.user or row.guest else None


def names_in(rows: Sequence[WaitingSeat | Entrant]) -> list[str]:
    """Told apart; empty where no person is."""
    names = [one.name if (one := person_in(row)) is not None else "" for row in rows]
    return told_apart(names, owned=[place for place, row in enumerate(rows) if row.user_id is not None])


def _declined(room: WaitingRoom, rows: Sequence[WaitingSeat]) -> tuple[str, ...]:
    """By name; whoever waits there by now wants it after all."""
    seats = list(Seat.objects.filter(game=room.follows_id).select_related("user", "guest").order_by("number"))
    here = [person_in(row) for row in rows]
    names = zip(seats, seated_players(seats), strict=True)
    said_no = ((person_in(seat), one.name) for seat, one in names if seat.declines)
    return tuple(name for person, name in said_no if person is not None and person not in here)


def seen(room: WaitingRoom | None, person: Person | None) -> Room:
    if room is None:
        raise NoSuchRoom
    return _shown(room, seats_in(room), person)


def seen_all(rooms: Iterable[WaitingRoom], person: Person | None) -> list[Room]:
    """Each of them; their seats are asked for at once."""
    found = list(rooms)
    seats = seats_in(*found)
    return [_shown(room, [seat for seat in seats if seat.room_id == room.pk], person) for room in found]


def _shown(room: WaitingRoom, rows: Sequence[WaitingSeat], person: Person | None) -> Room:
    rules, now = ruleset(room.key), timezone.now()
    seats = tuple(
        SeatAhead(
            number=row.number,
            side=rules.side(room.options, row.number),
            name=name,
            stand_in=ComputerSeat(row.level if row.level in levels(room.key) else levels(room.key)[0], row.name),
            is_own=(sitting := person_in(row)) is not None and sitting == person,
            is_openers=row.is_openers,
            is_kept=row.is_kept,
            person=presence.person_at(row.number, row.seen_at or room.opened_at, now) if sitting is not None else None,
        )
        for row, name in zip(rows, names_in(rows), strict=True)
    )
    game = room.game.code if room.game is not None else ""
    return Room(
        code=room.code,
        token=room.token if room.is_asking else "",
        key=room.key,
        options=room.options,
        seats=seats,
        lapses_at=room.lapses_at,
        game=game,
        onlookers=room.onlookers,
        is_rematch=room.follows_id is not None,
        declined=_declined(room, rows) if room.follows_id is not None else (),
        clock=Clock(room.clock),
    )

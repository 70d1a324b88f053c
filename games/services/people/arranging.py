"""What is arranged at a table that waits for people: who sits where, its link, its clock, and whether others look on.

Each change locks the room first. But for changing places with an open seat it is for whoever opened the table. Once its
game has begun nothing is arranged any more, but what was allowed to onlookers can be taken back at any moment.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Q

from accounts.people import Person
from games import live
from games.models import WaitingRoom, WaitingSeat, new_token
from games.models.rooms import lapses
from games.registry import ruleset
from games.services.people.joining import locked, place_in, put, waiting
from games.services.people.links import NotAllowed
from games.services.people.rooms import Clock, NoSuchRoom, seen
from games.services.table.tables import sits


def swap(*, person: Person, code: str, number: int) -> None:
    """Change places with that seat: with an open one whoever waits may, with any other whoever opened the table.

    Raises NoSuchRoom or NotAllowed.
    """
    with transaction.atomic():
        room = waiting(person, code)
        own, other = place_in(room, person), _seat(room, number)
        if (other.user_id or other.guest_id or other.is_kept) and not own.is_openers and other != own:
            raise NotAllowed
        away = ruleset(room.key).seats
        for seat, to in ((own, away), (other, own.number), (own, number)):
            WaitingSeat.objects.filter(pk=seat.pk).update(number=to)


def send_away(*, person: Person, code: str, number: int, name: str) -> bool:
    """The seat is open again, a person’s or a computer player’s, if whoever the page has named still sits there. False
    where they have moved to another one; raises NoSuchRoom or NotAllowed.
    """
    with _arranged(person, code) as room:
        _seat(room, number)
        at = [seat.number for seat in seen(room, person).seats if seat.sits == name and not seat.is_openers]
        if number in at:
            put(room, number, None)
        return not at or number in at


def renew_link(*, person: Person, code: str) -> None:
    """Another link, good for as long as a new one; the one before is good no more. Raises NoSuchRoom or NotAllowed."""
    with _arranged(person, code) as room:
        room.token, room.is_asking, room.lapses_at = new_token(), True, lapses()


def take_link_back(*, person: Person, code: str) -> None:
    """Nobody sits down by it any more, nor looks on; raises NoSuchRoom or NotAllowed."""
    with _arranged(person, code, has_begun=True) as room:
        room.token, room.is_asking = new_token(), False


def let_look_on(*, person: Person, code: str, allowed: bool) -> None:
    """Whether others may look on by the link, from now on; of a game that has begun it can only be forbidden, since all
    who sit there were told so. Raises NoSuchRoom or NotAllowed.
    """
    with _arranged(person, code, has_begun=not allowed) as room:
        room.onlookers = allowed


def set_clock(*, person: Person, code: str, clock: Clock) -> None:
    """How long a decision may take before others may have somebody stood in for; raises NoSuchRoom or NotAllowed."""
    with _arranged(person, code) as room:
        room.clock = clock


@contextmanager
def _arranged(person: Person, code: str, *, has_begun: bool = False) -> Iterator[WaitingRoom]:
    """The room, locked, for whoever opened it, also (`has_begun`) once its game has; what is set of it is written, and
    who looks on is told.
    """
    with transaction.atomic():
        room = locked(Q(code=code) & sits(person)) if has_begun else waiting(person, code)
        if not place_in(room, person).is_openers:
            raise NotAllowed
        yield room
        room.save(update_fields=["token", "is_asking", "lapses_at", "onlookers", "clock"])
        if room.game is not None:
            live.announce(room.game)


def _seat(room: WaitingRoom, number: int) -> WaitingSeat:
    found = WaitingSeat.objects.filter(room=room, number=number).first()
    if found is None:
        raise NoSuchRoom(number)
    return found

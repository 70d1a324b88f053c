"""Tables that wait for people: opened, joined by a link, and begun.

Every change locks the room, so of two who take the last seat one gets it, and nobody moves while the game begins.
Whoever is to sit down is locked before it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, hold
from games.engine.options import differing
from games.models import WaitingRoom, WaitingSeat
from games.registry import ruleset
from games.services.log import logs
from games.services.people import lobby, setups
from games.services.people.links import Closed, NotAllowed
from games.services.people.rooms import Clock, HasBegun, NoSuchRoom, Room, SeatAhead, person_in, seats_in, seen
from games.services.table import presence
from games.services.table.seating import NONE_GIVEN, ByLink, ComputerSeat
from games.services.table.tables import seats_at, sits
from games.snapshot import Status

#: Rooms whose link has lapsed, or whose game has begun, are kept so long for whoever comes late.
KEPT = timedelta(days=7)
#: How long the people of a closed room can learn who closed it. Without the cache they read a plainer sentence.
CLOSED_TOLD: Final = timedelta(days=1)


# -- opening, joining, leaving -------------------------------------------------------------------------


def open_room(
    *,
    person: Person,
    key: str,
    chosen: Mapping[str, object],
    seating: Sequence[ComputerSeat],
    by_link: ByLink,
) -> str:
    """A table with the seats of `by_link` open, of options that can be played; its code. All others are kept for the
    computer players of `seating`, and so goes what is still open when it begins. Raises TooManyGames.
    """
    with transaction.atomic():
        hold(person)
        lobby.check_room_for_another(person)
        room = WaitingRoom.objects.create(
            key=key,
            options=differing(ruleset(key).options, chosen),
            clock=Clock(by_link.clock),
            onlookers=by_link.onlookers,
        )
        set_seats(room, 0, person, seating, by_link.places)
    return room.code


def open_as_set_up(
    *,
    person: Person,
    key: str,
    chosen: Mapping[str, Any],
    seating: Sequence[ComputerSeat],
    by_link: ByLink = NONE_GIVEN,
) -> str:
    """A table with the seats open that `by_link` gives away, or a game where it gives none; its code. All of it is kept
    for the person's next game. Pressed twice it is one. Raises BadOptions or TooManyGames, and keeps nothing then.
    """
    lobby.check(key=key, chosen=chosen)
    with transaction.atomic():
        hold(person)  # or two at once would each open one
        is_again = setups.keep(person=person, key=key, chosen=chosen, seating=seating, by_link=by_link)
        if not by_link.places:
            return lobby.open_once(person=person, key=key, chosen=chosen, seating=seating)
        opened = _opened_last(person, key, chosen) if is_again else None
        return opened or open_room(person=person, key=key, chosen=chosen, seating=seating, by_link=by_link)


def _opened_last(person: Person, key: str, chosen: Mapping[str, Any]) -> str | None:
    """One that still waits: whoever comes back from its game wants another."""
    options = differing(ruleset(key).options, chosen)
    alike = WaitingRoom.objects.filter(follows=None, game=None, key=key, options=options)
    lately = alike.filter(sits(person), seats__is_openers=True, opened_at__gt=timezone.now() - setups.ONE_PRESS)
    return lately.order_by("-pk").values_list("code", flat=True).first()


def join(*, person: Person, token: str) -> Room:
    """Take the first open seat, across from whoever opened the table if that is one; who sits there already stays.

    Raises NoSuchRoom, Closed or TooManyGames.
    """
    with transaction.atomic():
        hold(person)  # before the room, as whoever leaves: in another order the two would wait for each other
        room = locked(Q(token=token))
        shown = seen(room, person)
        if shown.own is not None:
            return shown
        if shown.closed is not None:
            raise Closed(shown.closed)
        lobby.check_room_for_another(person)
        put(room, first_open(shown), person)
        return seen(room, person)


def leave(*, person: Person, code: str) -> None:
    """Give up the person's seat in a waiting room. The opener closes the room by it. Raises NoSuchRoom."""
    with transaction.atomic():
        room = waiting(person, code)
        own = place_in(room, person)
        if not own.is_openers:
            put(room, own.number, None)
            return
        others = [one.mark for row in seats_in(room) if (one := person_in(row)) is not None and one != person]
        room.delete()
    cache.set(f"closed-room-{code}", (person.name, others), CLOSED_TOLD.total_seconds())


def closed_by(*, person: Person, code: str) -> str:
    """Return the name of the opener who closed the room in which the person waited, or ""."""
    name, others = cache.get(f"closed-room-{code}", ("", ()))
    return name if person.mark in others else ""


def give_sign(*, person: Person, code: str) -> None:
    """The person has the room open; written once in some seconds."""
    own = WaitingSeat.objects.filter(person.owns(), room__code=code)
    if any(presence.is_due(seen_at, timezone.now()) for seen_at in own.values_list("seen_at", flat=True)):
        own.update(seen_at=timezone.now())


# -- beginning -----------------------------------------------------------------------------------------


def start(*, person: Person, code: str) -> str:
    """The game's code: whoever waits sits where they waited, and computer players take what is open. Asked again it is
    the same game. Raises NoSuchRoom or NotAllowed, and BadOptions where the rules have changed since.
    """
    with transaction.atomic():
        room = locked(Q(code=code) & sits(person))
        shown = seen(room, person)
        if shown.game:
            return shown.game
        if not shown.may_start:
            raise NotAllowed
        lobby.check(key=room.key, chosen=room.options)
        sitting = [person_in(seat) or ahead.stand_in for seat, ahead in zip(seats_in(room), shown.seats, strict=True)]
        room.game = lobby.new_game(
            key=room.key, chosen=room.options, sitting=sitting, carried=_carried(room, sitting), clock=room.clock
        )
        room.save(update_fields=["game"])
        return room.game.code


def _carried(room: WaitingRoom, sitting: Sequence[Person | ComputerSeat]) -> Mapping[str, object]:
    """What a rematch starts with: where all of the game before sit there again, a seat further, its match goes on."""
    if room.follows is None:
        return {}
    before = [person_in(seat) or ComputerSeat(seat.level, seat.name) for seat in seats_at(room.follows.code)]
    if [*before[-1:], *before[:-1]] != list(sitting):
        return {}
    log = logs.read(room.follows)
    return log.rules.carries(log.state, moved_on=1)


# -- people who come and go ----------------------------------------------------------------------------


def adopt(*, guest: Guest, user: User) -> None:
    """The guest’s seats become the user’s. Where the user waits too the guest’s is open again, but that of whoever
    opened the table is the one that is kept. The caller owns the transaction and passes on seats in games after that.
    """
    hold_rooms(person=Person(guest=guest))
    seats = WaitingSeat.objects.filter(guest=guest)
    opened = list(seats.filter(is_openers=True).values_list("room", flat=True))
    WaitingSeat.objects.filter(room__in=opened, user=user).update(user=None, seen_at=None)
    seats.filter(room__seats__user=user).update(guest=None)
    seats.update(guest=None, user=user)


def hold_rooms(*, person: Person) -> None:
    """Nobody starts a game in which the person would sit until the caller's transaction ends, nor does another go from
    one that has begun; one that is being started is there first.
    """
    rooms = WaitingRoom.objects.select_for_update(of=("self",)).filter(sits(person))
    list(rooms.order_by("pk").values_list("pk", flat=True))


def forget(*, person: Person) -> None:
    """Their tables go, and the seats they waited at are open again. The link of a game that has begun is for somebody
    else who waited there to take back; where there is nobody it is taken back now. The caller owns the transaction and
    holds the rooms.
    """
    seats = WaitingSeat.objects.filter(person.owns())
    WaitingRoom.objects.filter(game=None, seats__in=seats.filter(is_openers=True)).delete()
    opened = list(seats.filter(is_openers=True).values_list("room", flat=True))
    seats.update(user=None, guest=None, is_openers=False)
    for room in opened:
        heirs = WaitingSeat.objects.filter(room=room).exclude(user=None, guest=None).order_by("number")
        if not WaitingSeat.objects.filter(pk__in=heirs.values_list("pk", flat=True)[:1]).update(is_openers=True):
            WaitingRoom.objects.filter(pk=room).update(is_asking=False)


def tidy() -> int:
    """Rooms that nobody can use any more; how many. Twice is harmless."""
    of_the_past = WaitingRoom.objects.filter(lapses_at__lt=timezone.now() - KEPT)
    removed, _by_model = of_the_past.exclude(onlookers=True, game__status=Status.PLAYING).delete()
    return removed


# -- rows ----------------------------------------------------------------------------------------------


def locked(asked: Q) -> WaitingRoom:
    pk = WaitingRoom.objects.filter(asked).values_list("pk", flat=True).first()
    room = WaitingRoom.objects.select_for_update().filter(asked, pk=pk).first() if pk is not None else None
    if room is None:
        raise NoSuchRoom
    return room


def waiting(person: Person, code: str) -> WaitingRoom:
    """The room at which the person waits, locked; raises NoSuchRoom, and HasBegun of these."""
    room = locked(Q(code=code) & sits(person))
    if room.game_id is not None:
        raise HasBegun(code)
    return room


def place_in(room: WaitingRoom, person: Person) -> WaitingSeat:
    return WaitingSeat.objects.get(person.owns(), room=room)


def put(room: WaitingRoom, number: int, person: Person | None) -> None:
    owner: dict[str, object] = {"user": None, "guest": None, "seen_at": None}
    if person is not None:
        owner = {"user": person.user, "guest": person.guest, "seen_at": timezone.now()}
    WaitingSeat.objects.filter(room=room, number=number).update(**owner, is_kept=False)


def set_seats(
    room: WaitingRoom, own: int, person: Person, others: Sequence[ComputerSeat], given: Collection[int]
) -> None:
    """All seats of a new room: that one taken by whoever opened it, the places `given` clockwise from it open, and the
    rest kept for these computer players.
    """
    at = {"room": room, "number": own, "seen_at": timezone.now()}
    seats = [WaitingSeat(**at, user=person.user, guest=person.guest, is_openers=True)]
    for place, other in enumerate(others, start=1):
        number, is_kept = (own + place) % (len(others) + 1), place not in given
        seats.append(WaitingSeat(room=room, number=number, level=other.level, name=other.name, is_kept=is_kept))
    WaitingSeat.objects.bulk_create(seats)


def first_open(room: Room) -> int:
    """A partner first, then clockwise."""
    opener = next(seat for seat in room.seats if seat.is_openers)

    def after(seat: SeatAhead) -> tuple[bool, int]:
        return seat.side != opener.side, (seat.number - opener.number) % len(room.seats)

    return min(room.open_seats, key=after).number

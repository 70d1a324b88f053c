"""Open, join, change and leave waiting rooms, start their games, and open rematches: rooms that follow a game.

Every change locks the room: two people cannot take the last seat, and no seat changes while the game starts. Joining
locks the person before the room.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, hold, person_in
from games.company import NONE_GIVEN, ByLink, Clock, ComputerSeat
from games.engine.options import differing
from games.people import setups
from games.people.rooms import Closed, HasBegun, NoSuchRoom, NotAllowed, Room, SeatAhead, room_for, seats_in
from games.registry import ruleset
from games.snapshot import Status
from games.table import live, logs, opening, presence
from games.table.models import Game, Seat, new_token
from games.table.opening import seating_again
from games.table.room_models import WaitingRoom, WaitingSeat, lapses
from games.table.tables import Place, seats_at

#: Time for which a room is kept after its link expired, so that its page can say why late visitors cannot join.
KEPT = timedelta(days=7)
#: Time for which the cache keeps the name of the opener who closed a room, for the people who waited there.
CLOSED_TOLD: Final = timedelta(days=1)


# -- opening, joining, leaving -------------------------------------------------------------------------


def open_room(
    *, person: Person, key: str, chosen: Mapping[str, object], seating: Sequence[ComputerSeat], by_link: ByLink
) -> str:
    """Open a waiting room and return its code. The caller has checked the options. Raises TooManyGames.

    The places in `by_link` are open. The bots of `seating` have the other seats, and take open seats at the start.
    """
    with transaction.atomic():
        hold(person)
        opening.check_room_for_another(person)
        room = WaitingRoom.objects.create(
            key=key,
            options=differing(ruleset(key).options, chosen),
            clock=Clock(by_link.clock),
            onlookers=by_link.onlookers,
        )
        _set_seats(room, 0, person, seating, by_link.places)
    return room.code


def open_as_set_up(
    *,
    person: Person,
    key: str,
    chosen: Mapping[str, Any],
    seating: Sequence[ComputerSeat],
    by_link: ByLink = NONE_GIVEN,
) -> str:
    """Open a waiting room, or a game if `by_link` has no places. Return its code and store the setup for the next time.

    A double submit opens only one room or game. Raises BadOptions or TooManyGames; then the setup is not stored.
    """
    opening.check(key=key, chosen=chosen)
    with transaction.atomic():
        hold(person)  # without the lock, two parallel requests would each open a room or game
        is_again = setups.keep(person=person, key=key, chosen=chosen, seating=seating, by_link=by_link)
        if not by_link.places:
            return opening.open_once(person=person, key=key, chosen=chosen, seating=seating)
        if is_again:
            alike = _alike(person, key, differing(ruleset(key).options, chosen))
            opened = alike.filter(opened_at__gt=timezone.now() - setups.ONE_PRESS).first()
            if opened is not None:  # a double submit
                return opened.code
        return open_room(person=person, key=key, chosen=chosen, seating=seating, by_link=by_link)


def _alike(person: Person, key: str, options: Mapping[str, Any]) -> QuerySet[WaitingRoom]:
    """Return the person's own rooms with these options whose game has not begun, without rematches; latest first."""
    rooms = WaitingRoom.objects.filter(game=None, follows=None, key=key, options=options)
    return rooms.filter(person.owns("seats__"), seats__is_openers=True).order_by("-pk")


def join(*, person: Person, token: str) -> Room:
    """Take the next open seat (`_first_open`); idempotent. Raises NoSuchRoom, Closed or TooManyGames."""
    with transaction.atomic():
        hold(person)  # before the room, as when an account is removed: another order could deadlock
        room = _locked(Q(token=token))
        shown = room_for(room, person)
        if shown.own is not None:
            return shown
        if shown.closed is not None:
            raise Closed(shown.closed)
        opening.check_room_for_another(person)
        _put(room, _first_open(shown), person)
        return room_for(room, person)


def leave(*, person: Person, code: str) -> None:
    """Free the person's seat in a waiting room; if the person is its opener, delete the room. Raises NoSuchRoom."""
    with transaction.atomic():
        room = _waiting(person, code)
        own = _place_in(room, person)
        if not own.is_openers:
            _put(room, own.number, None)
            return
        others = [one.mark for row in seats_in(room) if (one := person_in(row)) is not None and one != person]
        room.delete()
    cache.set(f"closed-room-{code}", (person.name, others), CLOSED_TOLD.total_seconds())


def closed_by(*, person: Person, code: str) -> str:
    """Return the name of the opener who closed the room while the person waited in it; "" if unknown."""
    name, others = cache.get(f"closed-room-{code}", ("", ()))
    return name if person.mark in others else ""


def give_sign(*, person: Person, code: str) -> None:
    """Store a heartbeat of the person's open page, at most one per `presence.SIGN_EVERY`."""
    own = WaitingSeat.objects.filter(person.owns(), room__code=code)
    if any(presence.is_due(seen_at, timezone.now()) for seen_at in own.values_list("seen_at", flat=True)):
        own.update(seen_at=timezone.now())


# -- starting ------------------------------------------------------------------------------------------


def start(*, person: Person, code: str) -> str:
    """Start the game and return its code; idempotent. Raises NoSuchRoom, NotAllowed, BadOptions (the rules changed)."""
    with transaction.atomic():
        room = _locked(Q(code=code) & person.owns("seats__"))
        shown = room_for(room, person)
        if shown.game:
            return shown.game
        if not shown.may_start:
            raise NotAllowed
        opening.check(key=room.key, chosen=room.options)
        sitting = [person_in(seat) or ahead.stand_in for seat, ahead in zip(seats_in(room), shown.seats, strict=True)]
        room.game = opening.new_game(
            key=room.key, chosen=room.options, sitting=sitting, carried=_carried(room, sitting), clock=room.clock
        )
        room.save(update_fields=["game"])
        return room.game.code


def _carried(room: WaitingRoom, sitting: Sequence[Person | ComputerSeat]) -> Mapping[str, object]:
    """Return the values that a rematch carries over; {} unless all players sit one seat further than before."""
    if room.follows is None:
        return {}
    before = [person_in(seat) or ComputerSeat(seat.level, seat.name) for seat in seats_at(room.follows.code)]
    if [*before[-1:], *before[:-1]] != list(sitting):
        return {}
    log = logs.read(room.follows)
    return log.rules.carries(log.state, moved_on=1)


# -- rematches -----------------------------------------------------------------------------------------


def rematch(*, place: Place) -> Room:
    """Open or join the rematch of this game, of which there is at most one, and return its room; idempotent.

    Each player gets the seat one further clockwise than before, if it is open. If the rematch has begun without the
    person or is full, return a separate room with the same settings, which others can join only by its link. Raises
    TooManyGames, or BadOptions if the rules have changed.
    """
    game, person = place.game, place.person
    opening.check(key=game.key, chosen=game.options)
    with transaction.atomic():
        hold(person)
        Game.objects.select_for_update().get(pk=game.pk)  # without the lock, two parallel requests would open two rooms
        room = WaitingRoom.objects.select_for_update().filter(follows=game).first()
        if room is None:
            return _open_after(place, follows=game)
        shown = room_for(room, person)
        if shown.own is not None:
            return shown
        if shown.game or not shown.open_seats:  # an expired link does not matter: these players join without it
            return _separate_room(place)
        opening.check_room_for_another(person)
        number = (place.seat + 1) % len(place.seats)
        _put(room, number if shown.seats[number].is_open else _first_open(shown), person)
        return room_for(room, person)


def decline(*, place: Place) -> None:
    """Store that the person declines a rematch, for the players who wait. The person can still join it later."""
    Seat.objects.filter(pk=place.seats[place.seat].pk, game__ended_at__isnull=False).update(declines=True)


def _separate_room(place: Place) -> Room:
    game, person = place.game, place.person
    own = _alike(person, game.key, game.options).first()
    if own is not None and (shown := room_for(own, person)).closed is None and not shown.others:
        return shown
    return _open_after(place, follows=None)


def _open_after(place: Place, *, follows: Game | None) -> Room:
    """Create a room with the settings of the person's game; seats of people, removed people included, are open."""
    game, person = place.game, place.person
    opening.check_room_for_another(person)
    Seat.objects.filter(game=follows).update(declines=False)  # reset what players declined in an earlier room
    onlookers = WaitingRoom.objects.filter(game=game, onlookers=True).exists()
    room = WaitingRoom.objects.create(
        key=game.key, options=game.options, follows=follows, clock=game.clock, onlookers=onlookers
    )
    clockwise = (*place.seats[place.seat + 1 :], *place.seats[: place.seat])
    given = [number for number, seat in enumerate(clockwise, start=1) if not seat.level]
    others = seating_again(key=game.key, seats=place.seats, own=place.seat)
    _set_seats(room, (place.seat + 1) % len(place.seats), person, others, given)
    return room_for(room, person)


# -- adoption, removal and cleanup ---------------------------------------------------------------------


def pass_on(*, guest: Guest, user: User) -> None:
    """Move the guest's seats in rooms to the user. The caller owns the transaction and moves seats in games afterwards.

    In a room where both wait, one seat is freed: the user's if the guest opened the room, else the guest's.
    """
    hold_rooms(person=Person(guest=guest))
    seats = WaitingSeat.objects.filter(guest=guest)
    opened = list(seats.filter(is_openers=True).values_list("room", flat=True))
    WaitingSeat.objects.filter(room__in=opened, user=user).update(user=None, seen_at=None)
    seats.filter(room__seats__user=user).update(guest=None)
    seats.update(guest=None, user=user)


def hold_rooms(*, person: Person) -> None:
    """Lock the person's rooms until the transaction ends, so that no game starts there and removals are serialised."""
    rooms = WaitingRoom.objects.select_for_update(of=("self",)).filter(person.owns("seats__"))
    list(rooms.order_by("pk").values_list("pk", flat=True))


def forget(*, person: Person) -> None:
    """Delete the waiting rooms that the person opened; free the person's seats in all others.

    If the person opened a room whose game has begun, another person there becomes the opener and may disable the link.
    If there is no other person, the link is disabled. The caller owns the transaction and has locked the rooms.
    """
    seats = WaitingSeat.objects.filter(person.owns())
    WaitingRoom.objects.filter(game=None, seats__in=seats.filter(is_openers=True)).delete()
    opened = list(seats.filter(is_openers=True).values_list("room", flat=True))
    seats.update(user=None, guest=None, is_openers=False)
    for room in opened:
        heirs = WaitingSeat.objects.filter(room=room).exclude(user=None, guest=None).order_by("number")
        if not WaitingSeat.objects.filter(pk__in=heirs.values_list("pk", flat=True)[:1]).update(is_openers=True):
            WaitingRoom.objects.filter(pk=room).update(token=new_token(), is_asking=False)


def tidy() -> int:
    """Delete rooms that expired over `KEPT` ago; return the number of deleted rows.

    Keeps rooms with a running game that spectators may watch.
    """
    of_the_past = WaitingRoom.objects.filter(lapses_at__lt=timezone.now() - KEPT)
    removed, _by_model = of_the_past.exclude(onlookers=True, game__status=Status.PLAYING).delete()
    return removed


# -- rows ----------------------------------------------------------------------------------------------


def _locked(asked: Q) -> WaitingRoom:
    """Lock and return the room that matches `asked`. Raises NoSuchRoom. The caller owns the transaction."""
    pk = WaitingRoom.objects.filter(asked).values_list("pk", flat=True).first()
    room = WaitingRoom.objects.select_for_update().filter(asked, pk=pk).first() if pk is not None else None
    if room is None:
        raise NoSuchRoom
    return room


def _waiting(person: Person, code: str) -> WaitingRoom:
    """Return the person's room, locked. Raises NoSuchRoom, or its subclass HasBegun if the game has begun."""
    room = _locked(Q(code=code) & person.owns("seats__"))
    if room.game_id is not None:
        raise HasBegun(code)
    return room


def _place_in(room: WaitingRoom, person: Person) -> WaitingSeat:
    return WaitingSeat.objects.get(person.owns(), room=room)


def _put(room: WaitingRoom, number: int, person: Person | None) -> None:
    """Give the seat to the person, or free it if `person` is None. The caller has locked the room."""
    owner: dict[str, object] = {"user": None, "guest": None, "seen_at": None}
    if person is not None:
        owner = {"user": person.user, "guest": person.guest, "seen_at": timezone.now()}
    WaitingSeat.objects.filter(room=room, number=number).update(**owner, is_kept=False)


def _set_seats(
    room: WaitingRoom, own: int, person: Person, others: Sequence[ComputerSeat], given: Collection[int]
) -> None:
    """Create all seats of a new room: `person` as the opener at `own`, open seats at `given`, bots at the others.

    `given` are positions clockwise from the opener, from 1. Bots of `others` take the seats still open at the start.
    """
    at = {"room": room, "number": own, "seen_at": timezone.now()}
    seats = [WaitingSeat(**at, user=person.user, guest=person.guest, is_openers=True)]
    for place, other in enumerate(others, start=1):
        number, is_kept = (own + place) % (len(others) + 1), place not in given
        seats.append(WaitingSeat(room=room, number=number, level=other.level, name=other.name, is_kept=is_kept))
    WaitingSeat.objects.bulk_create(seats)


def _first_open(room: Room) -> int:
    """Return the number of the open seat to take next: that of the opener's partner, else the next one clockwise."""
    opener = next(seat for seat in room.seats if seat.is_openers)

    def after(seat: SeatAhead) -> tuple[bool, int]:
        return seat.side != opener.side, (seat.number - opener.number) % len(room.seats)

    return min(room.open_seats, key=after).number


def swap(*, person: Person, code: str, number: int) -> None:
    """Swap the person's seat with another. Only the opener may swap with a player. Raises NoSuchRoom or NotAllowed."""
    with transaction.atomic():
        room = _waiting(person, code)
        own, other = _place_in(room, person), _seat(room, number)
        if (other.user_id or other.guest_id or other.is_kept) and not own.is_openers and other != own:
            raise NotAllowed
        away = ruleset(room.key).seats
        for seat, to in ((own, away), (other, own.number), (own, number)):
            WaitingSeat.objects.filter(pk=seat.pk).update(number=to)


def send_away(*, person: Person, code: str, number: int, name: str) -> bool:
    """Free the seat if the person or computer player called `name` still has it. Raises NoSuchRoom or NotAllowed.

    Return False, without freeing a seat, if that player has moved to another seat.
    """
    with _opener_changes(person, code) as room:
        _seat(room, number)
        at = [seat.number for seat in room_for(room, person).seats if seat.sits == name and not seat.is_openers]
        if number in at:
            _put(room, number, None)
        return not at or number in at


def change_link(*, person: Person, code: str, is_renewed: bool) -> None:
    """Replace the link by a new one with a full lifetime, or disable it. Raises NoSuchRoom or NotAllowed.

    Once the game has begun, the link, by which spectators watch, can only be disabled.
    """
    with _opener_changes(person, code, has_begun=not is_renewed) as room:
        room.token, room.is_asking = new_token(), is_renewed
        if is_renewed:
            room.lapses_at = lapses()


def let_look_on(*, person: Person, code: str, allowed: bool) -> None:
    """Allow or forbid spectators by the link. Raises NoSuchRoom or NotAllowed.

    Once the game has begun, spectators can only be forbidden, because players agreed to the setting when they joined.
    """
    with _opener_changes(person, code, has_begun=not allowed) as room:
        room.onlookers = allowed


def set_clock(*, person: Person, code: str, clock: Clock) -> None:
    """Set the time limit per turn. Raises NoSuchRoom or NotAllowed."""
    with _opener_changes(person, code) as room:
        room.clock = clock


@contextmanager
def _opener_changes(person: Person, code: str, *, has_begun: bool = False) -> Iterator[WaitingRoom]:
    """Lock the opener's room, yield it and save it. With `has_begun`, its game may have begun."""
    with transaction.atomic():
        room = _locked(Q(code=code) & person.owns("seats__")) if has_begun else _waiting(person, code)
        if not _place_in(room, person).is_openers:
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

"""Rematches: waiting rooms that follow a game.

A game has at most one rematch. The first player who wants it opens it, and the others join it.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.people import Person, hold
from games.people.joining import first_open, put, set_seats
from games.people.rooms import Room, room_for, seen_all
from games.snapshot import Status
from games.table import opening
from games.table.models import Game, Seat
from games.table.opening import seating_again
from games.table.room_models import WaitingRoom
from games.table.tables import Place, seats_of

#: Number of a person's latest games in which `companions` are searched.
REACH: Final = 500
#: Maximum number of companions.
MOST: Final = 50
#: Time for which lists show a rematch. The page of the earlier game shows it without this limit.
TOLD_FOR: Final = timedelta(days=1)


def rematch(*, place: Place) -> Room:
    """Open or join the rematch of this game and return its room; idempotent.

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
            return _opened(place, follows=game)
        shown = room_for(room, person)
        if shown.own is not None:
            return shown
        if shown.game or not shown.open_seats:  # an expired link does not matter: these players join without it
            return _separate_room(place)
        opening.check_room_for_another(person)
        number = _next_seat(place)
        put(room, number if shown.seats[number].is_open else first_open(shown), person)
        return room_for(room, person)


def decline(*, place: Place) -> None:
    """Store that the person declines a rematch, for the players who wait. The person can still join it later."""
    Seat.objects.filter(pk=place.seats[place.seat].pk, game__ended_at__isnull=False).update(declines=True)


def _separate_room(place: Place) -> Room:
    game, person = place.game, place.person
    alike = WaitingRoom.objects.filter(game=None, follows=None, key=game.key, options=game.options)
    own = alike.filter(person.owns("seats__"), seats__is_openers=True).order_by("-pk").first()
    if own is not None and (shown := room_for(own, person)).closed is None and shown.is_alone:
        return shown
    return _opened(place, follows=None)


def _opened(place: Place, *, follows: Game | None) -> Room:
    game, person = place.game, place.person
    opening.check_room_for_another(person)
    Seat.objects.filter(game=follows).update(declines=False)  # reset what players declined in an earlier room
    onlookers = WaitingRoom.objects.filter(game=game, onlookers=True).exists()
    room = WaitingRoom.objects.create(
        key=game.key, options=game.options, follows=follows, clock=game.clock, onlookers=onlookers
    )
    others = seating_again(key=game.key, seats=place.seats, own=place.seat)
    set_seats(room, _next_seat(place), person, others, _places_of_people(place))
    return room_for(room, person)


def _next_seat(place: Place) -> int:
    return (place.seat + 1) % len(place.seats)


def open_rematches(person: Person | None) -> list[tuple[str, Room]]:
    """Return recent rematches that the person can join and has not declined, with the codes of the earlier games."""
    if person is None:
        return []
    mine, lately = Game.objects.filter(seats__in=seats_of(person).filter(declines=False)), timezone.now() - TOLD_FOR
    asked = WaitingRoom.objects.filter(follows__in=mine, game=None, opened_at__gt=lately).exclude(
        person.owns("seats__")
    )
    rooms = list(asked.select_related("game", "follows").order_by("-pk"))
    found = zip(rooms, seen_all(rooms, person), strict=True)
    return [(row.follows.code, room) for row, room in found if row.follows is not None and room.open_seats]


def companions(person: Person) -> list[tuple[Person, Game]]:
    """Return up to `MOST` people with whom the person has played, each with their latest common game that is over.

    Latest games come first; removed people are left out.
    """
    lately = seats_of(person).order_by("-game_id").values_list("game_id", flat=True)
    at_them = Seat.objects.filter(game_id__in=list(lately[:REACH])).exclude(user=None, guest=None)
    over = at_them.exclude(game__status=Status.PLAYING).select_related("game", "user", "guest")
    found: dict[Person, Game] = {}
    for seat in over.order_by("-game_id", "number"):
        other, game = Person(user=seat.user, guest=seat.guest), seat.game
        if other != person and game.ended_at is not None:
            found.setdefault(other, game)
    return list(found.items())[:MOST]


def _places_of_people(place: Place) -> list[int]:
    """Return the positions, clockwise from this seat, at which people played, removed people included."""
    others = (*place.seats[place.seat + 1 :], *place.seats[: place.seat])
    return [number for number, seat in enumerate(others, start=1) if not seat.level]

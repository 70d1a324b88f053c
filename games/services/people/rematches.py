"""Rematches: a table that waits and follows a game.

There is one for each game, so whoever asks for it second sits down at the first one’s.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.people import Person, hold
from games.models import Game, Seat, WaitingRoom
from games.services.people import lobby
from games.services.people.joining import first_open, put, set_seats
from games.services.people.rooms import Room, seen, seen_all
from games.services.table.seating import seating_again
from games.services.table.tables import Place, seats_of, sits
from games.snapshot import Status

#: So many games back others are looked for, and so many of them are told.
REACH: Final = 500
MOST: Final = 50
#: So long a rematch is told of beside its game; at the game it can be taken up as long as it waits.
TOLD_FOR: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody whom the person has played with, and the last game of theirs that is over."""

    name: str
    code: str
    key: str
    options: Mapping[str, object]
    ended_at: datetime


def rematch(*, place: Place) -> Room:
    """A rematch of this game: the first who asks opens the table, the others sit down at it, each a seat further than
    before, and so do its computer players. Where it has begun without the person, or has no seat left, it is another
    table like that game, of which nobody hears but by its link. Asked again it is the same one. Raises TooManyGames,
    and BadOptions where the rules have changed.
    """
    game, person = place.game, place.person
    lobby.check(key=game.key, chosen=game.options)
    with transaction.atomic():
        hold(person)
        Game.objects.select_for_update().get(pk=game.pk)  # or two would open two
        room = WaitingRoom.objects.select_for_update().filter(follows=game).first()
        if room is None:
            return _opened(place, follows=game)
        shown = seen(room, person)
        if shown.own is not None:
            return shown
        if shown.game or not shown.open_seats:  # the link may have lapsed: nobody needs it who has played there
            return _anew(place)
        lobby.check_room_for_another(person)
        number = _moved_on(place)
        put(room, number if shown.seats[number].is_open else first_open(shown), person)
        return seen(room, person)


def decline(*, place: Place) -> None:
    """The person does not play again, which whoever waits for them reads. They may think better of it."""
    Seat.objects.filter(pk=place.seats[place.seat].pk, game__ended_at__isnull=False).update(declines=True)


def _anew(place: Place) -> Room:
    game, person = place.game, place.person
    alike = WaitingRoom.objects.filter(game=None, follows=None, key=game.key, options=game.options)
    own = alike.filter(sits(person), seats__is_openers=True).order_by("-pk").first()
    if own is not None and (shown := seen(own, person)).closed is None and shown.is_alone:
        return shown
    return _opened(place, follows=None)


def _opened(place: Place, *, follows: Game | None) -> Room:
    game, person = place.game, place.person
    lobby.check_room_for_another(person)
    Seat.objects.filter(game=follows).update(declines=False)  # whoever said no to the one before is asked anew
    onlookers = WaitingRoom.objects.filter(game=game, onlookers=True).exists()
    room = WaitingRoom.objects.create(
        key=game.key, options=game.options, follows=follows, clock=game.clock, onlookers=onlookers
    )
    others = seating_again(key=game.key, seats=place.seats, own=place.seat)
    set_seats(room, _moved_on(place), person, others, _peoples(place))
    return seen(room, person)


def _moved_on(place: Place) -> int:
    return (place.seat + 1) % len(place.seats)


def wanted(person: Person) -> list[tuple[str, Room]]:
    """The tables at which somebody has asked lately for a rematch with this person, each with the code of the game it
    follows.
    """
    mine, lately = Game.objects.filter(seats__in=seats_of(person).filter(declines=False)), timezone.now() - TOLD_FOR
    asked = WaitingRoom.objects.filter(follows__in=mine, game=None, opened_at__gt=lately).exclude(sits(person))
    rooms = list(asked.select_related("game", "follows").order_by("-pk"))
    found = zip(rooms, seen_all(rooms, person), strict=True)
    return [(row.follows.code, room) for row, room in found if row.follows is not None and room.open_seats]


def companions(person: Person) -> list[Companion]:
    """The people with whom this one has played, those of the latest games first; nobody who has left the house."""
    lately = seats_of(person).order_by("-game_id").values_list("game_id", flat=True)
    at_them = Seat.objects.filter(game_id__in=list(lately[:REACH])).exclude(user=None, guest=None)
    over = at_them.exclude(game__status=Status.PLAYING).select_related("game", "user", "guest")
    found: dict[Person, Companion] = {}
    for seat in over.order_by("-game_id", "number"):
        other, game = Person(user=seat.user, guest=seat.guest), seat.game
        if other != person and game.ended_at is not None:
            found.setdefault(other, Companion(other.name, game.code, game.key, game.options, game.ended_at))
    return list(found.values())[:MOST]


def _peoples(place: Place) -> list[int]:
    """Where people sat, or did, as places clockwise from this one."""
    others = (*place.seats[place.seat + 1 :], *place.seats[: place.seat])
    return [number for number, seat in enumerate(others, start=1) if not seat.level]

"""Rematches: a table that waits and follows a game.

There is one for each game, so whoever asks for it second sits down at the first one’s.
"""

from django.db import transaction
from django.db.models import Q

from accounts.people import Person, lock
from games.models import Game, WaitingRoom
from games.services import lobby
from games.services.rooms import Closed, Room, Why, first_open, locked, may_sit_down, put, seen, set_seats
from games.services.seating import seating_again
from games.services.tables import Place, sits


def again(*, place: Place) -> Room:
    """A rematch of this game: the first who asks opens the table, the others sit down at it, each a seat further than
    before, and so do its computer players. Asked again it is the same one. Raises Closed, TooManyGames, and
    BadOptions where the rules have changed.
    """
    game, person = place.game, place.person
    lobby.check(key=game.key, chosen=game.options)
    with transaction.atomic():
        lock(person)
        Game.objects.select_for_update().get(pk=game.pk)  # or two would open two
        room = WaitingRoom.objects.filter(follows=game).first()
        if room is not None and (shown := seen(room, person)).own is not None:
            return shown
        may_sit_down(person)
        number = (place.seat + 1) % len(place.seats)
        if room is None:
            room = WaitingRoom.objects.create(
                key=game.key, options=game.options, follows=game, clock=game.clock, onlookers=_allowed(game)
            )
            others = seating_again(key=game.key, seats=place.seats, own=place.seat)
            set_seats(room, number, person, others, _peoples(place))
            return seen(room, person)
        room = locked(Q(pk=room.pk))
        shown = seen(room, person)
        if shown.game or not shown.open_seats:  # the link may have lapsed: nobody needs it who has played there
            raise Closed(Why.BEGUN if shown.game else Why.FULL)
        put(room, number if shown.seats[number].is_open else first_open(shown), person)
        return seen(room, person)


def wanted(person: Person) -> list[tuple[str, Room]]:
    """The tables at which somebody waits for a rematch with this person, each with the code of the game it follows."""
    mine = Game.objects.filter(sits(person))
    rooms = WaitingRoom.objects.filter(follows__in=mine, game=None).exclude(sits(person)).select_related("follows")
    found = [(room.follows.code, seen(room, person)) for room in rooms.order_by("-pk") if room.follows is not None]
    return [(code, room) for code, room in found if room.open_seats]


def _peoples(place: Place) -> list[int]:
    """Where people sat, or did, as places clockwise from this one."""
    others = (*place.seats[place.seat + 1 :], *place.seats[: place.seat])
    return [number for number, seat in enumerate(others, start=1) if not seat.level]


def _allowed(game: Game) -> bool:
    """Whether others might look on at that game."""
    return WaitingRoom.objects.filter(game=game, onlookers=True).exists()

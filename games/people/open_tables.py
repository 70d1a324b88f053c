"""A person's open games and waiting rooms, and responses when no new game can be opened."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.people import Person
from games.people import rematches, rooms
from games.people.pages import RoomLine, rematch_line, room_line
from games.people.rooms import Room
from games.table import game_list, tables
from games.table.tables import Place


def open_lines(person: Person | None) -> list[game_list.ListedGame]:
    return [game_list.line(one) for one in tables.open_games(person)] if person is not None else []


def rematches_of(person: Person | None) -> list[RoomLine]:
    return [rematch_line(code, room) for code, room in rematches.wanted(person)] if person is not None else []


def inside(room: Room) -> HttpResponse:
    """Redirect to the room, or to its game once that has begun."""
    if room.game:
        return redirect("games:table", code=room.game)
    return redirect("games:room", room=room.code)


def set_up_anew(request: HttpRequest, place: Place) -> HttpResponse:
    """Redirect to the setup of a new game, because the rules no longer allow the options of this one."""
    messages.info(request, _("The rules have changed since that game. Set up another one here."))
    return redirect("games:setup", key=place.game.key)


def too_many(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the person's open games and waiting rooms. One of them must end before another game can be opened."""
    notice = _("You have many games open. Finish or give up one of them first.")
    waiting = [room_line(one) for one in rooms.rooms_of(person)]
    context = {"open": open_lines(person), "rooms": waiting, "notice": notice, "is_first": True}
    return render(request, "games/lobby/mine.html", context, status=429)

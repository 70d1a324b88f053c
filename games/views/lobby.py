"""The way to a table: the front page, a game at once, and another game in place of one."""

from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.people import Person, person_of, seat_someone
from games.presenters import lists, offers
from games.presenters.boards import BoardShown, board, day_words, played_on, unplayed, yesterday
from games.presenters.rooms import RoomLine, rematch_line, room_line, room_told
from games.services.boards import days, field
from games.services.counting import tallies
from games.services.people import lobby, rematches, rooms, setups
from games.services.people.links import Why
from games.services.people.rooms import Room
from games.services.table import tables
from games.services.table.tables import Place
from games.views.limited import limited, take
from games.views.previews import preview_of
from games.views.seated import seated

#: So many tables at which somebody waits the front page tells of; My games has all.
MOST_TOLD: Final = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    places = tables.open_places(person) if person is not None else []
    waiting = _waiting(places)
    moves = [place for place in places if tables.waits_for(place)]
    today = tallies.today()
    boards = boards_of(person, today)
    shown = {
        "waiting": waiting,
        "moves": len(moves),
        "elsewhere": [offers.elsewhere(tables.line_of(place)) for place in moves if place is not places[0]],
        "rooms": _rooms_told(person) if person is not None else [],
        "rematches": rematches_of(person),
        "fan": offers.FAN,
        "steps": offers.STEPS,
        "games": games_of(person),
        "boards": boards,
        "filled": unplayed(boards, lobby.usual_game(person)) if person is not None and waiting is None else "",
        "day": day_words(today),
        "ends_at": days.ends_at(today),
        "yesterday": _yesterday(person, today),
        "played_on": played_on(days.calendar(person=person)) if person is not None else "",
        "has_past_boards": days.first_day() < today,
        "preview": preview_of(request),
    }
    return render(request, "home.html", shown)


def _rooms_told(person: Person) -> list[RoomLine]:
    """The latest tables at which the person waits, but those that nobody can come to any more."""
    found = (one for one in rooms.rooms_of(person) if one.is_rematch or one.closed is not Why.LAPSED)
    return [room_told(one) for one in islice(found, MOST_TOLD)]


def rematches_of(person: Person | None) -> list[RoomLine]:
    return [rematch_line(code, room) for code, room in rematches.wanted(person)] if person is not None else []


def boards_of(person: Person | None, day: date) -> list[BoardShown]:
    """The boards of that day as somebody has them; raises NoSuchBoard."""
    return with_places(person, days.of_day(person=person, day=day))


def with_places(person: Person | None, lines: Collection[days.BoardLine]) -> list[BoardShown]:
    """With the person’s places among the others."""
    played = [line.attempt for line in lines if line.stand is days.Stand.PLAYED]
    found = field.standings(person=person, attempts=played) if person is not None and played else {}
    return [board(line, found.get(line.attempt)) for line in lines]


def _yesterday(person: Person | None, today: date) -> str:
    if person is None:
        return ""
    try:
        return yesterday(boards_of(person, today - timedelta(days=1)))
    except days.NoSuchBoard:
        return ""


def games_of(person: Person | None) -> tuple[offers.OfferedGame, ...]:
    keys = lobby.offered()
    return offers.offered_games(keys, setups.last(person=person, keys=keys))


def _waiting(places: Sequence[Place]) -> offers.WaitingTable | None:
    if not places:
        return None
    last, *others = places
    return offers.waiting_table(
        tables.line_of(last), tables.see(last), preferences=last.person.preferences, others=len(others)
    )


@require_POST
@limited("games")
def play_now(request: HttpRequest) -> HttpResponse:
    """Straight to a table with the usual options, as a guest where nobody is signed in.

    Whoever has a table open is asked first; the answer, `another`, names that table.
    """
    person, beside = seat_someone(request), request.POST.get("another")
    try:
        if beside is None:
            code = lobby.open_game(person=person, is_another=False)
        else:
            code = lobby.open_another(person=person, beside=beside)
    except lobby.TableOpen:
        waiting = _waiting(tables.open_places(person))  # nothing where the last game has ended meanwhile
        return render(request, "games/another.html", {"waiting": waiting}) if waiting is not None else redirect("home")
    except lobby.TooManyGames:
        return too_many(request, person)
    return redirect("games:table", code=code)


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def instead(request: HttpRequest, place: Place) -> HttpResponse:
    """A new game from a table: ask on GET what becomes of the one that goes on, give it up on POST. One that others go
    on with is left on a page of its own.
    """
    if request.method != "POST":
        asked = {"line": lists.line(tables.line_of(place)), "goes_on": place.goes_on_without}
        return render(request, "games/instead.html", asked)
    if place.goes_on_without:
        return redirect("games:abandon", code=place.code)
    are_together = not place.is_alone and tables.is_over(place)
    return moved_on(request, place, are_together=are_together, alone=lobby.open_instead)


def moved_on(request: HttpRequest, place: Place, *, are_together: bool, alone: Callable[..., str]) -> HttpResponse:
    """From a table to the next: to the room where all who sat there meet again, or one of the person’s own where the
    others go on without them; else to a game.
    """
    take(request, "games")
    try:
        if are_together:
            return _asked_in(request, rematches.rematch(place=place))
        code = alone(place=place)
    except lobby.TooManyGames:
        return too_many(request, seat_someone(request))
    except lobby.BadOptions:
        return set_up_anew(request, place)
    return _new_table(request, place, code)


def inside(room: Room) -> HttpResponse:
    """The way to the room, or to its game once that has begun."""
    if room.game:
        return redirect("games:table", code=room.game)
    return redirect("games:room", room=room.code)


def _asked_in(request: HttpRequest, room: Room) -> HttpResponse:
    if not room.is_rematch:
        messages.info(request, _("The others play again without you. This is another table: send them its link."))
    return inside(room)


def _new_table(request: HttpRequest, place: Place, code: str) -> HttpResponse:
    """To a game like one that is over; whoever has lost all company since is told why it is not a rematch."""
    if place.is_left:
        messages.info(
            request, _("None of the people you played with is here any more, so computer players sit with you.")
        )
    return redirect("games:table", code=code)


def set_up_anew(request: HttpRequest, place: Place) -> HttpResponse:
    """The way to a game like one of which the rules allow the options no more."""
    messages.info(request, _("The rules have changed since that game. Set up another one here."))
    return redirect("games:setup", key=place.game.key)


def open_lines(person: Person | None) -> list[lists.ListedGame]:
    return [lists.line(one) for one in tables.open_games(person)] if person is not None else []


def too_many(request: HttpRequest, person: Person) -> HttpResponse:
    """The person's open games and tables that wait, one of which has to end before another begins."""
    notice = _("You have many games open. Finish or give up one of them first.")
    waiting = [room_line(one) for one in rooms.rooms_of(person)]
    context = {"open": open_lines(person), "rooms": waiting, "notice": notice, "is_first": True}
    return render(request, "games/mine.html", context, status=429)

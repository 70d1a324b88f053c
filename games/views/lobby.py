"""The way to a table: the front page, a game at once, and another game in place of one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.people import Person, person_of, seat_someone
from games.presenters import lists, offers
from games.services import lobby, setups, tables
from games.services.tables import Place
from games.views.limited import limited, take
from games.views.seated import seated


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    shown = {
        "waiting": _waiting(person) if person is not None else None,
        "fan": offers.FAN,
        "steps": offers.STEPS,
        "games": games_of(person),
    }
    return render(request, "home.html", shown)


def games_of(person: Person | None) -> tuple[offers.OfferedGame, ...]:
    keys = lobby.offered()
    return offers.offered_games(keys, setups.last(person=person, keys=keys))


def _waiting(person: Person) -> offers.WaitingTable | None:
    places = tables.open_places(person)
    if not places:
        return None
    last, *others = places
    return offers.waiting_table(
        tables.line_of(last), tables.see(last), preferences=person.preferences, others=len(others)
    )


@require_POST
@limited("games")
def play_now(request: HttpRequest) -> HttpResponse:
    """Straight to a table with the usual options, as a guest where nobody is signed in.

    Whoever has a table open is asked first, and says `another` with the answer.
    """
    person = seat_someone(request)
    try:
        code = lobby.open_game(person=person, is_another="another" in request.POST)
    except lobby.TableOpen:
        return render(request, "games/another.html", {"waiting": _waiting(person)})
    except lobby.TooManyGames:
        return too_many(request, person)
    return redirect("games:table", code=code)


@seated
def instead(request: HttpRequest, place: Place) -> HttpResponse:
    """A new game from a table: ask on GET what becomes of the one that goes on, give it up on POST."""
    if request.method != "POST":
        return render(request, "games/instead.html", {"line": lists.line(tables.line_of(place))})
    take(request, "games")
    try:
        code = lobby.open_instead(place=place)
    except lobby.TooManyGames:
        return too_many(request, seat_someone(request))
    except lobby.BadOptions:
        return set_up_anew(request, place)
    return redirect("games:table", code=code)


def set_up_anew(request: HttpRequest, place: Place) -> HttpResponse:
    """The way to a game like one of which the rules allow the options no more."""
    messages.info(request, _("The rules have changed since that game. Set up another one here."))
    return redirect("games:setup", key=place.game.key)


def too_many(request: HttpRequest, person: Person) -> HttpResponse:
    """The person's open games, one of which has to end before another begins."""
    notice = _("You have many games open. Finish or give up one of them first.")
    games = [lists.line(one) for one in tables.open_games(person)]
    return render(request, "games/mine.html", {"open": games, "notice": notice, "is_first": True}, status=429)

"""Views of waiting rooms: join by a link, change seats and settings, start the game.

The functions at the end build responses that views of other features use too, such as `too_many`.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import profile
from accounts.forms import NameForm
from accounts.people import Person, person_again, person_of, seat_someone
from games.company import Clock
from games.people import joining, rematches, rooms
from games.people import pages as shown
from games.people.links import Closed, NotAllowed, Picture, preview_of
from games.people.rooms import Room
from games.table import game_list, opening
from games.table.guards import by_link, count_request, is_partial, limited, logged_out, person_or_404, seated
from games.table.tables import Place
from games.wording import game_name

RoomView = Callable[..., HttpResponse]


@require_safe
def companions(request: HttpRequest) -> HttpResponse:
    """List the people with whom the person has played, so that the person can invite them again."""
    person = person_of(request)
    found = rematches.companions(person) if person is not None else ()
    people = [(other, game, game_name(game.key, game.options)) for other, game in found]
    return render(request, "games/people/companions.html", {"people": people})


@require_POST
@seated
@limited("moves")
def decline(request: HttpRequest, place: Place) -> HttpResponse:
    """Decline a rematch, from the finished game or from the list of games."""
    rematches.decline(place=place)
    messages.info(
        request, _("The others see that you aren’t playing again. “Play again” still takes you to their table.")
    )
    return redirect("games:mine") if "listed" in request.POST else redirect("games:table", code=place.code)


# -- by the link -----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show an invitation. A POST takes a seat, as a guest if the visitor is not signed in."""
    person = person_again(request, link=invitation)
    form = NameForm(request.POST if request.method == "POST" else None, person=person)
    try:
        room = rooms.invited(person=person, token=invitation)
        if room.own is not None:
            return inside(room)
        is_named = person is not None and not person.is_guest
        may_sit_down = room.closed is None and (is_named or form.is_valid())
        if request.method == "POST" and may_sit_down:
            count_request(request, "games")
            person = seat_someone(request, link=invitation)
            joined = joining.join(person=person, token=invitation)
            profile.set_name(person=person, name=form.cleaned_data.get("name", "") if person.is_guest else "")
            return inside(joined)
    except Closed:
        room = rooms.invited(person=person, token=invitation)
    except opening.TooManyGames:
        return too_many(request, seat_someone(request))
    page = shown.invitation(room)
    refused = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    status = refused if room.closed is None or room.may_look_on else HTTPStatus.GONE
    context = {"page": page, "preview": preview_of(request, Picture.INVITED), "form": form, "token": invitation}
    return render(request, "games/people/room/invitation.html", context, status=status)


# -- in the room -----------------------------------------------------------------------------------------


def waiting(view: RoomView) -> RoomView:
    """Decorate a view to receive the person and the room's code; 404 for people without a seat in the room.

    Redirects to the room if the action is not allowed or the game has begun. Redirects to My games if the opener closed
    the room; redirects a poll also if the person's seat was freed. Reloads the page after a log-out in another window.
    """

    @wraps(view)
    def guarded(request: HttpRequest, room: str, *args: Any, **kwargs: Any) -> HttpResponse:
        reloaded = logged_out(request, request.path)
        if reloaded is not None:
            return reloaded
        person = person_or_404(request)
        try:
            return view(request, person, room, *args, **kwargs)
        except NotAllowed:
            messages.info(request, _("Only the table’s owner can do that."))
            return redirect("games:room", room=room)
        except rooms.HasBegun:
            return redirect("games:room", room=room)
        except rooms.NoSuchRoom:
            closed_by = joining.closed_by(person=person, code=room)
            if not closed_by and not is_partial(request):
                raise
            freed = _("You’re no longer at that table.")
            messages.info(request, _("%(name)s closed the table.") % {"name": closed_by} if closed_by else freed)
            onward = reverse("games:mine")
            return HttpResponse(headers={"HX-Redirect": onward}) if is_partial(request) else redirect(onward)

    return guarded


@require_safe
@waiting
def room(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Show the room; its page polls this view. Redirect to the table once the game has begun."""
    joining.give_sign(person=person, code=code)
    found = rooms.room_of(person=person, code=code)
    if found.game:
        table = reverse("games:table", args=(found.game,))
        return HttpResponse(headers={"HX-Redirect": table}) if is_partial(request) else redirect(table)
    link = request.build_absolute_uri(reverse("games:invitation", args=(found.token,))) if found.token else ""
    page = shown.room(found, link=link)
    template = "games/people/room/_again.html" if is_partial(request) else "games/people/room/page.html"
    response = render(request, template, {"page": page})
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@waiting
@limited("moves")
def swap(request: HttpRequest, person: Person, code: str, number: int) -> HttpResponse:
    """Swap seats. If the seat has been taken since the page was loaded, only the opener may swap."""
    try:
        joining.swap(person=person, code=code, number=number)
    except NotAllowed:
        words = _("Someone sits there now. Only the table’s owner can swap seats with them.")
        messages.info(request, words)
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("moves")
def send_away(request: HttpRequest, person: Person, code: str, number: int) -> HttpResponse:
    name = request.POST.get("name", "")
    if not joining.send_away(person=person, code=code, number=number, name=name):
        messages.info(request, _("%(name)s has moved to another seat. No seat was cleared.") % {"name": name})
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("shares")
def link(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Disable the link, or replace it if the form has `anew`. During the game, a message says that the link is off."""
    change = joining.renew_link if "anew" in request.POST else joining.take_link_back
    change(person=person, code=code)
    if rooms.room_of(person=person, code=code).game:
        messages.info(request, _("The link was turned off: no one can watch with it anymore."))
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("moves")
def onlookers(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Allow spectators if the form has `allowed`, else forbid them."""
    joining.let_look_on(person=person, code=code, allowed="allowed" in request.POST)
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("moves")
def clock(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Set the time limit per turn; a value that is not offered changes nothing."""
    chosen = request.POST.get("clock", "")
    if chosen in {str(one.value) for one in Clock}:
        joining.set_clock(person=person, code=code, clock=Clock(int(chosen)))
    return redirect("games:room", room=code)


@require_http_methods(["GET", "HEAD", "POST"])
@waiting
def leave(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Leave the room (POST); if the person is its opener, close the room. A GET asks the opener to confirm that."""
    if request.method == "POST":
        joining.leave(person=person, code=code)
        return redirect("games:mine")
    room = rooms.room_of(person=person, code=code)
    if not room.is_openers:
        return redirect("games:room", room=code)
    return render(request, "games/people/room/close.html", {"code": code, "cost": shown.cost_of_closing(room)})


@require_POST
@waiting
@limited("games")
def start(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    try:
        return redirect("games:table", code=joining.start(person=person, code=code))
    except opening.BadOptions:
        messages.info(request, _("The rules have changed since this table was opened. Open a new one here."))
        return redirect("games:new")


def inside(room: Room) -> HttpResponse:
    """Redirect to the room, or to its game once that has begun."""
    if room.game:
        return redirect("games:table", code=room.game)
    return redirect("games:room", room=room.code)


def redirect_to_setup(request: HttpRequest, place: Place) -> HttpResponse:
    """Redirect to the setup page, with a message that the rules no longer allow the options of this game."""
    messages.info(request, _("The rules have changed since that game. Set up a new one here."))
    return redirect("games:setup", key=place.game.key)


def too_many(request: HttpRequest, person: Person) -> HttpResponse:
    """Show the person's open games and rooms, with a notice that one must end before another can be opened."""
    notice = _("You have too many open games. Finish or give up one first.")
    waiting = [shown.room_line(one) for one in rooms.rooms_of(person)]
    context = {"open": game_list.open_games(person), "rooms": waiting, "notice": notice, "is_first": True}
    return render(request, "games/lobby/mine.html", context, status=429)

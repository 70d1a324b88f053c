"""Tables that wait for people: joined by a link, arranged by those who wait, begun by whoever opened them."""

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
from games.presenters import rooms as shown
from games.services.people import arranging, joining, lobby, rematches, rooms
from games.services.people.links import Closed, NotAllowed
from games.services.table.tables import Place
from games.views.limited import limited, take
from games.views.lobby import inside, too_many
from games.views.previews import Picture, preview_of
from games.views.seated import by_link, is_partial, logged_out, person_or_404, seated
from games.wording.names import game_name

RoomView = Callable[..., HttpResponse]


@require_safe
def companions(request: HttpRequest) -> HttpResponse:
    """Those whom somebody has played with, each to be asked again."""
    person = person_of(request)
    found = rematches.companions(person) if person is not None else ()
    return render(request, "games/people.html", {"people": [(one, game_name(one.key, one.options)) for one in found]})


@require_POST
@seated
@limited("moves")
def decline(request: HttpRequest, place: Place) -> HttpResponse:
    """Say no to a rematch, from the finished game or from the list of games."""
    rematches.decline(place=place)
    messages.info(
        request, _("Whoever waits reads that you do not play again. “Play again” still leads to their table.")
    )
    return redirect("games:mine") if "listed" in request.POST else redirect("games:table", code=place.code)


# -- by the link -----------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """What somebody is asked to; a POST sits down, as a guest where nobody is signed in."""
    person = person_again(request, link=invitation)
    form = NameForm(request.POST if request.method == "POST" else None, person=person)
    try:
        room = rooms.invited(person=person, token=invitation)
        if room.own is not None:
            return inside(room)
        is_named = person is not None and not person.is_guest
        may_sit_down = room.closed is None and (is_named or form.is_valid())
        if request.method == "POST" and may_sit_down:
            take(request, "games")
            person = seat_someone(request, link=invitation)
            joined = joining.join(person=person, token=invitation)
            profile.call(person=person, name=form.cleaned_data.get("name", "") if person.is_guest else "")
            return inside(joined)
    except Closed:
        room = rooms.invited(person=person, token=invitation)
    except lobby.TooManyGames:
        return too_many(request, seat_someone(request))
    page = shown.invitation(room)
    refused = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    status = refused if room.closed is None or room.may_look_on else HTTPStatus.GONE
    context = {"page": page, "preview": preview_of(request, Picture.INVITED), "form": form, "token": invitation}
    return render(request, "games/room/invitation.html", context, status=status)


# -- of those who wait -----------------------------------------------------------------------------------


def waiting(view: RoomView) -> RoomView:
    """Call `view(request, person, code, ...)` for a person who waits in the room; answer 404 to all others.

    A person who may not do it, or comes too late, is led to the room. One whose room was closed or whose seat was
    freed reads so. A page left open through a log-out elsewhere is led to the log-in.
    """

    @wraps(view)
    def guarded(request: HttpRequest, room: str, *args: Any, **kwargs: Any) -> HttpResponse:
        anew = logged_out(request, request.path)
        if anew is not None:
            return anew
        person = person_or_404(request)
        try:
            return view(request, person, room, *args, **kwargs)
        except NotAllowed:
            messages.info(request, _("Only whoever opened the table can do that."))
            return redirect("games:room", room=room)
        except rooms.HasBegun:
            return redirect("games:room", room=room)
        except rooms.NoSuchRoom:
            closed_by = joining.closed_by(person=person, code=room)
            if not closed_by and not is_partial(request):
                raise
            freed = _("You are no longer waiting at that table.")
            messages.info(request, _("%(name)s closed the table.") % {"name": closed_by} if closed_by else freed)
            onward = reverse("games:mine")
            return HttpResponse(headers={"HX-Redirect": onward}) if is_partial(request) else redirect(onward)

    return guarded


@require_safe
@waiting
def room(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """The room, which looks again by itself; once the game has begun, the way to its table."""
    joining.give_sign(person=person, code=code)
    found = rooms.room_of(person=person, code=code)
    if found.game:
        table = reverse("games:table", args=(found.game,))
        return HttpResponse(headers={"HX-Redirect": table}) if is_partial(request) else redirect(table)
    link = request.build_absolute_uri(reverse("games:invitation", args=(found.token,))) if found.token else ""
    page = shown.room(found, link=link)
    template = "games/room/_again.html" if is_partial(request) else "games/room/page.html"
    response = render(request, template, {"page": page})
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@waiting
@limited("moves")
def swap(request: HttpRequest, person: Person, code: str, number: int) -> HttpResponse:
    """Whoever did not open the table is offered open seats alone, and may find that another was quicker."""
    try:
        arranging.swap(person=person, code=code, number=number)
    except NotAllowed:
        words = _("Somebody sits there by now. Only whoever opened the table can change places with them.")
        messages.info(request, words)
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("moves")
def send_away(request: HttpRequest, person: Person, code: str, number: int) -> HttpResponse:
    name = request.POST.get("name", "")
    if not arranging.send_away(person=person, code=code, number=number, name=name):
        messages.info(request, _("%(name)s sits elsewhere by now. No seat was freed.") % {"name": name})
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("shares")
def link(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Take the link back, or (with `anew`) have another one. Of a game that has begun its table tells of it."""
    change = arranging.renew_link if "anew" in request.POST else arranging.take_link_back
    change(person=person, code=code)
    if rooms.room_of(person=person, code=code).game:
        messages.info(request, _("The link was taken back: nobody can look on with it any more."))
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("moves")
def onlookers(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Let others look on by the link, or (without `allowed`) nobody."""
    arranging.let_look_on(person=person, code=code, allowed="allowed" in request.POST)
    return redirect("games:room", room=code)


@require_POST
@waiting
@limited("moves")
def clock(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """How long a decision may take; anything that is not offered leaves it as it is."""
    chosen = request.POST.get("clock", "")
    if chosen in {str(one.value) for one in rooms.Clock}:
        arranging.set_clock(person=person, code=code, clock=rooms.Clock(int(chosen)))
    return redirect("games:room", room=code)


@require_http_methods(["GET", "HEAD", "POST"])
@waiting
def leave(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    """Stand up, or close the table; on GET the opener is asked first."""
    if request.method == "POST":
        joining.leave(person=person, code=code)
        return redirect("games:mine")
    room = rooms.room_of(person=person, code=code)
    if not room.is_openers:
        return redirect("games:room", room=code)
    return render(request, "games/room/close.html", {"code": code, "cost": shown.cost_of_closing(room)})


@require_POST
@waiting
@limited("games")
def start(request: HttpRequest, person: Person, code: str) -> HttpResponse:
    try:
        return redirect("games:table", code=joining.start(person=person, code=code))
    except lobby.BadOptions:
        messages.info(request, _("The rules have changed since this table was opened. Open another one here."))
        return redirect("games:new")

"""Views of waiting rooms (join by a link, change seats and settings, start the game), and of tables for spectators.

No view for spectators accepts a POST, creates a guest, writes statistics or makes a bot act. Search engines are told
not to index the pages. Views of other features use `inside`, `redirect_to_setup` and `too_many`, too.
"""

from asyncio import to_thread
from collections.abc import AsyncIterator, Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts import limits, profile
from accounts.forms import NameForm
from accounts.limits import Lease
from accounts.people import Person, person_again, person_of, seat_someone
from games.company import Clock
from games.people import joining, onlooking, rooms
from games.people import pages as shown
from games.people.onlooking import RenderedMoment, Watched
from games.people.rooms import Closed, NoSuchRoom, NotAllowed, Room
from games.snapshot import Status
from games.table import game_list, opening
from games.table.guards import by_link, count_request, is_partial, limited, logged_out, person_or_404, seated
from games.table.live import HUB, Watch
from games.table.stream import HERE, counted, event, renewed, streamed
from games.table.tables import Place
from games.wording import game_name

#: Name of the limit on spectators of a table; each stream takes one lease.
ONLOOKERS: Final = "onlookers"
#: Seconds between keep-alive events on a quiet stream.
PING: Final = 15.0
#: HTTP status that tells htmx to stop polling.
ENOUGH: Final = 286
RoomView = Callable[..., HttpResponse]


@require_safe
def companions(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    found = rooms.companions(person) if person is not None else ()
    people = [(other, game, game_name(game.key, game.options)) for other, game in found]
    return render(request, "games/people/companions.html", {"people": people})


@require_POST
@seated
@limited("moves")
def decline(request: HttpRequest, place: Place) -> HttpResponse:
    joining.decline(place=place)
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
    refused = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    status = refused if room.closed is None or room.may_look_on else HTTPStatus.GONE
    context = {"page": shown.invitation(room), "form": form, "token": invitation}
    context["preview"] = shown.preview_of(request, "invited")
    return render(request, "games/people/room/invitation.html", context, status=status)


# -- in the room -----------------------------------------------------------------------------------------


def waiting(view: RoomView) -> RoomView:
    """Decorate a view to receive the person and the room's code; 404 for people without a seat in an open room.

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
        except NoSuchRoom:
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
        messages.info(request, _("Someone sits there now. Only the table’s owner can swap seats with them."))
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
    joining.change_link(person=person, code=code, is_renewed="anew" in request.POST)
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


# -- responses for views of other features ---------------------------------------------------------------


def inside(room: Room) -> HttpResponse:
    if room.game:
        return redirect("games:table", code=room.game)
    return redirect("games:room", room=room.code)


def redirect_to_setup(request: HttpRequest, place: Place) -> HttpResponse:
    """Redirect to the setup page, with a message that the rules no longer allow the options of this game."""
    messages.info(request, _("The rules have changed since that game. Set up a new one here."))
    return redirect("games:setup", key=place.game.key)


def too_many(request: HttpRequest, person: Person) -> HttpResponse:
    notice = _("You have too many open games. Finish or give up one first.")
    waiting = [shown.room_line(one) for one in rooms.rooms_of(person)]
    context = {"open": game_list.open_games(person), "rooms": waiting, "notice": notice, "is_first": True}
    return render(request, "games/lobby/mine.html", context, status=429)


# -- spectators ------------------------------------------------------------------------------------------


@require_safe
@by_link
def look(request: HttpRequest, invitation: str) -> HttpResponse:
    room = rooms.invited(person=person_of(request), token=invitation)
    if room.own is not None:
        return inside(room)
    if not room.may_look_on:
        return redirect("games:invitation", invitation=invitation)
    if not room.game:
        return _later(request, room, _("Every seat is taken. The game hasn’t started yet."), seconds=5)
    game = onlooking.watched_game(token=invitation)
    _version, status = onlooking.progress_of(game)
    if status != Status.PLAYING and not is_partial(request):
        return redirect("games:shared", token=invitation)
    if not is_partial(request) and _is_full(game):
        sentence = _("There’s no room for another spectator right now. Someone may leave soon.")
        return _later(request, room, sentence, seconds=20, status=HTTPStatus.TOO_MANY_REQUESTS)
    now = onlooking.rendered_moments(game, request.LANGUAGE_CODE)[-1]
    if is_partial(request):
        return HttpResponse(now.html)
    context = {"title": game_name(room.key, room.options), "token": invitation, "now": now}
    return render(request, "games/people/onlooker/page.html", context)


def _later(request: HttpRequest, room: Room, sentence: str, *, seconds: int, status: int = 200) -> HttpResponse:
    """Return a page that says why the table cannot be watched yet, and reloads itself after that time."""
    title = game_name(room.key, room.options)
    page = {"title": title, "sentence": sentence, "waiting": shown.waiting_names(room), "retry_after": seconds}
    response = render(request, "games/people/onlooker/later.html", {"page": page}, status=status)
    response["Retry-After"] = str(seconds)
    return response


def _is_full(game: Watched) -> bool:
    many = limits.limit_of(settings.LIMITS[ONLOOKERS]).many
    return settings.LIMITS_APPLY and limits.leased(name=ONLOOKERS, client=game.code) >= many


@require_safe
@seated
def number(request: HttpRequest, place: Place) -> HttpResponse:
    """Return the number of spectators for a player's page; stop its polling if the game has no valid link.

    With `?link`, return instead a sentence on who may watch, with a button if this player can disable the link.
    """
    if "link" in request.GET:
        link = shown.link_of_game(rooms.room_of_game(person=place.person, code=place.code))
        return render(request, "games/people/onlooker/_link.html", {"link": link})
    if not onlooking.is_watchable(code=place.code):
        return HttpResponse(status=ENOUGH)
    many = limits.leased(name=ONLOOKERS, client=place.code)
    return HttpResponse(render_to_string("games/people/onlooker/_number.html", {"many": many}).strip())


# -- the stream of spectators ----------------------------------------------------------------------------


@require_GET
@by_link
def stream(request: HttpRequest, invitation: str) -> HttpResponseBase:
    """Stream the table to a spectator. Last-Event-ID, or else `v`, has the mark of the moment on the page."""
    game, leases = _leased(request, invitation)
    shown_at = request.headers.get("Last-Event-ID") or request.GET.get("v", "")
    return streamed(request, _events(game, leases, request.LANGUAGE_CODE, shown_at))


def _leased(request: HttpRequest, invitation: str) -> tuple[Watched, tuple[Lease, ...]]:
    """Return the game with two leases: one counts the visitor's streams, one the table's spectators.

    Raises NoSuchRoom or LimitReached. Releases the database connection, which the stream does not need.
    """
    try:
        game, person = onlooking.watched_game(token=invitation), person_of(request)
        own = limits.lease(name="looks", client=person.mark if person is not None else limits.address(request))
        try:
            taken = limits.leased(name=ONLOOKERS, client=game.code)
            return game, (own, limits.lease(name=ONLOOKERS, client=game.code, first=taken))
        except limits.LimitReached:
            own.release()
            raise
    finally:
        close_old_connections()


async def _events(game: Watched, leases: tuple[Lease, ...], language: str, shown_at: str) -> AsyncIterator[bytes]:
    looks = onlooking.looks_at(game, language)
    async with counted(*leases), HUB.watching(game.code) as watch:
        yield b"retry: 1000\n\n"
        while True:
            watch.clear()
            try:
                drawn = await looks.look(lambda: _look(game, language))
            except NoSuchRoom:
                return
            is_due = any(lease.is_due for lease in leases)
            if is_due and not await to_thread(renewed, *leases):
                return  # the page reconnects by itself and takes new leases
            if fresh := _fresh(drawn, shown_at):
                shown_at = fresh[-1].mark
                yield b"".join(event(one.html, one.mark) for one in fresh)
            if not await _is_woken(watch, shown_at):
                yield HERE


def _look(game: Watched, language: str) -> tuple[RenderedMoment, ...]:
    try:
        return onlooking.rendered_moments(game, language)
    finally:
        close_old_connections()


def _fresh(drawn: tuple[RenderedMoment, ...], shown_at: str) -> tuple[RenderedMoment, ...]:
    """Return the moments newer than the mark `shown_at`; only the last moment if none with that mark is cached."""
    known = [place for place, one in enumerate(drawn) if one.mark == shown_at]
    return drawn[known[-1] + 1 :] if known else drawn[-1:]


async def _is_woken(watch: Watch, shown_at: str) -> bool:
    """Wait until the game may differ from the mark `shown_at`. Return False after `PING` seconds without a notice."""
    while await watch.wait(PING):
        if watch.notice is None or watch.notice.mark != shown_at:
            return True
        watch.clear()
    return False

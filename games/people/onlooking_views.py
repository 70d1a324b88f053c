"""Views for spectators with the link of a table: page and stream. For players: the number of spectators.

No view here accepts a POST, creates a guest, writes statistics or makes a bot act. Search engines are told not to index
the pages.
"""

from asyncio import to_thread
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_safe

from accounts import limits
from accounts.limits import Lease
from accounts.people import person_of
from games.people import onlooking, rooms
from games.people import pages as shown
from games.people.onlooking import Watched
from games.people.rooms import NoSuchRoom
from games.people.views import inside
from games.snapshot import Status
from games.table.guards import by_link, is_partial, seated
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


@require_safe
@by_link
def look(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show the table to a spectator, or what a person with the link can see instead."""
    room = rooms.invited(person=person_of(request), token=invitation)
    if room.own is not None:
        return inside(room)
    if not room.may_look_on:
        return redirect("games:invitation", invitation=invitation)
    if not room.game:
        return _later(request, shown.yet_to_begin(room))
    game = onlooking.watched_game(token=invitation)
    _version, status = onlooking.progress_of(game)
    if status != Status.PLAYING and not is_partial(request):
        return redirect("games:shared", token=invitation)
    if not is_partial(request) and _is_full(game):
        return _later(request, shown.no_room_to_look_on(room), status=HTTPStatus.TOO_MANY_REQUESTS)
    now = onlooking.rendered_moments(game, request.LANGUAGE_CODE)[-1]
    if is_partial(request):
        return HttpResponse(now.html)
    context = {"title": game_name(room.key, room.options), "token": invitation, "now": now}
    return render(request, "games/people/onlooker/page.html", context)


def _later(request: HttpRequest, page: shown.LaterShown, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    """Return a page that says why the table cannot be watched yet, and reloads itself."""
    response = render(request, "games/people/onlooker/later.html", {"page": page}, status=status)
    response["Retry-After"] = str(page.retry_after)
    return response


def _is_full(game: Watched) -> bool:
    many = limits.limit_of(settings.LIMITS[ONLOOKERS]).many
    return settings.LIMITS_APPLY and limits.leased(name=ONLOOKERS, client=game.code) >= many


@require_safe
@seated
def number(request: HttpRequest, place: Place) -> HttpResponse:
    """Return the number of spectators for a player's page; stop its polling if the game may not be watched.

    With `?link`, return instead a sentence on who may watch, with a button if this player can disable the link.
    """
    if "link" in request.GET:
        link = shown.link_of_game(rooms.room_of_game(person=place.person, code=place.code))
        return render(request, "games/people/onlooker/_link.html", {"link": link})
    if not onlooking.is_watchable(code=place.code):
        return HttpResponse(status=ENOUGH)
    many = limits.leased(name=ONLOOKERS, client=place.code)
    return HttpResponse(render_to_string("games/people/onlooker/_number.html", {"many": many}).strip())


# -- the stream ------------------------------------------------------------------------------------------


@require_GET
@by_link
def stream(request: HttpRequest, invitation: str) -> HttpResponseBase:
    """Stream the table to a spectator. Last-Event-ID, or else `v`, has the mark of the moment on the page."""
    game, leases = _game(request, invitation)
    shown_at = request.headers.get("Last-Event-ID") or request.GET.get("v", "")
    return streamed(request, _events(game, leases, request.LANGUAGE_CODE, shown_at))


def _game(request: HttpRequest, invitation: str) -> tuple[Watched, tuple[Lease, ...]]:
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
                yield b"".join(event(one.mark, one.html) for one in fresh)
            if not await _is_woken(watch, shown_at):
                yield HERE


def _look(game: Watched, language: str) -> tuple[onlooking.RenderedMoment, ...]:
    try:
        return onlooking.rendered_moments(game, language)
    finally:
        close_old_connections()


def _fresh(drawn: tuple[onlooking.RenderedMoment, ...], shown_at: str) -> tuple[onlooking.RenderedMoment, ...]:
    """Return the moments newer than the mark `shown_at`; only the last moment if none with that mark is cached."""
    if drawn[-1].mark == shown_at:
        return ()
    known = [place for place, one in enumerate(drawn) if one.mark == shown_at]
    return drawn[known[0] + 1 :] if known else drawn[-1:]


async def _is_woken(watch: Watch, shown_at: str) -> bool:
    """Wait until the game may differ from the mark `shown_at`. Return False after `PING` seconds without a notice."""
    while await watch.wait(PING):
        if watch.notice is None or watch.notice.mark != shown_at:
            return True
        watch.clear()
    return False

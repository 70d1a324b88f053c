"""The event stream of one seat: its partial after each change of the table, compressed as one stream.

Phrases are a separate event and do not redraw the table. An event's id is the version: a browser that reconnects sends
the last one it got and receives the newer steps one by one, so every computer player's card is seen to fall.

A lone player's own action is shown by the answer to it, so the stream does not send it while a computer player owes a
reply. It then looks once a second and makes a late reply itself. On the person's turn it sleeps until it is woken. With
several people at the table each look also stores a heartbeat and shows who is away.
"""

import asyncio
import logging
import zlib
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.views.decorators.http import require_GET

from accounts import limits
from accounts.limits import Lease
from accounts.people import Person, look_again, person_of
from games import metrics
from games.company import ASKS, WITH, Company
from games.table import play, tables
from games.table.company import talk_at
from games.table.forms import LARGEST_VERSION, number_in
from games.table.guards import place_or_404
from games.table.live import HUB, TABLE, WORDS, Watch, mark
from games.table.showing import partial, talk
from games.table.tables import Place

#: Seconds between looks while a computer player is to act, between looks with several people, between keep-alives.
LOOK, LOOK_ROUND, PING = 1.0, 5.0, 15.0
#: Keep-alive event. A page reconnects after a long time without any event.
HERE: Final = b"event: here\ndata: .\n\n"
logger = logging.getLogger(__name__)


class _Gone(Exception):
    """The session has ended, or the person has no seat here any more."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page has shown: a moment of the game, as `live.mark` names it, and the number of phrases."""

    mark: str
    said: int


@require_GET
def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream the seat's events; 404 without a seat. `v` or the browser's Last-Event-ID is the version already shown."""
    place, lease = _place(request, code)
    since = request.headers.get("Last-Event-ID") or request.GET.get("v", "")
    return streamed(request, _events(request, place, lease, _Shown(since, _number(request.GET.get("said", "")))))


def _place(request: HttpRequest, code: str) -> tuple[Place, Lease]:
    """Return the person's place, and a lease on one of the few streams a person may have open.

    Closes the database connection: an open page would otherwise hold one of the pool for hours.
    """
    try:
        place = place_or_404(request, code)
        return place, limits.lease(name="streams", who=cast(Person, person_of(request)).mark)
    finally:
        close_old_connections()


async def _events(request: HttpRequest, place: Place, lease: Lease, shown: _Shown) -> AsyncIterator[bytes]:
    late, told_at = False, monotonic()
    async with counted(lease), HUB.watching(place.code) as watch:
        yield b"retry: 1000\n\n"
        while True:
            watch.clear()
            try:
                waiting, shown, news = await to_thread(_look, request, place, shown, late=late)
            except _Gone:
                return
            if lease.is_due and not await to_thread(renewed, lease):
                return  # the page reconnects by itself and takes a new lease
            if news:
                told_at = monotonic()
                yield news
            late = not await _worth_a_look(watch, shown, waiting, is_alone=place.is_alone)
            if late and not (waiting and monotonic() - told_at < PING):
                told_at = monotonic()
                yield HERE


async def _worth_a_look(watch: Watch, shown: _Shown, waiting: bool, *, is_alone: bool) -> bool:
    """Wait until there is something new to show; return False if it is time to look anyway.

    For a lone player nothing is new while a computer player owes an action.
    """
    seen = replace(shown, mark=shown.mark.partition(WITH)[0])
    while await watch.wait(LOOK if waiting else PING if is_alone else LOOK_ROUND):
        notice = watch.notice
        is_asked = notice is not None and (notice.asked_at or ASKS in shown.mark)
        if notice is None or is_asked:
            return True
        if not ((notice.is_owed and is_alone) or _Shown(notice.mark, notice.said) == seen):
            return True
        watch.clear()
        waiting = notice.is_owed
    return False


def _check(request: HttpRequest, place: Place) -> None:
    """Raise _Gone if the session has ended."""
    if not look_again(request, among=tables.people_at(place.seats)):
        raise _Gone


def _look(request: HttpRequest, place: Place, shown: _Shown, *, late: bool) -> tuple[bool, _Shown, bytes]:
    """Return whether a computer player owes an action, what the page will have shown, and the events to send.

    The events are the partials of all steps new to this page, and the phrases. For a lone player no step is sent while
    an action is owed, unless it is `late`. Raises _Gone if session or game no longer exist.

    Runs in a thread of its own and closes its connections: an idle stream holds none.
    """
    try:
        translation.activate(request.LANGUAGE_CODE)  # the middleware activated it in another thread
        seats = tables.seats_at(place.code)
        place = replace(place, seats=seats, game=seats[0].game)
        _check(request, place)  # first: an ended session must not store a heartbeat
        play.give_sign(place=place)
        if place.is_overdue and play.rescue(code=place.code):
            place.game.refresh_from_db()
        is_owed = place.game.bot_due_at is not None
        held_back = is_owed and place.is_alone and not late
        has_all = place.is_alone or place.game.said == shown.said
        at = _moment(place.game.version, place.game.status, tables.company(place))
        has_seen = held_back or at == shown.mark
        if has_all and has_seen:
            return is_owed, shown, b""
        news = b"" if has_all else words(talk(talk_at(place)))
        shown = replace(shown, said=place.game.said)
        if has_seen:
            return is_owed, shown, news
        steps = tables.steps(place, _number(shown.mark))
        drawn = [(_moment(one.version, one.status, one.company), partial(request, one)) for one in steps]
        news += b"".join(event(at, html) for at, html in drawn)
        return steps[-1].computer_acts, replace(shown, mark=drawn[-1][0]), news
    except (ObjectDoesNotExist, tables.NotSeated) as gone:
        raise _Gone from gone
    finally:
        translation.deactivate()
        close_old_connections()


def _moment(version: int, status: str, company: Company | None) -> str:
    """Return what a page shows, the game and its people, as one word: the event's id."""
    return Company.beside(mark(version, status), company)


def _number(shown: str) -> int:
    """Return the version in a page's mark. If it is malformed, the largest one, which gets the current table only."""
    number = number_in(shown.partition(WITH)[0].partition("-")[0])
    return LARGEST_VERSION if number is None else number


def streamed(request: HttpRequest, events: AsyncIterator[bytes]) -> StreamingHttpResponse:
    """Return the response, with headers against caching and buffering on the way."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = StreamingHttpResponse(
        _gzipped(events) if packed else events, content_type="text/event-stream; charset=utf-8"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    answer["Content-Encoding"] = "gzip" if packed else "identity"
    return answer


def event(at: str, html: str) -> bytes:
    """Return the event of a table; `at` is the moment it shows."""
    return _event(f"event: {TABLE}", f"id: {at}", html=html)


def words(html: str) -> bytes:
    """Return the event of the phrases said. It has no id, since a page that reconnects names the table it has shown."""
    return _event(f"event: {WORDS}", html=html)


def _event(*head: str, html: str) -> bytes:
    lines = filter(None, map(str.strip, html.splitlines()))
    return "\n".join([*head, *(f"data: {line}" for line in lines), "", ""]).encode()


@asynccontextmanager
async def counted(*leases: Lease) -> AsyncIterator[None]:
    """Count the stream in the metrics, and release the leases at its end.

    Another thread releases them: a stream ends by cancellation and must not wait then.
    """
    metrics.STREAMS.inc()
    try:
        yield
    finally:
        metrics.STREAMS.dec()
        with suppress(RuntimeError):  # the server is stopping
            asyncio.get_running_loop().run_in_executor(None, _release, leases)


def renewed(*leases: Lease) -> bool:
    """Renew the leases; return whether all are still held. Runs in a thread of its own and closes its connection."""
    try:
        return all(lease.renew() for lease in leases)
    finally:
        close_old_connections()


def _release(leases: tuple[Lease, ...]) -> None:
    try:
        for lease in leases:
            lease.release()
    except DatabaseError:
        logger.warning("A stream could not be released; it lapses by itself.")
    finally:
        close_old_connections()


async def _gzipped(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Compress as one stream, flushed at each event: a partial that resembles the last one costs little."""
    press = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for one in events:
        yield press.compress(one) + press.flush(zlib.Z_SYNC_FLUSH)

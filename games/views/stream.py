"""The event stream of one seat: its own partial whenever the table has changed, compressed as one stream.

An event's id is the version, so a browser that comes back names what it has seen and is sent what is newer, step
by step: every computer player's card is seen to fall. A person's own action is shown by the answer to it, so it is
not sent while a computer player owes the next. The stream then looks once a second and makes the action
itself when it is late; on the person's turn it sleeps until it is woken.
"""

import asyncio
import logging
import re
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final, cast

from asgiref.sync import sync_to_async
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from accounts import limits
from accounts.limits import Lease
from accounts.people import Person, look_again, person_of
from games import metrics
from games.forms import LARGEST_VERSION
from games.live import HUB, TABLE, Watch, mark
from games.services import play, tables
from games.services.tables import Place
from games.views.seated import place_or_404
from games.views.showing import partial

#: Seconds between looks while a computer player owes an action, and between signs of life.
LOOK, PING = 1.0, 15.0

#: A break in a partial, with empty lines and the room before the next; and what stands for it in an event.
_BREAKS: Final = re.compile(r"\s*[\r\n]+\s*")
_DATA: Final = "\ndata: "

logger = logging.getLogger(__name__)


class _Gone(Exception):
    """Nobody sits here any more who could be shown the table."""


def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """GET only; 404 for a stranger. `v` or the browser's Last-Event-ID is the version already shown."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    place, lease = _place(request, code)
    events = _events(request, place, lease, request.headers.get("Last-Event-ID") or request.GET.get("v", ""))
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = StreamingHttpResponse(
        _gzipped(events) if packed else events, content_type="text/event-stream; charset=utf-8"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    answer["Content-Encoding"] = "gzip" if packed else "identity"
    return answer


def _place(request: HttpRequest, code: str) -> tuple[Place, Lease]:
    """The guard, and one of the few streams that somebody may have open. The connection is given back here: else it
    would be kept until the stream has ended, and a page that is only open would hold one of the pool for hours."""
    try:
        place = place_or_404(request, code)
        return place, limits.lease(name="streams", who=cast(Person, person_of(request)).mark)
    finally:
        close_old_connections()


async def _events(request: HttpRequest, place: Place, lease: Lease, shown: str) -> AsyncIterator[bytes]:
    late = False
    async with _counted(lease), HUB.watching(place.code) as watch:
        yield b"retry: 1000\n\n"
        while True:
            watch.clear()
            look = sync_to_async(_look, thread_sensitive=False)
            try:
                waiting, steps = await look(request, place, shown, late=late)
            except _Gone:
                return
            if lease.is_due and not await sync_to_async(_renew, thread_sensitive=False)(lease):
                return  # the page comes back by itself, and is counted anew
            if steps:
                shown = steps[-1][0]
                yield b"".join(_event(at, html) for at, html in steps)
            late = not await _worth_a_look(watch, shown, waiting)
            if late and not waiting:
                yield b": here\n\n"


async def _worth_a_look(watch: Watch, shown: str, waiting: bool) -> bool:
    """Until there is something new to show; False where it is time to look all the same. While a computer player owes
    an action there is nothing: the answer to the person's own action shows that already.
    """
    while await watch.wait(LOOK if waiting else PING):
        notice = watch.notice
        if notice is None or not (notice.is_owed or notice.mark == shown):
            return True
        watch.clear()
        waiting = notice.is_owed
    return False


@asynccontextmanager
async def _counted(lease: Lease) -> AsyncIterator[None]:
    """Released by a thread that nobody waits for: a stream ends by being cancelled, and may not wait then."""
    metrics.STREAMS.inc()
    try:
        yield
    finally:
        metrics.STREAMS.dec()
        with suppress(RuntimeError):  # the server is stopping
            asyncio.get_running_loop().run_in_executor(None, _release, lease)


def _release(lease: Lease) -> None:
    try:
        lease.release()
    except DatabaseError:
        logger.warning("A stream could not be released; it lapses by itself.")
    finally:
        close_old_connections()


def _renew(lease: Lease) -> bool:
    try:
        return lease.renew()
    finally:
        close_old_connections()


def _look(request: HttpRequest, place: Place, shown: str, *, late: bool) -> tuple[bool, list[tuple[str, str]]]:
    """Whether a computer player owes an action, and each step that is new to this page with its partial.

    While one is owed nothing is sent, unless it is `late`: the answer to the person's own action shows that already.

    Runs in a thread of its own with connections of its own, given back at once: a stream holds none. Raises _Gone where
    session or game have gone since.
    """
    try:
        translation.activate(request.LANGUAGE_CODE)  # what the middleware activated holds in another thread
        place = replace(place, seats=(seats := tables.seats_at(place.code)), game=seats[0].game)
        if place.is_overdue and play.rescue(code=place.code):
            place.game.refresh_from_db()
        is_owed = place.game.bot_due_at is not None
        if mark(place.game.version, place.game.status) == shown or (is_owed and not late):
            return is_owed, []
        if not look_again(request, among=tables.people_at(place.seats)):
            raise _Gone
        steps = tables.steps(place, _version(shown))
        return steps[-1].computer_acts, [(mark(one.version, one.status), partial(request, one)) for one in steps]
    except (ObjectDoesNotExist, tables.NotSeated) as gone:
        raise _Gone from gone
    finally:
        translation.deactivate()
        close_old_connections()


def _version(shown: str) -> int:
    """The version a page says it shows; one that says nothing sensible is sent the table as it is."""
    number = shown.partition("-")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else LARGEST_VERSION


def _event(at: str, html: str) -> bytes:
    return f"event: {TABLE}\nid: {at}\ndata: {_BREAKS.sub(_DATA, html.strip())}\n\n".encode()


async def _gzipped(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """One compressed stream, flushed at each event: a partial that resembles the last one costs little."""
    press = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for event in events:
        yield press.compress(event) + press.flush(zlib.Z_SYNC_FLUSH)

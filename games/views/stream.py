"""The event stream of one seat: its own partial whenever the table has changed, compressed as one stream.

An event's id is the version, so a browser that comes back names what it has seen and is sent what is newer.
While a computer player owes an action nothing is sent for a moment: the person's own answer shows the table
already, and the action that follows brings the next. The stream then looks once a second and makes the action
itself when it is late; on the person's turn it sleeps until it is woken.
"""

import asyncio
import zlib
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from accounts.people import person_of
from games.live import HUB, TABLE
from games.services import play, tables
from games.services.seen import Status
from games.services.tables import Place
from games.views.seated import place_or_404
from games.views.showing import partial

#: Seconds between looks while a computer player owes an action, and between signs of life.
LOOK, PING = 1.0, 15.0


async def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """GET only; 404 for a stranger. `v` or the browser's Last-Event-ID is the version already shown."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    place = await sync_to_async(_place)(request, code)
    events = _events(request, place, request.headers.get("Last-Event-ID") or request.GET.get("v", ""))
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = StreamingHttpResponse(
        _gzipped(events) if packed else events, content_type="text/event-stream; charset=utf-8"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    answer["Content-Encoding"] = "gzip" if packed else "identity"
    return answer


def _place(request: HttpRequest, code: str) -> Place:
    """The guard. Its connection is given back here: Django would keep it until the stream has ended, and a page
    that is only open would hold one of the pool for hours."""
    try:
        return place_or_404(person_of(request), code)
    finally:
        close_old_connections()


async def _events(request: HttpRequest, place: Place, shown: str) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    late = False
    async with HUB.watching(place.code) as bell:
        while True:
            bell.clear()
            look = sync_to_async(_look, thread_sensitive=False)
            mark, waiting, html = await look(request, place, shown, late=late)
            if html is not None:
                shown = mark
                yield _event(mark, html)
            try:
                late = False
                await asyncio.wait_for(bell.wait(), LOOK if waiting else PING)
            except TimeoutError:
                late = True
                if not waiting:
                    yield b": here\n\n"


def _look(request: HttpRequest, place: Place, shown: str, *, late: bool) -> tuple[str, bool, str | None]:
    """The version now, whether a computer player owes an action, and the partial if it is new to this page.

    While she owes one the partial waits, unless it is `late`.

    Runs in a thread of its own with connections of its own, given back at once: a stream holds none.
    """
    try:
        place.game.refresh_from_db()
        if place.is_overdue and play.rescue(code=place.code):
            place.game.refresh_from_db()
        seen = tables.see(place)
        mark = f"{seen.version}" if seen.status == Status.PLAYING else f"{seen.version}-{seen.status}"
        if mark == shown or (seen.computer_acts and not late):
            return mark, seen.computer_acts, None
        return mark, seen.computer_acts, partial(request, seen)
    finally:
        close_old_connections()


def _event(mark: str, html: str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in html.splitlines() if line.strip())
    return f"event: {TABLE}\nid: {mark}\n{lines}\n".encode()


async def _gzipped(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """One compressed stream, flushed at each event: a partial that resembles the last one costs little."""
    press = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for event in events:
        yield press.compress(event) + press.flush(zlib.Z_SYNC_FLUSH)

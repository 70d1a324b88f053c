"""The event stream of one seat: its partial after each change of the table, compressed as one stream.

Phrases are sent as a separate event, which does not redraw the table. The id of a table's event is the table's mark. A
browser that reconnects sends the last id it got and receives the newer steps one by one, so that it shows each card of
the computer players.

While a computer player owes a reply, the stream polls once a second and makes a late reply itself. During the first
second of this wait a lone player gets no table, because the response to the player's own action has shown it. With
several people at the table, polls also store heartbeats and show who is away.
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
from prometheus_client import Gauge

from accounts import limits
from accounts.limits import Lease
from accounts.people import Person, person_of, reload_person
from games.company import ASKS, WITH, Company
from games.table import play, tables
from games.table.company import talk_at
from games.table.guards import place_or_404
from games.table.live import HUB, TABLE, WORDS, Watch, mark
from games.table.tables import Place
from games.table.views import LARGEST_VERSION, number_in, partial, talk

#: Seconds between polls: while a computer player is to act, otherwise with several people, otherwise with one person.
#: `PING` is also the minimum time between keep-alives while a computer player is to act.
LOOK, LOOK_ROUND, PING = 1.0, 5.0, 15.0
#: Keep-alive event. A page that gets no event for a long time reconnects.
HERE: Final = b"event: here\ndata: .\n\n"
STREAMS: Final = Gauge("spadesite_streams", "Event streams that are open.", multiprocess_mode="livesum")
logger = logging.getLogger(__name__)


class _Gone(Exception):
    """The session has ended, or the game does not exist any more."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page shows: the table's mark (`_moment`) and the number of phrases said so far."""

    mark: str
    phrase_count: int


@require_GET
def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream the seat's events; 404 without a seat. `v` or the browser's Last-Event-ID is the mark already shown."""
    place, lease = _place_and_lease(request, code)
    since = request.headers.get("Last-Event-ID") or request.GET.get("v", "")
    return streamed(request, _events(request, place, lease, _Shown(since, _number(request.GET.get("said", "")))))


def _place_and_lease(request: HttpRequest, code: str) -> tuple[Place, Lease]:
    """Return the person's place, and a lease on one of the few streams that a person may have open."""
    try:
        place = place_or_404(request, code)
        return place, limits.lease(name="streams", client=cast(Person, person_of(request)).mark)
    finally:
        close_old_connections()  # otherwise the stream would hold the connection as long as the page is open


async def _events(request: HttpRequest, place: Place, lease: Lease, shown: _Shown) -> AsyncIterator[bytes]:
    late, sent_at = False, monotonic()
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
                sent_at = monotonic()
                yield news
            late = not await _has_news(watch, shown, waiting, is_alone=place.is_alone)
            if late and not (waiting and monotonic() - sent_at < PING):
                sent_at = monotonic()
                yield HERE


async def _has_news(watch: Watch, shown: _Shown, waiting: bool, *, is_alone: bool) -> bool:
    """Wait until the table may have changed; return False if the next poll is due first.

    For a lone player no change counts while a computer player owes an action.
    """
    seen = replace(shown, mark=shown.mark.partition(WITH)[0])
    while await watch.wait(LOOK if waiting else PING if is_alone else LOOK_ROUND):
        notice = watch.notice
        is_asked = notice is not None and (notice.asked_at or ASKS in shown.mark)
        if notice is None or is_asked:
            return True
        if not ((notice.is_owed and is_alone) or _Shown(notice.mark, notice.phrase_count) == seen):
            return True
        watch.clear()
        waiting = notice.is_owed
    return False


def _look(request: HttpRequest, place: Place, shown: _Shown, *, late: bool) -> tuple[bool, _Shown, bytes]:
    """Return whether a computer player owes an action, what the page shows after the events, and the events to send.

    The events are the partials of all steps that are new to this page, and the phrases. While a computer player owes an
    action, a lone player gets steps only if `late`: the last wait timed out. Raises _Gone if the session has ended or
    the game was deleted.

    Runs in a worker thread and closes its database connections, so that an idle stream holds none.
    """
    try:
        translation.activate(request.LANGUAGE_CODE)  # the middleware activated it in another thread
        seats = tables.seats_at(place.code)
        place = replace(place, seats=seats, game=seats[0].game)
        if not reload_person(request, loaded=tables.people_at(place.seats)):
            raise _Gone  # before the heartbeat, which an ended session must not store
        play.give_sign(place=place)
        if place.is_overdue and play.rescue(code=place.code):
            place.game.refresh_from_db()
        is_owed = place.game.bot_due_at is not None
        held_back = is_owed and place.is_alone and not late
        has_all = place.is_alone or place.game.said == shown.phrase_count
        at = _moment(place.game.version, place.game.status, tables.current_company(place))
        has_seen = held_back or at == shown.mark
        if has_all and has_seen:
            return is_owed, shown, b""
        news = b"" if has_all else event(talk(talk_at(place)), None)
        shown = replace(shown, phrase_count=place.game.said)
        if has_seen:
            return is_owed, shown, news
        steps = tables.steps(place, _number(shown.mark))
        drawn = [(_moment(one.version, one.status, one.company), partial(request, one)) for one in steps]
        news += b"".join(event(html, at) for at, html in drawn)
        return steps[-1].computer_acts, replace(shown, mark=drawn[-1][0]), news
    except (ObjectDoesNotExist, tables.NotSeated) as gone:
        raise _Gone from gone
    finally:
        translation.deactivate()
        close_old_connections()


def _moment(version: int, status: str, company: Company | None) -> str:
    return Company.page_mark(mark(version, status), company)


def _number(shown: str) -> int:
    """Return the version in a mark; the largest version for a malformed mark, so that no past step is sent."""
    number = number_in(shown.partition(WITH)[0].partition("-")[0])
    return LARGEST_VERSION if number is None else number


def streamed(request: HttpRequest, events: AsyncIterator[bytes]) -> StreamingHttpResponse:
    """Return the streaming response, with headers that tell proxies neither to cache nor to buffer it."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = StreamingHttpResponse(
        _gzipped(events) if packed else events, content_type="text/event-stream; charset=utf-8"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    answer["Content-Encoding"] = "gzip" if packed else "identity"
    return answer


def event(html: str, mark: str | None) -> bytes:
    """Return the server-sent event with a table, whose id is the mark, or without a mark the event with the phrases.

    The phrases have no id, because the last id must be that of a table.
    """
    head = [f"event: {WORDS}"] if mark is None else [f"event: {TABLE}", f"id: {mark}"]
    lines = filter(None, map(str.strip, html.splitlines()))
    return "\n".join([*head, *(f"data: {line}" for line in lines), "", ""]).encode()


@asynccontextmanager
async def counted(*leases: Lease) -> AsyncIterator[None]:
    STREAMS.inc()
    try:
        yield
    finally:
        STREAMS.dec()
        # Another thread releases them, because a stream ends by cancellation and cannot await anything then.
        with suppress(RuntimeError):  # the server is stopping
            asyncio.get_running_loop().run_in_executor(None, _release, leases)


def renewed(*leases: Lease) -> bool:
    """Renew the leases; return whether all are still held. Runs in a worker thread and closes its connection."""
    try:
        return all(lease.renew() for lease in leases)
    finally:
        close_old_connections()


def _release(leases: tuple[Lease, ...]) -> None:
    try:
        for lease in leases:
            lease.release()
    except DatabaseError:
        logger.warning("The lease of a stream could not be released; it expires by itself.")
    finally:
        close_old_connections()


async def _gzipped(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Compress as one stream, flushed after each event: a partial that resembles the last one costs few bytes."""
    press = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for one in events:
        yield press.compress(one) + press.flush(zlib.Z_SYNC_FLUSH)

"""What every event stream of a table is made of: the answer, its events, compressed as one, and the place it takes."""

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, StreamingHttpResponse

from accounts.limits import Lease
from games import metrics
from games.live import TABLE, WORDS

#: A sign of life, which a page counts: it opens anew a line that has said nothing for long.
HERE: Final = b"event: here\ndata: .\n\n"

logger = logging.getLogger(__name__)


def streamed(request: HttpRequest, events: AsyncIterator[bytes]) -> StreamingHttpResponse:
    """The events as they come, which nobody on the way is to keep back."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = StreamingHttpResponse(
        _gzipped(events) if packed else events, content_type="text/event-stream; charset=utf-8"
    )
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    answer["Content-Encoding"] = "gzip" if packed else "identity"
    return answer


def event(at: str, html: str) -> bytes:
    """A table as it stood `at` that moment."""
    return _event(f"event: {TABLE}", f"id: {at}", html=html)


def words(html: str) -> bytes:
    """What was said at it. Without an id: a page that comes back names the table it has seen."""
    return _event(f"event: {WORDS}", html=html)


def _event(*head: str, html: str) -> bytes:
    lines = filter(None, map(str.strip, html.splitlines()))
    return "\n".join([*head, *(f"data: {line}" for line in lines), "", ""]).encode()


@asynccontextmanager
async def counted(*leases: Lease) -> AsyncIterator[None]:
    """Released by a thread that nobody waits for: a stream ends by being cancelled, and may not wait then."""
    metrics.STREAMS.inc()
    try:
        yield
    finally:
        metrics.STREAMS.dec()
        with suppress(RuntimeError):  # the server is stopping
            asyncio.get_running_loop().run_in_executor(None, _release, leases)


def renewed(*leases: Lease) -> bool:
    """Whether all of them are held for longer. Runs in a thread of its own, whose connection is given back."""
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
    """One compressed stream, flushed at each event: a partial that resembles the last one costs little."""
    press = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for one in events:
        yield press.compress(one) + press.flush(zlib.Z_SYNC_FLUSH)

"""The door of a web process: an event stream takes no place while it is open, and gives none away when it ends."""

import asyncio
from contextlib import suppress

from spadesite.admission import AT_ONCE
from tests.house.test_admission import asks, in_a_loop, opened, together

STREAM = "/games/abc/stream/"


async def _ended(request: "asyncio.Future[None]") -> None:
    request.cancel()
    with suppress(asyncio.CancelledError):
        await request


@in_a_loop
async def test_however_often_streams_end_nobody_has_more_places() -> None:
    """Whoever has nothing but a stream open is forgotten with the next page, and known anew with the one after it."""
    site, door = await opened(page="alice", stream="alice", short="alice")
    streams = []
    for _ in range(5):
        streams.append(asyncio.ensure_future(asks(door, "stream", STREAM)))
        short = asyncio.ensure_future(asks(door, "short"))
        await asyncio.sleep(0.01)
        await _ended(short)
    assert site.inside["stream"] == len(streams)
    pages = []
    for stream in streams:
        pages += [asyncio.ensure_future(asks(door, "page")) for _ in range(AT_ONCE)]
        await asyncio.sleep(0.01)
        await _ended(stream)
    async with together(*pages):
        assert site.inside["page"] == AT_ONCE
        site.opened.set()
    assert site.most["page"] == AT_ONCE
    assert door._visitors == {}

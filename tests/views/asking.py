"""What a browser is sent at a table, headers and all: pages, partials, and the bytes of the event stream itself."""

import asyncio
import re
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any
from unittest.mock import patch

from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from games.services.tables import Place
from games.views import stream

HTMX = {"HX-Request": "true"}


def sent(response: Any) -> bytes:
    """An answer with its headers, without what names the request alone."""
    return _headers(response) + b"\n" + _body(response)


def _body(response: Any) -> bytes:
    if not response.streaming:
        return bytes(response.content)
    parts = response.streaming_content
    return async_to_sync(_whole)(parts) if response.is_async else b"".join(parts)


async def _whole(parts: AsyncIterator[bytes]) -> bytes:
    return b"".join([part async for part in parts])


def _headers(response: Any) -> bytes:
    lines = [f"{name}: {value}" for name, value in response.headers.items() if name != "X-Request-ID"]
    return "\n".join([str(response.status_code), *sorted(lines), *sorted(response.cookies)]).encode()


def masked(text: bytes) -> bytes:
    """Without what differs between two requests for the same: tokens."""
    text = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"TOKEN", text)
    return re.sub(rb'"X-CSRFToken": "[^"]+"', b"TOKEN", text)


def streamed(client: Client, place: Place, *, since: int, packed: bool = False) -> bytes:
    """All that the stream sends to a page that shows version `since`, until it shows the table as it is now. The
    answer to a person's own action is not waited for."""
    begun: list[AsyncGenerator[bytes, None]] = []
    events = stream._events
    with patch.object(stream, "LOOK", 0.01), patch.object(stream, "_events", lambda *some: _kept(begun, events(*some))):
        return async_to_sync(_streamed)(client, place, since, begun, packed=packed)


def _kept(all_of: list[Any], one: Any) -> Any:
    all_of.append(one)
    return one


async def _streamed(
    client: Client, place: Place, since: int, begun: list[AsyncGenerator[bytes, None]], *, packed: bool
) -> bytes:
    asking, version = AsyncClient(), place.game.version
    asking.cookies = client.cookies
    address = f"/games/{place.code}/stream/?v={since}"
    response: Any = await asking.get(address, headers={"Accept-Encoding": "gzip" if packed else "identity"})
    if not response.streaming:
        return sent(response)
    async with asyncio.timeout(60):
        told = await _until(response.streaming_content, f"id: {version}\n".encode(), packed=packed)
    for events in begun:  # nobody else ends what is asked for no more
        await events.aclose()
    return _headers(response) + b"\n" + told


async def _until(parts: AsyncGenerator[bytes, None], last: bytes, *, packed: bool) -> bytes:
    press, told = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    while last not in told:
        part = await anext(parts)
        told += press.decompress(part) if packed else part
    await parts.aclose()
    return told

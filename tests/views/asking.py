"""What a browser is sent at a table, headers and all: pages, partials, and the bytes of the event stream itself."""

import asyncio
import csv
import re
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from html import unescape
from http import HTTPStatus
from io import StringIO
from typing import Any
from unittest.mock import patch

from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from games.services.table.tables import Place
from games.views import onlooking, stream

HTMX = {"HX-Request": "true"}
#: The link to the page behind this one of a list of hands or games.
OLDER = re.compile(r'<a class="btn" href="(\?[^"]*before=[^"]*)"')
_ONLY_POSTED: dict[str, bool] = {}


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
    address = f"/games/{place.code}/stream/?v={since}"
    with patch.object(stream, "LOOK", 0.01):
        return _told(stream, client, address, place.game.version, packed=packed)


def looked_on(client: Client, token: str, *, since: int, version: int) -> bytes:
    """The same of the stream for whoever looks on by that link."""
    return _told(onlooking, client, f"/t/{token}/look/stream/?v={since}", version, packed=False)


def _told(module: Any, client: Client, address: str, version: int, *, packed: bool) -> bytes:
    begun: list[AsyncGenerator[bytes, None]] = []
    events = module._events
    with patch.object(module, "_events", lambda *some: _kept(begun, events(*some))):
        return async_to_sync(_streamed)(client, address, version, begun, packed=packed)


def _kept(all_of: list[Any], one: Any) -> Any:
    all_of.append(one)
    return one


async def _streamed(
    client: Client, address: str, version: int, begun: list[AsyncGenerator[bytes, None]], *, packed: bool
) -> bytes:
    asking = AsyncClient()
    asking.cookies = client.cookies
    response: Any = await asking.get(address, headers={"Accept-Encoding": "gzip" if packed else "identity"})
    if not response.streaming:
        return sent(response)
    async with asyncio.timeout(60):
        told = await _until(response.streaming_content, version, packed=packed)
    for events in begun:  # nobody else ends what is asked for no more
        await events.aclose()
    return _headers(response) + b"\n" + told


async def _until(parts: AsyncGenerator[bytes, None], version: int, *, packed: bool) -> bytes:
    """Up to the event of that version, whoever is said to be there."""
    press, told = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    while not re.search(rf"^id: {version}[~\n]".encode(), told, re.MULTILINE):
        part = await anext(parts)
        told += press.decompress(part) if packed else part
    await parts.aclose()
    return told


def is_only_posted(name: str, address: str) -> bool:
    """Whether nothing is to be seen at any address of that name, which says so before it reads a row."""
    if name not in _ONLY_POSTED:
        _ONLY_POSTED[name] = Client().get(address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    return _ONLY_POSTED[name]


def read(client: Client, address: str, *asked: Any, **more: Any) -> str:
    """The page at that address, which is there."""
    answer = client.get(address, *asked, **more)
    assert answer.status_code == 200, address
    return answer.content.decode()


def one_line(client: Client, address: str) -> str:
    """The same without its breaks."""
    return " ".join(read(client, address).split())


def pressed(client: Client, code: str, what: str, **data: object) -> tuple[int, str]:
    """What a button of the table is answered, by a browser with script."""
    answer: Any = client.post(f"/games/{code}/{what}/", data, headers=HTMX)
    return answer.status_code, answer.content.decode()


def pages_from(client: Client, address: str, further: re.Pattern[str], **more: Any) -> Iterator[str]:
    """That page and all behind it, each by the link of the one before."""
    path = address.split("?")[0]
    while address:
        page = read(client, address, **more)
        yield page
        found = further.search(page)
        address = path + unescape(found[1]) if found else ""


def rows_of(client: Client, file: str) -> list[dict[str, str]]:
    """The rows of a file of figures or of hands."""
    answer: Any = client.get(file)
    return list(csv.DictReader(StringIO(b"".join(answer).decode("utf-8-sig"))))

"""Helpers for tests that send requests and read responses: pages, partials, headers and event streams."""

import asyncio
import csv
import re
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from http import HTTPStatus
from io import StringIO
from typing import Any, cast
from unittest.mock import patch

from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth import get_user
from django.test import AsyncClient, Client, RequestFactory
from django.urls import URLPattern, URLResolver

from games import urls
from games.people import views as people_views
from games.table import stream
from games.table.tables import Place

HTMX = {"HX-Request": "true"}
#: Matches the link from a list of hands or games to its next page, with older hands or games.
OLDER = re.compile(r'<a class="btn" href="(\?[^"]*before=[^"]*)"')
_ONLY_POSTED: dict[str, bool] = {}


def sent(response: Any) -> bytes:
    """Return status, headers, names of cookies and body as bytes, without the request id."""
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
    """Replace CSRF tokens, which differ in each response."""
    text = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"TOKEN", text)
    return re.sub(rb'"X-CSRFToken": "[^"]+"', b"TOKEN", text)


def streamed(client: Client, place: Place, *, seen: int, packed: bool = False) -> bytes:
    """Return headers and events that a page at version `seen` gets from its stream, up to `place.game.version`."""
    address = f"/games/{place.code}/stream/?v={seen}"
    with patch.object(stream, "LOOK", 0.01):
        return _read_stream(stream, client, address, place.game.version, packed=packed)


def looked_on(client: Client, token: str, *, seen: int, version: int) -> bytes:
    """Return headers and events that a spectator's page at version `seen` gets from its stream, up to `version`."""
    return _read_stream(people_views, client, f"/t/{token}/look/stream/?v={seen}", version, packed=False)


def _read_stream(module: Any, client: Client, address: str, version: int, *, packed: bool) -> bytes:
    """Return headers and events; if the stream is refused, return the response as `sent` does."""
    begun: list[AsyncGenerator[bytes, None]] = []
    events = module._events
    with patch.object(module, "_events", lambda *args: _appended(begun, events(*args))):
        return async_to_sync(_streamed)(client, address, version, begun, packed=packed)


def _appended(items: list[Any], item: Any) -> Any:
    items.append(item)
    return item


async def _streamed(
    client: Client, address: str, version: int, begun: list[AsyncGenerator[bytes, None]], *, packed: bool
) -> bytes:
    asking = AsyncClient()
    asking.cookies = client.cookies
    response: Any = await asking.get(address, headers={"Accept-Encoding": "gzip" if packed else "identity"})
    if not response.streaming:
        return sent(response)
    async with asyncio.timeout(60):
        body = await _until(response.streaming_content, version, packed=packed)
    for events in begun:  # in a test no server closes the generators
        await events.aclose()
    return _headers(response) + b"\n" + body


async def _until(parts: AsyncGenerator[bytes, None], version: int, *, packed: bool) -> bytes:
    """Read the stream up to the event of that version, and decompress it if `packed`."""
    unpacker, body = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    while not re.search(rf"^id: {version}[~\n]".encode(), body, re.MULTILINE):
        part = await anext(parts)
        body += unpacker.decompress(part) if packed else part
    await parts.aclose()
    return body


def request_for(client: Client, code: str, language: str = "en", **query: str) -> Any:
    """Return a request for a game's stream with the client's session."""
    request: Any = RequestFactory().get(f"/games/{code}/stream/", query)
    request.session, request.htmx, request.LANGUAGE_CODE = client.session, False, language
    request.user = get_user(request)
    request.META["CSRF_COOKIE"] = "c" * 32
    return request


def first_event(request: Any, code: str) -> str:
    async def first() -> bytes:
        async with aclosing(await events_of(request, code)) as events:
            return await anext(events)

    return async_to_sync(first)().decode()


async def events_of(request: Any, code: str) -> AsyncGenerator[bytes, None]:
    """Open the stream and return its events after the first one, the retry interval."""
    answer: Any = await sync_to_async(stream.stream)(request, code)
    events = cast("AsyncGenerator[bytes, None]", answer._iterator)
    assert await anext(events) == b"retry: 1000\n\n"
    return events


def routes(patterns: Sequence[URLPattern | URLResolver] = urls.urlpatterns) -> Iterator[URLPattern]:
    """Yield every route of the app `games`, including the routes of its features."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        else:
            yield pattern


def is_only_posted(name: str, address: str) -> bool:
    """Return whether the named view refuses GET. Cached by name, because the address makes no difference."""
    if name not in _ONLY_POSTED:
        _ONLY_POSTED[name] = Client().get(address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    return _ONLY_POSTED[name]


def read(client: Client, address: str, *args: Any, **kwargs: Any) -> str:
    """Return the page at an address; assert that its status is 200."""
    answer = client.get(address, *args, **kwargs)
    assert answer.status_code == 200, address
    return answer.content.decode()


def one_line(client: Client, address: str) -> str:
    """Return the page with each run of whitespace replaced by one space."""
    return " ".join(read(client, address).split())


def pressed(client: Client, code: str, button: str, **data: object) -> tuple[int, str]:
    """Post a button of the table as htmx does; return status and body."""
    answer: Any = client.post(f"/games/{code}/{button}/", data, headers=HTMX)
    return answer.status_code, answer.content.decode()


def pages_from(client: Client, address: str, next_link: re.Pattern[str], **kwargs: Any) -> Iterator[str]:
    """Yield the page at `address`, then the page to which its `next_link` leads, and so on."""
    path = address.split("?")[0]
    while address:
        page = read(client, address, **kwargs)
        yield page
        found = next_link.search(page)
        address = path + unescape(found[1]) if found else ""


def rows_of(client: Client, file: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    answer: Any = client.get(file)
    return list(csv.DictReader(StringIO(b"".join(answer).decode("utf-8-sig"))))


Attributes = list[tuple[str, str | None]]
#: Elements without an end tag. In an SVG other elements may end themselves, which counts as a start and an end.
VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))


@dataclass
class Page(HTMLParser):
    text: str = ""
    tags: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    _in_example: bool = False
    _drawn: int = 0  # depth inside an element with aria-hidden, whose text is skipped

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.names.add(found.get("id", ""))
        self.links += [found[name] for name in ("href", "src") if name in found]
        if tag not in VOID and (self._drawn or found.get("aria-hidden") == "true"):
            self._drawn += 1
        if tag == "tr":
            self._in_example = found.get("class") == "example"
            if self._in_example:
                self.examples.append("")

    def handle_data(self, data: str) -> None:
        if self._drawn:
            return
        self.text += data
        if self._in_example:
            self.examples[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._drawn = max(0, self._drawn - 1)
        if tag == "tr":
            self._in_example = False


def parsed(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page


def page_at(address: str, **kwargs: Any) -> Page:
    """Return the parsed page that a visitor without a session gets."""
    response = Client().get(address, **kwargs)
    assert response.status_code == 200
    return parsed(response.content.decode())


def plain(text: str) -> str:
    return " ".join(text.split())


def previewed(page: str) -> dict[str, str]:
    """Return the Open Graph properties of a page, from which messengers make the preview of a link."""
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


def between(html: str, begin: str, end: str) -> str:
    """Return the part of a page from `begin` (included) to the next `end` (excluded)."""
    start = html.index(begin)
    return html[start : html.index(end, start)]

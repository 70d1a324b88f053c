"""A simulated player without a browser: HTTP requests with cookies, forms and an event stream."""

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Final
from urllib.parse import urlencode

import urllib3
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError, ReadTimeoutError

from tools.reading import Table, read

KINDS: Final = ("twoman", "spades", "bidwhist", "cardduel")
SEED: Final = "the player's own seed"
#: Read timeout in seconds. An event stream sends data at least every fifteen seconds.
SILENCE: Final = 60.0
#: Seconds after which an idle connection is not reused: a server started from the Procfile closes it after five.
IDLE: Final = 4.0
#: The smallest receive buffer that the system allows, for a client that reads nothing.
NARROW: Final = [(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)]
CHALLENGES: Final = "/c/"
SIGN_UP: Final = "/accounts/signup/"
_LINK: Final = re.compile(r"/t/[\w-]+/")
_GAME: Final = re.compile(r"/games/([^/]+)/$")


class Unanswered(ConnectionError):
    """The connection broke before a response came; the server may have handled the request."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An HTTP response. `bytes` is the size of the body as transferred, which may be compressed."""

    status: int
    headers: urllib3.HTTPHeaderDict
    body: str
    seconds: float
    bytes: int

    @property
    def location(self) -> str:
        return self.headers.get("Location", "")


@contextmanager
def _line() -> Iterator[None]:
    try:
        yield
    except ReadTimeoutError as silence:
        raise TimeoutError(repr(silence)) from silence
    except HTTPError as broken:
        raise Unanswered(repr(broken)) from broken


class Visitor:
    """An HTTP client that plays at one table at a time, with its own cookies. Sends `headers` with every request.

    `address` is the local IP address to connect from. Several threads may send requests at the same time.
    """

    def __init__(self, url: str, rng: Random | None = None, *, address: str = "", **headers: str) -> None:
        self.url, self.rng, self.headers = url, rng or Random(0), {"Accept-Encoding": "gzip", **headers}
        self.cookies: dict[str, str] = {}
        self.code = self.room = ""
        self.seconds: list[float] = []
        self.address, self.asked_at = address, 0.0
        source = (address, 0) if address else None
        self.lines = urllib3.PoolManager(maxsize=64, retries=False, timeout=SILENCE, source_address=source)

    @property
    def path(self) -> str:
        return f"/games/{self.code}/"

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> HttpAnswer:
        """Send a request; return the response without following a redirect. May raise Unanswered or TimeoutError."""
        if time.monotonic() - self.asked_at > IDLE:
            self.lines.clear()
        begun = time.perf_counter()
        headers = self.sent_headers() | ({"HX-Request": "true"} if htmx else {})
        if data is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with _line():
            body = None if data is None else urlencode(data)
            came = self.lines.request(method, self.url + path, body=body, headers=headers, redirect=False)
        took, self.asked_at = time.perf_counter() - begun, time.monotonic()
        for line in came.headers.getlist("Set-Cookie"):
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return HttpAnswer(came.status, came.headers, came.data.decode(), took, came.tell())

    def sent_headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**self.headers, "Cookie": cookies} if cookies else dict(self.headers)

    def elsewhere(self, url: str) -> "Visitor":
        """Return another client of this player at this table, like a second tab; `url` may be another web server."""
        other = Visitor(url, self.rng, address=self.address)
        other.cookies, other.code = dict(self.cookies), self.code
        return other

    def close(self) -> None:
        self.lines.clear()

    def sit_down(self) -> Table:
        """Press the front page's button for a new game, deal the first hand and return the table."""
        self._sits(self.ask("POST", "/play/", {**token_of(self.ask("GET", "/")), "another": "1"}))
        return self.move(self.look())

    def sit_at(self, kind: str, *, strongest: bool = False, **chosen: str) -> Table:
        """Open a game with the options `chosen`, at the highest level if `strongest`; return its table."""
        path = f"/games/new/{kind}/" + (f"?variant={chosen.pop('variant')}" if "variant" in chosen else "")
        page = read(self.ask("GET", path).body)
        level = {"level": page.offered["level"][-1]} if strongest else {}
        self._sits(self.ask("POST", path, {**page.fields, **level, **chosen}))
        return self.look()

    def open_room(self, kind: str, **chosen: str) -> str:
        """Open a waiting room with the options `chosen`, else the defaults; return the path of its invitation link."""
        path = f"/games/new/{kind}/" + (f"?variant={chosen.pop('variant')}" if "variant" in chosen else "")
        page = read(self.ask("GET", path).body)
        given = {name: "link" for name in page.fields if name.startswith("place_")}
        room = self.ask("POST", path, {**page.fields, **given, **chosen}).location
        found = _LINK.search(self.ask("GET", room).body)
        if found is None:
            raise RuntimeError(f"the page {room!r} has no invitation link")
        self.room = room
        return found[0]

    def join(self, link: str, name: str) -> None:
        """Take a seat by an invitation link, or return to the seat that this visitor already has."""
        asked = self.ask("GET", link)
        if asked.status == 200:
            asked = self.ask("POST", link, {"csrfmiddlewaretoken": read(asked.body).token, "name": name})
        self.room = asked.location

    def start(self) -> None:
        """Start the game of this visitor's room, or go to its table if it has started."""
        answer = self.ask("GET", self.room)
        if answer.status == 200:
            token = read(answer.body).token
            answer = self.ask("POST", f"{self.room}start/", {"csrfmiddlewaretoken": token})
        self._sits(answer)

    def sign_up(self, name: str) -> None:
        token = read(self.ask("GET", SIGN_UP).body).token
        fields = {"csrfmiddlewaretoken": token, "username": name, "password1": "a quiet card room"}
        answer = self.ask("POST", SIGN_UP, fields)
        if answer.status != 302:
            raise RuntimeError(f"no account was created: status {answer.status}, {answer.body[:500]}")

    def open_challenge(self, kind: str, *, deals: int) -> str:
        """Open a challenge against the default bots; return the path of its page."""
        path = f"/challenges/?game={kind}"
        fields = read(self.ask("GET", path).body).fields
        return self.ask("POST", path, {**fields, "deals": str(deals)}).location

    def begin(self, page: str) -> Table:
        """Begin or continue the board whose page is given, or the next board of a challenge; return its table."""
        fields = token_of(self.ask("GET", page))
        self._sits(self.press(page if page.startswith(CHALLENGES) else f"{page}play/", fields))
        return self.look()

    def press(self, path: str, fields: dict[str, str]) -> HttpAnswer:
        """Post the form that opens the table of a board."""
        return self.ask("POST", path, fields)

    def _sits(self, answer: HttpAnswer) -> None:
        found = _GAME.search(answer.location)
        if found is None:
            raise RuntimeError(f"no game: status {answer.status}, location {answer.location!r}, {answer.body[:300]}")
        self.code = found[1]

    def look(self) -> Table:
        return self.read(self.path)

    def read(self, page: str) -> Table:
        """Request and parse a page with `tools.reading`; raise RuntimeError if the status is not 200."""
        answer = self.ask("GET", page)
        if answer.status != 200:
            raise RuntimeError(f"{page} has status {answer.status}: {answer.body[:400]}")
        return read(answer.body)

    def post(self, table: Table, name: str, data: dict[str, str]) -> HttpAnswer:
        fields = {"csrfmiddlewaretoken": table.token, "version": str(table.version), **data}
        answer = self.ask("POST", f"{self.path}{name}/", fields, htmx=True)
        self.seconds.append(answer.seconds)
        return answer

    def take(self, table: Table, name: str, data: dict[str, str]) -> Table:
        """Post an action; return the table in the response, which may be a conflict (409)."""
        return self.shown(self.post(table, name, data), name, data)

    def shown(self, answer: HttpAnswer, name: str, data: dict[str, str]) -> Table:
        """Return the table in a response; raise RuntimeError if its status is neither 200 nor 409."""
        if answer.status not in {200, 409}:
            raise RuntimeError(f"{name} {data}: status {answer.status}, {answer.body[:500]}")
        return read(answer.body)

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        """Choose a legal action or a deal; return the last part of its path and the form to post."""
        if table.may_deal:
            return "deal", {"seed": SEED}
        return "act", {"action": json.dumps(table.choice(self.rng))}

    def move(self, table: Table) -> Table:
        return self.take(table, *self.choice(table))


class EventStream:
    """The event stream of a visitor's table, from the server `url`, by default the visitor's own.

    `narrow` makes the receive buffer as small as possible, to simulate a client that does not read.
    """

    def __init__(self, visitor: Visitor, version: int, *, url: str = "", narrow: bool = False) -> None:
        options = NARROW if narrow else HTTPConnection.default_socket_options
        self.lines = urllib3.PoolManager(retries=False, timeout=SILENCE, socket_options=options)
        headers = visitor.sent_headers() | ({"Accept-Encoding": "identity"} if narrow else {})
        with _line():
            self.answer = self.lines.request(
                "GET",
                f"{url or visitor.url}{visitor.path}stream/?v={version}",
                headers=headers,
                preload_content=False,
            )
        self.text = ""

    @property
    def status(self) -> int:
        return self.answer.status

    @property
    def bytes(self) -> int:
        return self.answer.tell()

    def next(self) -> Table:
        """Return the next table; raise TimeoutError after `SILENCE` seconds of silence, ConnectionError at the end."""
        if self.status != 200:
            raise ConnectionError(f"the stream has status {self.status}")
        while True:
            event, whole, rest = self.text.partition("\n\n")
            if whole:
                self.text = rest
                if data := [line[6:] for line in event.split("\n") if line.startswith("data: ")]:
                    return read("\n".join(data))
            else:
                self._receive()

    def settled(self, table: Table) -> Table:
        """Read the stream until the table waits for the visitor again; return that table."""
        while not table.waits_for_me:
            fresh = self.next()
            table = fresh if fresh.version > table.version else table
        return table

    def _receive(self) -> None:
        with _line():
            came = self.answer.read1()
        if not came:
            raise ConnectionError("the stream has ended")
        self.text += came.decode()

    def close(self) -> None:
        self.answer.close()
        self.lines.clear()


def board_of_today(kind: str) -> str:
    """Return the path of today's board (UTC)."""
    return f"/boards/{datetime.now(UTC).date()}/{kind}/"


def answers(url: str) -> bool:
    """Return whether a server responds, with any status, to a page that needs no database."""
    try:
        return bool(Visitor(url).ask("GET", "/about/").status)
    except OSError:
        return False


def token_of(answer: HttpAnswer) -> dict[str, str]:
    return {"csrfmiddlewaretoken": read(answer.body).token}

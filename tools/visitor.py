"""A player without a browser: HTTP requests with cookies, forms and an event stream.

Used by the load test, the trial, the benchmarks and the tests of a running site.
"""

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
#: Seconds until a silent connection counts as broken. A stream sends something at least every fifteen.
SILENCE: Final = 60.0
#: Seconds after which a connection is not used again: the server closes an idle one after five.
IDLE: Final = 4.0
#: The smallest receive buffer that the system allows, for a client that reads nothing.
NARROW: Final = [(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)]
CHALLENGES: Final = "/c/"
SIGN_UP: Final = "/accounts/signup/"
_LINK: Final = re.compile(r"/t/[\w-]+/")
_GAME: Final = re.compile(r"/games/([^/]+)/$")


class Unanswered(ConnectionError):
    """The connection broke before an answer: the server may or may not have heard the request."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`bytes` are those of the body on the wire."""

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
    """A player with their own cookies, at one table at a time; `headers` are sent with every request.

    `address` is the local address to connect from. Thread-safe: each thread has its own connection.
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

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> Answer:
        """Send a request and return its answer, also a redirect; raise Unanswered or TimeoutError."""
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
        return Answer(came.status, came.headers, came.data.decode(), took, came.tell())

    def sent_headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**self.headers, "Cookie": cookies} if cookies else dict(self.headers)

    def elsewhere(self, url: str) -> "Visitor":
        """Return a client of the same player at the same table for another server or tab."""
        other = Visitor(url, self.rng, address=self.address)
        other.cookies, other.code = dict(self.cookies), self.code
        return other

    def close(self) -> None:
        self.lines.clear()

    def sit_down(self) -> Table:
        """Open the table that the front page offers, and deal the first hand."""
        self._sits(self.ask("POST", "/play/", {**token_of(self.ask("GET", "/")), "another": "1"}))
        return self.move(self.look())

    def sit_at(self, kind: str, *, strongest: bool = False, **chosen: str) -> Table:
        """Open a game with the offered options, except those chosen; return its table before the first deal."""
        path = f"/games/new/{kind}/" + (f"?variant={chosen.pop('variant')}" if "variant" in chosen else "")
        page = read(self.ask("GET", path).body)
        level = {"level": page.offered["level"][-1]} if strongest else {}
        self._sits(self.ask("POST", path, {**page.fields, **level, **chosen}))
        return self.look()

    def open_room(self, kind: str, **chosen: str) -> str:
        """Open a table that waits for people, with the offered options except those chosen; return its link."""
        path = f"/games/new/{kind}/" + (f"?variant={chosen.pop('variant')}" if "variant" in chosen else "")
        page = read(self.ask("GET", path).body)
        given = {name: "link" for name in page.fields if name.startswith("place_")}
        room = self.ask("POST", path, {**page.fields, **given, **chosen}).location
        found = _LINK.search(self.ask("GET", room).body)
        if found is None:
            raise RuntimeError(f"no link at {room}")
        self.room = room
        return found[0]

    def join(self, link: str, name: str) -> None:
        """Take a seat by a link, or return to one's seat."""
        asked = self.ask("GET", link)
        if asked.status == 200:
            asked = self.ask("POST", link, {"csrfmiddlewaretoken": read(asked.body).token, "name": name})
        self.room = asked.location

    def start(self) -> None:
        """Start the game of one's room, or go to it if it has started."""
        answer = self.ask("GET", self.room)
        if answer.status == 200:
            token = read(answer.body).token
            answer = self.ask("POST", f"{self.room}start/", {"csrfmiddlewaretoken": token})
        self._sits(answer)

    def sign_up(self, name: str) -> None:
        """Sign up under that name."""
        token = read(self.ask("GET", SIGN_UP).body).token
        told = {"csrfmiddlewaretoken": token, "username": name, "password1": "a quiet card room"}
        answer = self.ask("POST", SIGN_UP, told)
        if answer.status != 302:
            raise RuntimeError(f"no account: {answer.status} {answer.body[:500]}")

    def open_challenge(self, kind: str, *, deals: int) -> str:
        """Open a challenge against the offered bots; return the address of its page."""
        path = f"/challenges/?game={kind}"
        fields = read(self.ask("GET", path).body).fields
        return self.ask("POST", path, {**fields, "deals": str(deals)}).location

    def begin(self, page: str) -> Table:
        """Begin or continue the board of a page, or the next board of a challenge; return its table."""
        fields = token_of(self.ask("GET", page))
        self._sits(self.press(page if page.startswith(CHALLENGES) else f"{page}play/", fields))
        return self.look()

    def press(self, path: str, fields: dict[str, str]) -> Answer:
        """Press the button that leads to a board's table."""
        return self.ask("POST", path, fields)

    def _sits(self, answer: Answer) -> None:
        found = _GAME.search(answer.location)
        if found is None:
            raise RuntimeError(f"no table: {answer.status} {answer.location} {answer.body[:300]}")
        self.code = found[1]

    def look(self) -> Table:
        return self.read(self.path)

    def read(self, page: str) -> Table:
        """Return what a page offers; raise RuntimeError if it does not answer 200."""
        answer = self.ask("GET", page)
        if answer.status != 200:
            raise RuntimeError(f"{page} answers {answer.status}: {answer.body[:400]}")
        return read(answer.body)

    def post(self, table: Table, name: str, data: dict[str, str]) -> Answer:
        fields = {"csrfmiddlewaretoken": table.token, "version": str(table.version), **data}
        answer = self.ask("POST", f"{self.path}{name}/", fields, htmx=True)
        self.seconds.append(answer.seconds)
        return answer

    def take(self, table: Table, name: str, data: dict[str, str]) -> Table:
        """Post and return the table that the answer shows, also if another player was quicker (409)."""
        return self.shown(self.post(table, name, data), name, data)

    def shown(self, answer: Answer, name: str, data: dict[str, str]) -> Table:
        """Return the table of an answer; raise RuntimeError if it was refused or failed."""
        if answer.status not in {200, 409}:
            raise RuntimeError(f"{name} {data}: {answer.status} {answer.body[:500]}")
        return read(answer.body)

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        """Choose one of the offered actions: the last part of its address, and the form to post."""
        if table.may_deal:
            return "deal", {"seed": SEED}
        return "act", {"action": json.dumps(table.choice(self.rng))}

    def move(self, table: Table) -> Table:
        return self.take(table, *self.choice(table))


class Stream:
    """The event stream of a visitor's table, at another server if `url` is given.

    With `narrow` the receive buffer is as small as possible, as of a client that does not read.
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
        """Return the next partial; raise TimeoutError after silence, ConnectionError at the end of the stream."""
        if self.status != 200:
            raise ConnectionError(f"the stream answers {self.status}")
        while True:
            event, whole, rest = self.text.partition("\n\n")
            if whole:
                self.text = rest
                if data := [line[6:] for line in event.split("\n") if line.startswith("data: ")]:
                    return read("\n".join(data))
            else:
                self._receive()

    def settled(self, table: Table) -> Table:
        """Return the table once it waits for the visitor."""
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
    """Return the address of today's board (UTC)."""
    return f"/boards/{datetime.now(UTC).date()}/{kind}/"


def answers(url: str) -> bool:
    """Return whether a server answers, with any status. The page needs no database, which may be down."""
    try:
        return bool(Visitor(url).ask("GET", "/about/").status)
    except OSError:
        return False


def token_of(answer: Answer) -> dict[str, str]:
    return {"csrfmiddlewaretoken": read(answer.body).token}

"""Admission control for a web process: per-visitor and per-address concurrency and rate limits.

It runs in front of Django and keeps its counts in memory, so they are per process. A refusal needs neither a database
connection nor, as a rule, a rendered page. A visitor is the person whose session this process has seen before, else the
client's address, so a request with an invented cookie counts for its address.

- Concurrency: `AT_ONCE` requests per visitor, and `OF_ADDRESS` per address, however many visitors the address has.
  Further requests queue without a thread. A visitor with `AT_ONCE + LINE` unanswered requests gets a refusal.
- Rate: the limits `requests` and `requests_of_address` in the settings. A request counts by its `weight`; static files
  do not count.
- Expensive requests: each method in `_COSTLY` has one semaphore for all visitors, to leave threads for other requests.
- Actions: while a visitor's action runs (`ACTION` matches its path), a second action at the same table is refused,
  because it was chosen on a table that is about to change. A hint changes nothing and blocks no action.

`AdmissionMiddleware` renders each kind of refusal once. The response is then served from memory, without a thread.

A body is read before its request takes a slot, `READING` at a time per address, so slow senders delay only their own
address. The length is limited here, because Django would spool a whole body to disk before a view sees it.
"""

import asyncio
import math
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final, TypeAlias, TypeVar

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http.cookie import parse_cookie
from django.middleware.gzip import re_accepts_gzip
from django.utils.translation import get_language_from_request

from accounts.limits import TOO_MANY, household, limit_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

LONGEST_BODY = 64 * 1024
#: Maximum bytes of a too long body that are read and dropped: the browser then sees the response, not a broken pipe.
PATIENCE = 8 * 1024 * 1024
#: Concurrent requests per visitor. Each may hold one of a process's 16 database connections.
AT_ONCE: Final = 2
#: Concurrent requests per address, which a household or a school may share.
OF_ADDRESS: Final = 3
#: Bodies read at a time per address, and maximum seconds until a body has been read.
READING: Final = 8
BODY_TIME: Final = 60.0
#: Queued requests per visitor. Over HTTP/2 a browser requests all files of a page at once.
LINE: Final = 100
#: Maximum entries of each cache: sessions, visitors, refusals.
KNOWN: Final = 10_000
ACTION: Final = re.compile(r"/games/(?P<code>[^/]+)/((?P<hint>hint)|act|deal|take-back|claim)/")
#: Paths of expensive requests by method. Hashing a password takes a core for a quarter of a second; the GET requests
#: replay or list whole games.
_COSTLY: Final = {
    "POST": re.compile(r"/accounts/(login|signup|reauthenticate|password/.+|2fa/.+)/"),
    "GET": re.compile(
        r"/(games/[^/]+/(record|review|decisions)|records/all|statistics/(\w+\.csv|games/[^/]+)|.*/verify)/?"
    ),
}
#: Weight of an expensive request in the rate limit.
_COSTLY_WEIGHT: Final = 5
#: A game's code, and "hint" if a hint is requested.
ActionKey: TypeAlias = tuple[str, str | None]
Name = TypeVar("Name")
Kept = TypeVar("Kept")
EVENTS: Final = b"text/event-stream"
#: Paths of `ProbesMiddleware`: liveness, readiness, metrics.
PROBES: Final = ("/healthz", "/readyz", "/metrics")
#: An Accept-Encoding header that allows brotli.
BROTLI: Final = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
#: Keys in a request's scope through which admission and `AdmissionMiddleware` communicate.
REFUSAL, MARK = "spadesite.refusal", "spadesite.mark"


def has_body(scope: Message) -> bool:
    headers = dict(scope["headers"])
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


async def read_body(scope: Message, receive: Receive) -> Receive:
    """Read the whole body and return a `receive` that returns it as one message: no thread waits for a slow sender.

    A body that is too long or of unknown length is dropped. `AdmissionMiddleware` sees the same headers and responds
    with 413.
    """
    if _is_too_long(scope):
        await _drop(receive)
        return _replay_body(b"", receive)
    parts, is_whole = list[bytes](), False
    while not is_whole:
        message = await receive()
        if message["type"] == "http.disconnect":
            return receive  # which returns the disconnect again (ASGI)
        parts.append(message.get("body", b""))
        is_whole = not message.get("more_body", False)
    return _replay_body(b"".join(parts), receive)


@dataclass(frozen=True, slots=True)
class AdmissionRefusal:
    """The status of a refusal, and the seconds until a retry is worthwhile."""

    status: HTTPStatus
    wait: int = 1


@dataclass(slots=True)
class _Visitor:
    """A visitor or an address with requests in progress."""

    room: asyncio.Semaphore
    reading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(READING))
    requests: int = 0
    actions: set[ActionKey] = field(default_factory=set)


class Admission:
    def __init__(self, app: Application) -> None:
        self.app = app
        self._marks: OrderedDict[str, str] = OrderedDict()
        self._used_until: OrderedDict[str, float] = OrderedDict()
        self._visitors: dict[str, _Visitor] = {}
        self._costly = {"POST": asyncio.Semaphore(1), "GET": asyncio.Semaphore(2)}
        self._answers: OrderedDict[object, list[Message]] = OrderedDict()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if scope["path"] in PROBES and scope["method"] in ("GET", "HEAD"):
            return await self._probe(scope, receive, send)
        session, action, address = _session(scope), _action(scope), f"address {_address(scope)}"
        name = self._marks.get(session) or address
        weight, costly = self._cost(scope)
        visitor = self._visitors.get(name) or _Visitor(asyncio.Semaphore(AT_ONCE))
        refusal = self._refusal(name, address, visitor, weight, action)
        if refusal is not None:
            TOO_MANY.labels("requests").inc()
            return await self._refuse(refusal, scope, receive, send)
        neighbours = self._visitors.get(f"all of {address}") or _Visitor(asyncio.Semaphore(OF_ADDRESS))
        visitors = {name: visitor, f"all of {address}": neighbours}
        self._visitors |= visitors
        visit = _Visit([*visitors.values()], action, receive, send)
        try:
            if has_body(scope):
                async with asyncio.timeout(BODY_TIME), neighbours.reading:
                    visit.source = await read_body(scope, receive)
            for room in (visitor.room, neighbours.room, *costly):
                await room.acquire()
                visit.held.append(room)
            await self.app(scope, visit.receive, visit.send)
        except TimeoutError:
            await send({"type": "http.response.start", "status": HTTPStatus.REQUEST_TIMEOUT, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        finally:
            visit.leave()
            for key, one in visitors.items():
                if not one.requests and self._visitors.get(key) is one:  # a stream's entry may have been replaced
                    self._visitors.pop(key, None)
            if session and MARK in scope:
                _remember(self._marks, session, scope[MARK])

    def _cost(self, scope: Message) -> tuple[int, list[asyncio.Semaphore]]:
        if scope["path"].startswith(settings.STATIC_URL):
            return 0, []
        costly = _COSTLY.get(scope["method"])
        if costly is not None and costly.fullmatch(scope["path"]):
            return _COSTLY_WEIGHT, [self._costly[scope["method"]]]
        return 1, []

    async def _probe(self, scope: Message, receive: Receive, send: Send) -> None:
        """Run a probe. Probes have their own rate limit, so that page requests from their address cannot block them."""
        wait = self._wait(f"probes of {_address(scope)}", "requests", 1)
        if not wait:
            return await self.app(scope, receive, send)
        refusal = AdmissionRefusal(HTTPStatus.TOO_MANY_REQUESTS, math.ceil(wait))
        await self._refuse(refusal, scope, receive, send)

    def _refusal(
        self, name: str, address: str, visitor: _Visitor, weight: int, action: ActionKey | None
    ) -> AdmissionRefusal | None:
        wait = self._wait(name, "requests", weight) or self._wait(f"all of {address}", "requests_of_address", weight)
        if wait or visitor.requests >= AT_ONCE + LINE:
            return AdmissionRefusal(HTTPStatus.TOO_MANY_REQUESTS, max(1, math.ceil(wait)))
        return AdmissionRefusal(HTTPStatus.CONFLICT) if action in visitor.actions else None

    async def _refuse(self, refusal: AdmissionRefusal, scope: Message, receive: Receive, send: Send) -> None:
        key = _cache_key(refusal, scope)
        if key not in self._answers:
            messages: list[Message] = []

            async def keep(message: Message) -> None:
                # Without the first client's cookies: the stored response is sent to other clients, too.
                headers = [one for one in message.get("headers", ()) if one[0].lower() != b"set-cookie"]
                messages.append({**message, "headers": headers} if "headers" in message else message)

            await self.app({**scope, REFUSAL: refusal}, receive, keep)
            if messages and messages[0]["status"] == refusal.status:
                _remember(self._answers, key, messages)
        else:
            messages = self._answers[key]
        for message in messages:
            await send(message)

    def _wait(self, name: str, kind: str, weight: int) -> float:
        """Count a request of this weight and return 0; if the limit refuses it, return the seconds to wait."""
        if not settings.LIMITS_APPLY or not weight:
            return 0.0
        limit, now = limit_of(settings.LIMITS[kind]), time.monotonic()
        until = max(self._used_until.get(name, now), now) + limit.share * weight
        if until - now > limit.seconds:
            return until - now - limit.seconds
        _remember(self._used_until, name, until)
        return 0.0


class _Visit:
    """One request, from queueing to its response. `visitors` are the entries of visitor and address, in this order.

    An event stream releases its slots when it begins: it then needs no request thread, and has its own limit.
    """

    def __init__(self, visitors: list[_Visitor], action: ActionKey | None, receive: Receive, send: Send) -> None:
        self._visitors, self._action, self._send = visitors, action, send
        self.source = receive
        self._is_read, self._is_answered, self._is_here = False, asyncio.Event(), True
        self.held = list[asyncio.Semaphore]()
        for visitor in visitors:
            visitor.requests += 1
        if action is not None:
            visitors[0].actions.add(action)

    async def receive(self) -> Message:
        """Return the client's next message. After the body, a disconnect is withheld until the response begins.

        Otherwise Django's own handler would cancel the request while a thread still works on it.
        """
        message = await self.source()
        if message["type"] == "http.request":
            self._is_read = not message.get("more_body", False)
        elif self._is_read:
            await self._is_answered.wait()
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._is_answered.set()
            self._end_action()  # now, because the next action may arrive before Django is done
            if any(name.lower() == b"content-type" and EVENTS in kind for name, kind in message["headers"]):
                self.leave()
        await self._send(message)

    def leave(self) -> None:
        if not self._is_here:
            return
        self._is_here = False
        self._end_action()
        for visitor in self._visitors:
            visitor.requests -= 1
        for room in self.held:
            room.release()

    def _end_action(self) -> None:
        if self._action is not None:
            self._visitors[0].actions.discard(self._action)
            self._action = None


def _is_too_long(scope: Message) -> bool:
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    return b"transfer-encoding" in headers or not length.isdigit() or int(length) > LONGEST_BODY


async def _drop(receive: Receive) -> None:
    dropped = 0
    while dropped < PATIENCE:
        message = await receive()
        dropped += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns the body as one message, and then the server's next message other than a body.

    The rest of a dropped body is thus skipped.
    """
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_next() -> Message:
        if whole:
            return whole.pop()
        while (message := await receive())["type"] == "http.request":
            pass
        return message

    return receive_next


def _session(scope: Message) -> str:
    """Return the session key in the request's cookie; empty without one."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")


def _address(scope: Message) -> str:
    client = scope.get("client")
    return household(client[0]) if client else ""


def _action(scope: Message) -> ActionKey | None:
    found = ACTION.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    return None if found is None else (found["code"], found["hint"])


def _cache_key(refusal: AdmissionRefusal, scope: Message) -> object:
    """Return the cache key of a refusal: all that determines its rendered response."""
    asked = ASGIRequest({**scope, "method": "GET"}, BytesIO())
    accepted = asked.headers.get("Accept-Encoding", "")
    packed = bool(BROTLI.search(accepted)), bool(re_accepts_gzip.search(accepted))
    is_note = asked.headers.get("HX-Request") == "true"
    leads_back = not is_note and ACTION.fullmatch(scope["path"]) is not None
    return refusal, get_language_from_request(asked), packed, is_note, leads_back


def _remember(kept: "OrderedDict[Name, Kept]", name: Name, value: Kept) -> None:
    kept[name] = value
    kept.move_to_end(name)
    if len(kept) > KNOWN:
        kept.popitem(last=False)

"""Admission to a web process: nobody takes more of it than a share, and what is refused costs neither a connection to
the database nor a page.

It stands before Django and keeps what it counts in memory, so each process protects itself and forgets with its end.
Somebody is the person whose session was seen here before, else the address that asks: an invented cookie is nobody's.

`AT_ONCE` of somebody's requests are inside, the next ones wait their turn, and more than `LINE` are refused.
`requests` in the settings' limits says how often somebody may ask; files of pages are cheap and not counted.
`ACTION` names what is done at a table: while one action is being made there the next is refused, as what was seen
when it was chosen is about to change. A hint is only thought about, and holds up no action.

What admission refuses `AdmissionMiddleware` answers, once for each way in which it is to be said; it then says it again
by itself, for even a page that is refused costs Django a thread.
"""

import asyncio
import math
import re
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from typing import Final, TypeAlias, TypeVar

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http.cookie import parse_cookie
from django.middleware.gzip import re_accepts_gzip
from django.utils.translation import get_language_from_request

from accounts import metrics
from accounts.limits import household, limit_of
from spadesite.bodies import Application, Message, Receive, Send
from spadesite.probes import PROBES

#: A quarter of the connections that a process may have is the most; half of that leaves the others' threads room.
AT_ONCE: Final = 2
#: A browser asks for all files of a page at once where a proxy lets it.
LINE: Final = 100
#: Sessions, visitors and answers that are remembered.
KNOWN: Final = 10_000
ACTION: Final = re.compile(r"/games/(?P<code>[^/]+)/((?P<hint>hint)|act|deal|take-back|claim)/")
#: A table, and whether it is a hint that is asked for there.
Action: TypeAlias = tuple[str, str | None]
Name = TypeVar("Name")
Kept = TypeVar("Kept")
EVENTS: Final = b"text/event-stream"
#: Who takes pages in brotli.
BROTLI: Final = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")
#: Where admission and Django leave word for each other in a request's scope.
REFUSAL, MARK = "spadesite.refusal", "spadesite.mark"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is answered, and after how many seconds it is worth another try."""

    status: HTTPStatus
    wait: int = 1


@dataclass(slots=True)
class _Visitor:
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    requests: int = 0
    actions: set[Action] = field(default_factory=set)


class Admission:
    def __init__(self, app: Application) -> None:
        self.app = app
        self._marks: OrderedDict[str, str] = OrderedDict()
        self._used_until: OrderedDict[str, float] = OrderedDict()
        self._visitors: dict[str, _Visitor] = {}
        self._answers: OrderedDict[object, list[Message]] = OrderedDict()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if scope["path"] in PROBES and scope["method"] in ("GET", "HEAD"):
            return await self._probed(scope, receive, send)
        session, action = _session(scope), _action(scope)
        name = self._marks.get(session) or _address(scope)
        visitor = self._visitors.get(name) or _Visitor()
        refusal = self._refusal(name, visitor, scope["path"], action)
        if refusal is not None:
            metrics.TOO_MANY.labels("requests").inc()
            return await self._refuse(refusal, scope, receive, send)
        self._visitors[name] = visitor
        visit = _Visit(visitor, action, receive, send)
        try:
            await visitor.room.acquire()
            visit.is_inside = True
            await self.app(scope, visit.receive, visit.send)
        finally:
            visit.leave()
            if not visitor.requests and self._visitors.get(name) is visitor:  # a stream may outlive its visitor
                self._visitors.pop(name, None)
            if session and MARK in scope:
                _remember(self._marks, session, scope[MARK])

    async def _probed(self, scope: Message, receive: Receive, send: Send) -> None:
        """Counted apart, so that nobody who asks for pages keeps a probe from its answer, and held to as many."""
        wait = self._wait(f"probes of {_address(scope)}")
        if wait:
            return await self._refuse(Refusal(HTTPStatus.TOO_MANY_REQUESTS, math.ceil(wait)), scope, receive, send)
        await self.app(scope, receive, send)

    def _refusal(self, name: str, visitor: _Visitor, path: str, action: Action | None) -> Refusal | None:
        wait = 0.0 if path.startswith(settings.STATIC_URL) else self._wait(name)
        if wait or visitor.requests >= AT_ONCE + LINE:
            return Refusal(HTTPStatus.TOO_MANY_REQUESTS, max(1, math.ceil(wait)))
        return Refusal(HTTPStatus.CONFLICT) if action in visitor.actions else None

    async def _refuse(self, refusal: Refusal, scope: Message, receive: Receive, send: Send) -> None:
        manner = _manner(refusal, scope)
        if manner not in self._answers:
            said: list[Message] = []

            async def keep(message: Message) -> None:
                said.append(_for_anybody(message))

            await self.app({**scope, REFUSAL: refusal}, receive, keep)
            if said and said[0]["status"] == refusal.status:
                _remember(self._answers, manner, said)
        else:
            said = self._answers[manner]
        for message in said:
            await send(message)

    def _wait(self, name: str) -> float:
        """Counts one more request; the seconds until there is something left of the limit, 0 where there was."""
        if not settings.LIMITS_APPLY:
            return 0.0
        limit, now = limit_of(settings.LIMITS["requests"]), time.monotonic()
        until = max(self._used_until.get(name, now), now) + limit.share
        if until - now > limit.seconds:
            return until - now - limit.seconds
        _remember(self._used_until, name, until)
        return 0.0


class _Visit:
    """One request from its place in the line until it is answered. An event stream leaves when it begins: it holds
    neither thread nor connection, and is counted by itself.
    """

    def __init__(self, visitor: _Visitor, action: Action | None, receive: Receive, send: Send) -> None:
        self._visitor, self._action, self._receive, self._send = visitor, action, receive, send
        self._is_read, self._is_answered, self._is_here = False, asyncio.Event(), True
        self.is_inside = False
        visitor.requests += 1
        if action is not None:
            visitor.actions.add(action)

    async def receive(self) -> Message:
        """What the client sends. That it has left is told once it is answered: Django would let go of the request at
        once, and the thread that works on it would be nobody's.
        """
        message = await self._receive()
        if message["type"] == "http.request":
            self._is_read = not message.get("more_body", False)
        elif self._is_read:
            await self._is_answered.wait()
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._is_answered.set()
            self._has_acted()  # Django has more to do, and the next action may come first
            if any(name.lower() == b"content-type" and EVENTS in kind for name, kind in message["headers"]):
                self.leave()
        await self._send(message)

    def leave(self) -> None:
        if not self._is_here:
            return
        self._is_here = False
        self._visitor.requests -= 1
        self._has_acted()
        if self.is_inside:
            self._visitor.room.release()

    def _has_acted(self) -> None:
        if self._action is not None:
            self._visitor.actions.discard(self._action)
            self._action = None


def _for_anybody(message: Message) -> Message:
    """Without what was meant for whoever asked first."""
    if message["type"] != "http.response.start":
        return message
    return {**message, "headers": [one for one in message.get("headers", ()) if one[0].lower() != b"set-cookie"]}


def _session(scope: Message) -> str:
    """The key of the session that the request names; empty where it names none."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")


def _address(scope: Message) -> str:
    client = scope.get("client")
    return household(client[0]) if client else ""


def _action(scope: Message) -> Action | None:
    found = ACTION.fullmatch(scope["path"]) if scope["method"] == "POST" else None
    return None if found is None else (found["code"], found["hint"])


def _manner(refusal: Refusal, scope: Message) -> object:
    """All that an answer depends on which refuses something."""
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

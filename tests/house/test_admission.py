"""The door of a web process: how much of it one visitor gets, and what is refused before Django hears of it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urljoin

import pytest
from django.conf import settings as house
from pytest_django.fixtures import Settings

from accounts.limits import limit_of
from spadesite import admission
from spadesite.admission import AT_ONCE, LINE, MARK, OF_ADDRESS, READING, REFUSAL, Admission, Refusal
from spadesite.asgi import handler
from spadesite.bodies import Message
from spadesite.errors import TO_THE_TABLE

ACT = "/games/abc/act/"
#: What a visitor may ask for at once.
BURST = limit_of(house.LIMITS["requests"]).many


class House:
    """An application that answers when it is told to, and knows whose session is whose. `refusals` counts how often it
    was asked for a refusal, `refused` what visitors were sent."""

    def __init__(self, **marks: str) -> None:
        self.marks, self.inside, self.most, self.opened = marks, Counter[str](), Counter[str](), asyncio.Event()
        self.refused: Counter[HTTPStatus] = Counter()
        self.refusals = 0

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        if scope.get(REFUSAL) is not None:
            self.refusals += 1
            await send({"type": "http.response.start", "status": scope[REFUSAL].status})
            return
        who = scope["session"]
        if who in self.marks:
            scope[MARK] = self.marks[who]
        self.inside[who] += 1
        self.most[who] = max(self.most[who], self.inside[who])
        kind = b"text/event-stream" if scope["path"].endswith("/stream/") else b"text/html"
        if kind == b"text/event-stream":
            await send({"type": "http.response.start", "headers": [(b"Content-Type", kind)]})
        await self.opened.wait()
        self.inside[who] -= 1


def asks(
    door: Admission, session: str, path: str = "/", *, method: str = "GET", address: str = "10.0.0.1"
) -> Awaitable[None]:
    headers = [(b"cookie", f"{house.SESSION_COOKIE_NAME}={session}".encode())] if session else []
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "client": (address, 1)}

    async def send(message: Message) -> None:
        if "status" in message:
            cast(House, door.app).refused[message["status"]] += 1

    return door({**scope, "session": session}, _nothing, send)


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def heard(*messages: Message) -> Callable[[], Awaitable[Message]]:
    """What a server hands on, one after the other."""
    left = iter(messages)

    async def receive() -> Message:
        return next(left)

    return receive


async def _anything(_message: Message) -> None:
    return None


@asynccontextmanager
async def together(*asked: Awaitable[None]) -> AsyncIterator[None]:
    """All of them under way, as far as they come; all are over at the end."""
    tasks = [asyncio.ensure_future(one) for one in asked]
    await asyncio.sleep(0.01)
    yield
    for _ in range(len(tasks) + 1):
        await asyncio.sleep(0)
    await asyncio.wait_for(asyncio.gather(*tasks), 60)


def in_a_loop(story: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that waits, in a loop of its own."""

    @wraps(story)
    def told(**fixtures: Any) -> None:
        asyncio.run(story(**fixtures))

    return told


@pytest.fixture
def limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many requests and no more, while time stands still."""
    settings.LIMITS_APPLY = True
    monkeypatch.setattr(admission, "time", SimpleNamespace(monotonic=lambda: 0.0))


def test_one_visitor_has_at_most_a_quarter_of_the_connections() -> None:
    assert house.POSTGRESQL_OPTIONS["pool"]["max_size"] // 4 >= AT_ONCE


async def opened(**marks: str) -> tuple[House, Admission]:
    """With visitors who have been here before."""
    site = House(**marks)
    door = Admission(site)
    site.opened.set()
    for session in marks:
        await asks(door, session, f"{house.STATIC_URL}ui.css")
    site.opened.clear()
    site.most.clear()
    return site, door


@in_a_loop
async def test_who_asks_for_more_at_once_waits_and_gets_it() -> None:
    site, door = await opened(a="alice", b="bob")
    async with together(*(asks(door, "a") for _ in range(20)), asks(door, "b")):
        assert site.inside == {"a": AT_ONCE, "b": 1}
        site.opened.set()
    assert site.most["a"] == AT_ONCE
    assert site.refused == {}
    assert door._visitors == {}


@in_a_loop
async def test_two_sessions_of_one_person_are_one_visitor() -> None:
    site, door = await opened(a="alice", b="alice")
    async with together(*(asks(door, session, address=f"10.0.0.{number}") for number, session in enumerate("abab"))):
        assert site.inside.total() == AT_ONCE
        site.opened.set()


@in_a_loop
async def test_invented_sessions_are_one_visitor() -> None:
    """Of an address of IPv6 the network counts."""
    site, door = await opened()
    async with together(*(asks(door, f"s{n}", address=f"2001:db8::{n}") for n in range(20))):
        assert site.inside.total() == AT_ONCE
        site.opened.set()


@in_a_loop
async def test_the_line_ends_somewhere(settings: Settings) -> None:
    settings.LIMITS_APPLY = False
    site, door = await opened()
    async with together(*(asks(door, "") for _ in range(AT_ONCE + LINE + 3))):
        assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: 3}
        site.opened.set()


@in_a_loop
async def test_so_many_requests_and_no_more(limited: None) -> None:
    site, door = await opened(a="alice", b="bob")
    site.opened.set()
    for _ in range(BURST + 30):
        await asks(door, "a")
    await asks(door, "b")
    await asks(door, "a", f"{house.STATIC_URL}table.js")
    await asks(door, "a", "/healthz")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: 30}
    assert len(door._visitors) == 0


@in_a_loop
async def test_many_accounts_of_one_address_share_what_it_has() -> None:
    """Of an address of IPv6 the network counts."""
    accounts = {f"s{number}": f"person {number}" for number in range(20)}
    site, door = await opened(**accounts, z="elsewhere")
    crowd = [asks(door, session, address=f"2001:db8::{number}") for number, session in enumerate(accounts)]
    async with together(*crowd, asks(door, "z", address="2001:db8:1::1")):
        assert site.inside["z"] == 1
        assert site.inside.total() == OF_ADDRESS + 1
        site.opened.set()
    assert site.inside.total() == 0 and site.refused == {} and door._visitors == {}


@in_a_loop
async def test_so_many_requests_of_one_address_and_no_more(limited: None) -> None:
    many = limit_of(house.LIMITS["requests_of_address"]).many
    accounts = {f"s{number}": f"person {number}" for number in range(many // 40 + 1)}
    site, door = await opened(**accounts)
    site.opened.set()
    for session in accounts:
        for _ in range(44):
            await asks(door, session)
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: len(accounts) * 44 - many}
    await asks(door, "s0", address="10.9.9.9")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: len(accounts) * 44 - many}


@pytest.mark.parametrize(
    ("method", "path", "at_once"),
    (("POST", "/accounts/login/", 1), ("GET", "/games/abc/decisions/", 2), ("GET", "/shared/abc/hands/1/verify/", 2)),
)
@in_a_loop
async def test_what_is_costly_waits_for_its_kind_and_keeps_nobody_else(method: str, path: str, at_once: int) -> None:
    site, door = await opened()
    crowd = [asks(door, f"c{number}", path, method=method, address=f"10.1.0.{number}") for number in range(20)]
    async with together(*crowd, asks(door, "z", address="10.2.0.1")):
        assert site.inside.total() == at_once + 1 and site.inside["z"] == 1
        site.opened.set()
    assert site.inside.total() == 0


@in_a_loop
async def test_what_is_costly_counts_as_several_requests(limited: None) -> None:
    site, door = await opened()
    site.opened.set()
    for _ in range(BURST):
        await asks(door, "", "/games/abc/record/")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: BURST - BURST // 5}


@in_a_loop
async def test_a_slow_body_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own visitor, and all others, are answered meanwhile. One that takes too long is given up."""
    site, door = await opened()
    site.opened.set()
    answered = list[HTTPStatus]()
    never = asyncio.Event()

    async def trickles() -> Message:
        await never.wait()
        return {"type": "http.disconnect"}

    async def told(message: Message) -> None:
        if "status" in message:
            answered.append(message["status"])

    def slow() -> Awaitable[None]:
        scope = {"type": "http", "method": "POST", "path": "/accounts/login/", "client": ("10.0.0.1", 1), "session": ""}
        return door({**scope, "headers": [(b"content-length", b"900")]}, trickles, told)

    monkeypatch.setattr(admission, "BODY_TIME", 0.5)
    crowd = asyncio.gather(*(slow() for _ in range(READING)))
    await asyncio.sleep(0.01)
    await asyncio.wait_for(asks(door, ""), 0.2)
    await asyncio.wait_for(asks(door, "", "/accounts/login/", method="POST", address="10.0.0.2"), 0.2)
    assert site.most[""] >= 1 and not answered
    await crowd
    assert answered == [HTTPStatus.REQUEST_TIMEOUT] * READING
    assert door._visitors == {}


@in_a_loop
async def test_one_action_at_a_table_at_a_time() -> None:
    site, door = await opened(a="alice", b="bob")
    async with together(*(asks(door, "a", ACT, method="POST") for _ in range(50))):
        assert site.refused == {HTTPStatus.CONFLICT: 49}
        await asks(door, "a", "/games/abc/take-back/", method="POST")
        assert site.refused == {HTTPStatus.CONFLICT: 50}
        assert site.refusals == 1, "Django answers once; the door says it again"
        site.opened.set()
    await asks(door, "a", ACT, method="POST")
    assert site.refused == {HTTPStatus.CONFLICT: 50}


@in_a_loop
async def test_an_action_that_is_answered_holds_up_none() -> None:
    """Django closes a request after its answer is out, and whoever has that answer may act again by then. When the
    first request ends at last, the second's action is still being made.
    """
    site, closed = House(), asyncio.Event()

    async def answers(scope: Message, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "headers": []})
        await closed.wait()

    door = Admission(answers)
    first = asyncio.ensure_future(asks(door, "a", ACT, method="POST"))
    await asyncio.sleep(0.01)
    door.app = site
    async with together(asks(door, "a", ACT, method="POST")):
        assert site.inside["a"] == 1
        closed.set()
        await first
        await asks(door, "a", ACT, method="POST")
        assert site.refused == {HTTPStatus.CONFLICT: 1}
        site.opened.set()


@pytest.mark.parametrize(
    ("session", "path", "method"),
    [
        ("b", ACT, "POST"),  # the other seat's choice, which may be simultaneous
        ("a", "/games/xyz/act/", "POST"),
        ("a", "/games/abc/hint/", "POST"),
        ("a", "/games/abc/", "GET"),
    ],
)
@in_a_loop
async def test_an_action_holds_up_nothing_else(session: str, path: str, method: str) -> None:
    site, door = await opened(a="alice", b="bob")
    async with together(asks(door, "a", ACT, method="POST"), asks(door, session, path, method=method)):
        assert site.inside.total() == 2
        site.opened.set()
    assert site.refused == {}


@in_a_loop
async def test_an_open_stream_takes_no_place() -> None:
    site, door = await opened(a="alice")
    async with together(*(asks(door, "a", "/games/abc/stream/") for _ in range(5)), asks(door, "a")):
        assert site.inside["a"] == 6
        assert door._visitors == {} or next(iter(door._visitors.values())).requests == 1
        site.opened.set()


@in_a_loop
async def test_a_place_is_free_again_whatever_happens() -> None:
    async def broken(scope: Message, receive: Any, send: Any) -> None:
        raise ZeroDivisionError

    door = Admission(broken)
    for _ in range(AT_ONCE + 1):
        with pytest.raises(ZeroDivisionError):
            await asks(door, "a", ACT, method="POST")
    gone = asyncio.ensure_future(asks(Admission(House()), "a"))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert door._visitors == {}


def test_who_leaves_early_is_worked_for_to_the_end() -> None:
    """Or posts that are broken off would fill the house with threads that nobody counts."""
    told: list[str] = []

    async def app(scope: Message, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "http.request"
        left = asyncio.ensure_future(receive())
        await asyncio.sleep(0.01)
        told.append("left" if left.done() else "here")
        await send({"type": "http.response.start", "headers": []})
        told.append((await left)["type"])

    receive = heard({"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"})
    scope: Message = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": None}
    asyncio.run(Admission(app)(scope, receive, _anything))
    assert told == ["here", "http.disconnect"]


def test_who_leaves_within_the_body_has_left() -> None:
    got: list[str] = []

    async def app(scope: Message, receive: Any, send: Any) -> None:
        got.extend([(await receive())["type"], (await receive())["type"]])

    receive = heard({"type": "http.request", "body": b"x", "more_body": True}, {"type": "http.disconnect"})
    scope: Message = {"type": "http", "method": "POST", "path": ACT, "headers": [], "client": None}
    asyncio.run(Admission(app)(scope, receive, _anything))
    assert got == ["http.request", "http.disconnect"]


# ---------- as it is answered ----------
Said = tuple[int, dict[str, str], bytes]


def answered(refusal: Refusal, door: Admission | None = None, **headers: str) -> Said:
    """What the door says, a new one unless it is named: status, headers, body."""
    sent: list[Message] = []
    told = [(name.lower().encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
    scope = {"type": "http", "method": "POST", "path": ACT, "headers": told, "query_string": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    refuses = (door or Admission(handler))._refuse
    asyncio.run(refuses(refusal, {**scope, "client": ("127.0.0.1", 1)}, _nothing_more(), send))
    start, *rest = sent
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], found, b"".join(one["body"] for one in rest)


def _nothing_more() -> Callable[[], Awaitable[Message]]:
    """An empty body, and a client that stays."""
    messages: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if not messages:
            await asyncio.sleep(60)
        return messages.pop()

    return receive


def test_what_is_said_again_is_what_was_said_first() -> None:
    """To each in the own language and form, and without asking Django."""
    too_many, busy = Refusal(HTTPStatus.TOO_MANY_REQUESTS), Refusal(HTTPStatus.CONFLICT)
    ways: list[tuple[Refusal, dict[str, str]]] = [
        (too_many, {}),
        (too_many, {"HX-Request": "true"}),
        (too_many, {"Accept-Language": "de"}),
        (too_many, {"Cookie": f"{house.LANGUAGE_COOKIE_NAME}=de", "HX-Request": "true"}),
        (too_many, {"Accept-Encoding": "gzip, br"}),
        (too_many, {"Accept-Encoding": "gzip"}),
        (busy, {}),
    ]
    door = Admission(handler)
    first = [answered(refusal, door, **headers) for refusal, headers in ways]
    door.app = cast(Any, None)
    assert [answered(refusal, door, **headers) for refusal, headers in ways] == first
    assert len({body for _status, _headers, body in first}) == len(ways)
    assert not any("set-cookie" in headers for _status, headers, _body in first)


@pytest.mark.parametrize("status", [HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.CONFLICT])
def test_what_is_said_again_deletes_nobody_s_session(status: HTTPStatus) -> None:
    """Django has whoever sends a session that cannot be one forget it, and that is for them alone."""
    door = Admission(handler)
    junk = {"Cookie": f"{house.SESSION_COOKIE_NAME}=junk"}
    for headers in (junk, {}, {"Cookie": f"{house.SESSION_COOKIE_NAME}={'a' * 32}"}):
        assert "set-cookie" not in answered(Refusal(status), door, **headers)[1]


@in_a_loop
async def test_probes_are_counted_apart_and_are_no_way_past_the_door(limited: None) -> None:
    site, door = await opened(a="alice")
    site.opened.set()
    for _ in range(BURST + 5):
        await asks(door, "a", "/readyz")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: 5}
    for _ in range(BURST):
        await asks(door, "a")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: 5}
    await asks(door, "a", "/healthz", method="POST")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: 6}, "that is no probe"


@in_a_loop
async def test_whoever_names_one_table_after_another_is_refused_in_one_page(limited: None) -> None:
    """Codes are invented easily, and a page drawn and kept for each would be what the refusal is to spare."""
    site, door = await opened()
    site.opened.set()
    for number in range(BURST + 20):
        await asks(door, "", f"/games/{number}/act/", method="POST")
    assert site.refused == {HTTPStatus.TOO_MANY_REQUESTS: 20}
    assert (site.refusals, len(door._answers)) == (1, 1)


def test_a_second_action_is_told_in_a_way_a_page_survives() -> None:
    """htmx keeps its table and asks a moment later; without script the browser goes back to it by itself."""
    status, headers, body = answered(Refusal(HTTPStatus.CONFLICT), None, **{"HX-Request": "true"})
    assert (status, headers["hx-reswap"], headers["retry-after"], body) == (409, "none", "1", b"")
    status, headers, body = answered(Refusal(HTTPStatus.CONFLICT))
    assert (status, headers["refresh"]) == (409, f"1; url={TO_THE_TABLE}")
    assert f'href="{TO_THE_TABLE}"'.encode() in body
    assert urljoin(ACT, TO_THE_TABLE) == "/games/abc/"
    assert "content-security-policy" in headers


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}, {"Cookie": f"{house.SESSION_COOKIE_NAME}={'a' * 32}"}])
def test_what_is_refused_asks_the_database_for_nothing(headers: dict[str, str]) -> None:
    """This test may not reach a database."""
    status, told, body = answered(Refusal(HTTPStatus.TOO_MANY_REQUESTS, 3), None, **headers)
    assert (status, told["retry-after"]) == (429, "3")
    assert b"A short break" in body

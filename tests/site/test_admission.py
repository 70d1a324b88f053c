"""Admission control: concurrency limits, queues and rate limits of visitors and addresses, slow bodies."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings as site_settings
from pytest_django.fixtures import Settings

from accounts.limits import limit_of
from spadesite import admission
from spadesite.admission import AT_ONCE, LINE, OF_ADDRESS, READING, Admission, Message
from tests.site.conftest import ACT, BURST, Application, ask, closed_door, in_a_loop, open_door, settle, together

TOO_MANY = HTTPStatus.TOO_MANY_REQUESTS


# ---------- concurrent requests ----------
def test_one_visitor_has_at_most_a_quarter_of_the_connections() -> None:
    assert site_settings.POSTGRESQL_OPTIONS["pool"]["max_size"] // 4 >= AT_ONCE


@in_a_loop
async def test_requests_over_the_concurrency_limit_wait_and_are_answered() -> None:
    site, door = await closed_door(a="alice", b="bob")
    async with together(*(ask(door, "a") for _ in range(20)), ask(door, "b")):
        assert site.inside == {"a": AT_ONCE, "b": 1}
        site.opened.set()
    assert site.most["a"] == AT_ONCE and site.refused == {} and door._visitors == {}


@pytest.mark.parametrize(
    ("marks", "sessions", "network"),
    [({"a": "alice", "b": "alice"}, "abab", "10.0.0."), ({}, [f"s{n}" for n in range(20)], "2001:db8::")],
    ids=["sessions of a person", "invented sessions of an IPv6 network"],
)
@in_a_loop
async def test_several_sessions_are_one_visitor(marks: dict[str, str], sessions: list[str], network: str) -> None:
    site, door = await closed_door(**marks)
    async with together(*(ask(door, one, address=f"{network}{n}") for n, one in enumerate(sessions))):
        assert site.inside.total() == AT_ONCE
        site.opened.set()


@in_a_loop
async def test_accounts_of_one_ipv6_network_share_its_slots() -> None:
    accounts = {f"s{n}": f"person {n}" for n in range(20)}
    site, door = await closed_door(**accounts, z="elsewhere")
    crowd = [ask(door, session, address=f"2001:db8::{n}") for n, session in enumerate(accounts)]
    async with together(*crowd, ask(door, "z", address="2001:db8:1::1")):
        assert site.inside["z"] == 1 and site.inside.total() == OF_ADDRESS + 1
        site.opened.set()
    assert site.inside.total() == 0 and site.refused == {} and door._visitors == {}


@in_a_loop
async def test_the_queue_of_a_visitor_is_bounded(settings: Settings) -> None:
    settings.LIMITS_APPLY = False
    site, door = await closed_door()
    async with together(*(ask(door, "") for _ in range(AT_ONCE + LINE + 3))):
        assert site.refused == {TOO_MANY: 3}
        site.opened.set()


@pytest.mark.parametrize(
    ("method", "path", "at_once"),
    (("POST", "/accounts/login/", 1), ("GET", "/games/abc/decisions/", 2), ("GET", "/shared/abc/hands/1/verify/", 2)),
)
@in_a_loop
async def test_costly_requests_wait_for_each_other_and_delay_no_others(method: str, path: str, at_once: int) -> None:
    site, door = await closed_door()
    crowd = [ask(door, f"c{n}", path, method=method, address=f"10.1.0.{n}") for n in range(20)]
    async with together(*crowd, ask(door, "z", address="10.2.0.1")):
        assert site.inside.total() == at_once + 1 and site.inside["z"] == 1
        site.opened.set()
    assert site.inside.total() == 0


@in_a_loop
async def test_an_open_stream_takes_no_slot() -> None:
    site, door = await closed_door(a="alice")
    async with together(*(ask(door, "a", "/games/abc/stream/") for _ in range(5)), ask(door, "a")):
        assert site.inside["a"] == 6
        site.opened.set()


@in_a_loop
async def test_the_end_of_a_stream_does_not_free_a_slot_of_another_request() -> None:
    """Admission control keeps no entry of a visitor who has only open streams, so each request creates a new one."""
    site, door = await closed_door(page="alice", stream="alice", short="alice")
    streams, pages = [], []
    for _ in range(5):
        streams.append(asyncio.ensure_future(ask(door, "stream", "/games/abc/stream/")))
        short = asyncio.ensure_future(ask(door, "short"))
        await settle()
        await _cancelled(short)
    assert site.inside["stream"] == len(streams)
    for stream in streams:
        pages += [asyncio.ensure_future(ask(door, "page")) for _ in range(AT_ONCE)]
        await settle()
        await _cancelled(stream)
    async with together(*pages):
        assert site.inside["page"] == AT_ONCE
        site.opened.set()
    assert site.most["page"] == AT_ONCE and door._visitors == {}


async def _cancelled(request: "asyncio.Future[None]") -> None:
    request.cancel()
    with suppress(asyncio.CancelledError):
        await request


@in_a_loop
async def test_a_request_that_fails_or_is_cancelled_frees_its_slot() -> None:
    async def broken(scope: Message, receive: Any, send: Any) -> None:
        raise ZeroDivisionError

    door = Admission(broken)
    for _ in range(AT_ONCE + 1):
        with pytest.raises(ZeroDivisionError):
            await ask(door, "a", ACT, method="POST")
    door.app = Application()
    left = asyncio.ensure_future(ask(door, "a"))
    await asyncio.sleep(0)
    await _cancelled(left)
    assert door._visitors == {}


# ---------- rates ----------
@in_a_loop
async def test_static_files_and_probes_do_not_count_towards_a_visitors_limit(limited: None) -> None:
    site, door = await open_door(a="alice", b="bob")
    for _ in range(BURST + 30):
        await ask(door, "a")
    await ask(door, "b")
    await ask(door, "a", f"{site_settings.STATIC_URL}table.js")
    await ask(door, "a", "/healthz")
    assert site.refused == {TOO_MANY: 30} and door._visitors == {}


@in_a_loop
async def test_an_address_is_limited_over_all_its_accounts(limited: None) -> None:
    many = limit_of(site_settings.LIMITS["requests_of_address"]).many
    accounts = {f"s{n}": f"person {n}" for n in range(many // 40 + 1)}
    site, door = await open_door(**accounts)
    for session in accounts:
        for _ in range(44):
            await ask(door, session)
    await ask(door, "s0", address="10.9.9.9")
    assert site.refused == {TOO_MANY: len(accounts) * 44 - many}


@pytest.mark.parametrize(("method", "path"), [("GET", "/games/abc/record/"), ("POST", "/accounts/login/")])
@in_a_loop
async def test_a_costly_request_counts_as_five(limited: None, method: str, path: str) -> None:
    site, door = await open_door()
    for _ in range(BURST):
        await ask(door, "", path, method=method)
    assert site.refused == {TOO_MANY: BURST - BURST // 5}


@in_a_loop
async def test_probes_have_a_limit_of_their_own(limited: None) -> None:
    site, door = await open_door(a="alice")
    for _ in range(BURST + 5):
        await ask(door, "a", "/readyz")
    assert site.refused == {TOO_MANY: 5}
    for _ in range(BURST):
        await ask(door, "a")
    assert site.refused == {TOO_MANY: 5}
    await ask(door, "a", "/healthz", method="POST")
    assert site.refused == {TOO_MANY: 6}, "a post to a probe's path does not count towards the visitor's limit"


# ---------- bodies and clients ----------
@in_a_loop
async def test_slow_bodies_take_no_slot_and_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    site, door = await open_door()
    answers = list[HTTPStatus]()
    never = asyncio.Event()

    async def trickle() -> Message:
        await never.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if "status" in message:
            answers.append(message["status"])

    def slow() -> Awaitable[None]:
        scope = {"type": "http", "method": "POST", "path": "/accounts/login/", "client": ("10.0.0.1", 1), "session": ""}
        return door({**scope, "headers": [(b"content-length", b"900")]}, trickle, send)

    monkeypatch.setattr(admission, "BODY_TIME", 0.5)
    crowd = asyncio.gather(*(slow() for _ in range(READING)))
    await settle()
    await asyncio.wait_for(ask(door, ""), 0.2)
    await asyncio.wait_for(ask(door, "", "/accounts/login/", method="POST", address="10.0.0.2"), 0.2)
    assert site.most[""] >= 1 and answers == []
    await crowd
    assert answers == [HTTPStatus.REQUEST_TIMEOUT] * READING and door._visitors == {}


@pytest.mark.parametrize(
    ("method", "path", "more_body", "expected"),
    [("GET", "/", False, ["http.request", "here", "http.disconnect"])]
    + [("POST", ACT, True, ["http.request", "left", "http.disconnect"])],
    ids=["after its body", "within its body"],
)
@in_a_loop
async def test_a_disconnect_after_the_body_is_withheld_until_the_response_begins(
    method: str, path: str, more_body: bool, expected: list[str]
) -> None:
    """Otherwise Django would cancel the request, and its slot would be free while a thread still works on it."""
    events: list[str] = []
    messages: list[Message] = [{"type": "http.disconnect"}]
    messages.append({"type": "http.request", "body": b"", "more_body": more_body})

    async def app(scope: Message, receive: Any, send: Any) -> None:
        events.append((await receive())["type"])
        left = asyncio.ensure_future(receive())
        await settle()
        events.append("left" if left.done() else "here")
        await send({"type": "http.response.start", "headers": []})
        events.append((await left)["type"])

    async def receive() -> Message:
        return messages.pop()

    async def send(_message: Message) -> None:
        pass

    await Admission(app)({"type": "http", "method": method, "path": path, "headers": [], "client": None}, receive, send)
    assert events == expected

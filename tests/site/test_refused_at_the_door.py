"""Admission control: refused actions, the responses to refused requests, and dropped bodies."""

import asyncio
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urljoin

import pytest
from django.conf import settings

from spadesite.admission import LONGEST_BODY, PATIENCE, Admission, AdmissionRefusal, Message, Receive, read_body
from spadesite.asgi import handler
from spadesite.errors import TO_THE_TABLE
from tests.site.conftest import (
    ACT,
    BURST,
    Application,
    ask,
    closed_door,
    empty_body,
    in_a_loop,
    open_door,
    settle,
    together,
)

SESSION = settings.SESSION_COOKIE_NAME
TOO_MANY = HTTPStatus.TOO_MANY_REQUESTS


# ---------- one action at a table ----------
@in_a_loop
async def test_one_action_at_a_table_at_a_time() -> None:
    site, door = await closed_door(a="alice", b="bob")
    async with together(*(ask(door, "a", ACT, method="POST") for _ in range(50))):
        assert site.refused == {HTTPStatus.CONFLICT: 49}
        await ask(door, "a", "/games/abc/take-back/", method="POST")
        assert site.refused == {HTTPStatus.CONFLICT: 50}
        assert site.refusals == 1, "the application has not rendered the refusal exactly once"
        site.opened.set()
    await ask(door, "a", ACT, method="POST")
    assert site.refused == {HTTPStatus.CONFLICT: 50}


@in_a_loop
async def test_an_action_whose_response_has_begun_blocks_no_other_action() -> None:
    """The first request ends while a second action is running. It must not unblock the table for a third."""
    site, closed = Application(), asyncio.Event()

    async def answers(scope: Message, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "headers": []})
        await closed.wait()

    door = Admission(answers)
    first = asyncio.ensure_future(ask(door, "a", ACT, method="POST"))
    await settle()
    door.app = site
    async with together(ask(door, "a", ACT, method="POST")):
        assert site.inside["a"] == 1
        closed.set()
        await first
        await ask(door, "a", ACT, method="POST")
        assert site.refused == {HTTPStatus.CONFLICT: 1}
        site.opened.set()


@pytest.mark.parametrize(
    ("session", "path", "method"),
    [
        ("b", ACT, "POST"),  # players of other seats may act at the same time
        ("a", "/games/xyz/act/", "POST"),
        ("a", "/games/abc/hint/", "POST"),
        ("a", "/games/abc/", "GET"),
    ],
)
@in_a_loop
async def test_an_action_blocks_no_other_request(session: str, path: str, method: str) -> None:
    site, door = await closed_door(a="alice", b="bob")
    async with together(ask(door, "a", ACT, method="POST"), ask(door, session, path, method=method)):
        assert site.inside.total() == 2
        site.opened.set()
    assert site.refused == {}


@in_a_loop
async def test_refusals_at_many_invented_tables_are_rendered_and_cached_once(limited: None) -> None:
    site, door = await open_door()
    for number in range(BURST + 20):
        await ask(door, "", f"/games/{number}/act/", method="POST")
    assert site.refused == {TOO_MANY: 20}
    assert (site.refusals, len(door._answers)) == (1, 1)


# ---------- the responses ----------
Answer = tuple[int, dict[str, str], bytes]


def refused(refusal: AdmissionRefusal, door: Admission | None = None, **headers: str) -> Answer:
    """Return status, headers and body with which `door`, by default a new admission control, refuses a request."""
    sent, asked = list[Message](), list[Message]()
    named = [(name.lower().encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
    scope = {"type": "http", "method": "POST", "path": ACT, "headers": named, "query_string": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        if asked:
            await asyncio.Event().wait()  # the client stays connected
        asked.append(await empty_body())
        return asked[0]

    refuse = (door or Admission(handler))._refuse
    asyncio.run(refuse(refusal, {**scope, "client": ("127.0.0.1", 1)}, receive, send))
    start, *rest = sent
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], found, b"".join(one["body"] for one in rest)


def test_each_kind_of_refusal_is_rendered_once_and_repeated() -> None:
    too_many, busy = AdmissionRefusal(TOO_MANY, 3), AdmissionRefusal(HTTPStatus.CONFLICT)
    ways: list[tuple[AdmissionRefusal, dict[str, str]]] = [
        (too_many, {}),
        (too_many, {"HX-Request": "true"}),
        (too_many, {"Accept-Language": "de"}),
        (too_many, {"Cookie": f"{settings.LANGUAGE_COOKIE_NAME}=de", "HX-Request": "true"}),
        (too_many, {"Accept-Encoding": "gzip, br"}),
        (too_many, {"Accept-Encoding": "gzip"}),
        (busy, {}),
    ]
    door = Admission(handler)
    first = [refused(refusal, door, **headers) for refusal, headers in ways]
    door.app = cast(Any, None)
    assert [refused(refusal, door, **headers) for refusal, headers in ways] == first
    assert len({body for _status, _headers, body in first}) == len(ways)
    assert not any("set-cookie" in headers for _status, headers, _body in first)


@pytest.mark.parametrize("status", [TOO_MANY, HTTPStatus.CONFLICT])
def test_a_repeated_refusal_sets_no_cookie(status: HTTPStatus) -> None:
    """Django deletes the cookie of an invalid session. A cached refusal must not delete other visitors' cookies."""
    door = Admission(handler)
    for headers in ({"Cookie": f"{SESSION}=junk"}, {}, {"Cookie": f"{SESSION}={'a' * 32}"}):
        assert "set-cookie" not in refused(AdmissionRefusal(status), door, **headers)[1]


def test_a_second_action_leads_back_to_the_table() -> None:
    """With htmx the page reloads its table after a second. Without JavaScript the browser returns to the table."""
    status, headers, body = refused(AdmissionRefusal(HTTPStatus.CONFLICT), None, **{"HX-Request": "true"})
    assert (status, headers["hx-reswap"], headers["retry-after"], body) == (409, "none", "1", b"")
    status, headers, body = refused(AdmissionRefusal(HTTPStatus.CONFLICT))
    assert (status, headers["refresh"]) == (409, f"1; url={TO_THE_TABLE}")
    assert f'href="{TO_THE_TABLE}"'.encode() in body and urljoin(ACT, TO_THE_TABLE) == "/games/abc/"
    assert "content-security-policy" in headers


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}, {"Cookie": f"{SESSION}={'a' * 32}"}])
def test_a_refusal_runs_no_query(headers: dict[str, str]) -> None:
    """This test lacks the mark `django_db`, so any query raises an error."""
    status, found, body = refused(AdmissionRefusal(TOO_MANY, 3), None, **headers)
    assert (status, found["retry-after"]) == (429, "3")
    assert b"Please wait a moment" in body


# ---------- bodies ----------
async def body_of(sent: list[Message], header: tuple[bytes, bytes]) -> Receive:
    """Return the `receive` that the application gets for these messages. Reading removes messages from `sent`."""

    async def receive() -> Message:
        return sent.pop(0)

    return await read_body({"type": "http", "headers": [header]}, receive)


CHUNKED = (b"transfer-encoding", b"chunked")
TOO_LONG = (b"content-length", str(LONGEST_BODY + 1).encode())


@pytest.mark.parametrize(
    ("header", "chunks", "expected"),
    [
        ((b"content-length", b"6"), [b"act", b"ion"], (b"action", 0)),
        *((header, [b"x" * 1000] * 5, (b"", 0)) for header in (TOO_LONG, CHUNKED)),
        *(((b"content-length", length), [b"x" * 1000] * 5, (b"", 0)) for length in (b"-1", b"many")),
        (CHUNKED, [b"x" * (PATIENCE // 4)] * 9, (b"", 5)),
    ],
)
@in_a_loop
async def test_a_long_body_is_dropped_and_not_read_beyond_a_limit(
    header: Any, chunks: list[bytes], expected: object
) -> None:
    waiting: list[Message] = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    waiting[-1]["more_body"] = False
    receive = await body_of(waiting, header)
    got = [await receive()]
    while got[-1].get("more_body"):
        got.append(await receive())
    assert (b"".join(message["body"] for message in got), len(waiting)) == expected


@in_a_loop
async def test_after_a_dropped_body_the_application_gets_only_the_disconnect() -> None:
    """Django raises an error if a part of the body arrives where it expects the disconnect."""
    large = {"type": "http.request", "body": b"x" * PATIENCE, "more_body": True}
    receive = await body_of([large, large, large, {"type": "http.disconnect"}], (b"content-length", b"99999999"))
    assert [(await receive())["type"], (await receive())["type"]] == ["http.request", "http.disconnect"]

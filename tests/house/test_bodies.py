"""The door before Django: what is too long is dropped, not kept."""

import asyncio
from typing import Any

import pytest

from spadesite.bodies import LONGEST_BODY, PATIENCE, Message, Receive, read_body


def passed_on(application: Any, sent: list[Message], *headers: tuple[bytes, bytes]) -> None:
    """The application behind the door is sent these, one after the other."""

    async def receive() -> Message:
        return sent.pop(0)

    async def asked() -> None:
        await application(await read_body({"type": "http", "headers": list(headers)}, receive))

    asyncio.run(asked())


def met(header: tuple[bytes, bytes], chunks: list[bytes]) -> tuple[bytes, int]:
    """What the application gets of a body sent in chunks, and how many chunks were left unread."""
    waiting: list[Message] = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, 1)
    ]
    got: list[Message] = []

    async def application(receive: Receive) -> None:
        got.append(await receive())
        while got[-1].get("more_body"):
            got.append(await receive())

    passed_on(application, waiting, header)
    return b"".join(message["body"] for message in got), len(waiting)


def test_a_short_body_passes() -> None:
    assert met((b"content-length", b"6"), [b"act", b"ion"]) == (b"action", 0)


@pytest.mark.parametrize(
    "header",
    [
        (b"content-length", str(LONGEST_BODY + 1).encode()),
        (b"content-length", b"-1"),
        (b"content-length", b"many"),
        (b"transfer-encoding", b"chunked"),
    ],
)
def test_another_body_is_read_and_dropped(header: tuple[bytes, bytes]) -> None:
    assert met(header, [b"x" * 1000] * 5) == (b"", 0)


def test_patience_ends() -> None:
    _got, unread = met((b"transfer-encoding", b"chunked"), [b"x" * (PATIENCE // 4)] * 9)
    assert unread == 5


def test_what_comes_after_patience_is_no_answer_to_who_waits_for_the_end() -> None:
    """Django listens for the client to leave; a piece of the body would be an accident to it."""
    large = {"type": "http.request", "body": b"x" * PATIENCE, "more_body": True}
    got: list[str] = []

    async def application(receive: Receive) -> None:
        got.extend([(await receive())["type"], (await receive())["type"]])

    passed_on(application, [large, large, large, {"type": "http.disconnect"}], (b"content-length", b"99999999"))
    assert got == ["http.request", "http.disconnect"]

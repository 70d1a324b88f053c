"""Limit and read request bodies before Django does.

Django would spool a whole body to disk before a view sees it.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

LONGEST_BODY = 64 * 1024
PATIENCE = 8 * 1024 * 1024  # read and dropped, so that the browser sees the answer instead of a broken pipe


def has_body(scope: Message) -> bool:
    headers = dict(scope["headers"])
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


async def read_body(scope: Message, receive: Receive) -> Receive:
    """Read the whole body and return a `receive` that yields it as one message: no thread waits for a slow sender.

    A body that is too long or of unknown length is dropped. `BodyLimitMiddleware` sees the same headers and answers
    413.
    """
    if _is_too_long(scope):
        await _drop(receive)
        return _after(b"", receive)
    parts, is_whole = list[bytes](), False
    while not is_whole:
        message = await receive()
        if message["type"] == "http.disconnect":
            return _always(message)
        parts.append(message.get("body", b""))
        is_whole = not message.get("more_body", False)
    return _after(b"".join(parts), receive)


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


def _after(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields the body as one message, then the server's next message that is not a body.

    The rest of a dropped body is skipped.
    """
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_next() -> Message:
        if whole:
            return whole.pop()
        while (message := await receive())["type"] == "http.request":
            pass
        return message

    return receive_next


def _always(message: Message) -> Receive:
    async def receive() -> Message:
        return message

    return receive

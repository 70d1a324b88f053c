"""The size of what a client may send.

Django spools a whole body to disk before a view sees it, so this stands before Django.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

LONGEST_BODY = 64 * 1024
#: A file of records comes as one body: the file, and the form around it.
LONGER = {"/records/": 5 * 1024 * 1024 + LONGEST_BODY}
PATIENCE = 8 * 1024 * 1024  # read and dropped, so that the browser gets to see the answer instead of a broken pipe


class BodyLimit:
    """Drops a body that is too long, or of unknown length.

    `BodyLimitMiddleware` sees the same headers and answers 413.
    """

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _is_too_long(scope):
            await _drop(receive)
            receive = _after_an_empty_body(receive)
        await self.app(scope, receive, send)


def _is_too_long(scope: Message) -> bool:
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    return b"transfer-encoding" in headers or not length.isdigit() or int(length) > longest_body(scope["path"])


def longest_body(path: str) -> int:
    return LONGER.get(path, LONGEST_BODY)


async def _drop(receive: Receive) -> None:
    dropped = 0
    while dropped < PATIENCE:
        message = await receive()
        dropped += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


def _after_an_empty_body(receive: Receive) -> Receive:
    """What may follow of the body is dropped as well, and then comes the server's own message: the client has gone."""
    empty: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive_next() -> Message:
        if empty:
            return empty.pop()
        while (message := await receive())["type"] == "http.request":
            pass
        return message

    return receive_next

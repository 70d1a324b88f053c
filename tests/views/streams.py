"""The stream of a table, asked for as the server does."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth import get_user
from django.test import Client, RequestFactory

from games.views import stream


def opened(client: Client, code: str, language: str = "en", **asked: str) -> Any:
    """A request for the stream in the session of that client."""
    request: Any = RequestFactory().get(f"/games/{code}/stream/", asked)
    request.session, request.htmx, request.LANGUAGE_CODE = client.session, False, language
    request.user = get_user(request)
    request.META["CSRF_COOKIE"] = "c" * 32
    return request


def first_event(request: Any, code: str) -> str:
    """What the stream sends first."""

    async def first() -> bytes:
        async with aclosing(await events_of(request, code)) as events:
            return await anext(events)

    return async_to_sync(first)().decode()


async def events_of(request: Any, code: str) -> AsyncGenerator[bytes, None]:
    answer: Any = await sync_to_async(stream.stream)(request, code)
    events = cast("AsyncGenerator[bytes, None]", answer._iterator)
    assert await anext(events) == b"retry: 1000\n\n"
    return events

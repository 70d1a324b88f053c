"""GET games/<code>/stream/: what it sends, asked for as the server does."""

from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest
from asgiref.sync import async_to_sync
from django.test import RequestFactory

from accounts.models import User
from games.views import stream
from tests.playing import dealt, place_for


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("language", "word"), [("de", "Einstellungen"), ("en", "Settings")])
def test_it_speaks_the_language_of_its_request(alice: User, language: str, word: str) -> None:
    """Its looks run in other threads, which know of no request’s language."""
    place = place_for(alice)
    dealt(place)

    async def second_event() -> bytes:
        request: Any = RequestFactory().get(f"/games/{place.code}/stream/")
        request.user, request.session, request.htmx, request.LANGUAGE_CODE = alice, {}, False, language
        request.META["CSRF_COOKIE"] = "c" * 32
        answer: Any = await stream.stream(request, place.code)
        events = cast("AsyncGenerator[bytes, None]", answer._iterator)
        assert await anext(events) == b"retry: 1000\n\n"
        told = await anext(events)
        await events.aclose()
        return told

    assert f"</svg>{word}<kbd>" in async_to_sync(second_event)().decode()

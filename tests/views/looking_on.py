"""Tables at which others may look on, and the stream of somebody who does."""

from collections.abc import AsyncGenerator
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory

from accounts.models import Guest, User
from games.models import WaitingRoom
from games.registry import levels
from games.services.people import arranging, joining
from games.views import onlooking
from tests.playing import open_room, person_of

#: So that no hand ends the game.
LONG = {"bidwhist": {"win_score": 50, "lose_score": -50}}


def waiting(opener: User | Guest, *others: User, key: str = "twoman", allowed: bool = True) -> WaitingRoom:
    """A table at which these people wait."""
    first, *rest = map(person_of, (opener, *others))
    level = levels(key)[0]
    room = WaitingRoom.objects.get(code=open_room(person=first, key=key, chosen=LONG.get(key, {}), level=level))
    arranging.let_look_on(person=first, code=room.code, allowed=allowed)
    for one in rest:
        joining.join(person=one, token=room.token)
    return room


def begun(opener: User | Guest, *others: User, key: str = "twoman", allowed: bool = True) -> tuple[str, str]:
    """The token of the link, and the code of the game that has begun."""
    room = waiting(opener, *others, key=key, allowed=allowed)
    return room.token, joining.start(person=person_of(opener), code=room.code)


def opened(token: str, language: str = "en") -> Any:
    request: Any = RequestFactory().get(f"/t/{token}/look/stream/")
    request.session, request.htmx, request.LANGUAGE_CODE = SessionStore(), False, language
    request.user = AnonymousUser()
    return request


async def stream_of(token: str, language: str = "en") -> AsyncGenerator[bytes, None]:
    answer: Any = await sync_to_async(onlooking.stream)(opened(token, language), token)
    events: AsyncGenerator[bytes, None] = answer._iterator
    assert await anext(events) == b"retry: 1000\n\n"
    return events

"""Tables that wait for people, for tests of their pages: opened, joined by their link, and who sits there."""

from typing import Any

from django.test import Client

from accounts.models import User
from accounts.people import Person
from games.models import WaitingRoom, WaitingSeat
from games.services.table.seating import ByLink
from tests.playing import open_room

LEVEL = {"twoman": "easy", "spades": "normal", "bidwhist": "easy", "cardduel": "easy"}


def opened(client: Client, key: str = "spades", *, by_link: ByLink | None = None, **chosen: object) -> WaitingRoom:
    """A table that waits, opened by whoever is logged in there."""
    person = Person(user=User.objects.get(pk=client.session["_auth_user_id"]))
    code = open_room(person=person, key=key, chosen=chosen, level=LEVEL[key], by_link=by_link)
    return WaitingRoom.objects.get(code=code)


def link(room: WaitingRoom) -> str:
    room.refresh_from_db()
    return f"/t/{room.token}/"


def joined(client: Client, room: WaitingRoom) -> Any:
    return client.post(link(room))


def shared(opener: Client, *others: Client, key: str = "spades", **chosen: Any) -> WaitingRoom:
    """A table that waits, at which these have sat down."""
    room = opened(opener, key, **chosen)
    for one in others:
        joined(one, room)
    return room


def started(client: Client, room: WaitingRoom) -> str:
    """The address of its game, which has begun."""
    return client.post(f"/rooms/{room.code}/start/").headers["Location"]


def sitting(room: WaitingRoom) -> list[str]:
    """By seat: a user’s name, “guest”, or nothing where it is open."""
    seats = WaitingSeat.objects.filter(room=room).select_related("user").order_by("number")
    return [one.user.username if one.user else "guest" if one.guest_id else "" for one in seats]


def ended(as_alice: Client, as_bob: Client, key: str = "spades") -> str:
    """A game of the two that both have left, bob as the last; its code."""
    code = started(as_alice, shared(as_alice, as_bob, key=key)).split("/")[2]
    for client in (as_alice, as_bob):
        client.post(f"/games/{code}/abandon/")
    return code


def asked_again(as_alice: Client, as_bob: Client, key: str = "spades") -> tuple[str, WaitingRoom]:
    """The code of such a game, and the table at which bob waits to play again."""
    code = ended(as_alice, as_bob, key)
    as_bob.post(f"/games/{code}/again/")
    return code, WaitingRoom.objects.get(game=None)

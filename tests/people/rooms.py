"""Helpers to open, join and start waiting rooms, and to read their seats."""

from typing import Any

from django.test import Client

from accounts.models import User
from accounts.people import Person
from games.company import ByLink
from games.table.room_models import WaitingRoom, WaitingSeat
from tests.play import open_room


def open_waiting_room(
    client: Client, key: str = "spades", *, by_link: ByLink | None = None, **chosen: object
) -> WaitingRoom:
    """Open a room for the client's user."""
    person = Person(user=User.objects.get(pk=client.session["_auth_user_id"]))
    level = "normal" if key == "spades" else "easy"
    code = open_room(person=person, key=key, chosen=chosen, level=level, by_link=by_link)
    return WaitingRoom.objects.get(code=code)


def link_of(room: WaitingRoom) -> str:
    room.refresh_from_db()
    return f"/t/{room.token}/"


def join_room(client: Client, room: WaitingRoom) -> Any:
    return client.post(link_of(room))


def open_shared_room(opener: Client, *others: Client, key: str = "spades", **chosen: Any) -> WaitingRoom:
    """Open a room and let the other clients join."""
    room = open_waiting_room(opener, key, **chosen)
    for one in others:
        join_room(one, room)
    return room


def start_room(client: Client, room: WaitingRoom) -> str:
    """Start the game; return the path of its table."""
    return client.post(f"/rooms/{room.code}/start/").headers["Location"]


def seated_names(room: WaitingRoom) -> list[str]:
    """Return for each seat the user name, "guest", or "" if no person has it."""
    seats = WaitingSeat.objects.filter(room=room).select_related("user").order_by("number")
    return [one.user.username if one.user else "guest" if one.guest_id else "" for one in seats]


def play_and_leave(as_alice: Client, as_bob: Client, key: str = "spades") -> str:
    """Start a game that both players leave, bob last; return its code."""
    code = start_room(as_alice, open_shared_room(as_alice, as_bob, key=key)).split("/")[2]
    for client in (as_alice, as_bob):
        client.post(f"/games/{code}/abandon/")
    return code


def ask_for_rematch(as_alice: Client, as_bob: Client, key: str = "spades") -> tuple[str, WaitingRoom]:
    """Return the code of a game that both have left, and the room where bob waits for a rematch."""
    code = play_and_leave(as_alice, as_bob, key)
    as_bob.post(f"/games/{code}/again/")
    return code, WaitingRoom.objects.get(game=None)

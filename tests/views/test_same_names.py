"""Two guests may bear one name; at one table they are told apart, wherever people of it are named."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Guest, User
from games.models import Game, WaitingRoom
from tests.boards import challenged
from tests.views.asking import HTMX, read
from tests.views.rooms import link, opened
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def guests() -> tuple[Client, Client]:
    return Client(), Client()


@pytest.fixture
def room(as_alice: Client, guests: tuple[Client, Client]) -> WaitingRoom:
    """Alice, a computer player, and the two, who say that they are Ama."""
    room = opened(as_alice)
    for one in guests:
        assert one.post(link(room), {"name": "Ama"}).status_code == 302
    return room


def test_in_the_waiting_room_and_on_its_invitation(as_alice: Client, client: Client, room: WaitingRoom) -> None:
    page = text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert "Ama and Ama (2) have joined." in page or "Ama (2) and Ama have joined." in page
    invitation = text_of(client.get(link(room)))
    assert invitation.count("Ama") == 2 and invitation.count("Ama (2)") == 1
    assert list(Guest.objects.values_list("name", flat=True)) == ["Ama", "Ama"], "nobody is renamed"


def test_at_the_table_and_in_lists(as_alice: Client, guests: tuple[Client, Client], room: WaitingRoom) -> None:
    as_alice.post(f"/rooms/{room.code}/start/")
    code = Game.objects.get().code
    for one in (as_alice, *guests):
        one.post(f"/games/{code}/deal/", {"seed": "a", "version": Game.objects.get().version})
    page = read(as_alice, f"/games/{code}/")
    assert page.count('seat__name">Ama<') == page.count('seat__name">Ama (2)<') == 1
    assert "Ama, Ama (2)" in text_of(as_alice.get("/games/"))
    first, second = (text_of(one.get(f"/games/{code}/")) for one in guests)
    assert ("Ama (2)" in first) != ("Ama (2)" in second), "who looks at it is not told of by name"


def test_what_is_said(as_alice: Client, guests: tuple[Client, Client], room: WaitingRoom) -> None:
    as_alice.post(f"/rooms/{room.code}/start/")
    code = Game.objects.get().code
    for one in guests:
        said: Any = one.post(f"/games/{code}/say/", {"phrase": "hello"}, headers=HTMX)
        assert said.status_code == 200
    heard = text_of(as_alice.get(f"/games/{code}/"))
    assert "Ama Hello" in heard and "Ama (2) Hello" in heard


def test_in_a_challenge_beside_an_account(client: Client, alice: User, guests: tuple[Client, Client]) -> None:
    token = challenged.opened(alice)
    for one in guests:
        assert one.post(f"/c/{token}/", {"name": "Alice"}).status_code == 302
    done = "0 of 1 board done"
    assert f"Who plays it alice{done}Alice (2){done}Alice (3){done}" in text_of(client.get(f"/c/{token}/"))
    assert f"Who plays it alice{done}You{done}Alice (3){done}" in text_of(guests[0].get(f"/c/{token}/"))

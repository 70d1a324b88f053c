"""The link of a game that has begun is taken back: nobody can look on with it any more, nor goes on looking."""

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.models import WaitingRoom
from games.services.people import arranging, onlooking, rooms
from games.services.people.links import NotAllowed
from games.services.people.onlooking import watched
from tests.views.asking import read
from tests.views.looking_on import begun, stream_of
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_the_link_of_a_game_that_has_begun_is_taken_back_by_whoever_opened_its_table(
    client: Client, as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    token, code = begun(alice, bob)
    sheet, room = f"/games/{code}/onlookers/?link=1", WaitingRoom.objects.get()
    address = f"/rooms/{room.code}/link/"
    assert sheet in read(as_alice, f"/games/{code}/")
    told = read(as_alice, sheet)
    assert "may look on" in told and f'action="{address}"' in told and "Take the link back" in told
    told = read(as_bob, sheet)
    assert "may look on" in told and "<form" not in told
    as_bob.post(address)
    as_alice.post(address, {"anew": "on"})
    assert WaitingRoom.objects.get().token == token, "another one is only made before, and by nobody else"
    game = watched(token=token)
    answer = as_alice.post(address, follow=True)
    assert answer.redirect_chain[-1][0] == f"/games/{code}/" and "nobody can look on with it" in text_of(answer)
    assert client.get(f"/t/{token}/look/").status_code == client.get(f"/t/{token}/look/stream/").status_code == 404
    with pytest.raises(rooms.NoSuchRoom):
        onlooking.moment(game)
    assert "Nobody may look on." in read(as_alice, sheet)
    assert "<form" not in read(as_alice, sheet)
    assert as_alice.get(f"/games/{code}/onlookers/").status_code == 286


def test_looking_on_at_a_game_that_has_begun_can_be_forbidden_and_not_allowed(alice: User, bob: User) -> None:
    token, _code = begun(alice, bob)
    room, game = WaitingRoom.objects.get(), watched(token=token)
    with pytest.raises(NotAllowed):
        arranging.let_look_on(person=Person(user=bob), code=room.code, allowed=False)
    arranging.let_look_on(person=Person(user=alice), code=room.code, allowed=False)
    assert not WaitingRoom.objects.get().onlookers
    with pytest.raises(rooms.NoSuchRoom):
        onlooking.moment(game)
    for arranged in (
        lambda: arranging.let_look_on(person=Person(user=alice), code=room.code, allowed=True),
        lambda: arranging.renew_link(person=Person(user=alice), code=room.code),
        lambda: arranging.set_clock(person=Person(user=alice), code=room.code, clock=rooms.Clock.QUICK),
    ):
        with pytest.raises(rooms.NoSuchRoom):
            arranged()


@pytest.mark.django_db(transaction=True)
def test_whoever_looks_on_while_the_link_is_taken_back_sees_no_more(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.onlooking.PING", 0.1)
    token, _code = begun(alice, bob)

    async def look() -> None:
        events = await stream_of(token)
        assert b"event: table" in await anext(events)
        await sync_to_async(arranging.take_link_back)(person=Person(user=alice), code=room.code)
        assert [one async for one in events if b"event: table" in one] == []

    room = WaitingRoom.objects.get()
    async_to_sync(look)()


def test_the_link_is_another_s_to_take_back_once_whoever_opened_the_table_is_gone(alice: User, bob: User) -> None:
    token, _code = begun(alice, bob)
    room = WaitingRoom.objects.get()
    leave(person=Person(user=alice))
    assert watched(token=token)
    arranging.take_link_back(person=Person(user=bob), code=room.code)
    with pytest.raises(rooms.NoSuchRoom):
        watched(token=token)


def test_with_the_last_of_those_who_waited_the_link_is_taken_back(alice: User, bob: User) -> None:
    token, _code = begun(alice, bob)
    for one in (bob, alice):
        leave(person=Person(user=one))
    assert not WaitingRoom.objects.get().is_asking
    with pytest.raises(rooms.NoSuchRoom):
        watched(token=token)


def test_whoever_opened_the_table_as_a_guest_and_is_an_account_takes_the_link_back(alice: User, bob: User) -> None:
    """Also where that account has come to the table as well, and goes on from its own seat."""
    guest = Guest.objects.create()
    begun(guest, alice, bob, key="spades")
    adopt(guest=guest, user=alice)
    arranging.take_link_back(person=Person(user=alice), code=WaitingRoom.objects.get().code)
    assert not WaitingRoom.objects.get().is_asking

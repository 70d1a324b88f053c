"""The event stream of a table: language, keep-alives, steps, and its end with the session, guest or game."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client

from accounts.models import Guest, User
from accounts.people import GUEST_KEY, adopt
from games.engine.state import Phase
from games.table import live, play, stream, tables
from games.table.models import Seat
from games.table.stream import HERE
from games.table.tables import Place
from tests.asking import events_of, first_event, request_for
from tests.people.together import start_table
from tests.play import act, deal_hand, marta_acts, open_table, person_of, reload
from tools.pictures.posing import posed
from tools.pictures.positions import PosedPosition, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]


@pytest.fixture
def place(alice: User) -> Place:
    """Return alice's place at version 2, just after the first deal."""
    place = open_table(alice)
    deal_hand(place)
    return place


@pytest.mark.parametrize(("language", "word"), [("de", "Einstellungen"), ("en", "Settings")])
def test_the_stream_has_the_language_of_its_request(as_alice: Client, place: Place, language: str, word: str) -> None:
    """The stream renders the table in other threads, in which no middleware has activated a language."""
    assert f"</svg>{word}<kbd>" in first_event(request_for(as_alice, place.code, language), place.code)


def test_a_silent_stream_pings(as_alice: Client, alice: User, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without keep-alives a page would treat the connection as broken and reconnect."""
    monkeypatch.setattr(stream, "PING", 0.1)
    hand = tables.see(place).view.hand
    assert hand is not None
    act(place, "discard", hand[0].text)
    request = request_for(as_alice, place.code)

    async def is_kept_alive() -> bool:
        events = await events_of(request, place.code)
        async with asyncio.timeout(60):
            found = HERE in [await anext(events) for _ in range(3)]
        await events.aclose()
        return found

    assert async_to_sync(is_kept_alive)()
    assert tables.see(reload(alice, place.code)).computer_acts


ENDINGS: dict[str, Callable[[Client], object]] = {
    "logout": lambda client: client.post("/accounts/logout/"),
    "another password": lambda client: User.objects.update(password=make_password("another quiet card room")),
    "a closed account": lambda client: User.objects.update(is_active=False),
    "a deleted session": lambda client: client.session.delete(),
}


def events_after(client: Client, place: Place, happens: Callable[[], object]) -> list[bytes]:
    """Open a stream, call `happens`, let the bot act if the game still exists; return later events without pings."""
    request = request_for(client, place.code)

    async def read() -> list[bytes]:
        events = await events_of(request, place.code)
        assert b"id: 2\n" in await anext(events)
        await sync_to_async(happens)()
        if place.game.pk is not None:
            await sync_to_async(marta_acts)(place)
        async with asyncio.timeout(60):
            return [one async for one in events if one != HERE]

    return async_to_sync(read)()


@pytest.mark.postgresql
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_stream_ends_with_its_session(as_alice: Client, place: Place, ending: str) -> None:
    assert events_after(as_alice, place, lambda: ENDINGS[ending](as_alice)) == []


def test_the_stream_ends_with_its_game(as_alice: Client, place: Place) -> None:
    assert events_after(as_alice, place, place.game.delete) == []


def test_the_stream_ends_with_its_guest(client: Client, alice: User) -> None:
    client.post("/play/")
    guest = Guest.objects.get(token=client.session[GUEST_KEY])
    place = reload(guest, guest.seats.get().game.code)
    deal_hand(place)
    assert events_after(client, place, lambda: adopt(guest=guest, user=alice)) == []


def test_an_ended_session_does_not_count_as_presence(as_alice: Client, alice: User, bob: User) -> None:
    """The stream ends even while the table does not change. Otherwise the player would never count as missing."""
    code = start_table(alice, bob, key="twoman", level="easy")
    place = reload(alice, code)
    request = request_for(as_alice, place.code)
    Seat.objects.update(seen_at=None)
    _, shown, _ = stream._look(request, place, stream._Shown("0", 0), late=False)
    assert Seat.objects.get(user=alice).seen_at is not None
    assert stream._look(request, place, shown, late=True)[1:] == (shown, b"")
    Seat.objects.update(seen_at=None)
    as_alice.session.delete()
    for late in (False, True):
        with pytest.raises(stream._Gone):
            stream._look(request, place, shown, late=late)
    assert not Seat.objects.exclude(seen_at=None).exists()


def test_a_card_followed_by_another_brings_only_its_changes(as_alice: Client, alice: User) -> None:
    """The event of each card but the last leaves out what stays the same. The last event has the whole table."""
    place = reload(
        alice, posed(PosedPosition("spades", turn(Phase.PLAY, played=4, laid=0), "normal"), person_of(alice))
    )
    led = act(place, "play", tables.see(place).view.legal[0].first.argument)
    assert play.reply(code=place.code, version=led.version)
    request = request_for(as_alice, place.code)
    _, seen, news = stream._look(request, place, stream._Shown(f"{led.version}", 0), late=False)
    drawn = news.decode().split("event: table\n")[1:]
    tables_drawn = [re.findall(r'id="(card-\w+|asks|log|say|at-\w)"|(data-stays)', one) for one in drawn]
    *passing, last = [Counter(name or stays for name, stays in one) for one in tables_drawn]
    assert len(passing) >= 2 and seen.mark == f"{led.version + len(passing) + 1}"
    for one in passing:
        assert (one["data-stays"], one["say"], one["at-n"]) == (4, 1, 1)
        assert not {name for name in one if name.startswith("card-")} | ({"asks", "log"} & one.keys())
    assert last["data-stays"] == 0 and last["asks"] == last["log"] == 1
    assert any(name.startswith("card-") for name in last)


@pytest.mark.postgresql
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite sends no notices")
def test_the_listener_uses_the_options_of_the_database_address(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {**connection.settings_dict["OPTIONS"], "sslmode": "verify-full", "target_session_attrs": "read-write"}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    address = live._address()
    assert (address["sslmode"], address["target_session_attrs"]) == ("verify-full", "read-write")
    assert address["dbname"] == connection.settings_dict["NAME"]
    assert not {"pool", "context", "cursor_factory"} & address.keys()

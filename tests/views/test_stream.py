"""GET games/<code>/stream/: what it sends, asked for as the server does, and to whom it sends nothing more."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client

from accounts.models import Guest, User
from accounts.people import GUEST_KEY, adopt
from games.engine.state import Phase
from games.models import Seat
from games.services.moves import play
from games.services.table import tables
from games.services.table.tables import Place
from games.views import stream
from games.views.events import HERE
from tests.moves.together import table_of
from tests.playing import act, again, dealt, marta_acts, person_of, place_for
from tests.shots.posing import posed
from tests.shots.positions import Position, turn
from tests.views.streams import events_of, first_event, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("computers_wait")]


@pytest.fixture
def place(alice: User) -> Place:
    """Its first hand is dealt."""
    place = place_for(alice)
    dealt(place)
    return place


@pytest.mark.parametrize(("language", "word"), [("de", "Einstellungen"), ("en", "Settings")])
def test_it_speaks_the_language_of_its_request(as_alice: Client, place: Place, language: str, word: str) -> None:
    """Its looks run in other threads, which know of no request’s language."""
    assert f"</svg>{word}<kbd>" in first_event(opened(as_alice, place.code, language), place.code)


def test_it_says_that_it_is_here_while_a_computer_player_owes_an_action(
    as_alice: Client, alice: User, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a page would take a slow player for a line that hangs."""
    monkeypatch.setattr(stream, "PING", 0.1)
    hand = tables.see(place).view.hand
    assert hand is not None
    act(place, "discard", hand[0].text)
    request = opened(as_alice, place.code)

    async def is_told() -> bool:
        events = await events_of(request, place.code)
        async with asyncio.timeout(60):
            found = HERE in [await anext(events) for _ in range(3)]
        await events.aclose()
        return found

    assert async_to_sync(is_told)()
    assert tables.see(again(alice, place.code)).computer_acts


def log_out(client: Client, person: User) -> None:
    client.post("/accounts/logout/")


def change_the_password(client: Client, person: User) -> None:
    person.set_password("another quiet card room")
    person.save()


def close_the_account(client: Client, person: User) -> None:
    User.objects.filter(pk=person.pk).update(is_active=False)


def end_the_session(client: Client, person: User) -> None:
    client.session.delete()


def said_after(client: Client, place: Place, happens: Callable[[], object]) -> list[bytes]:
    """What the stream still sends of the computer player's next action once that has happened."""
    request = opened(client, place.code)

    async def read() -> list[bytes]:
        events = await events_of(request, place.code)
        assert b"id: 2\n" in await anext(events)
        await sync_to_async(happens)()
        await sync_to_async(marta_acts)(place)
        async with asyncio.timeout(60):
            return [one async for one in events if one != HERE]

    return async_to_sync(read)()


@pytest.mark.parametrize("ends", [log_out, change_the_password, close_the_account, end_the_session])
def test_it_ends_with_its_session(
    as_alice: Client, alice: User, place: Place, ends: Callable[[Client, User], None]
) -> None:
    """Whoever holds an open line is shown no card any more, however the session has ended."""
    assert said_after(as_alice, place, lambda: ends(as_alice, alice)) == []


def test_it_ends_with_its_session_though_nothing_happens(as_alice: Client, alice: User, place: Place) -> None:
    """Or the page would show the cards of whoever has logged out elsewhere, and say nothing."""
    request, shown = opened(as_alice, place.code), stream._Shown("2", 0)
    assert stream._look(request, place, shown, late=True)[1:] == (shown, b"")
    end_the_session(as_alice, alice)
    with pytest.raises(stream._Gone):
        stream._look(request, place, shown, late=True)


def test_it_ends_with_its_guest(client: Client, alice: User) -> None:
    client.post("/play/")
    guest = Guest.objects.get(token=client.session[GUEST_KEY])
    place = again(guest, guest.seats.get().game.code)
    dealt(place)
    assert said_after(client, place, lambda: adopt(guest=guest, user=alice)) == []


def test_it_ends_with_its_game(as_alice: Client, place: Place) -> None:
    request = opened(as_alice, place.code)

    async def read() -> list[bytes]:
        events = await events_of(request, place.code)
        await anext(events)
        await sync_to_async(place.game.delete)()
        async with asyncio.timeout(60):
            return [one async for one in events if one != HERE]

    assert async_to_sync(read)() == []


def test_a_session_that_has_ended_gives_no_sign_of_life(as_alice: Client, alice: User, bob: User) -> None:
    """Though nothing new happens at the table: else nobody could ever call the person missing."""
    code = table_of(alice, bob, key="twoman", level="easy")
    place = again(alice, code)
    request = opened(as_alice, place.code)
    Seat.objects.update(seen_at=None)
    stream._look(request, place, stream._Shown("0", 0), late=False)
    assert Seat.objects.get(user=alice).seen_at is not None
    Seat.objects.update(seen_at=None)
    end_the_session(as_alice, alice)
    with pytest.raises(stream._Gone):
        stream._look(request, place, stream._Shown("0", 0), late=False)
    assert not Seat.objects.exclude(seen_at=None).exists()


def test_a_card_that_the_next_one_follows_brings_only_what_it_changes(as_alice: Client, alice: User) -> None:
    """The hand, the tools and what stands beside the table stay on the page as they were; the last one brings all."""
    place = again(alice, posed(Position("spades", turn(Phase.PLAY, played=4, laid=0), "normal"), person_of(alice)))
    led = act(place, "play", tables.see(place).view.legal[0].first.argument)
    assert play.reply(code=place.code, version=led.version)
    _, seen, news = stream._look(opened(as_alice, place.code), place, stream._Shown(f"{led.version}", 0), late=False)
    tables_drawn = [re.findall(r'id="(card-\w+|asks|log|say|at-\w)"|(data-stays)', one) for one in told(news)]
    *passing, last = [Counter(name or stays for name, stays in one) for one in tables_drawn]
    assert len(passing) >= 2 and seen.mark == f"{led.version + len(passing) + 1}"
    for one in passing:
        assert (one["data-stays"], one["say"], one["at-n"]) == (4, 1, 1)
        assert not {name for name in one if name.startswith("card-")} | ({"asks", "log"} & one.keys())
    assert last["data-stays"] == 0 and last["asks"] == last["log"] == 1
    assert any(name.startswith("card-") for name in last)


def told(news: bytes) -> list[str]:
    return news.decode().split("event: table\n")[1:]

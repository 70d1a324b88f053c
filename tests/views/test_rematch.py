"""Playing again with people: a rematch for whoever wants it, told to the others, and what becomes of it alone."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import User
from accounts.people import Person
from games.models import Game, Seat, WaitingRoom, WaitingSeat
from games.views import stream
from tests.playing import again
from tests.views.asking import read
from tests.views.rooms import asked_again, ended, joined, shared, sitting, started
from tests.views.setting_up import text_of
from tests.views.streams import events_of
from tests.views.streams import opened as asked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("key", "after"), [("spades", [1, 3]), ("twoman", [1, 0])])
def test_a_rematch_is_one_press_for_each(as_alice: Client, as_bob: Client, key: str, after: list[int]) -> None:
    """Who sat at 0 and 2, or at 0 and 1, sits a seat further."""
    code = ended(as_alice, as_bob, key)
    first = as_bob.post(f"/games/{code}/again/").headers["Location"]
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == first
    assert as_bob.post(f"/games/{code}/again/").headers["Location"] == first, "asked again it is the same one"
    room = WaitingRoom.objects.get(game=None)
    assert room.options == Game.objects.get(code=code).options
    kept = [(seat.number, seat.level) for seat in room.seats.filter(is_kept=True).order_by("number")]
    assert kept == ([(0, "normal"), (2, "normal")] if key == "spades" else []), "computer players move on, too"
    assert [sitting(room).index(name) for name in ("alice", "bob")] == after
    assert [seat.user.username for seat in room.seats.filter(is_openers=True) if seat.user] == ["bob"]
    table = started(as_bob, room)
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == table


@pytest.mark.parametrize(("comes_back", "wins"), [(True, {"wins": [1, 2]}), (False, {})])
def test_a_match_goes_on_where_all_sit_down_again(
    as_alice: Client, as_bob: Client, comes_back: bool, wins: dict[str, list[int]]
) -> None:
    """A seat further each side is the other one."""
    room = shared(as_alice, as_bob, key="bidwhist")
    code = started(as_alice, room).split("/")[2]
    Game.objects.filter(code=code).update(carried={"wins": [2, 1]})
    for what in ("deal", "abandon"):
        for client in (as_alice, as_bob):
            client.post(f"/games/{code}/{what}/", {"version": 0})
    for client in (as_alice, as_bob)[: 1 + comes_back]:
        client.post(f"/games/{code}/again/")
    as_alice.post(f"/rooms/{WaitingRoom.objects.get(game=None).code}/start/")
    assert Game.objects.exclude(code=code).get().carried == wins


def test_while_the_game_goes_on_there_is_no_rematch(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    table = started(as_alice, room)
    assert as_bob.post(f"{table}again/").headers["Location"] == table
    assert (WaitingRoom.objects.count(), Game.objects.count()) == (1, 1)


def test_while_whoever_asked_first_is_away_another_may_start(as_alice: Client, as_bob: Client, bob: User) -> None:
    code = ended(as_alice, as_bob, "twoman")
    for client in (as_bob, as_alice):
        address = client.post(f"/games/{code}/again/").headers["Location"]
    assert "bob starts the game." in text_of(as_alice.get(address))
    assert as_alice.post(f"{address}start/").headers["Location"] == address
    WaitingSeat.objects.filter(user=bob).update(seen_at=timezone.now() - timedelta(minutes=1))
    assert "bob is away: you may start." in text_of(as_alice.get(address))
    table = as_alice.post(f"{address}start/").headers["Location"]
    assert as_bob.get(address).headers["Location"] == table


def test_a_rematch_that_was_called_off_can_be_asked_for_again(as_alice: Client, as_bob: Client) -> None:
    code, room = asked_again(as_alice, as_bob)
    as_bob.post(f"/rooms/{room.code}/leave/")
    as_alice.post(f"/games/{code}/again/")
    assert sitting(WaitingRoom.objects.get(game=None)) == ["", "alice", "", ""]


def test_once_it_is_over_a_new_game_instead_is_a_rematch_too(as_alice: Client, as_bob: Client) -> None:
    code = ended(as_alice, as_bob)
    there = as_bob.post(f"/games/{code}/instead/").headers["Location"]
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == there
    assert sitting(WaitingRoom.objects.get(game=None)) == ["", "alice", "", "bob"]


# -- what the others hear of it --------------------------------------------------------------------------


def test_the_others_read_on_their_finished_table_that_somebody_waits(as_alice: Client, as_bob: Client) -> None:
    code = ended(as_alice, as_bob)
    assert "Play again" in text_of(as_alice.get(f"/games/{code}/"))
    as_bob.post(f"/games/{code}/again/")
    told = text_of(as_alice.get(f"/games/{code}/"))
    assert "bob waits for you to play again." in told and "Sit down again" in told
    assert "waits for you" not in text_of(as_bob.get(f"/games/{code}/"))
    as_alice.post(f"/games/{code}/again/")
    assert "waits for you" not in text_of(as_alice.get(f"/games/{code}/"))


def test_my_games_leads_there_with_one_press(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    code, _room = asked_again(as_alice, as_bob)
    page = as_alice.get("/games/")
    assert "bob waits for you to play again." in text_of(page)
    assert f'action="/games/{code}/again/"' in page.content.decode()
    for client in (as_bob, as_charlie):
        assert "waits for you" not in text_of(client.get("/games/"))
    as_alice.post(f"/games/{code}/again/")
    assert "waits for you" not in text_of(as_alice.get("/games/"))


def test_a_day_later_only_the_game_itself_says_that_somebody_waited(as_alice: Client, as_bob: Client) -> None:
    code, _room = asked_again(as_alice, as_bob)
    WaitingRoom.objects.filter(game=None).update(opened_at=timezone.now() - timedelta(hours=25))
    told = {page: "bob waits for you" in text_of(as_alice.get(page)) for page in ("/", "/games/", f"/games/{code}/")}
    assert list(told.values()) == [False, False, True]


def test_the_front_page_says_who_waits_to_play_again(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    code, _room = asked_again(as_alice, as_bob)
    page = as_alice.get("/")
    assert "bob waits for you to play again. Sit down again to Partner Spades" in text_of(page)
    assert re.search(rf'<a href="/games/{code}/">\s+Sit down again', page.content.decode())
    assert "Your table of Partner Spades waits for one more." in text_of(as_bob.get("/"))
    for client in (as_bob, as_charlie):
        assert "waits for you" not in text_of(client.get("/"))


@pytest.mark.parametrize("what", ["start/", "leave/"])
def test_it_is_told_no_more_once_it_is_begun_or_called_off(as_alice: Client, as_bob: Client, what: str) -> None:
    code, room = asked_again(as_alice, as_bob)
    as_bob.post(f"/rooms/{room.code}/{what}")
    for address in (f"/games/{code}/", "/games/", "/"):
        assert "waits for you" not in text_of(as_alice.get(address))


def test_a_rematch_whose_seats_are_taken_says_so(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    code, room = asked_again(as_alice, as_bob, "twoman")
    joined(as_charlie, room)
    for address in (f"/games/{code}/", "/games/"):
        assert "waits for you" not in text_of(as_alice.get(address))
    assert "bob plays again without you." in text_of(as_alice.get(f"/games/{code}/"))
    assert "This is another table" in text_of(as_alice.post(f"/games/{code}/again/", follow=True))


# -- what whoever comes too late can do --------------------------------------------------------------------


@pytest.mark.parametrize("onlookers", [True, False])
def test_a_rematch_that_began_without_somebody_says_what_else_can_be_done(
    as_alice: Client, as_bob: Client, onlookers: bool
) -> None:
    """A table of their own, and to look on where that is allowed."""
    code, room = asked_again(as_alice, as_bob)
    WaitingRoom.objects.filter(game=None).update(onlookers=onlookers)
    as_bob.post(f"/rooms/{room.code}/start/")
    page = as_alice.get(f"/games/{code}/")
    assert "bob plays again without you." in text_of(page) and "Open another table" in text_of(page)
    look = f"/t/{room.token}/look/"
    assert (look in page.content.decode()) is onlookers
    assert as_alice.get(look).status_code == (200 if onlookers else 302)
    assert "without you" not in text_of(as_bob.get(f"/games/{code}/"))
    assert "This is another table: send them its link." in text_of(as_alice.post(f"/games/{code}/again/", follow=True))
    assert sitting(WaitingRoom.objects.get(game=None)) == ["", "alice", "", ""]


# -- saying no ---------------------------------------------------------------------------------------------


def test_whoever_is_asked_may_say_no_and_think_better_of_it(as_alice: Client, as_bob: Client) -> None:
    code, room = asked_again(as_alice, as_bob)
    assert f"/games/{code}/decline/" in read(as_alice, f"/games/{code}/")
    told = as_alice.post(f"/games/{code}/decline/", follow=True)
    assert told.redirect_chain == [(f"/games/{code}/", 302)]
    assert "Whoever waits reads that you do not play again." in text_of(told)
    for address in (f"/games/{code}/", "/games/", "/"):
        assert "waits for you" not in text_of(as_alice.get(address))
    assert "alice does not play again. Whoever was in the last game" in text_of(as_bob.get(f"/rooms/{room.code}/"))
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == f"/rooms/{room.code}/"
    assert "does not play again" not in text_of(as_bob.get(f"/rooms/{room.code}/"))


def test_whoever_has_said_no_reads_that_the_others_have_begun(as_alice: Client, as_bob: Client) -> None:
    code, room = asked_again(as_alice, as_bob)
    as_alice.post(f"/games/{code}/decline/")
    as_bob.post(f"/rooms/{room.code}/start/")
    page = text_of(as_alice.get(f"/games/{code}/"))
    assert "bob plays again without you." in page and "Open another table" in page


def test_my_games_takes_a_no_as_well(as_alice: Client, as_bob: Client) -> None:
    code, _room = asked_again(as_alice, as_bob)
    told = as_alice.post(f"/games/{code}/decline/", {"listed": "on"}, follow=True)
    assert told.redirect_chain == [("/games/", 302)] and "waits for you" not in text_of(told)


def test_asked_once_more_whoever_has_said_no_hears_of_it(as_alice: Client, as_bob: Client) -> None:
    code, room = asked_again(as_alice, as_bob)
    as_alice.post(f"/games/{code}/decline/")
    as_bob.post(f"/rooms/{room.code}/leave/")
    as_bob.post(f"/games/{code}/again/")
    assert "bob waits for you to play again." in text_of(as_alice.get(f"/games/{code}/"))


def test_there_is_nothing_to_say_no_to_while_the_game_goes_on(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    table = started(as_alice, room)
    as_alice.post(f"{table}decline/")
    assert not Seat.objects.filter(declines=True).exists()


def test_a_link_that_has_lapsed_keeps_nobody_from_a_rematch(as_alice: Client, as_bob: Client) -> None:
    code, _room = asked_again(as_alice, as_bob)
    WaitingRoom.objects.filter(game=None).update(lapses_at=timezone.now())
    as_alice.post(f"/games/{code}/again/")
    assert sorted(filter(None, sitting(WaitingRoom.objects.get(game=None)))) == ["alice", "bob"]


@pytest.mark.django_db(transaction=True)
def test_an_open_page_hears_of_it_by_its_stream(
    as_alice: Client, as_bob: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "LOOK_ROUND", 0.05)
    code = ended(as_alice, as_bob)
    place = again(alice, code)
    request: Any = asked(as_alice, place.code)

    async def heard() -> bytes:
        events = await events_of(request, place.code)
        assert b"waits for you" not in await anext(events)
        await sync_to_async(as_bob.post)(f"/games/{code}/again/")
        async with asyncio.timeout(60):
            told = [one async for one in _until(events, b"event: table")]
        await events.aclose()
        return told[-1]

    assert "bob waits for you to play again." in async_to_sync(heard)().decode()


async def _until(events: Any, mark: bytes) -> Any:
    async for one in events:
        yield one
        if mark in one:
            return


# -- without the others ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["spades", "twoman"])
def test_after_the_other_has_left_the_house_it_is_an_ordinary_table(
    as_alice: Client, as_bob: Client, bob: User, key: str
) -> None:
    code = ended(as_alice, as_bob, key)
    leave(person=Person(user=bob))
    page = as_alice.post(f"/games/{code}/again/", follow=True)
    assert "None of the people you played with is here any more" in text_of(page)
    new = Game.objects.exclude(code=code).get()
    assert not WaitingRoom.objects.filter(game=None).exists()
    assert new.seats.filter(level="").count() == 1 and page.redirect_chain[-1][0] == f"/games/{new.code}/"
    assert len({seat.name for seat in new.seats.exclude(level="")}) == new.seats.count() - 1


def test_alone_nothing_is_said_of_others(as_alice: Client) -> None:
    as_alice.post("/play/")
    code = Game.objects.get().code
    as_alice.post(f"/games/{code}/abandon/")
    assert "is here any more" not in text_of(as_alice.post(f"/games/{code}/again/", follow=True))

"""Spectators by the link of a table: access, pages, limits, one rendering for all, and withdrawal of the link."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, aclosing
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, RequestFactory

from accounts import limits
from accounts.models import Allowance, Guest, User
from accounts.people import Person, adopt, leave
from games.company import Clock
from games.pages.words import card_name
from games.people import joining, onlooking, rooms, views
from games.people.onlooking import watched_game
from games.people.rooms import NotAllowed
from games.registry import GAMES, levels
from games.snapshot import Status
from games.table import logs, opening, play, tables
from games.table.models import Game
from games.table.room_models import WaitingRoom
from games.table.stream import HERE
from games.table.tables import seats_at
from tests.asking import HTMX, read
from tests.lobby.setting_up import text_of
from tests.people.together import act, deal, play_hand
from tests.play import deal_hand, every_kind, open_room, open_table, person_of, reload

pytestmark = pytest.mark.django_db
#: The stream reads in a thread with a database connection of its own, so the test's rows must be committed.
streams = pytest.mark.django_db(transaction=True)
#: Options with which a single hand does not end the game.
LONG = {"bidwhist": {"win_score": 50, "lose_score": -50}}


def open_room_with(opener: User | Guest, *others: User, key: str = "twoman", allowed: bool = True) -> WaitingRoom:
    """Open a room in which all these people sit, and allow or forbid spectators."""
    first, *rest = map(person_of, (opener, *others))
    level = levels(key)[0]
    room = WaitingRoom.objects.get(code=open_room(person=first, key=key, chosen=LONG.get(key, {}), level=level))
    joining.let_look_on(person=first, code=room.code, allowed=allowed)
    for one in rest:
        joining.join(person=one, token=room.token)
    return room


def start_game_with(opener: User | Guest, *others: User, key: str = "twoman", allowed: bool = True) -> tuple[str, str]:
    """Start a game; return the token of its link, and its code."""
    room = open_room_with(opener, *others, key=key, allowed=allowed)
    return room.token, joining.start(person=person_of(opener), code=room.code)


async def stream_of(token: str) -> AsyncGenerator[bytes, None]:
    request: Any = RequestFactory().get(f"/t/{token}/look/stream/")
    request.session, request.htmx, request.LANGUAGE_CODE = SessionStore(), False, "en"
    request.user = AnonymousUser()
    answer: Any = await sync_to_async(views.stream)(request, token)
    events: AsyncGenerator[bytes, None] = answer._iterator
    assert await anext(events) == b"retry: 1000\n\n"
    return events


@pytest.mark.parametrize("key", GAMES)
def test_a_spectators_view_is_that_of_no_seat(alice: User, key: str) -> None:
    place = open_table(alice, key)
    deal_hand(place)
    log = logs.read(reload(alice, place.code).game)
    snapshot = onlooking.spectator_snapshot(seats_at(place.code), log)
    assert snapshot.is_onlookers
    assert (snapshot.view.seat, snapshot.view.hand, snapshot.view.legal) == (None, None, ())
    assert snapshot.view == log.rules.view(log.state, None)


def test_only_the_owner_allows_spectators_and_only_while_the_room_waits(
    as_alice: Client, as_bob: Client, bob: User
) -> None:
    room = open_room_with(User.objects.get(username="alice"), bob, allowed=False)
    address, page = f"/rooms/{room.code}/onlookers/", f"/rooms/{room.code}/"
    assert "No one can watch." in text_of(as_alice.get(page)) and "Let others watch" in text_of(as_alice.get(page))
    assert as_alice.post(address, {"allowed": "on"}).headers["Location"] == page
    assert WaitingRoom.objects.get().onlookers
    assert "can watch" in text_of(as_bob.get(page)) and "Don’t let others watch" not in text_of(as_bob.get(page))
    as_bob.post(address)
    assert WaitingRoom.objects.get().onlookers, "a player other than the owner has forbidden spectators"
    as_alice.post(address)
    assert not WaitingRoom.objects.get().onlookers
    joining.start(person=Person(user=User.objects.get(username="alice")), code=room.code)
    assert as_alice.post(address, {"allowed": "on"}).headers["Location"] == page
    assert not WaitingRoom.objects.get().onlookers


def test_the_link_of_a_room_with_an_open_seat_offers_the_seat(client: Client, alice: User) -> None:
    room = open_room_with(alice)
    assert client.get(f"/t/{room.token}/look/").headers["Location"] == f"/t/{room.token}/"
    page = text_of(client.get(f"/t/{room.token}/"))
    assert "Others can watch" in page and "Watch" not in page
    joining.let_look_on(person=Person(user=alice), code=room.code, allowed=False)
    assert "watch" not in text_of(client.get(f"/t/{room.token}/"))


@streams
def test_the_link_of_a_full_room_offers_to_watch_the_game(
    client: Client, as_alice: Client, alice: User, bob: User
) -> None:
    room = open_room_with(alice, bob)
    page = client.get(f"/t/{room.token}/")
    assert "Every seat is taken." in text_of(page) and f'href="/t/{room.token}/look/"' in page.content.decode()
    before = client.get(f"/t/{room.token}/look/")
    assert (
        before.status_code == 200 and "hasn’t started yet" in text_of(before) and "refresh" in before.content.decode()
    )
    assert client.get(f"/t/{room.token}/look/stream/").status_code == 404
    code = joining.start(person=Person(user=alice), code=room.code)
    page = client.get(f"/t/{room.token}/")
    assert page.status_code == 200 and "The game has started without you." in text_of(page)
    assert f'href="/t/{room.token}/look/"' in page.content.decode()
    assert "You’re watching" in text_of(client.get(f"/t/{room.token}/look/"))
    assert as_alice.get(f"/t/{room.token}/look/").headers["Location"] == f"/games/{code}/"  # a player's own seat
    assert not Guest.objects.exists()
    for address in (f"/t/{room.token}/look/", f"/t/{room.token}/look/stream/"):
        answer = client.get(address)
        assert answer.headers["Cache-Control"] == "no-store" and "noindex" in answer.headers["X-Robots-Tag"]
        assert answer.headers["Referrer-Policy"] == "same-origin"


@streams
def test_without_permission_every_address_for_spectators_is_closed(client: Client, alice: User, bob: User) -> None:
    token, code = start_game_with(alice, bob, allowed=False)
    page = client.get(f"/t/{token}/")
    assert page.status_code == 410 and "No one can watch." in text_of(page)
    assert "/look/" not in page.content.decode()
    assert client.get(f"/t/{token}/look/").headers["Location"] == f"/t/{token}/"
    for address in (f"/t/{token}/look/stream/", f"/shared/{token}/", f"/shared/{token}/hands/1/"):
        assert client.get(address).status_code == 404
    deal(alice, code, "a")


@every_kind
def test_every_step_is_shown_to_spectators_without_forms_or_second_person(
    client: Client, alice: User, bob: User, key: str
) -> None:
    token, code = start_game_with(alice, bob, key=key)
    chance, seen = Random(key), set[str]()
    for number in range(60):
        game = Game.objects.get(code=code)
        told = read(client, f"/t/{token}/look/", headers=HTMX)
        assert f'data-version="{game.version}"' in told
        for word in ("<form", "csrf", "You ", "you ", "Your ", "your ", code):
            assert word not in told, (word, number)
        state = logs.read(game).state
        seen.add(str(state.phase))
        if game.status != Status.PLAYING:
            break
        places = [reload(user, code) for user in (alice, bob)]
        if tables.see(places[0]).needs_deal:
            for user in (alice, bob):
                deal(user, code, "s")
        elif mine := [place for place in places if tables.see(place).is_mine]:
            act(mine[0], chance)
        else:
            assert play.reply(code=code, version=game.version)
    assert len(seen) > 1


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_a_finished_hand_is_shown_to_spectators_like_its_replay(
    client: Client, as_alice: Client, alice: User, bob: User, key: str
) -> None:
    token, code = start_game_with(alice, bob, key=key)
    for user in (alice, bob):
        deal(user, code, "s")
    assert client.get(f"/shared/{token}/hands/1/").status_code == 404
    play_hand(code, alice, bob)
    hand = logs.read(Game.objects.get(code=code)).hands[0]
    told = client.get(f"/t/{token}/look/", headers=HTMX)
    assert "The hand is over" in text_of(told) and "All tricks" in text_of(told)
    assert f"/shared/{token}/hands/1/" in told.content.decode()
    played = [action.card for _seat, action in hand.actions if action.verb == "play" and action.card]
    assert played and all(card_name(one) in text_of(told) for one in played)
    replay = client.get(f"/shared/{token}/hands/1/")
    own = as_alice.get(f"/games/{code}/hands/1/replay/")
    assert replay.status_code == own.status_code == 200
    dealt = {one for cards in hand.hands for one in cards}
    faces = [{one for one in dealt if f'"{one}"' in page.content.decode()} for page in (replay, own)]
    assert faces[0] == faces[1]
    assert replay.headers["Cache-Control"] == "no-store"


def test_at_the_end_spectators_are_redirected_to_the_shared_result(client: Client, alice: User, bob: User) -> None:
    token, code = start_game_with(alice, bob)
    for user in (alice, bob):
        deal(user, code, "s")
    opening.end_without(place=reload(bob, code), seat=reload(alice, code).seat)
    partial = client.get(f"/t/{token}/look/", headers=HTMX)
    assert "A game that doesn’t count" in text_of(partial)
    assert f'href="/shared/{token}/"' in partial.content.decode()
    assert client.get(f"/t/{token}/look/").headers["Location"] == f"/shared/{token}/"
    result = client.get(f"/shared/{token}/")
    assert result.status_code == 200 and "A game that doesn’t count" in text_of(result)


async def next_event(events: AsyncGenerator[bytes, None]) -> bytes:
    """Return the next event other than a heartbeat."""
    while (told := await anext(events)) == HERE:
        pass
    return told


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Return a list to which each rendering for spectators appends the version of the game."""
    drawn, draw = list[int](), onlooking._draw

    def counted(game: Any, snapshot: Any) -> Any:
        drawn.append(snapshot.version)
        return draw(game, snapshot)

    monkeypatch.setattr(onlooking, "_draw", counted)
    yield drawn


@streams
def test_a_version_is_drawn_once_for_all_streams(alice: User, bob: User, drawings: list[int], settings: Any) -> None:
    settings.LIMITS_APPLY, settings.LIMITS = True, {**settings.LIMITS, "looks": "50/40s"}
    token, code = start_game_with(alice, bob)

    async def watch() -> list[bytes]:
        async with AsyncExitStack() as stack:
            streams = [await stack.enter_async_context(aclosing(await stream_of(token))) for _ in range(5)]
            first = await asyncio.gather(*(anext(one) for one in streams))
            await sync_to_async(deal)(alice, code, "a")
            await sync_to_async(deal)(bob, code, "b")
            second = await asyncio.wait_for(asyncio.gather(*map(next_event, streams)), 60)
            assert len(set(first)) == len(set(second)) == 1
            return [first[0], second[0]]

    before, after = async_to_sync(watch)()
    version = Game.objects.get(code=code).version
    assert b"The first hand" in before and f"id: {version}\n".encode() in after
    assert len(drawings) == len(set(drawings))


def test_a_version_is_drawn_once_for_each_language(client: Client, alice: User, bob: User, drawings: list[int]) -> None:
    token, _code = start_game_with(alice, bob)
    for language in ("en", "de", "en", "de"):
        client.get(f"/t/{token}/look/", headers={**HTMX, "Accept-Language": language})
    assert len(drawings) == 2


@streams
def test_a_table_has_at_most_fifty_spectators(
    client: Client, as_alice: Client, as_charlie: Client, alice: User, bob: User, settings: Any
) -> None:
    settings.LIMITS_APPLY = True
    token, code = start_game_with(alice, bob)
    count = f"/games/{code}/onlookers/"
    assert text_of(as_alice.get(count)).strip() == "" and count in read(as_alice, f"/games/{code}/")
    assert as_charlie.get(count).status_code == 404
    places = [limits.lease(name="onlookers", client=code, first=number) for number in range(50)]
    assert Allowance.objects.filter(name__startswith=f"onlookers:{code}:").count() == 50
    page = client.get(f"/t/{token}/look/")
    assert page.status_code == 429 and "There’s no room for another spectator" in text_of(page)
    assert 0 < int(page["Retry-After"]) <= 60 and page.headers["Cache-Control"] == "no-store"
    refused = client.get(f"/t/{token}/look/stream/")
    assert refused.status_code == 429
    assert Allowance.objects.filter(name__startswith="looks:").count() == 0
    assert "50 people are watching" in text_of(as_alice.get(count))
    places[7].release()
    assert client.get(f"/t/{token}/look/").status_code == 200


@streams
def test_a_visitor_has_at_most_twenty_streams(client: Client, alice: User, bob: User, settings: Any) -> None:
    settings.LIMITS_APPLY = True
    token, code = start_game_with(alice, bob)

    async def look() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(20):
                await stack.enter_async_context(aclosing(await stream_of(token)))
            refused: Any = await sync_to_async(client.get)(f"/t/{token}/look/stream/")
            assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= 40
            assert await sync_to_async(Allowance.objects.filter(name__startswith=f"onlookers:{code}:").count)() == 20

    async_to_sync(look)()


def test_a_spectator_makes_no_bot_act(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise bots would go on playing at a table whose players are away."""
    token, code = start_game_with(alice, key="spades")
    deal(alice, code, "a")
    Game.objects.update(bot_due_at="2020-01-01T00:00:00Z")
    monkeypatch.setattr(play, "rescue", lambda **_more: pytest.fail("a bot was made to act"))
    version = Game.objects.get(code=code).version
    assert client.get(f"/t/{token}/look/").status_code == 200
    assert Game.objects.get(code=code).version == version


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_owner_withdraws_the_link(client: Client, as_alice: Client, as_bob: Client, alice: User, bob: User) -> None:
    token, code = start_game_with(alice, bob)
    sheet, room = f"/games/{code}/onlookers/?link=1", WaitingRoom.objects.get()
    address = f"/rooms/{room.code}/link/"
    assert sheet in read(as_alice, f"/games/{code}/")
    told = read(as_alice, sheet)
    assert "can watch" in told and f'action="{address}"' in told and "Turn off the link" in told
    told = read(as_bob, sheet)
    assert "can watch" in told and "<form" not in told
    as_bob.post(address)
    as_alice.post(address, {"anew": "on"})
    assert WaitingRoom.objects.get().token == token, "the link has changed"
    game = watched_game(token=token)
    answer = as_alice.post(address, follow=True)
    assert answer.redirect_chain[-1][0] == f"/games/{code}/" and "no one can watch with it" in text_of(answer)
    assert client.get(f"/t/{token}/look/").status_code == client.get(f"/t/{token}/look/stream/").status_code == 404
    with pytest.raises(rooms.NoSuchRoom):
        onlooking.progress_of(game)
    assert "No one can watch." in read(as_alice, sheet)
    assert "<form" not in read(as_alice, sheet)
    assert as_alice.get(f"/games/{code}/onlookers/").status_code == 286


def test_during_the_game_spectators_can_be_forbidden_but_not_allowed_again(alice: User, bob: User) -> None:
    token, _code = start_game_with(alice, bob)
    room, game = WaitingRoom.objects.get(), watched_game(token=token)
    with pytest.raises(NotAllowed):
        joining.let_look_on(person=Person(user=bob), code=room.code, allowed=False)
    joining.let_look_on(person=Person(user=alice), code=room.code, allowed=False)
    assert not WaitingRoom.objects.get().onlookers
    with pytest.raises(rooms.NoSuchRoom):
        onlooking.progress_of(game)
    for arranged in (
        lambda: joining.let_look_on(person=Person(user=alice), code=room.code, allowed=True),
        lambda: joining.change_link(person=Person(user=alice), code=room.code, is_renewed=True),
        lambda: joining.set_clock(person=Person(user=alice), code=room.code, clock=Clock.QUICK),
    ):
        with pytest.raises(rooms.NoSuchRoom):
            arranged()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_withdrawing_the_link_ends_the_stream(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PING", 0.1)
    token, _code = start_game_with(alice, bob)

    async def look() -> None:
        events = await stream_of(token)
        assert b"event: table" in await anext(events)
        await sync_to_async(joining.change_link)(person=Person(user=alice), code=room.code, is_renewed=False)
        assert [one async for one in events if b"event: table" in one] == []

    room = WaitingRoom.objects.get()
    async_to_sync(look)()


@pytest.mark.parametrize("is_withdrawn", [True, False])
def test_the_link_outlives_its_owner_but_not_all_players(alice: User, bob: User, is_withdrawn: bool) -> None:
    token, _code = start_game_with(alice, bob)
    leave(person=Person(user=alice))
    assert watched_game(token=token)
    if is_withdrawn:
        joining.change_link(person=Person(user=bob), code=WaitingRoom.objects.get().code, is_renewed=False)
    else:
        leave(person=Person(user=bob))
    room = WaitingRoom.objects.get()
    assert not room.is_asking
    assert room.token != token
    with pytest.raises(rooms.NoSuchRoom):
        watched_game(token=token)


def test_an_owner_who_was_a_guest_withdraws_the_link_as_an_account(alice: User, bob: User) -> None:
    """The account has a seat of its own at the table, too."""
    guest = Guest.objects.create()
    start_game_with(guest, alice, bob, key="spades")
    adopt(guest=guest, user=alice)
    joining.change_link(person=Person(user=alice), code=WaitingRoom.objects.get().code, is_renewed=False)
    assert not WaitingRoom.objects.get().is_asking

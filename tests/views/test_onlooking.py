"""Looking on at a table by its link: who may, what is shown, how many there may be, and that it is drawn once."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, aclosing
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client

from accounts import limits
from accounts.models import Allowance, Guest, User
from accounts.people import Person, adopt
from games import presenters
from games.models import Game, WaitingRoom
from games.registry import ruleset
from games.services.log import logs
from games.services.moves import play
from games.services.people import arranging, joining, lobby
from games.services.people.onlooking import watched
from games.services.table import tables
from games.snapshot import Status
from games.viewmodel.words import card_name
from games.views.events import HERE
from tests.moves.together import act, deal, play_hand
from tests.playing import again, open_room
from tests.views.asking import HTMX, read
from tests.views.hiding import every_kind
from tests.views.looking_on import begun, stream_of, waiting
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db
#: A stream is looked after in a thread with a connection of its own, also where it is refused.
streams = pytest.mark.django_db(transaction=True)


# -- who may ------------------------------------------------------------------------------------------------


def test_whoever_opened_the_table_lets_others_look_on_while_it_waits(
    as_alice: Client, as_bob: Client, bob: User
) -> None:
    room = waiting(User.objects.get(username="alice"), bob, allowed=False)
    address, page = f"/rooms/{room.code}/onlookers/", f"/rooms/{room.code}/"
    assert "Nobody may look on." in text_of(as_alice.get(page)) and "Let others look on" in text_of(as_alice.get(page))
    assert as_alice.post(address, {"allowed": "on"}).headers["Location"] == page
    assert WaitingRoom.objects.get().onlookers
    assert "may look on" in text_of(as_bob.get(page)) and "Let nobody look on" not in text_of(as_bob.get(page))
    as_bob.post(address)
    assert WaitingRoom.objects.get().onlookers, "only whoever opened it decides"
    as_alice.post(address)
    assert not WaitingRoom.objects.get().onlookers
    joining.start(person=Person(user=User.objects.get(username="alice")), code=room.code)
    assert as_alice.post(address, {"allowed": "on"}).headers["Location"] == page, "which leads to the table by now"
    assert not WaitingRoom.objects.get().onlookers


def test_it_is_allowed_still_when_its_opener_becomes_somebody_who_sits_there_too(alice: User, bob: User) -> None:
    """Opened as a guest in one browser, sat down at as an account in another; then the guest is brought along."""
    guest = Guest.objects.create()
    opener = Person(guest=guest)
    room = WaitingRoom.objects.get(code=open_room(person=opener, key="spades", chosen={}, level="normal"))
    arranging.let_look_on(person=opener, code=room.code, allowed=True)
    for user in (alice, bob):
        joining.join(person=Person(user=user), token=room.token)
    joining.start(person=opener, code=room.code)
    adopt(guest=guest, user=alice)
    assert watched(token=room.token).code == Game.objects.get().code
    assert sorted(WaitingRoom.objects.get().seats.exclude(user=None).values_list("user__username", flat=True)) == [
        "alice",
        "bob",
    ]


def test_off_is_the_default(alice: User) -> None:
    open_room(person=Person(user=alice), key="twoman", chosen={}, level="easy")
    assert WaitingRoom.objects.get().onlookers is False


def test_whoever_sits_down_is_told_that_others_may_look_on(client: Client, alice: User) -> None:
    room = waiting(alice)
    assert "Others may look on" in text_of(client.get(f"/t/{room.token}/"))
    arranging.let_look_on(person=Person(user=alice), code=room.code, allowed=False)
    assert "look on" not in text_of(client.get(f"/t/{room.token}/"))


def test_the_link_of_a_game_that_has_begun_offers_to_look_on(client: Client, alice: User, bob: User) -> None:
    token, _code = begun(alice, bob)
    page = client.get(f"/t/{token}/")
    assert page.status_code == 200 and "The game has begun without you." in text_of(page)
    assert f'href="/t/{token}/look/"' in page.content.decode()
    assert "You look on" in text_of(client.get(f"/t/{token}/look/"))
    assert not Guest.objects.exists(), "a look makes nobody"


@streams
def test_the_link_of_a_full_table_offers_to_look_on_once_it_begins(client: Client, alice: User, bob: User) -> None:
    room = waiting(alice, bob)
    page = client.get(f"/t/{room.token}/")
    assert "Every seat is taken." in text_of(page) and f'href="/t/{room.token}/look/"' in page.content.decode()
    before = client.get(f"/t/{room.token}/look/")
    assert before.status_code == 200 and "has not begun yet" in text_of(before) and "refresh" in before.content.decode()
    assert client.get(f"/t/{room.token}/look/stream/").status_code == 404
    joining.start(person=Person(user=alice), code=room.code)
    assert "You look on" in text_of(client.get(f"/t/{room.token}/look/"))


def test_while_a_seat_is_open_the_link_is_for_sitting_down(client: Client, alice: User) -> None:
    room = waiting(alice)
    assert client.get(f"/t/{room.token}/look/").headers["Location"] == f"/t/{room.token}/"
    assert "Look on" not in text_of(client.get(f"/t/{room.token}/"))


@streams
def test_where_nobody_may_the_link_says_so(client: Client, alice: User, bob: User) -> None:
    token, code = begun(alice, bob, allowed=False)
    page = client.get(f"/t/{token}/")
    assert page.status_code == 410 and "Nobody may look on." in text_of(page)
    assert "/look/" not in page.content.decode()
    assert client.get(f"/t/{token}/look/").headers["Location"] == f"/t/{token}/"
    for address in (f"/t/{token}/look/stream/", f"/shared/{token}/", f"/shared/{token}/hands/1/"):
        assert client.get(address).status_code == 404
    deal(alice, code, "a")


@streams
def test_an_unknown_link_or_one_that_was_taken_back_leads_nowhere(client: Client, alice: User, bob: User) -> None:
    room = waiting(alice, bob)
    before = room.token
    arranging.take_link_back(person=Person(user=alice), code=room.code)
    joining.start(person=Person(user=alice), code=room.code)
    after = WaitingRoom.objects.get().token
    for token in (before, after, "A" * 22, "x"):
        for address in (f"/t/{token}/look/stream/", f"/shared/{token}/"):
            assert client.get(address).status_code == 404, address
    for token in (before, "A" * 22, "x"):
        assert client.get(f"/t/{token}/look/").status_code == 404


def test_whoever_sits_there_is_led_to_the_own_seat(as_alice: Client, alice: User, bob: User) -> None:
    token, code = begun(alice, bob)
    assert as_alice.get(f"/t/{token}/look/").headers["Location"] == f"/games/{code}/"


@streams
def test_nothing_is_kept(client: Client, alice: User, bob: User) -> None:
    token, _code = begun(alice, bob)
    for address in (f"/t/{token}/look/", f"/t/{token}/look/stream/"):
        answer = client.get(address)
        assert answer.headers["Cache-Control"] == "no-store" and "noindex" in answer.headers["X-Robots-Tag"]
        assert answer.headers["Referrer-Policy"] == "same-origin"


# -- what is shown --------------------------------------------------------------------------------------------


@every_kind
def test_a_whole_game_is_looked_at(client: Client, alice: User, bob: User, key: str) -> None:
    """At every step, in every game: no form, no “you”, and the table as it is."""
    token, code = begun(alice, bob, key=key)
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
        places = [again(user, code) for user in (alice, bob)]
        if tables.see(places[0]).needs_deal:
            for user in (alice, bob):
                deal(user, code, "s")
        elif mine := [place for place in places if tables.see(place).is_mine]:
            act(mine[0], chance)
        else:
            assert play.reply(code=code, version=game.version)
    assert len(seen) > 1


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist"])
def test_when_a_hand_is_over_it_lies_open_as_in_a_replay(
    client: Client, as_alice: Client, alice: User, bob: User, key: str
) -> None:
    token, code = begun(alice, bob, key=key)
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


def test_the_end_leads_to_the_shared_result(client: Client, alice: User, bob: User) -> None:
    token, code = begun(alice, bob)
    for user in (alice, bob):
        deal(user, code, "s")
    lobby.end_without(place=again(bob, code), seat=again(alice, code).seat)
    partial = client.get(f"/t/{token}/look/", headers=HTMX)
    assert "A game that counts for nobody" in text_of(partial)
    assert f'href="/shared/{token}/"' in partial.content.decode()
    assert client.get(f"/t/{token}/look/").headers["Location"] == f"/shared/{token}/"
    result = client.get(f"/shared/{token}/")
    assert result.status_code == 200 and "A game that counts for nobody" in text_of(result)


# -- many at once ---------------------------------------------------------------------------------------------


async def news_of(events: AsyncGenerator[bytes, None]) -> bytes:
    """The next event that is no sign of life."""
    while (told := await anext(events)) == HERE:
        pass
    return told


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The versions that were drawn for onlookers, one each time."""
    drawn, draw = list[int](), presenters.onlooking

    def counted(snapshot: Any, **more: Any) -> Any:
        drawn.append(snapshot.version)
        return draw(snapshot, **more)

    monkeypatch.setattr(presenters, "onlooking", counted)
    yield drawn


@streams
def test_a_version_is_drawn_once_for_all(alice: User, bob: User, drawings: list[int], settings: Any) -> None:
    settings.LIMITS_APPLY, settings.LIMITS = True, {**settings.LIMITS, "looks": "50/40s"}
    token, code = begun(alice, bob)

    async def watch() -> list[bytes]:
        async with AsyncExitStack() as stack:
            streams = [await stack.enter_async_context(aclosing(await stream_of(token))) for _ in range(20)]
            first = await asyncio.gather(*(anext(one) for one in streams))
            await sync_to_async(deal)(alice, code, "a")
            await sync_to_async(deal)(bob, code, "b")
            second = await asyncio.wait_for(asyncio.gather(*map(news_of, streams)), 60)
            assert len(set(first)) == len(set(second)) == 1
            return [first[0], second[0]]

    before, after = async_to_sync(watch)()
    version = Game.objects.get(code=code).version
    assert b"The first hand" in before and f"id: {version}\n".encode() in after
    assert len(drawings) == len(set(drawings)), "each version once"


def test_of_two_languages_each_is_drawn(client: Client, alice: User, bob: User, drawings: list[int]) -> None:
    token, _code = begun(alice, bob)
    for language in ("en", "de", "en", "de"):
        client.get(f"/t/{token}/look/", headers={**HTMX, "Accept-Language": language})
    assert len(drawings) == 2


@streams
def test_fifty_look_on_and_the_next_is_told_so(
    client: Client, as_alice: Client, alice: User, bob: User, settings: Any
) -> None:
    settings.LIMITS_APPLY = True
    token, code = begun(alice, bob)
    places = [limits.lease(name="onlookers", who=code, first=number) for number in range(50)]
    assert Allowance.objects.filter(name__startswith=f"onlookers:{code}:").count() == 50
    page = client.get(f"/t/{token}/look/")
    assert page.status_code == 429 and "Nobody else can look on" in text_of(page)
    assert 0 < int(page["Retry-After"]) <= 60 and page.headers["Cache-Control"] == "no-store"
    refused = client.get(f"/t/{token}/look/stream/")
    assert refused.status_code == 429
    assert Allowance.objects.filter(name__startswith="looks:").count() == 0, "what was not taken is given back"
    assert "50 people look on" in text_of(as_alice.get(f"/games/{code}/onlookers/"))
    places[7].release()
    assert client.get(f"/t/{token}/look/").status_code == 200


@streams
def test_one_visitor_looks_on_twenty_times_at_once(client: Client, alice: User, bob: User, settings: Any) -> None:
    settings.LIMITS_APPLY = True
    token, code = begun(alice, bob)

    async def look() -> None:
        async with AsyncExitStack() as stack:
            for _ in range(20):
                await stack.enter_async_context(aclosing(await stream_of(token)))
            refused: Any = await sync_to_async(client.get)(f"/t/{token}/look/stream/")
            assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= 40
            assert await sync_to_async(Allowance.objects.filter(name__startswith=f"onlookers:{code}:").count)() == 20

    async_to_sync(look)()


@streams
def test_those_who_play_see_how_many_look_on(
    as_alice: Client, as_charlie: Client, alice: User, bob: User, settings: Any
) -> None:
    settings.LIMITS_APPLY = True
    token, code = begun(alice, bob)
    address = f"/games/{code}/onlookers/"
    assert text_of(as_alice.get(address)).strip() == ""

    async def look() -> None:
        async with aclosing(await stream_of(token)) as events:
            await anext(events)
            assert "1 person looks on" in text_of(await sync_to_async(as_alice.get)(address))

    async_to_sync(look)()
    assert as_charlie.get(address).status_code == 404
    assert address in read(as_alice, f"/games/{code}/")


def test_whoever_looks_on_sets_nobody_to_work(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table without people rests, however many look on."""
    token, code = begun(alice, key="spades")
    deal(alice, code, "a")
    Game.objects.update(bot_due_at="2020-01-01T00:00:00Z")
    monkeypatch.setattr(play, "rescue", lambda **_more: pytest.fail("a computer player was asked"))
    version = Game.objects.get(code=code).version
    assert client.get(f"/t/{token}/look/").status_code == 200
    assert Game.objects.get(code=code).version == version and ruleset("spades").seats == 4

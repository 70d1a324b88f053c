"""Set phrases between players: who may say them, who hears them, how often, and how long they are kept."""

import asyncio
import re
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings as house
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import people
from accounts.models import Guest, Preferences, User
from accounts.people import Gone, Person
from games import tasks
from games.registry import GAMES
from games.snapshot import Phrase
from games.table import company, live, opening, tables
from games.table.models import Entry, Game, Said, Seat
from games.table.stream import HERE
from tests.asking import HTMX, events_of, read
from tests.asking import request_for as opened
from tests.people.together import table_of
from tests.play import person_of, reload

pytestmark = pytest.mark.django_db
Speaker = User | Guest


def says(one: Speaker, code: str, phrase: Phrase = Phrase.HELLO) -> None:
    company.say(place=reload(one, code), phrase=phrase)


def hears(one: Speaker, code: str) -> list[tuple[str, str]]:
    """Return the names and phrases that the person reads, the newest first."""
    return [(word.name, word.phrase.value) for word in company.talk_at(reload(one, code)).words]


def say(client: Client, code: str, phrase: Any = "hello", **headers: str) -> Any:
    return client.post(f"/games/{code}/say/", {"phrase": phrase}, headers=headers or HTMX)


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """Alice at seat 0, bob across from her at 2, bots at the others."""
    return table_of(alice, bob)


def test_all_players_of_the_table_read_phrases_in_order(alice: User, bob: User, charlie: User) -> None:
    code, other = table_of(alice, bob, charlie), table_of(alice, bob)
    says(alice, code, Phrase.GOOD_LUCK)
    Said.objects.update(at=timezone.now() - timedelta(seconds=11))
    says(bob, code, Phrase.THANKS)
    for one in (alice, bob, charlie):
        assert hears(one, code) == [("bob", "thanks"), ("alice", "good_luck")]
    said = company.talk_at(reload(bob, code)).words
    assert [(word.is_own, word.is_fresh) for word in said] == [(True, True), (False, False)]
    assert hears(bob, other) == []
    Preferences.objects.create(user=alice, shows_phrases=False)
    assert hears(alice, code) == [("alice", "good_luck")], "a player may hide the phrases of others"
    assert len(hears(charlie, code)) == 2


def test_a_phrase_changes_the_count_and_nothing_else_of_the_game(code: str, bob: User) -> None:
    before, entries = Game.objects.values().get(), list(Entry.objects.values())
    notice = live.notice_of(Game.objects.get())
    says(bob, code)
    assert Game.objects.values().get() == {**before, "said": before["said"] + 1}
    assert list(Entry.objects.values()) == entries
    after = live.notice_of(Game.objects.get())
    assert (after.mark, after.said) == (notice.mark, notice.said + 1)
    assert live.Notice.read(after.text) == after
    for other in ("", "12", "12 owed", "12 free many 0", "1 2 3 4 5"):
        assert live.Notice.read(other) is None, "another format"


def test_the_last_eight_phrases_are_shown(alice: User, bob: User, code: str) -> None:
    for one in range(11):
        says(alice, code, list(Phrase)[one % 8])
    shown = company.talk_at(reload(bob, code))
    assert [word.number for word in shown.words] == [11, 10, 9, 8, 7, 6, 5, 4]
    assert shown.said == 11


@pytest.mark.postgresql
def test_the_database_stores_only_set_phrases(code: str) -> None:
    game = Game.objects.get(code=code)
    with pytest.raises(IntegrityError), transaction.atomic():
        Said.objects.create(game=game, number=1, seat=0, phrase="you played badly")


@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_phrases_of_a_removed_person_are_deleted_and_none_come(alice: User, bob: User, is_guest: bool) -> None:
    gone: Speaker = Guest.objects.create(name="Ama") if is_guest else User.objects.create_user("ama")
    code = table_of(alice, gone, bob)
    says(gone, code)
    says(alice, code, Phrase.THANKS)
    place = reload(gone, code)
    people.leave(person=person_of(gone))
    with pytest.raises(Gone):
        company.say(place=place, phrase=Phrase.HELLO)
    assert hears(bob, code) == [("alice", "thanks")]
    assert [(one.seat, one.phrase) for one in Said.objects.all()] == [(0, "thanks")]


def test_phrases_go_a_week_after_the_game_or_four_after_its_last_move(client: Client, alice: User, bob: User) -> None:
    resting, left, over, long_over = codes = [table_of(alice, bob) for _ in range(4)]
    for code in codes:
        says(alice, code)
    for code, days in ((over, 6), (long_over, 8)):
        ended = timezone.now() - timedelta(days=days)
        Game.objects.filter(code=code).update(status="abandoned", ended_at=ended, bot_due_at=None)
    for code, days in ((resting, 27), (left, 29)):
        Game.objects.filter(code=code).update(moved_at=timezone.now() - timedelta(days=days))
    tasks.night()
    assert {one.game.code for one in Said.objects.select_related("game")} == {resting, over}
    assert company.tidy_phrases() == 0
    page = " ".join(client.get("/privacy/").content.decode().split())
    assert (company.KEPT_AT_REST.days, company.KEPT.days) == (28, 7)
    assert "four weeks after its last move" in page and "a week after the game" in page


@pytest.mark.parametrize("key", GAMES)
def test_in_every_game_phrases_are_for_people_alone(key: str, as_alice: Client, alice: User, bob: User) -> None:
    level = "normal" if key in {"spades", "cardduel"} else "easy"
    page = read(as_alice, f"/games/{table_of(alice, bob, key=key, level=level)}/")
    assert 'popovertarget="words"' in page and 'id="words"' in page
    assert re.findall(r'name="phrase" value="(\w+)"', page) == [one.value for one in Phrase]
    assert len(Phrase) == 8
    alone = opening.open_game(person=Person(user=alice), key=key, level=level)
    assert b'popovertarget="words"' not in as_alice.get(f"/games/{alone}/").content


def test_a_player_left_with_bots_alone_has_no_phrases(as_alice: Client, bob: User, code: str) -> None:
    tables.seats_of(Person(user=bob)).update(user=None)
    assert b'id="words"' not in as_alice.get(f"/games/{code}/").content
    assert say(as_alice, code).status_code == 404


def test_each_phrase_can_be_said_and_is_read_in_the_own_language(as_alice: Client, as_bob: Client, code: str) -> None:
    for phrase in Phrase:
        answer = say(as_alice, code, phrase.value)
        assert answer.status_code == 200 and b"data-version" not in answer.content
    assert list(Said.objects.order_by("number").values_list("seat", "phrase")) == [(0, one.value) for one in Phrase]
    assert say(as_alice, code, "one_moment", Accept="text/html")["Location"] == f"/games/{code}/"
    for language, told in (("en", "Sorry, one moment"), ("de", "Entschuldigung, einen Moment")):
        page = as_bob.get(f"/games/{code}/", headers={"Accept-Language": language}).content.decode()
        assert told in page.partition('class="heard__words"')[2].partition("</ol>")[0]


# fmt: off
NONE_OF_THEM = [
    "", "Hello", "hello ", " hello", "hello, you", "hello\n", "hello\x00", "HELLO", "<b>hello</b>", "x" * 10_000,
    ["hello", "thanks"], ["hello", "you played badly"],
]
# fmt: on


def test_any_other_text_is_refused_and_not_stored(as_alice: Client, code: str) -> None:
    before = Game.objects.values().get()
    for phrase in NONE_OF_THEM:
        note, page = say(as_alice, code, phrase), say(as_alice, code, phrase, Accept="text/html")
        for answer in (note, page):
            assert answer.status_code == 422, phrase
            assert b"Only the phrases that are offered can be said here. Nothing was said." in answer.content
            assert b"badly" not in answer.content
        assert note["HX-Retarget"] == "#heard" and b"<html" not in note.content
        assert b"<html" in page.content and b"data-version" in page.content
    assert as_alice.post(f"/games/{code}/say/", headers=HTMX).status_code == 422, "nothing at all"
    assert not Said.objects.exists()
    assert Game.objects.values().get() == before


def test_a_person_says_one_phrase_in_five_seconds_in_all_browsers_at_all_tables(
    as_alice: Client, as_bob: Client, as_charlie: Client, alice: User, bob: User, code: str, settings: Settings
) -> None:
    settings.LIMITS_APPLY, settings.LIMITS = True, house.LIMITS
    elsewhere, other = Client(), table_of(alice, bob)
    elsewhere.force_login(alice)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert say(as_alice, code, "anything").status_code == 422, "a refused phrase does not count"
        assert say(as_charlie, code).status_code == 404
        assert say(as_alice, code).status_code == 200
        for client, where in ((as_alice, code), (elsewhere, code), (elsewhere, other)):
            refused = say(client, where)
            assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= 5
            assert b"One phrase every five seconds." in refused.content and refused["HX-Retarget"] == "#heard"
        assert b"One phrase every five seconds." in say(as_alice, code, Accept="text/html").content
        assert say(as_bob, code).status_code == 200
        clock.shift(4.9)
        assert say(elsewhere, code).status_code == 429
        clock.shift(0.2)
        assert say(elsewhere, code).status_code == 200
    assert Said.objects.count() == 3


def moment_of(client: Client, code: str) -> str:
    """Return what the page says it shows; all are here until tomorrow."""
    Seat.objects.filter(game__code=code).update(seen_at=timezone.now() + timedelta(days=1))
    found = re.search(r'data-moment="([^"]+)"', read(client, f"/games/{code}/"))
    assert found is not None
    return found[1]


async def next_of(events: AsyncGenerator[bytes, None]) -> str:
    async with asyncio.timeout(60):
        while True:
            told = await anext(events)
            if told != HERE:
                return told.decode()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_phrase_comes_by_the_stream_without_a_table(as_alice: Client, as_bob: Client, code: str) -> None:
    moment = moment_of(as_bob, code)
    request = opened(as_bob, code, v=moment, said="0")

    async def three() -> list[str]:
        events = await events_of(request, code)
        waiting = asyncio.ensure_future(next_of(events))
        await asyncio.sleep(0)
        await sync_to_async(say)(as_alice, code)
        told = [await waiting]
        await sync_to_async(say)(as_bob, code, "thanks")
        told.append(await next_of(events))
        await events.aclose()
        return told

    first, second = async_to_sync(three)()
    for one in (first, second):
        assert one.startswith("event: words\ndata:") and "id:" not in one.partition("<div")[0]
        assert one.count("event:") == 1 and "data-version" not in one
    assert 'data-said="1"' in first and 'data-aloud="alice: Hello"' in first
    assert 'data-said="2"' in second and 'data-aloud="You: Thank you"' in second


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("said", "comes"), [("", True), ("0", True), ("nonsense", True), ("1", False)])
def test_a_page_gets_the_phrases_it_missed(as_alice: Client, as_bob: Client, code: str, said: str, comes: bool) -> None:
    say(as_alice, code)
    moment = moment_of(as_bob, code)
    request = opened(as_bob, code, v=moment, said=said)

    async def first() -> str:
        events = await events_of(request, code)
        if not comes:
            await sync_to_async(say)(as_alice, code, "back")
        told = await next_of(events)
        await events.aclose()
        return told

    assert f'data-said="{1 if comes else 2}"' in async_to_sync(first)()

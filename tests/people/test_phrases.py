"""Set phrases between players: who may say and read them, how often, and how long they are kept."""

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
from tests.people.together import start_table
from tests.play import person_of, reload

pytestmark = pytest.mark.django_db
Speaker = User | Guest


def say_phrase(speaker: Speaker, code: str, phrase: Phrase = Phrase.HELLO) -> None:
    company.say(place=reload(speaker, code), phrase=phrase)


def phrases_read_by(reader: Speaker, code: str) -> list[tuple[int, str]]:
    """Return (seat, text) of each phrase that `reader` sees, newest first."""
    return [(word["seat"], word["text"]) for word in company.talk_at(reload(reader, code))["words"]]


def post_phrase(client: Client, code: str, phrase: Any = "hello", **headers: str) -> Any:
    return client.post(f"/games/{code}/say/", {"phrase": phrase}, headers=headers or HTMX)


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """Return the code of a table of Spades with alice at seat 0, bob at seat 2 and bots at the other seats."""
    return start_table(alice, bob)


def test_all_players_of_the_table_read_phrases_in_order(alice: User, bob: User, charlie: User) -> None:
    code, other = start_table(alice, bob, charlie), start_table(alice, bob)
    say_phrase(alice, code, Phrase.GOOD_LUCK)
    Said.objects.update(at=timezone.now() - timedelta(seconds=11))
    say_phrase(bob, code, Phrase.THANKS)
    for one in (alice, bob, charlie):
        assert phrases_read_by(one, code) == [(2, "Thank you"), (0, "Good luck")]
    said = company.talk_at(reload(bob, code))["words"]
    assert [(word["is_own"], word["is_fresh"]) for word in said] == [(True, True), (False, False)]
    assert phrases_read_by(bob, other) == []
    Preferences.objects.create(user=alice, shows_phrases=False)
    assert phrases_read_by(alice, code) == [(0, "Good luck")], "hidden phrases of others are shown"
    assert len(phrases_read_by(charlie, code)) == 2


def test_a_phrase_changes_only_the_games_count_of_phrases(code: str, bob: User) -> None:
    before, entries = Game.objects.values().get(), list(Entry.objects.values())
    notice = live.notice_of(Game.objects.get())
    say_phrase(bob, code)
    assert Game.objects.values().get() == {**before, "said": before["said"] + 1}
    assert list(Entry.objects.values()) == entries
    after = live.notice_of(Game.objects.get())
    assert (after.mark, after.phrase_count) == (notice.mark, notice.phrase_count + 1)
    assert live.Notice.read(after.text) == after
    for other in ("", "12", "12 owed", "12 free many 0", "1 2 3 4 5"):
        assert live.Notice.read(other) is None, "a text of another format has been read"


def test_the_last_eight_phrases_are_shown(alice: User, bob: User, code: str) -> None:
    for one in range(11):
        say_phrase(alice, code, list(Phrase)[one % 8])
    shown = company.talk_at(reload(bob, code))
    assert [word["number"] for word in shown["words"]] == [11, 10, 9, 8, 7, 6, 5, 4]
    assert shown["phrase_count"] == 11


@pytest.mark.postgresql
def test_the_database_stores_only_set_phrases(code: str) -> None:
    game = Game.objects.get(code=code)
    with pytest.raises(IntegrityError), transaction.atomic():
        Said.objects.create(game=game, number=1, seat=0, phrase="you played badly")


@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_phrases_of_a_removed_person_are_deleted_and_no_more_are_accepted(
    alice: User, bob: User, is_guest: bool
) -> None:
    gone: Speaker = Guest.objects.create(name="Ama") if is_guest else User.objects.create_user("ama")
    code = start_table(alice, gone, bob)
    say_phrase(gone, code)
    say_phrase(alice, code, Phrase.THANKS)
    place = reload(gone, code)
    people.leave(person=person_of(gone))
    with pytest.raises(Gone):
        company.say(place=place, phrase=Phrase.HELLO)
    assert phrases_read_by(bob, code) == [(0, "Thank you")]
    assert [(one.seat, one.phrase) for one in Said.objects.all()] == [(0, "thanks")]


def test_phrases_are_deleted_a_week_after_the_game_or_four_weeks_after_its_last_move(
    client: Client, alice: User, bob: User
) -> None:
    resting, left, over, long_over = codes = [start_table(alice, bob) for _ in range(4)]
    for code in codes:
        say_phrase(alice, code)
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
def test_phrases_are_offered_only_at_tables_with_several_people(
    key: str, as_alice: Client, alice: User, bob: User
) -> None:
    level = "normal" if key in {"spades", "cardduel"} else "easy"
    page = read(as_alice, f"/games/{start_table(alice, bob, key=key, level=level)}/")
    assert 'popovertarget="words"' in page and 'id="words"' in page
    assert re.findall(r'name="phrase" value="(\w+)"', page) == [one.value for one in Phrase]
    assert len(Phrase) == 8
    alone = opening.open_game(person=Person(user=alice), key=key, level=level)
    assert b'popovertarget="words"' not in as_alice.get(f"/games/{alone}/").content


def test_a_player_left_with_bots_alone_has_no_phrases(as_alice: Client, bob: User, code: str) -> None:
    tables.seats_of(Person(user=bob)).update(user=None)
    assert b'id="words"' not in as_alice.get(f"/games/{code}/").content
    assert post_phrase(as_alice, code).status_code == 404


def test_each_phrase_can_be_said_and_is_read_in_the_readers_language(
    as_alice: Client, as_bob: Client, code: str
) -> None:
    for phrase in Phrase:
        answer = post_phrase(as_alice, code, phrase.value)
        assert answer.status_code == 200 and b"data-version" not in answer.content
    assert list(Said.objects.order_by("number").values_list("seat", "phrase")) == [(0, one.value) for one in Phrase]
    assert post_phrase(as_alice, code, "one_moment", Accept="text/html")["Location"] == f"/games/{code}/"
    for language, told in (("en", "Sorry, one moment"), ("de", "Entschuldigung, einen Moment")):
        page = as_bob.get(f"/games/{code}/", headers={"Accept-Language": language}).content.decode()
        assert told in page.partition('class="heard__words"')[2].partition("</ol>")[0]


# fmt: off
OTHER_TEXTS = [
    "", "Hello", "hello ", " hello", "hello, you", "hello\n", "hello\x00", "HELLO", "<b>hello</b>", "x" * 10_000,
    ["hello", "thanks"], ["hello", "you played badly"],
]
# fmt: on


def test_any_other_text_is_refused_and_not_stored(as_alice: Client, code: str) -> None:
    before = Game.objects.values().get()
    for phrase in OTHER_TEXTS:
        note, page = post_phrase(as_alice, code, phrase), post_phrase(as_alice, code, phrase, Accept="text/html")
        for answer in (note, page):
            assert answer.status_code == 422, phrase
            assert b"You can only say the phrases shown here. Nothing was said." in answer.content
            assert b"badly" not in answer.content
        assert note["HX-Retarget"] == "#heard" and b"<html" not in note.content
        assert b"<html" in page.content and b"data-version" in page.content
    assert as_alice.post(f"/games/{code}/say/", headers=HTMX).status_code == 422  # no phrase at all
    assert not Said.objects.exists()
    assert Game.objects.values().get() == before


def test_a_person_says_one_phrase_in_five_seconds_in_all_browsers_at_all_tables(
    as_alice: Client, as_bob: Client, as_charlie: Client, alice: User, bob: User, code: str, settings: Settings
) -> None:
    settings.LIMITS_APPLY, settings.LIMITS = True, house.LIMITS
    elsewhere, other = Client(), start_table(alice, bob)
    elsewhere.force_login(alice)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert post_phrase(as_alice, code, "anything").status_code == 422  # a refused phrase does not count
        assert post_phrase(as_charlie, code).status_code == 404
        assert post_phrase(as_alice, code).status_code == 200
        for client, where in ((as_alice, code), (elsewhere, code), (elsewhere, other)):
            refused = post_phrase(client, where)
            assert refused.status_code == 429 and 0 < int(refused["Retry-After"]) <= 5
            assert b"You can say one phrase every five" in refused.content and refused["HX-Retarget"] == "#heard"
        assert b"You can say one phrase every five seconds." in post_phrase(as_alice, code, Accept="text/html").content
        assert post_phrase(as_bob, code).status_code == 200
        clock.shift(4.9)
        assert post_phrase(elsewhere, code).status_code == 429
        clock.shift(0.2)
        assert post_phrase(elsewhere, code).status_code == 200
    assert Said.objects.count() == 3


def moment_of(client: Client, code: str) -> str:
    """Make all players present until tomorrow; return the page's `data-moment`, which names the moment shown."""
    Seat.objects.filter(game__code=code).update(seen_at=timezone.now() + timedelta(days=1))
    found = re.search(r'data-moment="([^"]+)"', read(client, f"/games/{code}/"))
    assert found is not None
    return found[1]


async def next_event(events: AsyncGenerator[bytes, None]) -> str:
    async with asyncio.timeout(60):
        while True:
            told = await anext(events)
            if told != HERE:
                return told.decode()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_stream_sends_a_phrase_without_the_table(as_alice: Client, as_bob: Client, code: str) -> None:
    moment = moment_of(as_bob, code)
    request = opened(as_bob, code, v=moment, said="0")

    async def read_two_events() -> list[str]:
        events = await events_of(request, code)
        waiting = asyncio.ensure_future(next_event(events))
        await asyncio.sleep(0)
        await sync_to_async(post_phrase)(as_alice, code)
        told = [await waiting]
        await sync_to_async(post_phrase)(as_bob, code, "thanks")
        told.append(await next_event(events))
        await events.aclose()
        return told

    first, second = async_to_sync(read_two_events)()
    for one in (first, second):
        assert one.startswith("event: words\ndata:") and "id:" not in one.partition("<div")[0]
        assert one.count("event:") == 1 and "data-version" not in one
    assert 'data-said="1"' in first and 'data-aloud="alice: Hello"' in first
    assert 'data-said="2"' in second and 'data-aloud="You: Thank you"' in second


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("said", "is_sent_at_once"), [("", True), ("0", True), ("nonsense", True), ("1", False)])
def test_a_page_gets_the_phrases_it_missed(
    as_alice: Client, as_bob: Client, code: str, said: str, is_sent_at_once: bool
) -> None:
    post_phrase(as_alice, code)
    moment = moment_of(as_bob, code)
    request = opened(as_bob, code, v=moment, said=said)

    async def first() -> str:
        events = await events_of(request, code)
        if not is_sent_at_once:
            await sync_to_async(post_phrase)(as_alice, code, "back")
        told = await next_event(events)
        await events.aclose()
        return told

    assert f'data-said="{1 if is_sent_at_once else 2}"' in async_to_sync(first)()

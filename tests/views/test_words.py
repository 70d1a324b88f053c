"""POST games/<code>/say/: a set phrase and nothing else, by those who sit there among people."""

import asyncio
import re
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings as house
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Guest, Preferences, User
from accounts.people import GUEST_KEY, Person, adopt
from games.models import Game, Said, Seat
from games.registry import GAMES
from games.services.people import lobby, words
from games.services.table import tables
from games.snapshot import Phrase
from games.views import words as views
from games.views.events import HERE
from tests.at_once import at_once
from tests.moves.together import table_of
from tests.playing import again
from tests.views.asking import HTMX, read
from tests.views.streams import events_of, opened

pytestmark = pytest.mark.django_db


def say(client: Client, code: str, phrase: Any = "hello", **headers: str) -> Any:
    return client.post(f"/games/{code}/say/", {"phrase": phrase}, headers=headers or HTMX)


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """Alice at seat 0, bob across from her at 2, computer players between them."""
    return table_of(alice, bob)


# -- what may be said ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_the_words_among_people_and_not_alone(
    key: str, as_alice: Client, alice: User, bob: User
) -> None:
    level = "normal" if key in {"spades", "cardduel"} else "easy"
    page = read(as_alice, f"/games/{table_of(alice, bob, key=key, level=level)}/")
    assert 'popovertarget="words"' in page and 'id="words"' in page
    assert re.findall(r'name="phrase" value="(\w+)"', page) == [one.value for one in Phrase]
    assert len(Phrase) == 8
    alone = lobby.open_game(person=Person(user=alice), key=key, level=level)
    assert b'popovertarget="words"' not in as_alice.get(f"/games/{alone}/").content


def test_who_is_left_among_computer_players_has_nobody_to_speak_to(as_alice: Client, bob: User, code: str) -> None:
    tables.seats_of(Person(user=bob)).update(user=None)
    assert b'id="words"' not in as_alice.get(f"/games/{code}/").content
    assert say(as_alice, code).status_code == 404


def test_each_phrase_is_said(as_alice: Client, code: str) -> None:
    for phrase in Phrase:
        answer = say(as_alice, code, phrase.value)
        assert answer.status_code == 200
        assert b"data-version" not in answer.content, "no table is drawn for it"
    assert list(Said.objects.order_by("number").values_list("seat", "phrase")) == [(0, one.value) for one in Phrase]


NONE_OF_THEM = [
    "",
    "Hello",
    "hello ",
    " hello",
    "hello, you",
    "hello\n",
    "hello\x00",
    "HELLO",
    "<b>hello</b>",
    "x" * 10_000,
    ["hello", "thanks"],
    ["hello", "you played badly"],
]


def test_anything_else_is_refused_in_a_sentence_and_stored_nowhere(as_alice: Client, code: str) -> None:
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


def test_a_guest_who_becomes_an_account_meanwhile_is_told_so_and_says_nothing(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slipped in between the look at the table and the word."""
    guest = Guest.objects.create()
    session = client.session
    session[GUEST_KEY] = guest.token
    session.save()
    client.cookies[house.SESSION_COOKIE_NAME] = str(session.session_key)
    code = table_of(alice, guest)
    monkeypatch.setattr(views, "take", lambda *_: adopt(guest=guest, user=bob))
    assert say(client, code).status_code == 409
    assert not Said.objects.exists()


def test_without_script_it_leads_back_to_the_table(as_alice: Client, as_bob: Client, code: str) -> None:
    assert say(as_alice, code, Accept="text/html")["Location"] == f"/games/{code}/"
    assert "Hello" in heard_in(as_bob.get(f"/games/{code}/").content)


def heard_in(page: bytes) -> str:
    """The list of what was said last."""
    return page.decode().partition('class="heard__words"')[2].partition("</ol>")[0]


@pytest.mark.parametrize(("language", "told"), [("en", "Sorry, one moment"), ("de", "Entschuldigung, einen Moment")])
def test_each_reads_it_in_their_own_language(
    as_alice: Client, as_bob: Client, code: str, language: str, told: str
) -> None:
    say(as_alice, code, "one_moment")
    assert told in heard_in(as_bob.get(f"/games/{code}/", headers={"Accept-Language": language}).content)


def test_a_name_is_no_markup(as_alice: Client, alice: User) -> None:
    guest = Guest.objects.create(name='Ama "& Co')
    code = table_of(alice, guest)
    words.say(place=again(guest, code), phrase=Phrase.HELLO)
    page = as_alice.get(f"/games/{code}/").content
    assert b"Ama &quot;&amp; Co" in page and b'Ama "&' not in page


# -- how often -------------------------------------------------------------------------------------------


@pytest.fixture
def _limited(settings: Settings) -> None:
    settings.LIMITS_APPLY, settings.LIMITS = True, house.LIMITS


@pytest.mark.usefixtures("_limited")
def test_one_each_five_seconds_a_person_in_all_browsers_at_all_tables(
    as_alice: Client, as_bob: Client, alice: User, bob: User, code: str
) -> None:
    elsewhere, other = Client(), table_of(alice, bob)
    elsewhere.force_login(alice)
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        assert say(as_alice, code).status_code == 200
        for quick, where in ((as_alice, code), (elsewhere, code), (elsewhere, other)):
            refused = say(quick, where)
            assert refused.status_code == 429
            assert 0 < int(refused["Retry-After"]) <= 5
            assert b"One phrase every five seconds." in refused.content
            assert refused["HX-Retarget"] == "#heard"
        assert b"One phrase every five seconds." in say(as_alice, code, Accept="text/html").content
        assert say(as_bob, code).status_code == 200, "another has an own one"
        clock.shift(4.9)
        assert say(elsewhere, code).status_code == 429
        clock.shift(0.2)
        assert say(elsewhere, code).status_code == 200
    assert Said.objects.count() == 3


@pytest.mark.usefixtures("_limited")
def test_what_is_refused_uses_nothing(as_alice: Client, as_charlie: Client, code: str) -> None:
    assert say(as_alice, code, "anything").status_code == 422
    assert say(as_charlie, code).status_code == 404
    assert say(as_alice, code).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_limited")
def test_two_browsers_at_once_say_one(alice: User, code: str) -> None:
    browsers = [Client() for _ in range(3)]
    for one in browsers:
        one.force_login(alice)
    with time_machine.travel(timezone.now(), tick=False):
        statuses = at_once(*(lambda one=one: say(one, code).status_code for one in browsers), lost=())
    assert sorted(statuses) == [200, 429, 429]
    assert Said.objects.count() == 1


# -- the stream ------------------------------------------------------------------------------------------


def moment_of(client: Client, code: str) -> str:
    """What the page says it shows; until tomorrow everybody is here."""
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


@pytest.mark.django_db(transaction=True)
def test_a_word_comes_by_the_stream_and_brings_no_table(as_alice: Client, as_bob: Client, code: str) -> None:
    moment = moment_of(as_bob, code)
    request = opened(as_bob, code, v=moment, said="0")

    async def three() -> list[str]:
        events = await events_of(request, code)
        waiting = asyncio.ensure_future(next_of(events))
        await asyncio.sleep(0.1)  # at rest by now, or it finds the word at its first look: either is right
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("said", "comes"), [("", True), ("0", True), ("nonsense", True), ("1", False)])
def test_a_page_that_was_away_is_told_what_it_missed(
    as_alice: Client, as_bob: Client, code: str, said: str, comes: bool
) -> None:
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


@pytest.mark.django_db(transaction=True)
def test_the_stream_brings_no_words_of_others_to_whoever_prefers_so(
    as_alice: Client, as_bob: Client, bob: User, code: str
) -> None:
    Preferences.objects.create(user=bob, shows_phrases=False)
    say(as_alice, code)
    moment = moment_of(as_bob, code)
    request = opened(as_bob, code, v=moment, said="0")

    async def first() -> str:
        events = await events_of(request, code)
        told = await next_of(events)
        await events.aclose()
        return told

    told = async_to_sync(first)()
    assert "Hello" not in told and "data-number" not in told

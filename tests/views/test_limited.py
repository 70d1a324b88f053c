"""Every limit of the house, as somebody meets it who is too quick: 429, when to come back, and nothing lost."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from random import Random
from typing import Any, cast
from urllib.parse import urljoin

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings as house
from django.db import connection
from django.test import AsyncClient, Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.limits import TooMany
from accounts.models import Allowance, User
from games.models import Entry, Game
from games.services.counting import tallies
from games.services.log import logs
from games.services.table.tables import Place
from games.views import showing, stream
from spadesite.errors import TO_THE_TABLE
from tests.playing import place_for, play_on
from tests.records.stored import given_up
from tests.statistics.played import DAYS, NEXT, history, on
from tests.views.asking import HTMX, read
from tests.views.setting_up import TWO_MAN_POST

pytestmark = pytest.mark.django_db

Ask = Callable[[Client, Place], Any]


def posts(what: str, **data: str) -> Ask:
    return lambda client, place: client.post(f"/games/{place.code}/{what}/", data, headers=HTMX)


def gets(address: str) -> Ask:
    return lambda client, place: client.get(address.format(code=place.code), headers=HTMX)


#: Each way to use something of a limit, and what is answered while there is something left.
WAYS: dict[str, tuple[str, Ask, int]] = {
    "act": ("moves", posts("act", action='["play","AD"]', version="6"), 422),
    "deal": ("moves", posts("deal", seed="s", version="6"), 422),
    "take back": ("moves", posts("take-back", version="4"), 409),
    "claim": ("moves", posts("claim", version="6"), 422),
    "hint": ("hints", posts("hint", version="6"), 200),
    "share": ("shares", posts("shares", hand="1"), 409),
    "her move again": ("rethinking", gets("/games/{code}/hands/1/steps/3/again/"), 404),
    "figures as a file": ("exports", gets("/statistics/statistics.csv"), 200),
    "hands as a file": ("exports", gets("/statistics/hands.csv"), 200),
    "a game at once": ("games", lambda client, place: client.post("/play/", {"another": "1"}, headers=HTMX), 302),
    "a game set up": (
        "games",
        lambda client, place: client.post("/games/new/twoman/", TWO_MAN_POST, headers=HTMX),
        302,
    ),
    "a game again": ("games", posts("again"), 302),
    "a game instead": ("games", posts("instead"), 302),
    "a review": ("reviews", lambda client, place: _asks_for_a_review(client, place), 200),
}
AT_THE_TABLE = ("act", "deal", "take back", "claim", "hint")


def _asks_for_a_review(client: Client, place: Place) -> Any:
    """Of the first hand of another game, which nobody has asked for."""
    other = Game.objects.exclude(code=place.code).first()
    if other is None:
        fresh = place_for(User.objects.get(username="alice"))
        play_on(fresh, Random(1), hands=1)
        other = fresh.game
    Game.objects.filter(pk=other.pk).update(reviews_due_at=None)
    return client.post(f"/games/{other.code}/hands/1/review/", headers=HTMX)


@pytest.fixture
def place(to_lead: Place, settings: Settings) -> Place:
    """At the first lead; one of everything is allowed."""
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**dict.fromkeys(house.LIMITS, "1/h"), "streams": "1/40s"}
    return to_lead


def test_every_limit_has_its_way() -> None:
    """Those of the door and of streams are looked at in tests/house/test_admission.py and below, of words and
    of looking on in test_words.py and test_onlooking.py, of letters in tests/accounts/test_letters.py.
    """
    elsewhere = {"guests", "requests", "requests_of_address", "streams", "words", "looks", "onlookers"}
    elsewhere |= {"letters", "letters_of_a_day"}
    assert {limit for limit, _ask, _status in WAYS.values()} | elsewhere == set(house.LIMITS)


@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_too_quick_is_told_when_to_come_back(as_alice: Client, place: Place, way: str) -> None:
    _limit, ask, status = WAYS[way]
    assert ask(as_alice, place).status_code == status
    before = list(Entry.objects.values())
    refused = ask(as_alice, place)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert list(Entry.objects.values()) == before


@pytest.mark.parametrize("way", AT_THE_TABLE)
def test_a_table_stays_where_it_is(as_alice: Client, place: Place, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note beside it says why; nothing is replayed and no table is drawn for it."""
    _limit, ask, _status = WAYS[way]
    ask(as_alice, place)
    for module, work in ((logs, "replayed"), (showing, "partial")):
        monkeypatch.setattr(module, work, lambda *_, **__: pytest.fail("it was worked for"))
    refused = ask(as_alice, place)
    assert refused.status_code == 429
    assert refused["HX-Retarget"] == "#toasts"
    assert "data-version" not in refused.content.decode()


def test_without_script_a_page_leads_back_to_the_table(as_alice: Client, place: Place) -> None:
    address, move = f"/games/{place.code}/act/", {"action": '["play","KH"]', "version": "6"}
    as_alice.post(address, {**move, "version": "5"})
    response = as_alice.post(address, move)
    assert response.status_code == 429
    assert b"<html" in response.content
    assert f'href="{TO_THE_TABLE}"'.encode() in response.content
    assert urljoin(address, TO_THE_TABLE) == f"/games/{place.code}/"


def test_elsewhere_it_is_a_page_or_a_note(as_alice: Client, place: Place) -> None:
    as_alice.get("/statistics/hands.csv")
    page, note = as_alice.get("/statistics/hands.csv"), as_alice.get("/statistics/hands.csv", headers=HTMX)
    assert b"A short break" in page.content
    assert b"<html" in page.content
    assert b"<html" not in note.content
    assert note["HX-Retarget"] == "#toasts"


def test_what_was_refused_works_later(as_alice: Client, place: Place) -> None:
    address, move = f"/games/{place.code}/act/", {"action": '["play","KH"]', "version": "6"}
    as_alice.post(address, {**move, "version": "5"})
    assert as_alice.post(address, move).status_code == 429
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert as_alice.post(address, move).status_code == 302


def test_one_uses_nothing_of_anothers(as_alice: Client, as_bob: Client, place: Place) -> None:
    as_alice.get("/statistics/hands.csv")
    assert as_alice.get("/statistics/hands.csv").status_code == 429
    assert as_bob.get("/statistics/hands.csv").status_code == 200


def test_a_strangers_posts_use_nothing(as_alice: Client, as_charlie: Client, place: Place) -> None:
    for _ in range(3):
        assert WAYS["act"][1](as_charlie, place).status_code == 404
    assert WAYS["act"][1](as_alice, place).status_code == 422


def test_the_count_costs_one_statement(as_alice: Client, place: Place, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "moves": "10/s"}
    move = {"action": '["play","KH"]', "version": "6"}
    with CaptureQueriesContext(connection) as asked:
        as_alice.post(f"/games/{place.code}/act/", move, headers=HTMX)
    statements = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]
    assert sum("accounts_allowance" in one for one in statements) == 1
    assert len(statements) <= 12, "\n".join(statements)


@pytest.mark.django_db(transaction=True)
def test_an_open_stream_counts_until_it_ends(alice: User, settings: Settings) -> None:
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**house.LIMITS, "streams": "1/40s"}
    code = place_for(alice).code

    async def opened() -> AsyncGenerator[bytes, None]:
        request: Any = RequestFactory().get(f"/games/{code}/stream/")
        request.user, request.session, request.LANGUAGE_CODE = alice, {}, "en"
        answer: Any = await sync_to_async(stream.stream)(request, code)
        return cast("AsyncGenerator[bytes, None]", answer._iterator)

    async def three() -> None:
        events = await opened()
        assert await anext(events) == b"retry: 1000\n\n"
        with pytest.raises(TooMany):
            await opened()
        await events.aclose()
        await _until_released()
        await opened()

    async_to_sync(three)()


@pytest.mark.django_db(transaction=True)
def test_all_records_are_an_export(alice: User, settings: Settings) -> None:
    given_up(alice)
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**house.LIMITS, "exports": "1/h"}

    async def asked() -> list[int]:
        client = AsyncClient()
        await client.aforce_login(alice)
        return [(await client.get("/records/all/")).status_code for _ in range(2)]

    assert async_to_sync(asked)() == [200, 429]


async def _until_released(within: float = 60.0) -> None:
    """The end of a stream is told by a thread that nobody waits for."""
    for _ in range(int(within / 0.02)):
        if not await sync_to_async(Allowance.objects.filter(name__startswith="streams").exists)():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the stream was never released")


def test_a_file_is_asked_for_as_a_page_is(alice: User, as_alice: Client) -> None:
    """Where a link says that it downloads, a browser tells of a refusal only that there is no file."""
    history(alice, DAYS[-1:])
    with on(NEXT):
        tallies.catch_up()
        html = "".join(read(as_alice, page) for page in ("/games/", "/statistics/?period=all"))
    links = re.findall(r"<a [^>]*(?:\.csv|/records/all/)[^>]*>", html)
    assert len(links) == 3
    assert not [link for link in links if "download" in link]


def test_a_finished_hand_may_be_looked_at_at_will(alice: User, as_alice: Client, settings: Settings) -> None:
    place = place_for(alice)
    play_on(place, Random(3), hands=1)
    settings.LIMITS_APPLY = True
    statuses = {as_alice.get(f"/games/{place.code}/hands/1/replay/?step={n}").status_code for n in range(30)}
    assert statuses == {200}

"""Every rate limit answers 429 with Retry-After, and nothing is lost."""

import asyncio
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings as house
from django.test import AsyncClient, Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.limits import TooMany
from accounts.models import Allowance, User
from games.statistics import tallies
from games.table import logs, showing
from games.table.models import Entry, Game
from games.table.tables import Place
from spadesite.errors import TO_THE_TABLE
from tests.asking import HTMX, events_of, read, request_for
from tests.lobby.setting_up import TWO_MAN_POST
from tests.play import open_table, play_out
from tests.records.stored import given_up
from tests.statistics.played import DAYS, NEXT, history, on

pytestmark = pytest.mark.django_db
Ask = Callable[[Client, Place], Any]


def sends(address: str, data: dict[str, Any]) -> Ask:
    return lambda client, place: client.post(address, data, headers=HTMX)


def posts(what: str, **data: str) -> Ask:
    return lambda client, place: client.post(f"/games/{place.code}/{what}/", data, headers=HTMX)


def gets(address: str) -> Ask:
    return lambda client, place: client.get(address.format(code=place.code), headers=HTMX)


#: Requests that count, and the status within the limit.
WAYS: dict[str, tuple[Ask, int]] = {
    "act": (posts("act", action='["play","AD"]', version="6"), 422),
    "deal": (posts("deal", seed="s", version="6"), 422),
    "take back": (posts("take-back", version="4"), 409),
    "claim": (posts("claim", version="6"), 422),
    "hint": (posts("hint", version="6"), 200),
    "share": (posts("shares", hand="1"), 409),
    "a choice again": (gets("/games/{code}/hands/1/steps/3/again/"), 404),
    "figures as a file": (gets("/statistics/statistics.csv"), 200),
    "hands as a file": (gets("/statistics/hands.csv"), 200),
    "a game at once": (sends("/play/", {"another": "1"}), 302),
    "a game set up": (sends("/games/new/twoman/", TWO_MAN_POST), 302),
    "a game again": (posts("again"), 302),
    "a game instead": (posts("instead"), 302),
    "a review": (lambda client, place: _asks_for_a_review(client, place), 200),
}
AT_THE_TABLE = ("act", "deal", "take back", "claim", "hint")


def _asks_for_a_review(client: Client, place: Place) -> Any:
    """Ask for a review of the first hand of another game."""
    other = Game.objects.exclude(code=place.code).first()
    if other is None:
        fresh = open_table(User.objects.get(username="alice"))
        play_out(fresh, Random(1), hands=1)
        other = fresh.game
    Game.objects.filter(pk=other.pk).update(reviews_due_at=None)
    return client.post(f"/games/{other.code}/hands/1/review/", headers=HTMX)


@pytest.fixture
def place(place: Place, settings: Settings) -> Place:
    """Each limit allows one request."""
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**dict.fromkeys(house.LIMITS, "1/h"), "streams": "1/40s"}
    return place


@pytest.mark.parametrize("way", WAYS)
def test_a_request_over_the_limit_is_429_with_retry_after(as_alice: Client, place: Place, way: str) -> None:
    ask, status = WAYS[way]
    assert ask(as_alice, place).status_code == status
    before = list(Entry.objects.values())
    refused = ask(as_alice, place)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert list(Entry.objects.values()) == before


@pytest.mark.parametrize("way", AT_THE_TABLE)
def test_a_table_stays_as_it_is_over_the_limit(
    as_alice: Client, place: Place, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note gives the reason; no log is replayed and no table drawn."""
    ask, _status = WAYS[way]
    ask(as_alice, place)
    for module, work in ((logs, "replayed"), (showing, "partial")):
        monkeypatch.setattr(module, work, lambda *_, **__: pytest.fail("no work for a refused request"))
    refused = ask(as_alice, place)
    assert refused.status_code == 429
    assert refused["HX-Retarget"] == "#toasts"
    assert "data-version" not in refused.content.decode()


def test_without_script_a_page_links_back_and_the_action_works_later(as_alice: Client, place: Place) -> None:
    address, move = f"/games/{place.code}/act/", {"action": '["play","KH"]', "version": "6"}
    as_alice.post(address, {**move, "version": "5"})
    response = as_alice.post(address, move)
    assert response.status_code == 429
    assert b"<html" in response.content
    assert f'href="{TO_THE_TABLE}"'.encode() in response.content
    assert urljoin(address, TO_THE_TABLE) == f"/games/{place.code}/"
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert as_alice.post(address, move).status_code == 302


def test_other_pages_answer_with_a_page_or_a_note_and_other_users_are_served(
    as_alice: Client, as_bob: Client, place: Place
) -> None:
    address = "/statistics/hands.csv"
    as_alice.get(address)
    page, note = as_alice.get(address), as_alice.get(address, headers=HTMX)
    assert page.status_code == note.status_code == 429
    assert b"A short break" in page.content and b"<html" in page.content
    assert b"<html" not in note.content and note["HX-Retarget"] == "#toasts"
    assert as_bob.get(address).status_code == 200


def test_posts_of_a_stranger_are_not_counted(as_alice: Client, as_charlie: Client, place: Place) -> None:
    for _ in range(3):
        assert WAYS["act"][0](as_charlie, place).status_code == 404
    assert WAYS["act"][0](as_alice, place).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_an_open_stream_counts_until_it_ends(as_alice: Client, alice: User, settings: Settings) -> None:
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**house.LIMITS, "streams": "1/40s"}
    code = open_table(alice).code

    request = request_for(as_alice, code)

    async def open_three() -> None:
        events = await events_of(request, code)
        with pytest.raises(TooMany):
            await events_of(request, code)
        await events.aclose()
        await _until_released()
        await events_of(request, code)

    async_to_sync(open_three)()


@pytest.mark.django_db(transaction=True)
def test_all_records_count_as_an_export(alice: User, settings: Settings) -> None:
    given_up(alice)
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**house.LIMITS, "exports": "1/h"}

    async def asked() -> list[int]:
        client = AsyncClient()
        await client.aforce_login(alice)
        return [(await client.get("/records/all/")).status_code for _ in range(2)]

    assert async_to_sync(asked)() == [200, 429]


async def _until_released(within: float = 60.0) -> None:
    """The end of a stream is stored by another thread."""
    for _ in range(int(within / 0.02)):
        if not await sync_to_async(Allowance.objects.filter(name__startswith="streams").exists)():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the stream was never released")


def test_links_to_files_show_a_refusal_as_a_page(alice: User, as_alice: Client) -> None:
    """A browser shows only a failed download where the link has `download`."""
    history(alice, DAYS[-1:])
    with on(NEXT):
        tallies.catch_up()
        html = "".join(read(as_alice, page) for page in ("/games/", "/statistics/?period=all"))
    links = re.findall(r"<a [^>]*(?:\.csv|/records/all/)[^>]*>", html)
    assert len(links) == 3
    assert not [link for link in links if "download" in link]


def test_a_finished_hand_has_no_limit(alice: User, as_alice: Client, settings: Settings) -> None:
    place = open_table(alice)
    play_out(place, Random(3), hands=1)
    settings.LIMITS_APPLY = True
    statuses = {as_alice.get(f"/games/{place.code}/hands/1/replay/?step={n}").status_code for n in range(30)}
    assert statuses == {200}

"""A request over a rate limit gets a 429 with Retry-After and changes nothing; the client can retry later."""

import asyncio
import re
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings as site_settings
from django.test import AsyncClient, Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.limits import LimitReached
from accounts.models import Allowance, User
from games.statistics import tallies
from games.table import logs, views
from games.table.models import Entry, Game
from games.table.tables import Place
from spadesite.errors import TO_THE_TABLE
from tests.asking import HTMX, events_of, read, request_for
from tests.lobby.setting_up import TWO_MAN_POST
from tests.play import open_table, play_out
from tests.records.stored import give_up_in_second_hand
from tests.statistics.played import DAYS, NEXT, at_noon_of, play_days

pytestmark = pytest.mark.django_db
#: Requests that a limit counts: address, posted fields (None for a GET), and the status within the limit.
WAYS: dict[str, tuple[str, dict[str, str] | None, int]] = {
    "act": ("/games/{code}/act/", {"action": '["play","AD"]', "version": "6"}, 422),
    "deal": ("/games/{code}/deal/", {"seed": "s", "version": "6"}, 422),
    "take back": ("/games/{code}/take-back/", {"version": "4"}, 409),
    "claim": ("/games/{code}/claim/", {"version": "6"}, 422),
    "hint": ("/games/{code}/hint/", {"version": "6"}, 200),
    "share": ("/games/{code}/shares/", {"hand": "1"}, 409),
    "a choice again": ("/games/{code}/hands/1/steps/3/again/", None, 404),
    "figures as a file": ("/statistics/statistics.csv", None, 200),
    "hands as a file": ("/statistics/hands.csv", None, 200),
    "a game at once": ("/play/", {"another": "1"}, 302),
    "a game set up": ("/games/new/twoman/", TWO_MAN_POST, 302),
    "a game again": ("/games/{code}/again/", {}, 302),
    "a game instead": ("/games/{code}/instead/", {}, 302),
    "a review": ("/games/{over}/hands/1/review/", {}, 200),
}
AT_THE_TABLE = ("act", "deal", "take back", "claim", "hint")


def asked(client: Client, place: Place, way: str) -> Any:
    address, data, _status = WAYS[way]
    address = address.format(code=place.code, over=reviewed() if way == "a review" else "")
    return client.get(address, headers=HTMX) if data is None else client.post(address, data, headers=HTMX)


def reviewed() -> str:
    """Return the code of another game of alice with a finished hand that has no review."""
    if Game.objects.count() == 1:
        play_out(open_table(User.objects.get(username="alice")), Random(1), hands=1)
    Game.objects.update(reviews_due_at=None)
    return Game.objects.latest("pk").code


@pytest.fixture
def place(place: Place, settings: Settings) -> Place:
    """Return the place of the shared fixture, with every limit at one request."""
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**dict.fromkeys(site_settings.LIMITS, "1/h"), "streams": "1/40s"}
    return place


@pytest.mark.parametrize("way", WAYS)
def test_a_request_over_the_limit_is_429_with_retry_after(as_alice: Client, place: Place, way: str) -> None:
    assert asked(as_alice, place, way).status_code == WAYS[way][2]
    before = list(Entry.objects.values())
    refused = asked(as_alice, place, way)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert list(Entry.objects.values()) == before


@pytest.mark.parametrize("way", AT_THE_TABLE)
def test_a_table_stays_as_it_is_over_the_limit(
    as_alice: Client, place: Place, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The response is a note; no log is replayed and no table rendered."""
    asked(as_alice, place, way)
    for module, work in ((logs.Log, "follow"), (views, "partial")):
        monkeypatch.setattr(
            module, work, lambda *_, **__: pytest.fail("a refused request replayed a log or rendered a table")
        )
    refused = asked(as_alice, place, way)
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


def test_other_pages_refuse_one_user_with_a_page_or_a_note(as_alice: Client, as_bob: Client, place: Place) -> None:
    address = "/statistics/hands.csv"
    as_alice.get(address)
    page, note = as_alice.get(address), as_alice.get(address, headers=HTMX)
    assert page.status_code == note.status_code == 429
    assert b"Please wait a moment" in page.content and b"<html" in page.content
    assert b"<html" not in note.content and note["HX-Retarget"] == "#toasts"
    assert as_bob.get(address).status_code == 200


def test_posts_of_a_stranger_are_not_counted(as_alice: Client, as_charlie: Client, place: Place) -> None:
    for _ in range(3):
        assert asked(as_charlie, place, "act").status_code == 404
    assert asked(as_alice, place, "act").status_code == 422


@pytest.mark.django_db(transaction=True)
def test_an_open_stream_counts_until_it_ends(as_alice: Client, alice: User, settings: Settings) -> None:
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**site_settings.LIMITS, "streams": "1/40s"}
    code = open_table(alice).code

    request = request_for(as_alice, code)

    async def open_three() -> None:
        events = await events_of(request, code)
        with pytest.raises(LimitReached):
            await events_of(request, code)
        await events.aclose()
        await _until_released()
        await events_of(request, code)

    async_to_sync(open_three)()


@pytest.mark.django_db(transaction=True)
def test_all_records_count_as_an_export(alice: User, settings: Settings) -> None:
    give_up_in_second_hand(alice)
    settings.LIMITS_APPLY = True
    settings.LIMITS = {**site_settings.LIMITS, "exports": "1/h"}

    async def asked() -> list[int]:
        client = AsyncClient()
        await client.aforce_login(alice)
        return [(await client.get("/records/all/")).status_code for _ in range(2)]

    assert async_to_sync(asked)() == [200, 429]


async def _until_released(timeout: float = 60.0) -> None:
    """Wait until another thread has released the stream's lease."""
    for _ in range(int(timeout / 0.02)):
        if not await sync_to_async(Allowance.objects.filter(name__startswith="streams").exists)():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the stream was never released")


def test_links_to_files_show_a_refusal_as_a_page(alice: User, as_alice: Client) -> None:
    """On a link with the attribute `download`, a browser would report a failed download and not show the page."""
    play_days(alice, DAYS[-1:])
    with at_noon_of(NEXT):
        tallies.catch_up()
        html = "".join(read(as_alice, page) for page in ("/games/", "/statistics/?period=all"))
    links = re.findall(r"<a [^>]*(?:\.csv|/records/all/)[^>]*>", html)
    assert len(links) == 3
    assert not [link for link in links if "download" in link]


def test_a_finished_hand_has_no_limit(alice: User, as_alice: Client, settings: Settings) -> None:
    place = open_table(alice)
    play_out(place, Random(3), hands=1)
    settings.LIMITS_APPLY, settings.LIMITS = True, dict.fromkeys(site_settings.LIMITS, "1/h")
    statuses = {as_alice.get(f"/games/{place.code}/hands/1/replay/?step={n}").status_code for n in range(4)}
    assert statuses == {200}

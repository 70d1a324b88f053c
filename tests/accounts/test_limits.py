"""Limits: the count with a clock in the test's hand, leases, addresses, and what is stored of them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings as site_settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts import limits
from accounts.limits import Lease, Limit, TooMany, limit_of
from accounts.models import Allowance, Guest
from accounts.tidying import tidy
from tests.play import run_at_once

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _limits(settings: Settings) -> None:
    settings.LIMITS_APPLY = True
    settings.LIMITS = {"moves": "10/s", "exports": "5/h", "guests": "2/h", "streams": "5/40s", "games": "9/h"}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def take(name: str, times: int, who: str = "ann") -> int:
    allowed = 0
    for _ in range(times):
        try:
            limits.take(name=name, who=who)
        except TooMany:
            continue
        allowed += 1
    return allowed


def test_a_limit_in_words() -> None:
    told = ("10/s", "5/h", "5/40s", "3/2m")
    assert list(map(limit_of, told)) == [Limit(10, 1), Limit(5, 3600), Limit(5, 40), Limit(3, 120)]


def test_as_many_at_once_then_one_for_each_share_and_a_refused_try_prolongs_no_wait(
    clock: time_machine.Traveller,
) -> None:
    assert take("exports", 9) == 5
    clock.shift(timedelta(minutes=12, seconds=1))
    assert take("exports", 9) == 1
    clock.shift(timedelta(hours=1))
    assert take("exports", 50) == 5
    with pytest.raises(TooMany) as refused:
        limits.take(name="exports", who="ann")
    assert refused.value.wait == pytest.approx(720, abs=1)
    clock.shift(timedelta(seconds=refused.value.wait))
    assert take("exports", 1) == 1


def test_a_person_uses_nothing_of_anothers(clock: time_machine.Traveller) -> None:
    assert take("moves", 20) == 10 and take("moves", 20, who="bert") == 10 and take("exports", 1) == 1


def test_switched_off_it_counts_nothing(settings: Settings) -> None:
    settings.LIMITS_APPLY = False
    assert take("moves", 50) == 50
    assert not Allowance.objects.exists()
    assert not limits.lease(name="streams", who="ann").is_due


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_forty_at_once_are_counted_one_by_one() -> None:
    assert sum(run_at_once(*[lambda: take("exports", 5)] * 8)) == 5


# -- what is held open --
def hold(times: int) -> list[Lease]:
    return [limits.lease(name="streams", who="ann") for _ in range(times)]


def test_five_are_open_and_no_sixth(clock: time_machine.Traveller) -> None:
    some = hold(5)
    with pytest.raises(TooMany):
        hold(1)
    assert limits.lease(name="streams", who="bert").slot
    some[2].release()
    assert hold(1)[0].slot == some[2].slot


def test_a_renewed_lease_stays_and_one_of_a_dead_process_lapses(clock: time_machine.Traveller) -> None:
    alive, *_dead = hold(5)
    for _ in range(3):
        clock.shift(timedelta(seconds=15))
        assert alive.is_due and alive.renew() and not alive.is_due
    assert len(hold(4)) == 4
    with pytest.raises(TooMany):
        hold(1)


def test_a_lapsed_lease_does_not_take_its_slot_from_the_next(clock: time_machine.Traveller) -> None:
    asleep = hold(1)[0]
    clock.shift(timedelta(seconds=41))
    [awake] = hold(1)
    assert awake.slot == asleep.slot and not asleep.renew()
    asleep.release()
    assert awake.renew()


# -- who asks, and what is stored of it --
@pytest.mark.parametrize(
    ("first", "same", "other"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("::ffff:203.0.113.7", "203.0.113.7", "::ffff:203.0.113.8"),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"),
    ],
    ids=["IPv4", "IPv4 by a listener of both kinds", "a household of IPv6"],
)
def test_a_household_has_one_mark_from_which_no_address_can_be_read(first: str, same: str, other: str) -> None:
    marks = [limits.address(RequestFactory().get("/", REMOTE_ADDR=remote)) for remote in (first, same, other)]
    assert marks[0] == marks[1] != marks[2] and "203" not in marks[0] and "2001" not in marks[0]


def test_new_guests_are_limited_by_address() -> None:
    statuses = [Client().post("/play/").status_code for _ in range(4)]
    assert statuses == [302, 302, 429, 429] and Guest.objects.count() == 2
    assert Client(REMOTE_ADDR="203.0.113.9").post("/play/").status_code == 302


def test_the_night_deletes_allowances_that_are_full_again(clock: time_machine.Traveller) -> None:
    take("moves", 1)
    clock.shift(timedelta(minutes=1))
    take("exports", 1)
    tidy()
    assert [one.name for one in Allowance.objects.all()] == ["exports:ann"]


@pytest.mark.postgresql
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no unlogged tables")
def test_postgresql_keeps_allowances_out_of_its_journal() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence::text FROM pg_class WHERE relname = 'accounts_allowance'")
        assert cursor.fetchone() == ("u",)


@pytest.fixture
def cache_table(settings: Settings) -> str:
    """The cache of a site without Redis."""
    name = "cache_of_a_test"
    backend = "django.core.cache.backends.db.DatabaseCache"
    settings.CACHES = {"default": {**site_settings.CACHES["default"], "BACKEND": backend, "LOCATION": name}}
    call_command("createcachetable", name)
    return name


def keys(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT cache_key FROM {table}")
        return [row[0] for row in cursor.fetchall()]


def test_no_name_or_address_stands_in_the_cache(cache_table: str, client: Client) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": "not hers at all"}, REMOTE_ADDR="203.0.113.77")
    found = keys(cache_table)
    assert len(found) > 1, "log-ins are limited"
    assert [key for key in found if "203.0.113" in key or "alice" in key or ":" in key] == []


@pytest.mark.postgresql
def test_the_night_deletes_lapsed_rows_of_the_cache(cache_table: str) -> None:
    cache.set("short", 1, timeout=60)
    cache.set("long", 2, timeout=7200)
    tidy()
    assert len(keys(cache_table)) == 2
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        tidy()
        assert len(keys(cache_table)) == 1 and cache.get("long") == 2

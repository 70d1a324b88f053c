"""Rate limits: allowances over time, leases of streams, keys of addresses, and what is stored."""

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
from accounts.limits import Lease, Limit, LimitReached, limit_of
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
            limits.count_use(name=name, client=who)
        except LimitReached:
            continue
        allowed += 1
    return allowed


def test_a_limit_is_read_from_the_setting() -> None:
    settings_of_limits = ("10/s", "5/h", "5/40s", "3/2m")
    assert list(map(limit_of, settings_of_limits)) == [Limit(10, 1), Limit(5, 3600), Limit(5, 40), Limit(3, 120)]


def test_a_used_up_limit_refills_steadily_and_refusals_do_not_delay_it(clock: time_machine.Traveller) -> None:
    assert take("exports", 9) == 5
    clock.shift(timedelta(minutes=12, seconds=1))
    assert take("exports", 9) == 1
    clock.shift(timedelta(hours=1))
    assert take("exports", 50) == 5
    with pytest.raises(LimitReached) as refused:
        limits.count_use(name="exports", client="ann")
    assert refused.value.wait == pytest.approx(720, abs=1)
    clock.shift(timedelta(seconds=refused.value.wait))
    assert take("exports", 1) == 1


def test_each_person_and_each_limit_has_an_allowance_of_its_own(clock: time_machine.Traveller) -> None:
    assert take("moves", 20) == 10 and take("moves", 20, who="bert") == 10 and take("exports", 1) == 1


def test_limits_that_are_switched_off_count_nothing(settings: Settings) -> None:
    settings.LIMITS_APPLY = False
    assert take("moves", 50) == 50
    assert not Allowance.objects.exists()
    assert not limits.lease(name="streams", client="ann").is_due


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_forty_concurrent_requests_are_counted_exactly() -> None:
    assert sum(run_at_once(*[lambda: take("exports", 5)] * 8)) == 5


def hold(times: int) -> list[Lease]:
    return [limits.lease(name="streams", client="ann") for _ in range(times)]


def test_a_lease_beyond_the_limit_is_refused(clock: time_machine.Traveller) -> None:
    some = hold(5)
    with pytest.raises(LimitReached):
        hold(1)
    assert limits.lease(name="streams", client="bert").slot
    some[2].release()
    assert hold(1)[0].slot == some[2].slot


def test_a_renewed_lease_stays_and_leases_that_are_not_renewed_expire(clock: time_machine.Traveller) -> None:
    alive, *_dead = hold(5)
    for _ in range(3):
        clock.shift(timedelta(seconds=15))
        assert alive.is_due and alive.renew() and not alive.is_due
    assert len(hold(4)) == 4
    with pytest.raises(LimitReached):
        hold(1)


def test_an_expired_lease_cannot_release_the_next_lease_of_its_slot(clock: time_machine.Traveller) -> None:
    asleep = hold(1)[0]
    clock.shift(timedelta(seconds=41))
    [awake] = hold(1)
    assert awake.slot == asleep.slot and not asleep.renew()
    asleep.release()
    assert awake.renew()


@pytest.mark.parametrize(
    ("first", "same", "other"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("::ffff:203.0.113.7", "203.0.113.7", "::ffff:203.0.113.8"),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"),
    ],
    ids=["IPv4", "IPv4 mapped to IPv6", "a household of IPv6"],
)
def test_the_addresses_of_a_household_have_one_key_that_contains_no_address(first: str, same: str, other: str) -> None:
    marks = [limits.address(RequestFactory().get("/", REMOTE_ADDR=remote)) for remote in (first, same, other)]
    assert marks[0] == marks[1] != marks[2] and "203" not in marks[0] and "2001" not in marks[0]


def test_new_guests_are_limited_by_address() -> None:
    statuses = [Client().post("/play/").status_code for _ in range(4)]
    assert statuses == [302, 302, 429, 429] and Guest.objects.count() == 2
    assert Client(REMOTE_ADDR="203.0.113.9").post("/play/").status_code == 302


def test_the_nightly_task_deletes_expired_allowances(clock: time_machine.Traveller) -> None:
    take("moves", 1)
    clock.shift(timedelta(minutes=1))
    take("exports", 1)
    tidy()
    assert [one.name for one in Allowance.objects.all()] == ["exports:ann"]


@pytest.mark.postgresql
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no unlogged tables")
def test_allowances_are_in_an_unlogged_table_of_postgresql() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence::text FROM pg_class WHERE relname = 'accounts_allowance'")
        assert cursor.fetchone() == ("u",)


@pytest.fixture
def cache_table(settings: Settings) -> str:
    """Cache in the database, as on a site without Redis; return the name of its table."""
    name = "cache_of_a_test"
    backend = "django.core.cache.backends.db.DatabaseCache"
    settings.CACHES = {"default": {**site_settings.CACHES["default"], "BACKEND": backend, "LOCATION": name}}
    call_command("createcachetable", name)
    return name


def keys(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT cache_key FROM {table}")
        return [row[0] for row in cursor.fetchall()]


def test_cache_keys_contain_no_name_or_address(cache_table: str, client: Client) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": "not hers at all"}, REMOTE_ADDR="203.0.113.77")
    found = keys(cache_table)
    assert len(found) > 1, "the log-in is not limited"
    assert [key for key in found if "203.0.113" in key or "alice" in key or ":" in key] == []


@pytest.mark.postgresql
def test_the_nightly_task_deletes_expired_rows_of_the_cache(cache_table: str) -> None:
    cache.set("short", 1, timeout=60)
    cache.set("long", 2, timeout=7200)
    tidy()
    assert len(keys(cache_table)) == 2
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        tidy()
        assert len(keys(cache_table)) == 1 and cache.get("long") == 2

"""How often somebody may: the count itself, with the clock in the test's hand, and with many at once."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from accounts import limits
from accounts.limits import Lease, Limit, TooMany, limit_of
from accounts.models import Allowance, Guest
from accounts.tidying import tidy
from tests import services

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


def taken(name: str, times: int, who: str = "ann") -> int:
    """How many of so many tries went through."""
    through = 0
    for _ in range(times):
        try:
            limits.take(name=name, who=who)
        except TooMany:
            continue
        through += 1
    return through


@pytest.mark.parametrize(
    ("told", "limit"),
    [("10/s", Limit(10, 1)), ("5/h", Limit(5, 3600)), ("5/40s", Limit(5, 40)), ("3/2m", Limit(3, 120))],
)
def test_a_limit_in_words(told: str, limit: Limit) -> None:
    assert limit_of(told) == limit


def test_as_many_at_once_then_one_for_each_share(clock: time_machine.Traveller) -> None:
    assert taken("exports", 9) == 5
    clock.shift(timedelta(minutes=12, seconds=1))
    assert taken("exports", 9) == 1
    clock.shift(timedelta(hours=1))
    assert taken("exports", 9) == 5


def test_what_is_refused_makes_nobody_wait_longer(clock: time_machine.Traveller) -> None:
    taken("exports", 50)
    with pytest.raises(TooMany) as refused:
        limits.take(name="exports", who="ann")
    assert refused.value.wait == pytest.approx(720, abs=1)
    clock.shift(timedelta(seconds=refused.value.wait))
    assert taken("exports", 1) == 1


def test_one_uses_nothing_of_anothers(clock: time_machine.Traveller) -> None:
    assert taken("moves", 20) == 10
    assert taken("moves", 20, who="bert") == 10
    assert taken("exports", 1) == 1


def test_switched_off_it_counts_nothing(settings: Settings) -> None:
    settings.LIMITS_APPLY = False
    assert taken("moves", 50) == 50
    assert not Allowance.objects.exists()
    assert not limits.lease(name="streams", who="ann").is_due


@pytest.mark.django_db(transaction=True)
def test_forty_at_once_are_counted_one_by_one() -> None:
    through: list[int] = []
    door = threading.Barrier(8)

    def several() -> None:
        door.wait()
        try:
            through.append(taken("exports", 5))
        finally:
            connection.close()

    threads = [threading.Thread(target=several) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(through) == 5


# ---------- what is held open ----------
def held(times: int) -> list[Lease]:
    return [limits.lease(name="streams", who="ann") for _ in range(times)]


def test_five_are_open_and_no_sixth(clock: time_machine.Traveller) -> None:
    some = held(5)
    with pytest.raises(TooMany):
        held(1)
    assert limits.lease(name="streams", who="bert").slot
    some[2].release()
    assert held(1)[0].slot == some[2].slot


def test_what_is_kept_stays_and_what_a_dead_process_held_lapses(clock: time_machine.Traveller) -> None:
    alive, *_dead = held(5)
    for _ in range(3):
        clock.shift(timedelta(seconds=15))
        assert alive.is_due
        assert alive.renew()
        assert not alive.is_due
    assert len(held(4)) == 4
    with pytest.raises(TooMany):
        held(1)


def test_what_has_lapsed_and_is_anothers_now_is_not_taken_from_it(clock: time_machine.Traveller) -> None:
    asleep = held(1)[0]
    clock.shift(timedelta(seconds=41))
    [awake] = held(1)
    assert awake.slot == asleep.slot
    assert not asleep.renew()
    asleep.release()
    assert awake.renew()


# ---------- who asks, and what is kept of it ----------
def address(remote: str) -> str:
    return limits.address(RequestFactory().get("/", REMOTE_ADDR=remote))


def test_an_address_cannot_be_read_from_its_mark() -> None:
    assert address("203.0.113.7") == address("203.0.113.7") != address("203.0.113.8")
    assert "203" not in address("203.0.113.7")


def test_a_household_has_one_address() -> None:
    assert address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9") != address("2001:db8:1:3::1")


def test_an_address_is_the_same_through_a_listener_of_both_kinds() -> None:
    assert address("::ffff:203.0.113.7") == address("203.0.113.7") != address("::ffff:203.0.113.8")


def test_new_guests_are_limited_by_address() -> None:
    statuses = [Client().post("/play/").status_code for _ in range(4)]
    assert statuses == [302, 302, 429, 429]
    assert Guest.objects.count() == 2
    assert Client(REMOTE_ADDR="203.0.113.9").post("/play/").status_code == 302


def test_the_night_sweeps_out_what_is_past(clock: time_machine.Traveller) -> None:
    taken("moves", 1)
    clock.shift(timedelta(minutes=1))
    taken("exports", 1)
    tidy()
    assert [one.name for one in Allowance.objects.all()] == ["exports:ann"]


def test_postgresql_keeps_it_out_of_its_journal() -> None:
    if not services.on_postgresql():
        assert connection.vendor == "sqlite"
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence::text FROM pg_class WHERE relname = 'accounts_allowance'")
        assert cursor.fetchone() == ("u",)

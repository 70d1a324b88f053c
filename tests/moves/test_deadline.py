"""A computer player that does not come to an end: broken off, a legal action made for it, and the game goes on."""

import logging
import threading
import time
from random import Random

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.actions import Action
from games.models import Entry, Game
from games.services import play, tables, thinking
from games.services.deadline import TooLong, within
from games.services.tables import PATIENCE
from tests.playing import again, dealt, place_for

SOON = 0.05


class Endless:
    version = 1

    def choose(self, view: object, rng: Random) -> Action:
        while True:
            sum(range(100))


def test_what_takes_too_long_is_broken_off() -> None:
    begun = time.monotonic()
    with pytest.raises(TooLong), within(SOON):
        while True:
            sum(range(100))
    assert SOON <= time.monotonic() - begun < 5


def test_what_is_in_time_is_not_disturbed_later() -> None:
    with within(1.0):
        pass
    end = time.monotonic() + 1.2
    while time.monotonic() < end:
        sum(range(100))


def test_a_fault_of_ones_own_stays_what_it_is() -> None:
    with pytest.raises(ZeroDivisionError), within(1.0):
        raise ZeroDivisionError
    time.sleep(1.2)


def test_it_is_of_the_thread_that_asked() -> None:
    broken: list[bool] = []

    def runs_on() -> None:
        try:
            with within(SOON):
                while True:
                    sum(range(100))
        except TooLong:
            broken.append(True)

    thread = threading.Thread(target=runs_on)
    thread.start()
    thread.join(10)
    assert broken == [True]


@pytest.fixture
def endless(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """The code of a game in which such a player is to act, at version 2."""
    monkeypatch.setattr(thinking, "ready", lambda key, level: Endless())
    monkeypatch.setattr(thinking, "THOUGHT", SOON)
    place = place_for(alice)
    dealt(place)
    return place.code


@pytest.mark.django_db
def test_the_worker_makes_a_legal_action_for_her(endless: str, caplog: pytest.LogCaptureFixture) -> None:
    assert play.reply(code=endless, version=2)
    entry = Entry.objects.get(ordinal=3)
    assert (entry.seat, entry.source) == (1, "fallback")
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1


@pytest.mark.django_db
def test_so_does_whoever_asks_for_the_table(endless: str, alice: User) -> None:
    Game.objects.update(bot_due_at=timezone.now() - 2 * PATIENCE)
    assert play.rescue(code=endless)
    assert Entry.objects.get(ordinal=3).source == "fallback"
    assert not tables.see(again(alice, endless)).computer_acts

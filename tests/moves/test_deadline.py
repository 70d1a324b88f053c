"""A computer player that comes to no end: a legal action is made for it, and the game goes on."""

import logging
import threading
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games import tasks
from games.engine.actions import Action
from games.models import Entry, Game
from games.services.moves import play, thinking
from games.services.people import lobby
from games.services.table import tables
from tests.playing import again, dealt, place_for

SOON = 0.05


class Endless:
    version = 1

    def __init__(self) -> None:
        self.asked, self.may_end = 0, threading.Event()

    def choose(self, view: object, rng: Random) -> Action:
        self.asked += 1
        self.may_end.wait(30)
        raise AssertionError("nobody waits for this choice any more")


class BrokenOff:
    """As Celery breaks a thought off, in the thread of the task: once, for a task has one limit."""

    version = 1

    def choose(self, view: object, rng: Random) -> Action:
        raise SoftTimeLimitExceeded


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endless]:
    player = Endless()
    monkeypatch.setattr(thinking, "ready", lambda key, level: player)
    monkeypatch.setattr(thinking, "THOUGHT", SOON)
    monkeypatch.setattr(thinking, "_LATE", {})
    yield player
    player.may_end.set()


def overdue(user: User) -> str:
    """The code of a game in which a computer player should have acted long ago, at version 2."""
    place = place_for(user)
    dealt(place)
    Game.objects.update(bot_due_at=timezone.now() - timedelta(minutes=2))
    return place.code


@pytest.mark.django_db
def test_whoever_asks_for_the_table_makes_a_legal_action_for_her(
    endless: Endless, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    code = overdue(alice)
    assert play.rescue(code=code)
    entry = Entry.objects.get(ordinal=3)
    assert (entry.seat, entry.source) == (1, "fallback")
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1
    assert not tables.see(again(alice, code)).computer_acts


@pytest.mark.django_db
def test_she_is_not_asked_there_again_until_her_thought_has_ended(endless: Endless, alice: User, bob: User) -> None:
    for user in (alice, bob):
        assert play.rescue(code=overdue(user))
    endless.may_end.set()
    assert ended() == 1 == endless.asked
    assert play.rescue(code=overdue(alice))
    assert ended() == 1 and endless.asked == 2


def ended() -> int:
    """How many late choices there are, once each has ended, however long its thread took to begin."""
    return sum(isinstance(choice.exception(30), AssertionError) for choice in thinking._LATE.values())


@pytest.mark.django_db
def test_the_time_of_a_task_is_one_players_who_follow_have_their_own(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = again(alice, lobby.open_game(person=Person(user=alice), key="spades", level="normal"))
    snapshot = dealt(place)
    while place.seat in snapshot.view.waits_for:
        own = snapshot.view.legal[0]
        assert isinstance(own, Action)
        snapshot = play.submit(place=place, action=own, version=snapshot.version)
    monkeypatch.setattr(thinking, "ready", lambda key, level: BrokenOff())
    assert play.reply(code=place.code, version=snapshot.version)
    new = Entry.objects.filter(game=place.game, ordinal__gt=snapshot.version)
    assert [entry.source for entry in new] == ["fallback"]
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1
    assert Game.objects.get(code=place.code).bot_due_at is not None


def test_a_task_is_broken_off_before_its_process_is_ended() -> None:
    assert current_app.conf.worker_pool == "prefork"  # other pools know no soft limit
    assert tasks.reply.soft_time_limit == thinking.THOUGHT < tasks.reply.time_limit

"""Marta's action: asked for on commit, made once, rescued when nobody answers, and legal whatever she does."""

import logging
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from games import enqueue
from games.engine.actions import Action
from games.engine.notation import read_action
from games.models import Entry, Game
from games.services.log import logs
from games.services.log.log_cache import LOG_CACHE
from games.services.moves import play, thinking
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.tasks import nudge, reply
from tests.moves.clocks import Clock
from tests.players import Failing
from tests.playing import again, dealt, place_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def late(game: Game, minutes: float = 2) -> None:
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(minutes=minutes))


def test_a_commit_notifies_with_code_and_version_only(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    notified: list[tuple[str, int]] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: notified.append((code, version)))
    place = place_for(alice)
    with django_capture_on_commit_callbacks(execute=True):
        dealt(place)
    assert notified == [(place.code, 2)]


def thought_for(seconds: float, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock on which each choice takes so long."""
    clock, choose = Clock(), thinking.chosen

    def chosen(*told: Any) -> Action:
        clock.sleep(seconds)
        return choose(*told)

    monkeypatch.setattr(thinking, "time", clock)
    monkeypatch.setattr(thinking, "chosen", chosen)
    return clock


@pytest.mark.parametrize(("thought", "taken"), [(0.00001, 0.1), (0.004, 0.1), (0.09, 0.1), (0.1, 0.1), (0.13, 0.2)])
def test_how_long_she_takes_does_not_follow_from_her_thought(
    just_dealt: Place, thought: float, taken: float, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.THINKING_STEP = 0.1
    clock = thought_for(thought, monkeypatch)
    assert reply(just_dealt.code, 2) is True
    assert clock.now == pytest.approx(taken)


def test_players_who_follow_each_other_act_in_one_move(
    alice: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Three bids come together, after one step, and each is chosen as if it had been asked for by itself."""
    settings.THINKING_STEP = 0.1
    clock = thought_for(0.02, monkeypatch)
    chosen = {"variant": "mirrors"}  # the bids are the spades one holds: nobody says anything before them
    place = again(alice, lobby.open_game(person=Person(user=alice), key="spades", level="normal", chosen=chosen))
    first = dealt(place)
    while place.seat in first.view.waits_for:
        own = first.view.legal[0]
        assert isinstance(own, Action)
        first = play.submit(place=place, action=own, version=first.version)
    before = clock.now
    assert reply(place.code, first.version) is True
    assert clock.now - before == pytest.approx(0.1)
    place = again(alice, place.code)
    after = tables.see(place)
    assert place.seat in after.view.waits_for
    entries = list(Entry.objects.filter(game=place.game, ordinal__gt=first.version).order_by("ordinal"))
    assert [entry.source for entry in entries] == ["computer"] * len(entries)
    assert len(entries) >= 2
    assert [one.version for one in tables.steps(place, first.version)] == [entry.ordinal for entry in entries]
    for entry in entries:
        log = logs.replayed(place.game, place.game.entries.filter(ordinal__lt=entry.ordinal).order_by("ordinal"))
        assert read_action(entry.action) == thinking.chosen(place.game, entry.seat, place.seats[entry.seat].level, log)


def test_a_stream_shows_what_others_did_and_not_what_answers_have_shown(alice: User) -> None:
    """One's own card was drawn for the answer to it; what came of it is a step, and so is how it stands now."""
    place = place_for(alice)
    first = dealt(place)
    while place.seat not in first.view.waits_for:
        reply(place.code, first.version)
        first = tables.see(again(alice, place.code))
    own = first.view.legal[0]
    assert isinstance(own, Action)
    answer = play.submit(place=again(alice, place.code), action=own, version=first.version)
    now = tables.steps(again(alice, place.code), first.version)
    assert [one.version for one in now] == [answer.version]
    assert reply(place.code, answer.version) is True
    shown = [one.version for one in tables.steps(again(alice, place.code), first.version)]
    others = Entry.objects.filter(game=place.game, ordinal__gt=first.version).exclude(seat=place.seat)
    assert shown == list(others.exclude(source="dealer").order_by("ordinal").values_list("ordinal", flat=True))


@pytest.mark.parametrize("version", [0, 1, 3, 99])
def test_a_task_of_another_version_stops(just_dealt: Place, version: int) -> None:
    assert reply(just_dealt.code, version) is False
    assert Game.objects.get().version == 2


def test_a_task_for_no_game_stops(db: None) -> None:
    assert reply("nothing", 1) is False


def test_the_same_version_brings_the_same_action(just_dealt: Place) -> None:
    reply(just_dealt.code, 2)
    chosen = Entry.objects.get(ordinal=3).action
    Entry.objects.filter(ordinal=3).delete()
    just_dealt.game.hands.get().discards.all().delete()
    Game.objects.update(version=2, bot_due_at=timezone.now())
    LOG_CACHE.forget(just_dealt.code)
    reply(just_dealt.code, 2)
    assert Entry.objects.get(ordinal=3).action == chosen


def test_a_late_action_is_made_by_whoever_asks(just_dealt: Place) -> None:
    assert play.rescue(code=just_dealt.code) is False
    late(just_dealt.game)
    assert play.rescue(code=just_dealt.code) is True
    assert Game.objects.get().version == 3


def test_nudge_notifies_of_those_that_are_late(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    notified: list[str] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: notified.append(code))
    slow, quick = place_for(alice), place_for(alice)
    dealt(slow)
    dealt(quick)
    late(slow.game)
    assert nudge() == 1
    assert notified == [slow.code]


def test_a_dead_broker_does_not_undo_the_move(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, caplog: Any
) -> None:
    def dead(code: str, version: int) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(enqueue, "reply_soon", dead)
    place = place_for(alice)
    with caplog.at_level(logging.CRITICAL, "django.test"), django_capture_on_commit_callbacks(execute=True):
        dealt(place)
    assert Game.objects.get().version == 2
    assert Game.objects.get().bot_due_at is not None


class Cheating:
    version = 1

    def choose(self, view: object, rng: Random) -> Action:
        return Action("discard", "AS")


@pytest.mark.parametrize("player", [Failing(), Cheating()])
def test_a_legal_action_is_made_when_she_fails(
    just_dealt: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, player: Any
) -> None:
    monkeypatch.setattr(thinking, "ready", lambda key, level: player)
    assert play.reply(code=just_dealt.code, version=2)
    entry = Entry.objects.get(ordinal=3)
    assert (entry.seat, entry.source) == (1, "fallback")
    faults = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(faults) == 1
    assert "AS" not in faults[0].getMessage()

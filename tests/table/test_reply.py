"""A bot's action: queued on commit, made once, rescued when late, and legal even if the bot fails or hangs."""

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from celery.canvas import Signature
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from accounts.people import Person
from games import enqueue
from games.engine.actions import Action, read_action
from games.enqueue import REPLY, Notifier
from games.registry import GAMES
from games.snapshot import Snapshot
from games.table import logs, move, opening, play, tables, thinking
from games.table.models import Entry, Game
from games.table.tables import Place
from games.tasks import nudge, reply
from tests.play import FailingBot, act, deal_hand, open_table, play_out, reload
from tests.table.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("chosen_cards")]


def late(game: Game) -> str:
    """Make the bot's reply in a game overdue. Return the code of the game."""
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(minutes=2))
    return game.code


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]


def act_first(place: Place, snapshot: Snapshot) -> Snapshot:
    """Make the first legal action for the person until it is not the person's turn."""
    while place.seat in snapshot.view.waits_for:
        snapshot = play.submit(place=place, action=snapshot.view.legal[0].first, version=snapshot.version)
    return snapshot


def test_a_commit_notifies_with_code_and_version_only(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    notified: list[tuple[str, int]] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: notified.append((code, version)))
    place = open_table(alice)
    with django_capture_on_commit_callbacks(execute=True):
        deal_hand(place)
    assert notified == [(place.code, 2)]


def thought_for(seconds: float, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Install a clock on which each choice takes `seconds`."""
    clock, choose = Clock(), thinking.unvalidated_choice

    def chosen(*args: Any) -> Action:
        clock.sleep(seconds)
        return choose(*args)

    monkeypatch.setattr(move, "time", clock)
    monkeypatch.setattr(thinking, "unvalidated_choice", chosen)
    return clock


@pytest.mark.parametrize(("thought", "taken"), [(0.00001, 0.1), (0.004, 0.1), (0.09, 0.1), (0.1, 0.1), (0.13, 0.2)])
def test_a_reply_takes_a_multiple_of_the_thinking_step(
    just_dealt: Place, thought: float, taken: float, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.THINKING_STEP = 0.1
    clock = thought_for(thought, monkeypatch)
    assert reply(just_dealt.code, 2) is True
    assert clock.now == pytest.approx(taken)


def test_bots_in_succession_act_in_one_move(alice: User, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The bots before the person act within one thinking step. Each chooses as it would in a move of its own."""
    settings.THINKING_STEP = 0.1
    clock = thought_for(0.02, monkeypatch)
    chosen = {"variant": "mirrors"}  # there is no blind nil and no exchange, so bids and plays are the only phases
    place = reload(alice, opening.open_game(person=Person(user=alice), key="spades", level="normal", chosen=chosen))
    first = act_first(place, deal_hand(place))
    before = clock.now
    assert reply(place.code, first.version) is True
    assert clock.now - before == pytest.approx(0.1)
    place = reload(alice, place.code)
    after = tables.see(place)
    assert place.seat in after.view.waits_for
    entries = list(Entry.objects.filter(game=place.game, ordinal__gt=first.version).order_by("ordinal"))
    assert [entry.source for entry in entries] == ["computer"] * len(entries)
    assert len(entries) >= 2
    assert [one.version for one in tables.steps(place, first.version)] == [entry.ordinal for entry in entries]
    for entry in entries:
        log = logs.new_log(place.game).follow(*place.game.entries.filter(ordinal__lt=entry.ordinal).order_by("ordinal"))
        assert read_action(entry.action) == thinking.unvalidated_choice(
            place.game, entry.seat, place.seats[entry.seat].level, log
        )


def test_steps_show_the_actions_of_others_and_the_table_now(alice: User, just_dealt: Place) -> None:
    """The player's own discard is no step, because the response to its post has shown the discard."""
    assert act(just_dealt, "discard", "2C").version == 3
    assert [one.version for one in tables.steps(reload(alice, just_dealt.code), 2)] == [3]
    assert reply(just_dealt.code, 3) is True
    assert [one.version for one in tables.steps(reload(alice, just_dealt.code), 2)] == [4]


@pytest.mark.parametrize("version", [0, 1, 3, 99])
def test_a_reply_at_another_version_or_of_no_game_does_nothing(just_dealt: Place, version: int) -> None:
    assert reply(just_dealt.code, version) is False is reply("nothing", version)
    assert Game.objects.get().version == 2


def test_nudge_queues_late_replies_again(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    notified: list[str] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: notified.append(code))
    slow, quick = open_table(alice), open_table(alice)
    for place in (slow, quick):
        deal_hand(place)
    late(slow.game)
    assert (nudge(), notified) == (1, [slow.code])


def test_a_dead_broker_does_not_undo_the_move(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, caplog: Any
) -> None:
    monkeypatch.setattr(enqueue, "reply_soon", Mock(side_effect=ConnectionError("no broker")))
    place = open_table(alice)
    with caplog.at_level(logging.CRITICAL, "django.test"), django_capture_on_commit_callbacks(execute=True):
        deal_hand(place)
    assert Game.objects.get().version == 2
    assert Game.objects.get().bot_due_at is not None


CHEATING = SimpleNamespace(version=1, choose=lambda view, rng: Action("discard", "AS"))


@pytest.mark.parametrize("player", [FailingBot(), CHEATING], ids=["failing", "cheating"])
def test_a_legal_action_replaces_that_of_a_failing_bot(
    just_dealt: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, player: Any
) -> None:
    monkeypatch.setattr(thinking, "ready", lambda key, level: player)
    assert play.reply(code=just_dealt.code, version=2)
    entry = Entry.objects.get(ordinal=3)
    assert (entry.seat, entry.source) == (1, "fallback")
    (fault,) = errors(caplog)
    assert "AS" not in fault


@pytest.mark.usefixtures("no_replies")
@pytest.mark.parametrize("kind", GAMES)
def test_a_hand_is_played_with_bots_that_fail(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    monkeypatch.setattr(thinking, "ready", lambda key, level: FailingBot())
    with caplog.at_level(logging.ERROR, "games.table.thinking"):
        snapshot: Any = play_out(open_table(alice, kind), Random(8), hands=1)
    assert snapshot.hands or snapshot.result is not None
    sources = set(Entry.objects.filter(seat__gt=0).values_list("source", flat=True))
    assert "fallback" in sources and "computer" not in sources
    assert len(errors(caplog)) == Entry.objects.filter(source="fallback").count()


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A bot whose choice fails once `may_end` is set, or after 30 s."""
    may_end = threading.Event()

    def choose(view: object, rng: Random) -> Action:
        may_end.wait(30)
        raise AssertionError("too late")

    player = SimpleNamespace(version=1, choose=Mock(side_effect=choose), may_end=may_end)
    monkeypatch.setattr(thinking, "ready", lambda key, level: player)
    monkeypatch.setattr(thinking, "THOUGHT", 0.05)
    monkeypatch.setattr(thinking, "_LATE", {})
    yield player
    may_end.set()


def overdue(user: User) -> str:
    place = open_table(user)
    deal_hand(place)
    assert not play.rescue(code=place.code)
    return late(place.game)


def test_a_legal_action_replaces_that_of_an_endless_bot(
    endless: SimpleNamespace, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    code = overdue(alice)
    assert play.rescue(code=code)
    entry = Entry.objects.get(ordinal=3)
    assert (entry.seat, entry.source, len(errors(caplog))) == (1, "fallback", 1)
    assert not tables.see(reload(alice, code)).computer_acts


def test_an_endless_bot_is_not_asked_again_until_it_ends(endless: SimpleNamespace, alice: User, bob: User) -> None:
    for user in (alice, bob):
        assert play.rescue(code=overdue(user))
    endless.may_end.set()
    assert ended_late() == 1 == endless.choose.call_count
    assert play.rescue(code=overdue(alice))
    assert ended_late() == 1 and endless.choose.call_count == 2


def ended_late() -> int:
    """Wait until all choices that timed out have ended; return their number."""
    return sum(isinstance(choice.exception(30), AssertionError) for choice in thinking._LATE.values())


def test_an_interrupted_bot_leaves_the_next_bot_its_own_task(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = reload(alice, opening.open_game(person=Person(user=alice), key="spades", level="normal"))
    snapshot = act_first(place, deal_hand(place))
    bot = SimpleNamespace(
        version=1, choose=Mock(side_effect=SoftTimeLimitExceeded)
    )  # Celery raises it in the task's thread
    monkeypatch.setattr(thinking, "ready", lambda key, level: bot)
    assert play.reply(code=place.code, version=snapshot.version)
    new = Entry.objects.filter(game=place.game, ordinal__gt=snapshot.version)
    assert ([entry.source for entry in new], len(errors(caplog))) == (["fallback"], 1)
    assert Game.objects.get(code=place.code).bot_due_at is not None


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Make the broker fail. Return a list of the arguments of each attempt to queue a task."""
    sent: list[dict[str, Any]] = []

    def away(self: Signature, *args: Any, **options: Any) -> None:
        sent.append(dict(self.kwargs))
        raise OperationalError("no answer")

    monkeypatch.setattr(Signature, "apply_async", away)
    return sent


def test_the_notifier_pauses_after_a_failure(tried: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    clock, notifier = Clock(), Notifier()
    monkeypatch.setattr(enqueue, "monotonic", clock.monotonic)
    with pytest.raises(OperationalError):
        notifier.notify(REPLY, code="code", version=3)
    notifier.notify(REPLY, code="code", version=4)
    assert tried == [{"code": "code", "version": 3}]
    clock.sleep(Notifier.REST)
    with pytest.raises(OperationalError):
        notifier.notify(REPLY, code="code", version=5)
    assert len(tried) == 2


def test_a_silent_broker_does_not_block_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    speaks, sent = threading.Event(), threading.Event()

    def silent(self: Signature, *args: Any, **options: Any) -> None:
        assert speaks.wait(30)
        sent.set()

    monkeypatch.setattr(Signature, "apply_async", silent)
    with ThreadPoolExecutor(1) as executor:
        monkeypatch.setattr(enqueue, "_notifying", executor)
        enqueue.reply_soon("code", 3)
        assert not sent.is_set()
        speaks.set()
    assert sent.is_set()


def test_a_task_notifies_before_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker process may end after any task, and then its threads end, too."""
    sent: list[int] = []
    monkeypatch.setattr(Signature, "apply_async", lambda self, **_options: sent.append(threading.get_ident()))
    monkeypatch.setattr(enqueue, "current_task", "a task")
    with ThreadPoolExecutor(1) as executor:
        monkeypatch.setattr(enqueue, "_notifying", executor)
        enqueue.reply_soon("code", 3)
    assert sent == [threading.get_ident()]


def test_a_failed_notice_is_logged_once(
    tried: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(enqueue, "NOTIFIER", Notifier())
    with caplog.at_level(logging.ERROR, "games.enqueue"):
        enqueue.reply_soon("abc", 3)
        enqueue.reply_soon("abc", 4)
    assert tried == [{"code": "abc", "version": 3}]
    assert errors(caplog) == ["The reply of game abc could not be queued."]

"""Tasks are idempotent: run again, late, out of order or several times at once, they leave the same rows."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import utc_today
from games import enqueue, tasks
from games.boards import days, house
from games.boards.models import Attempt
from games.registry import GAMES
from games.reviews.models import Review
from games.statistics.models import CountingProgress, LeaderboardRow, PersonLine, Tally
from games.table import opening, tables
from games.table.models import Entry, Game, Hand, Play
from tests.play import open_table, play_out, reload, run_at_once, step

pytestmark = pytest.mark.django_db(transaction=True)
#: Columns compared after a task has run again, without primary keys.
STATE: dict[type[Any], tuple[str, ...]] = {
    Game: ("code", "version", "status", "number", "scores", "winner", "why"),
    Entry: ("game__code", "ordinal", "hand", "seat", "action", "source"),
    Hand: ("game__code", "number", "deal", "result", "sheet"),
    Play: ("hand__game__code", "hand__number", "trick__number", "place", "seat", "card"),
    PersonLine: ("game__code", "number", "seat", "marks", "numbers"),
    Tally: ("span", "day", "user", "guest", "key", "level", "measures"),
    LeaderboardRow: ("user", "key", "level", "games", "wins", "ties", "streak"),
    CountingProgress: ("counted_until",),
    Attempt: ("board__key", "level", "number", "margin", "bid", "aside", "lead"),
    Review: ("game__code", "number", "seat", "evaluator", "luck", "errors", "rest", "decisions"),
}


def state() -> dict[str, list[str]]:
    return {model.__name__: sorted(map(str, model.objects.values_list(*names))) for model, names in STATE.items()}


@pytest.fixture(autouse=True)
def notices(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Queue no replies. Return a list of the code and version of each reply that would have been queued."""
    sent: list[tuple[str, int]] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: sent.append((code, version)))
    return sent


@pytest.fixture(autouse=True)
def _boards_of_two_attempts(noon: None, easy_boards: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ENOUGH", 2)


def owing(person: User, kind: str) -> Game:
    """Return a game in which only bots are to act."""
    code, rng = open_table(person, kind).code, Random(3)
    while True:
        place = reload(person, code)
        snapshot = tables.see(place)
        if snapshot.computer_acts and not snapshot.view.legal:
            return Game.objects.get(code=code)
        step(place, rng)


def idle_guest() -> None:
    guest = Guest.objects.create()
    Guest.objects.filter(pk=guest.pk).update(last_seen=timezone.now() - timedelta(days=400))


def played_yesterday(person: User) -> Game:
    """Store two games of yesterday whose reviews are due, and an idle guest. Return the game of Two-Man Spades."""
    for kind in ("twoman", "cardduel"):
        place = open_table(person, kind)
        play_out(place, Random(1), hands=1)
        opening.abandon(place=reload(person, place.code))
    before = timezone.now() - timedelta(days=1)
    PersonLine.objects.update(day=before.date(), at=before)
    Game.objects.update(moved_at=before, ended_at=before, reviews_due_at=timezone.now() - timedelta(hours=1))
    idle_guest()
    return Game.objects.get(key="twoman")


def overdue(person: User) -> Game:
    game = owing(person, "spades")
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(minutes=2))
    return game


def begin_board(person: User) -> None:
    """Begin a board of today, so that the bots of the house owe attempts at that board."""
    days.begin(person=Person(user=person), key="twoman", day=utc_today())


#: By name of the task: a function that stores rows for the task, and one that takes its result and runs the task.
TASKS: dict[str, tuple[Callable[[User], Any], Callable[[Any], Any]]] = {
    enqueue.REPLY: (lambda person: owing(person, "twoman"), lambda game: tasks.reply(game.code, game.version)),
    enqueue.NUDGE: (overdue, lambda game: tasks.nudge()),
    enqueue.NIGHT: (played_yesterday, lambda game: tasks.night()),
    enqueue.VERIFY: (played_yesterday, lambda game: tasks.verify()),
    enqueue.REVIEW: (played_yesterday, lambda game: tasks.review(game.code)),
    enqueue.SWEEP: (played_yesterday, lambda game: tasks.sweep()),
    enqueue.BOARDS: (begin_board, lambda _none: tasks.boards()),
}
#: Steps of the night that delete rows.
DELETING = ("challenges.tidy", "joining.tidy", "ownership.remove_idle_guests", "company.tidy_phrases", "tidying.tidy")
SLOW = {enqueue.REVIEW, enqueue.SWEEP, enqueue.BOARDS}


def test_every_task_is_tested() -> None:
    current_app.loader.import_default_modules()
    assert {name for name in current_app.tasks if not name.startswith("celery.")} == set(TASKS)


def test_slow_tasks_have_a_queue_of_their_own() -> None:
    queues = {name: current_app.amqp.router.route({}, name)["queue"].name for name in TASKS}
    assert {name for name, queue in queues.items() if queue == "reviews"} == SLOW
    assert {queue for name, queue in queues.items() if name not in SLOW} == {"celery"}


def test_tasks_with_a_time_limit_are_acknowledged_late() -> None:
    """A task without a limit may outlast the visibility timeout. If acknowledged late, it would be delivered again."""
    is_limited = {name: current_app.tasks[name].time_limit is not None for name in TASKS if name not in SLOW}
    assert is_limited.pop(enqueue.NUDGE) is False
    assert {name: current_app.tasks[name].acks_late for name in is_limited} == is_limited


def test_the_night_queues_a_verification_until_it_is_done(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(enqueue.NOTIFIER, "notify", lambda task, **named: asked.append(task))
    played_yesterday(alice)
    assert (tasks.night(), asked) == (1, [enqueue.VERIFY])
    assert (tasks.night(), asked) == (0, [enqueue.VERIFY] * 2)
    tasks.verify()
    assert (tasks.night(), asked) == (0, [enqueue.VERIFY] * 2)


def test_the_night_goes_on_without_a_broker(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enqueue.NOTIFIER, "notify", Mock(side_effect=OperationalError("no broker")))
    idle_guest()
    tasks.night()
    assert not Guest.objects.exists()


@pytest.mark.parametrize("fails", ["tallies.catch_up", *DELETING])
def test_the_night_deletes_what_is_due_although_a_step_fails(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []
    for name in DELETING:
        monkeypatch.setattr(f"games.tasks.{name}", lambda name=name: gone.append(name))
    monkeypatch.setattr(f"games.tasks.{fails}", Mock(side_effect=RuntimeError("of that step")))
    with pytest.raises(RuntimeError, match="of that step"):
        tasks.night()
    assert set(gone) == set(DELETING) - {fails}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_run_again_changes_nothing(alice: User, name: str) -> None:
    prepare, task = TASKS[name]
    stored = prepare(alice)
    task(stored)
    once = state()
    task(stored)
    task(stored)
    assert state() == once


@pytest.mark.postgresql
@pytest.mark.parametrize("name", TASKS)
def test_a_task_run_four_times_at_once_leaves_the_rows_of_one_run(alice: User, name: str) -> None:
    """A fifth run, which would add a missing row, changes nothing."""
    prepare, task = TASKS[name]
    stored = prepare(alice)
    run_at_once(*[lambda: task(stored)] * 4)
    after = state()
    assert len(after["CountingProgress"]) <= 1
    task(stored)
    assert state() == after


@pytest.mark.parametrize("kind", GAMES)
def test_replies_out_of_order_and_stale_change_nothing(alice: User, notices: list[tuple[str, int]], kind: str) -> None:
    """All queued replies run, newest first and each twice. Only a reply at the current version has an effect."""
    game = owing(alice, kind)
    for _ in range(3):
        for code, version in reversed(notices.copy()):
            for _again in range(2):
                tasks.reply(code, version)
    game.refresh_from_db()
    ordinals = list(game.entries.order_by("ordinal").values_list("ordinal", flat=True))
    assert ordinals == list(range(1, game.version + 1))
    assert not game.entries.filter(source="fallback").exists()
    after = state()
    for code, version in notices.copy():
        if (code, version) != (game.code, game.version):
            tasks.reply(code, version)
    assert state() == after

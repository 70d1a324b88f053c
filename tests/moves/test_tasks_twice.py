"""Every task delivered again, several times at once, late and out of order: the rows are those of one delivery."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from celery import current_app
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import Guest, User
from accounts.people import Person
from games import enqueue, tasks
from games.models import Attempt, CountingProgress, Entry, Game, Hand, LeaderboardRow, PersonLine, Play, Review, Tally
from games.registry import GAMES
from games.services.boards import days, house
from games.services.counting import tallies
from games.services.people import lobby
from games.services.table import tables
from tests.at_once import at_once
from tests.playing import again, place_at, play_on, step

pytestmark = pytest.mark.django_db(transaction=True)

#: What no task may leave otherwise when it is run again; without keys, which are given anew.
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


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The notices that were sent, none of which reached anybody."""
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(enqueue, "reply_soon", lambda code, version: heard.append((code, version)))
    return heard


@pytest.fixture(autouse=True)
def _boards_for_the_weakest(noon: None, easy_boards: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ENOUGH", 2)


@pytest.fixture
def players(notices: list[tuple[str, int]]) -> Iterator[User]:
    yield User.objects.create_user("alice", password="a quiet card room")


def owing(person: User, kind: str) -> Game:
    """A game in which a computer player is to act."""
    code, rng = place_at(person, kind).code, Random(3)
    while True:
        place = again(person, code)
        snapshot = tables.see(place)
        if snapshot.computer_acts and not snapshot.view.legal:
            return Game.objects.get(code=code)
        step(place, rng)


def played_yesterday(person: User) -> None:
    """A finished hand of each kind, all of them a day ago."""
    for kind in ("twoman", "cardduel"):
        place = place_at(person, kind)
        play_on(place, Random(1), hands=1)
        lobby.abandon(place=again(person, place.code))
    before = timezone.now() - timedelta(days=1)
    PersonLine.objects.update(day=before.date(), at=before)
    Game.objects.update(moved_at=before, ended_at=before)


def reply(person: User) -> Callable[[], Any]:
    game = owing(person, "twoman")
    return lambda: tasks.reply(game.code, game.version)


def nudge(person: User) -> Callable[[], Any]:
    game = owing(person, "spades")
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(minutes=2))
    return tasks.nudge


def idle_guest() -> None:
    guest = Guest.objects.create()
    Guest.objects.filter(pk=guest.pk).update(last_seen=timezone.now() - timedelta(days=400))


def night(person: User) -> Callable[[], Any]:
    played_yesterday(person)
    idle_guest()
    return tasks.night


def verify(person: User) -> Callable[[], Any]:
    played_yesterday(person)
    return tasks.verify


def review(person: User) -> Callable[[], Any]:
    played_yesterday(person)
    game = Game.objects.get(key="twoman")
    return lambda: tasks.review(game.code)


def sweep(person: User) -> Callable[[], Any]:
    played_yesterday(person)
    Game.objects.update(reviews_due_at=timezone.now() - timedelta(hours=1))
    return tasks.sweep


def boards(person: User) -> Callable[[], Any]:
    """One attempt of the weakest player a game."""
    days.begin(person=Person(user=person), key="twoman", day=tallies.today())
    return tasks.boards


TASKS = {
    enqueue.REPLY: reply,
    enqueue.NUDGE: nudge,
    enqueue.NIGHT: night,
    enqueue.VERIFY: verify,
    enqueue.REVIEW: review,
    enqueue.SWEEP: sweep,
    enqueue.BOARDS: boards,
}
#: What the night deletes.
FORGETTING = ("challenges.tidy", "joining.tidy", "leaving.remove_idle_guests", "words.tidy", "tidying.tidy")
IN_NO_HURRY = {enqueue.REVIEW, enqueue.SWEEP, enqueue.BOARDS}


def test_every_task_of_the_house_is_here() -> None:
    current_app.loader.import_default_modules()
    assert {name for name in current_app.tasks if not name.startswith("celery.")} == set(TASKS)


def test_what_beat_queues_is_a_task() -> None:
    queued = {entry["task"] for entry in current_app.conf.beat_schedule.values()}
    assert queued == {enqueue.NUDGE, enqueue.NIGHT, enqueue.SWEEP, enqueue.BOARDS}


def test_reviews_have_a_queue_that_no_reply_waits_in() -> None:
    queues = {name: current_app.amqp.router.route({}, name)["queue"].name for name in TASKS}
    assert {name for name, queue in queues.items() if queue == "reviews"} == IN_NO_HURRY
    assert {queue for name, queue in queues.items() if name not in IN_NO_HURRY} == {"celery"}


def test_no_reply_waits_for_what_a_broker_delivers_again_while_it_is_done() -> None:
    """Redis does so after five minutes, once for each process that is free."""
    is_limited = {name: current_app.tasks[name].time_limit is not None for name in TASKS if name not in IN_NO_HURRY}
    assert is_limited.pop(enqueue.NUDGE) is False, "which is done at once"
    assert {name: current_app.tasks[name].acks_late for name in is_limited} == is_limited


def test_a_night_has_the_day_before_verified_until_that_is_done(players: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(enqueue.NOTIFIER, "notify", lambda task, **told: asked.append(task))
    played_yesterday(players)
    assert (tasks.night(), asked) == (1, [enqueue.VERIFY])
    assert (tasks.night(), asked) == (0, [enqueue.VERIFY] * 2), "it was lost on the way"
    tasks.verify()
    assert (tasks.night(), asked) == (0, [enqueue.VERIFY] * 2)


def test_a_night_without_a_broker_goes_on(players: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(task: str, **told: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(enqueue.NOTIFIER, "notify", broken)
    idle_guest()
    tasks.night()
    assert not Guest.objects.exists()


@pytest.mark.parametrize("fails", ["tallies.catch_up", *FORGETTING])
def test_what_is_to_be_forgotten_goes_whatever_fails(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []
    for name in FORGETTING:
        monkeypatch.setattr(f"games.tasks.{name}", lambda name=name: gone.append(name))

    def broken() -> None:
        raise RuntimeError("of that step")

    monkeypatch.setattr(f"games.tasks.{fails}", broken)
    with pytest.raises(RuntimeError, match="of that step"):
        tasks.night()
    assert set(gone) == set(FORGETTING) - {fails}


@pytest.mark.parametrize("name", TASKS)
def test_run_again_it_changes_nothing(players: User, name: str) -> None:
    task = TASKS[name](players)
    task()
    once = state()
    task()
    task()
    assert state() == once


@pytest.mark.parametrize("name", TASKS)
def test_four_at_once_leave_what_one_leaves(players: User, name: str) -> None:
    """The computer player chooses by the game's secret, so what one delivery would have left can be told."""
    task = TASKS[name](players)
    at_once(*[_closing(task)] * 4)
    after = state()
    assert len(after["CountingProgress"]) <= 1
    task()
    assert state() == after


def _closing(task: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> Any:
        try:
            return task()
        finally:
            connection.close()

    return run


@pytest.mark.parametrize("kind", GAMES)
def test_replies_out_of_order_and_stale(players: User, notices: list[tuple[str, int]], kind: str) -> None:
    """Every notice that was ever sent, the newest first and each of them twice: only the version that is counts."""
    game = owing(players, kind)
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


def test_two_nights_at_once_count_each_day_once(players: User) -> None:
    played_yesterday(players)
    found = at_once(*[_closing(tallies.catch_up)] * 3)
    assert sorted(map(len, found)) == [0, 0, 1]
    counted = state()
    tallies.rebuild_day(day=tallies.today() - timedelta(days=1))
    assert state() == counted

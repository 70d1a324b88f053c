"""What the house's own players make of a board: played as a person would meet it, once, however often it is asked."""

import time
from datetime import timedelta
from itertools import count
from typing import Any
from unittest.mock import Mock

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from accounts.models import User
from games import enqueue, registry, tasks
from games.engine.actions import LOOK, START, Action
from games.engine.state import DEALER
from games.models import Attempt, Board, Chain
from games.registry import GAMES
from games.services.boards import days, field, house
from games.services.counting import tallies
from games.services.moves import play, players, thinking
from games.services.table import tables
from games.snapshot import Status
from tests.boards.walked import begun

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]


@pytest.mark.parametrize("key", GAMES)
def test_a_person_who_plays_as_it_did_meets_the_same_answers(alice: User, key: str) -> None:
    """Its own choices posted one after the other by a person: every other action is as the house met it."""
    place = begun(alice, key)
    board = Board.objects.get()
    log = house.played(board, level=board.level, number=0)
    own = [said for said in log.hands[-1].actions if said[0] == 0 and said[1] != LOOK]  # the table looks
    while (now := tables.see(tables.place_of(person=place.person, code=place.code))).status == Status.PLAYING:
        if now.is_mine:
            play.submit(place=place, action=own.pop(0)[1], version=now.version)
        else:
            assert play.reply(code=place.code, version=now.version)
        place.game.refresh_from_db()
    assert now.result == log.rules.result(log.state)
    settled = now.hands[-1].auto  # the table plays what nobody decides any more; the house plays it out
    assert _sorted(now.hands[-1].actions, settled) == _sorted(log.hands[-1].actions, settled)
    assert now.hands[-1].hands == log.hands[-1].hands


def _sorted(said: tuple[tuple[int, Action], ...], settled: int) -> list[tuple[int, Action]]:
    """By seat, in their order: who of two secret choices was first is nobody's matter."""
    return sorted((one for one in said[: len(said) - settled] if one[0] != DEALER), key=lambda one: one[0])


def test_it_fills_a_field_and_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    board = days.board_of(key="twoman", day=tallies.today())
    monkeypatch.setattr(house, "ENOUGH", 3)
    assert (house.play_all(board), house.play_all(board)) == (3, 0)
    Attempt.objects.order_by("-pk")[0].delete()
    assert house.play_all(board) == 1
    assert field.field_of(board).house == 3
    assert set(field.by_house(board)) == {"easy"}
    assert Attempt.objects.exclude(margin=None).count() == 3


@pytest.mark.parametrize("fault", [RuntimeError, None])
def test_a_player_at_fault_does_not_hold_up_the_boards(monkeypatch: pytest.MonkeyPatch, fault: Any) -> None:
    """What one makes that fails, or does what is not allowed, is nobody's: it is in no field, and not waited for."""
    monkeypatch.setattr(house, "ENOUGH", 1)
    monkeypatch.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=fault, return_value=START)))
    board = days.board_of(key="twoman", day=tallies.today() - timedelta(days=1))
    assert tasks.boards() == 1 + len(GAMES)
    board.refresh_from_db()
    assert board.field is not None and (board.field["house"], board.field["given_up"]) == (0, 0)
    assert field.by_house(board) == {}
    assert not Attempt.objects.exclude(margin=None, is_counted=False).exists()
    assert tasks.boards() == 0


def test_a_task_that_meets_its_limit_in_a_thought_stops_and_keeps_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is no fault of the player, which chooses itself the next time."""
    board = days.board_of(key="twoman", day=tallies.today())
    monkeypatch.setattr(house, "ENOUGH", 1)
    with monkeypatch.context() as limited:
        limited.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=SoftTimeLimitExceeded)))
        with pytest.raises(SoftTimeLimitExceeded):
            tasks.boards()
    assert not Attempt.objects.exists()
    assert house.play_all(board) == 1
    assert Attempt.objects.get().margin is not None


def test_a_thought_without_an_end_stops_the_task_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one goes on behind it, and the day is counted."""
    day = tallies.today() - timedelta(days=1)
    monkeypatch.setattr(house, "games", lambda: ("twoman",))
    monkeypatch.setattr(house, "ENOUGH", 2)
    board = days.board_of(key="twoman", day=day)
    monkeypatch.setattr(thinking, "THOUGHT", 0.0)
    with monkeypatch.context() as limited:
        limited.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=SoftTimeLimitExceeded)))
        with pytest.raises(SoftTimeLimitExceeded):
            house.play_all(board)
    assert [one.is_counted for one in board.attempts.all()] == [False]
    assert house.waiting(today=tallies.today()) == {board.pk}
    assert house.play_all(board) == 1
    assert house.waiting(today=tallies.today()) == set()
    assert field.counted(board)["house"] == 1


def test_a_board_against_a_level_that_was_left_out_is_counted_without_the_house() -> None:
    board = days.board_of(key="twoman", day=tallies.today() - timedelta(days=1))
    Board.objects.update(level="gone")
    assert house.waiting(today=tallies.today()) == set()
    assert house.play_all(Board.objects.get(pk=board.pk)) == 0


def test_all_boards_of_a_day_are_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ENOUGH", 1)
    assert house.prepare(day=tallies.today()) == len(GAMES)
    assert house.prepare(day=tallies.today()) == 0


def test_a_day_without_a_worker_is_filled_before_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the next hour in which one is there; a day that is counted is left as it is."""
    monkeypatch.setattr(house, "ENOUGH", 2)
    monkeypatch.setattr(days, "games", lambda: ("twoman",))
    monkeypatch.setattr(house, "games", lambda: ("twoman",))
    missed = days.board_of(key="twoman", day=tallies.today() - timedelta(days=2))
    counted = days.board_of(key="twoman", day=tallies.today() - timedelta(days=1))
    field.count_day(tallies.today() - timedelta(days=1))
    assert tasks.boards() == 4
    missed.refresh_from_db()
    assert missed.field is not None and missed.field["house"] == 2
    assert not counted.attempts.exists()
    assert tasks.boards() == 0


def test_old_boards_keep_nobody_waiting(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody opens a board of each day gone by: yesterday’s is counted before any of them is played by the house,
    which then takes only its seconds, here those of one attempt, and first the one that was played on its day.
    """
    monkeypatch.setattr(house, "ENOUGH", 2)
    for module in (days, house):
        monkeypatch.setattr(module, "games", lambda: ("twoman",))
    old = [days.board_of(key="twoman", day=tallies.today() - timedelta(days=passed)) for passed in (5, 4, 3, 2, 1, 0)]
    *_, played, filled, _today = old
    house.play_all(filled)
    Attempt.objects.create(board=played, user=alice, ended_at=timezone.now(), margin=3)
    house.prepare(day=tallies.today())
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(tasks, "CATCHING_UP", 2.0)
    assert not Board.objects.exclude(counted_at=None).exists()
    assert tasks.boards() == 1
    assert set(Board.objects.exclude(counted_at=None)) == {filled}
    assert {one.board for one in Attempt.objects.exclude(level="")} == {filled, played, old[-1]}
    assert tasks.boards() == 1
    assert set(Board.objects.exclude(counted_at=None)) == {filled, played}
    played.refresh_from_db()
    assert played.field is not None and played.field["house"] == 2
    for _hour in range(6):
        assert tasks.boards() == 1
    assert set(Board.objects.filter(counted_at=None)) == {old[-1]}
    assert tasks.boards() == 0


def test_a_board_of_a_day_gone_by_is_not_queued_for(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    queued = list[str]()
    monkeypatch.setattr(enqueue, "boards_soon", lambda: queued.append("boards"))
    Chain.objects.create(begins_on=tallies.today() - timedelta(days=3), days=9, tip="")
    for passed, number in ((2, 0), (1, 0), (0, 1)):
        with django_capture_on_commit_callbacks(execute=True):
            begun(alice, "cardduel", day=tallies.today() - timedelta(days=passed))
        assert len(queued) == number


def test_nothing_is_counted_while_the_players_are_being_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would stand without the house for good."""
    missed = days.board_of(key="twoman", day=tallies.today() - timedelta(days=1))
    monkeypatch.setattr(players, "are_being_prepared", lambda: True)
    assert tasks.boards() == 0
    missed.refresh_from_db()
    assert missed.counted_at is None


@pytest.mark.parametrize("key", GAMES)
def test_a_board_of_the_day_is_against_the_strongest(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "levels", registry.levels)
    board = days.board_of(key=key, day=tallies.today())
    assert board.level == list(registry.GAMES[key].players)[-1] == {"twoman": "ruthless"}.get(key, board.level)
    assert board.options == {}

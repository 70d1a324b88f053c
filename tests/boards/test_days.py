"""Boards of the day: equal cards, and equal answers to the same play; one counted attempt a player; bots' attempts."""

from datetime import date, timedelta
from itertools import count
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from accounts.zones import utc_today
from games import enqueue, registry, tasks
from games.boards import days, field, house
from games.boards.days import Stand
from games.boards.models import Attempt, Board, Chain
from games.engine.actions import LOOK, START, Action, action_text
from games.engine.state import DEALER
from games.registry import GAMES
from games.snapshot import Status
from games.statistics import tallies
from games.statistics.models import PersonLine, Tally
from games.table import logs, opening, play, players, tables, thinking
from games.table.models import Game
from games.table.move import Refused
from games.table.opening import usual_seating
from games.table.tables import Place
from tests.boards.walked import (
    all_actions,
    begin_board,
    first_legal,
    join_challenge,
    legal_actions,
    open_challenge,
    play_board,
    result_of,
)
from tests.play import reload
from tests.reviews import quick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]


def own_line(user: User, key: str = "twoman", day: date | None = None) -> days.BoardLine:
    """Return the `BoardLine` of the user's board of `day`, by default of today."""
    found = days.of_day(person=Person(user=user), day=day or utc_today())
    return next(line for line in found if line.key == key)


# -- equal cards and answers -------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_same_play_meets_the_same_answers(alice: User, bob: User, key: str) -> None:
    """Of two simultaneous secret choices, the player's comes first in one game and the bot's in the other."""
    one = play_board(begin_board(alice, key), first_legal)
    other = play_board(begin_board(bob, key), first_legal, computers_first=True)
    assert all_actions(one) == all_actions(other)
    assert one.game.status == other.game.status == Status.FINISHED
    own, others = Attempt.objects.order_by("pk")
    assert own.margin is not None and own.margin == others.margin
    assert (own.bid, own.aside, own.lead) == (others.bid, others.aside, others.lead)


@pytest.mark.parametrize("key", GAMES)
def test_two_games_are_equal_up_to_the_first_different_choice(alice: User, bob: User, key: str) -> None:
    have_parted = 0
    for at in (1, 4, 7):
        one = play_board(begin_board(alice, key), first_legal)
        others: list[int] = []

        def differs(place: Place, rng: Random, others: list[int] = others, at: int = at) -> Action:
            others.append(1)
            actions = legal_actions(place)
            return actions[-1] if len(others) == at else actions[0]

        other = play_board(begin_board(bob, key), differs)
        first, second = all_actions(one), all_actions(other)
        mine = [n for n, (seat, action) in enumerate(second) if seat == 0 and action != action_text(LOOK)]
        parted = next((n for n, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), None)
        assert parted is None or parted == mine[at - 1]
        have_parted += parted is not None
        Attempt.objects.update(is_counted=False)
        Game.objects.update(is_counted=False)
    assert have_parted


def test_a_players_seed_does_not_change_the_deal(alice: User, bob: User) -> None:
    one = begin_board(alice)
    board = days.board_of(key="twoman", day=utc_today())
    sitting: Any = (Person(user=bob), *usual_seating(key="twoman", level="easy"))
    game = opening.new_game(key="twoman", chosen={}, sitting=sitting, carried=board.start, board=board)
    play.deal(place=reload(bob, game.code), seed="mine", version=0)
    first, second = (list(any_game.entries.values_list("action", flat=True)[:2]) for any_game in (one.game, game))
    assert first == second


# -- one attempt -------------------------------------------------------------------------------------------


def test_a_second_attempt_is_practice_and_does_not_count(alice: User) -> None:
    first, lines = play_board(begin_board(alice), first_legal), list(PersonLine.objects.values())
    second = begin_board(alice)
    assert first.code != second.code and tables.see(second).may_ask
    play_board(second, first_legal)
    assert list(PersonLine.objects.values()) == lines
    assert [one.is_counted for one in Attempt.objects.order_by("pk")] == [True, False]
    assert not reload(alice, second.code).game.is_counted
    assert own_line(alice).code == first.code


@pytest.mark.parametrize("is_challenge", [False, True])
def test_hints_and_take_back_are_refused_at_a_board_that_counts(alice: User, is_challenge: bool) -> None:
    place = join_challenge(alice, open_challenge(alice)) if is_challenge else begin_board(alice)
    snapshot = tables.see(place)
    play.submit(place=place, action=legal_actions(place)[0], version=snapshot.version)
    place = reload(alice, place.code)
    after = tables.see(place)
    assert (snapshot.may_ask, after.may_take_back) == (False, False)
    for helps in (play.take_back, play.hint):
        with pytest.raises(Refused):
            helps(place=place, version=after.version)


@pytest.mark.parametrize("is_challenge", [False, True])
def test_a_counted_board_is_a_hand_in_statistics_and_never_ranked(alice: User, is_challenge: bool) -> None:
    play_board(join_challenge(alice, open_challenge(alice)) if is_challenge else begin_board(alice), first_legal)
    line = PersonLine.objects.get()
    assert (line.number, line.is_ranked) == (1, False)


def test_statistics_of_all_players_leave_boards_out(alice: User) -> None:
    """One deal played many times is not a fair sample, and other players may still play its cards."""
    play_board(begin_board(alice), first_legal)
    quick.review_all()
    PersonLine.objects.update(day=utc_today() - timedelta(days=1))
    tallies.catch_up()
    assert Tally.objects.filter(user=alice).exists()
    assert not Tally.objects.filter(user=None, guest=None).exists()


def test_a_board_given_up_is_used_up_without_a_result(alice: User) -> None:
    opening.abandon(place=begin_board(alice))
    assert own_line(alice).stand is Stand.GIVEN_UP
    assert not begin_board(alice).game.is_counted


def test_a_board_begun_before_midnight_is_finished_after_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    day = utc_today()
    place = begin_board(alice)
    monkeypatch.setattr(days, "utc_today", lambda: day + timedelta(days=1))
    assert begin_board(alice, day=day).code == place.code
    play_board(place, first_legal)
    assert Attempt.objects.get().is_counted
    assert not begin_board(alice, day=day).game.is_counted


def test_progress_of_a_board_leaves_out_cards_taken_back(alice: User) -> None:
    """The board is of a past day, so its attempts do not count and cards may be taken back."""
    days.board_of(key="twoman", day=utc_today())
    Chain.objects.update(begins_on=utc_today() - timedelta(days=5))
    day, back = utc_today() - timedelta(days=3), 0
    place = begin_board(alice, day=day)
    while back < 3:
        place = reload(alice, place.code)
        snapshot = tables.see(place)
        if snapshot.computer_acts and not snapshot.is_mine:
            play.reply(code=place.code, version=snapshot.version)
        elif snapshot.may_take_back and logs.read(place.game).actions[-1][1].verb == "play":
            play.take_back(place=place, version=snapshot.version)
            back += 1
        else:
            play.submit(place=place, action=legal_actions(place)[0], version=snapshot.version)
    stands = [action for _seat, action in logs.read(reload(alice, place.code).game).actions if action.verb == "play"]
    assert (own_line(alice, day=day).done or 0) == len(stands) // 2 < 3


def test_a_finished_attempt_is_in_the_field_at_once(alice: User, bob: User) -> None:
    """A cached field that is older than the end of the player's attempt is counted again."""
    for many, player in enumerate((alice, bob), start=1):
        play_board(begin_board(player), first_legal)
        found = result_of(player, Attempt.objects.get(user=player)).field
        assert found.people == sum(count for _margin, count in found.margins) == many


def test_the_margin_of_a_duel_counts_the_loser_as_0(alice: User) -> None:
    """The player ends the duel by a blaze. A player whose blaze fails loses, but is still shown with hit points."""
    place = play_board(begin_board(alice, "cardduel"), lambda place, rng: blaze_or_first(legal_actions(place)))
    own, other = place.game.scores
    assert Attempt.objects.get().margin == (own if place.game.winner == 0 else -other)


def blaze_or_first(offered: list[Action]) -> Action:
    return next((one for one in offered if one.verb == "blaze"), offered[0])


# -- attempts by bots (the house) ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_player_who_repeats_the_choices_of_the_house_meets_the_same_answers(alice: User, key: str) -> None:
    """The player submits the choices of a bot's attempt one by one; all other actions equal those of that attempt."""
    place = begin_board(alice, key)
    board = Board.objects.get()
    log = house.play_board(board, level=board.level, number=0)
    own = [one for one in log.hands[-1].actions if one[0] == 0 and one[1] != LOOK]  # the table logs the look itself
    while (now := tables.see(tables.place_of(person=place.person, code=place.code))).status == Status.PLAYING:
        if now.is_mine:
            play.submit(place=place, action=own.pop(0)[1], version=now.version)
        else:
            assert play.reply(code=place.code, version=now.version)
        place.game.refresh_from_db()
    assert now.result == log.rules.result(log.state)
    settled = now.hands[-1].auto  # the number of cards that the table plays at once and the bots play one by one
    assert _sorted(now.hands[-1].actions, settled) == _sorted(log.hands[-1].actions, settled)
    assert now.hands[-1].hands == log.hands[-1].hands


def _sorted(actions: tuple[tuple[int, Action], ...], settled: int) -> list[tuple[int, Action]]:
    """Return the actions by seat, because two secret choices may come in either order.

    The dealer's actions and the last `settled` actions are left out.
    """
    return sorted((one for one in actions[: len(actions) - settled] if one[0] != DEALER), key=lambda one: one[0])


@pytest.fixture
def _only_twoman(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (days, house):
        monkeypatch.setattr(module, "games", lambda: ("twoman",))


def run_house() -> int:
    """Run the hourly task and the tasks that it queues; return the number of new attempts."""
    before = Attempt.objects.count()
    tasks.boards()
    return Attempt.objects.count() - before


@pytest.mark.usefixtures("_only_twoman")
def test_the_house_fills_a_field_and_resumes_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    board = days.board_of(key="twoman", day=utc_today())
    monkeypatch.setattr(house, "ENOUGH", 3)
    assert (run_house(), run_house()) == (3, 0)
    Attempt.objects.order_by("-pk")[0].delete()
    assert run_house() == 1
    assert field.field_of(board).house == 3
    assert set(field.by_house(board)) == {"easy"}
    assert Attempt.objects.exclude(margin=None).count() == 3


@pytest.mark.parametrize("fault", [RuntimeError, None])
def test_a_failing_bot_does_not_block_the_boards(monkeypatch: pytest.MonkeyPatch, fault: Any) -> None:
    """The attempt of a bot that raises or acts illegally is not counted and not repeated."""
    monkeypatch.setattr(house, "ENOUGH", 1)
    monkeypatch.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=fault, return_value=START)))
    board = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    assert run_house() == 1 + len(GAMES)
    board.refresh_from_db()
    assert board.field is not None and (board.field["house"], board.field["given_up"]) == (0, 0)
    assert field.by_house(board) == {}
    assert not Attempt.objects.exclude(margin=None, is_counted=False).exists()
    assert run_house() == 0


@pytest.mark.usefixtures("_only_twoman")
def test_an_attempt_cut_short_by_the_time_limit_is_dropped_and_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is not at fault if the task's time limit comes before its choice has taken `THOUGHT` seconds."""
    monkeypatch.setattr(house, "ENOUGH", 1)
    with monkeypatch.context() as limited:
        limited.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=SoftTimeLimitExceeded)))
        with pytest.raises(SoftTimeLimitExceeded):
            tasks.boards()
    assert not Attempt.objects.exists()
    assert run_house() == 1
    assert Attempt.objects.get().margin is not None


@pytest.mark.usefixtures("_only_twoman")
def test_an_endless_choice_of_a_bot_stops_the_task_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `THOUGHT` at 0 the bot is at fault: this attempt is stored as not counted. The next task makes another."""
    day, today = utc_today() - timedelta(days=1), utc_today()
    monkeypatch.setattr(house, "ENOUGH", 2)
    board = days.board_of(key="twoman", day=day)
    monkeypatch.setattr(thinking, "THOUGHT", 0.0)
    with monkeypatch.context() as limited:
        limited.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=SoftTimeLimitExceeded)))
        with pytest.raises(SoftTimeLimitExceeded):
            house.play_next(today=today, of_past=True)
    assert [one.is_counted for one in board.attempts.all()] == [False]
    assert house.waiting(today=today) == {board.pk}
    assert house.play_next(today=today, of_past=True)
    assert house.waiting(today=today) == set()
    assert not house.play_next(today=today, of_past=True)
    assert field.counted(board)["house"] == 1


def test_a_board_whose_level_no_longer_exists_is_counted_without_the_house() -> None:
    board = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    Board.objects.update(level="gone")
    assert house.waiting(today=utc_today()) == set()
    assert not house.play_next(today=utc_today(), of_past=True)
    board.refresh_from_db()
    assert board.field is None and field.count_days(today=utc_today()) == 1


@pytest.mark.usefixtures("_only_twoman")
def test_a_missed_day_is_filled_by_the_house_before_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next hourly run fills the missed day. A day that is already counted gets no attempts."""
    monkeypatch.setattr(house, "ENOUGH", 2)
    missed = days.board_of(key="twoman", day=utc_today() - timedelta(days=2))
    counted = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    field.count_days(today=utc_today(), excluded=[missed.pk])
    assert run_house() == 4
    missed.refresh_from_db()
    assert missed.field is not None and missed.field["house"] == 2
    assert not counted.attempts.exists()
    assert run_house() == 0


@pytest.mark.usefixtures("_only_twoman")
def test_boards_of_past_days_opened_later_do_not_delay_newer_ones(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yesterday's board is filled, so the task counts it without an attempt.

    The task has time for one attempt at a past board, and chooses the board with a counted attempt of a player.
    """
    monkeypatch.setattr(house, "ENOUGH", 1)
    *_, played, filled, _today = old = [
        days.board_of(key="twoman", day=utc_today() - timedelta(days=passed)) for passed in (5, 4, 3, 2, 1, 0)
    ]
    filled.attempts.create(level="easy", number=0, ended_at=timezone.now(), margin=1)
    played.attempts.create(user=alice, ended_at=timezone.now(), margin=3)
    clock = count()
    monkeypatch.setattr(tasks, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(tasks, "CATCHING_UP", 1.0)
    assert not Board.objects.exclude(counted_at=None).exists()
    assert run_house() == 2  # one at today's board and one at a past board
    assert set(Board.objects.exclude(counted_at=None)) == {filled, played}
    assert {one.board for one in Attempt.objects.exclude(level="")} == {filled, played, old[-1]}
    played.refresh_from_db()
    assert played.field is not None and played.field["house"] == 1
    for _hour in range(3):
        assert run_house() == 1
    assert set(Board.objects.filter(counted_at=None)) == {old[-1]}
    assert run_house() == 0


@pytest.mark.usefixtures("_only_twoman")
def test_a_task_makes_one_attempt_and_queues_the_next_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queued review then waits for at most one attempt."""
    monkeypatch.setattr(house, "ENOUGH", 3)
    queued = list[float]()
    monkeypatch.setattr(enqueue, "boards_soon", lambda *, left: queued.append(left))
    assert tasks.boards()
    for number in (1, 2):
        assert (Attempt.objects.count(), len(queued)) == (number, 1)
        assert tasks.boards(queued.pop())
    assert not tasks.boards(queued.pop())
    assert (Attempt.objects.count(), queued) == (3, [])


def test_opening_a_board_of_a_past_day_queues_no_task(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    queued = list[str]()
    monkeypatch.setattr(enqueue, "boards_soon", lambda: queued.append("boards"))
    Chain.objects.create(begins_on=utc_today() - timedelta(days=3), days=9, tip="")
    for passed, number in ((2, 0), (1, 0), (0, 1)):
        with django_capture_on_commit_callbacks(execute=True):
            begin_board(alice, "cardduel", day=utc_today() - timedelta(days=passed))
        assert len(queued) == number


def test_no_board_is_counted_while_bots_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that is counted before bots have played it never gets attempts by bots."""
    missed = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    monkeypatch.setattr(players, "are_being_prepared", lambda: True)
    assert not tasks.boards()
    missed.refresh_from_db()
    assert missed.counted_at is None


@pytest.mark.parametrize("key", GAMES)
def test_a_board_of_the_day_is_played_against_the_strongest_level(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "levels", registry.levels)
    board = days.board_of(key=key, day=utc_today())
    assert board.level == list(registry.GAMES[key].players)[-1] == {"twoman": "ruthless"}.get(key, board.level)
    assert board.options == {}

"""The boards of a day: the same cards and answers for all, one attempt that counts, and the attempts of bots."""

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
from games.engine.actions import LOOK, START, Action
from games.engine.notation import action_text
from games.engine.state import DEALER
from games.registry import GAMES
from games.snapshot import Status
from games.statistics import tallies
from games.statistics.models import PersonLine, Tally
from games.table import logs, opening, play, players, tables, thinking
from games.table.models import Game
from games.table.seating import usual_seating
from games.table.tables import Place
from tests.boards.walked import begun, first_legal, joined, legal, opened, result_of, said, walked
from tests.play import reload
from tests.reviews import quick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]


def own_line(user: User, key: str = "twoman", day: date | None = None) -> days.BoardLine:
    """A board of that day, or of today, as that person has it."""
    found = days.of_day(person=Person(user=user), day=day or utc_today())
    return next(line for line in found if line.key == key)


# -- the same for all --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_same_play_meets_the_same_answers(alice: User, bob: User, key: str) -> None:
    """Card by card to the end, in either order of two secret choices."""
    one = walked(begun(alice, key), first_legal)
    other = walked(begun(bob, key), first_legal, computers_first=True)
    assert said(one) == said(other)
    assert one.game.status == other.game.status == Status.FINISHED
    own, others = Attempt.objects.order_by("pk")
    assert own.margin is not None and own.margin == others.margin
    assert (own.bid, own.aside, own.lead) == (others.bid, others.aside, others.lead)


@pytest.mark.parametrize("key", GAMES)
def test_with_one_other_choice_they_part_there_and_nowhere_before(alice: User, bob: User, key: str) -> None:
    """Up to that choice every action is the same, also those of computer players."""
    have_parted = 0
    for at in (1, 4, 7):
        one = walked(begun(alice, key), first_legal)
        others: list[int] = []

        def differs(place: Place, rng: Random, others: list[int] = others, at: int = at) -> Action:
            others.append(1)
            actions = legal(place)
            return actions[-1] if len(others) == at else actions[0]

        other = walked(begun(bob, key), differs)
        first, second = said(one), said(other)
        mine = [n for n, (seat, action) in enumerate(second) if seat == 0 and action != action_text(LOOK)]
        parted = next((n for n, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), None)
        assert parted is None or parted == mine[at - 1]
        have_parted += parted is not None
        Attempt.objects.update(is_counted=False)
        Game.objects.update(is_counted=False)
    assert have_parted


def test_a_posted_seed_changes_nothing(alice: User, bob: User) -> None:
    one = begun(alice)
    board = days.board_of(key="twoman", day=utc_today())
    sitting: Any = (Person(user=bob), *usual_seating(key="twoman", level="easy"))
    game = opening.new_game(key="twoman", chosen={}, sitting=sitting, carried=board.start, board=board)
    play.deal(place=reload(bob, game.code), seed="mine", version=0)
    first, second = (list(any_game.entries.values_list("action", flat=True)[:2]) for any_game in (one.game, game))
    assert first == second


# -- one attempt -------------------------------------------------------------------------------------------


def test_a_second_attempt_is_practice_and_does_not_count(alice: User) -> None:
    first, lines = walked(begun(alice), first_legal), list(PersonLine.objects.values())
    second = begun(alice)
    assert first.code != second.code and tables.see(second).may_ask
    walked(second, first_legal)
    assert list(PersonLine.objects.values()) == lines
    assert [one.is_counted for one in Attempt.objects.order_by("pk")] == [True, False]
    assert not reload(alice, second.code).game.is_counted
    assert own_line(alice).code == first.code


@pytest.mark.parametrize("is_challenge", [False, True])
def test_nothing_is_shown_or_taken_back_at_a_board_that_counts(alice: User, is_challenge: bool) -> None:
    place = joined(alice, opened(alice)) if is_challenge else begun(alice)
    snapshot = tables.see(place)
    play.submit(place=place, action=legal(place)[0], version=snapshot.version)
    place = reload(alice, place.code)
    after = tables.see(place)
    assert (snapshot.may_ask, after.may_take_back) == (False, False)
    for helps in (play.take_back, play.hint):
        with pytest.raises(play.Refused):
            helps(place=place, version=after.version)


@pytest.mark.parametrize("is_challenge", [False, True])
def test_a_counted_one_is_a_hand_and_never_ranked(alice: User, is_challenge: bool) -> None:
    walked(joined(alice, opened(alice)) if is_challenge else begun(alice), first_legal)
    line = PersonLine.objects.get()
    assert (line.number, line.is_ranked) == (1, False)


def test_what_is_counted_of_everybody_leaves_boards_out(alice: User) -> None:
    """One deal many times over is no sample, and others may still play its cards."""
    walked(begun(alice), first_legal)
    quick.review_all()
    PersonLine.objects.update(day=utc_today() - timedelta(days=1))
    tallies.catch_up()
    assert Tally.objects.filter(user=alice).exists()
    assert not Tally.objects.filter(user=None, guest=None).exists()


def test_one_that_is_given_up_has_no_result_and_was_the_attempt(alice: User) -> None:
    opening.abandon(place=begun(alice))
    assert own_line(alice).stand is Stand.GIVEN_UP
    assert not begun(alice).game.is_counted


def test_a_board_begun_before_midnight_is_finished_after_it(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    day = utc_today()
    place = begun(alice)
    monkeypatch.setattr(days, "utc_today", lambda: day + timedelta(days=1))
    assert begun(alice, day=day).code == place.code
    walked(place, first_legal)
    assert Attempt.objects.get().is_counted
    assert not begun(alice, day=day).game.is_counted


def test_how_far_a_board_is_counts_no_card_that_was_taken_back(alice: User) -> None:
    """On a past day, where actions may be taken back."""
    days.board_of(key="twoman", day=utc_today())
    Chain.objects.update(begins_on=utc_today() - timedelta(days=5))
    day, back = utc_today() - timedelta(days=3), 0
    place = begun(alice, day=day)
    while back < 3:
        place = reload(alice, place.code)
        snapshot = tables.see(place)
        if snapshot.computer_acts and not snapshot.is_mine:
            play.reply(code=place.code, version=snapshot.version)
        elif snapshot.may_take_back and logs.read(place.game).said[-1][1].verb == "play":
            play.take_back(place=place, version=snapshot.version)
            back += 1
        else:
            play.submit(place=place, action=legal(place)[0], version=snapshot.version)
    stands = [action for _seat, action in logs.read(reload(alice, place.code).game).said if action.verb == "play"]
    assert (own_line(alice, day=day).done or 0) == len(stands) // 2 < 3


def test_a_player_who_has_just_finished_stands_in_the_field_at_once(alice: User, bob: User) -> None:
    """The cached count of the last minute is invalidated."""
    for many, who in enumerate((alice, bob), start=1):
        walked(begun(who), first_legal)
        found = result_of(who, Attempt.objects.get(user=who)).field
        assert found.people == sum(count for _margin, count in found.margins) == many


def test_the_loser_of_a_duel_has_nothing_left(alice: User) -> None:
    """Even after a failed blaze, which leaves the hit points that are shown as they were."""
    place = walked(begun(alice, "cardduel"), lambda place, rng: blaze_or_first(legal(place)))
    own, other = place.game.scores
    assert Attempt.objects.get().margin == (own if place.game.winner == 0 else -other)


def blaze_or_first(offered: list[Action]) -> Action:
    return next((one for one in offered if one.verb == "blaze"), offered[0])


# -- the attempts of the house -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_person_who_plays_as_the_house_did_meets_the_same_answers(alice: User, key: str) -> None:
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
    settled = now.hands[-1].auto  # the table plays cards without a choice; the house plays them out
    assert _sorted(now.hands[-1].actions, settled) == _sorted(log.hands[-1].actions, settled)
    assert now.hands[-1].hands == log.hands[-1].hands


def _sorted(said: tuple[tuple[int, Action], ...], settled: int) -> list[tuple[int, Action]]:
    """Sort by seat and keep each seat's order, as two secret choices may come in either order."""
    return sorted((one for one in said[: len(said) - settled] if one[0] != DEALER), key=lambda one: one[0])


@pytest.fixture
def _only_twoman(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (days, house):
        monkeypatch.setattr(module, "games", lambda: ("twoman",))


def made() -> int:
    """Return the number of attempts that the house's hourly run makes."""
    before = Attempt.objects.count()
    tasks.boards()
    return Attempt.objects.count() - before


@pytest.mark.usefixtures("_only_twoman")
def test_the_house_fills_a_field_and_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    board = days.board_of(key="twoman", day=utc_today())
    monkeypatch.setattr(house, "ENOUGH", 3)
    assert (made(), made()) == (3, 0)
    Attempt.objects.order_by("-pk")[0].delete()
    assert made() == 1
    assert field.field_of(board).house == 3
    assert set(field.by_house(board)) == {"easy"}
    assert Attempt.objects.exclude(margin=None).count() == 3


@pytest.mark.parametrize("fault", [RuntimeError, None])
def test_a_player_at_fault_does_not_hold_up_the_boards(monkeypatch: pytest.MonkeyPatch, fault: Any) -> None:
    """An attempt of a bot that fails or acts illegally is in no field and is not waited for."""
    monkeypatch.setattr(house, "ENOUGH", 1)
    monkeypatch.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=fault, return_value=START)))
    board = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    assert made() == 1 + len(GAMES)
    board.refresh_from_db()
    assert board.field is not None and (board.field["house"], board.field["given_up"]) == (0, 0)
    assert field.by_house(board) == {}
    assert not Attempt.objects.exclude(margin=None, is_counted=False).exists()
    assert made() == 0


@pytest.mark.usefixtures("_only_twoman")
def test_a_task_that_meets_its_limit_in_a_thought_stops_and_keeps_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is no fault of the player, which chooses itself the next time."""
    monkeypatch.setattr(house, "ENOUGH", 1)
    with monkeypatch.context() as limited:
        limited.setattr(house, "bot", lambda key, level: Mock(choose=Mock(side_effect=SoftTimeLimitExceeded)))
        with pytest.raises(SoftTimeLimitExceeded):
            tasks.boards()
    assert not Attempt.objects.exists()
    assert made() == 1
    assert Attempt.objects.get().margin is not None


@pytest.mark.usefixtures("_only_twoman")
def test_a_thought_without_an_end_stops_the_task_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one goes on behind it, and the day is counted."""
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


def test_a_board_against_a_level_that_was_left_out_is_counted_without_the_house() -> None:
    board = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    Board.objects.update(level="gone")
    assert house.waiting(today=utc_today()) == set()
    assert not house.play_next(today=utc_today(), of_past=True)
    board.refresh_from_db()
    assert board.field is None and field.count_days(today=utc_today()) == 1


@pytest.mark.usefixtures("_only_twoman")
def test_a_day_without_a_worker_is_filled_before_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the next hour in which one is there; a day that is counted is left as it is."""
    monkeypatch.setattr(house, "ENOUGH", 2)
    missed = days.board_of(key="twoman", day=utc_today() - timedelta(days=2))
    counted = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    field.count_day(utc_today() - timedelta(days=1))
    assert made() == 4
    missed.refresh_from_db()
    assert missed.field is not None and missed.field["house"] == 2
    assert not counted.attempts.exists()
    assert made() == 0


@pytest.mark.usefixtures("_only_twoman")
def test_old_boards_delay_no_newer_ones(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of past days were opened. Yesterday's is counted first; then the house spends its time limit, here that of
    one attempt, on the board that was played on its day.
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
    assert made() == 2, "today's and one of the past"
    assert set(Board.objects.exclude(counted_at=None)) == {filled, played}
    assert {one.board for one in Attempt.objects.exclude(level="")} == {filled, played, old[-1]}
    played.refresh_from_db()
    assert played.field is not None and played.field["house"] == 1
    for _hour in range(3):
        assert made() == 1
    assert set(Board.objects.filter(counted_at=None)) == {old[-1]}
    assert made() == 0


@pytest.mark.usefixtures("_only_twoman")
def test_one_task_makes_one_attempt_and_asks_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a review waits for one attempt at most."""
    monkeypatch.setattr(house, "ENOUGH", 3)
    queued = list[float]()
    monkeypatch.setattr(enqueue, "boards_on", queued.append)
    assert tasks.boards()
    for number in (1, 2):
        assert (Attempt.objects.count(), len(queued)) == (number, 1)
        assert tasks.boards(queued.pop())
    assert not tasks.boards(queued.pop())
    assert (Attempt.objects.count(), queued) == (3, [])


def test_a_board_of_a_day_gone_by_is_not_queued_for(
    alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    queued = list[str]()
    monkeypatch.setattr(enqueue, "boards_soon", lambda: queued.append("boards"))
    Chain.objects.create(begins_on=utc_today() - timedelta(days=3), days=9, tip="")
    for passed, number in ((2, 0), (1, 0), (0, 1)):
        with django_capture_on_commit_callbacks(execute=True):
            begun(alice, "cardduel", day=utc_today() - timedelta(days=passed))
        assert len(queued) == number


def test_nothing_is_counted_while_the_players_are_being_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it would stand without the house for good."""
    missed = days.board_of(key="twoman", day=utc_today() - timedelta(days=1))
    monkeypatch.setattr(players, "are_being_prepared", lambda: True)
    assert not tasks.boards()
    missed.refresh_from_db()
    assert missed.counted_at is None


@pytest.mark.parametrize("key", GAMES)
def test_a_board_of_the_day_is_against_the_strongest(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "levels", registry.levels)
    board = days.board_of(key=key, day=utc_today())
    assert board.level == list(registry.GAMES[key].players)[-1] == {"twoman": "ruthless"}.get(key, board.level)
    assert board.options == {}

"""Boards of the day, where the clock of the house was wrong for a while."""

from datetime import timedelta

import pytest

from games.models import Board, Chain
from games.services.boards import days, field, house
from games.services.counting import tallies
from tests.boards.test_field import attempt

pytestmark = pytest.mark.django_db


def test_a_day_that_was_counted_by_a_clock_that_was_ahead_goes_on() -> None:
    board = days.board_of(key="twoman", day=tallies.today())
    attempt(board, 10)
    tomorrow = tallies.today() + timedelta(days=1)
    assert field.count_days(today=tomorrow) == 1
    attempt(board, 20)
    assert field.count_days(today=tallies.today()) == 0
    board.refresh_from_db()
    assert field.field_of(board).people == 2
    assert field.count_days(today=tomorrow) == 1


def test_a_clock_put_back_begins_no_other_chain() -> None:
    days.board_of(key="twoman", day=tallies.today())
    assert house.prepare(day=tallies.today() - timedelta(days=3)) == 0
    assert (Chain.objects.count(), Board.objects.count()) == (1, 1)

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


@pytest.mark.parametrize("ahead", [3, 1000])
def test_a_chain_begun_by_a_clock_ahead_waits_for_its_days(ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then there are boards all the same, of a chain that begins today."""
    today = tallies.today()
    later = today + timedelta(days=ahead)
    board = days.board_of(key="twoman", day=later)
    assert {line.day for line in days.of_day(person=None, day=today)} == {days.first_day()} == {today}
    monkeypatch.setattr(house, "play_all", lambda board: 1)
    assert house.prepare(day=today) == Board.objects.filter(day=today).count() == len(days.games())
    assert [(chain.begins_on, days.opened_links(chain)) for chain in days.chains()] == [(later, []), (today, [])]
    monkeypatch.setattr(tallies, "today", lambda: later + timedelta(days=1))
    assert days.board_of(key="twoman", day=later) == board
    assert days.in_chain(later).tip == Chain.objects.get(begins_on=later).tip != days.in_chain(today).tip

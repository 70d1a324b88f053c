"""The table of each month has an address of its own: its last day is counted only when the month is over. And the chain
of all boards.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from statistics import mean

import pytest
import time_machine
from django.test import Client

from accounts.models import Preferences, User
from games.models import Attempt, Board, Chain
from games.presenters import boards as shown
from games.services.boards import days, field
from games.services.counting import tallies
from tests.views.asking import one_line, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards", "may")]
LINE = re.compile(r'<td>(\d+\.)</td><th scope="row">([^<]+)</th><td class="r">(\d+%)</td><td class="r">(\d+)</td>')


@pytest.fixture
def may() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 5, 1, 1, tzinfo=UTC)):
        yield


def played_in_april(user: User, count: int) -> None:
    """On the last days of the month, and better than a computer player on all of them but the first."""
    Preferences.objects.create(user=user, shows_name=True)
    User.objects.update(date_joined=datetime(2025, 1, 1, tzinfo=UTC))
    Chain.objects.create(begins_on=date(2026, 3, 30), days=99, tip="tip")
    for number in range(count):
        day = date(2026, 4, 30) - timedelta(days=number)
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        board = days.board_of(key="twoman", day=day)
        Attempt.objects.create(board=board, level="easy", ended_at=noon, margin=0)
        margin = -5 if number == count - 1 else 5
        Attempt.objects.create(board=board, user=user, begun_at=noon, ended_at=noon, margin=margin)


def test_the_last_day_of_a_month_stands_in_a_table_that_can_be_seen(as_bob: Client, alice: User) -> None:
    played_in_april(alice, field.OFTEN_ENOUGH)
    page = read(as_bob, "/boards/")
    (earlier,) = re.findall(r'<a rel="prev"\s+href="([^"]+)"', page)
    assert earlier == "/boards/months/2026-04/"
    assert LINE.findall(read(as_bob, earlier)) == []
    assert field.count_days(today=date(2026, 5, 1)) == Board.objects.count() == 10
    assert not LINE.findall(read(as_bob, "/boards/"))
    page = read(as_bob, earlier)
    share = mean([1.0] * 9 + [0.0])
    assert LINE.findall(page) == [("1.", "alice", f"{share:.0%}", "10")]
    assert "April 2026" in page


def test_months_lead_to_the_months_around_them(client: Client) -> None:
    Chain.objects.create(begins_on=date(2026, 2, 28), days=99, tip="tip")
    linked = {
        month: re.findall(r'href="/boards/months/([-0-9]+)/"', read(client, f"/boards/months/{month}/"))
        for month in ("2026-02", "2026-03", "2026-04")
    }
    assert linked == {"2026-02": ["2026-03"], "2026-03": ["2026-02", "2026-04"], "2026-04": ["2026-03", "2026-05"]}
    assert client.get("/boards/months/2026-05/")["Location"] == "/boards/"


@pytest.mark.parametrize("month", ["2026-01", "2026-06", "2026-13", "26-04", "2026-4", "april", "2026-04-01"])
def test_a_month_without_boards_is_not_there(client: Client, month: str) -> None:
    Chain.objects.create(begins_on=date(2026, 2, 28), days=99, tip="tip")
    assert client.get(f"/boards/months/{month}/").status_code == 404


def test_a_site_of_this_month_leads_to_none_before(client: Client) -> None:
    for begins in (None, date(2026, 5, 1)):
        if begins is not None:
            Chain.objects.create(begins_on=begins, days=99, tip="tip")
        assert "/boards/months/" not in read(client, "/boards/")


def test_a_mean_of_the_month_is_rounded_once() -> None:
    lines = [field.MonthLine(1, "ann", one, 10, is_own=False) for one in (0.6549, 0.999, 1.0, 0.001, 0.0)]
    assert [share for _line, share in shown.month(lines)] == ["65%", "99%", "100%", "1%", "0%"]


def test_the_chain_shows_links_of_days_that_are_over(client: Client) -> None:
    days.board_of(key="twoman", day=tallies.today())
    assert "None of its days is over yet." in one_line(client, "/boards/chain/")
    Chain.objects.update(begins_on=tallies.today() - timedelta(days=2))
    page = one_line(client, "/boards/chain/")
    assert all(link.text in page for link in days.opened_links(Chain.objects.get()))

"""The monthly ranking of players by boards of the day, the pages of months, and the page of the chain of seeds."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from operator import add
from statistics import mean
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import Preferences, User
from accounts.people import Person
from accounts.zones import utc_today
from games.boards import days, field
from games.boards import pages as shown
from games.boards.field import OFTEN_ENOUGH
from games.boards.models import Attempt, Board, Chain
from tests.asking import one_line, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards", "may")]
LINE = re.compile(r'<td>(\d+\.)</td><th scope="row">([^<]+)</th><td class="r">(\d+%)</td><td class="r">(\d+)</td>')


@pytest.fixture
def may() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 5, 1, 1, tzinfo=UTC)):
        yield


def test_the_last_day_of_a_month_is_in_its_table_after_the_count(as_bob: Client, alice: User) -> None:
    show_name(alice)
    Chain.objects.create(begins_on=date(2026, 3, 30), days=99, tip="tip")
    for number in range(OFTEN_ENOUGH):  # alice loses to a bot on 21 April and beats it on the nine days after
        noon = datetime(2026, 4, 30, 12, tzinfo=UTC) - timedelta(days=number)
        board = days.board_of(key="twoman", day=noon.date())
        Attempt.objects.create(board=board, level="easy", ended_at=noon, margin=0)
        margin = -5 if number == OFTEN_ENOUGH - 1 else 5
        Attempt.objects.create(board=board, user=alice, begun_at=noon, ended_at=noon, margin=margin)
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


def test_months_link_to_their_neighbours_and_other_months_are_404(client: Client) -> None:
    assert "/boards/months/" not in read(client, "/boards/")
    Chain.objects.create(begins_on=date(2026, 5, 1), days=99, tip="tip")
    assert "/boards/months/" not in read(client, "/boards/")  # the first board is of this month
    Chain.objects.update(begins_on=date(2026, 2, 28))
    linked = {
        month: re.findall(r'href="/boards/months/([-0-9]+)/"', read(client, f"/boards/months/{month}/"))
        for month in ("2026-02", "2026-03", "2026-04")
    }
    assert linked == {"2026-02": ["2026-03"], "2026-03": ["2026-02", "2026-04"], "2026-04": ["2026-03", "2026-05"]}
    assert client.get("/boards/months/2026-05/")["Location"] == "/boards/"
    for month in ("2026-01", "2026-06", "2026-13", "26-04", "2026-4", "april", "2026-04-01"):
        assert client.get(f"/boards/months/{month}/").status_code == 404, month


def test_a_mean_of_the_month_is_rounded_once() -> None:
    lines = [field.MonthLine(1, "ann", one, 10, is_own=False) for one in (0.6549, 0.999, 1.0, 0.001, 0.0)]
    assert [share for _line, share in shown.month(lines)] == ["65%", "99%", "100%", "1%", "0%"]


def test_the_chain_shows_links_of_days_that_are_over(client: Client) -> None:
    days.board_of(key="twoman", day=utc_today())
    assert "None of its days are over yet." in one_line(client, "/boards/chain/")
    Chain.objects.update(begins_on=utc_today() - timedelta(days=2))
    page = one_line(client, "/boards/chain/")
    assert all(link.text in page for link in days.opened_links(Chain.objects.get()))


MARCH = date(2026, 3, 1)
MARCH_IS_OVER = datetime(2026, 4, 1, tzinfo=UTC)


def play_march(user: User, *, share: float, boards: int = OFTEN_ENOUGH) -> None:
    for number in range(boards):
        day = MARCH + timedelta(days=number)
        noon = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=12)
        start = {"level": "easy", "commitment": "", "opens_at": noon + timedelta(hours=12)}
        board, _ = Board.objects.get_or_create(key="twoman", day=day, defaults=start)
        when = {"begun_at": noon, "ended_at": noon}
        Attempt.objects.create(board=board, user=user, margin=10, percentile=share, **when)


def show_name(user: User, *, joined: date = date(2025, 1, 1)) -> None:
    Preferences.objects.update_or_create(user=user, defaults={"shows_name": True})
    User.objects.filter(pk=user.pk).update(date_joined=datetime.combine(joined, datetime.min.time(), UTC))


def table_of_march(**asked: Any) -> list[tuple[int, str]]:
    return [(one.place, one.name) for one in field.month(first=MARCH, **asked)]


@pytest.mark.postgresql
def test_a_month_ranks_players_with_enough_boards_and_a_shown_name(alice: User, bob: User, charlie: User) -> None:
    """A player needs a shown name and ten boards begun a week or more after sign-up. Equal averages share a place."""
    dora, erin, finn = (User.objects.create_user(name) for name in ("dora", "erin", "finn"))
    show_name(erin)
    play_march(erin, share=0.9, boards=OFTEN_ENOUGH - 1)  # too few boards
    show_name(finn, joined=date(2026, 2, 27))
    play_march(finn, share=0.9)  # the account is too new for the first five boards
    for user, share in ((alice, 0.6), (bob, 0.6), (charlie, 0.9), (dora, 0.95)):
        show_name(user)
        play_march(user, share=share)
    Preferences.objects.filter(user=dora).update(shows_name=False)
    lines = field.month(first=MARCH, person=Person(user=bob))
    places = [(1, "charlie", 10, False), (2, "alice", 10, False), (2, "bob", 10, True)]
    assert [(one.place, one.name, one.boards, one.is_own) for one in lines] == places
    assert lines[0].mean == pytest.approx(0.9)
    assert field.month(first=date(2026, 4, 1), person=None) == []


def test_equal_shares_in_another_order_share_a_place(alice: User, bob: User, charlie: User) -> None:
    """Summing in another order changes only the last digits of a mean. Charlie's last share is really higher."""
    shares = [0.1, 0.2, 0.3, 0.7, 0.6, 0.4, 0.9, 0.8, 0.15, 0.35]
    orders = {alice: shares, bob: sorted(shares, reverse=True), charlie: [*shares[:9], 0.3501]}
    assert reduce(add, orders[alice]) != reduce(add, orders[bob])
    for user, some in orders.items():
        show_name(user)
        play_march(user, share=0.0)
        for one, share in zip(Attempt.objects.filter(user=user).order_by("board__day"), some, strict=True):
            Attempt.objects.filter(pk=one.pk).update(percentile=share)
    assert table_of_march(person=None) == [(1, "charlie"), (2, "alice"), (2, "bob")]


def test_a_long_table_ends_with_the_readers_own_line(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field, "SHOWN", 1)
    for user, share in ((alice, 0.9), (bob, 0.7), (charlie, 0.5)):
        show_name(user)
        play_march(user, share=share)
    top = [(1, "alice")]
    for player, lines in ((None, top), (Person(user=alice), top), (Person(user=charlie), [*top, (3, "charlie")])):
        assert table_of_march(person=player) == lines


@pytest.mark.parametrize(
    "left", [{"ended_at": None}, {"ended_at": MARCH_IS_OVER, "margin": 5}, {"ended_at": MARCH_IS_OVER}]
)
def test_a_board_left_unfinished_counts_as_the_worst_result(alice: User, bob: User, left: dict[str, Any]) -> None:
    """Alice and bob have the same boards. Alice leaves her four worst open, or ends them after their day."""
    shares = [0.0, 0.1, 0.2, 0.3, *[0.9] * OFTEN_ENOUGH]
    for user in (alice, bob):
        show_name(user)
        play_march(user, share=0.0, boards=len(shares))
        for one, share in zip(Attempt.objects.filter(user=user).order_by("board__day"), shares, strict=True):
            is_left = user == alice and share < 0.9
            more = {"margin": None, "percentile": None, **left} if is_left else {}
            Attempt.objects.filter(pk=one.pk).update(**{"percentile": share, **more})
    lines = field.month(first=MARCH, person=None)
    assert [(one.name, one.boards) for one in lines] == [("bob", len(shares)), ("alice", len(shares))]
    assert [one.mean for one in lines] == pytest.approx([sum(shares) / len(shares), 0.9 * OFTEN_ENOUGH / len(shares)])


@pytest.mark.parametrize("given_up", [False, True])
def test_an_unfinished_board_of_today_counts_once_its_day_is_over(alice: User, given_up: bool) -> None:
    show_name(alice)
    play_march(alice, share=0.5)
    today = datetime(2026, 3, 20, 12, tzinfo=UTC)
    opens_at = datetime(2026, 3, 21, tzinfo=UTC)
    board = Board.objects.create(key="twoman", day=today.date(), level="easy", commitment="", opens_at=opens_at)
    Attempt.objects.create(board=board, user=alice, begun_at=today, ended_at=today if given_up else None)
    for hours, boards in ((0, OFTEN_ENOUGH), (13, OFTEN_ENOUGH + (not given_up))):
        with time_machine.travel(today + timedelta(hours=hours), tick=False):
            assert [one.boards for one in field.month(first=MARCH, person=None)] == [boards]

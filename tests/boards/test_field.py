"""How a board went for everybody: each figure counted again here, one attempt after the other."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from operator import add
from random import Random
from statistics import mean, median
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.people import Person
from games.models import Attempt, Board, Chain
from games.services.boards import days, field
from games.services.boards.field import ENOUGH, OFTEN_ENOUGH, Standing
from games.services.counting import tallies
from tests.boards.walked import result_of

pytestmark = pytest.mark.django_db
BIDS = ('["bid",3]', '["bid",4]', '["bid",5]')


@pytest.fixture
def board() -> Board:
    return days.board_of(key="twoman", day=tallies.today())


def attempt(board: Board, margin: int | None, *, user: User | None = None, level: str = "", **more: Any) -> Attempt:
    more = {"ended_at": timezone.now(), **more}
    return Attempt.objects.create(board=board, user=user, level=level, margin=margin, **more)


def by_the_house(board: Board) -> None:
    for number in range(7):
        attempt(board, -5, level="easy", number=number)


def yesterday() -> None:
    """The day of all boards is over."""
    Board.objects.update(day=tallies.today() - timedelta(days=1))


def placed(found: Standing) -> tuple[int, int, int]:
    return found.better, found.level, found.below


def place_among(own: float, others: Iterable[float]) -> tuple[int, int, int]:
    """How many had less, as much and more."""
    told = Counter((one > own) - (one < own) for one in others)
    return told[-1], told[0], told[1]


def ranked(margin: int | None) -> int:
    return -1000 if margin is None else margin


def crowd(board: Board, size: int, seed: int = 1) -> list[Attempt]:
    rng = Random(seed)
    rows = [
        Attempt(
            board=board,
            ended_at=timezone.now(),
            margin=rng.choice((-80, -20, 10, 10, 34, 52, None)),
            bid=rng.choice(BIDS),
            error_rate=rng.choice((0.0, 2.5, 7.0, None)),
        )
        for _ in range(size)
    ]
    return Attempt.objects.bulk_create(rows, batch_size=2000)


# -- one's own place ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("own", [-80, -20, 10, 34, 52, None])
def test_a_place_is_by_the_margin_and_giving_up_is_below_all(board: Board, alice: User, own: int | None) -> None:
    others = [ranked(one.margin) for one in crowd(board, 60)]
    found = field.standing(attempt(board, own, user=alice))
    assert placed(found) == place_among(ranked(own), others)
    assert found.others == 60


def test_a_place_by_the_error_rate_is_among_those_reviewed_and_less_is_better(board: Board, alice: User) -> None:
    rates = [one.error_rate for one in crowd(board, 60) if one.error_rate is not None]
    found = field.standing(attempt(board, 10, user=alice, error_rate=2.5), of="error_rate")
    assert placed(found) == place_among(2.5, rates)[::-1]


def test_computer_players_fill_a_field_until_there_are_enough_people(board: Board, alice: User) -> None:
    by_the_house(board)
    own = attempt(board, 0, user=alice)
    assert field.standing(own).others == 7
    crowd(board, ENOUGH - 1)
    assert field.standing(own).others == ENOUGH - 1 + 7
    crowd(board, 1, seed=2)
    assert field.standing(own).others == ENOUGH


@pytest.mark.parametrize("people", [ENOUGH - 1, ENOUGH, ENOUGH + 1])
@pytest.mark.parametrize("is_counted", [True, False])
def test_one_place_and_the_field_are_of_the_same_people(
    board: Board, alice: User, people: int, is_counted: bool
) -> None:
    """Whether computer players fill it is asked of the field, and not of whoever looks at it."""
    crowd(board, people - is_counted)
    by_the_house(board)
    found = result_of(alice, attempt(board, 0, user=alice, is_counted=is_counted))
    assert (found.field.people, found.field.house) == (people, 7 if people <= ENOUGH else 0)
    assert found.standing.others == found.field.people + found.field.house - is_counted


def test_what_goes_on_or_does_not_count_is_not_of_the_field(board: Board, alice: User) -> None:
    own = attempt(board, 0, user=alice)
    attempt(board, 50, is_counted=False)
    Attempt.objects.create(board=board)
    found = field.standing(own)
    assert (found.others, found.percentile) == (0, 0.5)


# -- all of them ---------------------------------------------------------------------------------------------


def test_the_field_is_counted_again_from_its_rows(board: Board) -> None:
    rows = crowd(board, 200)
    found = field.field_of(board)
    played = [one for one in rows if one.margin is not None]
    assert (found.people, found.house, field.counted(board)["given_up"]) == (200, 0, 200 - len(played))
    assert dict(found.margins) == Counter(one.margin for one in played)
    assert [one for one, _ in found.margins] == [52, 34, 10, -20, -80]
    by_bid = {bid: [one.margin for one in played if one.bid == bid] for bid in BIDS}
    assert {one.text: (one.count, pytest.approx(one.mean)) for one in found.choices["bid"]} == {
        bid: (len(some), pytest.approx(mean(one for one in some if one is not None))) for bid, some in by_bid.items()
    }
    assert found.choices["aside"] == ()
    assert found.middle == median(one.error_rate for one in rows if one.error_rate is not None)


def test_what_few_have_chosen_is_told_together(board: Board) -> None:
    for number in range(40):
        attempt(board, 10, bid='["bid",4]' if number < 37 else f'["bid",{number - 37}]')
    assert [(one.text, one.count) for one in field.field_of(board).choices["bid"]] == [('["bid",4]', 37), ("", 3)]


def test_a_day_that_goes_on_is_counted_once_a_minute(board: Board) -> None:
    crowd(board, 30)
    assert field.field_of(board).people == 30
    crowd(board, 5, seed=3)
    assert field.field_of(board).people == 30
    cache.clear()
    assert field.field_of(board).people == 35


def test_the_night_counts_a_day_for_good_and_twice_is_harmless(board: Board, alice: User) -> None:
    rows = [*crowd(board, 50), attempt(board, 34, user=alice)]
    assert field.count_days(today=tallies.today()) == 0
    yesterday()
    assert (field.count_days(today=tallies.today()), field.count_days(today=tallies.today())) == (1, 0)
    board.refresh_from_db()
    assert board.field is not None and board.field["people"] == 51
    for one in Attempt.objects.all():
        better, level, _below = place_among(ranked(one.margin), [ranked(row.margin) for row in rows])
        assert one.percentile == pytest.approx((better + (level - 1) / 2) / 50)


def test_days_without_a_worker_are_counted_by_the_next_one(alice: User) -> None:
    """Each by itself, also one that nobody has played."""
    for passed in (3, 2, 1):
        day = timezone.now() - timedelta(days=passed)
        board = Board.objects.create(
            key="twoman", day=day.date(), level="easy", commitment="", opens_at=day + timedelta(hours=12)
        )
        if passed > 1:
            attempt(board, 10 * passed, user=alice, ended_at=day)
    assert field.count_days(today=tallies.today()) == 3
    assert [one.field["people"] for one in Board.objects.order_by("day") if one.field] == [1, 1, 0]
    assert field.count_days(today=tallies.today()) == 0


def test_whoever_ends_after_midnight_is_counted_the_night_after(board: Board, alice: User) -> None:
    yesterday()
    attempt(board, 10)
    field.count_days(today=tallies.today())
    attempt(board, 20, user=alice)
    assert field.count_days(today=tallies.today()) == 1
    board.refresh_from_db()
    assert board.field is not None and board.field["people"] == 2


def test_whoever_ends_while_it_is_counted_is_counted_next(board: Board, alice: User) -> None:
    """Its time is before the count, its row after it: until then it stands where the rows say."""
    yesterday()
    for margin in (10, 30):
        attempt(board, margin)
    field.count_days(today=tallies.today())
    board.refresh_from_db()
    assert board.counted_at is not None
    own = attempt(board, 20, user=alice, ended_at=board.counted_at - timedelta(seconds=1))
    assert placed(field.standings(person=Person(user=alice), attempts=[own.pk])[own.pk]) == (1, 0, 1)
    assert field.count_days(today=tallies.today()) == 1
    own.refresh_from_db()
    assert own.percentile == 0.5
    assert field.count_days(today=tallies.today()) == 0


def test_whoever_ends_after_the_cards_were_told_has_a_place_and_takes_none(
    board: Board, alice: User, bob: User
) -> None:
    """Whoever has left a board open until midnight may read how it is won, before the last card is played."""
    early = [attempt(board, margin) for margin in (-20, 10, 10, 30)]
    attempt(board, 5, level="easy")
    midnight = timezone.now() - timedelta(hours=1)
    Attempt.objects.update(ended_at=midnight)
    Board.objects.update(day=tallies.today() - timedelta(days=1), opens_at=midnight)
    late = [attempt(board, margin, user=who) for who, margin in ((alice, 30), (bob, None))]
    assert (field.count_days(today=tallies.today()), field.count_days(today=tallies.today())) == (1, 0)
    board.refresh_from_db()
    assert board.field is not None and (board.field["people"], board.field["given_up"]) == (4, 0)
    assert dict(field.field_of(board).margins) == {-20: 1, 5: 1, 10: 2, 30: 1}
    told = {one.pk: one.percentile for one in Attempt.objects.filter(level="")}
    expected = [0, (2 + 0.5) / 4, (2 + 0.5) / 4, 1]
    assert [told[one.pk] for one in early] == pytest.approx(expected)
    assert [told[one.pk] for one in late] == pytest.approx([(4 + 0.5) / 5, 0])
    own = Attempt.objects.select_related("board").get(pk=late[0].pk)
    kept = field.standings(person=Person(user=alice), attempts=[own.pk])[own.pk]
    assert kept == field.standing(own) and placed(kept) == (4, 1, 0)


def test_what_the_house_plays_later_fills_the_field_all_the_same(board: Board, alice: User) -> None:
    own = attempt(board, 10, user=alice)
    Board.objects.update(opens_at=timezone.now())
    attempt(board, 5, level="easy", ended_at=timezone.now() + timedelta(hours=3))
    assert field.standing(Attempt.objects.get(pk=own.pk)).better == 1


def test_the_middle_of_a_day_that_is_over_follows_the_reviews(board: Board) -> None:
    """The reviewer is behind at midnight: what it writes after the count is in the middle a minute later."""
    rows = crowd(board, 30)
    Attempt.objects.update(error_rate=None)
    yesterday()
    field.count_days(today=tallies.today())
    board.refresh_from_db()
    assert field.field_of(board).middle is None
    rates = [0.5 * number for number in range(29)]
    for one, rate in zip(rows, rates, strict=False):
        Attempt.objects.filter(pk=one.pk).update(error_rate=rate)
    assert field.field_of(board).middle is None
    cache.clear()
    assert field.field_of(board).middle == median(rates)


@pytest.mark.one_database
def test_many_results_cost_a_page_little(board: Board, alice: User) -> None:
    """Statements alone: seconds on a crowded machine are noise. What is looked through while the day goes on is
    bounded, and one's own place is found by one look at the rows of that board.
    """
    many = 2 * field.LATEST
    crowd(board, many)
    own = attempt(board, 34, user=alice, error_rate=2.5)
    with CaptureQueriesContext(connection) as asked:
        found = result_of(alice, own)
    assert (found.standing.others, found.field.people) == (many, field.LATEST)
    assert len(asked) <= 14
    with CaptureQueriesContext(connection) as asked:
        field.standing(own)
    (place,) = asked
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {place['sql']}")
        ((*_, plan),) = cursor.fetchall()
    assert plan.startswith("SEARCH") and plan.endswith("(board_id=?)")


def test_a_front_page_asks_once_for_each_board_of_today_and_never_for_yesterday(alice: User) -> None:
    """Yesterday’s places are as they were counted at night, and agree with a count of the rows."""
    rows = []
    for passed in (1, 0):
        for key in days.games():
            board = days.board_of(key=key, day=tallies.today() - timedelta(days=passed))
            crowd(board, 12 + 20 * passed, seed=passed)
            attempt(board, -20, level="easy")
            rows.append(attempt(board, 10, user=alice))
    exact = {one.pk: field.standing(one) for one in rows}
    field.count_days(today=tallies.today())
    with CaptureQueriesContext(connection) as asked:
        found = field.standings(person=Person(user=alice), attempts=exact)
    assert found == exact
    assert len(asked) == 1 + len(days.games())


# -- the month -----------------------------------------------------------------------------------------------


MARCH = date(2026, 3, 1)
MARCH_IS_OVER = datetime(2026, 4, 1, tzinfo=UTC)


def played_march(user: User, *, share: float, boards: int = OFTEN_ENOUGH) -> None:
    for number in range(boards):
        day = MARCH + timedelta(days=number)
        noon = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=12)
        start = {"level": "easy", "commitment": "", "opens_at": noon + timedelta(hours=12)}
        board, _ = Board.objects.get_or_create(key="twoman", day=day, defaults=start)
        attempt(board, 10, user=user, percentile=share, begun_at=noon, ended_at=noon)


def show(user: User, *, joined: date = date(2025, 1, 1)) -> None:
    Preferences.objects.update_or_create(user=user, defaults={"shows_name": True})
    User.objects.filter(pk=user.pk).update(date_joined=datetime.combine(joined, datetime.min.time(), UTC))


def table_of_march(**asked: Any) -> list[tuple[int, str]]:
    """The table of March 2026: places and names."""
    return [(one.place, one.name) for one in field.month(first=MARCH, **asked)]


def test_the_table_of_the_month(alice: User, bob: User, charlie: User) -> None:
    """Ten boards, a week old, and the name may be shown; whoever is level shares a place."""
    dora = User.objects.create_user("dora")
    for user, share in ((alice, 0.6), (bob, 0.6), (charlie, 0.9), (dora, 0.95)):
        show(user)
        played_march(user, share=share)
    Preferences.objects.filter(user=dora).update(shows_name=False)
    lines = field.month(first=MARCH, person=Person(user=bob))
    assert [(one.place, one.name, one.boards, one.is_own) for one in lines] == [
        (1, "charlie", 10, False),
        (2, "alice", 10, False),
        (2, "bob", 10, True),
    ]
    assert lines[0].mean == pytest.approx(0.9)
    assert field.month(first=date(2026, 4, 1), person=None) == []


def test_the_same_shares_in_another_order_share_a_place(alice: User, bob: User, charlie: User) -> None:
    """Added up as they come their sums differ in the last digits; a real difference stands in the fourth."""
    shares = [0.1, 0.2, 0.3, 0.7, 0.6, 0.4, 0.9, 0.8, 0.15, 0.35]
    orders = {alice: shares, bob: sorted(shares, reverse=True), charlie: [*shares[:9], 0.3501]}
    assert reduce(add, orders[alice]) != reduce(add, orders[bob])
    for user, some in orders.items():
        show(user)
        played_march(user, share=0.0)
        for one, share in zip(Attempt.objects.filter(user=user).order_by("board__day"), some, strict=True):
            Attempt.objects.filter(pk=one.pk).update(percentile=share)
    assert table_of_march(person=None) == [(1, "charlie"), (2, "alice"), (2, "bob")]


def test_a_long_table_is_cut_and_has_the_own_line(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field, "SHOWN", 1)
    for user, share in ((alice, 0.9), (bob, 0.7), (charlie, 0.5)):
        show(user)
        played_march(user, share=share)
    top = [(1, "alice")]
    for who, lines in ((None, top), (Person(user=alice), top), (Person(user=charlie), [*top, (3, "charlie")])):
        assert table_of_march(person=who) == lines


def test_who_is_not_on_the_table(alice: User, bob: User, charlie: User) -> None:
    show(alice)
    played_march(alice, share=0.9, boards=OFTEN_ENOUGH - 1)  # too few
    show(bob, joined=date(2026, 2, 27))
    played_march(bob, share=0.9)  # too young for the first of them
    show(charlie)
    played_march(charlie, share=0.9)
    preferences = Preferences.objects.filter(user=charlie)
    preferences.update(shows_name=False)
    assert field.month(first=MARCH, person=None) == []


@pytest.mark.parametrize(
    "left", [{"ended_at": None}, {"ended_at": MARCH_IS_OVER}, {"ended_at": MARCH_IS_OVER, "margin": None}]
)
def test_a_board_left_lying_counts_as_the_worst_in_the_month(alice: User, bob: User, left: dict[str, Any]) -> None:
    """Of two with the same boards, one leaves the four worst open, or finishes them once the day is over."""
    shares = [0.0, 0.1, 0.2, 0.3, *[0.9] * OFTEN_ENOUGH]
    for user in (alice, bob):
        show(user)
        played_march(user, share=0.0, boards=len(shares))
        for one, share in zip(Attempt.objects.filter(user=user).order_by("board__day"), shares, strict=True):
            is_left = user == alice and share < 0.9
            more = {"margin": None, "percentile": None, **left} if is_left else {}
            Attempt.objects.filter(pk=one.pk).update(**{"percentile": share, **more})
    lines = field.month(first=MARCH, person=None)
    assert [(one.name, one.boards) for one in lines] == [("bob", len(shares)), ("alice", len(shares))]
    assert [one.mean for one in lines] == pytest.approx([sum(shares) / len(shares), 0.9 * OFTEN_ENOUGH / len(shares)])


@pytest.mark.parametrize("given_up", [False, True])
def test_a_board_of_today_is_in_the_month_once_its_day_is_over(alice: User, given_up: bool) -> None:
    show(alice)
    played_march(alice, share=0.5)
    today = datetime(2026, 3, 20, 12, tzinfo=UTC)
    board = Board.objects.create(
        key="twoman", day=today.date(), level="easy", commitment="", opens_at=datetime(2026, 3, 21, tzinfo=UTC)
    )
    attempt(board, None, user=alice, begun_at=today, ended_at=today if given_up else None)
    for hours, boards in ((0, OFTEN_ENOUGH), (13, OFTEN_ENOUGH + (not given_up))):
        with time_machine.travel(today + timedelta(hours=hours), tick=False):
            assert [one.boards for one in field.month(first=MARCH, person=None)] == [boards]


def test_a_deleted_account_stays_in_the_field_as_nobody(board: Board, alice: User, bob: User) -> None:
    attempt(board, 40, user=alice)
    own = attempt(board, 10, user=bob)
    alice.delete()
    assert field.standing(own).below == 1
    assert Chain.objects.count() == 1

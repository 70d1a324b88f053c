"""How a board went for all, recounted attempt by attempt; and what is said of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from statistics import mean, median
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.people import Person
from accounts.zones import utc_today
from games.boards import days, field
from games.boards import pages as shown
from games.boards.challenge_pages import name_of
from games.boards.challenges import PersonIn
from games.boards.field import CHOICES, ENOUGH, BoardResult, ChoiceCount, Field, Standing
from games.boards.models import Attempt, Board, Chain
from tests.boards.walked import result_of

pytestmark = pytest.mark.django_db
BIDS = ('["bid",3]', '["bid",4]', '["bid",5]')


@pytest.fixture
def board() -> Board:
    return days.board_of(key="twoman", day=utc_today())


def attempt(board: Board, margin: int | None, *, user: User | None = None, level: str = "", **more: Any) -> Attempt:
    more = {"ended_at": timezone.now(), **more}
    return Attempt.objects.create(board=board, user=user, level=level, margin=margin, **more)


def by_the_house(board: Board) -> None:
    for number in range(7):
        attempt(board, -5, level="easy", number=number)


def yesterday() -> None:
    Board.objects.update(day=utc_today() - timedelta(days=1))


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
    margins, rates = (-80, -20, 10, 10, 34, 52, None), (0.0, 2.5, 7.0, None)
    values: dict[str, Any] = {"margin": margins, "bid": BIDS, "error_rate": rates}
    drawn = [{name: rng.choice(some) for name, some in values.items()} for _ in range(size)]
    rows = [Attempt(board=board, ended_at=timezone.now(), **one) for one in drawn]
    return Attempt.objects.bulk_create(rows, batch_size=2000)


@pytest.mark.parametrize("own", [-80, -20, 10, 34, 52, None])
def test_a_place_is_by_the_margin_and_giving_up_is_below_all(board: Board, alice: User, own: int | None) -> None:
    others = [ranked(one.margin) for one in crowd(board, 60)]
    found = field.standing(attempt(board, own, user=alice))
    assert placed(found) == place_among(ranked(own), others)
    assert found.others == 60


def test_a_place_by_the_error_rate_is_among_those_reviewed_and_less_is_better(board: Board, alice: User) -> None:
    rates = [one.error_rate for one in crowd(board, 60) if one.error_rate is not None]
    found = field.standing(attempt(board, 10, user=alice, error_rate=2.5), measure="error_rate")
    assert placed(found) == place_among(2.5, rates)[::-1]


@pytest.mark.parametrize("people", [ENOUGH - 1, ENOUGH, ENOUGH + 1])
@pytest.mark.parametrize("is_counted", [True, False])
def test_own_place_and_field_are_of_the_same_people(board: Board, alice: User, people: int, is_counted: bool) -> None:
    """Whether bots fill the field depends on the field, not on its reader."""
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


@pytest.mark.postgresql
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


@pytest.mark.postgresql
def test_the_night_counts_a_day_for_good_and_twice_is_harmless(board: Board, alice: User) -> None:
    rows = [*crowd(board, 50), attempt(board, 34, user=alice)]
    assert field.count_days(today=utc_today()) == 0
    yesterday()
    assert (field.count_days(today=utc_today()), field.count_days(today=utc_today())) == (1, 0)
    board.refresh_from_db()
    assert board.field is not None and board.field["people"] == 51
    for one in Attempt.objects.all():
        better, level, _below = place_among(ranked(one.margin), [ranked(row.margin) for row in rows])
        assert one.percentile == pytest.approx((better + (level - 1) / 2) / 50)


def test_days_without_a_worker_are_counted_by_the_next_one(alice: User) -> None:
    """Each by itself, even a day that was not played."""
    for passed in (3, 2, 1):
        day = timezone.now() - timedelta(days=passed)
        opens_at = day + timedelta(hours=12)
        board = Board.objects.create(key="twoman", day=day.date(), level="easy", commitment="", opens_at=opens_at)
        if passed > 1:
            attempt(board, 10 * passed, user=alice, ended_at=day)
    assert field.count_days(today=utc_today()) == 3
    assert [one.field["people"] for one in Board.objects.order_by("day") if one.field] == [1, 1, 0]
    assert field.count_days(today=utc_today()) == 0


@pytest.mark.parametrize("seconds", [-1, 1])
def test_an_attempt_ended_during_or_after_the_count_is_counted_next(board: Board, alice: User, seconds: int) -> None:
    """Its row comes after the count, even where its time is before: until then it stands where the rows say."""
    yesterday()
    for margin in (10, 30):
        attempt(board, margin)
    field.count_days(today=utc_today())
    board.refresh_from_db()
    assert board.counted_at is not None
    own = attempt(board, 20, user=alice, ended_at=board.counted_at + timedelta(seconds=seconds))
    assert placed(field.standings(person=Person(user=alice), attempts=[own.pk])[own.pk]) == (1, 0, 1)
    assert field.count_days(today=utc_today()) == 1
    own.refresh_from_db()
    board.refresh_from_db()
    assert board.field is not None and (board.field["people"], own.percentile) == (3, 0.5)
    assert field.count_days(today=utc_today()) == 0


def test_an_attempt_ended_after_the_reveal_has_a_place_and_takes_none(board: Board, alice: User, bob: User) -> None:
    """A player who leaves a board open until midnight may read how it is won before the last card."""
    early = [attempt(board, margin) for margin in (-20, 10, 10, 30)]
    attempt(board, 5, level="easy")
    midnight = timezone.now() - timedelta(hours=1)
    Attempt.objects.update(ended_at=midnight)
    Board.objects.update(day=utc_today() - timedelta(days=1), opens_at=midnight)
    late = [attempt(board, margin, user=who) for who, margin in ((alice, 30), (bob, None))]
    assert (field.count_days(today=utc_today()), field.count_days(today=utc_today())) == (1, 0)
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
    field.count_days(today=utc_today())
    board.refresh_from_db()
    assert field.field_of(board).middle is None
    rates = [0.5 * number for number in range(29)]
    for one, rate in zip(rows, rates, strict=False):
        Attempt.objects.filter(pk=one.pk).update(error_rate=rate)
    assert field.field_of(board).middle is None
    cache.clear()
    assert field.field_of(board).middle == median(rates)


def test_many_results_cost_a_page_little(board: Board, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A day in progress reads a bounded number of rows; the own place is one statement that uses the board's index."""
    monkeypatch.setattr(field, "LATEST", 500)
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


@pytest.mark.postgresql
def test_a_front_page_asks_once_for_each_board_of_today_and_never_for_yesterday(alice: User) -> None:
    """Yesterday’s places are as they were counted at night, and agree with a count of the rows."""
    rows = []
    for passed in (1, 0):
        for key in days.games():
            board = days.board_of(key=key, day=utc_today() - timedelta(days=passed))
            crowd(board, 12 + 20 * passed, seed=passed)
            attempt(board, -20, level="easy")
            rows.append(attempt(board, 10, user=alice))
    exact = {one.pk: field.standing(one) for one in rows}
    field.count_days(today=utc_today())
    with CaptureQueriesContext(connection) as asked:
        found = field.standings(person=Person(user=alice), attempts=exact)
    assert found == exact
    assert len(asked) == 1 + len(days.games())


def test_a_deleted_account_stays_in_the_field_without_a_name(board: Board, alice: User, bob: User) -> None:
    attempt(board, 40, user=alice)
    own = attempt(board, 10, user=bob)
    alice.delete()
    assert field.standing(own).below == 1
    assert Chain.objects.count() == 1


USUAL, OTHER, FEW = ChoiceCount('["bid",4]', 30, 5.0), ChoiceCount('["bid",5]', 9, -5.0), ChoiceCount("", 2, 0.0)


@pytest.mark.parametrize(
    ("own", "rows", "marked"),
    [
        ('["bid",4]', (USUAL, OTHER, FEW), ["4"]),
        ('["bid",3]', (USUAL, OTHER, FEW), ["3, and other rare choices"]),
        ('["bid",3]', (USUAL, OTHER, ChoiceCount("", 1, 0.0)), ["3"]),
        ('["bid",3]', (USUAL, OTHER), ["3"]),  # it does not count, and no other attempt has it
        ("", (USUAL, OTHER, FEW), []),  # given up
    ],
)
def test_the_own_choice_is_always_named(own: str, rows: tuple[ChoiceCount, ...], marked: list[str]) -> None:
    (bids,) = shown.result(found(own, rows, Standing(20, 10, 10)), day=date(2026, 3, 1), url="").choices
    assert [row.text for row in bids.rows if row.is_own] == marked


def test_each_choice_has_its_share_and_its_mean_result_and_an_uncounted_one_is_not_a_rare_one() -> None:
    (bids,) = shown.result(found("", (USUAL, OTHER, FEW), Standing(20, 10, 10)), day=date(2026, 3, 1), url="").choices
    told = [(row.text, row.share, row.mean) for row in bids.rows]
    assert told == [("4", "73%", "+5.0"), ("5", "22%", "−5.0"), ("something else", "5%", "0.0")]
    uncounted = replace(found('["bid",3]', (USUAL, FEW), Standing(20, 10, 10)), is_counted=False)
    (bids,) = shown.result(uncounted, day=date(2026, 3, 1), url="").choices
    assert [(row.text, row.share) for row in bids.rows][1:] == [("something else", "6%"), ("3", "–")]


def test_better_level_and_below_come_to_a_hundred() -> None:
    told = shown.result(found("", (), Standing(7, 7, 7)), day=date(2026, 3, 1), url="")
    assert (told.sentence, told.beside) == ("Better than 33% of 21 others", "Level with 33%, below 34%.")


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (Standing(10, 0, 10, house=20), "Better than 50% of 20 computer players"),
        (Standing(10, 0, 10, house=15), "Better than 50% of 20 others, 15 of them computer players"),
        (Standing(10, 0, 10), "Better than 50% of 20 others"),
        (Standing(1, 0, 0), "Better than 100% of 1 other"),
        (Standing(249, 0, 1), "Better than 99% of 250 others"),
        (Standing(1, 0, 249), "Better than 1% of 250 others"),
    ],
)
def test_the_headline_the_list_and_the_shared_text_say_whom_one_beat(standing: Standing, told: str) -> None:
    result = shown.result(found("", (), standing), day=date(2026, 3, 1), url="")
    assert result.sentence == shown.better_than(standing) == told
    assert told[1:] in result.share


def found(own: str, rows: tuple[ChoiceCount, ...], standing: Standing) -> BoardResult:
    field = Field(41, 0, ((10, 41),), {**dict.fromkeys(CHOICES, ()), "bid": rows})
    choices = {**dict.fromkeys(CHOICES, ""), "bid": own}
    game: dict[str, Any] = {"key": "twoman", "code": "", "hand": 1, "margin": 10, "error_rate": None}
    of_board: dict[str, Any] = {"is_counted": True, "by_error": None, "field": field, "house": {}}
    return BoardResult(choices=choices, standing=standing, **game, **of_board)


def test_a_player_who_has_left_a_challenge_is_named_at_the_head_of_a_sentence_or_within() -> None:
    gone = PersonIn(1, "", is_own=False, done=0)
    assert (name_of(gone), name_of(gone, first=False)) == ("Somebody who has left", "somebody who has left")

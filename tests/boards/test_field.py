"""The field of a board (the results of all counted attempts), and a player's rank in the field.

Tests compare both with a recount, and check the words in which pages show them.
"""

from collections import Counter
from collections.abc import Iterable
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
from games.boards.field import CHOICES, ENOUGH, BoardResult, Field, FieldRank
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


def add_bot_attempts(board: Board) -> None:
    for number in range(7):
        attempt(board, -5, level="easy", number=number)


def move_to_yesterday() -> None:
    Board.objects.update(day=utc_today() - timedelta(days=1))


def placed(found: FieldRank) -> tuple[int, int, int]:
    return found.better, found.level, found.below


def place_among(own: float, others: Iterable[float]) -> tuple[int, int, int]:
    """Return how many others are lower than, equal to and higher than `own`."""
    told = Counter((one > own) - (one < own) for one in others)
    return told[-1], told[0], told[1]


def rank(margin: int | None) -> int:
    return -1000 if margin is None else margin


def add_attempts(board: Board, size: int, seed: int = 1) -> list[Attempt]:
    rng = Random(seed)
    margins, rates = (-80, -20, 10, 10, 34, 52, None), (0.0, 2.5, 7.0, None)
    values: dict[str, Any] = {"margin": margins, "bid": BIDS, "error_rate": rates}
    drawn = [{name: rng.choice(some) for name, some in values.items()} for _ in range(size)]
    rows = [Attempt(board=board, ended_at=timezone.now(), **one) for one in drawn]
    return Attempt.objects.bulk_create(rows, batch_size=2000)


@pytest.mark.parametrize("own", [-80, -20, 10, 34, 52, None])
def test_places_follow_the_margin_and_a_board_given_up_is_last(board: Board, alice: User, own: int | None) -> None:
    others = [rank(one.margin) for one in add_attempts(board, 60)]
    found = field.standing(attempt(board, own, user=alice))
    assert placed(found) == place_among(rank(own), others)
    assert found.others == 60


def test_places_by_error_rate_are_among_reviewed_attempts_and_lower_is_better(board: Board, alice: User) -> None:
    rates = [one.error_rate for one in add_attempts(board, 60) if one.error_rate is not None]
    found = field.standing(attempt(board, 10, user=alice, error_rate=2.5), measure="error_rate")
    assert placed(found) == place_among(2.5, rates)[::-1]


@pytest.mark.parametrize("people", [ENOUGH - 1, ENOUGH, ENOUGH + 1])
@pytest.mark.parametrize("is_counted", [True, False])
def test_own_place_and_field_count_the_same_attempts(board: Board, alice: User, people: int, is_counted: bool) -> None:
    """Bots count in a field of few people, whether or not the reader's own attempt counts."""
    add_attempts(board, people - is_counted)
    add_bot_attempts(board)
    found = result_of(alice, attempt(board, 0, user=alice, is_counted=is_counted))
    assert (found.field.people, found.field.house) == (people, 7 if people <= ENOUGH else 0)
    assert found.standing.others == found.field.people + found.field.house - is_counted


def test_unfinished_and_uncounted_attempts_are_not_in_the_field(board: Board, alice: User) -> None:
    own = attempt(board, 0, user=alice)
    attempt(board, 50, is_counted=False)
    Attempt.objects.create(board=board)
    found = field.standing(own)
    assert (found.others, found.percentile) == (0, 0.5)


@pytest.mark.postgresql
def test_the_field_equals_a_recount_of_its_rows(board: Board) -> None:
    rows = add_attempts(board, 200)
    found = field.field_of(board)
    played = [one for one in rows if one.margin is not None]
    assert (found.people, found.house, field.counted(board)["given_up"]) == (200, 0, 200 - len(played))
    assert dict(found.margins) == Counter(one.margin for one in played)
    assert [one for one, _ in found.margins] == [52, 34, 10, -20, -80]
    by_bid = {bid: [one.margin for one in played if one.bid == bid] for bid in BIDS}
    assert {text: (count, pytest.approx(mean)) for text, count, mean in found.choices["bid"]} == {
        bid: (len(some), pytest.approx(mean(one for one in some if one is not None))) for bid, some in by_bid.items()
    }
    assert found.choices["aside"] == []
    assert found.middle == median(one.error_rate for one in rows if one.error_rate is not None)


def test_rare_choices_are_counted_together(board: Board) -> None:
    for number in range(40):
        attempt(board, 10, bid='["bid",4]' if number < 37 else f'["bid",{number - 37}]')
    assert [one[:2] for one in field.field_of(board).choices["bid"]] == [['["bid",4]', 37], ["", 3]]


def test_the_field_of_today_is_cached_for_a_minute(board: Board) -> None:
    add_attempts(board, 30)
    assert field.field_of(board).people == 30
    add_attempts(board, 5, seed=3)
    assert field.field_of(board).people == 30
    cache.clear()
    assert field.field_of(board).people == 35


@pytest.mark.postgresql
def test_a_past_day_is_counted_once_and_its_percentiles_are_stored(board: Board, alice: User) -> None:
    rows = [*add_attempts(board, 50), attempt(board, 34, user=alice)]
    assert field.count_days(today=utc_today()) == 0
    move_to_yesterday()
    assert (field.count_days(today=utc_today()), field.count_days(today=utc_today())) == (1, 0)
    board.refresh_from_db()
    assert board.field is not None and board.field["people"] == 51
    for one in Attempt.objects.all():
        better, level, _below = place_among(rank(one.margin), [rank(row.margin) for row in rows])
        assert one.percentile == pytest.approx((better + (level - 1) / 2) / 50)


def test_days_missed_by_the_worker_are_counted_later(alice: User) -> None:
    """Each of three days is counted, although one has no attempts."""
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
def test_an_attempt_that_ends_during_or_after_the_count_is_counted_by_the_next(
    board: Board, alice: User, seconds: int
) -> None:
    """The attempt is saved after the count; its `ended_at` is a second before or after `counted_at`.

    Until the next count its rank is computed when it is read.
    """
    move_to_yesterday()
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


def test_an_attempt_that_ends_after_the_cards_are_public_does_not_change_other_ranks(
    board: Board, alice: User, bob: User
) -> None:
    """A player who leaves a board open past midnight could look up the cards before playing the rest."""
    early = [attempt(board, margin) for margin in (-20, 10, 10, 30)]
    attempt(board, 5, level="easy")
    midnight = timezone.now() - timedelta(hours=1)
    Attempt.objects.update(ended_at=midnight)
    Board.objects.update(day=utc_today() - timedelta(days=1), opens_at=midnight)
    late = [attempt(board, margin, user=player) for player, margin in ((alice, 30), (bob, None))]
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


def test_attempts_of_bots_count_even_after_the_cards_are_public(board: Board, alice: User) -> None:
    own = attempt(board, 10, user=alice)
    Board.objects.update(opens_at=timezone.now())
    attempt(board, 5, level="easy", ended_at=timezone.now() + timedelta(hours=3))
    assert field.standing(Attempt.objects.get(pk=own.pk)).better == 1


def test_the_median_error_rate_of_a_past_day_includes_later_reviews(board: Board) -> None:
    """Reviews stored after the day's count are in the median once the cache entry expires."""
    rows = add_attempts(board, 30)
    Attempt.objects.update(error_rate=None)
    move_to_yesterday()
    field.count_days(today=utc_today())
    board.refresh_from_db()
    assert field.field_of(board).middle is None
    rates = [0.5 * number for number in range(29)]
    for one, rate in zip(rows, rates, strict=False):
        Attempt.objects.filter(pk=one.pk).update(error_rate=rate)
    assert field.field_of(board).middle is None
    cache.clear()
    assert field.field_of(board).middle == median(rates)


def test_a_field_with_many_attempts_reads_a_bounded_number_of_rows(
    board: Board, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player's rank takes one query, which uses an index on `board_id`."""
    monkeypatch.setattr(field, "LATEST", 500)
    many = 2 * field.LATEST
    add_attempts(board, many)
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
def test_places_take_one_query_for_each_board_of_today_and_none_for_yesterday(alice: User) -> None:
    """Yesterday's ranks come from the stored fields and equal the ranks computed from the rows."""
    rows = []
    for passed in (1, 0):
        for key in days.games():
            board = days.board_of(key=key, day=utc_today() - timedelta(days=passed))
            add_attempts(board, 12 + 20 * passed, seed=passed)
            attempt(board, -20, level="easy")
            rows.append(attempt(board, 10, user=alice))
    exact = {one.pk: field.standing(one) for one in rows}
    field.count_days(today=utc_today())
    with CaptureQueriesContext(connection) as asked:
        found = field.standings(person=Person(user=alice), attempts=exact)
    assert found == exact
    assert len(asked) == 1 + len(days.games())


def test_an_attempt_stays_in_the_field_after_its_account_is_deleted(board: Board, alice: User, bob: User) -> None:
    attempt(board, 40, user=alice)
    own = attempt(board, 10, user=bob)
    alice.delete()
    assert field.standing(own).below == 1
    assert Chain.objects.count() == 1


USUAL, OTHER, FEW = ('["bid",4]', 30, 5.0), ('["bid",5]', 9, -5.0), ("", 2, 0.0)


@pytest.mark.parametrize(
    ("own", "rows", "marked"),
    [
        ('["bid",4]', (USUAL, OTHER, FEW), ["4"]),
        ('["bid",3]', (USUAL, OTHER, FEW), ["3, and other rare choices"]),
        ('["bid",3]', (USUAL, OTHER, ("", 1, 0.0)), ["3"]),
        ('["bid",3]', (USUAL, OTHER), ["3"]),  # an uncounted attempt with a choice that no other attempt has
        ("", (USUAL, OTHER, FEW), []),  # a board given up
    ],
)
def test_the_readers_own_choice_is_always_listed(own: str, rows: Any, marked: list[str]) -> None:
    (bids,) = shown.result(found(own, rows, FieldRank(20, 10, 10)), day=date(2026, 3, 1), url="")["choices"]
    assert [row["text"] for row in bids["rows"] if row["is_own"]] == marked


def test_choices_have_share_and_mean_and_an_uncounted_choice_has_its_own_row() -> None:
    result = shown.result(found("", (USUAL, OTHER, FEW), FieldRank(20, 10, 10)), day=date(2026, 3, 1), url="")
    told = [(row["text"], row["share"], row["mean"]) for bids in result["choices"] for row in bids["rows"]]
    assert told == [("4", "73%", "+5.0"), ("5", "22%", "−5.0"), ("something else", "5%", "0.0")]
    uncounted = found('["bid",3]', (USUAL, FEW), FieldRank(20, 10, 10))
    uncounted.attempt.is_counted = False
    (bids,) = shown.result(uncounted, day=date(2026, 3, 1), url="")["choices"]
    assert [(row["text"], row["share"]) for row in bids["rows"]][1:] == [("something else", "6%"), ("3", "–")]


def test_shares_better_level_and_below_add_up_to_100_percent() -> None:
    told = shown.result(found("", (), FieldRank(7, 7, 7)), day=date(2026, 3, 1), url="")
    assert (told["sentence"], told["explanation"]) == ("Better than 33% of 21 others", "Tied with 33%, behind 34%.")


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (FieldRank(10, 0, 10, house=20), "Better than 50% of 20 computer players"),
        (FieldRank(10, 0, 10, house=15), "Better than 50% of 20 others, including 15 computer players"),
        (FieldRank(10, 0, 10), "Better than 50% of 20 others"),
        (FieldRank(1, 0, 0), "Better than the only other player"),
        (FieldRank(1, 0, 0, house=1), "Better than the only computer player"),
        (FieldRank(20, 0, 0), "Better than all 20 others"),
        (FieldRank(20, 0, 0, house=20), "Better than all 20 computer players"),
        (FieldRank(20, 0, 0, house=15), "Better than all 20 others, including 15 computer players"),
        (FieldRank(249, 0, 1), "Better than 99% of 250 others"),
        (FieldRank(1, 0, 249), "Better than 1% of 250 others"),
    ],
)
def test_headline_list_and_shared_text_name_the_same_percentage(standing: FieldRank, told: str) -> None:
    result = shown.result(found("", (), standing), day=date(2026, 3, 1), url="")
    assert result["sentence"] == shown.better_than(standing) == told
    assert told[1:] in result["share"]


def found(own: str, rows: Any, standing: FieldRank) -> BoardResult:
    field = Field(41, 0, ((10, 41),), {**dict.fromkeys(CHOICES, ()), "bid": rows})
    attempt = Attempt(board=Board(key="twoman"), margin=10, bid=own)
    return BoardResult(attempt, standing, by_error=None, field=field, house={})


def test_a_removed_player_of_a_challenge_is_called_a_former_player() -> None:
    gone = PersonIn(1, "", is_own=False, done=0)
    assert (name_of(gone), name_of(gone, first=False)) == ("A former player", "a former player")

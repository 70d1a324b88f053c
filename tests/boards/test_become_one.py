"""Adoption of a guest by an account if both have attempted a board: only one attempt counts, also in statistics."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person, adopt, leave
from accounts.zones import utc_today
from games import ownership
from games.boards import challenges, days, field
from games.boards.models import Attempt, Board, Challenge
from games.reviews import reviewing
from games.reviews.models import DecisionLine, Practice
from games.statistics.lines import PersonLineWriter
from games.statistics.models import PersonLine
from games.table import opening, tables
from games.table.models import Game
from games.table.tables import Place
from tests.boards.walked import begin_board, first_legal, last_legal, play_board, result_of
from tests.play import person_of, reload
from tests.reviews.quick import quick_review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]


@pytest.mark.parametrize("guests_attempt", ["open", "finished"])
@pytest.mark.parametrize("is_challenge", [False, True])
def test_the_attempt_that_ended_first_counts_though_the_other_was_begun_first(
    alice: User, bob: User, guests_attempt: str, is_challenge: bool
) -> None:
    """The guest's attempt begins first, but ends after the account's, when the player knows the cards."""
    guest = Guest.objects.create()
    token = challenges.open_challenge(person=person_of(bob), key="twoman", chosen={}, level="easy", deals=1)

    def place_of(player: User | Guest) -> Place:
        return (
            reload(player, challenges.begin(person=person_of(player), token=token))
            if is_challenge
            else begin_board(player)
        )

    place, played = place_of(guest), play_board(place_of(alice), first_legal)
    margin = Attempt.objects.get(game=played.game).margin
    if guests_attempt == "finished":
        play_board(place, last_legal)
    assert adopt(guest=guest, user=alice)
    if guests_attempt == "open":
        play_board(reload(alice, place.code), last_legal)
    counted = Attempt.objects.get(is_counted=True)
    assert (counted.game_id, counted.user, counted.margin) == (played.game.pk, alice, margin)
    assert set(PersonLine.objects.values_list("game", flat=True)) == {played.game.pk}


def test_of_two_open_attempts_the_guests_does_not_count(alice: User) -> None:
    guest = Guest.objects.create()
    begin_board(guest)
    own = begin_board(alice)
    assert adopt(guest=guest, user=alice)
    assert Attempt.objects.get(is_counted=True).game_id == own.game.pk


@pytest.fixture
def guest(alice: User, bob: User) -> Guest:
    """Return a guest who, like alice and bob, has played the board of the day."""
    guest = Guest.objects.create()
    for player, choose in ((alice, first_legal), (guest, last_legal), (bob, first_legal)):
        play_board(begin_board(player), choose)
    return guest


@pytest.fixture
def taken_locks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, set[int]]]:
    """Return a list to which each row lock appends its model and the primary keys of its rows."""
    locks, lock = list[tuple[str, set[int]]](), QuerySet.select_for_update

    def noted(rows: QuerySet[Any], **named: Any) -> QuerySet[Any]:
        locks.append((rows.model.__name__, {row.pk for row in rows}))
        return lock(rows, **named)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    return locks


def end_the_day() -> None:
    Board.objects.update(day=utc_today() - timedelta(days=1), opens_at=timezone.now())


def test_a_guest_adopted_during_the_count_is_counted_once(
    alice: User, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_the_day()
    with monkeypatch.context() as rival:
        counted = field.counted

        def adopt_after_counting(board: Board) -> dict[str, Any]:
            found = counted(board)
            days.pass_on(guest=guest, user=alice)
            return found

        rival.setattr(field, "counted", adopt_after_counting)
        field.count_days(today=utc_today())
    assert field.count_days(today=utc_today()) == 1
    kept = Board.objects.get().field
    assert kept is not None and kept["people"] == 2
    assert set(Attempt.objects.filter(is_counted=True).values_list("percentile", flat=True)) == {0.5}


def test_a_hand_that_ends_after_its_attempt_stopped_counting_has_no_line(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The adoption happens after the request that plays the last card has read the game."""
    guest = Guest.objects.create()
    play_board(begin_board(alice), first_legal)
    place, began = begin_board(guest), PersonLineWriter.__init__

    def begin_late(self: PersonLineWriter, *told: Any) -> None:
        assert adopt(guest=guest, user=alice)
        began(self, *told)

    monkeypatch.setattr(PersonLineWriter, "__init__", begin_late)
    with pytest.raises(tables.NotSeated):
        play_board(place, first_legal)
    assert set(PersonLine.objects.values_list("game", flat=True)) == {Attempt.objects.get(is_counted=True).game_id}


def test_a_hand_whose_attempt_stops_counting_during_its_review_is_not_practised(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest.objects.create()
    for player in (alice, guest):
        place = play_board(begin_board(player), first_legal)

    def review_slowly(*asked: Any, **named: Any) -> Any:
        assert adopt(guest=guest, user=alice)
        return quick_review(*asked, **named)

    monkeypatch.setattr(reviewing, "review_hand", review_slowly)
    assert reviewing.review(code=place.code) == 1
    assert not Practice.objects.exists()


@pytest.mark.parametrize("is_guest_first", [True, False])
def test_of_the_guests_and_the_accounts_attempt_the_first_counts(alice: User, is_guest_first: bool) -> None:
    guest = Guest.objects.create(token="t2")
    order: list[User | Guest] = [guest, alice] if is_guest_first else [alice, guest]
    first, second = (play_board(begin_board(player), first_legal) for player in order)
    for place in (first, second):
        reviewing.review(code=place.code)
    assert set(DecisionLine.objects.values_list("review__game", flat=True)) == {first.game.pk, second.game.pk}
    ownership.pass_seats_on(guest=guest, user=alice)
    days.pass_on(guest=guest, user=alice)
    counted = Attempt.objects.get(is_counted=True)
    assert counted.game == first.game
    assert list(Game.objects.filter(is_counted=True)) == [first.game]
    assert list(PersonLine.objects.values_list("game", "user")) == [(first.game.pk, alice.pk)]
    assert set(DecisionLine.objects.values_list("review__game", "user")) == {(first.game.pk, alice.pk)}
    assert not Practice.objects.filter(seat__game=second.game).exists()
    assert set(Attempt.objects.values_list("user", flat=True)) == {alice.pk}


def test_a_field_counted_with_guest_and_account_is_recounted(alice: User, guest: Guest) -> None:
    """Otherwise the account would be compared with itself, and every other player with one attempt too many."""
    end_the_day()
    field.count_days(today=utc_today())
    days.pass_on(guest=guest, user=alice)
    for _when in ("at once", "after the next count"):
        found = result_of(alice, Attempt.objects.get(user=alice, is_counted=True))
        assert (found.field.people, found.standing.others, found.standing.level) == (2, 1, 1)
        assert sum(count for _margin, count in found.field.margins) == 2
        field.count_days(today=utc_today())
    assert set(Attempt.objects.filter(is_counted=True).values_list("percentile", flat=True)) == {0.5}


def test_adoption_invalidates_the_cached_field_of_today(
    alice: User, bob: User, guest: Guest, django_capture_on_commit_callbacks: Any
) -> None:
    """Otherwise the old field would stay cached for a minute."""
    assert result_of(bob, Attempt.objects.get(user=bob)).field.people == 3
    with django_capture_on_commit_callbacks(execute=True):
        days.pass_on(guest=guest, user=alice)
    assert result_of(bob, Attempt.objects.get(user=bob)).field.people == 2


def test_adoption_and_removal_lock_games_before_the_counting_row(
    alice: User, taken_locks: list[tuple[str, set[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another order could deadlock. The guest has a game in play, and two attempts that ended before the account's."""
    guest = Guest.objects.create(token="t3")
    going = begin_board(guest, key="bidwhist").game.pk
    attempted = [
        play_board(begin_board(player, key), first_legal).game.pk
        for key in ("twoman", "spades")
        for player in (guest, alice)
    ]
    PersonLine.objects.update(day=utc_today() - timedelta(days=1))
    give_up = opening.abandon

    def given_up(*, place: Place) -> bool:
        taken_locks.append(("Game", {place.game.pk}))
        return give_up(place=place)

    taken_locks.clear()
    adopt(guest=guest, user=alice)
    kinds = [kind for kind, _rows in taken_locks]
    assert "CountingProgress" in kinds and "Game" not in kinds[kinds.index("CountingProgress") :]
    assert taken_locks[kinds.index("Game")][1] == {going, *attempted}
    taken_locks.clear()
    monkeypatch.setattr(opening, "abandon", given_up)
    leave(person=Person(user=alice))
    kinds = [kind for kind, _rows in taken_locks if kind in ("Game", "CountingProgress")]
    assert kinds == ["Game", "CountingProgress"]


@pytest.mark.postgresql
def test_adoption_locks_challenges_before_the_counting_row(
    alice: User, bob: User, taken_locks: list[tuple[str, set[int]]]
) -> None:
    """Another order could deadlock with an account's removal. Guest and account have played a challenge and a board."""
    guest = Guest.objects.create(token="t4")
    token = challenges.open_challenge(person=person_of(bob), key="twoman", chosen={}, level="easy", deals=1)
    for player in (guest, alice):
        play_board(reload(player, challenges.begin(person=person_of(player), token=token)), first_legal)
        play_board(begin_board(player), first_legal)
    PersonLine.objects.update(day=utc_today() - timedelta(days=1))
    taken_locks.clear()
    adopt(guest=guest, user=alice)
    kinds = [kind for kind, _rows in taken_locks]
    assert taken_locks[kinds.index("Challenge")][1] == {Challenge.objects.get().pk}
    assert kinds.index("Challenge") < kinds.index("CountingProgress")

"""A guest becomes an account that has played the same board: which attempt counts, and what is told of it."""

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
from tests.boards.walked import begun, first_legal, last_legal, result_of, walked
from tests.play import person_of, reload
from tests.reviews.quick import quick_review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("easy_boards")]


@pytest.mark.parametrize("is_brought", ["open", "finished"])
@pytest.mark.parametrize("is_challenge", [False, True])
def test_what_ended_first_counts_though_the_other_was_begun_first(
    alice: User, bob: User, is_brought: str, is_challenge: bool
) -> None:
    """A guest's attempt is begun, the account plays the cards, and the guest's is played with the cards known."""
    guest = Guest.objects.create()
    token = challenges.open_challenge(person=person_of(bob), key="twoman", chosen={}, level="easy", deals=1)

    def place_of(who: User | Guest) -> Place:
        return reload(who, challenges.begin(person=person_of(who), token=token)) if is_challenge else begun(who)

    place, played = place_of(guest), walked(place_of(alice), first_legal)
    margin = Attempt.objects.get(game=played.game).margin
    if is_brought == "finished":
        walked(place, last_legal)
    assert adopt(guest=guest, user=alice)
    if is_brought == "open":
        walked(reload(alice, place.code), last_legal)
    counted = Attempt.objects.get(is_counted=True)
    assert (counted.game_id, counted.user, counted.margin) == (played.game.pk, alice, margin)
    assert set(PersonLine.objects.values_list("game", flat=True)) == {played.game.pk}


def test_of_two_open_attempts_the_one_brought_in_is_uncounted(alice: User) -> None:
    guest = Guest.objects.create()
    begun(guest)
    own = begun(alice)
    assert adopt(guest=guest, user=alice)
    assert Attempt.objects.get(is_counted=True).game_id == own.game.pk


@pytest.fixture
def guest(alice: User, bob: User) -> Guest:
    """Return a guest who has played the board of the day, as alice and bob have."""
    guest = Guest.objects.create()
    for who, choose in ((alice, first_legal), (guest, last_legal), (bob, first_legal)):
        walked(begun(who), choose)
    return guest


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, set[int]]]:
    """Collects the rows of each lock."""
    locks, lock = list[tuple[str, set[int]]](), QuerySet.select_for_update

    def noted(rows: QuerySet[Any], **named: Any) -> QuerySet[Any]:
        locks.append((rows.model.__name__, {row.pk for row in rows}))
        return lock(rows, **named)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    return locks


def day_is_over() -> None:
    Board.objects.update(day=utc_today() - timedelta(days=1), opens_at=timezone.now())


def test_two_who_become_one_in_the_count_are_one(alice: User, guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    day_is_over()
    with monkeypatch.context() as rival:
        counted = field.counted

        def counted_before(board: Board) -> dict[str, Any]:
            found = counted(board)
            days.pass_on(guest=guest, user=alice)
            return found

        rival.setattr(field, "counted", counted_before)
        field.count_days(today=utc_today())
    assert field.count_days(today=utc_today()) == 1
    kept = Board.objects.get().field
    assert kept is not None and kept["people"] == 2
    assert set(Attempt.objects.filter(is_counted=True).values_list("percentile", flat=True)) == {0.5}


def test_a_hand_ended_once_its_attempt_counts_no_more_has_no_line(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request that plays its last card had read the game before."""
    guest = Guest.objects.create()
    walked(begun(alice), first_legal)
    place, began = begun(guest), PersonLineWriter.__init__

    def begin_late(self: PersonLineWriter, *told: Any) -> None:
        assert adopt(guest=guest, user=alice)
        began(self, *told)

    monkeypatch.setattr(PersonLineWriter, "__init__", begin_late)
    with pytest.raises(tables.NotSeated):
        walked(place, first_legal)
    assert set(PersonLine.objects.values_list("game", flat=True)) == {Attempt.objects.get(is_counted=True).game_id}


def test_a_hand_reviewed_as_its_attempt_ceases_is_not_practised(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest.objects.create()
    for who in (alice, guest):
        place = walked(begun(who), first_legal)

    def review_slowly(*asked: Any, **named: Any) -> Any:
        assert adopt(guest=guest, user=alice)
        return quick_review(*asked, **named)

    monkeypatch.setattr(reviewing, "review_hand", review_slowly)
    assert reviewing.review(code=place.code) == 1
    assert not Practice.objects.exists()


@pytest.mark.parametrize("is_guest_first", [True, False])
def test_of_a_guests_attempt_and_the_own_the_first_counts(alice: User, is_guest_first: bool) -> None:
    guest = Guest.objects.create(token="t2")
    order: list[User | Guest] = [guest, alice] if is_guest_first else [alice, guest]
    first, second = (walked(begun(who), first_legal) for who in order)
    for place in (first, second):
        reviewing.review(code=place.code)
    assert set(DecisionLine.objects.values_list("review__game", flat=True)) == {first.game.pk, second.game.pk}
    ownership.pass_seats_on(guest=guest, user=alice)
    days.pass_on(guest=guest, user=alice)
    counted = Attempt.objects.get(is_counted=True)
    assert counted.game == first.game
    assert list(Game.objects.filter(is_counted=True)) == [first.game]
    assert list(PersonLine.objects.values_list("game", "user")) == [(first.game.pk, alice.pk)], "in statistics once"
    assert set(DecisionLine.objects.values_list("review__game", "user")) == {(first.game.pk, alice.pk)}
    assert not Practice.objects.filter(seat__game=second.game).exists()
    assert set(Attempt.objects.values_list("user", flat=True)) == {alice.pk}


def test_a_field_that_was_counted_with_both_is_counted_again(alice: User, guest: Guest) -> None:
    """Otherwise a player would be one of their own rivals, and all others would have a rival too many."""
    day_is_over()
    field.count_days(today=utc_today())
    days.pass_on(guest=guest, user=alice)
    for _when in ("at once", "after the next count"):
        found = result_of(alice, Attempt.objects.get(user=alice, is_counted=True))
        assert (found.field.people, found.standing.others, found.standing.level) == (2, 1, 1)
        assert sum(count for _margin, count in found.field.margins) == 2
        field.count_days(today=utc_today())
    assert set(Attempt.objects.filter(is_counted=True).values_list("percentile", flat=True)) == {0.5}


def test_todays_field_follows(alice: User, bob: User, guest: Guest, django_capture_on_commit_callbacks: Any) -> None:
    """The cached count of the last minute is invalidated."""
    assert result_of(bob, Attempt.objects.get(user=bob)).field.people == 3
    with django_capture_on_commit_callbacks(execute=True):
        days.pass_on(guest=guest, user=alice)
    assert result_of(bob, Attempt.objects.get(user=bob)).field.people == 2


def test_games_are_locked_before_the_counting_at_sign_up_and_at_leaving(
    alice: User, held: list[tuple[str, set[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another order could deadlock. The guest has a game in play, and twice an attempt that ended first."""
    guest = Guest.objects.create(token="t3")
    going = begun(guest, key="bidwhist").game.pk
    tried = [walked(begun(who, key), first_legal).game.pk for key in ("twoman", "spades") for who in (guest, alice)]
    PersonLine.objects.update(day=utc_today() - timedelta(days=1))
    give_up = opening.abandon

    def given_up(*, place: Place) -> bool:
        held.append(("Game", {place.game.pk}))
        return give_up(place=place)

    held.clear()
    adopt(guest=guest, user=alice)
    kinds = [kind for kind, _rows in held]
    assert "CountingProgress" in kinds and "Game" not in kinds[kinds.index("CountingProgress") :]
    assert held[kinds.index("Game")][1] == {going, *tried}
    held.clear()
    monkeypatch.setattr(opening, "abandon", given_up)
    leave(person=Person(user=alice))
    kinds = [kind for kind, _rows in held if kind in ("Game", "CountingProgress")]
    assert kinds == ["Game", "CountingProgress"]


@pytest.mark.postgresql
def test_challenges_are_locked_first_at_sign_up(alice: User, bob: User, held: list[tuple[str, set[int]]]) -> None:
    """Another order could deadlock with a person who leaves. Both have played a challenge and a board of the day."""
    guest = Guest.objects.create(token="t4")
    token = challenges.open_challenge(person=person_of(bob), key="twoman", chosen={}, level="easy", deals=1)
    for who in (guest, alice):
        walked(reload(who, challenges.begin(person=person_of(who), token=token)), first_legal)
        walked(begun(who), first_legal)
    PersonLine.objects.update(day=utc_today() - timedelta(days=1))
    held.clear()
    adopt(guest=guest, user=alice)
    kinds = [kind for kind, _rows in held]
    assert held[kinds.index("Challenge")][1] == {Challenge.objects.get().pk}
    assert kinds.index("Challenge") < kinds.index("CountingProgress")

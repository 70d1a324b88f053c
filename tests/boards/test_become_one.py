"""A guest becomes an account that has played the same board: which attempt counts, and what is told of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import adopt
from games.models import Attempt, Board, PersonLine, Practice
from games.services.boards import challenges, days, field
from games.services.counting import tallies
from games.services.counting.lines import PersonLineWriter
from games.services.past import reviews
from games.services.table import tables
from games.services.table.tables import Place
from tests.boards.walked import begun, first_legal, last_legal, walked
from tests.playing import again, person_of
from tests.review.quick import quick_review

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
        return again(who, challenges.begin(person=person_of(who), token=token)) if is_challenge else begun(who)

    place, played = place_of(guest), walked(place_of(alice), first_legal)
    margin = Attempt.objects.get(game=played.game).margin
    if is_brought == "finished":
        walked(place, last_legal)
    assert adopt(guest=guest, user=alice)
    if is_brought == "open":
        walked(again(alice, place.code), last_legal)
    counted = Attempt.objects.get(is_counted=True)
    assert (counted.game_id, counted.user, counted.margin) == (played.game.pk, alice, margin)
    assert set(PersonLine.objects.values_list("game", flat=True)) == {played.game.pk}


@pytest.mark.parametrize("is_finished_later", [False, True])
def test_what_ended_first_counts_though_the_account_began_first(alice: User, is_finished_later: bool) -> None:
    guest = Guest.objects.create()
    place = begun(alice)
    first = walked(begun(guest), first_legal)
    if is_finished_later:
        walked(place, last_legal)
    assert adopt(guest=guest, user=alice)
    assert Attempt.objects.get(is_counted=True).game_id == first.game.pk


def test_of_two_open_attempts_the_one_brought_in_is_uncounted(alice: User) -> None:
    guest = Guest.objects.create()
    begun(guest)
    own = begun(alice)
    assert adopt(guest=guest, user=alice)
    assert Attempt.objects.get(is_counted=True).game_id == own.game.pk


def test_two_who_become_one_while_their_board_is_counted_are_one_in_its_field(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest.objects.create()
    for who, choose in ((alice, first_legal), (guest, last_legal), (bob, first_legal)):
        walked(begun(who), choose)
    Board.objects.update(day=tallies.today() - timedelta(days=1), opens_at=timezone.now())
    with monkeypatch.context() as meanwhile:
        counted = field.counted

        def counted_before(board: Board) -> dict[str, Any]:
            found = counted(board)
            days.adopt(guest=guest, user=alice)
            return found

        meanwhile.setattr(field, "counted", counted_before)
        field.count_days(today=tallies.today())
    assert field.count_days(today=tallies.today()) == 1
    kept = Board.objects.get().field
    assert kept is not None and kept["people"] == 2
    assert set(Attempt.objects.filter(is_counted=True).values_list("percentile", flat=True)) == {0.5}


def test_a_hand_that_ends_once_its_attempt_counts_no_more_is_told_by_no_line(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though whoever played its last card had read the game before."""
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


def test_a_hand_reviewed_while_its_attempt_ceases_to_count_puts_no_position_into_practice(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest.objects.create()
    for who in (alice, guest):
        place = walked(begun(who), first_legal)

    def review_slowly(*asked: Any, **named: Any) -> Any:
        assert adopt(guest=guest, user=alice)
        return quick_review(*asked, **named)

    monkeypatch.setattr(reviews, "review_hand", review_slowly)
    assert reviews.review(code=place.code) == 1
    assert not Practice.objects.exists()

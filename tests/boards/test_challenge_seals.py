"""When the seeds of a challenge are told, and its hands given away: once all who take part are done, and no sooner."""

import pytest
from django.utils import timezone

from accounts import people
from accounts.models import Guest, User
from games.models import Board
from games.services.boards import challenges
from games.services.counting import opening
from games.services.log import seals
from games.services.past import shares
from games.services.table import tables
from tests.boards.challenged import Who, begun, done, lapse, opened
from tests.boards.walked import first_legal, walked
from tests.playing import again, person_of

pytestmark = pytest.mark.django_db


def seed_of(who: Who, code: str) -> str | None:
    shown = seals.revealed(again(who, code).game, 1)
    return shown.server_seed if shown is not None else None


def test_a_seed_is_told_once_all_who_take_part_are_done(alice: User, bob: User) -> None:
    token = opened(alice)
    (own,) = done(alice, token)
    assert seed_of(alice, own.code) is None
    place = begun(bob, token)
    assert seed_of(alice, own.code) is None
    walked(place, first_legal)
    assert seed_of(alice, own.code) == seed_of(bob, place.code) == bytes(Board.objects.get().server_seed).hex()


def test_whoever_comes_later_is_not_told_it_before(alice: User, bob: User, charlie: User) -> None:
    token = opened(alice)
    for who in (alice, bob):
        done(who, token)
    place = begun(charlie, token)
    assert tables.see(place).seal is not None
    assert all(seal.opens_at and seal.opens_at > timezone.now() for seal in place.game.seals.all())
    assert not Board.objects.get().is_open


@pytest.mark.parametrize("is_first", [True, False])
def test_a_seed_is_told_once_the_last_who_was_not_done_is_somebody_else_who_is(
    alice: User, bob: User, is_first: bool
) -> None:
    """What ended counts, though the guest's was begun first: nobody waits for the end of one that counts no more."""
    guest = Guest.objects.create(token="t5")
    token = opened(bob)
    (own,) = done(bob, token)
    for who in (guest, alice) if is_first else (alice, guest):
        begun(who, token)
    done(alice, token)
    assert seed_of(bob, own.code) is None
    assert people.adopt(guest=guest, user=alice)
    assert seed_of(bob, own.code) is not None


@pytest.mark.parametrize("has_begun_too", [True, False])
def test_a_seed_is_not_told_while_somebody_is_at_the_attempt_that_counts(
    alice: User, bob: User, has_begun_too: bool
) -> None:
    """Of a guest who has become an account: the account's own, or else the one that was brought in."""
    guest = Guest.objects.create(token="t5")
    token = opened(bob)
    (own,) = done(bob, token)
    for who in (guest, alice) if has_begun_too else (guest,):
        place = begun(who, token)
    assert people.adopt(guest=guest, user=alice)
    assert seed_of(bob, own.code) is None
    walked(again(alice, place.code), first_legal)
    assert seed_of(bob, own.code) is not None


def test_a_seed_is_told_once_it_has_lapsed(alice: User, bob: User) -> None:
    token = opened(alice)
    (own,) = done(alice, token)
    begun(bob, token)
    lapse(token)
    assert seed_of(alice, own.code) is not None


def test_a_seed_is_told_once_it_was_taken_back(alice: User) -> None:
    token = opened(alice)
    (own,) = done(alice, token)
    challenges.take_back(person=person_of(alice), token=token)
    assert seed_of(alice, own.code) is not None


def test_a_hand_that_others_may_play_still_is_shared_with_nobody(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until nobody can come any more."""
    monkeypatch.setattr(opening, "MOST", 2)
    token = opened(alice)
    (own,) = done(alice, token)
    for hand in (None, 1):
        with pytest.raises(shares.NotShareable):
            shares.share(place=own, hand=hand, hides_names=False)
    done(bob, token)
    assert shares.share(place=again(alice, own.code), hand=1, hides_names=False)

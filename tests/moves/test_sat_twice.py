"""Somebody sat at one table twice, as an account and as a guest in another browser, and became one person."""

import pytest

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.models import Game, PersonLine, Seat
from games.services.moves import store
from games.services.past import shares, verification
from games.services.people import company, lobby
from games.snapshot import Status
from tests.moves.together import company_at, deal, play_hand, table_of
from tests.playing import again

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Guest:
    return Guest.objects.create(token="twice")


def hand_played(*people: User | Guest) -> str:
    """By two at a table of their own."""
    code = table_of(*people, key="twoman", level="easy")
    for who in people:
        deal(who, code, "s")
    play_hand(code, *people)
    return code


def test_one_person_who_sat_there_twice_leaves_a_seat_to_a_third(alice: User, bob: User, guest: Guest) -> None:
    game = table_of(alice, guest, bob)
    adopt(guest=guest, user=bob)
    assert Game.objects.get().status == Status.PLAYING
    (seat,) = company_at(alice, game).missing
    assert Seat.objects.get(number=seat).user is None


def test_whoever_sat_there_twice_is_counted_once(alice: User, guest: Guest) -> None:
    """An account, and the same person as a guest in another browser."""
    code = hand_played(alice, guest)
    assert set(PersonLine.objects.filter(number=1).values_list("user", "guest")) == {(alice.pk, None), (None, guest.pk)}
    lobby.adopt_guest(guest=guest, user=alice)
    mine = (alice.pk, again(alice, code).seat)
    assert list(PersonLine.objects.filter(number=1).values_list("user", "seat")) == [mine]
    assert set(PersonLine.objects.values_list("user", "seat")) == {mine}


def test_a_link_of_a_seat_that_is_nobodys_is_taken_back(alice: User, guest: Guest) -> None:
    """Whoever gave it away sits at the other seat by now, and could not."""
    code = hand_played(alice, guest)
    mine, theirs = (shares.share(place=again(who, code), hand=1, hides_names=False) for who in (alice, guest))
    adopt(guest=guest, user=alice)
    assert shares.shared(token=mine).hand == 1
    with pytest.raises(shares.NoSuchShare):
        shares.shared(token=theirs)


def test_a_table_at_which_somebody_sat_twice_is_as_its_log_tells_it(alice: User, bob: User, guest: Guest) -> None:
    """A hand was told of both seats; then one of them is nobody’s, and the others play on."""
    code = table_of(alice, guest, bob)
    people: tuple[User | Guest, ...] = (alice, guest, bob)
    for who in people:
        deal(who, code, "s")
    play_hand(code, *people)
    adopt(guest=guest, user=alice)
    seats = [again(user, code).seat for user in (alice, bob)]
    for _ in range(2):
        game = Game.objects.get()
        assert sorted(PersonLine.objects.filter(number=1).values_list("seat", flat=True)) == sorted(seats)
        assert verification.differences(game=game) == ()
        store.rebuild(game)
    gone = next(seat for seat in again(bob, code).seats if seat.level == "" and seat.number not in seats)
    assert gone.is_brought
    company.stand_in(place=again(bob, code), seat=gone.number)
    for user in (alice, bob):
        deal(user, code, "s")
    play_hand(code, alice, bob)
    assert sorted(PersonLine.objects.filter(number=2).values_list("seat", flat=True)) == sorted(seats)
    assert verification.differences(game=Game.objects.get()) == ()


def test_whoever_was_a_guest_and_is_gone_is_told_of_still(alice: User, bob: User, guest: Guest) -> None:
    hand_played(alice, guest)
    adopt(guest=guest, user=bob)
    leave(person=Person(user=bob))
    assert PersonLine.objects.filter(number=1, user=None).count() == 1
    assert not Seat.objects.filter(is_brought=True).exists()
    assert verification.differences(game=Game.objects.get()) == ()

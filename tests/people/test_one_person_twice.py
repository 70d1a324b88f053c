"""Adoption of a guest by an account, mostly when both have seats in one room or game."""

import pytest
from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person, adopt, leave
from games.people import joining, onlooking
from games.records import verification
from games.records.verification import rebuild
from games.replay import shares
from games.statistics.models import PersonLine
from games.table import company
from games.table.models import Game, Seat
from games.table.room_models import WaitingRoom
from tests.people.rooms import join_room, open_shared_room, seated_names
from tests.people.together import company_at, deal, play_hand, start_table
from tests.play import open_room, reload

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Guest:
    return Guest.objects.create(token="twice")


def play_first_hand(*people: User | Guest) -> str:
    """Play the first hand of a new game; return its code."""
    code = start_table(*people, key="twoman", level="easy")
    for player in people:
        deal(player, code, "s")
    play_hand(code, *people)
    return code


@pytest.mark.parametrize(("account", "seat"), [("bob", "bob"), ("alice", "")])
def test_guest_and_account_keep_one_seat(as_alice: Client, client: Client, bob: User, account: str, seat: str) -> None:
    room = open_shared_room(as_alice, client)
    adopt(guest=Guest.objects.get(), user=User.objects.get(username=account))
    assert seated_names(room) == ["alice", "", seat, ""]


def test_a_room_opened_as_a_guest_belongs_to_the_account(as_alice: Client, as_bob: Client, alice: User) -> None:
    guest = Person(guest=Guest.objects.create())
    code = open_room(person=guest, key="spades", chosen={})
    room = WaitingRoom.objects.get()
    joining.let_look_on(person=guest, code=code, allowed=True)
    for client in (as_bob, as_alice):
        join_room(client, room)
    assert seated_names(room) == ["guest", "alice", "bob", ""]
    assert guest.guest is not None and adopt(guest=guest.guest, user=alice)
    assert seated_names(room) == ["alice", "", "bob", ""]
    assert as_alice.post(f"/rooms/{code}/start/").headers["Location"] == f"/games/{Game.objects.get().code}/"
    assert onlooking.watched_game(token=room.token).code == Game.objects.get().code


def test_a_game_whose_two_players_become_one_person_ends(as_alice: Client, client: Client, alice: User) -> None:
    room = open_shared_room(as_alice, client)
    as_alice.post(f"/rooms/{room.code}/start/")
    adopt(guest=Guest.objects.get(), user=alice)
    game = Game.objects.get()
    assert game.status == "abandoned"
    assert [seat.user_id for seat in game.seats.filter(level="").order_by("number")] == [alice.pk, None]


def test_a_hand_counts_once_and_links_shared_from_the_guests_seat_are_withdrawn(alice: User, guest: Guest) -> None:
    code = play_first_hand(alice, guest)
    mine, theirs = (shares.share(place=reload(player, code), hand=1, hides_names=False) for player in (alice, guest))
    assert set(PersonLine.objects.filter(number=1).values_list("user", "guest")) == {(alice.pk, None), (None, guest.pk)}
    adopt(guest=guest, user=alice)
    own = (alice.pk, reload(alice, code).seat)
    assert list(PersonLine.objects.filter(number=1).values_list("user", "seat")) == [own]
    assert set(PersonLine.objects.values_list("user", "seat")) == {own}
    assert shares.shared(token=mine).hand == 1
    with pytest.raises(shares.NoSuchShare):
        shares.shared(token=theirs)


def test_rows_agree_with_the_log_before_and_after_the_others_play_on(alice: User, bob: User, guest: Guest) -> None:
    code = start_table(alice, guest, bob)
    for player in (alice, guest, bob):
        deal(player, code, "s")
    play_hand(code, alice, guest, bob)
    adopt(guest=guest, user=alice)
    seats = [reload(user, code).seat for user in (alice, bob)]
    for _ in range(2):
        game = Game.objects.get()
        assert sorted(PersonLine.objects.filter(number=1).values_list("seat", flat=True)) == sorted(seats)
        assert verification.differences(game=game) == ()
        rebuild(game=game)
    gone = next(seat for seat in reload(bob, code).seats if seat.level == "" and seat.number not in seats)
    assert gone.is_brought and gone.user is None and company_at(bob, code).missing == (gone.number,)
    company.stand_in(place=reload(bob, code), seat=gone.number)
    for user in (alice, bob):
        deal(user, code, "s")
    play_hand(code, alice, bob)
    assert sorted(PersonLine.objects.filter(number=2).values_list("seat", flat=True)) == sorted(seats)
    assert verification.differences(game=Game.objects.get()) == ()


def test_lines_of_a_guest_whose_account_is_removed_stay_without_a_name(alice: User, bob: User, guest: Guest) -> None:
    play_first_hand(alice, guest)
    adopt(guest=guest, user=bob)
    leave(person=Person(user=bob))
    assert PersonLine.objects.filter(number=1, user=None).count() == 1
    assert not Seat.objects.filter(is_brought=True).exists()
    assert verification.differences(game=Game.objects.get()) == ()

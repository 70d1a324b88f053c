"""Several people at one table: their seeds, their moves, and what two at once do."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games import dealing
from games.models import Game, GivenSeed, PersonLine, Seal, WaitingRoom, WaitingSeat
from games.services.log import asides
from games.services.moves import play
from games.services.moves.move import GIVEN_UP, Refused
from games.services.people import arranging, joining, lobby, rematches, rooms
from games.services.people.links import Closed
from games.services.people.rooms import Room
from games.services.table import tables
from tests.at_once import at_once, let_one_wait, names_of
from tests.moves.together import deal, play_hand, table_of
from tests.playing import again, open_room

pytestmark = pytest.mark.django_db


# -- seeds -----------------------------------------------------------------------------------------------


def test_a_deal_waits_until_everybody_has_given_a_seed(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    waiting = deal(alice, code, "blue kettle")
    assert waiting.needs_deal and waiting.awaited == (2,)
    asked = tables.see(again(bob, code))
    assert asked.awaited == (), "who has not been asked waits for nobody"
    assert asked.company is not None and asked.company.dealt == (0,)
    seal = Seal.objects.get(number=1)
    assert seal.player_seed == ""
    assert not deal(bob, code, "red door").needs_deal
    seal.refresh_from_db()
    assert seal.player_seed == "blue kettle|red door"


def test_seeds_are_joined_in_the_order_of_the_seats(alice: User, bob: User, charlie: User) -> None:
    code = table_of(alice, bob, charlie)
    for user, seed in ((charlie, "three"), (bob, "two"), (alice, "one")):
        deal(user, code, seed)
    order = [seat.user.username for seat in Game.objects.get().seats.filter(level="").order_by("number") if seat.user]
    given = {"alice": "one", "bob": "two", "charlie": "three"}
    assert order == ["alice", "charlie", "bob"]
    assert Seal.objects.get(number=1).player_seed == "|".join(given[name] for name in order)


def test_who_does_not_answer_is_waited_for_20_seconds_and_dealt_for_with_the_seed_of_before(
    alice: User, bob: User
) -> None:
    code = table_of(alice, bob)
    deal(alice, code, "one")
    deal(bob, code, "two")
    play_hand(code, alice, bob)
    assert deal(alice, code, "three").awaited == (2,)
    with time_machine.travel(timezone.now(), tick=False):
        for passed, is_awaited in ((19, True), (21, False)):
            GivenSeed.objects.filter(seal__number=2).update(at=timezone.now() - timedelta(seconds=passed))
            company = tables.company(again(bob, code))
            assert company is not None and (bool(company.dealt), "d0" in company.mark) == (is_awaited, is_awaited)
            assert bool(deal(alice, code, "three").awaited) is is_awaited
    assert Seal.objects.get(number=2).player_seed == "three|two"


def test_a_game_that_was_given_up_takes_no_seed(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    lobby.end_without(place=again(alice, code), seat=again(alice, code).seat)
    with pytest.raises(Refused) as refused:
        deal(bob, code, "red door")
    assert refused.value.refusal == GIVEN_UP
    assert not GivenSeed.objects.exists()


def test_an_empty_seed_is_drawn_here(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    deal(alice, code, "")
    deal(bob, code, "b")
    mine, theirs = Seal.objects.get(number=1).player_seed.split("|")
    assert len(mine) == 32 and theirs == "b"


def test_who_asks_again_without_a_seed_keeps_the_one_that_was_given(alice: User, bob: User) -> None:
    """A page that was loaded anew does not know it, and asks again by itself once the others have been waited for."""
    code = table_of(alice, bob)
    deal(alice, code, "blue kettle")
    deal(alice, code, "")
    deal(bob, code, "b")
    assert Seal.objects.get(number=1).player_seed == "blue kettle|b"


def test_a_seed_of_an_old_page_is_none(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    deal(alice, code, "a")
    deal(bob, code, "b")
    with pytest.raises(play.Stale):
        play.deal(place=again(alice, code), seed="late", version=0)
    with pytest.raises(play.Refused):
        deal(alice, code, "early")
    assert GivenSeed.objects.count() == 2


def test_the_longest_seeds_of_four_fit(alice: User, bob: User, charlie: User) -> None:
    dora = User.objects.create_user("dora")
    code = table_of(alice, bob, charlie, dora)
    for user in (alice, bob, charlie, dora):
        deal(user, code, "x" * dealing.LONGEST_PLAYER_SEED)
    seal = Seal.objects.get(number=1)
    seal.full_clean(exclude=["server_seed"])
    assert seal.player_seed == "|".join(["x" * 64] * 4)


# -- playing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "level"), [("spades", "normal"), ("bidwhist", "easy"), ("twoman", "easy")])
def test_a_hand_is_played_and_counted_for_each_person(alice: User, bob: User, key: str, level: str) -> None:
    code = table_of(alice, bob, key=key, level=level)
    deal(alice, code, "a")
    deal(bob, code, "b")
    play_hand(code, alice, bob)
    lines = PersonLine.objects.filter(number=1)
    assert {line.user_id for line in lines} == {alice.pk, bob.pk}
    assert {line.level for line in lines} == {"people"}
    assert not any(line.is_ranked for line in lines)


def test_at_a_table_with_people_no_hint_is_given_and_nothing_taken_back(alice: User, bob: User) -> None:
    code = table_of(alice, bob)
    deal(alice, code, "a")
    deal(bob, code, "b")
    for user in (alice, bob):
        place = again(user, code)
        snapshot = tables.see(place)
        assert not snapshot.may_ask and not snapshot.may_take_back
        with pytest.raises(play.Refused):
            play.hint(place=place, version=snapshot.version)
        with pytest.raises(play.Refused) as refused:
            play.take_back(place=place, version=snapshot.version)
        assert refused.value.refusal is asides.NOTHING_DONE


# -- at once ---------------------------------------------------------------------------------------------


def outcomes(*works: Callable[[], Any]) -> list[str]:
    """What each came to: somebody may find the room full, begun or gone, or the table moved on."""
    return names_of(at_once(*works, lost=(Closed, rooms.NoSuchRoom, play.Stale)))


@pytest.mark.django_db(transaction=True)
def test_two_take_the_last_seat_at_once(alice: User, bob: User, charlie: User) -> None:
    code = open_room(person=Person(user=alice), key="twoman", chosen={}, level="easy")
    token = rooms.room_of(person=Person(user=alice), code=code).token
    found = outcomes(
        *(lambda user=user: joining.join(person=Person(user=user), token=token) for user in (bob, charlie))
    )
    assert sorted(found) == ["Closed", "Room"]
    assert WaitingSeat.objects.filter(user__isnull=False).count() == 2


@pytest.mark.django_db(transaction=True)
def test_one_who_joins_twice_at_once_sits_once(alice: User, bob: User) -> None:
    code = open_room(person=Person(user=alice), key="spades", chosen={}, level="normal")
    token = rooms.room_of(person=Person(user=alice), code=code).token
    assert outcomes(*(lambda: joining.join(person=Person(user=bob), token=token),) * 2) == ["Room", "Room"]
    assert WaitingSeat.objects.filter(user=bob).count() == 1


@pytest.mark.django_db(transaction=True)
def test_it_starts_while_somebody_changes_places(alice: User, bob: User) -> None:
    """Whoever was second has changed nothing, and everybody sits once."""
    code = open_room(person=Person(user=alice), key="spades", chosen={}, level="normal")
    joining.join(person=Person(user=bob), token=rooms.room_of(person=Person(user=alice), code=code).token)
    found = outcomes(
        lambda: joining.start(person=Person(user=alice), code=code),
        lambda: arranging.swap(person=Person(user=bob), code=code, number=3),
    )
    assert found[0] == "str" and found[1] in {"NoneType", "HasBegun"}
    seats = Game.objects.get().seats.filter(level="")
    sits = dict(seats.values_list("user__username", "number"))
    assert sits == {"alice": 0, "bob": 3 if found[1] == "NoneType" else 2}


@pytest.mark.django_db(transaction=True)
def test_two_give_the_last_seeds_at_once(alice: User, bob: User) -> None:
    """Neither waits for the other for ever: the hand is dealt once, with both."""
    code = table_of(alice, bob)
    outcomes(lambda: deal(alice, code, "a"), lambda: deal(bob, code, "b"))
    assert Seal.objects.get(number=1).player_seed == "a|b"
    assert not tables.see(again(alice, code)).needs_deal


@pytest.mark.django_db(transaction=True)
def test_whoever_asks_for_a_rematch_while_its_table_is_closed_opens_another(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = table_of(alice, bob)
    for user in (alice, bob):
        lobby.abandon(place=again(user, code))
    closed = rematches.rematch(place=again(alice, code)).code
    delete, is_closing = WaitingRoom.delete, threading.Event()

    def delete_slowly(room: WaitingRoom) -> None:
        delete(room)
        is_closing.set()
        let_one_wait()

    def ask() -> Room:
        assert is_closing.wait(30)
        return rematches.rematch(place=again(bob, code))

    monkeypatch.setattr(WaitingRoom, "delete", delete_slowly)
    _, found = at_once(lambda: joining.leave(person=Person(user=alice), code=closed), ask)
    assert found is not None and found.is_openers and found.code != closed


def while_it_starts(code: str, opener: User, other: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The other thing is begun when the game's rows are written and not yet committed."""
    whole, written, begins = lobby.new_game, threading.Event(), threading.Event()

    def slowly(**given: Any) -> Game:
        game = whole(**given)
        written.set()
        assert begins.wait(30)
        let_one_wait()
        return game

    def meanwhile() -> None:
        assert written.wait(30)
        begins.set()
        other()

    monkeypatch.setattr(lobby, "new_game", slowly)
    at_once(lambda: joining.start(person=Person(user=opener), code=code), meanwhile, lost=())


def waiting_with(opener: User, other: Person) -> str:
    code = open_room(person=Person(user=opener), key="spades", chosen={}, level="normal")
    joining.join(person=other, token=rooms.room_of(person=Person(user=opener), code=code).token)
    return code


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_becomes_an_account_while_the_game_starts_sits_there(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest.objects.create()
    code = waiting_with(alice, Person(guest=guest))
    while_it_starts(code, alice, lambda: adopt(guest=guest, user=bob), monkeypatch)
    assert set(Game.objects.get().seats.filter(level="").values_list("user__username", "guest")) == {
        ("alice", None),
        ("bob", None),
    }
    leave(person=Person(user=bob))
    assert not Guest.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_whoever_removes_the_account_while_the_game_starts_has_left_it(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = waiting_with(alice, Person(user=bob))
    while_it_starts(code, alice, lambda: leave(person=Person(user=bob)), monkeypatch)
    assert list(User.objects.all()) == [alice]
    (left,) = Game.objects.get().seats.filter(level="", user=None)
    assert left.left_at is not None

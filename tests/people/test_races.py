"""Races between players: seats, starts, seeds, leaving, stand-ins, phrases and rematches."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Guest, User
from accounts.people import Person, adopt, leave
from games.people import joining, rooms
from games.people.rooms import Closed, Room
from games.records import verification
from games.snapshot import Phrase, Status
from games.table import company, logs, opening, play, tables
from games.table.models import Entry, Game, Said, Seal
from games.table.move import Refused, Stale
from games.table.room_models import WaitingRoom, WaitingSeat
from tests.people.together import (
    come_back,
    deal,
    deal_first_hand,
    leave_game,
    play_to_a_turn,
    see,
    send_stand_in,
    start_table,
    whose_turn,
)
from tests.play import open_room, open_table, reload, run_at_once, type_names, wait_until_blocked

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def outcomes(*calls: Callable[[], Any]) -> list[str]:
    """Run the calls concurrently; return for each the class name of its result or of the error that it raised.

    The loser of a race may find the room full, started or deleted, or the game's version stale.
    """
    return type_names(run_at_once(*calls, lost=(Closed, rooms.NoSuchRoom, Stale)))


def test_only_one_of_two_players_takes_the_last_seat(alice: User, bob: User, charlie: User) -> None:
    code = open_room(person=Person(user=alice), key="twoman", chosen={}, level="easy")
    token = rooms.room_of(person=Person(user=alice), code=code).token
    found = outcomes(*(lambda one=one: joining.join(person=Person(user=one), token=token) for one in (bob, charlie)))
    assert sorted(found) == ["Closed", "Room"]
    assert WaitingSeat.objects.filter(user__isnull=False).count() == 2


def test_a_player_who_joins_twice_at_once_has_one_seat(alice: User, bob: User) -> None:
    code = open_room(person=Person(user=alice), key="spades", chosen={}, level="normal")
    token = rooms.room_of(person=Person(user=alice), code=code).token
    assert outcomes(*(lambda: joining.join(person=Person(user=bob), token=token),) * 2) == ["Room", "Room"]
    assert WaitingSeat.objects.filter(user=bob).count() == 1


def test_a_start_and_a_change_of_places_at_once_seat_each_player_once(alice: User, bob: User) -> None:
    code = open_room_with(alice, Person(user=bob))
    found = outcomes(
        lambda: joining.start(person=Person(user=alice), code=code),
        lambda: joining.swap(person=Person(user=bob), code=code, number=3),
    )
    assert found[0] == "str" and found[1] in {"NoneType", "HasBegun"}
    seats = Game.objects.get().seats.filter(level="")
    sits = dict(seats.values_list("user__username", "number"))
    assert sits == {"alice": 0, "bob": 3 if found[1] == "NoneType" else 2}


def test_the_last_two_seeds_given_at_once_make_one_deal(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    outcomes(lambda: deal(alice, code, "a"), lambda: deal(bob, code, "b"))
    assert Seal.objects.get(number=1).player_seed == "a|b"
    assert not tables.see(reload(alice, code)).needs_deal


def test_playing_again_three_times_at_once_opens_one_game(alice: User) -> None:
    place = open_table(alice, "twoman")
    opening.abandon(place=place)
    assert len(set(run_at_once(*[lambda: opening.open_again(place=reload(alice, place.code))] * 3))) == 1


def test_a_rematch_asked_while_closed_opens_another(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    code = start_table(alice, bob)
    for user in (alice, bob):
        opening.abandon(place=reload(user, code))
    closed = joining.rematch(place=reload(alice, code)).code
    delete, is_closing = WaitingRoom.delete, threading.Event()

    def delete_slowly(room: WaitingRoom) -> None:
        delete(room)
        is_closing.set()
        wait_until_blocked()

    def ask() -> Room:
        assert is_closing.wait(30)
        return joining.rematch(place=reload(bob, code))

    monkeypatch.setattr(WaitingRoom, "delete", delete_slowly)
    _, found = run_at_once(lambda: joining.leave(person=Person(user=alice), code=closed), ask)
    assert found is not None and found.is_openers and found.code != closed


def run_during_start(code: str, opener: User, other: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the room's game; run `other` while the game's rows are written but not committed."""
    whole, written, begins = opening.new_game, threading.Event(), threading.Event()

    def slowly(**given: Any) -> Game:
        game = whole(**given)
        written.set()
        assert begins.wait(30)
        wait_until_blocked()
        return game

    def run_other() -> None:
        assert written.wait(30)
        begins.set()
        other()

    monkeypatch.setattr(opening, "new_game", slowly)
    run_at_once(lambda: joining.start(person=Person(user=opener), code=code), run_other, lost=())


def open_room_with(opener: User, other: Person) -> str:
    code = open_room(person=Person(user=opener), key="spades", chosen={}, level="normal")
    joining.join(person=other, token=rooms.room_of(person=Person(user=opener), code=code).token)
    return code


def test_a_guest_who_signs_up_during_the_start_has_a_seat(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest.objects.create()
    code = open_room_with(alice, Person(guest=guest))
    run_during_start(code, alice, lambda: adopt(guest=guest, user=bob), monkeypatch)
    seats = Game.objects.get().seats.filter(level="")
    assert set(seats.values_list("user__username", "guest")) == {("alice", None), ("bob", None)}
    leave(person=Person(user=bob))
    assert not Guest.objects.exists()


def test_an_account_removed_during_the_start_has_left(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    code = open_room_with(alice, Person(user=bob))
    run_during_start(code, alice, lambda: leave(person=Person(user=bob)), monkeypatch)
    assert list(User.objects.all()) == [alice]
    (left,) = Game.objects.get().seats.filter(level="", user=None)
    assert left.left_at is not None


def test_when_both_leave_at_once_the_game_ends(alice: User, bob: User) -> None:
    code = deal_first_hand(alice, bob)
    assert run_at_once(lambda: leave_game(alice, code), lambda: leave_game(bob, code)) == [None, None]
    assert Game.objects.get().status == Status.ABANDONED


def test_a_player_who_leaves_and_acts_at_once_has_acted_before_or_not_at_all(alice: User, bob: User) -> None:
    code = deal_first_hand(alice, bob)
    play_to_a_turn(code, alice, bob)
    turn, other = whose_turn(code, alice, bob)
    place, before = reload(turn, code), see(turn, code)
    action = before.view.legal[0].first
    results = run_at_once(
        lambda: play.submit(place=place, action=action, version=before.version),
        lambda: leave_game(turn, code),
        lost=(Stale, Refused),
    )
    entries = list(Entry.objects.filter(ordinal__gt=before.version).order_by("ordinal"))
    acted = [entry for entry in entries if entry.source == Entry.Source.PERSON]
    assert [entry.action for entry in entries if entry.source == Entry.Source.SEATING] == ['["leaves"]']
    assert bool(acted) is not isinstance(results[0], Stale | Refused)
    assert not acted or acted[0].ordinal == before.version + 1
    assert see(other, code).status is Status.PLAYING
    assert verification.differences(game=Game.objects.get()) == ()


def test_a_player_who_returns_while_the_stand_in_acts_has_the_seat(alice: User, bob: User) -> None:
    """The stand-in acts at most once."""
    code = deal_first_hand(alice, bob)
    play_to_a_turn(code, alice, bob)
    turn, other = whose_turn(code, alice, bob)
    leave_game(turn, code)
    version = send_stand_in(turn, code, sender=other).version
    run_at_once(lambda: come_back(turn, code), lambda: play.reply(code=code, version=version))
    assert logs.read(Game.objects.get(code=code)).absent == frozenset()
    acted = Entry.objects.filter(ordinal__gt=version, source=Entry.Source.COMPUTER).order_by("ordinal")
    assert [entry.ordinal for entry in acted] in ([], [version + 1])
    assert acted.exists() or see(turn, code).is_mine
    assert verification.differences(game=Game.objects.get()) == ()


def test_phrases_said_at_once_are_all_kept_in_order(alice: User, bob: User) -> None:
    code = start_table(alice, bob)
    says = [lambda one=one: company.say(place=reload(one, code), phrase=Phrase.HELLO) for one in (alice, bob)]
    run_at_once(*says * 3, lost=())
    assert sorted(Said.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert Game.objects.get().said == 6

"""What is told of whoever leaves a table of several people: to them, to the others, and by a replay."""

from typing import Any

import pytest
from django.test import Client

from accounts.leaving import leave
from accounts.models import User
from accounts.people import Person
from games.models import Game, Seat
from games.services.moves import play
from games.services.people import lobby
from games.services.table import tables
from games.snapshot import ANNULLED, Status
from tests.moves.together import back, dealt_to, leaves, play_hand, see, seen, stands_in, three, whose_turn
from tests.playing import again

pytestmark = pytest.mark.django_db


def test_my_games_says_so_and_it_holds_no_place_among_open_games(
    code: str, alice: User, bob: User, as_bob: Client, as_alice: Client
) -> None:
    before = lobby.open_count(Person(user=bob))
    page = as_bob.get(f"/games/{code}/abandon/").content.decode()
    assert "Leave this game?" in page and "The others may go on" in page
    assert "<title>Leave a game" in page
    as_bob.post(f"/games/{code}/abandon/")
    assert lobby.open_count(Person(user=bob)) == before - 1
    page = as_bob.get("/games/").content.decode()
    assert "You have left it: it may count as given up unless you come back." in page
    assert f"/games/{code}/abandon/" not in page
    assert "bob has left the game" in as_alice.get(f"/games/{code}/").content.decode()
    table = as_bob.get(f"/games/{code}/").content.decode()
    assert "You have left this table" in table and "Take your seat back" in table
    assert as_bob.get("/").content.decode().count(f"/games/{code}/") == 0
    assert as_bob.get(f"/games/{code}/abandon/").status_code == 302


@pytest.mark.parametrize("has_begun", [True, False])
def test_whoever_leaves_last_is_asked_by_what_it_counts_as(
    alice: User, bob: User, as_alice: Client, has_begun: bool
) -> None:
    code = dealt_to(alice, bob)
    if has_begun:
        play_hand(code, alice, bob)
    leaves(bob, code)
    page = as_alice.get(f"/games/{code}/abandon/").content.decode()
    assert ("stays in your list as given up" in page) is has_begun
    assert ("It has hardly begun, so it counts for nobody." in page) is not has_begun


@pytest.mark.parametrize("has_begun", [True, False])
def test_whoever_leaves_others_is_told_that_it_may_count_for_nobody(
    alice: User, bob: User, as_bob: Client, has_begun: bool
) -> None:
    """Before and after it, as long as it has hardly begun."""
    code = dealt_to(alice, bob)
    if has_begun:
        play_hand(code, alice, bob)
    asked = as_bob.get(f"/games/{code}/abandon/").content.decode()
    leaves(bob, code)
    for page in (asked, as_bob.get(f"/games/{code}/").content.decode()):
        assert "ounts as given up" in page
        assert ("end it now, it counts for nobody" in page) is not has_begun
    listed = as_bob.get("/games/").content.decode()
    assert f"You have left it: it {'counts' if has_begun else 'may count'} as given up unless you come back." in listed


def test_whoever_is_left_by_somebody_removed_is_asked_so_too(alice: User, bob: User, as_alice: Client) -> None:
    code = dealt_to(alice, bob)
    leave(person=Person(user=bob))
    assert "so it counts for nobody." in as_alice.get(f"/games/{code}/abandon/").content.decode()
    as_alice.post(f"/games/{code}/abandon/")
    assert Game.objects.get(code=code).why == ANNULLED


def test_a_new_game_leads_to_the_question_whether_to_leave(code: str, alice: User, bob: User, as_bob: Client) -> None:
    page = as_bob.get(f"/games/{code}/instead/").content.decode()
    assert f'href="/games/{code}/abandon/"' in page
    answer: Any = as_bob.post(f"/games/{code}/instead/")
    assert answer.headers["Location"] == f"/games/{code}/abandon/"
    assert Game.objects.get().status == Status.PLAYING


def test_a_page_of_whoever_left_keeps_no_table_awake(alice: User, bob: User, as_bob: Client) -> None:
    code, slow, (first, second) = three(alice, bob, User.objects.create_user("zoe"))
    leaves(bob, code)
    for user in (slow, first, second):
        seen(user, code, seconds=60)
    Game.objects.update(moved_at=Game.objects.get().started_at.replace(year=2020))
    Seat.objects.filter(user=bob).update(seen_at=None)
    as_bob.get(f"/games/{code}/")
    assert Seat.objects.get(user=bob).seen_at is None


def test_a_replay_tells_who_left_and_was_back(
    code: str, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    turn, other = whose_turn(code, alice, bob)
    leaves(turn, code)
    assert play.reply(code=code, version=stands_in(turn, code, by=other).version)
    back(turn, code)
    play_hand(code, alice, bob)
    pages = {"alice": as_alice, "bob": as_bob}
    theirs = pages[other.username].get(f"/games/{code}/hands/1/replay/").content.decode()
    mine = pages[turn.username].get(f"/games/{code}/hands/1/replay/").content.decode()
    for told in (f"{turn.username} left the game.", f"A stand-in took over for {turn.username}."):
        assert theirs.count(told) == 1
    assert theirs.count(f"{turn.username} was back.") == 1
    assert mine.count("You left the game.") == mine.count("You were back.") == 1


def test_those_who_are_here_are_told_by_their_rights(code: str, alice: User, bob: User) -> None:
    """Nothing of the seat that was left is seen by whoever stays."""
    other, gone = whose_turn(code, alice, bob)
    before = see(other, code).view
    leaves(gone, code)
    assert see(other, code).view == before
    assert tables.waits_for(again(gone, code)) is False

"""People somebody has played with: by name, the latest first, each to be asked again by the link of another table."""

import re

import pytest
from django.test import Client

from accounts.leaving import leave
from accounts.models import User
from accounts.people import Person
from games.models import Game, WaitingRoom
from tests.views.asking import read
from tests.views.rooms import asked_again, ended, joined, opened, shared, sitting
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


def named(client: Client) -> list[str]:
    """The names on the page, in their order."""
    return re.findall(r"<b>(\w+)</b><br>", read(client, "/people/"))


def test_nobody_yet(as_alice: Client, as_bob: Client, client: Client) -> None:
    as_alice.post("/play/")
    joined(as_bob, opened(as_alice))  # who only waits has not played
    for one in (as_alice, client):
        assert "Nobody yet." in text_of(one.get("/people/"))


def test_those_of_the_latest_game_are_first_and_named_once(
    as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    ended(as_alice, as_bob, "twoman")
    ended(as_alice, as_charlie, "cardduel")
    ended(as_alice, as_bob, "spades")
    assert named(as_alice) == ["bob", "charlie"]
    assert text_of(as_alice.get("/people/")).count("Ask again") == 2
    assert "bob Partner Spades ·" in text_of(as_alice.get("/people/"))
    assert named(as_charlie) == ["alice"]


def test_who_plays_just_now_is_named_by_a_game_that_is_over(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob, key="twoman")
    as_alice.post(f"/rooms/{room.code}/start/")
    assert named(as_alice) == []
    for client in (as_alice, as_bob):
        client.post(f"/games/{Game.objects.get().code}/abandon/")
    assert named(as_alice) == ["bob"]


def test_to_ask_again_opens_a_table_with_a_link_which_the_other_reads_of(as_alice: Client, as_bob: Client) -> None:
    code = ended(as_alice, as_bob)
    assert f'action="/games/{code}/again/"' in read(as_alice, "/people/")
    page = as_alice.post(f"/games/{code}/again/", follow=True)
    room = WaitingRoom.objects.get(game=None)
    assert f"/t/{room.token}/" in page.content.decode() and "alice" in sitting(room)
    assert "alice waits for you to play again." in text_of(as_bob.get("/games/"))


def test_who_has_left_the_house_is_not_named(as_alice: Client, as_bob: Client, bob: User) -> None:
    ended(as_alice, as_bob)
    leave(person=Person(user=bob))
    assert named(as_alice) == []


# -- a rematch that went on without somebody ---------------------------------------------------------------


def test_where_the_rematch_began_without_one_there_is_another_table_to_ask_others_to(
    as_alice: Client, as_bob: Client
) -> None:
    code, theirs = asked_again(as_alice, as_bob)
    as_bob.post(f"/rooms/{theirs.code}/start/")
    page = as_alice.post(f"/games/{code}/again/", follow=True)
    room = WaitingRoom.objects.get(game=None)
    assert "The others play again without you." in text_of(page)
    assert f"/t/{room.token}/" in page.content.decode() and room.follows is None
    assert sitting(room) == ["", "alice", "", ""] and room.options == Game.objects.get(code=code).options
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == f"/rooms/{room.code}/"
    assert joined(as_bob, room).headers["Location"] == f"/rooms/{room.code}/"
    again = as_alice.post(f"/games/{code}/again/").headers["Location"]
    assert again != f"/rooms/{room.code}/", "somebody sits there: who asks now asks others in"


def test_it_is_the_others_table_while_there_is_a_seat(as_alice: Client, as_bob: Client) -> None:
    code, _room = asked_again(as_alice, as_bob)
    page = as_alice.post(f"/games/{code}/again/", follow=True)
    assert "without you" not in text_of(page)
    assert sorted(filter(None, sitting(WaitingRoom.objects.get(game=None)))) == ["alice", "bob"]

"""A hand in which a computer player stood in for somebody, looked back on by each of the people."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Entry, Game
from games.services.people import company
from tests.moves.together import dealt_to, play_hand, played_to_a_turn, seen, whose_turn
from tests.playing import again
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


def test_the_replay_says_for_whom_a_stand_in_chose(as_alice: Client, as_bob: Client, alice: User, bob: User) -> None:
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    slow, other = whose_turn(code, alice, bob)
    seen(slow, code, seconds=40)
    seat = again(slow, code).seat
    company.stand_in(place=again(other, code), seat=seat)
    play_hand(code, other)
    chose = Entry.objects.filter(seat=seat, source=Entry.Source.COMPUTER)
    tricks = sum(entry.action.startswith('["play"') for entry in chose)
    assert tricks
    pages = {"alice": as_alice, "bob": as_bob}
    for name, client in pages.items():
        page = text_of(client.get(f"/games/{code}/hands/1/replay/"))
        who = "You" if name == slow.username else slow.username
        assert page.count(f"{who}: by a stand-in") == tricks
        assert page.count("by a stand-in") == tricks
    assert Game.objects.get().status == "playing"

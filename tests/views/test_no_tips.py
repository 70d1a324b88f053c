"""POST games/<code>/no-tips/: the tips of first games end at once and for good."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.people import Person
from games.models import Game, Seat
from games.services.people import lobby
from games.snapshot import Status
from tests.views.asking import pressed, read

pytestmark = pytest.mark.django_db


def test_a_first_game_gives_tips(as_alice: Client, code: str) -> None:
    assert "A lone low card" in read(as_alice, f"/games/{code}/")


def test_they_end_at_once(as_alice: Client, code: str) -> None:
    status, table = pressed(as_alice, code, "no-tips")
    assert status == 200 and 'id="table"' in table and "A lone low card" not in table
    assert "A lone low card" not in read(as_alice, f"/games/{code}/")


def test_without_script_the_page_comes_back(as_alice: Client, code: str) -> None:
    answer = as_alice.post(f"/games/{code}/no-tips/")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{code}/")


def test_other_preferences_stay(as_alice: Client, alice: User, code: str) -> None:
    Preferences.objects.create(user=alice, theme="dark")
    as_alice.post(f"/games/{code}/no-tips/")
    liked = Preferences.objects.get()
    assert (liked.theme, liked.lessons) == ("dark", False)


def test_whoever_has_finished_one_of_the_kind_is_taught_no_more(alice: User) -> None:
    person = Person(user=alice)
    code = lobby.open_game(person=person, key="twoman")
    assert Seat.objects.get(game__code=code, number=0).is_first
    Game.objects.update(status=Status.ABANDONED, ended_at=timezone.now())
    assert Seat.objects.get(game__code=lobby.open_game(person=person, key="twoman"), number=0).is_first
    Game.objects.filter(code=code).update(status=Status.FINISHED)
    assert not Seat.objects.get(game__code=lobby.open_game(person=person, key="twoman"), number=0).is_first
    assert Seat.objects.get(game__code=lobby.open_game(person=person, key="spades", level="normal"), number=0).is_first


def test_a_computer_player_is_never_taught(alice: User) -> None:
    code = lobby.open_game(person=Person(user=alice), key="twoman")
    assert not Seat.objects.get(game__code=code, number=1).is_first

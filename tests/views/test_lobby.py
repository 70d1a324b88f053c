"""The front page and a new game."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from games.engine.cards import cards
from games.models import Game, Seat, Setup, WaitingRoom, WaitingSeat
from games.registry import levels
from games.services.counting import tallies
from games.services.people import lobby
from games.snapshot import Status
from tests.conftest import client_of
from tests.moves import together
from tests.playing import MINE, dealt, place_for
from tests.records.stored import given_up
from tests.views.asking import read
from tests.views.rooms import joined, opened, shared, started
from tests.views.setting_up import COMPANY, NEW, SPADES, TWO_MAN, TWO_MAN_POST, text_of
from tests.views.written import written

pytestmark = pytest.mark.django_db


def test_home_offers_a_game_at_once(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert b"/play/" in page.content
    assert Guest.objects.count() == 0


def test_the_table_that_waits_is_the_one_press_of_the_front_page(as_alice: Client, alice: User) -> None:
    """Nothing there opens another one."""
    place_for(alice)
    place = place_for(alice, level="medium")
    page = read(as_alice, "/")
    assert re.findall(r"<(?:a|button)[^>]*btn--main[^>]*>", page) == [
        f'<a class="btn btn--main" href="/games/{place.code}/">'
    ]
    assert "/play/" not in page
    assert "Two-Man Spades, Medium: not dealt yet" in page and "1 more table of yours is open" in page


@pytest.mark.usefixtures("code")
def test_the_front_page_shows_the_own_cards_and_no_others(as_alice: Client) -> None:
    page = read(as_alice, "/")
    assert page.count('<span class="card">') == len(cards(MINE))
    assert written(page).cards == set(cards(MINE))
    assert "hand 1, and it is your move." in page


def test_the_front_page_says_at_which_other_table_people_wait(as_alice: Client, as_bob: Client) -> None:
    """In one sentence and in the title; a table with computer players alone waits for nobody."""
    room = shared(as_alice, as_bob, key="twoman")
    code = started(as_alice, room).split("/")[2]
    assert "Your move" not in text_of(as_alice.get("/")), "it is the table of the page itself"
    as_alice.post("/play/", {"another": "on"})
    page = as_alice.get("/")
    assert "<title>(1) A quiet card room" in page.content.decode()
    assert f'<a href="/games/{code}/">Two-Man Spades with bob</a>' in page.content.decode()
    as_alice.post(f"/games/{code}/deal/", {"seed": "a", "version": Game.objects.get(code=code).version})
    as_alice.post("/play/", {"another": "on"})
    answered = as_alice.get("/")
    assert "with bob" not in text_of(answered) and "<title>A quiet card room" in answered.content.decode()


def test_the_front_page_says_which_players_are_computers(as_alice: Client, as_bob: Client) -> None:
    started(as_alice, shared(as_alice, as_bob))
    page = text_of(as_alice.get("/"))
    assert "Your table is as you left it Partner Spades, " in page
    assert "bob" in page and "bob (computer)" not in page and page.count("(computer)") == 2


def test_the_front_page_says_when_a_computer_plays_for_you(alice: User, bob: User) -> None:
    code = together.dealt_to(alice, bob)
    together.played_to_a_turn(code, alice, bob)
    slow, other = together.stood_in(code, alice, bob)
    away, here = text_of(client_of(slow).get("/")), text_of(client_of(other).get("/"))
    assert f"A computer is playing for you Two-Man Spades, {other.username}: " in away and "your move" not in away
    assert f"Your table is as you left it Two-Man Spades, {slow.username} (computer): " in here


def test_the_front_page_says_whom_a_table_waits_for(as_alice: Client, as_bob: Client) -> None:
    """To whoever opened it and to whoever sits there, with the way to it, until it begins or its link has lapsed."""
    room = opened(as_alice)
    way = f'<a href="/rooms/{room.code}/">To the table</a>'
    assert "Your table of Partner Spades waits for 3 more." in text_of(as_alice.get("/"))
    assert way in read(as_alice, "/") and way not in read(as_bob, "/")
    joined(as_bob, room)
    assert "alice’s table of Partner Spades, where you sit, waits for 2 more." in text_of(as_bob.get("/"))
    WaitingRoom.objects.update(lapses_at=timezone.now())
    assert way not in read(as_alice, "/")
    WaitingRoom.objects.update(lapses_at=timezone.now() + timedelta(days=1))
    WaitingSeat.objects.filter(user=None).update(is_kept=True)
    assert "Everybody has come to your table of Partner Spades: you may start." in text_of(as_alice.get("/"))
    assert "alice’s table of Partner Spades is full and about to start." in text_of(as_bob.get("/"))
    as_alice.post(f"/rooms/{room.code}/start/")
    for client in (as_alice, as_bob):
        assert way not in read(client, "/")


def test_of_many_tables_that_wait_the_front_page_tells_the_latest(as_alice: Client) -> None:
    codes = [opened(as_alice).code for _ in range(4)]
    page = read(as_alice, "/")
    assert [f"/rooms/{code}/" in page for code in codes] == [False, True, True, True]


def test_games_are_offered_as_they_were_played_last(as_alice: Client, client: Client) -> None:
    as_alice.post(f"{SPADES}?variant=suicide", {**COMPANY, "allow_misdeals": "on"})
    page = read(as_alice, NEW)
    assert page.count("As last time") == 1
    assert "As last time: Suicide Spades, Normal, Misdeals: on" in page
    assert "As last time" not in read(client, "/")


def test_whoever_sets_a_game_up_is_told_of_the_table_that_is_open(as_alice: Client, alice: User) -> None:
    assert "A table of yours is open" not in read(as_alice, SPADES)
    place = place_for(alice)
    page = read(as_alice, SPADES)
    assert "A table of yours is open: Two-Man Spades, not dealt yet." in page and f"/games/{place.code}/" in page


def test_another_table_is_opened_only_when_asked_for(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    asked = as_alice.post("/play/")
    assert asked.status_code == 200 and f'href="/games/{place.code}/"' in asked.content.decode()
    assert Game.objects.count() == 1
    assert as_alice.post("/play/", {"another": "1"}).status_code == 302
    assert Game.objects.count() == 2


def test_the_front_page_comes_where_the_table_to_be_asked_about_has_ended_meanwhile(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "_going_on", lambda person: 1)
    answer = as_alice.post("/play/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_another_table_pressed_twice_is_one(as_alice: Client, alice: User) -> None:
    place_for(alice)
    for count in (2, 3):
        page = as_alice.post("/play/").content.decode()
        posted = {"another": page.partition('name="another" value="')[2].partition('"')[0]}
        first, second = (as_alice.post("/play/", posted)["Location"] for _ in range(2))
        assert first == second and Game.objects.count() == count


def test_whoever_waits_for_people_plays_now_all_the_same(as_alice: Client) -> None:
    opened(as_alice)
    assert as_alice.post("/play/")["Location"] == f"/games/{Game.objects.get().code}/"


def test_play_now_seats_a_guest_in_one_post(client: Client) -> None:
    response = client.post("/play/")
    game = Game.objects.get()
    assert response.status_code == 302
    assert response["Location"] == f"/games/{game.code}/"
    assert Seat.objects.get(game=game, number=0).guest == Guest.objects.get()
    assert client.get(response["Location"]).status_code == 200


def test_play_now_keeps_the_same_guest(client: Client) -> None:
    for _ in range(2):
        client.post("/play/", {"another": "1"})
    assert Guest.objects.count() == 1
    assert Seat.objects.filter(guest=Guest.objects.get()).count() == 2


@pytest.mark.parametrize(
    ("address", "posted"),
    [
        ("/play/", {"another": "1"}),
        (TWO_MAN, TWO_MAN_POST),
        ("/games/{code}/again/", {}),
        ("/games/{code}/hands/1/again/", {"step": "0"}),
        ("/boards/{today}/twoman/play/", {}),
    ],
    ids=["another", "set up", "once more", "a hand once more", "a board"],
)
def test_too_many_open_games_are_429(
    noon: None, as_alice: Client, alice: User, address: str, posted: dict[str, str]
) -> None:
    """However they are opened; and nothing is kept of it."""
    past = given_up(alice)
    for _ in range(lobby.MOST_OPEN):
        place_for(alice, level="medium")  # one like that of the past would be the next
    answer = as_alice.post(address.format(code=past.code, today=tallies.today()), posted)
    assert answer.status_code == 429
    assert "many games open" in answer.content.decode()
    assert Game.objects.filter(status=Status.PLAYING).count() == Game.objects.count() - 1 == lobby.MOST_OPEN
    assert not Setup.objects.exists()


def test_tables_that_wait_are_among_the_many_that_are_shown(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_OPEN", 1)
    room = opened(as_alice)
    answer = as_alice.post("/play/")
    assert answer.status_code == 429
    page = answer.content.decode()
    assert f'href="/rooms/{room.code}/"' in page and "No game yet" not in page


def test_abandon_asks_first(as_alice: Client, code: str) -> None:
    asks = f"/games/{code}/abandon/"
    assert re.search(rf'href="{asks}">\s*Give up this game', read(as_alice, f"/games/{code}/"))
    assert as_alice.get(asks).status_code == 200
    assert Game.objects.get().status == Status.PLAYING
    assert as_alice.post(asks).status_code == 302
    assert Game.objects.get().status == Status.ABANDONED
    over = as_alice.get(f"/games/{code}/")
    assert over.status_code == 200 and asks not in over.content.decode()


def test_a_game_that_is_over_is_not_asked_about_nor_given_up_twice(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    address = f"/games/{place.code}/abandon/"
    for _ in range(2):
        assert as_alice.post(address).status_code == 302
    response = as_alice.get(address)
    assert (response.status_code, response["Location"]) == (302, f"/games/{place.code}/")


def test_again_opens_the_same_kind_of_game(as_alice: Client, alice: User) -> None:
    place = place_for(alice, level="medium", target=200)
    lobby.abandon(place=place)
    response = as_alice.post(f"/games/{place.code}/again/")
    game = Game.objects.get(code=response["Location"].split("/")[2])
    assert game.options == {"target": 200}
    assert game.seats.get(number=1).level == "medium"


# -- another game from the table --------------------------------------------------------------------------


@pytest.mark.parametrize("key", lobby.offered())
def test_the_table_of_every_game_offers_a_new_one(as_alice: Client, alice: User, key: str) -> None:
    code = lobby.open_game(person=Person(user=alice), key=key, level=levels(key)[0])
    address = f"/games/{code}/instead/"
    assert f'href="{address}"' in read(as_alice, f"/games/{code}/")
    assert f'href="{address}"' not in read(as_alice, "/games/")


def test_a_new_game_asks_before_the_running_one_is_given_up(as_alice: Client, alice: User) -> None:
    place = place_for(alice, level="medium", target=200)
    dealt(place)
    asked = read(as_alice, f"/games/{place.code}/instead/")
    assert "Give up and start another" in asked and f"/games/{place.code}/" in asked
    assert Game.objects.get().status == Status.PLAYING
    response = as_alice.post(f"/games/{place.code}/instead/")
    given_up, opened = Game.objects.order_by("pk")
    assert response["Location"] == f"/games/{opened.code}/"
    assert (given_up.status, given_up.gave_up) == (Status.ABANDONED, 0)
    assert (opened.options, opened.seats.get(number=1).level) == ({"target": 200}, "medium")


def test_a_new_game_after_one_that_is_over_gives_nothing_up(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    lobby.abandon(place=place)
    ended_at = Game.objects.get().ended_at
    assert "Give up" not in read(as_alice, f"/games/{place.code}/instead/")
    assert as_alice.post(f"/games/{place.code}/instead/").status_code == 302
    assert [game.ended_at for game in Game.objects.order_by("pk")] == [ended_at, None]


def test_a_new_game_in_place_of_one_of_too_many_can_be_had(as_alice: Client, alice: User) -> None:
    """Pressed twice it is one, and nothing else is given up."""
    places = [place_for(alice), *(place_for(alice, level="medium") for _ in range(lobby.MOST_OPEN - 1))]
    first, second = (as_alice.post(f"/games/{places[0].code}/instead/") for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first.headers["Location"] == second.headers["Location"]
    assert Game.objects.filter(status=Status.PLAYING).count() == lobby.MOST_OPEN

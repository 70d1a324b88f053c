"""The front page and a new game."""

import pytest
from django.test import Client

from accounts.models import Guest, User
from accounts.people import Person
from games.models import Game, Seat, Status
from games.services import lobby
from tests.playing import dealt, place_for

pytestmark = pytest.mark.django_db


def test_home_offers_a_game_at_once(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert b"/play/" in page.content
    assert Guest.objects.count() == 0


def test_home_offers_to_resume(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    assert f"/games/{place.code}/" in as_alice.get("/").content.decode()


def test_play_now_seats_a_guest_in_one_post(client: Client) -> None:
    response = client.post("/play/")
    game = Game.objects.get()
    assert response.status_code == 302
    assert response["Location"] == f"/games/{game.code}/"
    assert Seat.objects.get(game=game, number=0).guest == Guest.objects.get()
    assert client.get(response["Location"]).status_code == 200


def test_play_now_keeps_the_same_guest(client: Client) -> None:
    client.post("/play/")
    client.post("/play/")
    assert Guest.objects.count() == 1
    assert Seat.objects.filter(guest=Guest.objects.get()).count() == 2


def test_play_now_rejects_get(client: Client) -> None:
    assert client.get("/play/").status_code == 405


def test_too_many_open_games_are_429(as_alice: Client, alice: User) -> None:
    for _ in range(lobby.MOST_OPEN):
        place_for(alice)
    assert as_alice.post("/play/").status_code == 429
    assert Game.objects.count() == lobby.MOST_OPEN


def test_abandon_asks_first(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    dealt(place)
    assert as_alice.get(f"/games/{place.code}/abandon/").status_code == 200
    assert Game.objects.get().status == Status.PLAYING
    assert as_alice.post(f"/games/{place.code}/abandon/").status_code == 302
    assert Game.objects.get().status == Status.ABANDONED
    assert as_alice.get(f"/games/{place.code}/").status_code == 200


def test_a_game_that_is_over_is_not_asked_about(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    lobby.abandon(place=place)
    response = as_alice.get(f"/games/{place.code}/abandon/")
    assert (response.status_code, response["Location"]) == (302, f"/games/{place.code}/")


def test_abandon_twice_is_harmless(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    for _ in range(2):
        assert as_alice.post(f"/games/{place.code}/abandon/").status_code == 302


def test_nobody_abandons_anothers_game(as_charlie: Client, alice: User) -> None:
    place = place_for(alice)
    assert as_charlie.post(f"/games/{place.code}/abandon/").status_code == 404
    assert Game.objects.get().status == Status.PLAYING


def test_again_opens_the_same_kind_of_game(as_alice: Client, alice: User) -> None:
    place = place_for(alice, level="medium", target=200)
    lobby.abandon(place=place)
    response = as_alice.post(f"/games/{place.code}/again/")
    game = Game.objects.get(code=response["Location"].split("/")[2])
    assert game.options == {"target": 200}
    assert game.seats.get(number=1).level == "medium"


def test_again_with_too_many_open_games_is_429(as_alice: Client, alice: User) -> None:
    place = place_for(alice)
    lobby.abandon(place=place)
    for _ in range(lobby.MOST_OPEN):
        place_for(alice)
    assert as_alice.post(f"/games/{place.code}/again/").status_code == 429
    assert Game.objects.filter(status=Status.PLAYING).count() == lobby.MOST_OPEN


# -- another game from the table --------------------------------------------------------------------------


@pytest.mark.parametrize("key", lobby.offered())
def test_the_table_of_every_game_offers_a_new_one(as_alice: Client, alice: User, key: str) -> None:
    code = lobby.open_game(person=Person(user=alice), key=key, level=lobby.levels(key)[0])
    address = f"/games/{code}/instead/"
    assert f'href="{address}"' in as_alice.get(f"/games/{code}/").content.decode()
    assert f'href="{address}"' not in as_alice.get("/games/").content.decode()


def test_a_new_game_asks_before_the_running_one_is_given_up(as_alice: Client, alice: User) -> None:
    place = place_for(alice, level="medium", target=200)
    dealt(place)
    asked = as_alice.get(f"/games/{place.code}/instead/").content.decode()
    assert "Give up and play anew" in asked and f"/games/{place.code}/" in asked
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
    assert "Give up" not in as_alice.get(f"/games/{place.code}/instead/").content.decode()
    assert as_alice.post(f"/games/{place.code}/instead/").status_code == 302
    assert [game.ended_at for game in Game.objects.order_by("pk")] == [ended_at, None]


def test_a_new_game_in_place_of_one_of_too_many_can_be_had(as_alice: Client, alice: User) -> None:
    places = [place_for(alice) for _ in range(lobby.MOST_OPEN)]
    assert as_alice.post(f"/games/{places[0].code}/instead/").status_code == 302
    assert as_alice.post(f"/games/{places[0].code}/instead/").status_code == 429
    assert Game.objects.filter(status=Status.PLAYING).count() == lobby.MOST_OPEN


def test_nobody_replaces_anothers_game(as_charlie: Client, alice: User) -> None:
    place = place_for(alice)
    for response in (as_charlie.get, as_charlie.post):
        assert response(f"/games/{place.code}/instead/").status_code == 404
    assert Game.objects.get().status == Status.PLAYING

"""The front page and a new game."""

import pytest
from django.test import Client

from accounts.models import Guest, User
from games.models import Game, Seat, Status
from games.services import lobby
from tests.playing import dealt, place_for

pytestmark = pytest.mark.django_db
OPTIONS = {
    "level": "medium",
    "target": "200",
    "mercy_lead": "300",
    "nil_points": "100",
    "first_lead": "odd",
    "blind_deficit": "100",
}


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


def test_new_shows_every_option(as_alice: Client) -> None:
    page = as_alice.get("/games/new/").content.decode()
    for option in lobby.options("twoman"):
        assert f'name="{option.key}"' in page


def test_new_opens_a_game_with_the_options(as_alice: Client) -> None:
    response = as_alice.post("/games/new/", OPTIONS)
    game = Game.objects.get()
    assert response["Location"] == f"/games/{game.code}/"
    assert game.options == {"target": 200, "nil_points": 100, "first_lead": "odd", "denial": False}
    assert Seat.objects.get(game=game, number=1).level == "medium"


BAD = {
    "target": ["", "95", "305", "1010", "abc", "NaN", "1e9", "9" * 50],
    "nil_points": ["150", "", "two hundred"],
    "first_lead": ["even", ""],
    "level": ["", "random", "god"],
    "blind_deficit": ["49", "305"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_new_refuses_what_is_out_of_range(as_alice: Client, name: str, value: str) -> None:
    response = as_alice.post("/games/new/", {**OPTIONS, name: value})
    assert response.status_code == 400
    assert b"aria-invalid" in response.content
    assert Game.objects.count() == 0


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

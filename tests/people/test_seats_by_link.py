"""Seats that are offered to people by a link, chosen on the setup page of a game; bots hold the other seats."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Guest
from games.people import setups
from games.people.models import Setup
from games.registry import GAMES, levels, ruleset
from games.table.models import Game
from games.table.room_models import WaitingRoom
from tests.asking import read
from tests.lobby.setting_up import COMPANY, CUSTOM_POST, SPADES, TWO_MAN_POST, text_of
from tests.people.rooms import join_room, link_of, seated_names
from tools.reading import read as fields

pytestmark = pytest.mark.django_db
WHIST = "/games/new/bidwhist/"


def set_up_address(key: str, variant: str = "") -> str:
    return f"/games/new/{key}/" + (f"?variant={variant}" if variant else "")


def fields_offered(client: Client, key: str, variant: str = "") -> dict[str, str]:
    """Return the fields that a browser would post from the untouched page."""
    return fields(read(client, set_up_address(key, variant))).fields


@pytest.mark.parametrize(("key", "variant"), [*((key, "") for key in GAMES), ("spades", "solo")])
def test_in_every_game_one_seat_is_offered_by_link_and_bots_keep_the_others(
    as_alice: Client, as_bob: Client, key: str, variant: str
) -> None:
    others = range(1, ruleset(key).seats)
    usual = fields_offered(as_alice, key, variant)
    assert "name" not in usual, "an account is asked for a name"
    page = read(as_alice, set_up_address(key, variant))
    assert page.count("<small>your partner</small>") == (ruleset(key).seats == 4 and variant != "solo")
    assert [usual[f"place_{place}"] for place in others] == ["computer" for _ in others]
    given = others[len(others) // 2]
    response = as_alice.post(set_up_address(key, variant), {**usual, f"place_{given}": "link"})
    room = WaitingRoom.objects.get()
    assert response.headers["Location"] == f"/rooms/{room.code}/"
    kept = room.seats.filter(is_kept=True).order_by("number")
    assert [seat.number for seat in kept] == [place for place in others if place != given]
    assert "One seat is open" in text_of(as_alice.get(f"/rooms/{room.code}/"))
    join_room(as_bob, room)
    assert seated_names(room)[given] == "bob"
    assert "You can start." in text_of(as_alice.get(f"/rooms/{room.code}/"))
    as_alice.post(f"/rooms/{room.code}/start/")
    game = Game.objects.get()
    seats = list(game.seats.order_by("number"))
    assert [seat.level for seat in seats] == ["" if place in (0, given) else levels(key)[0] for place in (0, *others)]
    assert [seat.side for seat in seats] == [ruleset(key).side(game.options, place) for place in (0, *others)]
    for client in (as_alice, as_bob):
        assert client.get(f"/rooms/{room.code}/").headers["Location"] == f"/games/{game.code}/"


def test_the_chosen_bots_have_their_level_and_place(as_alice: Client) -> None:
    chosen = {**COMPANY, "across": "bruno", "level_odile": "expert", "place_2": "link"}
    as_alice.post(SPADES, {**CUSTOM_POST, **chosen}, query_params={"variant": "custom1"})
    room = WaitingRoom.objects.get()
    page = text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert "Start with Bruno (normal) in the open seat" in page
    assert "computer, normal" in page and "computer, expert" in page
    as_alice.post(f"/rooms/{room.code}/start/")
    there = Game.objects.get().seats.order_by("number").values_list("name", "level")
    assert list(there) == [("", ""), ("", "normal"), ("Bruno", "normal"), ("Odile", "expert")]


def test_options_clock_and_onlookers_are_those_of_the_form(as_alice: Client, as_bob: Client) -> None:
    as_alice.post("/games/new/twoman/", {**TWO_MAN_POST, "place_1": "link", "clock": "90", "onlookers": "on"})
    room = WaitingRoom.objects.get()
    assert (room.clock, room.onlookers) == (90, True)
    assert room.options == {"target": 200, "nil_points": 100, "first_lead": "odd", "denial": False}
    page = as_alice.get(f"/rooms/{room.code}/")
    assert f"http://testserver/t/{room.token}/" in page.content.decode()
    assert 'aria-label="QR code of the link"' in page.content.decode() and "What you’ll play" in text_of(page)
    assert "Time per turn: 90 seconds." in text_of(as_bob.get(link_of(room)))
    join_room(as_bob, room)
    as_alice.post(f"/rooms/{room.code}/start/")
    assert Game.objects.get().clock == 90


def test_the_seats_offered_are_the_default_next_time(as_alice: Client, as_bob: Client) -> None:
    posted = {**fields_offered(as_alice, "bidwhist"), "place_3": "link", "clock": "30", "onlookers": "on"}
    as_alice.post(WHIST, posted)
    again = fields_offered(as_alice, "bidwhist")
    assert [again[f"place_{place}"] for place in (1, 2, 3)] == ["computer", "computer", "link"]
    assert (again["clock"], again["onlookers"]) == ("30", "on")
    assert "someone you invite on your right" in text_of(as_alice.get(WHIST))
    assert fields_offered(as_bob, "bidwhist")["place_3"] == "computer"
    as_alice.post(WHIST, {**posted, "place_3": "computer"})
    assert Game.objects.get().clock == 0  # a game with bots alone has no clock
    assert Setup.objects.get().people == {"places": [], "clock": 30, "onlookers": True}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("target", "0"), ("place_2", "link"), ("place_1", "bob"), ("place_1", "\0")),
        *(("clock", "31"), ("clock", "-30"), ("clock", "9" * 400)),
    ],
)
def test_values_not_offered_are_refused(as_alice: Client, name: str, value: str) -> None:
    response = as_alice.post("/games/new/twoman/", {**TWO_MAN_POST, "place_1": "link", name: value})
    assert response.status_code == 422
    assert name in ("target", "place_2") or "Choose one of the options." in text_of(response)
    assert not WaitingRoom.objects.exists() and not Game.objects.exists() and not Setup.objects.exists()


@pytest.fixture
def room(as_alice: Client) -> WaitingRoom:
    """Return alice's room of Bid Whist: the seat across is open; Bruno and Odile hold the other two."""
    as_alice.post(WHIST, {**fields_offered(as_alice, "bidwhist"), "place_2": "link"})
    return WaitingRoom.objects.get()


def names(client: Client, room: WaitingRoom) -> Any:
    return [seat["name"] for seat in client.get(f"/rooms/{room.code}/").context["page"]["seats"]]


def test_only_the_owner_moves_bots(as_alice: Client, as_bob: Client, as_charlie: Client, room: WaitingRoom) -> None:
    assert "aliceBruno (easy)Odile (easy)" in text_of(as_bob.get(link_of(room)))
    join_room(as_bob, room)
    assert as_charlie.get(link_of(room)).status_code == 410
    for what in ("swap/1/", "seats/1/free/"):
        assert "Only the table’s owner" in text_of(as_bob.post(f"/rooms/{room.code}/{what}", follow=True))
    as_alice.post(f"/rooms/{room.code}/swap/1/")
    assert names(as_alice, room) == ["Bruno", "alice", "bob", "Odile"]
    as_alice.post(f"/rooms/{room.code}/seats/3/free/", {"name": "Odile"})
    assert names(as_alice, room) == ["Bruno", "alice", "bob", "Open seat"]
    join_room(as_charlie, room)
    assert seated_names(room) == ["", "alice", "bob", "charlie"]
    as_alice.post(f"/rooms/{room.code}/start/")
    assert Game.objects.get().seats.get(number=0).name == "Bruno"


def test_a_full_room_offers_its_link_to_spectators_only(as_alice: Client, as_bob: Client, room: WaitingRoom) -> None:
    join_room(as_bob, room)
    page = as_alice.get(f"/rooms/{room.code}/")
    assert room.token not in page.content.decode() and "New link" not in text_of(page)
    assert "Invite someone" not in text_of(page)
    as_alice.post(f"/rooms/{room.code}/onlookers/", {"allowed": "on"})
    page = as_alice.get(f"/rooms/{room.code}/")
    assert room.token in page.content.decode()
    assert "Invite someone to watch" in text_of(page) and ">Invite someone<" not in page.content.decode()
    as_alice.post(f"/rooms/{room.code}/seats/2/free/", {"name": "bob"})
    assert ">Invite someone<" in as_alice.get(f"/rooms/{room.code}/").content.decode()


@pytest.mark.parametrize(
    ("called", "named"), [({"name": " Joanna  B "}, "Joanna B"), ({"name": ""}, "Guest 1"), ({}, "Guest 1")]
)
def test_a_guest_without_a_name_is_asked_for_one(client: Client, called: dict[str, str], named: str) -> None:
    usual = fields_offered(client, "spades")
    assert usual["name"] == ""
    client.post(SPADES, {**usual, "place_2": "link", **called})
    assert f"{named} invites you to a game" in text_of(Client().get(link_of(WaitingRoom.objects.get()))).replace(
        f"Guest {Guest.objects.get().pk} ", "Guest 1 "
    )
    assert ("name" in fields_offered(client, "spades")) is (not called.get("name"))


def test_a_reserved_name_is_refused_where_people_are_invited(client: Client) -> None:
    usual = fields_offered(client, "spades")
    refused = client.post(SPADES, {**usual, "place_2": "link", "name": "Marta"})
    assert refused.status_code == 422 and not WaitingRoom.objects.exists() and not Guest.objects.exists()
    assert 'value="Marta"' in refused.content.decode()
    assert client.post(SPADES, {**usual, "name": "Marta"}).status_code == 302
    assert Guest.objects.get().name == ""


@pytest.mark.parametrize("given", [{}, {"place_2": "link"}], ids=["game", "room"])
def test_a_double_submit_opens_one_game_and_other_settings_another(as_alice: Client, given: dict[str, str]) -> None:
    posted = {**fields_offered(as_alice, "spades"), **given}
    first, second = (as_alice.post(set_up_address("spades"), posted).headers["Location"] for _ in range(2))
    assert first == second
    other = as_alice.post(set_up_address("spades"), {**posted, "level_odile": "expert"}).headers["Location"]
    assert other != first


@pytest.mark.parametrize("is_later", [True, False], ids=["later", "after a game given up"])
def test_the_same_settings_open_another_room_later(as_alice: Client, is_later: bool) -> None:
    posted = {**fields_offered(as_alice, "spades"), "place_2": "link"}
    first = as_alice.post(set_up_address("spades"), posted).headers["Location"]
    if is_later:
        Setup.objects.update(used_at=timezone.now() - setups.ONE_PRESS)
    else:
        as_alice.post(f"{as_alice.post(f'{first}start/').headers['Location']}abandon/")
    second = as_alice.post(set_up_address("spades"), posted).headers["Location"]
    assert second != first and as_alice.get(second).status_code == 200

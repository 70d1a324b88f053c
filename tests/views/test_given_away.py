"""Seats given away on the page of a game: to somebody by link, while computer players keep the others."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Guest
from games.models import Game, Setup, WaitingRoom
from games.registry import GAMES, levels, ruleset
from games.services.people import setups
from games.services.people.setups import variants
from tests.pages import markup
from tests.reading import read as fields
from tests.views.asking import read
from tests.views.rooms import joined, link, sitting
from tests.views.setting_up import COMPANY, CUSTOM_POST, SPADES, TWO_MAN_POST, text_of

pytestmark = pytest.mark.django_db
WHIST = "/games/new/bidwhist/"
PAGES = [(key, variant) for key in GAMES for variant in variants(key) or ("",)]


def address(key: str, variant: str = "") -> str:
    return f"/games/new/{key}/" + (f"?variant={variant}" if variant else "")


def offered(client: Client, key: str, variant: str = "") -> dict[str, str]:
    """What a browser would post of the page as it comes."""
    return fields(read(client, address(key, variant))).fields


@pytest.mark.parametrize(("key", "variant"), PAGES)
def test_a_seat_is_given_away_in_every_game(as_alice: Client, as_bob: Client, key: str, variant: str) -> None:
    """The others are kept, so one who comes is enough, and nobody has to be filled in."""
    others = range(1, ruleset(key).seats)
    usual = offered(as_alice, key, variant)
    assert [usual[f"place_{place}"] for place in others] == ["computer" for _ in others]
    given = others[len(others) // 2]
    response = as_alice.post(address(key, variant), {**usual, f"place_{given}": "link"})
    room = WaitingRoom.objects.get()
    assert response.headers["Location"] == f"/rooms/{room.code}/"
    assert [seat.number for seat in room.seats.filter(is_kept=True).order_by("number")] == [
        place for place in others if place != given
    ]
    assert "One seat is open" in text_of(as_alice.get(f"/rooms/{room.code}/"))
    joined(as_bob, room)
    assert sitting(room)[given] == "bob"
    assert "You may start." in text_of(as_alice.get(f"/rooms/{room.code}/"))
    as_alice.post(f"/rooms/{room.code}/start/")
    levels_there = list(Game.objects.get().seats.order_by("number").values_list("level", flat=True))
    assert levels_there == ["" if place in (0, given) else levels(key)[0] for place in range(len(others) + 1)]


def test_the_players_that_were_chosen_sit_down(as_alice: Client) -> None:
    """Also where the seat stays open: each has the level and the place the form gave it."""
    chosen = {**COMPANY, "across": "bruno", "level_odile": "expert", "place_2": "link"}
    as_alice.post(SPADES, {**CUSTOM_POST, **chosen}, query_params={"variant": "custom1"})
    room = WaitingRoom.objects.get()
    page = text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert "Start, with Bruno (normal) in the open seat" in page
    assert "computer, normal" in page and "computer, expert" in page
    as_alice.post(f"/rooms/{room.code}/start/")
    there = Game.objects.get().seats.order_by("number").values_list("name", "level")
    assert list(there) == [("", ""), ("", "normal"), ("Bruno", "normal"), ("Odile", "expert")]


def test_clock_and_onlookers_are_set_before_anybody_comes(as_alice: Client, as_bob: Client) -> None:
    as_alice.post("/games/new/twoman/", {**TWO_MAN_POST, "place_1": "link", "clock": "90", "onlookers": "on"})
    room = WaitingRoom.objects.get()
    assert (room.clock, room.onlookers) == (90, True)
    joined(as_bob, room)
    as_alice.post(f"/rooms/{room.code}/start/")
    assert Game.objects.get().clock == 90


def test_it_is_kept_for_the_next_game(as_alice: Client, as_bob: Client) -> None:
    posted = {**offered(as_alice, "bidwhist"), "place_3": "link", "clock": "30", "onlookers": "on"}
    as_alice.post(WHIST, posted)
    again = offered(as_alice, "bidwhist")
    assert [again[f"place_{place}"] for place in (1, 2, 3)] == ["computer", "computer", "link"]
    assert (again["clock"], again["onlookers"]) == ("30", "on")
    assert "somebody by link on your right" in text_of(as_alice.get(WHIST))
    assert offered(as_bob, "bidwhist")["place_3"] == "computer"
    as_alice.post(WHIST, {**posted, "place_3": "computer"})
    assert Game.objects.get().clock == 0, "without people there is no clock"
    assert Setup.objects.get().people == {"places": [], "clock": 30, "onlookers": True}


@pytest.mark.parametrize(
    ("name", "value"), [("place_1", "bob"), ("place_1", "\0"), ("clock", "31"), ("clock", "-30"), ("clock", "9" * 400)]
)
def test_what_is_not_offered_is_refused(as_alice: Client, name: str, value: str) -> None:
    response = as_alice.post("/games/new/twoman/", {**TWO_MAN_POST, "place_1": "link", name: value})
    assert response.status_code == 422 and "Choose one of those offered." in text_of(response)
    assert not WaitingRoom.objects.exists() and not Game.objects.exists() and not Setup.objects.exists()


def test_a_place_that_the_table_does_not_have_is_refused(as_alice: Client) -> None:
    response = as_alice.post("/games/new/twoman/", {**TWO_MAN_POST, "place_2": "link"})
    assert response.status_code == 422 and not WaitingRoom.objects.exists()


@pytest.mark.parametrize(("variant", "partners"), [("partner", 1), ("solo", 0)])
def test_a_partner_is_called_so(as_alice: Client, variant: str, partners: int) -> None:
    page = markup.read(read(as_alice, SPADES, {"variant": variant})).text
    assert page.count("your partner") == partners


# -- a seat that is kept ---------------------------------------------------------------------------------


@pytest.fixture
def room(as_alice: Client) -> WaitingRoom:
    """Alice’s, with the seat across open and Bruno and Odile beside it."""
    as_alice.post(WHIST, {**offered(as_alice, "bidwhist"), "place_2": "link"})
    return WaitingRoom.objects.get()


def names(client: Client, room: WaitingRoom) -> Any:
    return [seat.name for seat in client.get(f"/rooms/{room.code}/").context["page"].seats]


def test_a_computer_players_seat_is_freed(
    as_alice: Client, as_bob: Client, as_charlie: Client, room: WaitingRoom
) -> None:
    joined(as_bob, room)
    assert as_charlie.get(link(room)).status_code == 410
    as_alice.post(f"/rooms/{room.code}/seats/3/free/", {"name": "Odile"})
    assert names(as_alice, room) == ["alice", "Bruno", "bob", "Open seat"]
    joined(as_charlie, room)
    assert sitting(room) == ["alice", "", "bob", "charlie"]


def test_only_whoever_opened_the_table_moves_a_computer_player(
    as_alice: Client, as_bob: Client, room: WaitingRoom
) -> None:
    joined(as_bob, room)
    for what in ("swap/1/", "seats/1/free/"):
        assert "Only whoever opened the table" in text_of(as_bob.post(f"/rooms/{room.code}/{what}", follow=True))
    assert names(as_alice, room) == ["alice", "Bruno", "bob", "Odile"]
    as_alice.post(f"/rooms/{room.code}/swap/1/")
    assert names(as_alice, room) == ["Bruno", "alice", "bob", "Odile"]
    as_alice.post(f"/rooms/{room.code}/start/")
    assert list(Game.objects.get().seats.order_by("number").values_list("name", flat=True)) == [
        "Bruno",
        "",
        "",
        "Odile",
    ]


def test_whoever_is_asked_reads_who_is_there(as_bob: Client, room: WaitingRoom) -> None:
    assert "aliceBruno (easy)Odile (easy)" in text_of(as_bob.get(link(room)))


def test_two_without_a_name_are_told_apart(client: Client, as_alice: Client, room: WaitingRoom) -> None:
    as_alice.post(f"/rooms/{room.code}/seats/1/free/", {"name": "Bruno"})
    for guest in (client, Client()):
        joined(guest, room)
    there = names(as_alice, room)
    assert len(set(there)) == 4 and sum(name.startswith("Guest ") for name in there) == 2
    as_alice.post(f"/rooms/{room.code}/start/")
    table = text_of(as_alice.get(f"/games/{Game.objects.get().code}/"))
    assert all(name in table for name in there[1:])


# -- a link that leads nobody anywhere -------------------------------------------------------------------


def test_a_full_room_offers_no_link(as_alice: Client, as_bob: Client, room: WaitingRoom) -> None:
    joined(as_bob, room)
    page = as_alice.get(f"/rooms/{room.code}/")
    assert room.token not in page.content.decode() and "Another link" not in text_of(page)
    assert "Ask somebody in" not in text_of(page)
    as_alice.post(f"/rooms/{room.code}/seats/2/free/", {"name": "bob"})
    assert room.token in read(as_alice, f"/rooms/{room.code}/")


def test_a_full_room_offers_its_link_to_whoever_looks_on(as_alice: Client, as_bob: Client, room: WaitingRoom) -> None:
    joined(as_bob, room)
    as_alice.post(f"/rooms/{room.code}/onlookers/", {"allowed": "on"})
    page = as_alice.get(f"/rooms/{room.code}/")
    assert room.token in page.content.decode()
    assert "Ask somebody to look on" in text_of(page) and "Ask somebody in" not in text_of(page)


# -- what somebody is called -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("called", "named"),
    [({"name": " Joanna  B "}, "Joanna B"), ({"name": ""}, "Guest 1"), ({}, "Guest 1")],
)
def test_whoever_has_no_name_is_asked_for_one(client: Client, called: dict[str, str], named: str) -> None:
    """With the seats that are given away, or everybody who follows the link is asked in by a number."""
    usual = offered(client, "spades")
    assert usual["name"] == ""
    client.post(SPADES, {**usual, "place_2": "link", **called})
    assert f"{named} invites you to a game" in text_of(Client().get(link(WaitingRoom.objects.get()))).replace(
        f"Guest {Guest.objects.get().pk} ", "Guest 1 "
    )
    assert ("name" in offered(client, "spades")) is (not called.get("name")), "asked once"


def test_a_name_that_nobody_may_have_is_refused_where_it_counts(client: Client) -> None:
    usual = offered(client, "spades")
    refused = client.post(SPADES, {**usual, "place_2": "link", "name": "Marta"})
    assert refused.status_code == 422 and not WaitingRoom.objects.exists() and not Guest.objects.exists()
    assert 'value="Marta"' in refused.content.decode(), "it stands there to be changed"
    assert client.post(SPADES, {**usual, "name": "Marta"}).status_code == 302, "alone nobody is called anything"
    assert Guest.objects.get().name == ""


def test_an_account_is_not_asked_for_a_name(as_alice: Client) -> None:
    assert "name" not in offered(as_alice, "spades")


@pytest.mark.parametrize("given", [{}, {"place_2": "link"}], ids=["a game", "a table that waits"])
def test_pressed_twice_it_is_one(as_alice: Client, given: dict[str, str]) -> None:
    """As a browser without script sends it when the button is pressed twice."""
    posted = {**offered(as_alice, "spades"), **given}
    first, second = (as_alice.post(address("spades"), posted).headers["Location"] for _ in range(2))
    assert first == second
    other = as_alice.post(address("spades"), {**posted, "level_odile": "expert"}).headers["Location"]
    assert other != first


def test_two_tables_set_up_alike_one_after_the_other_are_two(as_alice: Client) -> None:
    """One for each of two friends."""
    posted = {**offered(as_alice, "spades"), "place_2": "link"}
    first = as_alice.post(address("spades"), posted).headers["Location"]
    Setup.objects.update(used_at=timezone.now() - setups.ONE_PRESS)
    assert as_alice.post(address("spades"), posted).headers["Location"] != first


def test_the_next_table_right_after_a_game_that_was_given_up_is_another(as_alice: Client) -> None:
    posted = {**offered(as_alice, "spades"), "place_2": "link"}
    first = as_alice.post(address("spades"), posted).headers["Location"]
    table = as_alice.post(f"{first}start/").headers["Location"]
    assert as_alice.post(f"{table}abandon/").status_code == 302
    second = as_alice.post(address("spades"), posted).headers["Location"]
    assert second != first
    assert as_alice.get(second).status_code == 200

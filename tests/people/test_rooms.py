"""Waiting rooms: link, seats, start, and the texts of room, invitation and lists."""

import struct
from datetime import timedelta
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Guest, User
from accounts.people import LATELY, Person, adopt
from games.company import ByLink
from games.people import joining, rooms
from games.people import views as views
from games.table import opening
from games.table.models import Game, Seat
from games.table.opening import MOST_OPEN
from games.table.room_models import WaitingRoom, WaitingSeat
from tests.accounts.people import become_guest
from tests.asking import HTMX, previewed, read
from tests.lobby.setting_up import text_of
from tests.people.rooms import join_room, link_of, open_shared_room, open_waiting_room, seated_names, start_room

pytestmark = pytest.mark.django_db


def test_the_partners_seat_is_taken_first_and_then_clockwise(
    as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    room = open_shared_room(as_alice, as_bob, as_charlie)
    assert seated_names(room) == ["alice", "charlie", "bob", ""]
    solo = open_waiting_room(as_alice, variant="solo")
    as_alice.post(f"/rooms/{solo.code}/swap/2/")
    join_room(as_bob, solo)
    assert seated_names(solo) == ["", "", "alice", "bob"]


def test_the_seats_of_all_rooms_are_read_in_one_query(as_alice: Client) -> None:
    person, counts = Person(user=User.objects.get(username="alice")), []
    for number in (1, 3):
        while len(rooms.rooms_of(person)) < number:
            open_waiting_room(as_alice)
        with CaptureQueriesContext(connection) as asked:
            found = rooms.rooms_of(person)
        assert [one.own.name for one in found if one.own] == ["alice"] * number
        counts.append(len(asked))
    assert counts == [2, 2]


def test_a_guest_takes_a_seat_and_reading_the_page_creates_no_guest(as_alice: Client, client: Client) -> None:
    room = open_waiting_room(as_alice)
    page = client.get(link_of(room))
    assert page.status_code == 200 and not Guest.objects.exists()
    assert "alice invites you to a game of Partner Spades" in text_of(page)
    assert page.headers["Referrer-Policy"] == "same-origin" and page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    refused = client.post(link_of(room), {"name": "Marta"})
    assert refused.status_code == 422 and not Guest.objects.exists()
    client.post(link_of(room), {"name": "Ama"})
    assert seated_names(room) == ["alice", "", "guest", ""] and Guest.objects.get().name == "Ama"
    assert "Ama" in text_of(as_alice.get(f"/rooms/{room.code}/"))


def test_a_guest_who_joins_again_after_a_lost_response_has_one_seat(
    as_alice: Client, client: Client, settings: Settings
) -> None:
    """The lost response carried the session cookie. Afterwards the link redirects to the room of the guest's seat."""
    room = open_waiting_room(as_alice, "twoman")
    client.get(link_of(room))
    first = client.post(link_of(room), {"name": "Ama"})
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.post(link_of(room), {"name": "Ama"}).headers["Location"] == first.headers["Location"]
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.get(link_of(room)).headers["Location"] == first.headers["Location"]
    assert Guest.objects.count() == 1 and client.get(first.headers["Location"]).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_guest_who_signs_up_during_the_request_gets_no_seat(
    as_alice: Client, client: Client, bob: User, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    room = open_waiting_room(as_alice)
    become_guest(client, name="Ama")
    monkeypatch.setattr(views, "count_request", lambda request, name: adopt(guest=Guest.objects.get(), user=bob))
    response = client.post(link_of(room), {"name": "Ama"}, headers=headers)
    assert response.status_code == 409 and "You’re a different player now" in text_of(response)
    assert seated_names(room) == ["alice", "", "", ""]


def test_a_guest_of_another_browser_or_of_15_minutes_ago_is_not_reused(as_alice: Client, settings: Settings) -> None:
    room, late = open_waiting_room(as_alice), Client()
    for client in (late, Client()):
        client.get(link_of(room))
        client.post(link_of(room), {"name": "Ama"})
    assert Guest.objects.count() == 2
    Guest.objects.update(created_at=timezone.now() - LATELY)
    del late.cookies[settings.SESSION_COOKIE_NAME]
    late.post(link_of(room), {"name": "Ama"})
    assert seated_names(room) == ["alice", *["guest"] * 3]


@pytest.mark.parametrize(
    ("key", "what", "told"),
    [
        ("twoman", "full", "Every seat is taken. No one can watch."),
        ("spades", "begun", "has started without you"),
        ("spades", "lapsed", "expired after seven days"),
    ],
)
def test_a_link_without_seats_tells_why(
    as_alice: Client, as_bob: Client, as_charlie: Client, key: str, what: str, told: str
) -> None:
    room = open_shared_room(as_alice, as_bob, key=key)
    assert abs(room.lapses_at - timezone.now() - timedelta(days=7)) < timedelta(minutes=1)
    if what == "begun":
        start_room(as_alice, room)
    elif what == "lapsed":
        WaitingRoom.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    before = seated_names(room)
    for response in (as_charlie.get(link_of(room)), join_room(as_charlie, room)):
        assert response.status_code == 410 and told in text_of(response)
        assert "Sit down" not in text_of(response)
    assert seated_names(room) == before and not Seat.objects.filter(user__username="charlie").exists()


def test_a_link_is_withdrawn_and_replaced(as_alice: Client, as_bob: Client) -> None:
    room = open_waiting_room(as_alice)
    before = link_of(room)
    for wrong in ("A" * 22, room.token[:-1], room.token[:-1] + ("A" if room.token[-1] != "A" else "B")):
        assert as_bob.get(f"/t/{wrong}/").status_code == as_bob.post(f"/t/{wrong}/").status_code == 404
    as_alice.post(f"/rooms/{room.code}/link/")
    assert as_bob.get(before).status_code == 404 and as_bob.post(before).status_code == 404
    assert "was turned off" in text_of(as_alice.get(f"/rooms/{room.code}/"))
    as_alice.post(f"/rooms/{room.code}/link/", {"anew": "on"})
    assert as_bob.get(before).status_code == 404
    assert join_room(as_bob, room).status_code == 302
    assert seated_names(room) == ["alice", "", "bob", ""]


def test_players_change_seats_while_the_room_waits(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = open_shared_room(as_alice, as_bob)
    as_alice.post(f"/rooms/{room.code}/swap/2/")
    assert seated_names(room) == ["bob", "", "alice", ""]
    for _ in range(2):
        page = text_of(as_bob.post(f"/rooms/{room.code}/swap/3/", follow=True))
        assert seated_names(room) == ["", "", "alice", "bob"] and "Only the table’s owner" not in page
    page = text_of(as_bob.post(f"/rooms/{room.code}/swap/2/", follow=True))
    assert seated_names(room) == ["", "", "alice", "bob"] and "Only the table’s owner" in page
    join_room(as_charlie, room)
    assert "Someone sits there now." in text_of(as_charlie.post(f"/rooms/{room.code}/swap/3/", follow=True))
    as_charlie.post(f"/rooms/{room.code}/leave/")
    assert as_alice.post(f"/rooms/{room.code}/swap/9/").status_code == 404
    code = start_room(as_alice, room).split("/")[2]
    taken = Game.objects.get(code=code).seats.order_by("number").values_list("user__username", "level")
    assert list(taken) == [(None, "normal"), (None, "normal"), ("alice", ""), ("bob", "")]


def test_a_stranger_gets_404_and_only_the_owner_arranges_the_room(
    as_alice: Client, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    room = open_shared_room(as_alice, as_bob)
    before = list(WaitingRoom.objects.values())
    for stranger, code in product((as_charlie, client), (room.code, "nowhere")):
        for what in ("", "start/", "link/", "leave/", "swap/1/", "seats/0/free/"):
            ask = stranger.post if what else stranger.get
            assert ask(f"/rooms/{code}/{what}").status_code == 404, what
    for what in ("start/", "link/", "seats/0/free/"):
        assert "Only the table’s owner" in text_of(as_bob.post(f"/rooms/{room.code}/{what}", follow=True)), what
    assert list(WaitingRoom.objects.values()) == before
    assert seated_names(room) == ["alice", "", "bob", ""] and not Game.objects.exists()


def test_the_owner_frees_the_seat_of_a_named_player_only(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = open_shared_room(as_alice, as_bob, as_charlie)
    assert seated_names(room) == ["alice", "charlie", "bob", ""]
    fields = {"name": "bob"}
    assert 'name="name" value="bob"' in read(as_alice, f"/rooms/{room.code}/")
    as_bob.post(f"/rooms/{room.code}/swap/3/")
    as_charlie.post(f"/rooms/{room.code}/swap/2/")
    page = text_of(as_alice.post(f"/rooms/{room.code}/seats/2/free/", fields, follow=True))
    assert seated_names(room) == ["alice", "", "charlie", "bob"] and "bob has moved to another seat." in page
    for _ in range(2):
        page = text_of(as_alice.post(f"/rooms/{room.code}/seats/3/free/", fields, follow=True))
        assert seated_names(room) == ["alice", "", "charlie", ""] and "elsewhere" not in page
    as_alice.post(f"/rooms/{room.code}/seats/0/free/", {"name": "alice"})
    assert seated_names(room) == ["alice", "", "charlie", ""], "the owner's seat has been freed"
    as_charlie.post(f"/rooms/{room.code}/leave/")
    assert seated_names(room) == ["alice", "", "", ""]


def test_after_the_start_poll_and_forms_redirect_to_the_table(as_alice: Client, as_bob: Client) -> None:
    room = open_shared_room(as_alice, as_bob)
    part = read(as_bob, f"/rooms/{room.code}/", headers=HTMX)
    assert part.startswith('<div class="stack" id="room"') and "every 2s" in part and "alice" in part
    table = start_room(as_alice, room)
    assert as_bob.get(f"/rooms/{room.code}/", headers=HTMX).headers["HX-Redirect"] == table
    posted = {"allowed": "on", "clock": "30", "anew": "on"}
    for what in ("start/", "swap/1/", "leave/", "seats/1/free/", "onlookers/", "clock/", "link/"):
        for client in (as_bob, as_alice):
            answer = client.post(f"/rooms/{room.code}/{what}", posted, follow=True)
            assert answer.redirect_chain[-1] == (table, 302), what
    assert table == f"/games/{Game.objects.get().code}/"
    assert seated_names(room) == ["alice", "", "bob", ""]
    assert WaitingRoom.objects.filter(clock=0, onlookers=False, is_asking=True, token=room.token).exists()


def test_waiting_rooms_count_as_open_games(as_alice: Client, as_bob: Client, alice: User) -> None:
    room = open_waiting_room(as_bob)
    for _ in range(MOST_OPEN):
        open_waiting_room(as_alice, "twoman")
    assert join_room(as_alice, room).status_code == 429
    with pytest.raises(opening.TooManyGames):
        opening.open_game(person=Person(user=alice))
    assert seated_names(room) == ["bob", "", "", ""]


def test_the_preview_of_a_link_names_owner_and_game(as_alice: Client, client: Client) -> None:
    """The preview's picture is the same for an open and a full room."""
    room, pictures = open_waiting_room(as_alice), set()
    for name, said in (
        ("", "3 seats are open. No account needed, nothing to install, and no one sees your cards."),
        ("full", "Every seat is taken."),
    ):
        if name:
            WaitingSeat.objects.filter(room=room, user=None).update(is_kept=True)
        page = client.get(link_of(room)).content.decode()
        told = {key: unescape(value) for key, value in previewed(page).items()}
        assert told["title"] == "alice invites you to a game of Partner Spades"
        rules = "Partner Spades, played to 500, standard rules. Time per turn: as long as you like."
        assert told["description"].startswith(f"{rules} {said}")
        assert told["url"] == f"http://testserver{link_of(room)}"
        pictures.add(told["image"])
        drawn = Path(str(finders.find(told["image"].removeprefix("http://testserver/static/")))).read_bytes()
        assert struct.unpack(">II", drawn[16:24]) == (int(told["image:width"]), int(told["image:height"]))
    assert [Path(one).stem.split(".")[0] for one in pictures] == ["invited"]
    assert previewed(read(as_alice, f"/rooms/{room.code}/")) == {}


def test_closing_a_room_asks_first_and_tells_its_players(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = open_waiting_room(as_alice)
    address, leave, token = f"/rooms/{room.code}/", f"/rooms/{room.code}/leave/", link_of(room)
    assert f'href="{leave}"' in read(as_alice, address)
    assert "Close this table? The link will stop working." in text_of(as_alice.get(leave))
    join_room(as_bob, room)
    assert "bob is waiting here and will see that you closed the table." in text_of(as_alice.get(leave))
    assert as_bob.get(leave).headers["Location"] == address
    assert WaitingRoom.objects.filter(pk=room.pk).exists()
    as_alice.post(leave)
    assert not WaitingRoom.objects.exists()
    assert as_bob.get(token).status_code == 404
    assert as_bob.get(address, headers=HTMX).headers["HX-Redirect"] == "/games/"
    assert "alice closed the table." in text_of(as_bob.get("/games/"))
    assert "alice closed the table." in text_of(as_bob.get(address, follow=True))
    assert as_charlie.get(address).status_code == 404


def test_a_room_tells_that_its_link_has_lapsed_and_is_deleted_a_week_later(as_alice: Client, client: Client) -> None:
    room = open_waiting_room(as_alice)
    WaitingRoom.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    page = as_alice.get(f"/rooms/{room.code}/")
    assert "expired after seven days" in text_of(page) and "make a new link" in text_of(page)
    assert link_of(room) not in page.content.decode() and "Send someone the link" not in text_of(page)
    as_alice.post(f"/rooms/{room.code}/link/", {"anew": "on"})
    page = as_alice.get(f"/rooms/{room.code}/")
    assert "expired after seven days" not in text_of(page) and link_of(room) in page.content.decode()
    assert client.get(link_of(room)).status_code == 200
    gone = open_waiting_room(as_alice)
    WaitingRoom.objects.filter(pk=gone.pk).update(lapses_at=timezone.now() - timedelta(days=8))
    assert joining.tidy() > 0 and joining.tidy() == 0
    assert list(WaitingRoom.objects.all()) == [room]


def test_my_games_links_to_the_room_and_names_the_opponent(as_alice: Client, as_bob: Client) -> None:
    room = open_shared_room(as_alice, as_bob)
    for client in (as_alice, as_bob):
        page = read(client, "/games/")
        assert f'href="/rooms/{room.code}/"' in page and "2 seats are open" in page
    as_alice.post(f"/rooms/{room.code}/start/")
    assert f"/rooms/{room.code}/" not in read(as_alice, "/games/")
    assert "bob, Normal" in text_of(as_alice.get("/games/")) and "alice, Normal" in text_of(as_bob.get("/games/"))


def test_my_games_says_whose_move_it_is(as_alice: Client, as_bob: Client) -> None:
    """Tables where other people wait come first; a game with bots alone is not marked."""
    room = open_shared_room(as_alice, as_bob, key="twoman")
    code = start_room(as_alice, room).split("/")[2]
    as_alice.post("/play/", {"another": "on"})
    for client in (as_alice, as_bob):
        page = client.get("/games/")
        assert text_of(page).count("Your move.") == 1 and "<title>(1) My games" in page.content.decode()
        assert page.content.decode().index(f"/games/{code}/") < page.content.decode().index("In progress") + 700
    as_alice.post(f"/games/{code}/deal/", {"seed": "a", "version": Game.objects.get(code=code).version})
    assert "Your move." not in text_of(as_alice.get("/games/"))  # alice has asked for the deal
    assert "Your move." in text_of(as_bob.get("/games/"))
    as_bob.post(f"/games/{code}/deal/", {"seed": "b", "version": Game.objects.get(code=code).version})
    for client in (as_alice, as_bob):
        assert "Your move." in text_of(client.get("/games/"))  # both choose a discard


def test_the_room_tells_the_presence_at_each_seat(still_clock: None, as_alice: Client, as_bob: Client) -> None:
    """A player is away 20 seconds after the last heartbeat. Reading the room's page counts as a heartbeat."""
    room = open_waiting_room(as_alice, by_link=ByLink(places=(2, 3)))
    code = room.code
    join_room(as_bob, room)
    page = text_of(as_alice.get(f"/rooms/{code}/"))
    assert "bob has joined." in page
    for told in ("computer, normal", "here, your partner", "waiting for a player"):
        assert told in page
    for gone, told in ((15, "here, your partner"), (45, "away, your partner"), (130, "away 2 min, your partner")):
        WaitingSeat.objects.filter(user__username="bob").update(seen_at=timezone.now() - timedelta(seconds=gone))
        assert told in text_of(as_alice.get(f"/rooms/{code}/")), gone
    as_bob.get(f"/rooms/{code}/")
    assert "here, your partner" in text_of(as_alice.get(f"/rooms/{code}/"))
    as_bob.post(f"/rooms/{code}/leave/")
    assert WaitingSeat.objects.get(room=room, number=2).seen_at is None


BIDS = {"win_score": 5, "min_bid": 3, "renege": "table"}


@pytest.mark.parametrize(
    ("key", "chosen", "said"),
    [
        ("bidwhist", {}, "Bid Whist, played to 7 or −7, standard rules."),
        ("bidwhist", BIDS, "played to 5 or −7, but bids start at 3 (usually 4) and a renege is called at the table;"),
        ("spades", {"variant": "suicide"}, "Suicide Spades, played to 300, standard rules."),
        ("twoman", {}, "Two-Man Spades, played to 300, standard rules."),
        ("cardduel", {}, "Card Duel, standard rules."),
    ],
)
def test_room_and_invitation_tell_the_rules(as_alice: Client, client: Client, key: str, chosen: Any, said: str) -> None:
    room = open_waiting_room(as_alice, key, **chosen)
    assert said in text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert said in text_of(client.get(link_of(room)))

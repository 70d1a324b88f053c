"""Rooms: their link, seats taken and changed, the start, and what room, invitation and lists say."""

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
from games.table.models import Game, Seat, WaitingRoom, WaitingSeat
from games.table.opening import MOST_OPEN
from tests.accounts.people import become_guest
from tests.asking import HTMX, previewed, read
from tests.lobby.setting_up import text_of
from tests.people.rooms import joined, link, opened, shared, sitting, started

pytestmark = pytest.mark.django_db


def test_seats_are_taken_clockwise_the_partners_first(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = shared(as_alice, as_bob, as_charlie)
    assert sitting(room) == ["alice", "charlie", "bob", ""]
    solo = opened(as_alice, variant="solo")
    as_alice.post(f"/rooms/{solo.code}/swap/2/")
    joined(as_bob, solo)
    assert sitting(solo) == ["", "", "alice", "bob"]


def test_the_seats_of_all_rooms_are_read_in_one_query(as_alice: Client) -> None:
    person, counts = Person(user=User.objects.get(username="alice")), []
    for number in (1, 3):
        while len(rooms.rooms_of(person)) < number:
            opened(as_alice)
        with CaptureQueriesContext(connection) as asked:
            found = rooms.rooms_of(person)
        assert [one.own.name for one in found if one.own] == ["alice"] * number
        counts.append(len(asked))
    assert counts == [2, 2]


def test_a_guest_sits_down_without_an_account_and_a_look_creates_no_guest(as_alice: Client, client: Client) -> None:
    room = opened(as_alice)
    page = client.get(link(room))
    assert page.status_code == 200 and not Guest.objects.exists()
    assert "alice invites you to a game of Partner Spades" in text_of(page)
    assert page.headers["Referrer-Policy"] == "same-origin" and page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    refused = client.post(link(room), {"name": "Marta"})
    assert refused.status_code == 422 and not Guest.objects.exists()
    client.post(link(room), {"name": "Ama"})
    assert sitting(room) == ["alice", "", "guest", ""] and Guest.objects.get().name == "Ama"
    assert "Ama" in text_of(as_alice.get(f"/rooms/{room.code}/"))


def test_a_guest_joining_after_a_lost_answer_has_one_seat(as_alice: Client, client: Client, settings: Settings) -> None:
    """The session cookie comes with that answer; asked again, the link leads to the seat."""
    room = opened(as_alice, "twoman")
    client.get(link(room))
    first = client.post(link(room), {"name": "Ama"})
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.post(link(room), {"name": "Ama"}).headers["Location"] == first.headers["Location"]
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.get(link(room)).headers["Location"] == first.headers["Location"]
    assert Guest.objects.count() == 1 and client.get(first.headers["Location"]).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_guest_who_signs_up_during_the_request_gets_no_seat(
    as_alice: Client, client: Client, bob: User, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    room = opened(as_alice)
    become_guest(client, name="Ama")
    monkeypatch.setattr(views, "take", lambda request, name: adopt(guest=Guest.objects.get(), user=bob))
    response = client.post(link(room), {"name": "Ama"}, headers=headers)
    assert response.status_code == 409 and "You are a different player now" in text_of(response)
    assert sitting(room) == ["alice", "", "", ""]


def test_another_browser_or_a_later_hour_is_another_guest(as_alice: Client, settings: Settings) -> None:
    room, late = opened(as_alice), Client()
    for client in (late, Client()):
        client.get(link(room))
        client.post(link(room), {"name": "Ama"})
    assert Guest.objects.count() == 2
    Guest.objects.update(created_at=timezone.now() - LATELY)
    del late.cookies[settings.SESSION_COOKIE_NAME]
    late.post(link(room), {"name": "Ama"})
    assert sitting(room) == ["alice", *["guest"] * 3]


@pytest.mark.parametrize(
    ("key", "what", "told"),
    [
        ("twoman", "full", "Every seat is taken. Nobody may look on."),
        ("spades", "begun", "has begun without you"),
        ("spades", "lapsed", "has lapsed"),
    ],
)
def test_a_link_that_seats_no_more_says_why(
    as_alice: Client, as_bob: Client, as_charlie: Client, key: str, what: str, told: str
) -> None:
    room = shared(as_alice, as_bob, key=key)
    assert abs(room.lapses_at - timezone.now() - timedelta(days=7)) < timedelta(minutes=1)
    if what == "begun":
        started(as_alice, room)
    elif what == "lapsed":
        WaitingRoom.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    before = sitting(room)
    for response in (as_charlie.get(link(room)), joined(as_charlie, room)):
        assert response.status_code == 410 and told in text_of(response)
        assert "Sit down" not in text_of(response)
    assert sitting(room) == before and not Seat.objects.filter(user__username="charlie").exists()


def test_a_link_is_withdrawn_and_replaced(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    before = link(room)
    for wrong in ("A" * 22, room.token[:-1], room.token[:-1] + ("A" if room.token[-1] != "A" else "B")):
        assert as_bob.get(f"/t/{wrong}/").status_code == as_bob.post(f"/t/{wrong}/").status_code == 404
    as_alice.post(f"/rooms/{room.code}/link/")
    assert as_bob.get(before).status_code == 404 and as_bob.post(before).status_code == 404
    assert "was taken back" in text_of(as_alice.get(f"/rooms/{room.code}/"))
    as_alice.post(f"/rooms/{room.code}/link/", {"anew": "on"})
    assert as_bob.get(before).status_code == 404
    assert joined(as_bob, room).status_code == 302
    assert sitting(room) == ["alice", "", "bob", ""]


def test_players_change_seats_while_the_room_waits(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = shared(as_alice, as_bob)
    as_alice.post(f"/rooms/{room.code}/swap/2/")
    assert sitting(room) == ["bob", "", "alice", ""]
    for _ in range(2):
        page = text_of(as_bob.post(f"/rooms/{room.code}/swap/3/", follow=True))
        assert sitting(room) == ["", "", "alice", "bob"] and "Only whoever opened the table" not in page, "idempotent"
    page = text_of(as_bob.post(f"/rooms/{room.code}/swap/2/", follow=True))
    assert sitting(room) == ["", "", "alice", "bob"] and "Only whoever opened the table" in page
    joined(as_charlie, room)
    assert "Somebody sits there by now." in text_of(as_charlie.post(f"/rooms/{room.code}/swap/3/", follow=True))
    as_charlie.post(f"/rooms/{room.code}/leave/")
    assert as_alice.post(f"/rooms/{room.code}/swap/9/").status_code == 404
    code = started(as_alice, room).split("/")[2]
    taken = Game.objects.get(code=code).seats.order_by("number").values_list("user__username", "level")
    assert list(taken) == [(None, "normal"), (None, "normal"), ("alice", ""), ("bob", "")]


def test_a_stranger_finds_no_room_and_the_owner_alone_arranges_it(
    as_alice: Client, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    room = shared(as_alice, as_bob)
    before = list(WaitingRoom.objects.values())
    for stranger, code in product((as_charlie, client), (room.code, "nowhere")):
        for what in ("", "start/", "link/", "leave/", "swap/1/", "seats/0/free/"):
            ask = stranger.post if what else stranger.get
            assert ask(f"/rooms/{code}/{what}").status_code == 404, what
    for what in ("start/", "link/", "seats/0/free/"):
        assert "Only whoever opened the table" in text_of(as_bob.post(f"/rooms/{room.code}/{what}", follow=True)), what
    assert list(WaitingRoom.objects.values()) == before
    assert sitting(room) == ["alice", "", "bob", ""] and not Game.objects.exists()


def test_seats_are_freed_of_the_player_named_and_left(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = shared(as_alice, as_bob, as_charlie)
    assert sitting(room) == ["alice", "charlie", "bob", ""]
    fields = {"name": "bob"}
    assert 'name="name" value="bob"' in read(as_alice, f"/rooms/{room.code}/")
    as_bob.post(f"/rooms/{room.code}/swap/3/")
    as_charlie.post(f"/rooms/{room.code}/swap/2/")
    page = text_of(as_alice.post(f"/rooms/{room.code}/seats/2/free/", fields, follow=True))
    assert sitting(room) == ["alice", "", "charlie", "bob"] and "bob sits elsewhere by now." in page
    for _ in range(2):
        page = text_of(as_alice.post(f"/rooms/{room.code}/seats/3/free/", fields, follow=True))
        assert sitting(room) == ["alice", "", "charlie", ""] and "elsewhere" not in page, "idempotent"
    as_alice.post(f"/rooms/{room.code}/seats/0/free/", {"name": "alice"})
    assert sitting(room) == ["alice", "", "charlie", ""], "the owner leaves by closing the room"
    as_charlie.post(f"/rooms/{room.code}/leave/")
    assert sitting(room) == ["alice", "", "", ""]


def test_after_the_start_the_poll_and_every_form_lead_to_the_table(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    part = read(as_bob, f"/rooms/{room.code}/", headers=HTMX)
    assert part.startswith('<div class="stack" id="room"') and "every 2s" in part and "alice" in part
    table = started(as_alice, room)
    assert as_bob.get(f"/rooms/{room.code}/", headers=HTMX).headers["HX-Redirect"] == table
    posted = {"allowed": "on", "clock": "30", "anew": "on"}
    for what in ("start/", "swap/1/", "leave/", "seats/1/free/", "onlookers/", "clock/", "link/"):
        for client in (as_bob, as_alice):
            answer = client.post(f"/rooms/{room.code}/{what}", posted, follow=True)
            assert answer.redirect_chain[-1] == (table, 302), what
    assert table == f"/games/{Game.objects.get().code}/"
    assert sitting(room) == ["alice", "", "bob", ""]
    assert WaitingRoom.objects.filter(clock=0, onlookers=False, is_asking=True, token=room.token).exists()


def test_waiting_rooms_count_as_open_games(as_alice: Client, as_bob: Client, alice: User) -> None:
    room = opened(as_bob)
    for _ in range(MOST_OPEN):
        opened(as_alice, "twoman")
    assert joined(as_alice, room).status_code == 429
    with pytest.raises(opening.TooManyGames):
        opening.open_game(person=Person(user=alice))
    assert sitting(room) == ["bob", "", "", ""]


def test_the_preview_of_a_link_says_who_invites_to_what(as_alice: Client, client: Client) -> None:
    """One picture does for all rooms."""
    room, pictures = opened(as_alice), set()
    for name, said in (("", "3 seats are open. Sit down without an account."), ("full", "Every seat is taken.")):
        if name:
            WaitingSeat.objects.filter(room=room, user=None).update(is_kept=True)
        page = client.get(link(room)).content.decode()
        told = {key: unescape(value) for key, value in previewed(page).items()}
        assert told["title"] == "alice invites you to a game of Partner Spades"
        rules = "Partner Spades, played to 500, with the usual rules. A decision may take as long as you like."
        assert told["description"].startswith(f"{rules} {said}")
        assert told["url"] == f"http://testserver{link(room)}"
        pictures.add(told["image"])
        drawn = Path(str(finders.find(told["image"].removeprefix("http://testserver/static/")))).read_bytes()
        assert struct.unpack(">II", drawn[16:24]) == (int(told["image:width"]), int(told["image:height"]))
    assert [Path(one).stem.split(".")[0] for one in pictures] == ["invited"]
    assert previewed(read(as_alice, f"/rooms/{room.code}/")) == {}


def test_closing_a_room_asks_first_and_players_read_it(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = opened(as_alice)
    address, leave, token = f"/rooms/{room.code}/", f"/rooms/{room.code}/leave/", link(room)
    assert f'href="{leave}"' in read(as_alice, address)
    assert "Close this table? The link will stop working." in text_of(as_alice.get(leave))
    joined(as_bob, room)
    assert "bob is waiting here and will read that you closed the table." in text_of(as_alice.get(leave))
    assert as_bob.get(leave).headers["Location"] == address
    assert WaitingRoom.objects.filter(pk=room.pk).exists()
    as_alice.post(leave)
    assert not WaitingRoom.objects.exists()
    assert as_bob.get(token).status_code == 404
    assert as_bob.get(address, headers=HTMX).headers["HX-Redirect"] == "/games/"
    assert "alice closed the table." in text_of(as_bob.get("/games/"))
    assert "alice closed the table." in text_of(as_bob.get(address, follow=True))
    assert as_charlie.get(address).status_code == 404


def test_a_room_says_that_its_link_has_lapsed_and_is_deleted_a_week_later(as_alice: Client, client: Client) -> None:
    room = opened(as_alice)
    WaitingRoom.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    page = as_alice.get(f"/rooms/{room.code}/")
    assert "has lapsed" in text_of(page) and "make another link" in text_of(page)
    assert link(room) not in page.content.decode() and "Send somebody the link" not in text_of(page)
    as_alice.post(f"/rooms/{room.code}/link/", {"anew": "on"})
    page = as_alice.get(f"/rooms/{room.code}/")
    assert "has lapsed" not in text_of(page) and link(room) in page.content.decode()
    assert client.get(link(room)).status_code == 200
    gone = opened(as_alice)
    WaitingRoom.objects.filter(pk=gone.pk).update(lapses_at=timezone.now() - timedelta(days=8))
    assert joining.tidy() > 0 and joining.tidy() == 0
    assert list(WaitingRoom.objects.all()) == [room]


def test_my_games_leads_to_the_room_and_names_the_opponent(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    for client in (as_alice, as_bob):
        page = read(client, "/games/")
        assert f'href="/rooms/{room.code}/"' in page and "2 seats are open" in page
    as_alice.post(f"/rooms/{room.code}/start/")
    assert f"/rooms/{room.code}/" not in read(as_alice, "/games/")
    assert "bob, Normal" in text_of(as_alice.get("/games/")) and "alice, Normal" in text_of(as_bob.get("/games/"))


def test_my_games_says_whose_move_it_is(as_alice: Client, as_bob: Client) -> None:
    """Tables at which people wait come first; a game with bots alone waits for no one."""
    room = shared(as_alice, as_bob, key="twoman")
    code = started(as_alice, room).split("/")[2]
    as_alice.post("/play/", {"another": "on"})
    for client in (as_alice, as_bob):
        page = client.get("/games/")
        assert text_of(page).count("Your move.") == 1 and "<title>(1) My games" in page.content.decode()
        assert page.content.decode().index(f"/games/{code}/") < page.content.decode().index("Going on") + 700
    as_alice.post(f"/games/{code}/deal/", {"seed": "a", "version": Game.objects.get(code=code).version})
    assert "Your move." not in text_of(as_alice.get("/games/")), "she has asked for the deal"
    assert "Your move." in text_of(as_bob.get("/games/"))
    as_bob.post(f"/games/{code}/deal/", {"seed": "b", "version": Game.objects.get(code=code).version})
    for client in (as_alice, as_bob):
        assert "Your move." in text_of(client.get("/games/")), "both choose a discard"


def test_the_room_says_of_each_seat_who_is_here(still_clock: None, as_alice: Client, as_bob: Client) -> None:
    """Open pages give the signs: a closed page is away, and here with its next look."""
    room = opened(as_alice, by_link=ByLink(places=(2, 3)))
    code = room.code
    joined(as_bob, room)
    page = text_of(as_alice.get(f"/rooms/{code}/"))
    assert "bob has joined." in page
    for told in ("computer, normal", "here, your partner", "waits for the link"):
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
        ("bidwhist", {}, "Bid Whist, played to 7 or −7, with the usual rules."),
        ("bidwhist", BIDS, "played to 5 or −7, but bids start at 3 (usually 4) and a renege is called at the table."),
        ("spades", {"variant": "suicide"}, "Suicide Spades, played to 300, with the usual rules."),
        ("twoman", {}, "Two-Man Spades, played to 300, with the usual rules."),
        ("cardduel", {}, "Card Duel, with the usual rules."),
    ],
)
def test_room_and_invitation_say_the_rules(as_alice: Client, client: Client, key: str, chosen: Any, said: str) -> None:
    room = opened(as_alice, key, **chosen)
    assert said in text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert said in text_of(client.get(link(room)))

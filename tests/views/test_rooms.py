"""Tables with other people: a link is followed, seats are taken and changed, and the game begins."""

import struct
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import Person, adopt
from games.models import Game, Seat, WaitingRoom, WaitingSeat
from games.registry import ruleset
from games.services.people import lobby, rooms
from games.services.people.lobby import MOST_OPEN
from games.services.table.seating import ByLink
from tests.views.setting_up import CUSTOM_POST, TWO_MAN_POST, text_of
from tests.views.test_shares import previewed

pytestmark = pytest.mark.django_db
LEVEL = {"twoman": "easy", "spades": "normal", "bidwhist": "easy", "cardduel": "easy"}


def opened(client: Client, key: str = "spades") -> WaitingRoom:
    """A table that waits, opened by whoever is logged in there."""
    person = Person(user=User.objects.get(pk=client.session["_auth_user_id"]))
    code = rooms.open_room(person=person, key=key, chosen={}, level=LEVEL[key])
    return WaitingRoom.objects.get(code=code)


def link(room: WaitingRoom) -> str:
    room.refresh_from_db()
    return f"/t/{room.token}/"


def joined(client: Client, room: WaitingRoom) -> Any:
    return client.post(link(room))


def sitting(room: WaitingRoom) -> list[str]:
    """By seat: a user’s name, “guest”, or nothing where it is open."""
    seats = WaitingSeat.objects.filter(room=room).select_related("user").order_by("number")
    return [one.user.username if one.user else "guest" if one.guest_id else "" for one in seats]


@pytest.mark.parametrize(
    ("address", "posted", "kept"),
    [
        ("twoman/", TWO_MAN_POST, {"target": 200, "nil_points": 100, "first_lead": "odd", "denial": False}),
        ("spades/?variant=custom1", CUSTOM_POST, {"variant": "custom1"}),
    ],
)
def test_the_page_of_a_game_opens_a_table(
    client: Client, address: str, posted: dict[str, str], kept: dict[str, Any]
) -> None:
    response = client.post(f"/games/new/{address}", {**posted, "place_1": "link"})
    room = WaitingRoom.objects.get()
    assert response.headers["Location"] == f"/rooms/{room.code}/"
    assert room.options == kept
    assert set(room.seats.filter(is_openers=False).values_list("level", flat=True)) == {posted["level"]}
    assert [seat.is_openers for seat in room.seats.order_by("number")][:2] == [True, False]
    page = client.get(f"/rooms/{room.code}/")
    assert f"http://testserver/t/{room.token}/" in page.content.decode()
    assert 'aria-label="QR code of the link"' in page.content.decode() and "What is played" in text_of(page)


@pytest.mark.parametrize("key", LEVEL)
def test_two_sit_down_and_play_in_every_game(as_alice: Client, as_bob: Client, key: str) -> None:
    room = opened(as_alice, key)
    assert joined(as_bob, room).headers["Location"] == f"/rooms/{room.code}/"
    started = as_alice.post(f"/rooms/{room.code}/start/")
    game = Game.objects.get()
    assert started.headers["Location"] == f"/games/{game.code}/"
    seats = list(game.seats.select_related("user").order_by("number"))
    assert {seat.user.username for seat in seats if seat.user} == {"alice", "bob"}
    assert [seat.level for seat in seats if not seat.user] == [LEVEL[key]] * (ruleset(key).seats - 2)
    assert [seat.side for seat in seats] == [ruleset(key).side(game.options, seat.number) for seat in seats]
    for client in (as_alice, as_bob):
        assert client.get(f"/games/{game.code}/").status_code == 200
        assert client.get(f"/rooms/{room.code}/").headers["Location"] == f"/games/{game.code}/"


def test_a_partner_is_seated_first(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    assert sitting(room) == ["alice", "", "bob", ""]
    joined(as_charlie, room)
    assert sitting(room) == ["alice", "charlie", "bob", ""]


def test_others_are_seated_clockwise_from_whoever_opened_it(as_alice: Client, as_bob: Client) -> None:
    person = Person(user=User.objects.get(username="alice"))
    code = rooms.open_room(person=person, key="spades", chosen={"variant": "solo"}, level="normal")
    room = WaitingRoom.objects.get(code=code)
    as_alice.post(f"/rooms/{code}/swap/2/")
    assert sitting(room)[2] == "alice"
    joined(as_bob, room)
    assert sitting(room) == ["", "", "alice", "bob"]


def test_however_many_tables_wait_their_seats_are_asked_for_at_once(as_alice: Client) -> None:
    person, counts = Person(user=User.objects.get(username="alice")), []
    for number in (1, 3):
        while len(rooms.rooms_of(person)) < number:
            opened(as_alice)
        with CaptureQueriesContext(connection) as asked:
            found = rooms.rooms_of(person)
        assert [one.own.name for one in found if one.own] == ["alice"] * number
        counts.append(len(asked))
    assert counts == [2, 2]


def test_a_guest_sits_down_without_an_account_and_a_look_makes_none(as_alice: Client, client: Client) -> None:
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


def test_a_link_shows_whose_table_it_is_of_and_what_is_played_there(as_alice: Client, client: Client) -> None:
    """Before anybody follows it: by words that stand on its page, too, and one picture for all tables."""
    room, pictures = opened(as_alice), set()
    for name, said in (("", "3 seats are open. Sit down without an account."), ("full", "Every seat is taken.")):
        if name:
            WaitingSeat.objects.filter(room=room, user=None).update(is_kept=True)
        page = client.get(link(room)).content.decode()
        told = {key: unescape(value) for key, value in previewed(page).items()}
        assert told["title"] == "alice invites you to a game of Partner Spades"
        assert told["description"].startswith(f"Partner Spades, played to 500, with the usual rules. {said}")
        assert told["url"] == f"http://testserver{link(room)}"
        pictures.add(told["image"])
        drawn = Path(str(finders.find(told["image"].removeprefix("http://testserver/static/")))).read_bytes()
        assert struct.unpack(">II", drawn[16:24]) == (int(told["image:width"]), int(told["image:height"]))
    assert [Path(one).stem.split(".")[0] for one in pictures] == ["invited"]
    assert previewed(as_alice.get(f"/rooms/{room.code}/").content.decode()) == {}


def test_whoever_sits_there_is_led_to_the_own_seat(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    for client in (as_alice, as_bob):
        assert client.get(link(room)).headers["Location"] == f"/rooms/{room.code}/"
        assert joined(client, room).headers["Location"] == f"/rooms/{room.code}/"
    assert sitting(room) == ["alice", "", "bob", ""]


def test_a_full_table_says_so(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = opened(as_alice, "twoman")
    joined(as_bob, room)
    for response in (as_charlie.get(link(room)), joined(as_charlie, room)):
        assert response.status_code == 410 and "Every seat is taken." in text_of(response)
    assert sitting(room) == ["alice", "bob"]


def test_a_game_that_has_begun_says_so(as_alice: Client, as_charlie: Client) -> None:
    room = opened(as_alice)
    as_alice.post(f"/rooms/{room.code}/start/")
    for response in (as_charlie.get(link(room)), joined(as_charlie, room)):
        assert response.status_code == 410 and "has begun without you" in text_of(response)
    assert Seat.objects.filter(user__username="charlie").count() == 0


def test_a_link_lapses_after_seven_days(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    assert abs(room.lapses_at - timezone.now() - timedelta(days=7)) < timedelta(minutes=1)
    WaitingRoom.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    for response in (as_bob.get(link(room)), joined(as_bob, room)):
        assert response.status_code == 410 and "has lapsed" in text_of(response)
    assert sitting(room) == ["alice", "", "", ""]


def test_the_room_says_that_its_link_has_lapsed_until_there_is_another(as_alice: Client, client: Client) -> None:
    room = opened(as_alice)
    WaitingRoom.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    page = as_alice.get(f"/rooms/{room.code}/")
    assert "has lapsed" in text_of(page) and "make another link" in text_of(page)
    assert link(room) not in page.content.decode() and "Send somebody the link" not in text_of(page)
    as_alice.post(f"/rooms/{room.code}/link/", {"anew": "on"})
    page = as_alice.get(f"/rooms/{room.code}/")
    assert "has lapsed" not in text_of(page) and link(room) in page.content.decode()
    assert client.get(link(room)).status_code == 200


def test_a_link_is_taken_back_and_another_one_made(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    before = link(room)
    as_alice.post(f"/rooms/{room.code}/link/")
    assert as_bob.get(before).status_code == 404 and as_bob.post(before).status_code == 404
    assert "was taken back" in text_of(as_alice.get(f"/rooms/{room.code}/"))
    as_alice.post(f"/rooms/{room.code}/link/", {"anew": "on"})
    assert as_bob.get(before).status_code == 404
    assert joined(as_bob, room).status_code == 302
    assert sitting(room) == ["alice", "", "bob", ""]


def test_a_guessed_link_leads_nowhere(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    for wrong in ("A" * 22, room.token[:-1], room.token[:-1] + ("A" if room.token[-1] != "A" else "B")):
        assert as_bob.get(f"/t/{wrong}/").status_code == as_bob.post(f"/t/{wrong}/").status_code == 404


def test_seats_are_changed_while_the_table_waits(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    as_alice.post(f"/rooms/{room.code}/swap/2/")
    assert sitting(room) == ["bob", "", "alice", ""]
    as_bob.post(f"/rooms/{room.code}/swap/3/")
    assert sitting(room) == ["", "", "alice", "bob"]
    page = text_of(as_bob.post(f"/rooms/{room.code}/swap/2/", follow=True))
    assert sitting(room) == ["", "", "alice", "bob"] and "Only whoever opened the table" in page
    assert as_alice.post(f"/rooms/{room.code}/swap/9/").status_code == 404
    code = as_alice.post(f"/rooms/{room.code}/start/").headers["Location"].split("/")[2]
    taken = Game.objects.get(code=code).seats.order_by("number").values_list("user__username", "level")
    assert list(taken) == [(None, "normal"), (None, "normal"), ("alice", ""), ("bob", "")]


@pytest.mark.parametrize("what", ["start/", "link/", "seats/0/free/"])
def test_only_whoever_opened_it_arranges_the_table(as_alice: Client, as_bob: Client, what: str) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    before = list(WaitingRoom.objects.values())
    assert "Only whoever opened the table" in text_of(as_bob.post(f"/rooms/{room.code}/{what}", follow=True))
    assert list(WaitingRoom.objects.values()) == before
    assert sitting(room) == ["alice", "", "bob", ""] and not Game.objects.exists()


@pytest.mark.parametrize("what", ["", "start/", "link/", "leave/", "swap/1/", "seats/0/free/"])
def test_a_stranger_finds_no_room(as_alice: Client, as_charlie: Client, client: Client, what: str) -> None:
    room = opened(as_alice)
    before = sitting(room)
    for stranger in (as_charlie, client):
        for code in (room.code, "nowhere"):
            ask = stranger.post if what else stranger.get
            assert ask(f"/rooms/{code}/{what}").status_code == 404
    assert sitting(room) == before


def test_a_seat_is_freed_and_somebody_stands_up(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    joined(as_charlie, room)
    as_alice.post(f"/rooms/{room.code}/seats/2/free/")
    assert sitting(room) == ["alice", "charlie", "", ""]
    as_alice.post(f"/rooms/{room.code}/seats/0/free/")
    assert sitting(room) == ["alice", "charlie", "", ""], "the own seat is left by closing the table"
    as_charlie.post(f"/rooms/{room.code}/leave/")
    assert sitting(room) == ["alice", "", "", ""]
    as_alice.post(f"/rooms/{room.code}/leave/")
    assert not WaitingRoom.objects.exists()
    assert as_bob.get(link_of(room)).status_code == 404


def link_of(room: WaitingRoom) -> str:
    return f"/t/{room.token}/"


def test_starting_twice_is_one_game(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    answers = {as_alice.post(f"/rooms/{room.code}/start/").headers["Location"] for _ in range(2)}
    assert answers == {f"/games/{Game.objects.get().code}/"}


def test_the_room_looks_again_and_leads_to_the_table_once_it_begins(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    htmx = {"HX-Request": "true"}
    part = as_bob.get(f"/rooms/{room.code}/", headers=htmx).content.decode()
    assert part.startswith('<div class="stack" id="room"') and "every 2s" in part and "alice" in part
    as_alice.post(f"/rooms/{room.code}/start/")
    answer = as_bob.get(f"/rooms/{room.code}/", headers=htmx)
    assert answer.headers["HX-Redirect"] == f"/games/{Game.objects.get().code}/"


def test_my_games_leads_back_to_the_room(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    for client in (as_alice, as_bob):
        page = client.get("/games/").content.decode()
        assert f'href="/rooms/{room.code}/"' in page and "2 seats are open" in page
    as_alice.post(f"/rooms/{room.code}/start/")
    assert f"/rooms/{room.code}/" not in as_alice.get("/games/").content.decode()


def test_the_other_is_named_in_the_list_of_games(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    joined(as_bob, room)
    as_alice.post(f"/rooms/{room.code}/start/")
    assert "bob, Normal" in text_of(as_alice.get("/games/"))
    assert "alice, Normal" in text_of(as_bob.get("/games/"))


def test_options_that_cannot_be_played_open_no_table(as_alice: Client) -> None:
    response = as_alice.post("/games/new/twoman/", {"level": "easy", "target": "0", "place_1": "link"})
    assert response.status_code == 422 and not WaitingRoom.objects.exists()


def test_nobody_waits_at_more_tables_than_may_be_open(as_alice: Client, as_bob: Client, alice: User) -> None:
    room = opened(as_bob)
    for _ in range(MOST_OPEN):
        rooms.open_room(person=Person(user=alice), key="twoman", chosen={}, level="easy")
    assert joined(as_alice, room).status_code == 429
    with pytest.raises(lobby.TooManyGames):
        lobby.open_game(person=Person(user=alice))
    assert sitting(room) == ["bob", "", "", ""]


# -- people who come and go ------------------------------------------------------------------------------


def test_a_guest_who_signs_up_keeps_the_seat(as_alice: Client, client: Client, bob: User) -> None:
    room = opened(as_alice)
    joined(client, room)
    adopt(guest=Guest.objects.get(), user=bob)
    assert sitting(room) == ["alice", "", "bob", ""]


def test_one_person_in_two_browsers_sits_once(as_alice: Client, client: Client, alice: User) -> None:
    room = opened(as_alice)
    joined(client, room)
    adopt(guest=Guest.objects.get(), user=alice)
    assert sitting(room) == ["alice", "", "", ""]


def test_one_person_in_two_browsers_ends_the_game_by_becoming_one(
    as_alice: Client, client: Client, alice: User
) -> None:
    room = opened(as_alice)
    joined(client, room)
    as_alice.post(f"/rooms/{room.code}/start/")
    adopt(guest=Guest.objects.get(), user=alice)
    game = Game.objects.get()
    assert game.status == "abandoned"
    assert [seat.user_id for seat in game.seats.filter(level="").order_by("number")] == [alice.pk, None]


def test_whoever_leaves_the_house_takes_the_own_table_along(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    room, other = opened(as_alice), opened(as_bob)
    joined(as_bob, room)
    joined(as_alice, other)
    leave(person=Person(user=bob))
    assert sitting(room) == ["alice", "", "", ""]
    assert list(WaitingRoom.objects.all()) == [room]


def test_the_night_takes_away_rooms_that_nobody_can_use(as_alice: Client) -> None:
    gone, kept = opened(as_alice), opened(as_alice)
    WaitingRoom.objects.filter(pk=gone.pk).update(lapses_at=timezone.now() - timedelta(days=8))
    assert rooms.tidy() > 0 and rooms.tidy() == 0
    assert list(WaitingRoom.objects.all()) == [kept]


def test_my_games_says_whose_move_it_is(as_alice: Client, as_bob: Client) -> None:
    """First the tables at which people wait; a game with computer players alone waits for nobody else."""
    room = opened(as_alice, "twoman")
    joined(as_bob, room)
    code = as_alice.post(f"/rooms/{room.code}/start/").headers["Location"].split("/")[2]
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


def test_the_room_says_of_each_seat_who_is_here(as_alice: Client, as_bob: Client) -> None:
    """By the signs that open pages give: a page that is closed is away, and here again with its next look."""
    person = Person(user=User.objects.get(username="alice"))
    code = rooms.open_room(person=person, key="spades", chosen={}, level="normal", by_link=ByLink(places=(2, 3)))
    room = WaitingRoom.objects.get(code=code)
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


@pytest.mark.parametrize(
    ("key", "chosen", "said"),
    [
        (
            "bidwhist",
            {},
            "Bid Whist, played to 7 or −7, with the usual rules. A decision may take as long as you like.",
        ),
        (
            "bidwhist",
            {"win_score": 5, "min_bid": 3, "renege": "table"},
            "Bid Whist, played to 5 or −7, but bids start at 3 (usually 4) and a renege is called at the table. All",
        ),
        ("spades", {"variant": "suicide"}, "Suicide Spades, played to 300, with the usual rules."),
        ("twoman", {}, "Two-Man Spades, played to 300, with the usual rules."),
        ("cardduel", {}, "Card Duel, with the usual rules."),
    ],
)
def test_the_room_says_what_is_played_for_and_what_is_not_as_usual(
    as_alice: Client, client: Client, key: str, chosen: dict[str, Any], said: str
) -> None:
    person = Person(user=User.objects.get(username="alice"))
    code = rooms.open_room(person=person, key=key, chosen=chosen, level=LEVEL[key])
    assert said in text_of(as_alice.get(f"/rooms/{code}/"))
    assert said.removesuffix(" A decision may take as long as you like.") in text_of(
        client.get(link(WaitingRoom.objects.get()))
    )

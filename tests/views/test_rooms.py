"""Tables with other people: a link is followed, seats are taken and changed, and the game begins."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.leaving import leave
from accounts.models import Guest, User
from accounts.people import LATELY, Person, adopt
from games.models import Game, Seat, WaitingRoom
from games.registry import ruleset
from games.services.people import joining, lobby, rooms
from games.services.people.lobby import MOST_OPEN
from games.views import rooms as views
from tests.accounts.people import become_guest
from tests.playing import open_room
from tests.views.asking import HTMX, read
from tests.views.rooms import LEVEL, joined, link, opened, shared, sitting, started
from tests.views.setting_up import CUSTOM_POST, TWO_MAN_POST, text_of

pytestmark = pytest.mark.django_db


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
    room = shared(as_alice, as_bob)
    assert sitting(room) == ["alice", "", "bob", ""]
    joined(as_charlie, room)
    assert sitting(room) == ["alice", "charlie", "bob", ""]


def test_others_are_seated_clockwise_from_whoever_opened_it(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice, variant="solo")
    as_alice.post(f"/rooms/{room.code}/swap/2/")
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


def test_whoever_sits_down_again_because_the_answer_was_lost_sits_there_once(
    as_alice: Client, client: Client, settings: Settings
) -> None:
    """The browser has its session by that answer. Asked for again it leads to the seat, also when all are taken."""
    room = opened(as_alice, "twoman")
    client.get(link(room))
    first = client.post(link(room), {"name": "Ama"})
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.post(link(room), {"name": "Ama"}).headers["Location"] == first.headers["Location"]
    del client.cookies[settings.SESSION_COOKIE_NAME]
    assert client.get(link(room)).headers["Location"] == first.headers["Location"]
    assert Guest.objects.count() == 1 and client.get(first.headers["Location"]).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_guest_who_becomes_an_account_meanwhile_is_told_so_and_sits_nowhere(
    as_alice: Client, client: Client, bob: User, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    room = opened(as_alice)
    become_guest(client, name="Ama")
    monkeypatch.setattr(views, "take", lambda request, name: adopt(guest=Guest.objects.get(), user=bob))
    response = client.post(link(room), {"name": "Ama"}, headers=headers)
    assert response.status_code == 409 and "You are a different player now" in text_of(response)
    assert sitting(room) == ["alice", "", "", ""]


def test_another_browser_or_a_later_hour_is_somebody_else(as_alice: Client, settings: Settings) -> None:
    room, late = opened(as_alice), Client()
    for client in (late, Client()):
        client.get(link(room))
        client.post(link(room), {"name": "Ama"})
    assert Guest.objects.count() == 2
    Guest.objects.update(created_at=timezone.now() - LATELY)
    del late.cookies[settings.SESSION_COOKIE_NAME]
    late.post(link(room), {"name": "Ama"})
    assert sitting(room) == ["alice", *["guest"] * 3]


def test_whoever_sits_there_is_led_to_the_own_seat(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    for client in (as_alice, as_bob):
        assert client.get(link(room)).headers["Location"] == f"/rooms/{room.code}/"
        assert joined(client, room).headers["Location"] == f"/rooms/{room.code}/"
    assert sitting(room) == ["alice", "", "bob", ""]


def test_a_full_table_says_so(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = shared(as_alice, as_bob, key="twoman")
    for response in (as_charlie.get(link(room)), joined(as_charlie, room)):
        assert response.status_code == 410 and "Every seat is taken. Nobody may look on." in text_of(response)
        assert "Sit down" not in text_of(response)
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
    room = shared(as_alice, as_bob)
    as_alice.post(f"/rooms/{room.code}/swap/2/")
    assert sitting(room) == ["bob", "", "alice", ""]
    as_bob.post(f"/rooms/{room.code}/swap/3/")
    assert sitting(room) == ["", "", "alice", "bob"]
    page = text_of(as_bob.post(f"/rooms/{room.code}/swap/2/", follow=True))
    assert sitting(room) == ["", "", "alice", "bob"] and "Only whoever opened the table" in page
    assert as_alice.post(f"/rooms/{room.code}/swap/9/").status_code == 404
    code = started(as_alice, room).split("/")[2]
    taken = Game.objects.get(code=code).seats.order_by("number").values_list("user__username", "level")
    assert list(taken) == [(None, "normal"), (None, "normal"), ("alice", ""), ("bob", "")]


def test_of_two_who_want_one_open_seat_the_second_is_told_that_somebody_sits_there(
    as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    room = opened(as_alice)
    for client in (as_bob, as_charlie):
        joined(client, room)
    assert sitting(room) == ["alice", "charlie", "bob", ""]
    for _ in range(2):
        page = text_of(as_bob.post(f"/rooms/{room.code}/swap/3/", follow=True))
        assert "Only whoever opened the table" not in page, "sent twice is sent once"
    assert "Somebody sits there by now." in text_of(as_charlie.post(f"/rooms/{room.code}/swap/3/", follow=True))
    assert sitting(room) == ["alice", "charlie", "", "bob"]


def test_only_whoever_opened_it_arranges_the_table(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    before = list(WaitingRoom.objects.values())
    for what in ("start/", "link/", "seats/0/free/"):
        assert "Only whoever opened the table" in text_of(as_bob.post(f"/rooms/{room.code}/{what}", follow=True)), what
    assert list(WaitingRoom.objects.values()) == before
    assert sitting(room) == ["alice", "", "bob", ""] and not Game.objects.exists()


def test_a_stranger_finds_no_room(as_alice: Client, as_charlie: Client, client: Client) -> None:
    room = opened(as_alice)
    before = sitting(room)
    for stranger, code in product((as_charlie, client), (room.code, "nowhere")):
        for what in ("", "start/", "link/", "leave/", "swap/1/", "seats/0/free/"):
            ask = stranger.post if what else stranger.get
            assert ask(f"/rooms/{code}/{what}").status_code == 404, what
    assert sitting(room) == before


def test_a_seat_is_freed_and_somebody_stands_up(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = shared(as_alice, as_bob, as_charlie)
    as_alice.post(f"/rooms/{room.code}/seats/2/free/", {"name": "bob"})
    assert sitting(room) == ["alice", "charlie", "", ""]
    as_alice.post(f"/rooms/{room.code}/seats/0/free/", {"name": "alice"})
    assert sitting(room) == ["alice", "charlie", "", ""], "the own seat is left by closing the table"
    as_charlie.post(f"/rooms/{room.code}/leave/")
    assert sitting(room) == ["alice", "", "", ""]
    before = link(room)
    as_alice.post(f"/rooms/{room.code}/leave/")
    assert not WaitingRoom.objects.exists()
    assert as_bob.get(before).status_code == 404


def test_a_seat_is_freed_of_whom_the_page_named_and_of_nobody_else(
    as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
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
        assert sitting(room) == ["alice", "", "charlie", ""] and "elsewhere" not in page, "sent twice is sent once"


def test_what_comes_after_the_start_leads_to_the_table(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    table = started(as_alice, room)
    posted = {"allowed": "on", "clock": "30", "anew": "on"}
    for what in ("start/", "swap/1/", "leave/", "seats/1/free/", "onlookers/", "clock/", "link/"):
        for client in (as_bob, as_alice):
            answer = client.post(f"/rooms/{room.code}/{what}", posted, follow=True)
            assert answer.redirect_chain[-1] == (table, 302), what
    assert table == f"/games/{Game.objects.get().code}/"
    assert sitting(room) == ["alice", "", "bob", ""]
    assert WaitingRoom.objects.filter(clock=0, onlookers=False, is_asking=True, token=room.token).exists()


def test_the_room_looks_again_and_leads_to_the_table_once_it_begins(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    part = read(as_bob, f"/rooms/{room.code}/", headers=HTMX)
    assert part.startswith('<div class="stack" id="room"') and "every 2s" in part and "alice" in part
    as_alice.post(f"/rooms/{room.code}/start/")
    answer = as_bob.get(f"/rooms/{room.code}/", headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/games/{Game.objects.get().code}/"


def test_a_room_that_is_open_after_a_log_out_elsewhere_asks_for_nothing_more(as_alice: Client) -> None:
    address = f"/rooms/{opened(as_alice).code}/"
    as_alice.logout()
    answer = as_alice.get(address, headers={**HTMX, "HX-Current-URL": f"http://testserver{address}"})
    assert answer.headers["HX-Refresh"] == "true" and as_alice.get(address).status_code == 404


def test_options_that_cannot_be_played_open_no_table(as_alice: Client) -> None:
    response = as_alice.post("/games/new/twoman/", {"level": "easy", "target": "0", "place_1": "link"})
    assert response.status_code == 422 and not WaitingRoom.objects.exists()


def test_nobody_waits_at_more_tables_than_may_be_open(as_alice: Client, as_bob: Client, alice: User) -> None:
    room = opened(as_bob)
    for _ in range(MOST_OPEN):
        opened(as_alice, "twoman")
    assert joined(as_alice, room).status_code == 429
    with pytest.raises(lobby.TooManyGames):
        lobby.open_game(person=Person(user=alice))
    assert sitting(room) == ["bob", "", "", ""]


# -- people who come and go ------------------------------------------------------------------------------


@pytest.mark.parametrize(("becomes", "seat"), [("bob", "bob"), ("alice", "")])
def test_a_guest_who_signs_up_keeps_the_seat_and_one_person_in_two_browsers_sits_once(
    as_alice: Client, client: Client, bob: User, becomes: str, seat: str
) -> None:
    room = shared(as_alice, client)
    adopt(guest=Guest.objects.get(), user=User.objects.get(username=becomes))
    assert sitting(room) == ["alice", "", seat, ""]


def test_whoever_opened_a_table_as_a_guest_and_came_to_it_as_an_account_keeps_it_for_the_others(
    as_alice: Client, as_bob: Client, alice: User
) -> None:
    guest = Person(guest=Guest.objects.create())
    code = open_room(person=guest, key="spades", chosen={})
    room = WaitingRoom.objects.get()
    for client in (as_bob, as_alice):
        joined(client, room)
    assert sitting(room) == ["guest", "alice", "bob", ""]
    assert guest.guest is not None and adopt(guest=guest.guest, user=alice)
    assert sitting(room) == ["alice", "", "bob", ""]
    assert as_alice.post(f"/rooms/{code}/start/").headers["Location"] == f"/games/{Game.objects.get().code}/"


def test_one_person_in_two_browsers_ends_the_game_by_becoming_one(
    as_alice: Client, client: Client, alice: User
) -> None:
    room = shared(as_alice, client)
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
    assert joining.tidy() > 0 and joining.tidy() == 0
    assert list(WaitingRoom.objects.all()) == [kept]

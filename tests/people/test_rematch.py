"""Playing again: rematches with people, another game with the same bots, and the list of companions."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.people import Person, leave
from games.company import ComputerSeat
from games.table import opening
from games.table.models import Entry, Game, Seat
from games.table.opening import seating_again, usual_seating
from games.table.room_models import WaitingRoom, WaitingSeat
from tests.asking import read
from tests.lobby.setting_up import text_of
from tests.people.rooms import ask_for_rematch, join_room, open_shared_room, play_and_leave, seated_names, start_room
from tests.play import deal_hand, open_table, reload, step

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("key", "seats_afterwards", "first"), [("spades", [1, 3], "instead"), ("twoman", [1, 0], "again")]
)
def test_each_player_joins_a_rematch_with_one_request_and_all_seats_move_on(
    as_alice: Client, as_bob: Client, key: str, seats_afterwards: list[int], first: str
) -> None:
    code = play_and_leave(as_alice, as_bob, key)
    first = as_bob.post(f"/games/{code}/{first}/").headers["Location"]
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == first
    assert as_bob.post(f"/games/{code}/again/").headers["Location"] == first  # idempotent
    room = WaitingRoom.objects.get(game=None)
    assert room.options == Game.objects.get(code=code).options
    kept = [(seat.number, seat.level) for seat in room.seats.filter(is_kept=True).order_by("number")]
    assert kept == ([(0, "normal"), (2, "normal")] if key == "spades" else [])  # bots move on, too
    assert [seated_names(room).index(name) for name in ("alice", "bob")] == seats_afterwards
    assert [seat.user.username for seat in room.seats.filter(is_openers=True) if seat.user] == ["bob"]
    table = start_room(as_bob, room)
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == table


@pytest.mark.parametrize(("comes_back", "wins"), [(True, {"wins": [1, 2]}), (False, {})])
def test_a_match_carries_its_wins_only_if_all_players_sit_down_again(
    as_alice: Client, as_bob: Client, comes_back: bool, wins: Any
) -> None:
    """Each player sits one seat further, which is on the other side, so the sides' wins are swapped."""
    room = open_shared_room(as_alice, as_bob, key="bidwhist")
    code = start_room(as_alice, room).split("/")[2]
    Game.objects.filter(code=code).update(carried={"wins": [2, 1]})
    for what in ("deal", "abandon"):
        for client in (as_alice, as_bob):
            client.post(f"/games/{code}/{what}/", {"version": 0})
    for client in (as_alice, as_bob)[: 1 + comes_back]:
        client.post(f"/games/{code}/again/")
    as_alice.post(f"/rooms/{WaitingRoom.objects.get(game=None).code}/start/")
    assert Game.objects.exclude(code=code).get().carried == wins


def test_a_game_in_play_has_no_rematch(as_alice: Client, as_bob: Client) -> None:
    room = open_shared_room(as_alice, as_bob)
    table = start_room(as_alice, room)
    assert as_bob.post(f"{table}again/").headers["Location"] == table
    as_alice.post(f"{table}decline/")
    assert (WaitingRoom.objects.count(), Game.objects.count()) == (1, 1)
    assert not Seat.objects.filter(declines=True).exists()


def test_while_the_owner_is_away_another_player_may_start(as_alice: Client, as_bob: Client, bob: User) -> None:
    code = play_and_leave(as_alice, as_bob, "twoman")
    for client in (as_bob, as_alice):
        address = client.post(f"/games/{code}/again/").headers["Location"]
    assert "bob will start the game." in text_of(as_alice.get(address))
    assert as_alice.post(f"{address}start/").headers["Location"] == address
    WaitingSeat.objects.filter(user=bob).update(seen_at=timezone.now() - timedelta(minutes=1))
    assert "bob is away: you can start." in text_of(as_alice.get(address))
    table = as_alice.post(f"{address}start/").headers["Location"]
    assert as_bob.get(address).headers["Location"] == table


def test_a_rematch_called_off_can_be_asked_for_again_and_outlives_its_link(as_alice: Client, as_bob: Client) -> None:
    code, room = ask_for_rematch(as_alice, as_bob)
    as_bob.post(f"/rooms/{room.code}/leave/")
    as_alice.post(f"/games/{code}/again/")
    assert seated_names(WaitingRoom.objects.get(game=None)) == ["", "alice", "", ""]
    WaitingRoom.objects.filter(game=None).update(lapses_at=timezone.now())
    as_bob.post(f"/games/{code}/again/")
    assert sorted(filter(None, seated_names(WaitingRoom.objects.get(game=None)))) == ["alice", "bob"]


def announcements(client: Client, code: str) -> list[bool]:
    """Return whether the front page, the list of games and the game's page say that bob waits for a rematch."""
    pages = ("/", "/games/", f"/games/{code}/")
    return ["bob wants to play again with you." in text_of(client.get(page)) for page in pages]


def test_all_pages_of_the_other_players_tell_who_waits_for_a_rematch(
    as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    code = play_and_leave(as_alice, as_bob)
    assert "Play again" in text_of(as_alice.get(f"/games/{code}/")) and not any(announcements(as_alice, code))
    as_bob.post(f"/games/{code}/again/")
    assert announcements(as_alice, code) == [True, True, True]
    assert "Sit down again" in text_of(as_alice.get(f"/games/{code}/"))
    assert f'action="/games/{code}/again/"' in read(as_alice, "/games/")
    assert re.search(rf'<a href="/games/{code}/">\s+Play Partner Spades again', read(as_alice, "/"))
    assert "Your Partner Spades table needs one more player." in text_of(as_bob.get("/"))
    assert not any(announcements(as_bob, code)) and not any(announcements(as_charlie, code))
    as_alice.post(f"/games/{code}/again/")
    assert not any(announcements(as_alice, code))


@pytest.mark.parametrize("what", ["start/", "leave/"])
def test_a_rematch_begun_or_called_off_is_no_longer_announced(as_alice: Client, as_bob: Client, what: str) -> None:
    code, room = ask_for_rematch(as_alice, as_bob)
    WaitingRoom.objects.filter(game=None).update(opened_at=timezone.now() - timedelta(hours=25))
    assert announcements(as_alice, code) == [False, False, True]  # after a day only the game's page says so
    as_bob.post(f"/rooms/{room.code}/{what}")
    assert not any(announcements(as_alice, code))


def test_a_rematch_whose_seats_are_taken_is_announced_as_full(
    as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    code, room = ask_for_rematch(as_alice, as_bob, "twoman")
    join_room(as_charlie, room)
    assert not any(announcements(as_alice, code))
    assert "bob is playing again without you." in text_of(as_alice.get(f"/games/{code}/"))
    assert "This is a new table" in text_of(as_alice.post(f"/games/{code}/again/", follow=True))


@pytest.mark.parametrize("onlookers", [True, False])
def test_a_player_too_late_for_a_rematch_may_watch_it_or_open_another_table(
    as_alice: Client, as_bob: Client, onlookers: bool
) -> None:
    code, room = ask_for_rematch(as_alice, as_bob)
    WaitingRoom.objects.filter(game=None).update(onlookers=onlookers)
    as_bob.post(f"/rooms/{room.code}/start/")
    page = as_alice.get(f"/games/{code}/")
    assert "bob is playing again without you." in text_of(page) and "Open another table" in text_of(page)
    look = f"/t/{room.token}/look/"
    assert (look in page.content.decode()) is onlookers
    assert as_alice.get(look).status_code == (200 if onlookers else 302)
    assert "without you" not in text_of(as_bob.get(f"/games/{code}/"))
    again = as_alice.post(f"/games/{code}/again/", follow=True)
    assert "The others are playing again without you. This is a new table: send them its link." in text_of(again)
    another = WaitingRoom.objects.get(game=None)
    assert seated_names(another) == ["", "alice", "", ""] and another.follows is None
    assert f"/t/{another.token}/" in again.content.decode()
    assert another.options == Game.objects.get(code=code).options
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == f"/rooms/{another.code}/"
    assert join_room(as_bob, another).headers["Location"] == f"/rooms/{another.code}/"
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] != f"/rooms/{another.code}/"


def test_a_player_may_decline_and_change_their_mind(as_alice: Client, as_bob: Client) -> None:
    code, room = ask_for_rematch(as_alice, as_bob)
    assert f"/games/{code}/decline/" in read(as_alice, f"/games/{code}/")
    listed = as_alice.post(f"/games/{code}/decline/", {"listed": "on"}, follow=True)
    assert listed.redirect_chain == [("/games/", 302)]
    told = as_alice.post(f"/games/{code}/decline/", follow=True)
    assert told.redirect_chain == [(f"/games/{code}/", 302)]
    assert "The others see that you aren’t playing again." in text_of(told)
    assert not any(announcements(as_alice, code))
    assert "alice isn’t playing again. Anyone from the last game" in text_of(as_bob.get(f"/rooms/{room.code}/"))
    assert as_alice.post(f"/games/{code}/again/").headers["Location"] == f"/rooms/{room.code}/"
    assert "isn’t playing again" not in text_of(as_bob.get(f"/rooms/{room.code}/"))


@pytest.mark.parametrize("asks_again", [True, False])
def test_a_player_who_declined_reads_what_others_do_next(as_alice: Client, as_bob: Client, asks_again: bool) -> None:
    code, room = ask_for_rematch(as_alice, as_bob)
    as_alice.post(f"/games/{code}/decline/")
    as_bob.post(f"/rooms/{room.code}/{'leave' if asks_again else 'start'}/")
    if asks_again:
        as_bob.post(f"/games/{code}/again/")
    page = text_of(as_alice.get(f"/games/{code}/"))
    assert ("bob wants to play again with you." in page) is asks_again
    assert ("bob is playing again without you." in page and "Open another table" in page) is not asks_again


@pytest.mark.parametrize("key", ["spades", "twoman"])
def test_without_the_opponents_account_bots_play(as_alice: Client, as_bob: Client, bob: User, key: str) -> None:
    code = play_and_leave(as_alice, as_bob, key)
    leave(person=Person(user=bob))
    page = as_alice.post(f"/games/{code}/again/", follow=True)
    assert "The people you played with are gone" in text_of(page)
    new = Game.objects.exclude(code=code).get()
    assert not WaitingRoom.objects.filter(game=None).exists()
    assert new.seats.filter(level="").count() == 1 and page.redirect_chain[-1][0] == f"/games/{new.code}/"
    assert len({seat.name for seat in new.seats.exclude(level="")}) == new.seats.count() - 1


B, M, O = "Bruno normal", "Marta expert", "Odile normal"  # noqa: E741
SEATING = {"B": ComputerSeat("normal", "Bruno"), "M": ComputerSeat("expert"), "O": ComputerSeat("normal", "Odile")}


@pytest.mark.parametrize(
    ("last_seats", "own", "expected"),
    [
        (("me", B, M, O), 0, "BMO"),
        ((B, "me", M, O), 1, "MOB"),
        ((B, M, "me", O), 2, "OBM"),
        ((B, M, O, "me"), 3, "BMO"),
        (("me", "ann", "joe", "sue"), 0, "easy"),
        (("me", "ann", M, "joe"), 0, "expert"),
        (("me", B, "Marta grandmaster", O), 0, "normal"),
        (("me", "ann", "Marta grandmaster", "joe"), 0, "easy"),
    ],
)
def test_bots_of_the_last_game_keep_their_places_or_the_usual_ones_sit_down(
    last_seats: tuple[str, ...], own: int, expected: str
) -> None:
    """In `last_seats` "Bruno normal" is a bot. A name alone is a person, and a bot replaces each person but "me"."""
    seats = []
    for number, words in enumerate(last_seats):
        name, _, level = words.partition(" ")
        seats.append(Seat(number=number, name="" if name == "Marta" else name, level=level))
    usual = [SEATING[one] for one in expected] if expected.isupper() else usual_seating(key="spades", level=expected)
    assert list(seating_again(key="spades", seats=seats, own=own)) == list(usual)


@pytest.mark.parametrize("what", ["again", "instead"])
def test_options_that_are_no_longer_allowed_lead_to_the_set_up_page(as_alice: Client, alice: User, what: str) -> None:
    place = open_table(alice, "spades")
    Game.objects.update(options={"winning_score": -1})
    answer = as_alice.post(f"/games/{place.code}/{what}/", follow=True)
    assert answer.redirect_chain == [("/games/new/spades/", 302)]
    assert "The rules have changed since that game." in answer.content.decode()
    assert [game.status for game in Game.objects.all()] == ["playing"]


def test_playing_again_returns_the_same_game_until_the_player_acts_in_it(alice: User) -> None:
    """Two tabs of one finished game may both ask to play again."""
    place = open_table(alice, "spades")
    opening.abandon(place=place)
    code = opening.open_again(place=place)
    deal_hand(reload(alice, code))
    assert opening.open_again(place=place) == code
    while not Entry.objects.filter(source=Entry.Source.PERSON).exists():
        assert opening.open_again(place=place) == code  # also after bots have acted
        step(reload(alice, code), Random(1))
    assert opening.open_again(place=place) != code
    assert Game.objects.count() == 3


@pytest.mark.parametrize(
    "other", [{"key": "cardduel"}, {"chosen": {"target": 250}}, {"level": "medium"}, {"carried": {"last": 1}}]
)
def test_playing_again_does_not_return_a_game_with_other_settings(alice: User, other: dict[str, Any]) -> None:
    place = open_table(alice, "twoman")
    opening.abandon(place=place)
    opening.open_game(**{"person": Person(user=alice), "key": "twoman", "level": "easy", **other})
    opening.open_again(place=place)
    assert Game.objects.count() == 3


def companions_on(client: Client) -> list[str]:
    """Return the companions on the people page, in order."""
    return re.findall(r"<b>(\w+)</b><br>", read(client, "/people/"))


def test_companions_of_finished_games_are_listed_latest_first(
    as_alice: Client, as_bob: Client, as_charlie: Client, client: Client, charlie: User
) -> None:
    as_alice.post("/play/")
    room = open_shared_room(as_alice, as_bob, key="twoman")
    for one in (as_alice, client):
        assert "No one yet." in text_of(one.get("/people/"))
    table = start_room(as_alice, room)
    assert companions_on(as_alice) == []
    for client in (as_alice, as_bob):
        client.post(f"{table}abandon/")
    play_and_leave(as_alice, as_charlie, "cardduel")
    code = play_and_leave(as_alice, as_bob, "spades")
    page = text_of(as_alice.get("/people/"))
    assert f'action="/games/{code}/again/"' in read(as_alice, "/people/")
    assert (
        companions_on(as_alice) == ["bob", "charlie"]
        and len(re.findall(r"Invite \S+ again", page)) == 2
        and "bob Partner Spades ·" in page
    )
    assert companions_on(as_charlie) == ["alice"]
    leave(person=Person(user=charlie))
    assert companions_on(as_alice) == ["bob"]

"""The front page, opening and leaving games, and the settings in a table's menu."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Guest, Preferences, User
from accounts.people import Person
from accounts.zones import utc_today
from games.engine.cards import cards
from games.people.models import Setup
from games.snapshot import Status
from games.table import opening
from games.table.models import Game, Seal, Seat
from games.table.room_models import WaitingRoom, WaitingSeat
from tests.asking import HTMX, pressed, read
from tests.conftest import client_of
from tests.lobby.setting_up import SPADES, TWO_MAN, TWO_MAN_POST, text_of
from tests.people import together
from tests.people.rooms import join_room, open_shared_room, open_waiting_room, start_room
from tests.play import MINE, deal_hand, open_table
from tests.records.stored import give_up_in_second_hand
from tests.table.written_cards import written

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(alice: User, chosen_cards: None) -> str:
    """Return the code of alice's game, whose first hand is dealt."""
    place = open_table(alice)
    deal_hand(place)
    return place.code


# -- the front page --
def test_the_main_button_of_the_front_page_leads_to_the_open_table(
    as_alice: Client, client: Client, alice: User
) -> None:
    """Without an open table the button opens a game; with an open table no button of the page does."""
    assert "/play/" in read(client, "/") and Guest.objects.count() == 0
    open_table(alice)
    place = open_table(alice, level="medium")
    page = read(as_alice, "/")
    assert re.findall(r"<(?:a|button)[^>]*btn--main[^>]*>", page) == [
        f'<a class="btn btn--main" href="/games/{place.code}/">'
    ]
    assert "/play/" not in page
    assert "Two-Man Spades, Medium: not dealt yet" in page and "You have 1 more open table" in page
    assert "You have an open table: Two-Man Spades, not dealt yet." in read(as_alice, SPADES)


@pytest.mark.usefixtures("code")
def test_the_front_page_shows_only_the_own_cards(as_alice: Client) -> None:
    page = read(as_alice, "/")
    assert page.count('<span class="card">') == len(cards(MINE))
    assert written(page).cards == set(cards(MINE))
    assert "hand 1, and it’s your move." in page


def test_the_front_page_names_another_table_where_it_is_the_users_turn(as_alice: Client, as_bob: Client) -> None:
    """The page names the table, and the title counts it, until the user has acted."""
    code = start_room(as_alice, open_shared_room(as_alice, as_bob, key="twoman")).split("/")[2]
    assert "Your move" not in text_of(as_alice.get("/")), "the table shown at the top is named again"
    as_alice.post("/play/", {"another": "on"})
    page = read(as_alice, "/")
    assert "<title>(1) A quiet card room" in page
    assert f'<a href="/games/{code}/">Two-Man Spades with bob</a>' in page
    as_alice.post(f"/games/{code}/deal/", {"seed": "a", "version": Game.objects.get(code=code).version})
    as_alice.post("/play/", {"another": "on"})
    page = read(as_alice, "/")
    assert "with bob" not in page and "<title>A quiet card room" in page


def test_the_front_page_names_bots_and_stand_ins(as_alice: Client, as_bob: Client, alice: User, bob: User) -> None:
    start_room(as_alice, open_shared_room(as_alice, as_bob))
    page = text_of(as_alice.get("/"))
    assert "Your table is as you left it Partner Spades, " in page
    assert "bob" in page and "bob (computer)" not in page and page.count("(computer)") == 2
    code = together.deal_first_hand(alice, bob)
    together.play_to_a_turn(code, alice, bob)
    slow, other = together.replace_by_stand_in(code, alice, bob)
    away, here = text_of(client_of(slow).get("/")), text_of(client_of(other).get("/"))
    assert f"A computer is playing for you Two-Man Spades, {other.username}: " in away and "your move" not in away
    assert f"Your table is as you left it Two-Man Spades, {slow.username} (computer): " in here


def test_the_front_page_tells_how_many_players_a_room_waits_for(as_alice: Client, as_bob: Client) -> None:
    """The owner and the seated players see the number until the game begins or the link expires."""
    room = open_waiting_room(as_alice)
    room_link = f'<a href="/rooms/{room.code}/">Go to the table</a>'
    assert "Your Partner Spades table needs 3 more players." in text_of(as_alice.get("/"))
    assert room_link in read(as_alice, "/") and room_link not in read(as_bob, "/")
    join_room(as_bob, room)
    assert "alice’s Partner Spades table, where you sit, needs 2 more players." in text_of(as_bob.get("/"))
    WaitingRoom.objects.update(lapses_at=timezone.now())
    assert room_link not in read(as_alice, "/")
    WaitingRoom.objects.update(lapses_at=timezone.now() + timedelta(days=1))
    WaitingSeat.objects.filter(user=None).update(is_kept=True)
    assert "Everyone is at your Partner Spades table: you can start." in text_of(as_alice.get("/"))
    assert "alice’s Partner Spades table is full and about to start." in text_of(as_bob.get("/"))
    as_alice.post(f"/rooms/{room.code}/start/")
    for client in (as_alice, as_bob):
        assert room_link not in read(client, "/")
    codes = [open_waiting_room(as_alice).code for _ in range(4)]
    page = read(as_alice, "/")
    assert [f"/rooms/{code}/" in page for code in codes] == [False, True, True, True]


# -- play now --
def test_play_now_seats_one_guest_in_one_post(client: Client) -> None:
    response = client.post("/play/")
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.code}/")
    assert Seat.objects.get(game=game, number=0).guest == Guest.objects.get()
    assert client.get(response["Location"]).status_code == 200
    client.post("/play/", {"another": "1"})
    assert Seat.objects.filter(guest=Guest.objects.get()).count() == 2


def test_play_now_asks_before_opening_another_table_and_opens_it_once(as_alice: Client, alice: User) -> None:
    """A double submit opens one table. A waiting room does not count as an open table."""
    open_waiting_room(as_alice)
    assert as_alice.post("/play/")["Location"] == f"/games/{Game.objects.get().code}/"
    for count in (2, 3):
        asked = as_alice.post("/play/")
        page = asked.content.decode()
        assert asked.status_code == 200 and f'href="/games/{Game.objects.latest("pk").code}/"' in page
        assert Game.objects.count() == count - 1
        posted = {"another": page.partition('name="another" value="')[2].partition('"')[0]}
        first, second = (as_alice.post("/play/", posted)["Location"] for _ in range(2))
        assert first == second and Game.objects.count() == count


def test_play_now_redirects_to_the_front_page_if_the_open_table_has_just_ended(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_going_on", lambda person: 1)
    answer = as_alice.post("/play/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


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
    """The limit applies to each of these forms, and a refusal stores nothing."""
    past = give_up_in_second_hand(alice)
    for _ in range(opening.MOST_OPEN):
        # Another level than the past game's, because a game with equal settings would count as a double submit.
        open_table(alice, level="medium")
    answer = as_alice.post(address.format(code=past.code, today=utc_today()), posted)
    assert answer.status_code == 429
    assert "too many open games" in answer.content.decode()
    assert Game.objects.filter(status=Status.PLAYING).count() == Game.objects.count() - 1 == opening.MOST_OPEN
    assert not Setup.objects.exists()


def test_the_limit_page_lists_waiting_rooms_too(as_alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_OPEN", 1)
    room = open_waiting_room(as_alice)
    answer = as_alice.post("/play/")
    page = answer.content.decode()
    assert answer.status_code == 429
    assert f'href="/rooms/{room.code}/"' in page and "No games yet" not in page


# -- giving up, playing again, another game in place of one --
def test_giving_up_asks_first_and_is_idempotent(as_alice: Client, code: str) -> None:
    asks = f"/games/{code}/abandon/"
    assert re.search(rf'href="{asks}">\s*Give up this game', read(as_alice, f"/games/{code}/"))
    assert as_alice.get(asks).status_code == 200
    assert Game.objects.get().status == Status.PLAYING
    for _ in range(2):
        assert as_alice.post(asks).status_code == 302
    assert Game.objects.get().status == Status.ABANDONED
    page = read(as_alice, f"/games/{code}/")
    assert asks not in page and bytes(Seal.objects.get(number=1).server_seed).hex() in page
    assert bytes(Seal.objects.get(number=2).server_seed).hex() not in page
    response = as_alice.get(asks)
    assert (response.status_code, response["Location"]) == (302, f"/games/{code}/")


@pytest.mark.parametrize(("path", "is_over"), [("again", True), ("instead", True), ("instead", False)])
def test_a_new_game_has_the_same_settings_and_ends_a_running_one(
    as_alice: Client, alice: User, path: str, is_over: bool
) -> None:
    place = open_table(alice, level="medium", target=200)
    deal_hand(place)
    if is_over:
        opening.abandon(place=place)
    ended_at = Game.objects.get().ended_at
    if path == "instead":
        asked = read(as_alice, f"/games/{place.code}/instead/")
        assert ("Give up" in asked) is not is_over
        assert is_over or ("Give up and start another" in asked and f"/games/{place.code}/" in asked)
    assert Game.objects.get().ended_at == ended_at
    response = as_alice.post(f"/games/{place.code}/{path}/")
    old, new = Game.objects.order_by("pk")
    assert response["Location"] == f"/games/{new.code}/"
    assert (old.status, old.gave_up) == (Status.ABANDONED, 0)
    assert not is_over or old.ended_at == ended_at
    assert (new.options, new.seats.get(number=1).level, new.ended_at) == ({"target": 200}, "medium", None)


def test_a_new_game_in_place_of_another_is_opened_once_at_the_limit(as_alice: Client, alice: User) -> None:
    places = [open_table(alice), *(open_table(alice, level="medium") for _ in range(opening.MOST_OPEN - 1))]
    first, second = (as_alice.post(f"/games/{places[0].code}/instead/") for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first.headers["Location"] == second.headers["Location"]
    assert Game.objects.filter(status=Status.PLAYING).count() == opening.MOST_OPEN


# -- the settings in a table's menu --
LOOKS = {"theme": "dark", "deck": "two", "card_size": "large", "pace": "fast", "trick_rest": "two"}
LIKES = {**LOOKS, "spades_first": "on", "aces_first": "on", "lessons": "on"}


def test_the_table_page_has_menu_and_settings_and_a_partial_has_none(as_alice: Client, code: str) -> None:
    page = read(as_alice, f"/games/{code}/")
    assert f'action="/games/{code}/likes/"' in page and page.count('name="pace"') == 4
    assert page.count('name="trick_rest"') == 5 and page.count('data-look="rest"') == 5
    assert page.count('name="card_size"') == 3 and page.count('data-look="cards"') == 3
    assert f'href="/settings/?next=/games/{code}/"' in page and "<noscript><button" in page
    assert "likes/" not in read(as_alice, f"/games/{code}/", headers=HTMX)
    menu = page.split('id="menu"')[1].split("</nav>")[0]
    assert 'href="/rules/twoman/"' in menu and "How to play Two-Man Spades" in menu


def test_a_change_in_the_menu_is_saved_at_once_and_keeps_other_preferences(
    as_alice: Client, alice: User, code: str
) -> None:
    Preferences.objects.create(user=alice, remarks=False, language="en", shows_name=True)
    status, table = pressed(as_alice, code, "likes", **LIKES, letter_keys="on")
    assert status == 200 and 'id="table"' in table and "data-letters" in table
    liked = Preferences.objects.get(user=alice)
    assert (liked.remarks, liked.language, liked.shows_name) == (False, "en", True)
    assert {name: getattr(liked, name) for name in LOOKS} == LOOKS and liked.letter_keys
    answer = as_alice.post(f"/games/{code}/likes/", {**LIKES, "sounds": "on"}, headers=HTMX)
    assert "data-letters" not in answer.content.decode() and "HX-Refresh" not in answer.headers
    assert Preferences.objects.get(user=alice).sounds
    status, table = pressed(as_alice, code, "likes", **{**LIKES, "deck": "five"})
    assert status == 422 and "Choose one of the options." in table
    assert Preferences.objects.get(user=alice).deck == "two"


def test_a_duel_offers_no_order_of_cards_and_keeps_the_stored_one(as_alice: Client, alice: User) -> None:
    code = opening.open_game(person=Person(user=alice), key="cardduel")
    assert 'name="spades_first"' not in read(as_alice, f"/games/{code}/")
    answer = as_alice.post(f"/games/{code}/likes/", LOOKS)
    assert answer["Location"] == f"/games/{code}/", "without scripts the response leads away from the table"
    liked = Preferences.objects.get(user=alice)
    assert (liked.theme, liked.spades_first, liked.aces_first, liked.lessons) == ("dark", True, True, False)

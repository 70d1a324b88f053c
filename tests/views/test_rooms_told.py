"""What a waiting table says of itself: to whoever has its link, and to those who sit there."""

import struct
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from games.models import Game, WaitingRoom, WaitingSeat
from games.services.table.seating import ByLink
from tests.pages.markup import previewed
from tests.views.asking import HTMX, read
from tests.views.rooms import joined, link, opened, shared, started
from tests.views.setting_up import text_of

pytestmark = pytest.mark.django_db


def test_a_link_shows_whose_table_it_is_of_and_what_is_played_there(as_alice: Client, client: Client) -> None:
    """Before anybody follows it: by words that stand on its page, too, and one picture for all tables."""
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


def test_an_invitation_tells_the_time_for_a_decision(as_alice: Client, client: Client) -> None:
    room = opened(as_alice)
    as_alice.post(f"/rooms/{room.code}/clock/", {"clock": "30"})
    assert "A decision may take 30 seconds." in text_of(client.get(link(room)))


def test_closing_a_table_asks_first_and_names_who_is_waiting(as_alice: Client, as_bob: Client) -> None:
    room = opened(as_alice)
    address = f"/rooms/{room.code}/leave/"
    assert f'href="{address}"' in read(as_alice, f"/rooms/{room.code}/")
    assert "Close this table? The link will stop working." in text_of(as_alice.get(address))
    joined(as_bob, room)
    assert "bob is waiting here and will read that you closed the table." in text_of(as_alice.get(address))
    assert as_bob.get(address).headers["Location"] == f"/rooms/{room.code}/"
    assert WaitingRoom.objects.filter(pk=room.pk).exists()


def test_the_people_of_a_closed_table_read_who_closed_it(as_alice: Client, as_bob: Client, as_charlie: Client) -> None:
    room = shared(as_alice, as_bob)
    address = f"/rooms/{room.code}/"
    as_alice.post(f"{address}leave/")
    polled = as_bob.get(address, headers=HTMX)
    assert polled.headers["HX-Redirect"] == "/games/"
    assert "alice closed the table." in text_of(as_bob.get("/games/"))
    assert "alice closed the table." in text_of(as_bob.get(address, follow=True))
    assert as_charlie.get(address).status_code == 404


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


def test_my_games_leads_back_to_the_room(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    for client in (as_alice, as_bob):
        page = read(client, "/games/")
        assert f'href="/rooms/{room.code}/"' in page and "2 seats are open" in page
    as_alice.post(f"/rooms/{room.code}/start/")
    assert f"/rooms/{room.code}/" not in read(as_alice, "/games/")


def test_the_other_is_named_in_the_list_of_games(as_alice: Client, as_bob: Client) -> None:
    room = shared(as_alice, as_bob)
    as_alice.post(f"/rooms/{room.code}/start/")
    assert "bob, Normal" in text_of(as_alice.get("/games/"))
    assert "alice, Normal" in text_of(as_bob.get("/games/"))


def test_my_games_says_whose_move_it_is(as_alice: Client, as_bob: Client) -> None:
    """First the tables at which people wait; a game with computer players alone waits for nobody else."""
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
    """By the signs that open pages give: a page that is closed is away, and here again with its next look."""
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
    room = opened(as_alice, key, **chosen)
    assert said in text_of(as_alice.get(f"/rooms/{room.code}/"))
    assert said.removesuffix(" A decision may take as long as you like.") in text_of(client.get(link(room)))

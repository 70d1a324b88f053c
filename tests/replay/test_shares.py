"""POST games/<code>/shares/ and GET shared/<token>/…: links to hands and games, their pages, and revoking a link."""

import re
import struct
from itertools import product
from pathlib import Path
from random import Random

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client

from accounts.models import User
from games.boards.attempts import boards_of
from games.replay.models import Share
from games.table.tables import Place
from tests.asking import previewed, read
from tests.play import open_table, play_out, reload

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice: User) -> Place:
    place = open_table(alice, target=100)
    play_out(place, Random(5))
    return reload(alice, place.code)


def make_link(client: Client, place: Place, **posted: str) -> str:
    """Create a link by a post and return its token."""
    before = set(Share.objects.values_list("token", flat=True))
    assert client.post(f"/games/{place.code}/shares/", posted).status_code == 302
    [token] = set(Share.objects.values_list("token", flat=True)) - before
    return token


def test_a_link_to_a_hand_opens_no_page_of_the_game(as_alice: Client, client: Client, place: Place) -> None:
    token = make_link(as_alice, place, hand="1")
    assert re.fullmatch(r"[\w-]{22}", token), "the token does not have 22 characters (128 bits)"
    page = client.get(f"/shared/{token}/")
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert page.headers["Cache-Control"] == "no-store"
    assert client.get(f"/shared/{token}/hands/1/?step=5").status_code == 200
    assert client.get(f"/shared/{token}/hands/1/verify/").status_code == 200
    for other in (f"/games/{place.code}/", f"/games/{place.code}/review/"):
        assert client.get(other).status_code == 404


def test_a_link_to_one_hand_opens_no_other_hand_of_its_game(as_alice: Client, client: Client, alice: User) -> None:
    place = open_table(alice, target=1000, mercy_lead=1000)
    play_out(place, Random(5), hands=2)
    for hand in ("1", "2"):
        token = make_link(as_alice, place, hand=hand)
        for number, page in product(("1", "2"), ("", "verify/")):
            status = client.get(f"/shared/{token}/hands/{number}/{page}").status_code
            assert status == (200 if number == hand else 404), (hand, number, page)


def test_the_preview_of_a_link_has_a_picture_without_cards(as_alice: Client, client: Client, over: Place) -> None:
    """All links have the same picture, so it cannot show the cards of a game."""
    pictures = set()
    for posted in ({"hand": "1"}, {}, {"hides_names": "on"}):
        token = make_link(as_alice, over, **posted)
        told = previewed(read(client, f"/shared/{token}/"))
        assert told["url"] == f"http://testserver/shared/{token}/"
        assert told["title"].startswith("Two-Man Spades: ") and told["description"]
        assert "alice" not in f"{told['title']}{told['description']}" or "hides_names" not in posted
        pictures.add(told["image"])
        drawn = Path(str(finders.find(told["image"].removeprefix("http://testserver/static/")))).read_bytes()
        assert struct.unpack(">II", drawn[16:24]) == (int(told["image:width"]), int(told["image:height"]))
    assert len(pictures) == 1
    for private in ("review/", "hands/1/replay/"):
        assert previewed(read(as_alice, f"/games/{over.code}/{private}")) == {}


def test_a_revoked_or_unknown_link_is_404(as_alice: Client, client: Client, place: Place) -> None:
    token = make_link(as_alice, place, hand="1")
    for _ in range(2):
        assert as_alice.post(f"/games/{place.code}/shares/{token}/revoke/").status_code == 302
    for address in (token, f"{token}/hands/1", f"{token}/hands/1/verify", "x", "A" * 22, "%00", "a" * 300):
        assert client.get(f"/shared/{address}/").status_code == 404
    assert make_link(as_alice, place, hand="1") != token


def test_sharing_twice_returns_the_same_link(as_alice: Client, place: Place) -> None:
    make_link(as_alice, place, hand="1")
    as_alice.post(f"/games/{place.code}/shares/", {"hand": "1"})
    assert Share.objects.count() == 1


def test_hands_in_play_are_409_and_invalid_numbers_400(as_alice: Client, place: Place) -> None:
    for status, hands in ((409, ("2", "9", None)), (400, ("0", "-1", "x", "1.5", "99999999", "\0"))):
        for hand in hands:
            posted = {} if hand is None else {"hand": hand}
            assert as_alice.post(f"/games/{place.code}/shares/", posted).status_code == status, hand
    assert not Share.objects.exists()


def test_a_finished_game_can_be_shared_as_a_whole(as_alice: Client, client: Client, over: Place) -> None:
    """The shared replay addresses no visitor as “you”."""
    token = make_link(as_alice, over)
    page = read(client, f"/shared/{token}/")
    assert f"/shared/{token}/hands/1/" in page
    assert "alice" in page
    said = re.findall(r'id="say"[^>]*>(.*?)</p>', read(client, f"/shared/{token}/hands/1/?step=3"), re.DOTALL)[0]
    assert not re.search(r"\b[Yy]ou\b", said)


def test_hidden_names_are_on_no_shared_page(as_alice: Client, client: Client, over: Place) -> None:
    token = make_link(as_alice, over, hides_names="on")
    for address in ("", "hands/1/", "hands/1/?step=9", "hands/1/verify/"):
        page = client.get(f"/shared/{token}/{address}")
        assert page.status_code == 200
        assert "alice" not in page.content.decode()
        assert over.code not in page.content.decode(), "the page reveals the game's code"


def test_boards_with_the_same_cards_are_found_by_an_index(over: Place) -> None:
    """The query runs whenever a link is opened, so it must not scan all boards."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # with so few rows the planner would scan the table
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = boards_of(over.game).explain()
    assert "boards_of_a_secret" in plan, plan

"""GET games/<code>/hands/<n>/replay/ and games/<code>/review/: past hands step by step, hidden until they are over."""

import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Entry
from games.services.table import tables
from games.services.table.tables import Place
from tests.playing import act, again, place_at, play_on
from tests.views.asking import HTMX, read

pytestmark = pytest.mark.django_db


def replay(place: Place, number: int = 1, query: str = "") -> str:
    return f"/games/{place.code}/hands/{number}/replay/{query}"


def last_step(place: Place, number: int = 1) -> int:
    """The entries of a hand but its deal; the first hand has the start as well."""
    return Entry.objects.filter(game=place.game, hand=number).count() - 1


def test_every_step_of_a_hand_can_be_linked(as_alice: Client, place: Place) -> None:
    said = set()
    for step in range(last_step(place) + 1):
        page = read(as_alice, replay(place, query=f"?step={step}"))
        assert f'data-step="{step}"' in page
        said.add(re.findall(r'id="say"[^>]*>(.*?)</p>', page, re.DOTALL)[0])
    assert len(said) == last_step(place) + 1, "each step says something of its own"


def test_both_hands_lie_open_and_grow_less(as_alice: Client, place: Place) -> None:
    first = read(as_alice, replay(place, query="?step=0"))
    assert first.count("data-card=") == 22
    assert "As dealt." in first
    over = read(as_alice, replay(place, query=f"?step={last_step(place)}"))
    assert "The hand is over." in over
    assert 'id="points"' in over


def test_without_script_every_step_and_trick_is_a_link(as_alice: Client, place: Place) -> None:
    page = read(as_alice, replay(place, query="?step=6"))
    for to in (0, 5, 7, last_step(place)):
        assert f'href="?step={to}"' in page
    assert page.count('id="trick-') == 11, "the pile and ten tricks"
    assert '<form class="steps__to" method="get">' in page


def test_at_the_ends_there_is_nothing_before_and_nothing_after(as_alice: Client, place: Place) -> None:
    assert re.search(r'id="step-back"[^>]*aria-disabled="true"', read(as_alice, replay(place, query="?step=0")))
    end = read(as_alice, replay(place, query=f"?step={last_step(place)}"))
    assert re.search(r'id="step-on"[^>]*aria-disabled="true"', end)


def test_a_step_that_is_none_is_said_and_not_followed(as_alice: Client, place: Place) -> None:
    for step in ("999", "-1", "x", "1.5", "%00", "٣", "9" * 40, "1;2"):
        assert "This hand has no such step." in read(as_alice, replay(place, query=f"?step={step}")), step


def test_a_hand_that_is_not_over_is_not_there(as_alice: Client, place: Place) -> None:
    for number in (2, 3, 0, 32767, 99999999):
        assert as_alice.get(replay(place, number)).status_code == 404, number


def test_a_hand_given_up_is_open_to_its_end(as_alice: Client, alice: User, place: Place) -> None:
    here = again(alice, place.code)
    act(here, "discard", str(tables.see(here).view.hand[0]))  # type: ignore[index]
    as_alice.post(f"/games/{place.code}/abandon/")
    assert read(as_alice, replay(place, 2)).count("data-card=") == 22
    assert "Here the game ended." in read(as_alice, replay(place, 2, "?step=1"))


def test_script_is_sent_the_partial_alone(as_alice: Client, place: Place) -> None:
    part = read(as_alice, replay(place, query="?step=3"), headers=HTMX)
    assert part.lstrip().startswith("<main")
    assert "<html" not in part


def test_the_review_has_a_line_a_hand_with_a_jump(as_alice: Client, place: Place) -> None:
    page = read(as_alice, f"/games/{place.code}/review/")
    assert page.count(f"/games/{place.code}/hands/1/replay/") >= 1
    assert f"/games/{place.code}/hands/2/replay/" not in page


def test_a_replay_asks_no_more_in_a_longer_game(as_alice: Client, alice: User, place: Place) -> None:
    with CaptureQueriesContext(connection) as short:
        read(as_alice, replay(place))
    play_on(again(alice, place.code), Random(4), hands=4)
    with CaptureQueriesContext(connection) as long:
        read(as_alice, replay(place))
    assert len(long) == len(short) <= 10  # one of them reads the session


@pytest.mark.parametrize(
    ("key", "rings"),
    [("twoman", "won the trick"), ("spades", "won the trick"), ("bidwhist", "won the trick"), ("cardduel", "on top")],
)
def test_a_ringed_card_is_said_to_have_won_only_where_there_are_tricks(
    as_alice: Client, alice: User, key: str, rings: str
) -> None:
    place = place_at(alice, key)
    play_on(place, Random(2), hands=1)
    html = read(as_alice, f"/games/{place.code}/hands/1/replay/")
    rows = html[html.index('id="tricks"') : html.index("</section>", html.index('id="tricks"'))]
    said = re.findall(r'class="chip is-win".*?<span class="sr">([^<]+)</span>', rows)
    assert said and all(one.endswith(f", {rings}") for one in said)
    assert rows.count("won the trick") + rows.count("on top") == len(said)

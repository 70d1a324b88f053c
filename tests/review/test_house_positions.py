"""Practice with positions of the house: what its players got wrong."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import Guest, Preferences, User
from games.engine.actions import Action
from games.models import Practice
from games.registry import GAMES
from games.review.telling import decision_json, decision_of
from games.services.past import practice

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", practice.with_house())
def test_the_house_s_positions_are_asked_for_by_kind(client: Client, key: str) -> None:
    kinds = practice.house_kinds(key)
    assert len(kinds) == len(practice.house(key))
    for kind in set(kinds):
        address = client.get(f"/practice/?house=1&game={key}&decision={kind}").headers["Location"]
        found = []
        while address not in found:
            found.append(address)
            html = client.get(address).content.decode()
            skip = re.search(r'id="skip" href="([^"]+)"', html)
            assert skip is not None
            address = unescape(skip[1])
        wanted = [place for place, one in enumerate(kinds, start=1) if one == kind]
        assert found == [f"/practice/house/{key}/{place}/?decision={kind}" for place in wanted]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_position_of_the_house_can_be_answered(client: Client, key: str) -> None:
    """The best is right, what was chosen is not, and nothing is kept."""
    for number, one in enumerate(practice.house(key), start=1):
        address = f"/practice/house/{key}/{number}/"
        asked = client.get(address)
        assert asked.status_code == 200 and f'action="{address}"' in asked.content.decode()
        for action, verdict in (
            (one["decision"]["values"][0][0], "Right"),
            (one["decision"]["chosen"], "Not this one"),
        ):
            answer = client.post(address, {"action": json.dumps(action), "version": 0})
            assert answer.status_code == 200
            assert f'<h2 id="practised-h">{verdict}</h2>' in answer.content.decode()
    assert not Practice.objects.exists() and not Guest.objects.exists()


#: What is put aside is ticked in a form, which names the cards as they lie on the page.
PILES = [number for number, kind in enumerate(practice.house_kinds("bidwhist")) if kind == "discard"]


WORDS = ("chosen", "best")


@pytest.mark.parametrize("spades_first", [True, False])
@pytest.mark.parametrize("number", PILES)
def test_the_best_cards_to_put_aside_are_right_as_they_are_ticked(
    as_alice: Client, alice: User, spades_first: bool, number: int
) -> None:
    Preferences.objects.update_or_create(user=alice, defaults={"spades_first": spades_first})
    decision = practice.house("bidwhist")[number]["decision"]
    address = f"/practice/house/bidwhist/{number + 1}/"
    html = as_alice.get(address).content.decode()
    (shown,) = re.findall(r'<form class="passing".*?</form>', html, re.DOTALL)
    lie = re.findall(r'name="card" value="(\w\w)"', shown)
    assert len(lie) == 18
    for (verb, pile), verdict in ((decision["values"][0][0], "Right"), (decision["chosen"], "Not this one")):
        ticked = [one for one in lie if one in pile]
        answer = as_alice.post(address, {"verb": verb, "card": ticked, "version": 0}).content.decode()
        assert f'<h2 id="practised-h">{verdict}</h2>' in answer and "too far off" not in answer
        cards = re.findall(r'<span class="card([^"]*)" role="img" data-card="(\w\w)"\s+aria-label="([^"]*)"', answer)
        chosen, best = ([one for rings, one, said in cards if f"is-{word}" in rings and word in said] for word in WORDS)
        assert (chosen, set(best)) == (ticked, set(decision["values"][0][0][1]))


def test_no_choice_that_was_weighed_is_told_as_the_own_one_that_was_not(as_alice: Client) -> None:
    """The best was, with the mark of what was chosen."""
    number = PILES[0]
    held = practice.of_house(key="bidwhist", number=number).snapshot.view.hand or ()
    hand = sorted(held, key=lambda one: -one.height)
    posted = {"verb": "discard", "card": [one.text for one in hand[:6]], "version": 0}
    answer = as_alice.post(f"/practice/house/bidwhist/{number + 1}/", posted).content.decode()
    assert "too far off" in answer and "<small>best</small>" in answer
    assert "<small>chosen</small>" not in answer and "is-chosen" not in answer


@pytest.mark.parametrize("number", PILES)
def test_cards_that_come_to_the_same_are_the_same_pile(number: int) -> None:
    """A card for its neighbour in its suit, which no card lies between."""
    position = practice.of_house(key="bidwhist", number=number)
    best = position.decision.values[0][0].argument
    assert isinstance(best, tuple)
    hand = {one for one in position.snapshot.view.hand or () if one.rank is not None}
    changed = [
        (aside.text, kept.text)
        for aside in hand
        for kept in hand
        if aside.text in best and kept.text not in best and aside.suit is kept.suit
        if abs(aside.height - kept.height) == 1 and max(aside.height, kept.height) < 14
    ]
    for aside, kept in changed:
        pile = tuple(kept if one == aside else one for one in best)
        assert practice.judged(position, Action("discard", pile)).loss == 0


@pytest.mark.parametrize("key", practice.with_house())
def test_a_stored_decision_is_read_back_whole(key: str) -> None:
    for one in practice.house(key):
        assert decision_json(decision_of(one["decision"], one["seat"])) == one["decision"]


def test_the_house_s_positions_are_clear_mistakes() -> None:
    for key in practice.with_house():
        for one in practice.house(key):
            worth = {json.dumps(action): value for action, value in one["decision"]["values"]}
            chosen = worth[json.dumps(one["decision"]["chosen"])]
            assert max(worth.values()) - chosen >= 39_000


def test_a_position_the_house_has_not_is_not_there(client: Client) -> None:
    for address in ("/practice/house/spades/0/", "/practice/house/spades/999/", "/practice/house/nothing/1/"):
        assert client.get(address).status_code == 404


def test_nothing_is_kept_of_games_that_strangers_make_up(client: Client) -> None:
    kept = practice.house.cache_info().currsize, practice.house_kinds.cache_info().currsize
    for number in range(5):
        assert client.get(f"/practice/house/{'x' * 200}{number}/1/").status_code == 404
    assert (practice.house.cache_info().currsize, practice.house_kinds.cache_info().currsize) == kept


def test_without_mistakes_of_one_s_own_the_house_offers_its_own(client: Client) -> None:
    html = client.get("/practice/").content.decode()
    assert "No decision of yours waits here yet." in html
    assert all(f"/practice/house/{key}/1/" in html for key in practice.with_house())

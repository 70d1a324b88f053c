"""A blind nil and an exchange of Spades on the pages: what a review says of them, and how they are practised."""

import json
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts import profile
from accounts.models import User
from accounts.people import Person
from games import tasks
from games.engine.actions import START, Action, deal
from games.engine.cards import Draw, cards
from games.engine.state import Phase, State
from games.models import Practice, Review
from games.presenters.choices import said
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.spades.rules import Spades
from tests.engine.spades_positions import E
from tests.playing import act, again, dealt, marta_acts, play_on
from tests.review.test_spades_blind import FEARED

pytestmark = [pytest.mark.django_db, pytest.mark.evaluated]

OPTIONS = {"variant": "custom1", "blind_nil_exchange": 2}


@pytest.fixture
def played(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A reviewed hand in which alice bid a blind nil and gave two low cards away with the ace of spades in her hand."""

    def chance(self: Spades, state: State, draw: Draw) -> Action:
        return Action(START, {"dealer": E}) if state.phase is Phase.START else deal([cards(hand) for hand in FEARED])

    monkeypatch.setattr(Spades, "chance", chance)
    profile.keep(person=Person(user=alice), asks_blind_nil="always")
    code = lobby.open_game(person=Person(user=alice), key="spades", level="easy", chosen=OPTIONS)
    place = again(alice, code)
    dealt_and_given(place)
    play_on(place, Random(1), hands=1)
    tasks.review(code)
    return again(alice, code)


def dealt_and_given(place: Place) -> None:
    dealt(place)
    act(place, "blind_nil")
    while not tables.see(place).view.legal:
        marta_acts(place)
        place.game.refresh_from_db()
    act(place, "give", ("4D", "2H"))


def decision(place: Place, kind: str) -> dict[str, Any]:
    row = Review.objects.get(seat=place.seat)
    return next(one for one in row.decisions if one["kind"] == kind)


def shown(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_a_replay_says_what_they_were_worth(as_alice: Client, played: Place) -> None:
    given = decision(played, "exchange")
    assert given["mark"] == "blunder"
    steps = [shown(as_alice, f"/games/{played.code}/hands/1/replay/?step={step}") for step in range(8)]
    assert any("Before the cards are seen: blind nil." in html for html in steps)
    at = next(html for html in steps if "Exchange: " in html)
    assert "The nil holds in" in at
    assert "[()]" not in at


def test_to_give_no_cards_is_weighed_and_has_words(played: Place) -> None:
    """Whether or not it is among the best that a page has room for."""
    given = decision(played, "exchange")
    assert ["give", []] in [action for action, _worth in given["values"]]
    assert said("spades", Action("give", ())) == "no cards"


def test_an_exchange_comes_back_and_is_answered_in_any_order(as_alice: Client, played: Place) -> None:
    given = decision(played, "exchange")
    row = Practice.objects.get(ordinal=given["ordinal"])
    html = shown(as_alice, f"/practice/{row.pk}/")
    assert all(f'id="card-{text}"' in html for text in FEARED[0].split())
    assert 'id="card-KS"' not in html
    verb, best = given["best"]
    for named in (best, best[::-1]):
        answered = as_alice.post(f"/practice/{row.pk}/", {"action": json.dumps([verb, named]), "version": row.answers})
        assert '<h2 id="practised-h">Right</h2>' in answered.content.decode()
        row.refresh_from_db()

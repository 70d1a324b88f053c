"""A misdeal of Spades has no review: its decisions are not weighed and its cards are nobody's luck."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import Person
from games import tasks
from games.engine.actions import START, Action, deal
from games.engine.cards import Draw, cards
from games.engine.state import Phase, State
from games.models import PersonLine, Review
from games.registry import levels
from games.services.past import reviews
from games.services.past.reviews import Progress
from games.services.people import lobby
from games.services.table.tables import Place
from games.spades.rules import Spades
from tests.engine.spades_positions import ONE_SPADE
from tests.playing import act, again, dealt

pytestmark = pytest.mark.django_db


@pytest.fixture
def misdealt(alice: User, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A game in which alice, the first to bid, has declared a misdeal."""

    def chance(self: Spades, state: State, draw: Draw) -> Action:
        if state.phase is Phase.START:
            return Action(START, {"dealer": 3})
        return deal([cards(hand) for hand in ONE_SPADE])

    monkeypatch.setattr(Spades, "chance", chance)
    chosen = {"allow_misdeals": True, "allow_blind_nils": False}
    code = lobby.open_game(person=Person(user=alice), key="spades", chosen=chosen, level=levels("spades")[0])
    dealt(again(alice, code))
    act(again(alice, code), "misdeal")
    return again(alice, code)


def test_a_misdeal_is_neither_reviewed_nor_counted_as_luck(misdealt: Place) -> None:
    assert misdealt.game.reviews_due_at is not None
    tasks.review(misdealt.code)
    misdealt.game.refresh_from_db()
    assert not Review.objects.exists() and misdealt.game.reviews_due_at is None
    assert PersonLine.objects.get(game=misdealt.game, number=1).weighed is None
    assert reviews.progress_of_hand(misdealt, number=1) is Progress.NEVER


def test_the_page_of_a_misdeal_names_the_reason_and_no_hand(as_alice: Client, misdealt: Place) -> None:
    html = as_alice.get(f"/games/{misdealt.code}/hands/1/").content.decode()
    assert "Reason: one spade or none." in html and "Hand 1</span>" not in html
    assert 'id="reviewed"' not in html
    assert as_alice.get(f"/games/{misdealt.code}/hands/1/review/").status_code == 404

"""Pages of a hand at which the evaluator failed."""

from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games import enqueue, tasks
from games.models import Game
from games.services.past import reviews
from games.services.people import lobby
from games.services.table.tables import Place
from tests.playing import again, place_for, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enqueue, "review_soon", lambda code: None)


@pytest.fixture
def played(alice: User) -> Place:
    """A game that was given up after its first hand, which is not yet reviewed."""
    place = place_for(alice)
    play_on(place, Random(1), hands=1)
    lobby.abandon(place=again(alice, place.code))
    return again(alice, place.code)


def test_a_hand_at_which_the_evaluator_fails_says_so_and_has_no_button(
    as_alice: Client, played: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_hand", lambda *_, **__: 1 / 0)
    tasks.review(played.code)
    due = Game.objects.get().reviews_due_at
    for address in ("hands/1/review/", "hands/1/replay/", "decisions/"):
        html = as_alice.get(f"/games/{played.code}/{address}").content.decode()
        assert f"This {'game' if address == 'decisions/' else 'hand'} could not be reviewed." in html
        assert "Review this game" not in html and "being reviewed" not in html
    for address in ("hands/1/review/", "decisions/"):
        asked = as_alice.post(f"/games/{played.code}/{address}", headers={"HX-Request": "true"}).content.decode()
        assert "could not be reviewed" in asked
    assert Game.objects.get().reviews_due_at == due

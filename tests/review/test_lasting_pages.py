"""Pages of a hand at which the evaluator failed, and of one whose evaluator is gone."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games import tasks
from games.models import Game, Review
from games.registry import GAMES
from games.services.past import reviews
from tests.moves.practised import over
from tests.review.marked import moment
from tests.views.asking import HTMX

pytestmark = pytest.mark.django_db


def test_a_hand_at_which_the_evaluator_fails_says_so_and_has_no_button(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = over(alice, "twoman")
    monkeypatch.setattr(reviews, "review_hand", lambda *_, **__: 1 / 0)
    tasks.review(played.code)
    due = Game.objects.get().reviews_due_at
    for address in ("hands/1/review/", "hands/1/replay/", "decisions/"):
        html = as_alice.get(f"/games/{played.code}/{address}").content.decode()
        assert f"This {'game' if address == 'decisions/' else 'hand'} could not be reviewed." in html
        assert "Review this game" not in html and "being reviewed" not in html
    for address in ("hands/1/review/", "decisions/"):
        asked = as_alice.post(f"/games/{played.code}/{address}", headers=HTMX).content.decode()
        assert "could not be reviewed" in asked
    assert Game.objects.get().reviews_due_at == due


@pytest.mark.parametrize("key", GAMES)
def test_a_hand_whose_evaluator_is_gone_is_shown_from_its_row(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    place = over(alice, key)
    code = place.code
    tasks.review(code)
    steps = [moment(place, one) for one in Review.objects.get(seat=place.seat).decisions]

    def pages() -> list[str]:
        addresses = ("hands/1/review/", "decisions/", *(f"hands/1/replay/?step={step}" for step in steps))
        found = [as_alice.get(f"/games/{code}/{address}").content.decode() for address in addresses]
        return [re.sub(r"\b[A-Za-z0-9]{64}\b", "", html) for html in found]  # tokens of forms

    before = pages()
    assert "account" in before[0] and "Turning points" in before[1] and all('id="weighed"' in one for one in before[2:])
    Review.objects.update(evaluator=0)
    monkeypatch.setattr(reviews, "evaluator", lambda _: 1 / 0)
    assert tasks.review(code) == 0
    assert pages() == before

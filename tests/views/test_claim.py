"""POST games/<code>/claim/: the rest of the hand at once."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.moves.claiming import HERS, TOPS, UNSURE, to_lead
from tests.playing import stack
from tests.views.asking import pressed, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(alice: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """Alice may claim eight tricks: version 10."""
    stack(monkeypatch, TOPS, HERS)
    return to_lead(alice).code


def test_the_page_offers_it(as_alice: Client, code: str) -> None:
    page = read(as_alice, f"/games/{code}/")
    assert 'data-key="c">Claim 8 tricks</button>' in page
    assert f'formaction="/games/{code}/claim/"' in page


def test_the_hand_is_over_and_says_why(as_alice: Client, code: str) -> None:
    status, page = pressed(as_alice, code, "claim", version=10)
    assert status == 200
    assert 'data-phase="between"' in page
    assert "You claim the rest: 8 tricks." in page


def test_hers_are_shown_only_then(as_alice: Client, code: str) -> None:
    before = read(as_alice, f"/games/{code}/")
    assert "[5S]" not in before and "5 of spades" not in before and 'data-card="5S"' not in before
    assert "5 of spades" in pressed(as_alice, code, "claim", version=10)[1]


def test_what_is_not_proved_is_422_with_the_table(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, UNSURE, HERS)
    code = to_lead(alice).code
    assert "Claim" not in read(as_alice, f"/games/{code}/").split('id="table"')[1].split("keys")[0]
    status, page = pressed(as_alice, code, "claim", version=10)
    assert (status, Game.objects.get().version) == (422, 10)
    assert "not certain that every trick left is yours" in page


def test_the_pages_of_the_past_say_it(as_alice: Client, code: str) -> None:
    pressed(as_alice, code, "claim", version=10)
    for path in ("hands/1/", "hands/1/replay/"):
        assert "You claim the rest: 8 tricks." in read(as_alice, f"/games/{code}/{path}")

"""A fixture for tests of setups."""

import pytest

from games.bots.base import AnyLegal
from tests.play import set_players


@pytest.fixture
def spades_has_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer Spades with bots that need no compiling."""
    set_players(monkeypatch, "spades", {"normal": AnyLegal(), "expert": AnyLegal()})

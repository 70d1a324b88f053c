"""Tables that tests of pages share."""

import pytest

from accounts.models import User
from games.services.table.tables import Place
from tests.playing import dealt, in_second_hand, place_for


@pytest.fixture
def place(alice: User) -> Place:
    return in_second_hand(alice)


@pytest.fixture
def code(alice: User, chosen_cards: None) -> str:
    """A table whose first hand is dealt."""
    place = place_for(alice)
    dealt(place)
    return place.code

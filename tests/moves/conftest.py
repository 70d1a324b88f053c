"""Tables that tests of moves share."""

import pytest

from accounts.models import User
from games.services.table.tables import Place
from tests.moves.together import dealt_to, played_to_a_turn
from tests.playing import bids_made, dealt, place_for


@pytest.fixture
def code(alice: User, bob: User) -> str:
    """Two people at a table of two, one of them alone to act."""
    code = dealt_to(alice, bob)
    played_to_a_turn(code, alice, bob)
    return code


@pytest.fixture
def place(alice: User, chosen_cards: None) -> Place:
    """The person is to lead to the first trick, at version 6."""
    place = place_for(alice)
    bids_made(place)
    place.game.refresh_from_db()
    return place


@pytest.fixture
def just_dealt(alice: User, chosen_cards: None) -> Place:
    """Both are to put a card aside, at version 2."""
    place = place_for(alice)
    dealt(place)
    return place

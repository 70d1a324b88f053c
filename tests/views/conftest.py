"""Tables that tests of pages share."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from games.services.table.tables import Place
from tests.playing import bids_made, dealt, in_second_hand, place_for
from tests.statistics.played import NEXT, on


@pytest.fixture
def place(alice: User) -> Place:
    return in_second_hand(alice)


@pytest.fixture
def tomorrow() -> Iterator[None]:
    """The morning after the last day of `history` and of `played`."""
    with on(NEXT):
        yield


@pytest.fixture
def to_lead(alice: User, chosen_cards: None) -> Place:
    """Alice is to lead: version 6."""
    place = place_for(alice)
    bids_made(place)
    return place


@pytest.fixture
def code(alice: User, chosen_cards: None) -> str:
    """A table whose first hand is dealt."""
    place = place_for(alice)
    dealt(place)
    return place.code

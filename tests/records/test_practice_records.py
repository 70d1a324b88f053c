"""Records of hands played again: refereed like any other, they name their origin."""

import json
from random import Random

import pytest

from accounts.models import User
from games.services.table import origins
from games.services.table.tables import Place
from tests.moves.practised import KEYS, begun, middle, over
from tests.playing import again, play_on
from tests.records.played import right
from tests.records.stored import exported, loaded

pytestmark = pytest.mark.django_db


def practised(alice: User, key: str) -> Place:
    original = over(alice, key)
    place = begun(alice, original, *middle(original))
    play_on(place, Random(3))
    return again(alice, place.code)


@pytest.mark.parametrize("key", KEYS)
def test_it_is_refereed_dealt_again_and_names_its_origin(alice: User, key: str) -> None:
    """By the referee, and by the program that is given away."""
    place = practised(alice, key)
    record = exported(place)
    assert record["origin"] == origins.code(place.game)
    right(record)
    assert loaded().check_records([json.dumps(record)])

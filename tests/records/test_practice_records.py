"""Records of hands played again: refereed like any, they name their origin, and taken in they count nowhere."""

import json
from random import Random

import pytest

from accounts.models import User
from accounts.people import Person
from games.models import PersonLine
from games.services.past import records, verification
from games.services.people import lobby
from games.services.table import origins, tables
from games.services.table.tables import Place
from tests.moves.practised import KEYS, begun, middle, over
from tests.playing import again, play_on
from tests.records.played import right
from tests.records.stored import exported, loaded, refused, took

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


@pytest.mark.parametrize("key", KEYS)
def test_taken_in_it_is_practice_too(alice: User, bob: User, key: str) -> None:
    line = records.game_line(code=practised(alice, key).code)
    before = PersonLine.objects.count()
    [game] = took(bob, line.encode())
    assert (game.is_counted, game.is_practice, game.origin) == (False, True, None)
    assert PersonLine.objects.count() == before
    assert not verification.differences(game=game)
    told = tables.see(again(bob, game.code)).played_again
    assert told is not None and told.code == ""
    assert json.loads(records.game_line(code=game.code))["origin"] == ""


def test_it_is_not_taken_in_by_whoever_played_it(alice: User) -> None:
    line = records.game_line(code=practised(alice, "twoman").code)
    assert refused(alice, line.encode()) == (1, "ALREADY_HERE", None, None)


def test_a_hand_played_again_the_same_way_goes_from_house_to_house_with_all_others(alice: User, bob: User) -> None:
    """Its record is that of the first time; it is practice, and counts nowhere however often it is there."""
    original = over(alice, "twoman")
    for _time in range(2):
        lobby.abandon(place=begun(alice, original, *middle(original)))
    lines = "".join(records.chunks(person=Person(user=alice))).encode().splitlines()
    assert len({line.partition(b'"origin"')[0] for line in lines}) < len(lines)
    assert len(took(bob, *lines)) == len(lines) == 3

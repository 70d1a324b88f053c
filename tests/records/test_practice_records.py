"""Records of hands played again: refereed like any, they name their origin, and taken in they count nowhere."""

import json
from random import Random
from typing import Any

import pytest

from accounts.models import User
from accounts.people import Person
from games.models import Game, PersonLine
from games.services.past import records, verification
from games.services.past.imports import import_file
from games.services.past.record_files import BadFile
from games.services.people import lobby
from games.services.table import origins, tables
from games.services.table.tables import Place
from tests.moves.practised import KEYS, begun, middle, over
from tests.playing import again, play_on
from tests.records.played import right, wrong
from tests.records.stored import loaded

pytestmark = pytest.mark.django_db


def practised(alice: User, key: str) -> Place:
    original = over(alice, key)
    place = begun(alice, original, *middle(original))
    play_on(place, Random(3))
    return again(alice, place.code)


def written(place: Place) -> Any:
    return json.loads(records.game_line(code=place.code))


@pytest.mark.parametrize("key", KEYS)
def test_it_is_refereed_dealt_again_and_names_its_origin(alice: User, key: str) -> None:
    """By the referee, and by the program that is given away."""
    place = practised(alice, key)
    record = written(place)
    assert record["origin"] == origins.code(place.game)
    right(record)
    assert loaded().check_records([json.dumps(record)])


def test_no_other_record_names_one(alice: User) -> None:
    assert "origin" not in written(over(alice, "twoman"))


@pytest.mark.parametrize("key", KEYS)
def test_taken_in_it_is_practice_too(alice: User, bob: User, key: str) -> None:
    line = records.game_line(code=practised(alice, key).code)
    before = PersonLine.objects.count()
    (code,) = import_file(person=Person(user=bob), lines=[line.encode()]).codes
    game = Game.objects.get(code=code)
    assert (game.is_counted, game.is_practice, game.origin) == (False, True, None)
    assert PersonLine.objects.count() == before
    assert not verification.differences(game=game)
    told = tables.see(again(bob, code)).played_again
    assert told is not None and told.code == ""
    assert json.loads(records.game_line(code=code))["origin"] == ""


def test_it_is_not_taken_in_by_whoever_played_it(alice: User) -> None:
    line = records.game_line(code=practised(alice, "twoman").code)
    with pytest.raises(BadFile) as refused:
        import_file(person=Person(user=alice), lines=[line.encode()])
    assert refused.value.wrong.code == "ALREADY_HERE"


def test_a_hand_played_again_the_same_way_goes_from_house_to_house_with_all_others(alice: User, bob: User) -> None:
    """Its record is that of the first time; it is practice, and counts nowhere however often it is there."""
    original = over(alice, "twoman")
    for _time in range(2):
        lobby.abandon(place=begun(alice, original, *middle(original)))
    lines = "".join(records.chunks(person=Person(user=alice))).encode().splitlines()
    assert len({line.partition(b'"origin"')[0] for line in lines}) < len(lines)
    done = import_file(person=Person(user=bob), lines=lines)
    assert len(done.codes) == len(lines) == 3


@pytest.mark.parametrize("origin", [1, None, ["x"]])
def test_an_origin_is_a_text(alice: User, origin: object) -> None:
    assert wrong({**written(practised(alice, "twoman")), "origin": origin})[0] == "NOT_A_RECORD"

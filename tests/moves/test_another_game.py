"""Another game like one that was: the same players round the same person, whatever that game was."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import Person
from games.models import Entry, Game, Seat
from games.services.people import lobby
from games.services.table.seating import ComputerSeat, seating_again, usual_seating
from tests.at_once import at_once
from tests.playing import again, dealt, place_at, step

EASY, NORMAL, EXPERT = ("easy", "normal", "expert")
USUAL = tuple(usual_seating(key="spades", level=EASY))
NORMALS = tuple(usual_seating(key="spades", level=NORMAL))
EXPERTS = tuple(usual_seating(key="spades", level=EXPERT))


def seats(*told: str) -> tuple[Seat, ...]:
    """“Bruno normal”, clockwise from seat 0; a name alone is a person."""
    found = []
    for number, words in enumerate(told):
        name, _, level = words.partition(" ")
        found.append(Seat(number=number, name="" if name == "Marta" else name, level=level))
    return tuple(found)


B, M, O = "Bruno normal", "Marta expert", "Odile normal"  # noqa: E741
SEATING = {"B": ComputerSeat(NORMAL, "Bruno"), "M": ComputerSeat(EXPERT), "O": ComputerSeat(NORMAL, "Odile")}


@pytest.mark.parametrize(
    ("there", "own", "clockwise"),
    [
        (("me", B, M, O), 0, "BMO"),
        ((B, "me", M, O), 1, "MOB"),
        ((B, M, "me", O), 2, "OBM"),
        ((B, M, O, "me"), 3, "BMO"),
    ],
)
def test_everybody_sits_where_they_sat_from_the_persons_seat(there: tuple[str, ...], own: int, clockwise: str) -> None:
    assert seating_again(key="spades", seats=seats(*there), own=own) == tuple(SEATING[one] for one in clockwise)


@pytest.mark.parametrize(
    ("there", "usual"),
    [
        (("me", "ann", "joe", "sue"), USUAL),
        (("me", "ann", M, "joe"), EXPERTS),
        (("me", B, "Marta grandmaster", O), NORMALS),
        (("me", "ann", "Marta grandmaster", "joe"), USUAL),
    ],
)
def test_for_people_and_levels_of_elsewhere_the_usual_players_sit_down(
    there: tuple[str, ...], usual: tuple[ComputerSeat, ...]
) -> None:
    assert seating_again(key="spades", seats=seats(*there), own=0) == usual


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["again", "instead"])
def test_where_the_rules_allow_the_options_no_more_another_is_set_up(as_alice: Client, alice: User, what: str) -> None:
    place = place_at(alice, "spades")
    Game.objects.update(options={"winning_score": -1})
    answer = as_alice.post(f"/games/{place.code}/{what}/", follow=True)
    assert answer.redirect_chain == [("/games/new/spades/", 302)]
    assert "The rules have changed since that game." in answer.content.decode()
    assert [game.status for game in Game.objects.all()] == ["playing"], "nothing was given up for nothing"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["twoman", "spades"])
def test_asked_for_twice_it_is_one_game_until_something_is_done_in_it(alice: User, key: str) -> None:
    """As by two tabs of the same finished game, of which the first has been dealt its cards meanwhile."""
    place = place_at(alice, key)
    lobby.abandon(place=place)
    code = lobby.open_again(place=place)
    dealt(again(alice, code))
    assert lobby.open_again(place=place) == code
    while not Entry.objects.filter(source=Entry.Source.PERSON).exists():
        assert lobby.open_again(place=place) == code, "whatever computer players have done in it"
        step(again(alice, code), Random(1))
    assert lobby.open_again(place=place) != code
    assert Game.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_asked_for_twice_at_once_it_is_one_game(alice: User) -> None:
    place = place_at(alice, "twoman")
    lobby.abandon(place=place)
    assert len(set(at_once(*[lambda: lobby.open_again(place=again(alice, place.code))] * 3))) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other", [{"key": "cardduel"}, {"chosen": {"target": 250}}, {"level": "medium"}, {"carried": {"last": 1}}]
)
def test_a_game_set_up_otherwise_is_another_one(alice: User, other: dict[str, Any]) -> None:
    place = place_at(alice, "twoman")
    lobby.abandon(place=place)
    lobby.open_game(**{"person": Person(user=alice), "key": "twoman", "level": "easy", **other})
    lobby.open_again(place=place)
    assert Game.objects.count() == 3

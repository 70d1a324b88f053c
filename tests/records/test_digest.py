"""Two records of one game are known to be one, however they are written; those of two games are not."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.records.actions import digest
from games.records.reading import read
from games.registry import GAMES
from tests.records.cardduel_hands import long, reshuffles, stack
from tests.records.played import as_read, log_of, record, right
from tests.records.spades_hands import exchanged

Game = dict[str, Any]


def played(key: str) -> Game:
    """A game in which everything was done whose cards stand in any order."""
    plays: dict[str, Callable[[], Game]] = {"cardduel": long, "spades": lambda: exchanged().record()}
    return plays.get(key, lambda: as_read(record(key, 1)))()


def acted(game: Game) -> list[Any]:
    return [action for hand in game["hands"] for action in hand["actions"]]


def shown(game: Game) -> str:
    right(game)
    return digest(read(json.dumps(game)))


def turn_hands(game: Game) -> None:
    for hand in game["hands"]:
        for cards in hand["deal"]["hands"]:
            cards.reverse()


def turn_all_of(verb: str) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        for action in acted(game):
            if action[1] == verb:
                action[2].reverse()

    return change


def turn_keys(game: Game) -> None:
    for hand in game["hands"]:
        hand["deal"] = dict(reversed(hand["deal"].items()))
    game["start"] = dict(reversed(game["start"].items()))


def turn_wands(game: Game) -> None:
    action = acted(game)[stack(game)]
    action[2] = [*reversed(action[2][:-1]), action[2][-1]]


SAME: list[tuple[str, str, Callable[[Game], object]]] = [
    *((key, "hands", turn_hands) for key in sorted(GAMES)),
    *((key, "keys", turn_keys) for key in sorted(GAMES)),
    ("bidwhist", "kitty", lambda game: [hand["deal"]["kitty"].reverse() for hand in game["hands"]]),
    ("bidwhist", "discard", turn_all_of("discard")),
    ("spades", "give", turn_all_of("give")),
    ("spades", "return", turn_all_of("return")),
    ("cardduel", "wands", turn_wands),
]


@pytest.mark.parametrize(
    ("key", "change"), [(key, change) for key, _, change in SAME], ids=[f"{a} {b}" for a, b, _ in SAME]
)
def test_the_same_game_written_otherwise(key: str, change: Callable[[Game], object]) -> None:
    game = played(key)
    other = json.loads(json.dumps(game))
    change(other)
    assert json.dumps(other) != json.dumps(game)
    assert shown(other) == shown(game)


def last_of_the_deck(game: Game) -> None:
    """Two cards that nobody drew: the duel is the same card by card, and yet the deck was another."""
    game["hands"][0]["deal"]["deck"][-2:] = reversed(game["hands"][0]["deal"]["deck"][-2:])


def short() -> Game:
    said = log_of("cardduel", 5, actions=3)
    return as_read(record("cardduel", said=said, ended={"why": "forfeit", "seat": 1}))


@pytest.mark.parametrize(
    "change",
    [
        last_of_the_deck,
        lambda game: game["start"].update(hp=[31, 30]),
        lambda game: game["ended"].update(seat=0),
        lambda game: game["options"].update(max_rounds=201),
        lambda game: game["hands"][0]["deal"]["hands"][0].__setitem__(0, game["hands"][0]["deal"]["deck"][-1]),
    ],
)
def test_another_game(change: Callable[[Game], object]) -> None:
    game = short()
    change(game)
    assert digest(read(json.dumps(game))) != shown(short())


def test_a_reshuffle_has_its_order() -> None:
    game = long()
    game["hands"][0]["actions"][reshuffles(game)[-1]][2].reverse()
    assert digest(read(json.dumps(game))) != shown(long())

"""Each level of a game with several wins of the one below, and in a duel whoever looks further of who does not."""

import pytest

from games.arena.match import Match
from games.arena.shares import played
from games.registry import RANDOM


@pytest.mark.parametrize(
    ("key", "stronger", "weaker", "games", "seed"),
    [
        ("spades", "easy", RANDOM, 20, 2),
        ("spades", "normal", "easy", 40, 2),
        ("spades", "hard", "normal", 40, 2),
        ("spades", "expert", "normal", 16, 2),
        ("bidwhist", "easy", RANDOM, 10, 1),
        ("bidwhist", "medium", "easy", 40, 1),
        ("bidwhist", "skilled", "medium", 60, 1),
        ("bidwhist", "hard", "medium", 24, 1),
        ("cardduel", "easy", RANDOM, 60, 2),
        ("cardduel", "normal", "easy", 100, 2),
        ("cardduel", "hard", "easy", 40, 2),
    ],
)
def test_the_stronger_wins_more(key: str, stronger: str, weaker: str, games: int, seed: int) -> None:
    match = Match(key, (stronger, weaker), games, seed=seed, duplicate=True)
    won = sum(0 in game.winners for game in played(match, 1))
    assert won >= 0.6 * games

"""The arena at four seats: who wins with a side, whose margin it is, and who loses when one seat does."""

from pathlib import Path

import pytest

from games.arena.match import Game, Match
from games.arena.recording import line
from games.arena.shares import played
from games.engine.options import Options
from games.records.referee import check
from games.registry import ruleset
from tests.arena.programs import program

#: It ends however badly all bid.
SIDES = Match("spades", ("random", "random"), games=4, seed=2)
FOUR = Match("spades", ("random",) * 4, games=4, seed=2)
ALONE: Options = {"variant": "custom1", "partners": False}


def _games(match: Match) -> list[Game]:
    return sorted(played(match), key=lambda game: game.index)


def test_the_winners_are_the_players_of_the_side() -> None:
    for game in _games(SIDES):
        assert len(game.winners) == 1 and game.margins[0] == -(game.margins[1] or 0.0)
        (winner,) = game.winners
        assert (game.margins[winner] or 0.0) > 0
    for game in _games(FOUR):
        assert {game.seating.index(who) % 2 for who in game.winners} in ({0}, {1}) and len(game.winners) == 2


def test_alone_each_seat_is_a_side() -> None:
    match = Match("spades", ("random",) * 4, games=4, seed=2, options=ALONE)
    for game in _games(match):
        (winner,) = game.winners
        assert max(game.margins, key=lambda margin: margin or 0.0) == game.margins[winner]
        assert check(line(match, game)).wrong is None


def test_who_has_two_seats_alone_counts_with_the_better_one() -> None:
    """And never against its own other seat."""
    match = Match("spades", ("random", "random"), games=6, seed=2, options=ALONE)
    for game in _games(match):
        (winner,) = game.winners
        margin = game.margins[winner]
        assert margin is not None and margin > 0 and game.margins[1 - winner] == -margin


def test_the_partner_of_a_seat_that_loses_at_the_table_loses_too(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, then="sys.exit(1)")
    (game,) = _games(Match("spades", (name, "random", "random", "random"), games=1))
    assert game.lost is not None and game.winners == {1, 3}
    alone = Match("spades", (name, "random", "random", "random"), games=1, options=ALONE)
    (game,) = _games(alone)
    assert game.lost is not None and game.winners == {1, 2, 3}


def test_random_options_are_of_every_variant() -> None:
    match = Match("spades", ("random", "random"), games=60, random_options=True)
    drawn = [match.options_of(index) for index in range(60)]
    assert all(not match.rules.check(options) for options in drawn)
    assert len({options["variant"] for options in drawn}) == 6


@pytest.mark.usefixtures("parlour")
def test_the_toy_is_played_by_sides() -> None:
    assert [ruleset("parlour").side({}, seat) for seat in range(4)] == [0, 1, 0, 1]
    for game in _games(Match("parlour", ("random",) * 4, games=3, seed=1)):
        assert len(game.winners) in (0, 2)

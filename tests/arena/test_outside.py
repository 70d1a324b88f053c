"""Outside programs in the arena: asked by the protocol, and beaten when they are illegal, late or dead."""

from pathlib import Path

import pytest

from games.arena.match import Game, Match
from games.arena.outside import Limits
from games.arena.shares import played
from tests.arena.programs import program

QUICK = Limits(first=5.0, later=0.3)


def _games(name: str, games: int = 3) -> list[Game]:
    match = Match("twoman", (name, "easy"), games=games, seed=2, options={"target": 100}, limits=QUICK)
    return list(played(match))


def test_a_program_plays_whole_games_and_is_told_to_stop(tmp_path: Path) -> None:
    games = _games(program(tmp_path))
    assert [game.lost for game in games] == [None] * 3
    assert (tmp_path / "program.end").read_text() == "stopped\n"


def test_a_program_plays_the_same_as_a_player_of_the_house(tmp_path: Path) -> None:
    """It is started once for the match: the later games are answered by the same process."""
    path = tmp_path / "pids"
    name = program(tmp_path, count=1, then=f"import os; open({str(path)!r}, 'a').write(str(os.getpid()) + ' ')")
    assert [game.lost for game in _games(name)] == [None] * 3
    assert len(path.read_text().split()) == 1


@pytest.mark.parametrize(
    ("then", "how"),
    [
        ('print(\'["play", "ZZ"]\', flush=True); continue', "answered play 'ZZ': "),
        ("print('nonsense', flush=True); continue", "no action"),
        ("print('[\"bid\", 2.0]', flush=True); continue", "answered bid 2.0"),
        ("sys.exit(3)", "has stopped"),
        ("time.sleep(9)", "did not answer within 0.3 s"),
        ("print('x' * 70000, end='', flush=True); time.sleep(9)", "a line without end"),
    ],
    ids=["illegal", "unreadable", "no whole number", "dead", "late", "endless"],
)
def test_it_loses_the_game_and_the_match_goes_on_with_a_new_start(tmp_path: Path, then: str, how: str) -> None:
    """Each start answers eight times before it fails, so each of the games is lost, one after the other."""
    games = _games(program(tmp_path, count=9, then=then), games=2)
    assert len(games) == 2
    for game in games:
        assert game.lost is not None and how in game.lost.how
        assert game.seating[game.lost.seat] == 0
        assert game.winners == {1} and game.margins == (None, None)
        assert len(game.seconds[0]) == 9


def test_a_first_answer_has_more_time_than_later_ones(tmp_path: Path) -> None:
    slow_start = program(tmp_path, count=1, then="time.sleep(0.6)")
    assert _games(slow_start, games=1)[0].lost is None


def test_a_program_that_cannot_run_loses(tmp_path: Path) -> None:
    game = _games(f"exec:{tmp_path}/nothing-here", games=1)[0]
    assert game.lost is not None and "cannot be started" in game.lost.how

"""Outside programs in the arena: asked by the protocol, and beaten when they are illegal, late or dead."""

import fcntl
import shlex
import sys
import time
from pathlib import Path
from random import Random

import pytest

from games.arena.match import Game, Match
from games.arena.outside import Forfeit, Limits, OutsidePlayer
from games.arena.shares import played
from games.engine.options import complete
from games.registry import ruleset
from tests.arena.programs import program
from tests.site import ROOT

TWO_MAN = ruleset("twoman")
PATIENT = Limits(first=30.0, later=30.0)
#: For programs that are to be late.
QUICK = Limits(first=30.0, later=2.0)


def _games(name: str, games: int = 3, limits: Limits = PATIENT) -> list[Game]:
    match = Match("twoman", (name, "easy"), games=games, seed=2, options={"target": 100}, limits=limits)
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
        ('print(\'["play", "ZZ"]\', flush=True); continue', "answered 'play' 'ZZ': "),
        ("print('nonsense', flush=True); continue", "no action"),
        ("print('[\"bid\", 2.0]', flush=True); continue", "answered 'bid' 2.0"),
        ("sys.exit(3)", "has stopped"),
        ("time.sleep(60)", "did not answer within 2 s"),
        ("print('x' * 70000, end='', flush=True); time.sleep(60)", "a line without end"),
    ],
    ids=["illegal", "unreadable", "no whole number", "dead", "late", "endless"],
)
def test_it_loses_the_game_and_the_match_goes_on_with_a_new_start(tmp_path: Path, then: str, how: str) -> None:
    """Each start answers eight times before it fails, so each of the games is lost, one after the other."""
    games = _games(program(tmp_path, count=9, then=then), games=2, limits=QUICK if "within 2 s" in how else PATIENT)
    assert len(games) == 2
    for game in games:
        assert game.lost is not None and how in game.lost.how
        assert game.seating[game.lost.seat] == 0
        assert game.winners == {1} and game.margins == (None, None)
        assert len(game.seconds[0]) == 9


def test_the_program_of_the_docs_plays_under_any_options() -> None:
    name = "exec:" + shlex.join([sys.executable, str(ROOT / "docs/outside/sensible.py")])
    games = list(played(Match("twoman", (name, "easy"), games=12, seed=4, random_options=True)))
    assert [game.lost for game in games] == [None] * 12


def test_easy_marta_is_beaten_about_half_the_time_by_it() -> None:
    name = "exec:" + shlex.join([sys.executable, str(ROOT / "docs/outside/sensible.py")])
    games = list(played(Match("twoman", (name, "easy"), games=100, seed=5, duplicate=True)))
    assert 30 <= sum(0 in game.winners for game in games) <= 70


def test_a_first_answer_has_more_time_than_later_ones(tmp_path: Path) -> None:
    slow_start = program(tmp_path, count=1, then="time.sleep(2.5)")
    assert _games(slow_start, games=1, limits=QUICK)[0].lost is None


@pytest.mark.parametrize("then", ["pass", "sys.exit(3)", "time.sleep(60)"], ids=["told to stop", "dead", "late"])
def test_nothing_is_left_of_what_a_program_started(tmp_path: Path, then: str) -> None:
    """Its child would sleep for minutes and holds a lock as long as it lives."""
    path = tmp_path / "lock"
    child = "subprocess.Popen(['sleep', '300'], pass_fds=[held.fileno()])"
    start = (
        f"import fcntl, subprocess; held = open({str(path)!r}, 'w'); fcntl.flock(held, fcntl.LOCK_EX); {child}; {then}"
    )
    _games(program(tmp_path, count=3, then=start), games=1, limits=QUICK)
    with path.open() as lock:
        for _ in range(100):
            try:
                return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.1)
    raise AssertionError("the child lives on")


def test_a_program_that_reads_nothing_is_late_one_day() -> None:
    """It answers all the same; what it was told fills its pipe, and nobody waits for it longer than for an answer."""
    view = TWO_MAN.view(TWO_MAN.initial(complete(TWO_MAN.options, {})), 0)
    player = OutsidePlayer("yes '[\"look\"]'", Limits(first=30.0, later=0.5))
    try:
        with pytest.raises(Forfeit, match="did not answer within 0.5 s"):
            for _ in range(2_000):
                player.choose(view, Random(0))
    finally:
        player.close()


def test_its_words_do_nothing_to_a_terminal(tmp_path: Path) -> None:
    words = "print(json.dumps(['\\x1b[2J' + 'x' * 3000, 9 ** 999]), flush=True); continue"
    lost = _games(program(tmp_path, count=2, then=words), games=1)[0].lost
    assert lost is not None and lost.how.isprintable() and len(lost.how) < 300


def test_a_program_that_cannot_run_loses(tmp_path: Path) -> None:
    game = _games(f"exec:{tmp_path}/nothing-here", games=1)[0]
    assert game.lost is not None and "cannot be started" in game.lost.how

"""`manage.py arena`: what it prints and writes, its programs from outside, and a sentence for what cannot be played."""

import fcntl
import io
import json
import shlex
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.arena import match
from games.arena.match import Game, Match, played
from games.arena.players import Forfeit, Limits, OutsidePlayer
from games.bots.base import ImpossibleView
from games.engine.options import Options, complete
from games.engine.state import Seat, SeatView, State
from games.management.commands.arena import FORFEITED
from games.records.referee import check
from games.registry import ruleset
from games.twoman.rules import TwoMan
from tools.site import ROOT

PATIENT = Limits(first=30.0, later=30.0)
#: For programs that are to be late.
QUICK = Limits(first=30.0, later=2.0)
SENSIBLE = "exec:" + shlex.join([sys.executable, str(ROOT / "docs/outside/sensible.py")])
#: Reads views and answers the first legal action; `{count}` answers later it does what `{then}` says.
_PROGRAM = """
import json, sys, time
answers = 0
for line in sys.stdin:
    view = json.loads(line)
    if view.get("end"):
        open({farewell!r}, "a").write("stopped\\n")
        break
    answers += 1
    if answers == {count}:
        {then}
    print(json.dumps(view["legal"][0]), flush=True)
"""


def program(folder: Path, *, then: str = "pass", count: int = 0, name: str = "program") -> str:
    """Write a program, which leaves a line in `<name>.end` when told to stop; return its name as a player."""
    path = folder / f"{name}.py"
    farewell = str(folder / f"{name}.end")
    path.write_text(_PROGRAM.format(farewell=farewell, count=count, then=then))
    return "exec:" + shlex.join([sys.executable, str(path)])


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes begin with what a test has replaced, as they do not everywhere."""
    monkeypatch.setattr(match, "Process", get_context("fork").Process)


FORKS = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


def printed(*words: str, forfeits: bool = False) -> tuple[str, str]:
    """Run the command; return what it prints, and check its status with games lost at the table or without."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit, match=str(FORFEITED)) if forfeits else nullcontext():
        call_command("arena", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_game_lost_at_the_table_is_reported_and_recorded_as_a_forfeit(tmp_path: Path) -> None:
    name, path = program(tmp_path, count=3, then="sys.exit(1)"), tmp_path / "games.jsonl"
    out, err = printed("twoman", name, "easy", "--games", "1", "--json", "--out", str(path), forfeits=True)
    assert "has stopped" in err and "game 1" in err and "seat 0" in err
    assert err.splitlines()[-1] == f"lost at the table: 1 of 1 games ({name} 1)"
    assert json.loads(out)["players"][1]["wins"] == 1
    (text,) = path.read_text().splitlines()
    record = json.loads(text)
    assert record["result"] is None and record["ended"] == {"why": "forfeit", "seat": 0}
    assert record["seats"][0] == {"name": "Program 1", "player": "program"}
    assert check(text).wrong is None


def test_more_patience_waits_longer_for_each_later_answer(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, then="time.sleep(0.7)")
    words = ("twoman", name, "easy", "--games", "1", "--option", "target=100", "--patience")
    _, err = printed(*words, "0.4", forfeits=True)
    assert "did not answer within 0.4 s" in err
    printed(*words, "30")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_shown_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar is written over and over, and a game lost at the table has a line of its own."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    name = program(tmp_path, count=3, then="sys.exit(1)")
    _, err = printed("twoman", name, "easy", "--games", "2", forfeits=True)
    shown = terminal.getvalue().split("\r")
    assert "2/2" in shown[-1] and "game/s" in shown[-1] and shown[-1].endswith("\n")
    assert "0/2" in shown[1] and "0/2" not in shown[-1]
    assert [line.split(":")[0] for line in err.splitlines()] == ["game 1", "game 2"]


def test_elsewhere_it_reads_options_and_prints_a_line_a_player_and_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    options = ("target=100", "denial=false", "first_lead=odd", "nil_points=100")
    out, _ = printed("twoman", "easy", "easy", "--games", "2", *(f"--option={one}" for one in options))
    assert [line.split()[0] for line in out.splitlines()] == ["player", "easy", "easy"] and file.getvalue() == ""


@FORKS
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_view_that_cannot_be_is_a_clear_error(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the main process, and through the pipe of a second one."""
    view = TwoMan.view

    def doubled(rules: TwoMan, state: State, seat: Seat | None) -> SeatView:
        snapshot = view(rules, state, seat)
        return snapshot if snapshot.hand is None else replace(snapshot, hand=(*snapshot.hand, snapshot.hand[0]))

    monkeypatch.setattr(TwoMan, "view", doubled)
    with pytest.raises(CommandError, match="A player was shown what cannot be: "):
        call_command("arena", "twoman", "easy", "medium", "--games", "4", "--jobs", jobs)


@FORKS
@pytest.mark.usefixtures("forked")
def test_a_fault_of_one_process_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game cannot be played; the process with the first would send more than is read."""
    options_of = Match.options_of

    def refused(match: Match, index: int) -> Options:
        if index == 1:
            raise ImpossibleView("a card twice")
        return options_of(match, index)

    monkeypatch.setattr(Match, "options_of", refused)
    with pytest.raises(CommandError, match="a card twice"):
        call_command("arena", "twoman", "easy", "easy", "--games", "400", "--jobs", "2")


@pytest.mark.parametrize(
    ("path", "jobs", "why", "status"),
    [
        ("/dev/full", "1", "No space left on device", 1),
        ("/dev/full", "2", "No space left on device", 1),
        ("/nowhere/games.jsonl", "1", "No such file or directory", 2),
    ],
)
def test_a_file_that_cannot_be_written_is_a_sentence(path: str, jobs: str, why: str, status: int) -> None:
    with pytest.raises(CommandError, match=f"“{path}” cannot be written: {why}") as caught:
        call_command("arena", "twoman", "easy", "easy", "--games", "400", "--jobs", jobs, "--out", path)
    assert caught.value.returncode == status


WORDS = ("twoman", "random", "easy", "--games", "6", "--duplicate", "--random-options", "--json")


def test_it_prints_json_and_its_file_is_right_and_the_same_for_two_processes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    out, err = printed(*WORDS, "--out", str(one))
    players = json.loads(out)["players"]
    assert [player["name"] for player in players] == ["random", "easy"] and err == ""
    assert set(players[0]) == {"name", "games", "wins", "ties", "win_rate", "interval", "margin", "ms"}
    assert players[0]["games"] == 6 and players[0]["wins"] + players[1]["wins"] + players[0]["ties"] == 6
    lines = one.read_text().splitlines()
    assert len(lines) == 6 and [check(text).wrong for text in lines] == [None] * 6
    seats = [[seat["player"] for seat in json.loads(text)["seats"]] for text in lines]
    assert seats == [["random", "easy"], ["easy", "random"]] * 3
    printed(*WORDS, "--jobs", "2", "--out", str(two))
    assert two.read_text() == one.read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("poker", "easy", "easy", "--games", "2"), "no game “poker”"),
        (("twoman", "easy", "grandmaster", "--games", "2"), "no player “grandmaster”"),
        (("twoman", "easy", "exec:", "--games", "2"), "is not found"),
        (("twoman", "easy", "exec:no-such-program-here", "--games", "2"), "is not found"),
        (("twoman", "easy", "--games", "2"), "name 2 players"),
        (("twoman", "easy", "easy", "easy", "--games", "2"), "name 2 players"),
        (("twoman", "easy", "easy", "--games", "3", "--duplicate"), "multiple"),
        (("twoman", "easy", "easy", "--games", "0"), "at least 1"),
        (("twoman", "easy", "easy", "--games", "2", "--jobs", "0"), "at least 1"),
        (("twoman", "easy", "easy", "--games", "2", "--patience", "0"), "--patience is above 0"),
        (("twoman", "easy", "easy", "--games", "2", "--patience", "nan"), "--patience is above 0"),
        (("twoman", "easy", "easy", "--games", "2", "--patience", "inf"), "at most 86400"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "target=305"), "“target” must be"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "colour=red"), "no option “colour”"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "target"), "KEY=VALUE"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "target=[1]"), "“target” must be"),
    ],
)
def test_what_cannot_be_played_is_a_sentence_and_status_2(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("arena", *words)
    assert sentence in str(caught.value) and caught.value.returncode == 2


def _games(name: str, games: int = 3, limits: Limits = PATIENT) -> list[Game]:
    match = Match("twoman", (name, "easy"), games=games, seed=2, options={"target": 100}, limits=limits)
    return list(played(match))


def test_a_program_is_started_once_for_a_match_and_told_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "pids"
    name = program(tmp_path, count=1, then=f"import os; open({str(path)!r}, 'a').write(str(os.getpid()) + ' ')")
    assert [game.lost for game in _games(name)] == [None] * 3
    assert len(path.read_text().split()) == 1
    assert (tmp_path / "program.end").read_text() == "stopped\n"


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
    """Each start answers eight times before it fails, so every game is lost."""
    games = _games(program(tmp_path, count=9, then=then), games=2, limits=QUICK if "within 2 s" in how else PATIENT)
    assert len(games) == 2
    for game in games:
        assert game.lost is not None and how in game.lost.how
        assert game.seating[game.lost.seat] == 0
        assert game.winners == {1} and game.margins == (None, None)
        assert len(game.seconds[0]) == 9


def test_the_program_of_the_docs_plays_under_any_options_and_wins_about_half() -> None:
    games = list(played(Match("twoman", (SENSIBLE, "easy"), games=12, seed=4, random_options=True)))
    assert [game.lost for game in games] == [None] * 12
    games = list(played(Match("twoman", (SENSIBLE, "easy"), games=60, seed=5, duplicate=True)))
    assert 18 <= sum(0 in game.winners for game in games) <= 42


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


def test_a_program_that_reads_nothing_is_late_in_the_end() -> None:
    """It answers, but the views fill its pipe; writing to it is given no more time than an answer."""
    rules = ruleset("twoman")
    view = rules.view(rules.initial(complete(rules.options, {})), 0)
    player = OutsidePlayer("yes '[\"look\"]'", Limits(first=30.0, later=0.5))
    try:
        with pytest.raises(Forfeit, match="did not answer within 0.5 s"):
            for _ in range(2_000):
                player.choose(view, Random(0))
    finally:
        player.close()


def test_what_a_program_says_is_printed_without_control_characters(tmp_path: Path) -> None:
    words = "print(json.dumps(['\\x1b[2J' + 'x' * 3000, 9 ** 999]), flush=True); continue"
    lost = _games(program(tmp_path, count=2, then=words), games=1)[0].lost
    assert lost is not None and lost.how.isprintable() and len(lost.how) < 300


def test_a_program_that_cannot_run_loses(tmp_path: Path) -> None:
    game = _games(f"exec:{tmp_path}/nothing-here", games=1)[0]
    assert game.lost is not None and "cannot be started" in game.lost.how


def test_the_partner_of_a_program_that_loses_at_the_table_loses_too(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, then="sys.exit(1)")
    alone: Options = {"variant": "custom1", "partners": False}
    for options, winners in (({}, {1, 3}), (alone, {1, 2, 3})):
        (game,) = played(Match("spades", (name, "random", "random", "random"), games=1, options=options))
        assert game.lost is not None and game.winners == winners

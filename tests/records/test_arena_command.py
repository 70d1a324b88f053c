"""`manage.py arena`: output and files, programs as players, forfeits, and error messages."""

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
from games.arena.match import ArenaGame, Match, played
from games.arena.players import Forfeit, OutsidePlayer
from games.bots.base import ImpossibleView
from games.engine.options import Options, complete
from games.engine.state import Seat, SeatView, State
from games.management.commands.arena import FORFEITED
from games.records.referee import check
from games.registry import ruleset
from games.twoman.rules import TwoMan
from tools.site import ROOT

PATIENT = 30.0
#: The timeout in seconds for programs that are slow or never answer.
QUICK = 2.0
SENSIBLE = "exec:" + shlex.join([sys.executable, str(ROOT / "docs/outside/sensible.py")])
#: A program that answers each view with the first legal action, and runs `{failure}` before answer number `{count}`.
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
        {failure}
    print(json.dumps(view["legal"][0]), flush=True)
"""


def program(folder: Path, *, failure: str = "pass", count: int = 0, name: str = "program") -> str:
    """Write a program that appends a line to `<name>.end` when told to stop; return the name of this player."""
    path = folder / f"{name}.py"
    farewell = str(folder / f"{name}.end")
    path.write_text(_PROGRAM.format(farewell=farewell, count=count, failure=failure))
    return "exec:" + shlex.join([sys.executable, str(path)])


@pytest.fixture
def fork_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the processes of a match, so that they inherit what a test has monkeypatched."""
    monkeypatch.setattr(match, "Process", get_context("fork").Process)


FORKS = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


def run_arena(*words: str, forfeits: bool = False) -> tuple[str, str]:
    """Run the command; return stdout and stderr. With `forfeits`, assert that it exits with `FORFEITED`."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit, match=str(FORFEITED)) if forfeits else nullcontext():
        call_command("arena", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_forfeit_is_reported_and_recorded(tmp_path: Path) -> None:
    name, path = program(tmp_path, count=3, failure="sys.exit(1)"), tmp_path / "games.jsonl"
    out, err = run_arena("twoman", name, "easy", "--games", "1", "--json", "--out", str(path), forfeits=True)
    assert "has stopped" in err and "game 1" in err and "seat 0" in err
    assert err.splitlines()[-1] == f"forfeited: 1 of 1 games ({name} 1)"
    assert json.loads(out)["players"][1]["wins"] == 1
    (text,) = path.read_text().splitlines()
    record = json.loads(text)
    assert record["result"] is None and record["ended"] == {"why": "forfeit", "seat": 0}
    assert record["seats"][0] == {"name": "Program 1", "player": "program"}
    assert check(text).wrong is None


def test_the_option_patience_is_the_timeout_of_later_answers(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, failure="time.sleep(0.7)")
    words = ("twoman", name, "easy", "--games", "1", "--option", "target=100", "--patience")
    _, err = run_arena(*words, "0.4", forfeits=True)
    assert "did not answer within 0.4 s" in err
    run_arena(*words, "30")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_a_progress_bar_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar is redrawn in place, and each forfeit is printed on a line of its own."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    name = program(tmp_path, count=3, failure="sys.exit(1)")
    _, err = run_arena("twoman", name, "easy", "--games", "2", forfeits=True)
    shown = terminal.getvalue().split("\r")
    assert "2/2" in shown[-1] and "game/s" in shown[-1] and shown[-1].endswith("\n")
    assert "0/2" in shown[1] and "0/2" not in shown[-1]
    assert [line.split(":")[0] for line in err.splitlines()] == ["game 1", "game 2"]


def test_without_a_terminal_one_line_for_each_player_is_printed_and_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    options = ("target=100", "denial=false", "first_lead=odd", "nil_points=100")
    out, _ = run_arena("twoman", "easy", "easy", "--games", "2", *(f"--option={one}" for one in options))
    assert [line.split()[0] for line in out.splitlines()] == ["player", "easy", "easy"] and file.getvalue() == ""


@FORKS
@pytest.mark.usefixtures("fork_processes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_impossible_view_is_a_clear_error(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one job, the main process raises the error. With two, a child process sends it through its pipe."""
    view = TwoMan.view

    def doubled(rules: TwoMan, state: State, seat: Seat | None) -> SeatView:
        snapshot = view(rules, state, seat)
        return snapshot if snapshot.hand is None else replace(snapshot, hand=(*snapshot.hand, snapshot.hand[0]))

    monkeypatch.setattr(TwoMan, "view", doubled)
    with pytest.raises(CommandError, match="A player received an impossible view: "):
        call_command("arena", "twoman", "easy", "medium", "--games", "4", "--jobs", jobs)


@FORKS
@pytest.mark.usefixtures("fork_processes")
def test_an_error_in_one_process_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game cannot be played. If the other process were not ended, it would block on a full pipe."""
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
def test_a_file_that_cannot_be_written_is_reported_in_a_sentence(path: str, jobs: str, why: str, status: int) -> None:
    with pytest.raises(CommandError, match=f"“{path}” cannot be written: {why}") as caught:
        call_command("arena", "twoman", "easy", "easy", "--games", "400", "--jobs", jobs, "--out", path)
    assert caught.value.returncode == status


WORDS = ("twoman", "random", "easy", "--games", "6", "--duplicate", "--random-options", "--json")


def test_json_and_records_are_right_and_equal_for_one_and_two_processes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    out, err = run_arena(*WORDS, "--out", str(one))
    players = json.loads(out)["players"]
    assert [player["name"] for player in players] == ["random", "easy"] and err == ""
    assert set(players[0]) == {"name", "games", "wins", "ties", "win_rate", "interval", "margin", "ms"}
    assert players[0]["games"] == 6 and players[0]["wins"] + players[1]["wins"] + players[0]["ties"] == 6
    lines = one.read_text().splitlines()
    assert len(lines) == 6 and [check(text).wrong for text in lines] == [None] * 6
    seats = [[seat["player"] for seat in json.loads(text)["seats"]] for text in lines]
    assert seats == [["random", "easy"], ["easy", "random"]] * 3
    run_arena(*WORDS, "--jobs", "2", "--out", str(two))
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
        (("twoman", "easy", "easy", "--games", "2", "--patience", "0"), "--patience must be above 0"),
        (("twoman", "easy", "easy", "--games", "2", "--patience", "nan"), "--patience must be above 0"),
        (("twoman", "easy", "easy", "--games", "2", "--patience", "inf"), "at most 86400"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "target=305"), "“target” must be"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "colour=red"), "no option “colour”"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "target"), "KEY=VALUE"),
        (("twoman", "easy", "easy", "--games", "2", "--option", "target=[1]"), "“target” must be"),
    ],
)
def test_invalid_arguments_are_reported_in_a_sentence_with_status_2(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("arena", *words)
    assert sentence in str(caught.value) and caught.value.returncode == 2


def _play_match(name: str, games: int = 3, patience: float = PATIENT) -> list[ArenaGame]:
    match = Match("twoman", (name, "easy"), games=games, seed=2, options={"target": 100}, patience=patience)
    return list(played(match))


def test_a_program_is_started_once_for_a_match_and_told_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "pids"
    name = program(tmp_path, count=1, failure=f"import os; open({str(path)!r}, 'a').write(str(os.getpid()) + ' ')")
    assert [game.lost for game in _play_match(name)] == [None] * 3
    assert len(path.read_text().split()) == 1
    assert (tmp_path / "program.end").read_text() == "stopped\n"


@pytest.mark.parametrize(
    ("failure", "how"),
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
def test_a_failing_program_forfeits_the_game_and_is_restarted_for_the_next(
    tmp_path: Path, failure: str, how: str
) -> None:
    """The program fails at its ninth answer after each start, so every game is lost."""
    patience = QUICK if "within 2 s" in how else PATIENT
    games = _play_match(program(tmp_path, count=9, failure=failure), games=2, patience=patience)
    assert len(games) == 2
    for game in games:
        assert game.lost is not None and how in game.lost.how
        assert game.seating[game.lost.seat] == 0
        assert game.winners == {1} and game.margins == (None, None)
        assert len(game.seconds[0]) == 9


def test_the_example_program_plays_under_any_options_and_wins_about_half() -> None:
    games = list(played(Match("twoman", (SENSIBLE, "easy"), games=12, seed=4, random_options=True)))
    assert [game.lost for game in games] == [None] * 12
    games = list(played(Match("twoman", (SENSIBLE, "easy"), games=60, seed=5, duplicate=True)))
    assert 18 <= sum(0 in game.winners for game in games) <= 42


def test_the_first_answer_has_a_longer_timeout(tmp_path: Path) -> None:
    slow_start = program(tmp_path, count=1, failure="time.sleep(2.5)")
    assert _play_match(slow_start, games=1, patience=QUICK)[0].lost is None


@pytest.mark.parametrize("failure", ["pass", "sys.exit(3)", "time.sleep(60)"], ids=["told to stop", "dead", "late"])
def test_child_processes_of_a_program_are_killed(tmp_path: Path, failure: str) -> None:
    """The child sleeps for minutes and holds a file lock while it lives."""
    path = tmp_path / "lock"
    child = "subprocess.Popen(['sleep', '300'], pass_fds=[held.fileno()])"
    hold_lock = f"held = open({str(path)!r}, 'w'); fcntl.flock(held, fcntl.LOCK_EX)"
    start = f"import fcntl, subprocess; {hold_lock}; {child}; {failure}"
    _play_match(program(tmp_path, count=3, failure=start), games=1, patience=QUICK)
    with path.open() as lock:
        for _ in range(100):
            try:
                return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.1)
    raise AssertionError("the child is still alive")


def test_a_program_that_never_reads_forfeits_by_timeout() -> None:
    """The program answers without reading, so views fill its pipe. Writing a view has the same timeout as an answer."""
    rules = ruleset("twoman")
    view = rules.view(rules.initial(complete(rules.options, {})), 0)
    player = OutsidePlayer("yes '[\"look\"]'", 0.5)
    try:
        with pytest.raises(Forfeit, match="did not answer within 0.5 s"):
            for _ in range(2_000):
                player.choose(view, Random(0))
    finally:
        player.close()


def test_answers_of_a_program_are_printed_without_control_characters(tmp_path: Path) -> None:
    words = "print(json.dumps(['\\x1b[2J' + 'x' * 3000, 9 ** 999]), flush=True); continue"
    lost = _play_match(program(tmp_path, count=2, failure=words), games=1)[0].lost
    assert lost is not None and lost.how.isprintable() and len(lost.how) < 300


def test_a_program_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    game = _play_match(f"exec:{tmp_path}/nothing-here", games=1)[0]
    assert game.lost is not None and "cannot be started" in game.lost.how


def test_the_partner_of_a_program_that_forfeits_loses_too(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, failure="sys.exit(1)")
    alone: Options = {"variant": "custom1", "partners": False}
    for options, winners in (({}, {1, 3}), (alone, {1, 2, 3})):
        (game,) = played(Match("spades", (name, "random", "random", "random"), games=1, options=options))
        assert game.lost is not None and game.winners == winners

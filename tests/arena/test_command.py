"""`manage.py arena`: what it prints, and one clear sentence for what cannot be played."""

import io
import json
import sys
from contextlib import nullcontext
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.arena import shares
from games.arena.match import Match
from games.bots.base import ImpossibleView
from games.engine.options import Options
from games.engine.state import Seat, SeatView, State
from games.twoman.rules import TwoMan
from tests.arena.programs import program


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes begin with what a test has replaced, as they do not everywhere."""
    monkeypatch.setattr(shares, "Process", get_context("fork").Process)


FORKS = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


def _printed(*words: str, forfeits: bool = False) -> tuple[str, str]:
    """And it ends as it has to, with games that were lost at the table or without."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit, match="3") if forfeits else nullcontext():
        call_command("arena", *words, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_it_prints_only_json_in_the_order_of_the_command_line() -> None:
    out, err = _printed("twoman", "random", "easy", "--games", "4", "--duplicate", "--json")
    players = json.loads(out)["players"]
    assert [one["name"] for one in players] == ["random", "easy"] and err == ""
    assert set(players[0]) == {"name", "games", "wins", "ties", "win_rate", "interval", "margin", "ms"}
    assert players[0]["games"] == 4 and players[0]["wins"] + players[1]["wins"] + players[0]["ties"] == 4


def test_it_prints_a_line_a_player() -> None:
    out, _ = _printed("twoman", "easy", "easy", "--games", "2", "--option", "target=100")
    assert [line.split()[0] for line in out.splitlines()] == ["player", "easy", "easy"]


def test_it_reports_a_game_lost_at_the_table(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, then="sys.exit(1)")
    out, err = _printed("twoman", name, "easy", "--games", "1", "--json", forfeits=True)
    assert "has stopped" in err and "game 1" in err and "seat 0" in err
    assert err.splitlines()[-1] == f"lost at the table: 1 of 1 games ({name} 1)"
    assert json.loads(out)["players"][1]["wins"] == 1


def test_its_last_line_says_how_many_were_lost_at_the_table_and_by_whom(tmp_path: Path) -> None:
    """Each start answers three times, so either player loses whatever the other does not lose first."""
    one, other = (program(tmp_path, count=3, then="sys.exit(1)", name=name) for name in ("one", "other"))
    out, _ = _printed("twoman", one, other, "--games", "4", "--duplicate", "--jobs", "2", forfeits=True)
    lines = out.splitlines()
    assert [line.split(":")[0] for line in lines[1:3]] == ["exec", "exec"]
    assert lines[3].startswith("lost at the table: 4 of 4 games (") and len(lines) == 4


def test_whoever_is_patient_waits_longer_for_each_later_answer(tmp_path: Path) -> None:
    name = program(tmp_path, count=3, then="time.sleep(0.7)")
    words = ("twoman", name, "easy", "--games", "1", "--option", "target=100", "--patience")
    _, err = _printed(*words, "0.4", forfeits=True)
    assert "did not answer within 0.4 s" in err
    _printed(*words, "30")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_shown_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar that is written over and over, and a line of its own for a game that was lost at the table."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    name = program(tmp_path, count=3, then="sys.exit(1)")
    _, err = _printed("twoman", name, "easy", "--games", "2", forfeits=True)
    shown = terminal.getvalue().split("\r")
    assert "2/2" in shown[-1] and "game/s" in shown[-1] and shown[-1].endswith("\n")
    assert "0/2" in shown[1] and "0/2" not in shown[-1]
    assert [line.split(":")[0] for line in err.splitlines()] == ["game 1", "game 2"]


def test_nowhere_else_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    _printed("twoman", "easy", "easy", "--games", "2")
    assert file.getvalue() == ""


@FORKS
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_view_that_cannot_be_is_a_clear_error(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the process that plays it, and through the pipe of one that helps."""
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
    """The second game cannot be played; the process with the first would send more than anybody reads."""
    options_of = Match.options_of

    def refused(match: Match, index: int) -> Options:
        if index == 1:
            raise ImpossibleView("a card twice")
        return options_of(match, index)

    monkeypatch.setattr(Match, "options_of", refused)
    with pytest.raises(CommandError, match="a card twice"):
        call_command("arena", "twoman", "easy", "easy", "--games", "400", "--jobs", "2")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_is_a_sentence(jobs: str) -> None:
    with pytest.raises(CommandError, match="“/dev/full” cannot be written: No space left on device"):
        call_command("arena", "twoman", "easy", "easy", "--games", "400", "--jobs", jobs, "--out", "/dev/full")


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


@pytest.mark.parametrize("option", ["denial=false", "first_lead=odd", "nil_points=100"])
def test_options_are_read_as_json_or_as_a_word(option: str) -> None:
    out, _ = _printed("twoman", "easy", "easy", "--games", "1", "--option", option)
    assert "easy" in out

"""`manage.py arena`: what it prints, and one clear sentence for what cannot be played."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.arena.programs import program


def _printed(*words: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
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
    out, err = _printed("twoman", name, "easy", "--games", "1", "--json")
    assert "has stopped" in err and "game 1" in err and "seat 0" in err
    assert json.loads(out)["players"][1]["wins"] == 1


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

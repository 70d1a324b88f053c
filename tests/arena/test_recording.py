"""The arena's records: legal, complete, and the same file whatever the number of processes."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.arena.match import Game
from games.arena.recording import in_order
from games.management.commands.arena import FORFEITED
from games.records.referee import check
from tests.arena.programs import program

WORDS = ("arena", "twoman", "easy", "random", "--games", "6", "--duplicate", "--random-options", "--json")


def _written(path: Path, *words: str) -> list[str]:
    call_command(*words, "--out", str(path))
    return path.read_text().splitlines()


def test_every_game_is_a_record_that_the_referee_accepts(tmp_path: Path) -> None:
    lines = _written(tmp_path / "games.jsonl", *WORDS)
    assert len(lines) == 6 and [check(text).wrong for text in lines] == [None] * 6
    seats = [[seat["player"] for seat in json.loads(text)["seats"]] for text in lines]
    assert seats == [["easy", "random"], ["random", "easy"]] * 3


def test_the_file_is_the_same_for_two_processes(tmp_path: Path) -> None:
    one = _written(tmp_path / "one.jsonl", *WORDS)
    assert _written(tmp_path / "two.jsonl", *WORDS, "--jobs", "2") == one


def test_a_game_lost_at_the_table_is_a_forfeit(tmp_path: Path) -> None:
    name, path = program(tmp_path, count=5, then="sys.exit(1)"), tmp_path / "games.jsonl"
    with pytest.raises(SystemExit) as ended:
        _written(path, "arena", "twoman", name, "easy", "--games", "1", "--json")
    assert ended.value.code == FORFEITED
    (text,) = path.read_text().splitlines()
    record = json.loads(text)
    assert record["result"] is None and record["ended"] == {"why": "forfeit", "seat": 0}
    assert record["seats"][0] == {"name": "Program 1", "player": "program"}
    assert check(text).wrong is None


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written") as caught:
        call_command(*WORDS, "--out", str(tmp_path / "nowhere" / "games.jsonl"))
    assert caught.value.returncode == 2


def test_early_games_wait_for_the_ones_before_them() -> None:
    games = [Game(index, (), {}, (), frozenset(), (), ()) for index in (2, 0, 1, 4, 3)]
    assert [game.index for game in in_order(games)] == [0, 1, 2, 3, 4]

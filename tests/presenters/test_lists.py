"""A game as a line of a list."""

from dataclasses import replace

import pytest

from games.presenters import lists
from games.presenters.challenges import name_of
from games.services.boards.challenges import PersonIn
from games.snapshot import GameLine, Status
from tests.presenters.seeing import NOW

OPEN = GameLine(
    code="abc",
    key="twoman",
    status=Status.PLAYING,
    seat=0,
    side=0,
    levels=("ruthless",),
    number=4,
    scores=(123, 154),
    winner=None,
    why="",
    started_at=NOW,
    moved_at=NOW,
)


@pytest.mark.parametrize(
    ("changes", "standing"),
    [
        ({}, "hand 4, the other side leads 154 to 123"),
        ({"seat": 1, "side": 1}, "hand 4, you lead 154 to 123"),
        ({"scores": (-20, -20)}, "hand 4, −20 all"),
        ({"scores": (), "number": 1}, "hand 1"),
        ({"scores": (), "number": 0}, "not dealt yet"),
        ({"key": "cardduel", "scores": (), "number": 1}, "in play"),
        ({"key": "cardduel", "scores": (), "number": 0}, "not dealt yet"),
        ({"key": "spades"}, "hand 4, the other side leads 154 to 123"),
        ({"key": "bidwhist", "seat": 3, "side": 1}, "hand 4, your side leads 154 to 123"),
        ({"key": "spades", "scores": (80, 80)}, "hand 4, 80 all"),
        ({"key": "spades", "scores": (90, 50, 80, -10)}, "hand 4, you lead 90 to 80"),
        ({"key": "spades", "scores": (40, 50, 80, -10)}, "hand 4, you have 40, the leader 80"),
        ({"key": "spades", "scores": (80, 50, 80, -10)}, "hand 4, level at 80"),
    ],
)
def test_an_open_game_tells_how_it_stands(changes: dict[str, object], standing: str) -> None:
    shown = lists.line(replace(OPEN, **changes))  # type: ignore[arg-type]
    assert shown.is_open and shown.standing == standing and shown.result == ""


@pytest.mark.parametrize(
    ("changes", "against"),
    [
        ({}, "Ruthless"),
        ({"levels": ()}, ""),
        ({"key": "spades", "levels": ("normal",) * 3}, "Normal"),
        ({"key": "spades", "levels": ("normal", "expert", "normal")}, "Normal and expert"),
        ({"key": "spades", "levels": ("normal", "expert", "easy")}, "Normal, expert and easy"),
    ],
)
def test_a_game_tells_who_plays_against_the_person(changes: dict[str, object], against: str) -> None:
    assert lists.line(replace(OPEN, **changes)).against == against  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({"winner": 0, "scores": (305, 271)}, "won 305:271"),
        ({"winner": 0, "seat": 1, "side": 1, "scores": (305, 271)}, "lost 271:305"),
        ({"winner": None, "scores": (300, 300)}, "a tie 300:300"),
        ({"status": Status.ABANDONED}, "given up"),
    ],
)
def test_an_ended_game_tells_its_result(changes: dict[str, object], result: str) -> None:
    shown = lists.line(replace(OPEN, **{"status": Status.FINISHED, **changes}))  # type: ignore[arg-type]
    assert not shown.is_open and shown.result == result


def test_somebody_who_has_left_a_challenge_is_named_at_the_head_of_a_sentence_or_within() -> None:
    gone = PersonIn(1, "", is_own=False, done=0)
    assert (name_of(gone), name_of(gone, first=False)) == ("Somebody who has left", "somebody who has left")

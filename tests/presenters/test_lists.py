"""A game as a line of a list."""

from dataclasses import replace

import pytest

from games.presenters import lists
from games.services.seen import GameLine, Status
from tests.presenters.seeing import NOW

OPEN = GameLine(
    code="abc",
    key="twoman",
    title="Two-Man Spades",
    status=Status.PLAYING,
    seat=0,
    side=0,
    level="ruthless",
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
        ({}, "hand 4, Marta leads 154 to 123"),
        ({"seat": 1, "side": 1}, "hand 4, you lead 154 to 123"),
        ({"scores": (-20, -20)}, "hand 4, −20 all"),
        ({"scores": (), "number": 1}, "hand 1"),
        ({"scores": (), "number": 0}, "not dealt yet"),
    ],
)
def test_an_open_game_tells_how_it_stands(changes: dict[str, object], standing: str) -> None:
    shown = lists.line(replace(OPEN, **changes))  # type: ignore[arg-type]
    assert shown.is_open and shown.standing == standing and shown.result == ""


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


def test_only_finished_hands_can_be_opened() -> None:
    assert list(lists.line(OPEN).hands) == [1, 2, 3]
    assert list(lists.line(replace(OPEN, status=Status.FINISHED)).hands) == [1, 2, 3, 4]

"""The list of tricks of a past hand says in words where a stand-in chose for somebody, in every game."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.registry import presenter
from games.snapshot import Replay
from games.viewmodel.replay import ReplayContext
from games.viewmodel.seats import name_in
from tests.presenters.replayed import Replayed, drawn
from tests.presenters.test_cardduel_replay import PLAYS, replayed
from tests.records.bidwhist_hands import after_kitty
from tests.records.spades_hands import suicide
from tests.records.twoman_hands import at_random

PAST: dict[str, Callable[[], Replayed]] = {
    "twoman": lambda: Replayed(at_random(1)),
    "spades": lambda: Replayed(suicide()),
    "bidwhist": lambda: Replayed(after_kitty()),
    "cardduel": lambda: replayed(*PLAYS),
}


def at(replay: Replay, *, by_stand_in: int, step: int) -> ReplayContext:
    """The replay at that step, one step of which a stand-in chose."""
    steps = tuple(replace(one, by_stand_in=n == by_stand_in) for n, one in enumerate(replay.steps, start=1))
    shown = replace(replay, steps=steps, step=step)
    return presenter(shown.game.key).replay(shown)


@pytest.mark.parametrize("key", PAST)
def test_a_trick_in_which_a_stand_in_chose_says_so(key: str) -> None:
    replay = PAST[key]().replay(1, -1)
    first, second, third = (row.step for row in at(replay, by_stand_in=0, step=replay.last).tricks[:3])
    for chosen, marked in ((first, 0), (second - 1, 0), (second, 1), (third - 1, 1)):
        context = at(replay, by_stand_in=chosen, step=replay.last)
        name = name_in(replay, replay.steps[chosen - 1].seat)
        assert [row.stood_in for row in context.tricks[:3]] == [
            f"{name}: by a stand-in" if number == marked else "" for number in range(3)
        ]
        assert drawn(context).count(": by a stand-in") == 1
        assert at(replay, by_stand_in=chosen, step=chosen).say.endswith("A stand-in chose that.")
        assert "stand-in" not in at(replay, by_stand_in=chosen, step=chosen - 1).say


def test_where_nobody_was_stood_in_for_nothing_is_said() -> None:
    replay = PAST["spades"]().replay(1, -1)
    assert "stand-in" not in drawn(at(replay, by_stand_in=0, step=replay.last))

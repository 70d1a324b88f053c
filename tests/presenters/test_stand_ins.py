"""The list of tricks of a past hand says in words where a stand-in chose for somebody, in every game."""

from dataclasses import replace

import pytest

from games.registry import presenter
from games.snapshot import Replay
from games.viewmodel.replay import ReplayContext
from games.viewmodel.seats import name_in
from tests.presenters import (
    test_bidwhist_replay,
    test_cardduel_replay,
    test_spades_replay,
    test_twoman_replay,
)
from tests.presenters.replayed import drawn
from tests.presenters.seeing_duel import DuelTable


def past(key: str) -> Replay:
    if key == "cardduel":
        return test_cardduel_replay.replayed(DuelTable().deal().play(*test_cardduel_replay.PLAYS), 6)
    told = {
        "twoman": lambda: test_twoman_replay.Told(test_twoman_replay.at_random(1)),
        "spades": lambda: test_spades_replay.Told(test_spades_replay.suicide()),
        "bidwhist": lambda: test_bidwhist_replay.Told(test_bidwhist_replay.after_kitty()),
    }[key]()
    return told.replay(1, -1)


def at(replay: Replay, *, by_stand_in: int, step: int) -> ReplayContext:
    """The replay at that step, one step of which a stand-in chose."""
    steps = tuple(replace(one, by_stand_in=n == by_stand_in) for n, one in enumerate(replay.steps, start=1))
    shown = replace(replay, steps=steps, step=step)
    return presenter(shown.game.key).replay(shown)


@pytest.mark.parametrize("key", ["twoman", "spades", "bidwhist", "cardduel"])
def test_a_trick_in_which_a_stand_in_chose_says_so(key: str) -> None:
    replay = past(key)
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
    replay = past("spades")
    assert "stand-in" not in drawn(at(replay, by_stand_in=0, step=replay.last))

"""Who sits down in the arena: ready before anything is asked, so that loading is no part of a choice."""

from random import Random

import pytest

from games.arena import players
from games.arena.outside import Limits
from games.engine.actions import Action
from games.engine.state import SeatView


class Slow:
    """A player that has something to load."""

    version = 1
    is_ready = False

    def prepare(self, rng: Random) -> None:
        self.is_ready = True

    def choose(self, view: SeatView, rng: Random) -> Action:
        raise AssertionError("nobody asks")


def test_a_player_of_the_house_is_ready_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or its first choice would be told as a slow one."""
    slow = Slow()
    monkeypatch.setattr(players, "bot", lambda game, name: slow)
    players.player("twoman", "slow", Limits())
    assert slow.is_ready

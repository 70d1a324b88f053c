"""Other computer players than a game's own, until a test ends."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from games import registry
from games.bots.base import Bot
from games.engine.actions import Action


def let_play(monkeypatch: pytest.MonkeyPatch, key: str, players: Mapping[str, Bot]) -> None:
    """These levels in place of those of the game; none, and it is offered no more."""
    monkeypatch.setitem(registry._GAMES, key, replace(registry.GAMES[key], players=players))


class Failing:
    version = 1

    def choose(self, view: object, rng: Random) -> Action:
        raise ZeroDivisionError("a fault of hers")

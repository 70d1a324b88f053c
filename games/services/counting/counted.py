"""Under which keys a game is counted: its own, and that of its variant where it has some."""

from collections.abc import Iterable
from typing import Final

from games.cardgame import CardGame
from games.facts import GameFacts
from games.figures.declared import Figures
from games.registry import GAMES

#: Between a game and its variant, where they are counted together: "spades/solo".
_OF: Final = "/"


def facts_of(key: str) -> GameFacts:
    """What finds the facts of that game, or of that variant of it; KeyError for an unknown game."""
    return _game(key).facts


def figures(key: str) -> Figures:
    """What is counted of that game, or of that variant of it; KeyError for an unknown game."""
    return _game(key).figures


def _game(key: str) -> CardGame:
    return GAMES[key.partition(_OF)[0]]


def counted_as(key: str, kind: str | None) -> str:
    return key if kind is None else f"{key}{_OF}{kind}"


def every_count(key: str, marks: Iterable[str]) -> tuple[str, ...]:
    """The keys under which a line with these marks is counted: its game, and its variant if there is one."""
    known = figures(key).kinds
    return key, *(counted_as(key, mark) for mark in marks if mark in known)

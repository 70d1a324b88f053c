"""The registry of games by key, with their bots and evaluators."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from games.bidwhist.game import BID_WHIST
from games.bots.base import AnyLegal, Bot
from games.cardduel.game import CARD_DUEL
from games.cardgame import CardGame
from games.engine.ruleset import Ruleset
from games.evaluation.interface import Evaluator, Plain
from games.facts import GameFacts
from games.figures import Figures
from games.spades.game import SPADES
from games.twoman.game import TWO_MAN

_GAMES: dict[str, CardGame] = {one.key: one for one in (TWO_MAN, SPADES, BID_WHIST, CARD_DUEL)}
#: Read-only view. Tests add a toy game through `_GAMES`.
GAMES: Mapping[str, CardGame] = MappingProxyType(_GAMES)
#: The game selected by default.
DEFAULT_KEY: Final = next(iter(GAMES))
MOST_SEATS: Final = max(one.rules.seats for one in GAMES.values())
#: The name of the bot that plays random legal actions: a baseline for matches and tests, never offered at a table.
RANDOM: Final = "random"
#: The level under which statistics count games with other people.
PEOPLE: Final = "people"
_ANY_LEGAL: Final = AnyLegal()
#: Separates game and variant in a counting key, under which statistics are counted: "spades/solo".
_VARIANT: Final = "/"


def ruleset(key: str) -> Ruleset:
    return GAMES[key].rules


def bot(key: str, level: str) -> Bot:
    """Return the bot of that level or name; raise KeyError if there is none."""
    if level == RANDOM:
        return _ANY_LEGAL
    return GAMES[key].players.get(level) or GAMES[key].yardsticks[level]


def evaluator(key: str) -> Evaluator:
    """Load and return the game's evaluator, or a plain one if it has none; raise KeyError for an unknown game."""
    found = GAMES[key].evaluator
    return Plain(rules=GAMES[key].rules) if found is None else found.evaluator


def is_reviewed(key: str) -> bool:
    return key in GAMES and GAMES[key].evaluator is not None


def error_rates(key: str) -> Mapping[str, float]:
    """Return the bots' measured loss per decision by level, in thousandths of a game; empty if not measured."""
    found = GAMES[key].evaluator
    return {} if found is None else found.fit.rates


def fitted_variant(key: str) -> str | None:
    """Return the variant that the evaluator was fitted to; None without an evaluator or without variants."""
    found = GAMES[key].evaluator
    return None if found is None else found.fit.variant


def levels(key: str) -> tuple[str, ...]:
    """Return the levels offered at a table, weakest first; empty for an unknown game."""
    return tuple(GAMES[key].players) if key in GAMES else ()


def offered() -> tuple[str, ...]:
    """Return the keys of the games that have a bot, in display order."""
    return tuple(key for key in GAMES if levels(key))


def titles() -> tuple[tuple[str, str], ...]:
    return tuple((key, ruleset(key).title) for key in offered())


def counted_as(key: str, kind: str | None) -> str:
    """Return the counting key of the variant `kind`, or of the whole game for None."""
    return key if kind is None else f"{key}{_VARIANT}{kind}"


def counted_levels(key: str) -> tuple[str, ...]:
    """Return the levels under which statistics count games: the weakest first, `PEOPLE` last."""
    return (*levels(key), PEOPLE)


def every_count(key: str, marks: Iterable[str]) -> tuple[str, ...]:
    """Return the counting keys of a hand or game with these marks: that of the game, and that of its variant if any."""
    known = figures(key).kinds
    return key, *(counted_as(key, mark) for mark in marks if mark in known)


def facts_of(key: str) -> GameFacts:
    """Return the `GameFacts` of a counting key; raise KeyError for an unknown game."""
    return GAMES[key.partition(_VARIANT)[0]].facts


def figures(key: str) -> Figures:
    return GAMES[key.partition(_VARIANT)[0]].figures

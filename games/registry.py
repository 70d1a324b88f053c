"""Every game the house knows, by its key, with its players and its evaluator."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bidwhist.game import BID_WHIST
from games.bots.anylegal import AnyLegal
from games.bots.base import Bot
from games.cardduel.game import CARD_DUEL
from games.cardgame import CardGame, Presenter
from games.engine.ruleset import Ruleset
from games.review.face import Evaluator
from games.review.plain import Plain
from games.spades.game import SPADES
from games.twoman.game import TWO_MAN

_GAMES: dict[str, CardGame] = {one.key: one for one in (TWO_MAN, SPADES, BID_WHIST, CARD_DUEL)}
#: Read-only. Tests put a toy game beside the real ones through `_GAMES`.
GAMES: Mapping[str, CardGame] = MappingProxyType(_GAMES)
MOST_SEATS: Final = max(one.rules.seats for one in GAMES.values())
#: Any legal action, in every game: for measuring and testing, never offered at a table.
RANDOM: Final = "random"
_ANY_LEGAL: Final = AnyLegal()


def ruleset(key: str) -> Ruleset:
    """The rules stored under `key`; KeyError for an unknown game."""
    return GAMES[key].rules


def bot(key: str, level: str) -> Bot:
    """The player of that level or name; KeyError where the game has none."""
    if level == RANDOM:
        return _ANY_LEGAL
    return GAMES[key].players.get(level) or GAMES[key].yardsticks[level]


def evaluator(key: str) -> Evaluator:
    """Who reviews that game, loaded: a plain one where it has none of its own; KeyError for an unknown game."""
    found = GAMES[key].evaluator
    return Plain(rules=GAMES[key].rules) if found is None else found.evaluator


def is_reviewed(key: str) -> bool:
    """Whether the game has an evaluator of its own."""
    return key in GAMES and GAMES[key].evaluator is not None


def error_rates(key: str) -> Mapping[str, float]:
    """By level of the house’s players, in thousandths of a game a decision; none where nobody has measured them."""
    found = GAMES[key].evaluator
    return {} if found is None else found.fit.rates


def fitted_variant(key: str) -> str | None:
    """Of which variant the games were that its evaluator was fitted to; None for a game without variants."""
    found = GAMES[key].evaluator
    return None if found is None else found.fit.variant


def presenter(key: str) -> Presenter:
    """Who shows that game; KeyError where nobody does."""
    shows = GAMES[key].table
    if shows is None:
        raise KeyError(key)
    return shows


def levels(key: str) -> tuple[str, ...]:
    """The levels a table may offer, weakest first; none for an unknown game."""
    return tuple(GAMES[key].players) if key in GAMES else ()


def names(key: str) -> tuple[str, ...]:
    """Everyone who can be named in a match of that game: the levels, and who is there to measure them by."""
    return (*GAMES[key].players, *GAMES[key].yardsticks, RANDOM)

"""Every computer player, by game and level. Levels are listed from the weakest to the strongest."""

from collections.abc import Mapping
from types import MappingProxyType

from games.bots.anylegal import AnyLegal
from games.bots.base import Bot
from games.bots.bidwhist_easy import EasyBidWhist
from games.bots.bidwhist_hard import HardBidWhist
from games.bots.bidwhist_medium import MediumBidWhist
from games.bots.cardduel_easy import EasyCardDuel
from games.bots.cardduel_hard import HardCardDuel
from games.bots.cardduel_normal import NormalCardDuel
from games.bots.cardduel_wavering import WaveringCardDuel
from games.bots.ruthless.plain import PlainTwoMan
from games.bots.ruthless.player import RuthlessTwoMan
from games.bots.spades_expert import ExpertSpades
from games.bots.spades_normal import NormalSpades
from games.bots.twoman_easy import EasyTwoMan
from games.bots.twoman_medium import MediumTwoMan

_BOTS: dict[str, Mapping[str, Bot]] = {
    "twoman": MappingProxyType({"easy": EasyTwoMan(), "medium": MediumTwoMan(), "ruthless": RuthlessTwoMan()}),
    "spades": MappingProxyType({"normal": NormalSpades(), "expert": ExpertSpades()}),
    "bidwhist": MappingProxyType({"easy": EasyBidWhist(), "medium": MediumBidWhist(), "hard": HardBidWhist()}),
    "cardduel": MappingProxyType({"easy": EasyCardDuel(), "normal": NormalCardDuel(), "hard": HardCardDuel()}),
}
#: Read-only. Tests put the players of a toy game beside these through `_BOTS`.
BOTS: Mapping[str, Mapping[str, Bot]] = MappingProxyType(_BOTS)
#: Any legal action, in every game: for measuring and testing, never offered at a table.
RANDOM = "random"
_ANY_LEGAL = AnyLegal()
#: Players of one game to measure the others by, never offered at a table either.
_YARDSTICKS: Mapping[str, Mapping[str, Bot]] = MappingProxyType(
    {"twoman": {"plain": PlainTwoMan()}, "cardduel": {"wavering": WaveringCardDuel()}}
)


def bot(key: str, level: str) -> Bot:
    """The player of that level or name; KeyError where the game has none."""
    if level == RANDOM:
        return _ANY_LEGAL
    return BOTS.get(key, {}).get(level) or _YARDSTICKS.get(key, {})[level]


def levels(key: str) -> tuple[str, ...]:
    """The levels a table may offer, weakest first."""
    return tuple(BOTS.get(key, ()))


def names(key: str) -> tuple[str, ...]:
    """Everyone who can be named in a match of that game: the levels, and who is there to measure them by."""
    return (*levels(key), *_YARDSTICKS.get(key, ()), RANDOM)

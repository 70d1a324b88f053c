"""Every game the site knows, by its key."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.bidwhist import BidWhist
from games.engine.cardduel import CardDuel
from games.engine.ruleset import Ruleset
from games.engine.spades import Spades
from games.engine.twoman import TwoMan

_GAMES: dict[str, Ruleset] = {game.key: game for game in (TwoMan(), Spades(), BidWhist(), CardDuel())}
#: Read-only. Tests put a toy game beside the real ones through `_GAMES`.
RULESETS: Mapping[str, Ruleset] = MappingProxyType(_GAMES)


def ruleset(key: str) -> Ruleset:
    """The rules stored under `key`; KeyError for an unknown game."""
    return RULESETS[key]

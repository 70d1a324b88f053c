"""Who tells of which game. A game without words of its own is told of in those that every game has."""

from games.services.statistics.facts.base import Teller
from games.services.statistics.facts.twoman import TwoManTeller

TELLERS: dict[str, Teller] = {"twoman": TwoManTeller()}
_PLAIN = Teller()


def teller(key: str) -> Teller:
    return TELLERS.get(key, _PLAIN)

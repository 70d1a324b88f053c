"""Who tells of which game. A game without words of its own is told of in those that every game has."""

from collections.abc import Iterable
from typing import Final

from games.services.statistics.facts.base import Teller
from games.services.statistics.facts.bidwhist import BidWhistTeller
from games.services.statistics.facts.cardduel import CardDuelTeller
from games.services.statistics.facts.spades import SpadesTeller
from games.services.statistics.facts.twoman import TwoManTeller

TELLERS: dict[str, Teller] = {
    "twoman": TwoManTeller(),
    "spades": SpadesTeller(),
    "bidwhist": BidWhistTeller(),
    "cardduel": CardDuelTeller(),
}
_PLAIN = Teller()
#: Between a game and its kind, where they are counted together: "spades/solo".
_OF: Final = "/"


def teller(key: str) -> Teller:
    """Whoever tells of that game, or of that kind of it."""
    return TELLERS.get(key.partition(_OF)[0], _PLAIN)


def kinds_of(key: str) -> tuple[str, ...]:
    """The kinds of that game that are counted for themselves, too."""
    return teller(key).kinds


def counted_as(key: str, kind: str | None) -> str:
    """The key of the tallies of a game, or of one kind of it."""
    return key if kind is None else f"{key}{_OF}{kind}"


def every_count(key: str, marks: Iterable[str]) -> tuple[str, ...]:
    """The keys under which a line with these marks is counted: its game, and its kind if there is one."""
    known = teller(key).kinds
    return key, *(counted_as(key, mark) for mark in marks if mark in known)

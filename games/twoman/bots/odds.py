"""How likely a nil holds in Two-Man Spades by its cards, and spreads of tricks about what a seat hopes for; no view."""

import math

from games.engine.cards import Card, Suit
from games.twoman.state import TRICKS

#: Of the tricks over its bid, the part a seat cannot shed.
_STICKS = 0.5
#: A failed nil takes one trick, two or more with these chances.
_NIL_BROKEN = {1: 0.45, 2: 0.3, 3: 0.25}
#: The fit of nils.
_BASE = 0.71
_A_SPADE = 0.26
_LOWEST_SPADE = 0.42
_A_VOID = 0.39
#: What each point of height over a safe card costs, for the lowest card of a side suit and the next ones.
_SIDE = (0.14, 0.13, 0.075)


def weights(mean: float, deviation: float, low: int, high: int) -> dict[int, float]:
    """How likely each whole number from `low` to `high` is, about `mean`."""
    raw = {n: math.exp(-0.5 * ((n - mean) / deviation) ** 2) for n in range(low, high + 1)}
    total = sum(raw.values()) or 1.0
    return {n: weight / total for n, weight in raw.items()}


def bid_tricks(mean: float, deviation: float, bid: int) -> dict[int, float]:
    """The tricks to expect where the seat plays to `bid`: some of those over it are shed."""
    found: dict[int, float] = {}
    for tricks, weight in weights(mean, deviation, 0, TRICKS).items():
        kept = tricks if tricks <= bid else bid + round((tricks - bid) * _STICKS)
        found[kept] = found.get(kept, 0.0) + weight
    return found


def nil_tricks(chance: float) -> dict[int, float]:
    """The tricks of a nil that holds with `chance`."""
    return {0: chance, **{n: (1 - chance) * part for n, part in _NIL_BROKEN.items()}}


def nil_chance(hand: tuple[Card, ...]) -> float:
    """How likely a nil holds, from 0 to 1, by the ten cards left after the discard.

    A logistic fit to 3500 nils played against a seat that attacks them. With two seats and every trick forced by the
    other's low cards a nil seldom holds: about one in fifteen hands that could be thought of.
    """
    odds = _BASE
    for suit in Suit:
        heights = sorted(one.height for one in hand if one.suit is suit)
        if suit is Suit.SPADES:
            odds -= _A_SPADE * len(heights) + (_LOWEST_SPADE * (heights[0] - 2) if heights else 0.0)
        else:
            odds += _A_VOID * (not heights)
            odds -= sum(
                cost * max(0, height - 2 - 2 * place)
                for place, (cost, height) in enumerate(zip(_SIDE, heights, strict=False))
            )
    return 1.0 / (1.0 + math.exp(-odds))

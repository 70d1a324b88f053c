"""How likely a nil succeeds in Two-Man Spades, from the cards.

A logistic fit to 3500 nils played against a seat that attacks them. With two seats and every trick forced
by the other's low cards a nil seldom holds: about one in fifteen hands that could be thought of.
"""

import math

from games.engine.cards import Card, Suit

_BASE = 0.71
_A_SPADE = 0.26
_LOWEST_SPADE = 0.42
_A_VOID = 0.39
#: What each point of height over a safe card costs, for the lowest card of a side suit and the next ones.
_SIDE = (0.14, 0.13, 0.075)


def nil_chance(hand: tuple[Card, ...]) -> float:
    """From 0 to 1, for the ten cards left after the discard."""
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

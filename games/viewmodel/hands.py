"""The cards of a hand as somebody likes to hold them: sorted, and in rows that fit a phone."""

from collections.abc import Sequence
from typing import Final

from games.engine.cards import Card, Suit
from games.viewmodel.table import HandCard, Likes

#: Colours alternate whichever way (docs/rules/spades.md, S19).
SPADES_FIRST: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
SPADES_LAST: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
#: So few cards stand in one row.
ONE_ROW: Final = 4


def sorted_hand(hand: Sequence[Card], likes: Likes) -> list[Card]:
    """Suit by suit, aces first or last. Cards without a suit stand before all others."""
    suits = SPADES_FIRST if likes.spades_first else SPADES_LAST
    turned = -1 if likes.aces_first else 1

    def place(one: Card) -> tuple[int, int]:
        return suits.index(one.suit) if one.suit is not None else -1, turned * one.height

    return sorted(hand, key=place)


def in_rows(cards: Sequence[HandCard], *, rows: int = 2) -> tuple[tuple[HandCard, ...], ...]:
    """So many rows on a phone, the last the shortest; a short hand needs but one."""
    if len(cards) <= ONE_ROW:
        return (tuple(cards),) if cards else ()
    length = -(-len(cards) // rows)
    return tuple(tuple(cards[start : start + length]) for start in range(0, len(cards), length))

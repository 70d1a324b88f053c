"""Suits, ranks, cards, the pack, cards as text, and the shuffle. Independent of any game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")

#: `draw(n)` returns an integer 0..n-1 with equal chance. The caller supplies the source of randomness.
DrawNumber = Callable[[int], int]


class Suit(StrEnum):
    """The suits in the order of the pack. A suit's value is its letter in records."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(IntEnum):
    """The ranks; their values, 2..14, order them with the ace high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The letter in a card's text: 2..9, T, J, Q, K, A."""
        return "23456789TJQKA"[self - 2]


@dataclass(frozen=True, eq=False, slots=True)
class Card:
    """One of the 54 cards. Each is a single object, so cards may be compared with `is`.

    A joker has neither suit nor rank. `text` is the notation of records: "QH", "TD", "BJ".
    """

    text: str
    suit: Suit | None
    rank: Rank | None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (card, (self.text,))

    @property
    def is_joker(self) -> bool:
        return self.suit is None

    @property
    def face(self) -> int:
        """The value with the ace low: A 1, 2..10, J 11, Q 12, K 13; 0 for a joker."""
        if self.rank is None:
            return 0
        return 1 if self.rank is Rank.ACE else int(self.rank)

    @property
    def height(self) -> int:
        """The rank with the ace high, 2..14; 0 for a joker."""
        return 0 if self.rank is None else int(self.rank)


PACK: tuple[Card, ...] = tuple(Card(rank.letter + suit, suit, rank) for suit in Suit for rank in Rank)
BIG_JOKER = Card("BJ", None, None)
LITTLE_JOKER = Card("LJ", None, None)
BY_TEXT = MappingProxyType({one.text: one for one in (*PACK, BIG_JOKER, LITTLE_JOKER)})

_SUIT_ORDER = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3, None: 4}


def card(text: str) -> Card:
    """Return the card with this text; raise KeyError if there is none."""
    return BY_TEXT[text]


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text with spaces between them, such as "QH 7D"; raise KeyError for an unknown card."""
    return tuple(card(word) for word in text.split())


def find(text: object) -> Card | None:
    """Return the card with this text, or None."""
    return BY_TEXT.get(text) if isinstance(text, str) else None


def in_hand_order(held: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards in canonical order: spades, hearts, clubs, diamonds, each from high to low, then jokers."""
    return tuple(sorted(held, key=lambda one: (_SUIT_ORDER[one.suit], -one.height, one.text)))


def shuffled(pack: Sequence[T], draw: DrawNumber) -> tuple[T, ...]:
    """Return a shuffled copy (Fisher-Yates): for each index i from the last down to 1, swap items i and draw(i + 1)."""
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)

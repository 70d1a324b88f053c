"""Cards: suits, ranks, the pack, text both ways, and the shuffle. Knows nothing of any game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")

#: `draw(n)` gives an integer 0..n-1, each as likely as the others. Whoever owns chance passes it in.
Draw = Callable[[int], int]


class Suit(StrEnum):
    """In the order of the pack; the value is the letter of a record."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(IntEnum):
    """The number is the height, the ace high: 2..14."""

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
        """As a card is written: 2..9, T, J, Q, K, A."""
        return "23456789TJQKA"[self - 2]


@dataclass(frozen=True, eq=False, slots=True)
class Card:
    """One of the 54 cards. Each is made once, so two equal cards are the same object.

    A joker has neither suit nor rank. `text` is the record's form: "QH", "TD", "BJ".
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
        """Big or little: neither suit nor rank."""
        return self.suit is None

    @property
    def face(self) -> int:
        """Face value with the ace low: A 1, 2..10, J 11, Q 12, K 13; a joker is worth nothing."""
        if self.rank is None:
            return 0
        return 1 if self.rank is Rank.ACE else int(self.rank)

    @property
    def height(self) -> int:
        """Rank with the ace high, 2..14; 0 for a joker."""
        return 0 if self.rank is None else int(self.rank)


PACK: tuple[Card, ...] = tuple(Card(rank.letter + suit, suit, rank) for suit in Suit for rank in Rank)
BIG_JOKER = Card("BJ", None, None)
LITTLE_JOKER = Card("LJ", None, None)
BY_TEXT = MappingProxyType({one.text: one for one in (*PACK, BIG_JOKER, LITTLE_JOKER)})

_SUIT_ORDER = {Suit.SPADES: 0, Suit.HEARTS: 1, Suit.CLUBS: 2, Suit.DIAMONDS: 3, None: 4}


def card(text: str) -> Card:
    """The card written so; KeyError for anything else."""
    return BY_TEXT[text]


def cards(text: str) -> tuple[Card, ...]:
    """Cards separated by spaces: `cards("QH 7D")`."""
    return tuple(card(word) for word in text.split())


def find(text: object) -> Card | None:
    """The card written so, or None when that is no card."""
    return BY_TEXT.get(text) if isinstance(text, str) else None


def in_hand_order(held: Sequence[Card]) -> tuple[Card, ...]:
    """Spades, hearts, clubs, diamonds, each from high to low: how a hand is held."""
    return tuple(sorted(held, key=lambda one: (_SUIT_ORDER[one.suit], -one.height, one.text)))


def shuffled(pack: Sequence[T], draw: Draw) -> tuple[T, ...]:
    """Fisher-Yates from the last place down: place i is exchanged with place draw(i + 1)."""
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)

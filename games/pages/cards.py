"""Cards as drawn, and a player's hand: sorted by preference, in rows that fit a phone."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from games.engine.cards import Card, Suit
from games.pages.words import CARDS, by_language, card_name, index, sign

#: Orders of suits in a hand; colours alternate in both (docs/rules/spades.md, S19).
SPADES_FIRST: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
SPADES_LAST: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
#: Number of overlapping cards that fit in a row on a phone 360 px wide, with 44 px of each visible.
ONE_ROW: Final = 6
T = TypeVar("T")


class DisplayPreferences(Protocol):
    """A player's preferences that pages read."""

    spades_first: bool
    aces_first: bool
    confirm_play: bool
    letter_keys: bool
    remarks: bool
    lessons: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A card as drawn. `mark` is the yellow tag ("−2") of a card that takes off bags."""

    text: str
    index: str
    suit: str
    name: str
    art: str = ""
    mark: str = ""

    @property
    def is_ten(self) -> bool:
        return self.index == "10"


@dataclass(frozen=True, slots=True)
class CardTag:
    """A tag on a card. `mark` is drawn; `words` are read out, with the card's name in `%(card)s`."""

    mark: str
    words: Any


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the player's hand. Pressing the card posts `action`; `why` is the reason if it may not be played.

    `waits`: the only reason is that it is another seat's turn, so the card is not dimmed. `sentence` is shown while the
    card is chosen and not yet played. Screen readers read `note` after the card's name; on screen it is only a sign.
    """

    face: Face
    action: str = ""
    why: str = ""
    waits: bool = False
    sentence: str = ""
    note: str = ""


@by_language(CARDS)
def face(card: Card, mark: str = "") -> Face:
    """Return a card as drawn, with the name in the active language; `mark` is as in `Face`."""
    is_court = card.rank is not None and 11 <= card.rank <= 13
    art = f"{card.text[0]}{card.text[1]}".lower() if is_court else ""
    return Face(card.text, index(card), sign(card), card_name(card), art, mark)


def sorted_hand(hand: Iterable[Card], preferences: DisplayPreferences | None = None) -> list[Card]:
    """Return the hand suit by suit, jokers first. Without preferences, spades and aces come first."""
    suits = SPADES_FIRST if preferences is None or preferences.spades_first else SPADES_LAST
    turned = -1 if preferences is None or preferences.aces_first else 1

    def place(card: Card) -> tuple[int, int]:
        return suits.index(card.suit) if card.suit is not None else -1, turned * card.height

    return sorted(hand, key=place)


def in_rows(cards: Sequence[T], *, rows: int = 2, gone: Collection[T] = ()) -> tuple[tuple[T, ...], ...]:
    """Split a hand into at most `rows` rows for a phone.

    `cards` is the hand as dealt, `gone` are the cards already played. The other cards stay in the rows in which they
    were dealt, until all of them fit in one row.
    """
    left = [one for one in cards if one not in gone]
    length = -(-len(cards) // rows)
    if len(left) <= max(length, ONE_ROW):
        return (tuple(left),) if left else ()
    dealt = (cards[start : start + length] for start in range(0, len(cards), length))
    kept = (tuple(one for one in row if one not in gone) for row in dealt)
    return tuple(row for row in kept if row)

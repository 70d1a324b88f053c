"""What is bid and named in Bid Whist (docs/rules/bidwhist.md, sections 4, 5 and 7.1), and what cards are worth by it.

Knows bids, the contract and the order of the cards; no hand, no turn, no scoring.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.cards import BIG_JOKER, Card, Rank, Suit
from games.engine.state import Seat


class Denomination(StrEnum):
    """What a bid is in: trumps with the high or the low cards up, or no trump (section 4)."""

    UPTOWN = "U"
    DOWNTOWN = "D"
    NO_TRUMP = "N"


class Direction(StrEnum):
    """Which way the cards stand in no trump, as the declarer names it (section 5)."""

    UP = "up"
    DOWN = "down"


#: Those of a hand: twelve tricks and the discard.
BOOKS: Final = 13
#: Books that every bid promises before its level counts.
FIRST_BOOKS: Final = 6
HIGHEST: Final = 7
_ABOVE_ACE: Final = Rank.ACE + 1


@dataclass(frozen=True, slots=True)
class Bid:
    """A level and a denomination, written "4U", "5D", "6N"; the suit is not named yet (B4)."""

    level: int
    denomination: Denomination

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}"

    @property
    def promised(self) -> int:
        """The books it promises, the kitty's included."""
        return FIRST_BOOKS + self.level

    @property
    def to_set(self) -> int:
        """The books of the other side with which it can no longer be made."""
        return BOOKS - self.promised + 1

    def outranks(self, other: "Bid | None", *, down_over_up: bool) -> bool:
        """Whether it may be said after `other`; uptown and downtown of one level are equal, or not (B5)."""
        return other is None or self._rank(down_over_up) > other._rank(down_over_up)

    def _rank(self, down_over_up: bool) -> tuple[int, int]:
        match self.denomination:
            case Denomination.NO_TRUMP:
                return self.level, 2
            case Denomination.DOWNTOWN if down_over_up:
                return self.level, 1
        return self.level, 0


def find_bid(text: object) -> Bid | None:
    """The bid written so, of any level 0..9 so that a refusal can say what is wrong with it; None if it is none."""
    if not isinstance(text, str) or len(text) != 2 or text[0] not in "0123456789" or text[1] not in set(Denomination):
        return None
    return Bid(int(text[0]), Denomination(text[1]))


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid that won the auction, and what the declarer has named so far: a trump suit, or a direction."""

    bid: Bid
    declarer: Seat
    trump: Suit | None = None
    direction: Direction | None = None

    @property
    def side(self) -> int:
        """The declarer's."""
        return self.declarer % 2

    @property
    def is_no_trump(self) -> bool:
        """Then the jokers follow no suit and win nothing (7.3)."""
        return self.bid.denomination is Denomination.NO_TRUMP

    @property
    def is_down(self) -> bool:
        """Whether the low cards stand high: downtown, or no trump named down (7.1)."""
        return self.bid.denomination is Denomination.DOWNTOWN or self.direction is Direction.DOWN

    def suit_of(self, one: Card) -> Suit | None:
        """The suit a card follows: jokers belong to the trumps (7.2), in no trump to none (7.3)."""
        return self.trump if one.is_joker else one.suit

    def strength(self, one: Card) -> int:
        """How high a card stands within its suit: the big joker, the little one, the ace, the others (7.1)."""
        if one.is_joker:
            return _ABOVE_ACE + (one is BIG_JOKER)
        if one.rank is Rank.ACE or not self.is_down:
            return one.height
        return Rank.ACE + 1 - one.height

"""Bids and contracts of Bid Whist, the order of its cards, and the scoring of a hand.

See docs/rules/bidwhist.md, sections 4, 5, 7.1 and 9.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from games.bidwhist.options import Terms
from games.engine.cards import BIG_JOKER, Card, Rank, Suit
from games.engine.state import Result, Seat, plus


class Denomination(StrEnum):
    """The kind of a bid: trumps with high cards best, trumps with low cards best, or no trump (section 4)."""

    UPTOWN = "U"
    DOWNTOWN = "D"
    NO_TRUMP = "N"


class Direction(StrEnum):
    """Whether high or low cards are best in no trump, as the declarer names it (section 5)."""

    UP = "up"
    DOWN = "down"


#: Books in a hand: twelve tricks and the discard.
BOOKS: Final = 13
#: Books that a bid promises in addition to its level.
FIRST_BOOKS: Final = 6
HIGHEST: Final = 7
_ABOVE_ACE: Final = Rank.ACE + 1


@dataclass(frozen=True, slots=True)
class WhistBid:
    """A level and a denomination, written "4U", "5D", "6N". The suit is named later (B4)."""

    level: int
    denomination: Denomination

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}"

    @property
    def promised(self) -> int:
        """The books promised, including book 1 (the discard)."""
        return FIRST_BOOKS + self.level

    @property
    def to_set(self) -> int:
        """The smallest number of books with which the other side sets the bid."""
        return BOOKS - self.promised + 1

    def outranks(self, other: "WhistBid | None", *, down_over_up: bool) -> bool:
        """Return whether this bid may follow `other`. Without `down_over_up`, uptown and downtown are equal (B5)."""
        return other is None or self._rank(down_over_up) > other._rank(down_over_up)

    def _rank(self, down_over_up: bool) -> tuple[int, int]:
        match self.denomination:
            case Denomination.NO_TRUMP:
                return self.level, 2
            case Denomination.DOWNTOWN if down_over_up:
                return self.level, 1
        return self.level, 0


def find_bid(text: object) -> WhistBid | None:
    """Return the bid with this notation, else None. Levels 0..9 are parsed, so that refusals can give the reason."""
    if not isinstance(text, str) or len(text) != 2 or text[0] not in "0123456789" or text[1] not in set(Denomination):
        return None
    return WhistBid(int(text[0]), Denomination(text[1]))


@dataclass(frozen=True, slots=True)
class Contract:
    """The winning bid, its declarer, and the trump suit or direction once it is named."""

    bid: WhistBid
    declarer: Seat
    trump: Suit | None = None
    direction: Direction | None = None

    @property
    def side(self) -> int:
        return self.declarer % 2

    @property
    def is_no_trump(self) -> bool:
        """Whether the contract is in no trump, where jokers have no suit and win no trick (7.3)."""
        return self.bid.denomination is Denomination.NO_TRUMP

    @property
    def is_down(self) -> bool:
        """Whether low cards are best: downtown, or no trump with the direction down (7.1)."""
        return self.bid.denomination is Denomination.DOWNTOWN or self.direction is Direction.DOWN

    def suit_of(self, card: Card) -> Suit | None:
        """Return the suit to which a card belongs: for a joker the trump suit (7.2), None in no trump (7.3)."""
        return self.trump if card.is_joker else card.suit

    def strength(self, card: Card) -> int:
        """Return a card's strength within its suit; from the best: big joker, little joker, ace, the others (7.1)."""
        if card.is_joker:
            return _ABOVE_ACE + (card is BIG_JOKER)
        if card.rank is Rank.ACE or not self.is_down:
            return card.height
        return Rank.ACE + 1 - card.height


# -- books, points, and the end of a game ----------------------------------------------------------------


#: Two numbers by side.
Pair: TypeAlias = tuple[int, int]
#: Books that the discard counts for the declarer's side.
KITTY_BOOK: Final = 1


@dataclass(frozen=True, slots=True)
class HandLine:
    """The scoring of the declarer's side in a hand, as the score sheet stores it.

    `moved` are the books that calls of reneges move to this side (negative: away), `books` the side's final books,
    including book 1. `is_boston`: the side has all thirteen books. `is_grand`: the bid was level 7, a Boston.
    """

    level: int
    promised: int
    tricks: int
    moved: int
    books: int
    is_made: bool
    is_doubled: bool
    is_boston: bool
    is_grand: bool
    points: int

    @classmethod
    def of(cls, sheet: Mapping[str, Any]) -> "HandLine":
        """Return the scoring from a stored sheet, which may have more fields."""
        return cls(**{one.name: sheet[one.name] for one in fields(cls)})

    @property
    def before_calls(self) -> int:
        """The books before calls of reneges move any, including book 1."""
        return KITTY_BOOK + self.tricks

    @property
    def single(self) -> int:
        """The points before doubling."""
        return self.points // 2 if self.is_doubled else self.points


def after_calls(books: int, moved: int) -> int:
    """Return a side's books after calls move `moved` books to the side, limited to 0..13 (B14)."""
    return min(BOOKS, max(0, books + moved))


def score_hand(bid: WhistBid, *, tricks: int, moved: int, terms: Terms) -> HandLine:
    """Score the declarer's side, which won `tricks` (0..12) besides book 1. Calls move `moved` books to it (B14)."""
    books = after_calls(KITTY_BOOK + tricks, moved)
    is_made = books >= bid.promised
    is_doubled = terms.nt_double and bid.denomination is Denomination.NO_TRUMP
    points = books - FIRST_BOOKS if is_made else -bid.level
    return HandLine(
        level=bid.level,
        promised=bid.promised,
        tricks=tricks,
        moved=moved,
        books=books,
        is_made=is_made,
        is_doubled=is_doubled,
        is_boston=books == BOOKS,
        is_grand=bid.level == HIGHEST,
        points=2 * points if is_doubled else points,
    )


def end_of_game(score: Pair, wins: Pair, *, side: int, line: HandLine, terms: Terms) -> Result | None:
    """Return the game's result after a scored hand, None while the game goes on. `side` is the declarer's."""
    if score[side] >= terms.win_score:
        winner = side
    elif score[side] <= terms.lose_score:
        winner = 1 - side
    else:
        return None
    # Setting a bid of level 7 is only one win for the other side (B15).
    is_double = terms.boston_double and winner == side and line.is_grand and line.is_made
    tally = plus(wins, winner, 2 if is_double else 1)
    return Result(winner, None, MappingProxyType({"winner": winner, "wins": tally}))

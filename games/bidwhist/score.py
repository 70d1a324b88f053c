"""Bids and contracts of Bid Whist, the order of its cards, and what a hand scores.

After docs/rules/bidwhist.md, sections 4, 5, 7.1 and 9. Knows no hand and no turn.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from games.bidwhist.options import Terms
from games.engine.actions import Argument
from games.engine.cards import BIG_JOKER, Card, Rank, Suit
from games.engine.state import Result, Seat, plus


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


# -- books, points, and the end of a game ----------------------------------------------------------------


#: By side.
Pair: TypeAlias = tuple[int, int]
#: The discard, which is the declarer's side's first book.
KITTY_BOOK: Final = 1


@dataclass(frozen=True, slots=True)
class HandLine:
    """The sheet of one hand, all of it the declarer's side's.

    `moved` are the books that calls of reneges moved to this side (negative: away from it), `books` what it has in
    the end with the kitty's. `is_grand`: a Boston was bid, that is level 7.
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
        """The line of a hand's sheet, in which more may stand."""
        return cls(**{one.name: sheet[one.name] for one in fields(cls)})

    @property
    def before_calls(self) -> int:
        """The books that were taken, the kitty's among them, before any call moved some."""
        return KITTY_BOOK + self.tricks

    @property
    def single(self) -> int:
        """The points before no trump doubles them."""
        return self.points // 2 if self.is_doubled else self.points

    def as_record(self) -> dict[str, Argument]:
        """By field, for the sheet of a hand."""
        return asdict(self)


def after_calls(books: int, moved: int) -> int:
    """A side's books once calls have moved so many to it: none below zero, none above all of them (B14)."""
    return min(BOOKS, max(0, books + moved))


def score_hand(bid: Bid, *, tricks: int, moved: int, terms: Terms) -> HandLine:
    """The declarer's side's hand: `tricks` 0..12 without the kitty book, `moved` books by calls (B14)."""
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
    """Whether the scored hand ends the game; `side` is the declarer's, whose score alone has moved."""
    if score[side] >= terms.win:
        winner = side
    elif score[side] <= terms.lose:
        winner = 1 - side
    else:
        return None
    # Beating a Boston that was bid is one win (B15).
    is_double = terms.boston_double and winner == side and line.is_grand and line.is_made
    tally = plus(wins, winner, 2 if is_double else 1)
    return Result(winner, None, MappingProxyType({"winner": winner, "wins": tally}))


def by_side(books: int, side: int) -> Pair:
    """The books of both sides where `side` has so many."""
    return (books, BOOKS - books) if side == 0 else (BOOKS - books, books)

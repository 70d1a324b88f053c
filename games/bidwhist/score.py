"""Scoring of Bid Whist (docs/rules/bidwhist.md, section 9): books, made or set, and the end of a game. No cards."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from games.bidwhist.contract import BOOKS, FIRST_BOOKS, HIGHEST, Bid, Denomination
from games.bidwhist.options import Terms
from games.engine.actions import Argument
from games.engine.state import Result, plus

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

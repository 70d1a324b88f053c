"""Scoring of Two-Man Spades (docs/rules/twoman.md, "Scoring a hand"): points, bags, pile, denial, end of game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from games.engine.cards import Card, card
from games.engine.options import Options, whole_number
from games.engine.state import Result, Seat, ahead, ended

#: Number of bags that each bag card takes off its winner.
BAG_CARDS: Mapping[Card, int] = MappingProxyType({card("7D"): 2, card("TC"): 1})


class Parity(StrEnum):
    """The parity of a pile's total. Each seat has a parity and wins the piles of that parity."""

    ODD = "odd"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's base score (a multiple of 10) and bags (-4..6 between hands)."""

    base: int = 0
    bags: int = 0

    @property
    def display(self) -> int:
        """The score as shown: the base with the bags as its last digit; negative bags are not shown (T2)."""
        if self.bags < 0:
            return self.base
        return self.base + self.bags if self.base >= 0 else self.base - self.bags

    def with_bags(self, more: int) -> "Standing":
        """Return the standing after `more` bags (may be negative), with penalties and bonuses applied (step 3).

        A penalty of 100 points takes off 7 bags, a bonus of 100 points adds 5; -4 to 6 bags remain.
        """
        base, bags = self.base, self.bags + more
        while bags >= 7:
            base, bags = base - 100, bags - 7
        while bags <= -5:
            base, bags = base + 100, bags + 5
        return Standing(base, bags)


@dataclass(frozen=True, slots=True)
class Contract:
    """A bid of 0..10 tricks (0 is nil). `blind`: bid before looking at the cards; only for bids of tricks."""

    bid: int
    blind: bool = False

    @classmethod
    def from_table(cls, bid: int | None, blind: int | str | None) -> "Contract":
        """Return the contract of one seat from its `bids` and `blind` in a table; a missing bid counts as nil."""
        return cls(bid or 0, isinstance(blind, int))

    def is_made(self, tricks: int) -> bool:
        """Return whether the bid is made: by at least as many tricks as bid, a nil by no trick."""
        return tricks >= self.bid if self.bid else tricks == 0

    def points(self, tricks: int, nil_points: int) -> int:
        """Return the change of the base for `tricks` taken (step 2)."""
        made = self.worth(nil_points)
        return made if self.is_made(tricks) else -made

    def worth(self, nil_points: int) -> int:
        """Return the points that are won if the bid is made, else lost; a blind bid of tricks counts double."""
        if self.bid == 0:
            return nil_points
        return 20 * self.bid if self.blind else 10 * self.bid

    def bags(self, tricks: int) -> int:
        return max(0, tricks - self.bid)


@dataclass(frozen=True, slots=True)
class Pile:
    """The discards made so far, at most one of each seat."""

    cards: tuple[Card, ...]

    @property
    def total(self) -> int:
        """The sum of the face values; an ace is 1, a king 13."""
        return sum(one.face for one in self.cards)

    @property
    def parity(self) -> Parity:
        return Parity.ODD if self.total % 2 else Parity.EVEN

    @property
    def points(self) -> int:
        """20 if the discards share suit or rank, else 10."""
        return 20 if 1 in (len({one.suit for one in self.cards}), len({one.rank for one in self.cards})) else 10


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat's line of a hand's score sheet: standing before, changes in scoring order, standing after."""

    bid: int
    blind: bool
    tricks: int
    display_before: int
    bags_before: int
    bid_points: int
    bags_taken: int
    bags_lost: int
    penalties: int
    bonuses: int
    pile_points: int
    base: int
    bags: int
    display: int

    @property
    def change(self) -> int:
        return self.display - self.display_before

    @property
    def is_made(self) -> bool:
        return Contract(self.bid).is_made(self.tricks)

    @property
    def hundreds(self) -> int:
        return 100 * (self.bonuses - self.penalties)

    @property
    def bag_points(self) -> int:
        return self.change - self.bid_points - self.pile_points - self.hundreds

    @property
    def counts_down(self) -> bool:
        """Whether bags are subtracted from a base below zero, before or after this hand (T2)."""
        return (self.display_before < 0 and self.bags_before > 0) or (self.base < 0 and self.bags > 0)


def lines_of(sheet: Mapping[str, Any]) -> tuple[SeatLine, ...]:
    """Return the lines by seat from a stored score sheet; empty for a hand with a blind nil."""
    return tuple(SeatLine(**one) for one in sheet.get("lines", ()))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a hand. `denied`: the pile's winner got no points, and the other seat lost them (T6)."""

    lines: tuple[SeatLine, SeatLine]
    pile_winner: Seat
    pile_points: int
    denied: bool

    @property
    def standings(self) -> tuple[Standing, Standing]:
        one, other = self.lines
        return Standing(one.base, one.bags), Standing(other.base, other.bags)


def bags_lost(won: Sequence[Card]) -> int:
    return sum(BAG_CARDS.get(one, 0) for one in won)


def score_hand(
    *,
    before: tuple[Standing, Standing],
    contracts: tuple[Contract, Contract],
    tricks: tuple[int, int],
    lost: tuple[int, int],
    pile: Pile,
    pile_winner: Seat,
    options: Options,
) -> Sheet:
    """Score a hand without a blind nil (steps 2 to 4). `lost` are the bags taken off by bag cards, by seat."""
    one, other = (after_bags(before[s], contracts[s], tricks[s], lost[s], options) for s in range(2))
    settled, loser = (one, other), 1 - pile_winner
    with_gain = Standing(settled[pile_winner].base + pile.points, settled[pile_winner].bags).display
    behind = settled[pile_winner].display < settled[loser].display
    denied = bool(options["denial"]) and with_gain >= whole_number(options, "target") and behind
    gains = [0, 0]
    gains[loser if denied else pile_winner] = -pile.points if denied else pile.points
    nil_points = whole_number(options, "nil_points")
    first, second = (
        _line(before[s], contracts[s], tricks[s], lost[s], settled[s], gains[s], nil_points) for s in range(2)
    )
    return Sheet((first, second), pile_winner, pile.points, denied)


def after_bags(before: Standing, contract: Contract, tricks: int, lost: int, options: Options) -> Standing:
    """Return a seat's standing after its bid (step 2) and its bags (step 3) are scored."""
    points = contract.points(tricks, whole_number(options, "nil_points"))
    return Standing(before.base + points, before.bags).with_bags(contract.bags(tricks) - lost)


def _line(
    before: Standing, contract: Contract, tricks: int, lost: int, settled: Standing, gain: int, nil_points: int
) -> SeatLine:
    points = contract.points(tricks, nil_points)
    bonuses = (settled.base - before.base - points) // 100  # negative: penalties
    after = Standing(settled.base + gain, settled.bags)
    return SeatLine(
        bid=contract.bid,
        blind=contract.blind,
        tricks=tricks,
        display_before=before.display,
        bags_before=before.bags,
        bid_points=points,
        bags_taken=contract.bags(tricks),
        bags_lost=lost,
        penalties=max(0, -bonuses),
        bonuses=max(0, bonuses),
        pile_points=gain,
        base=after.base,
        bags=after.bags,
        display=after.display,
    )


def end_of_game(standings: tuple[Standing, Standing], options: Options) -> Result | None:
    """Return the result of the game, or None if it goes on (step 5).

    A mercy lead wins. Otherwise, if a display has reached the target, the higher display wins, then base, then bags.
    """
    one, other = standings
    if abs(one.display - other.display) >= whole_number(options, "mercy_lead"):
        return ended(ahead(one.display, other.display), "mercy")
    if max(one.display, other.display) < whole_number(options, "target"):
        return None
    return ended(ahead((one.display, one.base, one.bags), (other.display, other.base, other.bags)), "target")

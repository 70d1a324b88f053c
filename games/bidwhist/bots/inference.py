"""What the calls of Bid Whist tell of the hands behind them, everybody being taken to bid by count.

Knows the calls heard and hands that may be, in the numbers of the pack.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.bots.count import best_names, counted
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.numbers import EVERY
from games.bidwhist.options import AllPass, Terms
from games.bidwhist.score import HIGHEST, KITTY_BOOK, Bid, Contract, Denomination
from games.bidwhist.state import side_of
from games.bots.compiling import Floats, Ints
from games.engine.state import Seat

#: A hand is bid on if its count is no more than this below the promise; hands stray from that so far.
_SHORT: Final = 0.2
_STRAY: Final = 0.5
#: The part of all calls that tells nothing.
_WHIM: Final = 0.05

#: A bid and whose it is.
Said = tuple[Seat, Bid]


@dataclass(frozen=True, slots=True)
class Counts:
    """By denomination and hand: the best count, and the place of its contract in `EVERY`."""

    tricks: Mapping[Denomination, Floats]
    names: Mapping[Denomination, Ints]

    def spare(self, bid: Bid) -> Floats:
        """How far the count of each hand is above what the bid needs."""
        found: Floats = self.tricks[bid.denomination] - (bid.promised - KITTY_BOOK - _SHORT)
        return found


def counts_of(hands: Ints) -> Counts:
    every = counted(hands)
    found = {kind: best_names(every, kind) for kind in Denomination}
    return Counts({kind: one[0] for kind, one in found.items()}, {kind: one[1] for kind, one in found.items()})


def weights(knowledge: Knowledge, had: Sequence[Ints], seats: Sequence[Seat]) -> Floats:
    """How likely these seats call as they did with the twelve cards that each may have had, world by world."""
    found: Floats = np.ones(len(had[0]))
    highest: Said | None = None
    for seat, bid in knowledge.calls.items():
        if seat in seats and not is_forced(knowledge, seat, highest):
            found = found * _likely(bid, worth_bidding(knowledge.terms, seat, highest), counts_of(had[seat]))
        highest = highest if bid is None else (seat, bid)
    return found


def _likely(bid: Bid | None, fair: Sequence[Bid], counts: Counts) -> Floats | float:
    if bid is not None:
        return _WHIM + (1 - _WHIM) * _leap(counts.spare(bid))
    if not fair:
        return 1.0
    most = np.max([counts.spare(one) for one in fair], axis=0)
    return _WHIM + (1 - _WHIM) * (1 - _leap(most))


def named_so(contract: Contract, had: Ints) -> Floats:
    """How likely hands that have won the auction name what was named, world by world."""
    every, kind = counted(had), contract.bid.denomination
    own = [(one.bid.denomination, one.trump, one.direction) for one in EVERY].index(
        (kind, contract.trump, contract.direction)
    )
    less = every[own] - best_names(every, kind)[0]
    found: Floats = _WHIM + (1 - _WHIM) * np.exp(less / _STRAY)
    return found


def _leap(spare: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-spare / _STRAY))
    return found


def worth_bidding(terms: Terms, seat: Seat, highest: Said | None) -> tuple[Bid, ...]:
    """The lowest bids of each denomination; none over a partner's."""
    if highest is None:
        return _lowest(None, terms.min_bid, terms.down_over_up)
    if side_of(highest[0]) == side_of(seat):
        return ()
    return _lowest(highest[1], terms.min_bid, terms.down_over_up)


@cache
def _lowest(over: Bid | None, least: int, down_over_up: bool) -> tuple[Bid, ...]:
    every = (Bid(level, kind) for level in range(least, HIGHEST + 1) for kind in Denomination)
    higher = [bid for bid in every if bid.outranks(over, down_over_up=down_over_up)]
    found = {bid.denomination: bid for bid in reversed(higher)}
    return tuple(found.values())


def is_forced(knowledge: Knowledge, seat: Seat, highest: Said | None) -> bool:
    """Whether that seat is the dealer and may not pass (B7)."""
    return highest is None and seat == knowledge.table.dealer and knowledge.terms.all_pass is AllPass.DEALER_FORCED

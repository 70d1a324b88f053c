"""The auction of Bid Whist and the naming after it (docs/rules/bidwhist.md, sections 4 and 5): each seat calls once."""

from typing import Final

from games.bidwhist.contract import HIGHEST, Bid, Denomination, Direction, find_bid
from games.bidwhist.options import AllPass
from games.bidwhist.state import (
    BID,
    DIRECTION,
    PASS,
    SEATS,
    TRUMP,
    BidWhistState,
    contract_of,
    refused,
)
from games.engine.actions import Action, Argument, Refusal
from games.engine.cards import Suit

#: All but the dealer speak before it.
_OTHERS: Final = len(SEATS) - 1


def legal_bids(state: BidWhistState) -> tuple[Bid, ...]:
    """Every bid open to the seat on turn, the dealer's included: it must outrank as well (B6)."""
    levels = range(state.terms.min_bid, HIGHEST + 1)
    every = (Bid(level, denomination) for level in levels for denomination in Denomination)
    return tuple(bid for bid in every if _outranks(state, bid))


def _outranks(state: BidWhistState, bid: Bid) -> bool:
    return bid.outranks(state.highest, down_over_up=state.terms.down_over_up)


def dealer_must_bid(state: BidWhistState) -> bool:
    """Whether three have passed and the dealer, who speaks now, may not (B7)."""
    is_forced = state.terms.all_pass is AllPass.DEALER_FORCED
    return is_forced and len(state.calls) == _OTHERS and state.highest is None


def auction_refusal(state: BidWhistState, action: Action) -> Refusal | None:
    """Of the seat on turn in the auction. What is no bid at all cannot be done at this point."""
    if action.verb == PASS and action.argument is None:
        return refused("DEALER_MUST_BID") if dealer_must_bid(state) else None
    bid = find_bid(action.argument)
    if action.verb != BID or bid is None:
        return refused("WRONG_PHASE")
    least = state.terms.min_bid
    if bid.level < least:
        return Refusal("BELOW_MIN", f"The lowest level is {least}.")
    if bid.level > HIGHEST:
        return refused("ABOVE_SEVEN")
    return None if _outranks(state, bid) else refused("NOT_HIGHER")


def auction_offered(state: BidWhistState) -> tuple[Action, ...]:
    """The pass stands first, so that whoever takes the first offer bids nothing he need not."""
    bids = tuple(Action(BID, str(bid)) for bid in legal_bids(state))
    return bids if dealer_must_bid(state) else (Action(PASS), *bids)


def naming_refusal(state: BidWhistState, action: Action) -> Refusal | None:
    """Of the declarer: a trump suit after U or D, a direction after N (B8)."""
    verb, names = _names(state)
    if action.verb != verb:
        return refused("WRONG_PHASE")
    return None if _is_text_of(names, action.argument) else refused("BAD_NAME")


def naming_offered(state: BidWhistState) -> tuple[Action, ...]:
    verb, names = _names(state)
    return tuple(Action(verb, name) for name in names)


def _names(state: BidWhistState) -> tuple[str, tuple[str, ...]]:
    if contract_of(state).is_no_trump:
        return DIRECTION, tuple(one.value for one in Direction)
    return TRUMP, tuple(one.value for one in Suit)


def _is_text_of(names: tuple[str, ...], argument: Argument) -> bool:
    return isinstance(argument, str) and argument in names

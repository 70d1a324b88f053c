"""The auction of Bid Whist and the naming after it (docs/rules/bidwhist.md, sections 4 and 5): each seat calls once."""

from typing import Final

from games.bidwhist.contract import HIGHEST, Bid, Contract, Denomination, Direction, find_bid
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
from games.engine.actions import Action, Refusal
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


def call_of(state: BidWhistState, action: Action) -> Bid | None | Refusal:
    """The call of the seat on turn, None being a pass. What is no bid at all cannot be done at this point."""
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
    return bid if _outranks(state, bid) else refused("NOT_HIGHER")


def auction_offered(state: BidWhistState) -> tuple[Action, ...]:
    """The pass stands first, so that whoever takes the first offer bids nothing he need not."""
    bids = tuple(Action(BID, str(bid)) for bid in legal_bids(state))
    return bids if dealer_must_bid(state) else (Action(PASS), *bids)


def named(state: BidWhistState, action: Action) -> Contract | Refusal:
    """The contract with what the declarer names: a trump suit after U or D, a direction after N (B8)."""
    contract = contract_of(state)
    bid, declarer = contract.bid, contract.declarer
    if action.verb != (DIRECTION if contract.is_no_trump else TRUMP):
        return refused("WRONG_PHASE")
    found = next((one for one in _names(contract) if one.value == action.argument), None)
    match found:
        case Suit():
            return Contract(bid, declarer, trump=found)
        case Direction():
            return Contract(bid, declarer, direction=found)
    return refused("BAD_NAME")


def naming_offered(state: BidWhistState) -> tuple[Action, ...]:
    """What the declarer may name: a suit, or up and down (section 5)."""
    contract = contract_of(state)
    return tuple(Action(DIRECTION if contract.is_no_trump else TRUMP, one.value) for one in _names(contract))


def _names(contract: Contract) -> tuple[Suit | Direction, ...]:
    return tuple(Direction) if contract.is_no_trump else tuple(Suit)

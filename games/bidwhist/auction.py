"""Bid Whist before the play: pack, auction, naming, kitty, discard and joker exchange.

See docs/rules/bidwhist.md, sections 3 to 6 and 7.3.
"""

from collections.abc import Iterable
from typing import Final

from games.bidwhist.options import AllPass, JokerRule, Terms
from games.bidwhist.score import HIGHEST, Contract, Denomination, Direction, WhistBid, find_bid
from games.bidwhist.state import (
    BID,
    DIRECTION,
    DISCARD,
    JOKER,
    PASS,
    SEATS,
    TRUMP,
    BidWhistState,
    Hands,
    Swap,
    contract_of,
    refused,
)
from games.engine.actions import Action, Pick, Refusal, tuple_of
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, PACK, Card, Suit, in_hand_order
from games.engine.reading import held_cards
from games.engine.state import Seat, SeatAction, put, replace
from games.engine.tricks import next_seat

#: Number of seats that call before the dealer.
_OTHERS: Final = len(SEATS) - 1


def legal_bids(state: BidWhistState) -> tuple[WhistBid, ...]:
    """Return the legal bids of the seat on turn. The dealer, too, must outrank the highest bid (B6)."""
    levels = range(state.terms.min_bid, HIGHEST + 1)
    every = (WhistBid(level, denomination) for level in levels for denomination in Denomination)
    return tuple(bid for bid in every if _outranks(state, bid))


def _outranks(state: BidWhistState, bid: WhistBid) -> bool:
    return bid.outranks(state.highest, down_over_up=state.terms.down_over_up)


def dealer_must_bid(state: BidWhistState) -> bool:
    """Return whether the dealer, on turn after three passes, may not pass (B7)."""
    is_forced = state.terms.all_pass is AllPass.DEALER_FORCED
    return is_forced and len(state.calls) == _OTHERS and state.highest is None


def call_of(state: BidWhistState, action: Action) -> WhistBid | None | Refusal:
    """Return the bid that the action makes, None for a pass, or a refusal (WRONG_PHASE if it is neither)."""
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
    """Return the legal calls of the seat on turn. A pass is first, so that a bot that takes the first offer passes."""
    bids = tuple(Action(BID, str(bid)) for bid in legal_bids(state))
    return bids if dealer_must_bid(state) else (Action(PASS), *bids)


def named(state: BidWhistState, action: Action) -> Contract | Refusal:
    """Return the contract with the trump suit (U, D) or direction (N) that the action names (B8), or a refusal."""
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
    """Return the offers to name: the suits, or up and down (section 5)."""
    contract = contract_of(state)
    return tuple(Action(DIRECTION if contract.is_no_trump else TRUMP, one.value) for one in _names(contract))


def _names(contract: Contract) -> tuple[Suit | Direction, ...]:
    return tuple(Direction) if contract.is_no_trump else tuple(Suit)


# -- pack, deal and kitty --------------------------------------------------------------------------------


JOKERS = (BIG_JOKER, LITTLE_JOKER)


def pack(jokers: int) -> tuple[Card, ...]:
    """Return the pack before the shuffle: 52 cards and 0 to 2 jokers. A single joker is the big joker."""
    return (*PACK, *JOKERS[:jokers])


def taken(state: BidWhistState) -> BidWhistState:
    """Return the state with the kitty in the declarer's hand. The option `kitty_shown` shows the kitty to all."""
    declarer = contract_of(state).declarer
    hand = in_hand_order((*state.hands[declarer], *state.kitty))
    shown = state.kitty if state.terms.kitty_shown else ()
    return replace(state, hands=put(state.hands, declarer, hand), kitty=(), taken=state.kitty, shown=shown)


# -- the discard --------------------------------------------------------------------------------------


def exchanges_jokers(contract: Contract, terms: Terms) -> bool:
    """Return whether jokers are exchanged in this hand (7.3)."""
    return contract.is_no_trump and terms.nt_joker is JokerRule.EXCHANGE


def discarded(state: BidWhistState, action: Action) -> tuple[Card, ...] | Refusal:
    """Return the cards that the declarer discards, or a refusal. Any cards of hand and kitty may go (B9)."""
    if action.verb != DISCARD:
        return refused("WRONG_PHASE")
    gone = held_cards(action, state.hands[state.turn], (state.terms.kitty,))
    return gone if isinstance(gone, Refusal) or set(_bound_to_go(state)).issubset(gone) else refused("JOKER_MUST_GO")


def discard_offered(state: BidWhistState) -> tuple[Pick, ...]:
    """Return the offer of the discard (section 6): as many cards as the kitty had.

    If jokers are exchanged, the discard must include all jokers held.
    """
    return (Pick(DISCARD, state.terms.kitty, state.hands[state.turn], _bound_to_go(state)),)


def _bound_to_go(state: BidWhistState) -> tuple[Card, ...]:
    held = state.hands[state.turn]
    return tuple(one for one in held if one.is_joker) if exchanges_jokers(contract_of(state), state.terms) else ()


# -- the joker exchange -------------------------------------------------------------------------------


def due(hands: Hands, contract: Contract) -> tuple[Seat, Card] | None:
    """Return the seat and joker to exchange next (B10): clockwise from the declarer's left, the big joker first."""
    for steps in SEATS:
        seat = next_seat(contract.declarer, 1 + steps)
        for joker in JOKERS:
            if joker in hands[seat]:
                return seat, joker
    return None


def draws(state: BidWhistState) -> tuple[Swap, ...]:
    """Return the possible draws for the next joker to exchange: each non-joker of the discard, in pack order."""
    turned_in = due(state.hands, contract_of(state))
    return () if turned_in is None else tuple(Swap(*turned_in, one) for one in PACK if one in state.discard)


def draw_action(swap: Swap) -> Action:
    return Action(JOKER, (swap.seat, swap.joker.text, swap.drawn.text))


def drawn(state: BidWhistState, action: Action) -> Swap | Refusal:
    """Return the draw that the action names; a refusal unless it is one of `draws`."""
    exact = [type(one) for one in tuple_of(action.argument)[:1]] == [int]  # 1.0 and True equal seat 1
    return next((one for one in draws(state) if exact and draw_action(one) == action), refused("BAD_DRAW"))


def first_book(actions: Iterable[SeatAction]) -> tuple[str, ...]:
    """Return the cards of book 1 as texts. An exchanged joker takes the place of the card drawn for it."""
    book: list[str] = []
    for _, action in actions:
        named = [str(one) for one in tuple_of(action.argument)]
        if action.verb == DISCARD:
            book = named
        elif action.verb == JOKER:
            book = [named[1] if one == named[2] else one for one in book]
    return tuple(book)

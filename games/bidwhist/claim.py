"""Claiming the rest in Bid Whist.

Books alone are counted, so what the others throw counts for nothing. Where a renege may be called there is no claim:
nobody is bound to follow suit there.
"""

from games.bidwhist.contract import Contract
from games.bidwhist.kitty import pack
from games.bidwhist.options import JokerRule, Terms, terms
from games.bidwhist.state import DISCARD, PLAY, SEATS, BidWhistView
from games.engine.actions import Action, tuple_of
from games.engine.cards import Card, find
from games.engine.claims import Rest, claimed, leads, plays_of


def claim_of(view: BidWhistView) -> tuple[Action, ...]:
    """The plays that are proved to take the rest, in order; empty where nothing may be claimed."""
    rules, contract = terms(view.options), view.table.played
    if view.seat is None or contract is None or not rules.is_strict or not leads(view, view.table.trick):
        return ()
    hand, plays = view.hand or (), plays_of(view.actions)
    gone = {*hand, *(one for _, one in plays), *_put_aside(view, contract, rules)}
    rest = Rest(
        seat=view.seat,
        seats=len(SEATS),
        hand=hand,
        unseen=frozenset(one for one in pack(rules.jokers) if one not in gone),
        plays=plays,
        ranking=contract,
    )
    return tuple(Action(PLAY, one.text) for one in claimed(rest))


def _put_aside(view: BidWhistView, contract: Contract, rules: Terms) -> set[Card]:
    """One's own discard. Where jokers are exchanged its cards may have come into another hand."""
    if contract.is_no_trump and rules.nt_joker is JokerRule.EXCHANGE:
        return set()
    named = (tuple_of(action.argument) for seat, action in view.actions if seat == view.seat and action.verb == DISCARD)
    return {one for texts in named for text in texts if (one := find(text)) is not None}

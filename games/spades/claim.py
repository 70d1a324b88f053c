"""Claiming the rest in Spades.

Points come of tricks alone, so what the others throw counts for nothing. While a nil stands that these tricks would
decide, there is no claim: one's own, or one of the other side; a partner's is only kept safe by it.
"""

from games.engine.actions import Action
from games.engine.cards import PACK, Suit
from games.engine.claims import AsPrinted, Rest, claimed, leads, plays_of
from games.engine.state import Seat
from games.spades.options import Terms, terms
from games.spades.play import TRUMP
from games.spades.score import tricks_of
from games.spades.state import PLAY, SEATS, SpadesView, partner

_RANKING = AsPrinted(TRUMP)


def claim_of(view: SpadesView) -> tuple[Action, ...]:
    """The plays that are proved to take the rest, in order; empty where nothing may be claimed."""
    rules, plays = terms(view.options), plays_of(view.actions)
    if view.seat is None or not leads(view, view.table.trick) or _has_standing_nil(view, view.seat, rules):
        return ()
    if rules.low_clubs and not any(view.table.tricks):
        return ()  # the first card is the lowest club, and a club has to win it
    hand = view.hand or ()
    gone = {*hand, *(one for _, one in plays)}
    rest = Rest(
        seat=view.seat,
        seats=len(SEATS),
        hand=hand,
        unseen=frozenset(one for one in PACK if one not in gone),
        plays=plays,
        ranking=_RANKING,
        may_lead_trumps=view.table.broken or not rules.breaking,
        first_suit=Suit.CLUBS if rules.low_clubs else None,
    )
    return tuple(Action(PLAY, one.text) for one in claimed(rest))


def _has_standing_nil(view: SpadesView, seat: Seat, rules: Terms) -> bool:
    """Whether somebody whose nil the claim would break, or leave unbroken for the other side, has taken no trick."""
    safe = partner(seat) if rules.partners else None
    table = view.table
    return any(not tricks_of(table.bids[one]) and not table.tricks[one] for one in SEATS if one != safe)

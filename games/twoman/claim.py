"""Claiming the rest in Two-Man Spades.

Whoever takes every trick that is left takes every card of the other hand too, so which bag cards fall is decided by the
deal and not by what is thrown when. A standing nil makes the difference: the hand may end with its first trick, and
nobody is asked to give a nil away.
"""

from games.engine.actions import Action
from games.engine.cards import PACK, Suit
from games.engine.claims import AsPrinted, Rest, claimed, leads, plays_of
from games.twoman.state import PLAY, SEATS, TwoManView

_RANKING = AsPrinted(Suit.SPADES)


def claim_of(view: TwoManView) -> tuple[Action, ...]:
    """The plays that are proved to take the rest, in order; empty where nothing may be claimed."""
    if view.seat is None or not leads(view, view.table.trick) or _has_standing_nil(view):
        return ()
    hand, plays = view.hand or (), plays_of(view.actions)
    gone = {*hand, *view.table.discards, *(one for _, one in plays)}
    rest = Rest(
        seat=view.seat,
        seats=len(SEATS),
        hand=hand,
        unseen=frozenset(one for one in PACK if one not in gone),
        plays=plays,
        ranking=_RANKING,
        may_lead_trumps=view.table.broken,
    )
    return tuple(Action(PLAY, one.text) for one in claimed(rest))


def _has_standing_nil(view: TwoManView) -> bool:
    """Whether either seat has bid nil, blind or not, and taken no trick yet."""
    return any(view.table.bids[seat] == 0 and not view.table.tricks[seat] for seat in SEATS)

"""What is said of moves of Two-Man Spades: why Marta would make one, and what was done."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.tricks import winning_place
from games.snapshot import Seen
from games.twoman.score import BAG_CARDS
from games.twoman.seats import view_of
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, SEATS
from games.viewmodel import moves
from games.viewmodel.moves import Done, Hint, TrickSeen, hint_of_bid, hint_of_card
from games.viewmodel.words import SUITS, the_card


def _trick_of(seen: Seen) -> TrickSeen:
    table, other = view_of(seen).table, 1 - seen.seat
    bid = table.bids[seen.seat]
    return TrickSeen(
        plays=tuple((other, one) for one in table.trick),
        seats=len(SEATS),
        winning=partial(winning_place, trump=Suit.SPADES),
        needs=None if bid is None else bid - table.tricks[seen.seat],
        is_nil=bid == 0,
    )


def _discard(seen: Seen, action: Action) -> str:
    one = action.card
    if one is None:
        return str(moves.ANYTHING)
    said = _("Marta would put aside %(card)s.") % {"card": the_card(one)}
    return f"{said} {_why_aside(seen.view.hand or (), one)}"


def _why_aside(hand: tuple[Card, ...], one: Card) -> str:
    if one in BAG_CARDS:
        return _("In the pile its bags count for whoever wins it.")
    if one.suit is not None and sum(other.suit is one.suit for other in hand) == 1:
        return _("She then holds no %(suit)s, and may trump them.") % {"suit": SUITS[one.suit]}
    return _("It is the card she needs least, and the pile’s points are counted too.")


HINTS: Final[Mapping[str, Hint]] = {
    LOOK: moves.LOOK,
    BLIND: moves.BLIND,
    BLIND_NIL: moves.BLIND,
    DISCARD: _discard,
    BID: hint_of_bid,
    PLAY: hint_of_card(_trick_of),
}


def _blind(action: Action) -> str:
    return _("bids %(bid)s blind") % {"bid": action.argument}


DONE: Final[Mapping[str, Done]] = {BLIND: _blind}

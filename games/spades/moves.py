"""What is said of moves of Spades: why Marta would make one, and what was done."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action
from games.engine.cards import Suit
from games.engine.state import Seat
from games.engine.tricks import winning_place
from games.snapshot import Seen
from games.spades.options import terms
from games.spades.score import BLIND
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, RETURN, SEATS, SpadesView, partner
from games.spades.tricks import view_of
from games.viewmodel import moves
from games.viewmodel.moves import Done, Hint, TrickSeen, hint_of_bid, hint_of_card, with_cards


def trick_of(seen: Seen) -> TrickSeen:
    view, rules = view_of(seen), terms(seen.view.options)
    bids, beside = view.table.bids, partner(seen.seat) if rules.partners else None
    return TrickSeen(
        plays=view.table.trick,
        seats=len(SEATS),
        winning=partial(winning_place, trump=Suit.SPADES),
        partner=beside,
        needs=_needs(view, [seat for seat in (seen.seat, beside) if seat is not None]),
        is_nil=bids[seen.seat] in (0, BLIND),
        is_partner_nil=beside is not None and bids[beside] in (0, BLIND),
    )


def _needs(view: SpadesView, side: list[Seat]) -> int | None:
    """Tricks the side still has to win; None while a bid of it is not known."""
    return None if any(view.table.bids[seat] is None for seat in side) else view.table.owed(side)


def _bid(seen: Seen, action: Action) -> str:
    rules = terms(seen.view.options)
    if rules.bid_spades:
        return _("In this game the bid is the number of your spades.")
    if action.number == 0 and rules.one_nil:
        return _("Marta would bid nil.")
    return hint_of_bid(seen, action)


_GIVE: Final = gettext_lazy(
    "Marta would give the cards that are ringed: they serve the other hand better than this one."
)
HINTS: Final[Mapping[str, Hint]] = {
    LOOK: moves.LOOK,
    BLIND_NIL: moves.BLIND,
    MISDEAL: gettext_lazy("Marta would declare a misdeal: a new deal can hardly be worse."),
    BID: _bid,
    GIVE: _GIVE,
    RETURN: _GIVE,
    PLAY: hint_of_card(trick_of),
}
DONE: Final[Mapping[str, Done]] = {
    MISDEAL: gettext_lazy("declares a misdeal"),
    GIVE: with_cards(gettext_lazy("gives %(cards)s")),
    RETURN: with_cards(gettext_lazy("gives back %(cards)s")),
}

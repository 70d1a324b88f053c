"""What the table, the replay and the past games of Spades show beyond what every game of tricks does."""

from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.state import Phase
from games.snapshot import Snapshot
from games.spades import messages, offers, past, seats, sheet
from games.spades.rules import Spades
from games.spades.state import HAND_SIZE, TRICKS, SpadesView, partner
from games.spades.words import cards_received, tricks_of, variant_name, view_of
from games.viewmodel.cards import Preferences, sorted_hand
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.seats import name_in
from games.viewmodel.table import BidShown, Tag, broken_tag, hand_dealt, own_hand


def _tags(snapshot: Snapshot) -> tuple[Tag, ...]:
    view = view_of(snapshot)
    return (broken_tag(view.table.broken),) if view.phase is Phase.PLAY and view.terms.breaking else ()


def _in_hand(snapshot: Snapshot, preferences: Preferences) -> dict[str, object]:
    view = view_of(snapshot)
    hand: dict[str, object] = {"hidden_cards": range(HAND_SIZE)}
    if view.hand is not None:
        received, giver = cards_received(snapshot), name_in(snapshot, partner(snapshot.seat), first=False)
        hand = own_hand(
            snapshot,
            preferences,
            sorted_hand(hand_dealt(view), preferences),
            partial(messages.why_not_playable, view),
            note=lambda one: _("from %(name)s") % {"name": giver} if one in received else "",
        )
    return {**hand, **offers.choices(snapshot), "passing": offers.exchange(snapshot)}


PRESENTER: Final = TrickPresenter(
    rules=Spades(),
    shown=BidShown,
    most_tricks=TRICKS,
    choices=("exchange",),
    title=lambda view: variant_name(view.options["variant"]),
    invitation=lambda view: (
        _("To %(n)s. Thirteen cards each, thirteen tricks, spades are trump.") % {"n": SpadesView.of(view).terms.win}
    ),
    target=lambda view: SpadesView.of(view).terms.win,
    tricks=lambda view: tricks_of(view.actions, view.options),
    steps={"blind": gettext_lazy("bidding"), "bid": gettext_lazy("bidding"), "exchange": gettext_lazy("exchange")},
    seat=seats.seat,
    side=seats.side,
    message=messages.message,
    tone=lambda snapshot: "note" if messages.stands_out(snapshot) else "",
    settled=seats.settled,
    refused=messages.REFUSED,
    tags=_tags,
    in_hand=_in_hand,
    sheet=sheet.sheet,
    unscored=sheet.unscored,
    cell=sheet.cell,
    headline=sheet.headline,
    lead=sheet.lead,
    facts=sheet.facts,
    dealt=past.dealt,
    said=past.SAID,
    hand_over=past.hand_over,
    before=past.bids_jump,
    lying=past.passed,
)

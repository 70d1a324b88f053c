"""What the table, the replay and the past games of Bid Whist show beyond what every game of tricks does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.bidwhist import messages, past, seats, sheet
from games.bidwhist.offers import CallOffer, Naming, ReviewRow, discard_offered, offered, review
from games.bidwhist.rules import BidWhist
from games.bidwhist.state import CALL, CONFIRM, HAND_SIZE, TRICKS, BidWhistView, side_of
from games.bidwhist.words import contract_words, in_order, own, tricks_of, view_of
from games.engine.actions import Action
from games.engine.notation import action_text
from games.engine.state import Phase, SeatView
from games.snapshot import Snapshot
from games.viewmodel.cards import Preferences
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.seats import name_in
from games.viewmodel.table import TableShown, Tag, hand_dealt, own_hand
from games.viewmodel.tricks import Draw, Trick, as_in_log, last_of


@dataclass(frozen=True, kw_only=True)
class BidWhistShown(TableShown):
    """And what Bid Whist has of its own: bids, naming, the kitty, reneges."""

    offers: tuple[CallOffer, ...] = ()
    can_pass: str = ""
    namings: tuple[Naming, ...] = ()
    kitty: tuple[str, ...] = ()
    kitty_is_mine: bool = False
    confirm: str = ""
    give_up: str = ""
    review: tuple[ReviewRow, ...] = ()
    review_names: tuple[str, ...] = ()

    @property
    def may_choose(self) -> bool:
        return bool(self.choices or self.offers or self.can_pass or self.namings)


def _tags(snapshot: Snapshot) -> tuple[Tag, ...]:
    contract = view_of(snapshot).table.played
    return () if contract is None else (Tag(contract_words(contract), (contract.trump or "").lower()),)


def _in_hand(snapshot: Snapshot, preferences: Preferences) -> dict[str, object]:
    view = view_of(snapshot)
    legal = [one for one in view.legal if isinstance(one, Action)]
    calls = [one for one in legal if one.verb == CALL and _may_name(snapshot)]
    shown: dict[str, object] = {
        **_hand(snapshot, view, preferences),
        **offered(view, legal),
        "call": next((messages.call_offered(view, one) for one in calls), None),
        "confirm": next((action_text(one) for one in legal if one.verb == CONFIRM), ""),
        "kitty": tuple(one.text for one in view.kitty or view.table.kitty),
        "kitty_is_mine": bool(view.kitty),
    }
    if view.phase is Phase.DISCARD and snapshot.is_mine:
        shown["passing"] = discard_offered(view)
    return shown if view.caller is None else {**shown, **review(snapshot, _tricks(view), legal)}


def _may_name(snapshot: Snapshot) -> bool:
    """Whether a trick is left that one's side has not called rightly: without one a call could only be given up."""
    view, side = view_of(snapshot), side_of(snapshot.seat)
    called = {one.book for one in view.called if one.is_right and side_of(one.seat) == side}
    return any(trick.is_done and trick.number not in called for trick in _tricks(view))


def _hand(snapshot: Snapshot, view: BidWhistView, preferences: Preferences) -> dict[str, object]:
    """The best of the trump suit first as it is ranked in this hand."""
    dealt = in_order(hand_dealt(view), view.table.played, spades_first=preferences.spades_first)
    return own_hand(
        snapshot,
        preferences,
        dealt,
        lambda one: messages.why_not_playable(view),
        rows=3 if view.phase is Phase.DISCARD and len(dealt) > HAND_SIZE else 2,
        note=lambda one: _("from the kitty") if one in view.kitty else "",
    )


def _tricks(view: SeatView) -> tuple[Trick, ...]:
    return tricks_of(view.actions, own(view).table.played)


def _last_trick(snapshot: Snapshot, tricks: Sequence[Trick], draw: Draw) -> dict[str, object]:
    is_open = view_of(snapshot).last_trick is not None
    return last_of(snapshot, tricks, draw) if is_open else seats.closed(snapshot, tricks)


def _trick_sentence(snapshot: Snapshot, trick: Trick) -> str:
    if trick.number >= seats.first_open(view_of(snapshot)):
        return as_in_log(snapshot, trick)
    return _("%(name)s won it.") % {"name": name_in(snapshot, trick.ahead)}


PRESENTER: Final = TrickPresenter(
    rules=BidWhist(),
    shown=BidWhistShown,
    race_step=5,
    most_tricks=TRICKS,
    choices=("jokers",),
    title=lambda view: _("Bid Whist"),
    invitation=lambda view: (
        _("To %(n)s. Twelve cards each and a kitty: bid how many books, and whether high or low cards win.")
        % {"n": own(view).terms.win}
    ),
    target=lambda view: own(view).terms.win,
    tricks=_tricks,
    tricks_of=lambda hand: tricks_of(hand.actions, sheet.contract_of(hand)),
    last_trick=_last_trick,
    trick_sentence=_trick_sentence,
    notes_after=seats.calls_judged,
    steps={
        "bid": pgettext_lazy("Bid Whist", "bidding"),
        "name": gettext_lazy("naming"),
        "discard": gettext_lazy("discard"),
        "jokers": gettext_lazy("jokers"),
        "review": gettext_lazy("review"),
    },
    seat=seats.seat,
    side=seats.side,
    message=messages.message,
    for_onlookers=messages.for_onlookers,
    settled=seats.settled,
    refused=messages.REFUSED,
    tags=_tags,
    in_hand=_in_hand,
    always=lambda snapshot: {"match": sheet.match_words(snapshot), "verdict": messages.verdict(snapshot)},
    sheet=sheet.sheet,
    unscored=sheet.unscored,
    cell=sheet.cell,
    headline=sheet.headline,
    first_book=sheet.first_book_sentence,
    lead=sheet.lead,
    facts=sheet.facts,
    dealt=past.dealt,
    said=past.SAID,
    where=past.where,
    hand_over=past.hand_over,
    before=past.contract_jump,
    lying=past.beside,
)

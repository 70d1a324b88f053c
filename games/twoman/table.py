"""What the table, the replay and the past games of Two-Man Spades show beyond what every game of tricks does."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action
from games.engine.notation import action_text
from games.engine.options import whole
from games.engine.state import Phase, Seat, SeatView
from games.snapshot import PlayedGame, PlayedHand, Snapshot
from games.twoman import messages, past, seats, sheet
from games.twoman.remarks import remark
from games.twoman.rules import TwoMan
from games.twoman.seats import drawn, view_of
from games.twoman.state import BLIND_BIDS, BLIND_NIL, DISCARD, HAND_SIZE, LOOK, TRICKS, TwoManView
from games.viewmodel.cards import HandCard, Preferences, in_rows, sorted_hand
from games.viewmodel.presenter import TrickPresenter
from games.viewmodel.seats import name_in, place_of
from games.viewmodel.table import BidShown, Tag, broken_tag, hand_dealt, own_hand
from games.viewmodel.tricks import TableCard
from games.viewmodel.words import card_name


def _target(view: SeatView) -> int:
    return whole(view.options, "target")


def _tags(snapshot: Snapshot) -> tuple[Tag, ...]:
    view = view_of(snapshot)
    if view.phase is not Phase.PLAY:
        return ()
    pile = seats.pile_tag(snapshot, view)
    return (*([Tag(pile)] if pile else []), broken_tag(view.table.broken))


def _won(game: Snapshot | PlayedGame, words: Mapping[str, str]) -> str:
    """Of a game that a blind nil has ended."""
    if game.result is None or game.result.why != "blind_nil":
        return ""
    if not isinstance(game, Snapshot) or game.own is None:
        return _won_before(game, words, sheet.bidder_of(game.hands[-1]))
    return _("You win the game") if game.result.winner == game.seat else _("%(who)s wins the game") % words


def _won_before(game: Snapshot | PlayedGame, words: Mapping[str, str], bidder: Seat) -> str:
    """The same of a game that somebody looks back on, or looked on at."""
    if game.result is None or game.result.winner == bidder:
        return _("%(who)s won the game on a blind nil, at %(won)s to %(lost)s") % words
    words = {**words, "loser": name_in(game, bidder)}
    if bidder == game.own:
        return _("Your blind nil failed, and %(who)s won the game, at %(won)s to %(lost)s") % words
    if game.result.winner == game.own:
        return _("%(loser)s’s blind nil failed, and you won the game, at %(won)s to %(lost)s") % words
    return _("%(loser)s’s blind nil failed, and %(who)s won the game, at %(won)s to %(lost)s") % words


# -- phases ---------------------------------------------------------------------------------------------


def _blind(snapshot: Snapshot, view: TwoManView, preferences: Preferences) -> dict[str, object]:
    if snapshot.seat not in view.waits_for:
        return _hand(snapshot, view, preferences)
    return {
        "hidden_cards": range(HAND_SIZE),
        "look": action_text(Action(LOOK)),
        "offers": tuple(map(seats.blind_offer, BLIND_BIDS)),
        "blind_nil": action_text(Action(BLIND_NIL)),
    }


def _discard(snapshot: Snapshot, view: TwoManView, preferences: Preferences) -> dict[str, object]:
    shown: dict[str, object] = {"trick": _pile(snapshot, view)}
    if snapshot.seat not in view.waits_for:
        return {**shown, **_hand(snapshot, view, preferences)}
    cards = [
        HandCard(
            drawn(one), action_text(Action(DISCARD, one.text)), sentence=messages.aside_sentence(snapshot, view, one)
        )
        for one in sorted_hand(view.hand or (), preferences)
    ]
    return {
        **shown,
        "rows": in_rows(cards),
        "hand_name": _("Your hand, %(n)s cards. Choose one to put aside.") % {"n": len(cards)},
        "chooses": True,
        "commit": _("Put aside the %(card)s"),
    }


def _pile(snapshot: Snapshot, view: TwoManView) -> tuple[TableCard, ...]:
    """Both discards: the other one face down, or a place for it."""
    other, discard = 1 - snapshot.seat, view.table.discards[snapshot.seat]
    name, mine = name_in(snapshot, other), name_in(snapshot, snapshot.seat)
    far = TableCard(place_of(snapshot, other), name, "", other, wait=name)
    if other not in view.waits_for:
        spoken = _("%(name)s’s discard, face down") % {"name": name}
        far = replace(far, wait="", hidden=True, spoken=spoken)
    near = TableCard(place_of(snapshot, snapshot.seat), mine, "", snapshot.seat, wait=_("Your card"))
    if discard is not None:
        spoken = _("Your discard: %(card)s") % {"card": card_name(discard)}
        near = replace(near, wait="", face=drawn(discard), spoken=spoken)
    return far, near


def _bid(snapshot: Snapshot, view: TwoManView, preferences: Preferences) -> dict[str, object]:
    shown = _hand(snapshot, view, preferences)
    if snapshot.seat in view.waits_for:
        shown["offers"] = tuple(seats.offer(snapshot, bid) for bid in range(TRICKS + 1))
    return shown


def _hand(snapshot: Snapshot, view: TwoManView, preferences: Preferences) -> dict[str, object]:
    dealt = sorted_hand(hand_dealt(view), preferences)
    return own_hand(snapshot, preferences, dealt, lambda one: messages.why_not_playable(view), draw=drawn)


def _remark(snapshot: Snapshot, hand: PlayedHand) -> tuple[str, str]:
    """Of a computer player alone: nobody puts words into a person's mouth."""
    other = snapshot.seated[1 - snapshot.seat]
    return ("", "") if other.level is None else (remark(hand, snapshot.seat), other.name)


_PHASES = {Phase.BLIND: _blind, Phase.DISCARD: _discard, Phase.BID: _bid, Phase.PLAY: _hand}


def _in_hand(snapshot: Snapshot, preferences: Preferences) -> dict[str, object]:
    view = view_of(snapshot)
    return _PHASES[view.phase](snapshot, view, preferences)


PRESENTER: Final = TrickPresenter(
    rules=TwoMan(),
    shown=BidShown,
    bags_marked=True,
    most_tricks=TRICKS,
    title=lambda view: _("Two-Man Spades"),
    invitation=lambda view: (
        _("Two-Man Spades to %(n)s. Eleven cards each, one put aside, ten tricks.") % {"n": _target(view)}
    ),
    target=_target,
    tricks=lambda view: seats.tricks_of(view.actions),
    steps={"blind": gettext_lazy("blind decision"), "discard": gettext_lazy("discard"), "bid": gettext_lazy("bidding")},
    seat=seats.seat,
    side=seats.side,
    draw=drawn,
    message=messages.message,
    settled=messages.settled,
    refused=messages.REFUSED,
    tags=_tags,
    in_hand=_in_hand,
    sheet=sheet.sheet,
    unscored=sheet.unscored,
    cell=sheet.cell,
    headline=sheet.headline,
    remark=_remark,
    lead=sheet.lead,
    facts=sheet.facts,
    won=_won,
    dealt=past.dealt,
    said=past.SAID,
    before=past.pile_jump,
    lying=past.put_aside,
)

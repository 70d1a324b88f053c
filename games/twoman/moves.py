"""What is said of moves of Two-Man Spades: why one is good, what was done, and the tips of a first game."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.snapshot import Snapshot
from games.twoman.score import BAG_CARDS, Contract
from games.twoman.seats import view_of
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, RANKING, SEATS
from games.viewmodel import moves
from games.viewmodel.lessons import COUNT, FOLLOW, FOLLOW_SPADE, LEAD, Tip, follows, leads, offered
from games.viewmodel.moves import Done, Hint, HintWords, Nil, TrickOnTable, hint_of_bid, hint_of_card
from games.viewmodel.words import SUITS, the_card


def _trick_of(snapshot: Snapshot) -> TrickOnTable:
    table, other = view_of(snapshot).table, 1 - snapshot.seat
    bid = table.bids[snapshot.seat]
    return TrickOnTable(
        plays=tuple((other, one) for one in table.trick),
        seats=len(SEATS),
        ranking=RANKING,
        needs=None if bid is None else bid - table.tricks[snapshot.seat],
        nil=Nil.of(is_bid=bid == 0, tricks=table.tricks[snapshot.seat]),
        aside=[one for one in table.discards if one is not None],
    )


def _discard(snapshot: Snapshot, action: Action) -> HintWords:
    one = action.card
    if one is None:
        return moves.ANYTHING
    words = _("Hint: put aside %(card)s.") % {"card": the_card(one)}
    return HintWords(words, _why_aside(snapshot.view.hand or (), one))


def _why_aside(hand: tuple[Card, ...], one: Card) -> str:
    if one in BAG_CARDS:
        return _("In the pile its bags count for whoever wins it.")
    if one.suit not in (None, RANKING.trump) and sum(other.suit is one.suit for other in hand) == 1:
        return _("You then hold no %(suit)s, and may trump them.") % {"suit": SUITS[one.suit]}
    return _("It is the card you need least, and the pile’s points are counted too.")


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


# -- tips ------------------------------------------------------------------------------------------------


def _has_first_bag(snapshot: Snapshot) -> bool:
    table = view_of(snapshot).table
    bid = table.bids[snapshot.seat]
    return bool(bid) and table.bags[snapshot.seat] == 0 and table.tricks[snapshot.seat] - (bid or 0) == 1


def _bag_tip(snapshot: Snapshot) -> str:
    """Below zero bags count downwards (T2)."""
    table, seat = view_of(snapshot).table, snapshot.seat
    made = Contract.said(table.bids[seat], table.blind[seat])
    if table.base[seat] + made.worth(0) < 0:
        return _("A trick over your bid is a bag: below zero it costs one point, and seven bags cost 100.")
    return _("A trick over your bid is a bag: one point now, but seven bags cost 100.")


def _follow_tip(snapshot: Snapshot) -> str:
    led = view_of(snapshot).table.trick[0].suit
    return str(FOLLOW_SPADE if led is Suit.SPADES else FOLLOW)


TIPS: Final = (
    Tip(
        offered(LOOK),
        gettext_lazy("A blind bid counts twice, made or missed. Blind nil wins the game, or loses it at one trick."),
    ),
    Tip(
        offered(DISCARD),
        gettext_lazy("A lone low card is good to put aside: once out of its suit, you can trump it."),
    ),
    Tip(offered(BID), COUNT),
    Tip(leads, LEAD),
    Tip(follows, _follow_tip),
    Tip(_has_first_bag, _bag_tip),
)

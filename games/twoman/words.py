"""The texts of Two-Man Spades: bids, hints, moves and tips for a first game; and the tags on bag cards."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import Seat, SeatAction
from games.pages import moves
from games.pages.advice import COUNT, FOLLOW, FOLLOW_SPADE, LEAD, Tip, follows, leads, offered
from games.pages.cards import CardTag, Face, face
from games.pages.moves import Done, Hint, HintWords, Nil, TrickOnTable, hint_of_bid, hint_of_card
from games.pages.tricks import ShownTrick, tricks_with
from games.pages.words import MINUS, SUITS, by_hand, the_card
from games.snapshot import PlayedHand, Snapshot
from games.twoman.score import BAG_CARDS, Contract, Pile
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, NIL, PLAY, RANKING, SEATS, TwoManView

#: The tag on the face of each bag card: the number of bags that it takes off.
TAGS: Final[Mapping[Card, CardTag]] = {
    one: CardTag(f"{MINUS}{count}", gettext_lazy("%(card)s, removes bags")) for one, count in BAG_CARDS.items()
}


@by_hand
def tricks_of(actions: Sequence[SeatAction]) -> tuple[ShownTrick, ...]:
    return tricks_with(actions, RANKING, seats=2)


def drawn(card: Card) -> Face:
    """Return the card's face, tagged if it is a bag card."""
    return face(card, TAGS[card].mark if card in TAGS else "")


def bid_words(view: TwoManView, seat: Seat) -> str:
    """Return a seat's bid in words; empty before it has bid."""
    bid, blind = view.table.bids[seat], view.table.blind[seat]
    if blind == NIL:
        return _("blind nil")
    return bid_sentence(bid, is_blind=isinstance(blind, int)) if bid is not None else ""


def bid_sentence(bid: int, *, is_blind: bool) -> str:
    if bid == 0:
        return _("nil")
    return _("blind %(n)s") % {"n": bid} if is_blind else str(bid)


def blind_nil_bidder(hand: PlayedHand) -> Seat:
    """Return the seat that bid blind nil in this hand, which ended the game."""
    return cast(Seat, hand.sheet["blind_nil"])


def pile_of(view: TwoManView) -> Pile | None:
    """Return the pile; None until both discards are known."""
    one, other = view.table.discards
    return None if one is None or other is None else Pile((one, other))


def pile_winner(view: TwoManView, pile: Pile) -> Seat:
    return view.table.parity.index(pile.parity)


def parity_word(one: str) -> str:
    return _("odd") if one == "odd" else _("even")


# ---------- hints, moves and tips ----------
def _trick_of(snapshot: Snapshot) -> TrickOnTable:
    table, other = TwoManView.of(snapshot.view).table, 1 - snapshot.seat
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
    words = _("Hint: discard %(card)s.") % {"card": the_card(one)}
    return HintWords(words, _why_aside(snapshot.view.hand or (), one))


def _why_aside(hand: tuple[Card, ...], card: Card) -> str:
    if card in BAG_CARDS:
        return _("In the pile, its bags count for the winner.")
    if card.suit not in (None, RANKING.trump) and sum(other.suit is card.suit for other in hand) == 1:
        return _("Then you’ll have no %(suit)s and can trump them.") % {"suit": SUITS[card.suit]}
    return _("It’s your least useful card, taking the pile into account.")


HINTS: Final[Mapping[str, Hint]] = {
    LOOK: moves.LOOK,
    BLIND: moves.BLIND,
    BLIND_NIL: moves.BLIND,
    DISCARD: _discard,
    BID: hint_of_bid,
    PLAY: hint_of_card(_trick_of),
}


def _blind(action: Action) -> str:
    return _("bids blind %(bid)s") % {"bid": action.argument}


DONE: Final[Mapping[str, Done]] = {BLIND: _blind}


def _has_first_bag(snapshot: Snapshot) -> bool:
    table = TwoManView.of(snapshot.view).table
    bid = table.bids[snapshot.seat]
    return bool(bid) and table.bags[snapshot.seat] == 0 and table.tricks[snapshot.seat] - (bid or 0) == 1


def _bag_tip(snapshot: Snapshot) -> str:
    """Return the tip on bags. If the base is below zero even with the bid made, a bag costs a point (T2)."""
    table, seat = TwoManView.of(snapshot.view).table, snapshot.seat
    made = Contract.from_table(table.bids[seat], table.blind[seat])
    if table.base[seat] + made.worth(0) < 0:
        return _("A trick over your bid is a bag: below zero it costs one point, and seven bags cost 100.")
    return _("A trick over your bid is a bag: one point now, but seven bags cost 100.")


def _follow_tip(snapshot: Snapshot) -> str:
    led = TwoManView.of(snapshot.view).table.trick[0].suit
    return str(FOLLOW_SPADE if led is Suit.SPADES else FOLLOW)


TIPS: Final = (
    Tip(
        offered(LOOK),
        gettext_lazy("A blind bid counts double, made or missed. Blind nil wins the game, or loses it with one trick."),
    ),
    Tip(
        offered(DISCARD),
        gettext_lazy("Discard a lone low card. Once you’re out of a suit, you can trump it."),
    ),
    Tip(offered(BID), COUNT),
    Tip(leads, LEAD),
    Tip(follows, _follow_tip),
    Tip(_has_first_bag, _bag_tip),
)

"""What the message line of Spades says: each play once, in one sentence, and why an action is refused."""

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import Action
from games.engine.cards import Card, Suit, cards
from games.engine.state import Phase
from games.snapshot import Snapshot
from games.spades.play import code_against
from games.spades.seats import overrides
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, PLAY, RETURN, TRUMP, SpadesView, partner
from games.spades.words import bid_words, cards_received, grounds_sentence, tricks_of, view_of
from games.viewmodel.refusals import SPADES_NOT_BROKEN, Refused, must_follow
from games.viewmodel.seats import lead_owed, name_in, turn_sentence
from games.viewmodel.table import legal_cards
from games.viewmodel.tricks import Trick, fell, is_winning, spades_broken, to_follow, won
from games.viewmodel.words import ONE_OF, SUITS, the_card


def message(snapshot: Snapshot) -> str:
    view = view_of(snapshot)
    match view.phase:
        case Phase.BLIND | Phase.BID:
            return _bidding(snapshot, view)
        case Phase.EXCHANGE:
            return _exchange(snapshot, view)
        case Phase.PLAY:
            return _play(snapshot, view)
    return ""


def stands_out(snapshot: Snapshot) -> bool:
    """Whether the sentence says what nobody might expect: that the hand before was a misdeal, until one has acted, or
    that somebody's bid was changed, until the first card falls."""
    has_card = any(action.verb == PLAY for _seat, action in snapshot.view.actions)
    is_changed = (
        snapshot.view.phase in (Phase.BLIND, Phase.BID, Phase.PLAY) and not has_card and bool(overrides(snapshot))
    )
    return is_changed or bool(_misdeal(snapshot))


# -- bidding and exchange -----------------------------------------------------------------------------


def _bidding(snapshot: Snapshot, view: SpadesView) -> str:
    last_bid = _last_bid(snapshot, view)
    changed = overrides(snapshot)[-1:]
    if snapshot.is_mine:
        if view.phase is Phase.BLIND:
            asks = _("Bid blind nil? 200 points if you take no tricks, −100 if you take any.")
        else:
            asks = _("Your bid?") if last_bid else _("You bid first.")
    else:
        asks = _("%(name)s is bidding.") % {"name": name_in(snapshot, min(view.waits_for))}
    return " ".join(one for one in (_misdeal(snapshot), last_bid, *changed, asks) if one)


def _misdeal(snapshot: Snapshot) -> str:
    """Why another player's misdeal was dealt again, until this seat has bid."""
    before = snapshot.hands[-1] if snapshot.hands else None
    by = before.sheet.get("misdeal") if before else None
    if before is None or not isinstance(by, int) or snapshot.view.phase not in (Phase.BLIND, Phase.BID):
        return ""
    if by == snapshot.seat or any(
        seat == snapshot.seat and action.verb != LOOK for seat, action in snapshot.view.actions
    ):
        return ""
    why = grounds_sentence(cards(" ".join(before.hands[by])))
    words = {"name": name_in(snapshot, by), "why": why, "n": before.number}
    return _("%(name)s declared a misdeal: %(why)s. Hand %(n)s did not count, and the same dealer dealt again.") % words


def _last_bid(snapshot: Snapshot, view: SpadesView) -> str:
    """The last thing somebody else bid; the ones before it have been said, and stand at the seats."""
    said = [(seat, action) for seat, action in view.actions if action.verb in (BID, BLIND_NIL)]
    if not said or said[-1][0] == snapshot.seat:
        return ""
    seat, action = said[-1]
    bid = _("blind nil") if action.verb == BLIND_NIL else bid_words(action.number)
    return _("%(name)s bid %(bid)s.") % {"name": name_in(snapshot, seat), "bid": bid}


def _exchange(snapshot: Snapshot, view: SpadesView) -> str:
    """What the seat got, if anything, and the choice that is owed."""
    return f"{_given_back(snapshot, view)} {_exchanging(snapshot, view)}".strip()


def _exchanging(snapshot: Snapshot, view: SpadesView) -> str:
    seat = min(view.waits_for)
    other = partner(seat)
    returns = bool(view.actions) and view.actions[-1][1].verb == GIVE and bool(view.actions[-1][1].argument)
    words = {"name": name_in(snapshot, seat), "other": name_in(snapshot, other, first=False)}
    if seat == snapshot.seat:
        if not returns:
            text = ngettext(
                "Give %(other)s a card that endangers your nil, face down, or none.",
                "Give %(other)s up to %(n)s cards that endanger your nil, face down.",
                view.terms.exchange,
            )
            return text % {**words, "n": view.terms.exchange}
        words["cards"] = _named(view.actions[-1][1])
        words["giver"] = name_in(snapshot, other)
        return _("%(giver)s gave you %(cards)s. Give as many back.") % words
    return _("%(name)s chooses cards for %(other)s.") % words


def _named(action: Action) -> str:
    return " ".join(f"[{one}]" for one in action.argument) if isinstance(action.argument, tuple) else ""


# -- play -----------------------------------------------------------------------------------------------


def _play(snapshot: Snapshot, view: SpadesView) -> str:
    tricks = tricks_of(view.actions, view.options)
    opening = _given_back(snapshot, view) or ("" if tricks else _opening(snapshot, view))
    broken = spades_broken(tricks) if view.terms.breaking else ""
    return " ".join(one for one in (opening, broken, *_sentences(snapshot, view, tricks)) if one)


def _opening(snapshot: Snapshot, view: SpadesView) -> str:
    """The bids made since the seat's own, and what became of them: between the last bid and the first card."""
    changed = overrides(snapshot)
    last_bid = _last_bid(snapshot, view) if len(changed) < 2 else ""  # two changes are enough to read
    return " ".join(one for one in (last_bid, *changed) if one)


def _given_back(snapshot: Snapshot, view: SpadesView) -> str:
    """The cards that the partner returned in the exchange, until the seat's first card."""
    if not cards_received(snapshot):
        return ""
    for seat, action in view.actions:
        if action.verb == RETURN and seat == partner(snapshot.seat):
            return _("%(name)s gave you %(cards)s back.") % {"name": name_in(snapshot, seat), "cards": _named(action)}
    return ""


def _sentences(snapshot: Snapshot, view: SpadesView, tricks: tuple[Trick, ...]) -> tuple[str, ...]:
    """The trick that has just ended or the card that has just fallen, and what is owed now."""
    if not tricks or tricks[-1].is_done:
        return (won(snapshot, tricks[-1]), lead_owed(snapshot)) if tricks else (lead_owed(snapshot),)
    trick = tricks[-1]
    if not snapshot.is_mine:
        return (fell(snapshot, trick),)
    return is_winning(snapshot, trick) or fell(snapshot, trick), _answer(view, trick)


def _answer(view: SpadesView, trick: Trick) -> str:
    hand, legal = view.hand or (), legal_cards(view)
    led = view.led
    of_suit = sum(one.suit is led for one in hand)
    if of_suit and len(legal) == 1:
        return _("Play %(card)s.") % {"card": the_card(legal[0])}
    if led is not None and len(legal) < of_suit:
        return _("Play %(one)s, and a higher one.") % {"one": ONE_OF[led]}
    if not of_suit and len(legal) < len(hand):
        return _void(trick, led, legal)
    return to_follow((one.suit for one in hand), led)


def _void(trick: Trick, led: Suit | None, legal: Sequence[Card]) -> str:
    """What is owed by whoever cannot follow and may not play any card."""
    suit = {"suit": SUITS[led or TRUMP]}
    if legal[0].suit is not TRUMP:
        return _("You hold no %(suit)s.") % suit
    if trick.best.suit is TRUMP:
        return _("You hold no %(suit)s: beat the spade.") % suit
    return _("You hold no %(suit)s: play a spade.") % suit


# -- what may be played, and why not --------------------------------------------------------------------


def why_not_playable(view: SpadesView, one: Card) -> str:
    return _why_not(view, code_against(one, view.hand or (), view.led, of_clubs=view.of_clubs))


def _why_not(view: SpadesView, code: str) -> str:
    if code == "MUST_FOLLOW_SUIT":
        return must_follow(view.led)
    may = ", ".join(the_card(one) for one in legal_cards(view))
    return " ".join([str(_WITH_CARDS[code]), *([_("You may play %(cards)s.") % {"cards": may}] if may else [])])


# -- refusals ---------------------------------------------------------------------------------------------


def _not_your_bid_turn(snapshot: Snapshot) -> str:
    if not snapshot.is_mine:
        return turn_sentence(snapshot)
    return _("A misdeal is declared on your own turn to bid, before you bid.")


def _illegal_bid(snapshot: Snapshot) -> str:
    legal = (one for one in snapshot.view.legal if isinstance(one, Action) and one.verb == BID)
    return _("Your bid may be %(bids)s.") % {"bids": ", ".join(bid_words(one.number) for one in legal)}


def _refused_card(code: str) -> Callable[[Snapshot], str]:
    return lambda snapshot: _why_not(view_of(snapshot), code)


_WITH_CARDS: Final = {
    "FIRST_TRICK_LOW_CLUB": gettext_lazy("The first trick is for the lowest clubs: yours must be played."),
    "SPADES_NOT_BROKEN": SPADES_NOT_BROKEN,
    "MUST_BEAT_HIGHEST": gettext_lazy("You can beat the highest card, and in this game you must."),
}
REFUSED: Final[Refused] = {
    **{code: _refused_card(code) for code in (*_WITH_CARDS, "MUST_FOLLOW_SUIT")},
    "BLIND_NOT_OFFERED": gettext_lazy("A blind nil is not offered to you now."),
    "CARDS_NOT_SEEN": gettext_lazy("First choose: nil without looking, or your cards."),
    "MISDEALS_OFF": gettext_lazy("There are no misdeals in this game."),
    "NOT_A_MISDEAL": gettext_lazy(
        "No misdeal: that takes one spade or none, seven cards of one suit, or a hand without jack, queen and king."
    ),
    "NOT_YOUR_BID_TURN": _not_your_bid_turn,
    "ILLEGAL_BID": _illegal_bid,
    "WRONG_COUNT": gettext_lazy("Choose as many cards as the button says."),
}

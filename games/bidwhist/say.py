"""What the message line of Bid Whist says, and why an action is refused."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bidwhist.options import terms
from games.bidwhist.play import suit_led
from games.bidwhist.state import BID, BOOK, BidWhistView
from games.bidwhist.words import (
    call_words,
    contract_in,
    contract_words,
    renege_told,
    tricks_of,
    view_of,
)
from games.engine.actions import Action, Pick, Refusal
from games.engine.cards import Card, Suit
from games.engine.state import Phase, Seat
from games.snapshot import Seen
from games.viewmodel.seats import lead_owed, name_in, turn_told
from games.viewmodel.tricks import Trick
from games.viewmodel.words import ONE_OF, the_card


def is_mine(seen: Seen) -> bool:
    return seen.seat in seen.view.waits_for


def turn_of(view: BidWhistView) -> Seat:
    return min(view.waits_for)


def message(seen: Seen) -> str:
    """The sentence for the state of a hand in play."""
    view = view_of(seen)
    if view.caller is not None:
        return _review(seen, view, view.caller)
    match view.phase:
        case Phase.BID:
            return _auction(seen, view)
        case Phase.NAME:
            return _naming(seen, view)
        case Phase.DISCARD:
            return _discarding(seen, view)
        case Phase.PLAY:
            return _play(seen, view)
        case Phase.REVIEW:
            return " ".join([*_judged(seen, view), _confirming(seen)])
    return ""


def _auction(seen: Seen, view: BidWhistView) -> str:
    heard = ""
    if view.table.calls and view.table.calls[-1][0] != seen.seat:
        seat, call = view.table.calls[-1]
        words = {"name": name_in(seen, seat), "call": call_words(call)}
        heard = _("%(name)s bid %(call)s.") % words if call != "pass" else _("%(name)s passed.") % words
    if not is_mine(seen):
        owed = _("%(name)s is bidding.") % {"name": name_in(seen, turn_of(view))}
    elif not any(one.verb == "pass" for one in view.legal if isinstance(one, Action)):
        return _("All passed: as the dealer you must bid.")
    else:
        owed = _("Your bid, or a pass.") if heard else _("You speak first. Everybody speaks once.")
    return " ".join(one for one in (heard, owed) if one)


def _naming(seen: Seen, view: BidWhistView) -> str:
    contract = contract_in(view)
    if contract is None:
        return ""
    words = {"name": name_in(seen, contract.declarer), "bid": call_words(str(contract.bid))}
    if contract.declarer != seen.seat:
        if contract.is_no_trump:
            return _("%(name)s won the auction with %(bid)s and says which way the cards rank.") % words
        return _("%(name)s won the auction with %(bid)s and names the trump suit.") % words
    if contract.is_no_trump:
        return _("You won the auction with %(bid)s. Which way do the cards rank?") % words
    return _("You won the auction with %(bid)s. Name the trump suit.") % words


def _discarding(seen: Seen, view: BidWhistView) -> str:
    contract = contract_in(view)
    if contract is None:
        return ""
    words = {"name": name_in(seen, contract.declarer), "contract": contract_words(contract)}
    words["n"] = str(terms(view.options).kitty)
    if contract.declarer != seen.seat:
        return _("%(name)s plays %(contract)s and puts %(n)s cards aside.") % words
    if any(isinstance(one, Pick) and one.must for one in view.legal):
        return _("%(contract)s. The kitty is yours: put %(n)s cards aside, your first book. Jokers must go.") % words
    return _("%(contract)s. The kitty is yours: put %(n)s cards aside, your first book.") % words


def _play(seen: Seen, view: BidWhistView) -> str:
    heard = " ".join(_judged(seen, view)) or _heard(seen, view)
    return " ".join(one for one in (heard, _owed(seen, view)) if one)


def _heard(seen: Seen, view: BidWhistView) -> str:
    """What has just been played, or who is ahead by another card."""
    tricks = tricks_of(view.actions, contract_in(view))
    if not tricks:
        return _opening(seen, view)
    trick = tricks[-1]
    if trick.is_done:
        return _won(seen, trick)
    seat, one = trick.plays[-1]
    if is_mine(seen) and trick.ahead != seat:
        return _ahead(seen, trick)
    words = {"name": name_in(seen, seat), "card": the_card(one)}
    return (_("%(name)s led %(card)s.") if len(trick.plays) == 1 else _("%(name)s played %(card)s.")) % words


def _owed(seen: Seen, view: BidWhistView) -> str:
    """What is to be done next, as far as it is not plain."""
    if view.table.trick:
        return _answer(view) if is_mine(seen) else ""
    return lead_owed(seen)


def _opening(seen: Seen, view: BidWhistView) -> str:
    contract = contract_in(view)
    if contract is None:
        return ""
    words = {"name": name_in(seen, contract.declarer), "contract": contract_words(contract)}
    words["books"] = str(contract.bid.promised)
    if contract.declarer == seen.seat:
        return _("You play %(contract)s. You need %(books)s books; the kitty is the first.") % words
    words["set"] = str(contract.bid.to_set)
    return _("%(name)s plays %(contract)s: %(books)s books to make it, %(set)s to set it.") % words


def _won(seen: Seen, trick: Trick) -> str:
    words = {"name": name_in(seen, trick.ahead), "n": trick.number, "card": the_card(trick.best)}
    return _("%(name)s won trick %(n)s with %(card)s.") % words


def _ahead(seen: Seen, trick: Trick) -> str:
    return _("%(name)s is winning with %(card)s.") % {
        "name": name_in(seen, trick.ahead),
        "card": the_card(trick.best),
    }


def led_in(view: BidWhistView) -> Suit | None:
    contract = contract_in(view)
    return None if contract is None else suit_led(contract, tuple(one for _seat, one in view.table.trick))


def _answer(view: BidWhistView) -> str:
    contract, led = contract_in(view), led_in(view)
    hand = view.hand or ()
    if led is None:
        return _("Play any card.")
    if contract is not None and any(contract.suit_of(one) is led for one in hand):
        return _("Play %(one)s.") % {"one": ONE_OF[led]}
    legal = legal_cards(view)
    if len(legal) < len(hand) and legal and legal[0].is_joker:
        return _("You hold none: a joker must go.")
    return _("You hold none: play any card.")


def legal_cards(view: BidWhistView) -> tuple[Card, ...]:
    """The cards that may be played now; where reneges are called these are all."""
    legal = {one.argument for one in view.legal if isinstance(one, Action) and one.verb == "play"}
    return tuple(one for one in view.hand or () if one.text in legal)


def _review(seen: Seen, view: BidWhistView, caller: Seat) -> str:
    if caller == seen.seat:
        return _("Choose the trick in which they reneged, or give up.")
    return _("%(name)s calls a renege and looks through the tricks.") % {"name": name_in(seen, caller)}


def _judged(seen: Seen, view: BidWhistView) -> list[str]:
    """How the last call was judged, as long as nothing else has happened."""
    if not view.called or view.actions[-1][1].verb != BOOK:
        return []
    last, count = view.called[-1], terms(view.options).penalty
    told = [renege_told(name_in(seen, last.seat), last.book, is_right=last.is_right)]
    if not count:
        return told
    if last.is_right == (last.seat % 2 == seen.seat % 2):
        moved = ngettext("%(n)s book goes to your side.", "%(n)s books go to your side.", count)
    else:
        moved = ngettext("%(n)s book goes to their side.", "%(n)s books go to their side.", count)
    return [*told, moved % {"n": count}]


def call_cost(view: BidWhistView) -> str:
    count = terms(view.options).penalty
    told = ngettext(
        "Right, you win %(n)s book from them; wrong, you lose %(n)s.",
        "Right, you win %(n)s books from them; wrong, you lose %(n)s.",
        count,
    )
    return told % {"n": count} if count else ""


def _confirming(seen: Seen) -> str:
    if is_mine(seen):
        return _("All tricks are played. Confirm the hand, or call a renege.")
    return _("You confirmed the hand. The other side may still call a renege.")


# -- refusals -------------------------------------------------------------------------------------------


def why(seen: Seen, refusal: Refusal, action: Action) -> str:
    view = view_of(seen)
    told = _WHY.get(refusal.code)
    if told is not None:
        return str(told)
    match refusal.code:
        case "NOT_YOUR_TURN" if view.waits_for:
            return turn_told(seen)
        case "BELOW_MIN":
            return _("The lowest level here is %(n)s.") % {"n": terms(view.options).min_bid}
        case "NOT_HIGHER":
            return _("A bid must outrank the last one. You may bid %(bids)s.") % {"bids": _bids(view)}
        case "WRONG_COUNT":
            return _("Put exactly %(n)s cards aside.") % {"n": terms(view.options).kitty}
        case "MUST_FOLLOW_SUIT":
            return why_not(view)
        case "BAD_BOOK":
            return _("Name a trick from 1 to %(n)s, or give up.") % {"n": len(view.review)}
    return _("That cannot be done at this point of the hand.")


def why_not(view: BidWhistView) -> str:
    """The reason on a card that is shown as not playable."""
    contract, led = contract_in(view), led_in(view)
    if contract is None or led is None:
        return ""
    if any(contract.suit_of(one) is led for one in view.hand or ()):
        return _("You hold %(one)s, so you must play one.") % {"one": ONE_OF[led]}
    return str(_WHY["MUST_THROW_JOKER"])


def _bids(view: BidWhistView) -> str:
    said = [call_words(str(one.argument)) for one in view.legal if isinstance(one, Action) and one.verb == BID]
    return ", ".join(said)


_WHY = {
    "GAME_OVER": gettext_lazy("The game is over."),
    "DEALER_MUST_BID": gettext_lazy("The others have passed, so the dealer must bid."),
    "ABOVE_SEVEN": gettext_lazy("The highest level is seven."),
    "BAD_NAME": gettext_lazy("Name one of the four suits, or up or down."),
    "DUPLICATE": gettext_lazy("The same card was chosen twice."),
    "NOT_IN_HAND": gettext_lazy("That card is not in your hand."),
    "JOKER_MUST_GO": gettext_lazy("In no trump a joker goes aside here: choose it, too."),
    "MUST_THROW_JOKER": gettext_lazy("You cannot follow suit and hold a joker, so it must go."),
    "RENEGE_STRICT": gettext_lazy("In this game a renege is refused at once, so there is nothing to call."),
    "NO_BOOKS_YET": gettext_lazy("A renege can be called once a trick is complete."),
    "TOO_LATE": gettext_lazy("The hand is scored, so a renege can no longer be called."),
    "ALREADY_CALLED": gettext_lazy("A renege in that trick was called before. Name another, or give up."),
    "ALREADY_CONFIRMED": gettext_lazy("Your side has confirmed the hand already."),
}

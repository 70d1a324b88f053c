"""What the message line of Bid Whist says, and why an action is refused."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.bidwhist.play import throws_off
from games.bidwhist.score import Contract
from games.bidwhist.state import BID, BOOK, CONFIRM, BidWhistView, side_of
from games.bidwhist.words import (
    SIDES,
    call_words,
    contract_words,
    renege_sentence,
    tricks_of,
    view_of,
)
from games.engine.actions import Action, Pick
from games.engine.cards import Suit
from games.engine.notation import action_text
from games.engine.state import Phase, Seat
from games.engine.tricks import suit_led
from games.snapshot import Snapshot
from games.viewmodel.refusals import Refused, must_follow
from games.viewmodel.seats import lead_owed, name_in
from games.viewmodel.table import Call, Verdict, legal_cards
from games.viewmodel.tricks import fell, is_winning, to_follow, won
from games.viewmodel.words import SUITS, the_card


def message(snapshot: Snapshot) -> str:
    view = view_of(snapshot)
    if view.caller is not None:
        return _review(snapshot, view.caller)
    match view.phase:
        case Phase.BID:
            return _auction(snapshot, view)
        case Phase.NAME:
            return _naming(snapshot, view)
        case Phase.DISCARD:
            return _discarding(snapshot, view)
        case Phase.PLAY:
            return _play(snapshot, view)
        case Phase.REVIEW:
            return " ".join([*_judged(snapshot, view), _confirming(snapshot, view)])
    return ""


def for_onlookers(snapshot: Snapshot) -> str:
    """What whoever only looks on is told of a call, and of the end of a hand; of all else nothing."""
    view = view_of(snapshot)
    if view.caller is not None:
        return _review(snapshot, view.caller)
    return " ".join(_judged(snapshot, view))


def _auction(snapshot: Snapshot, view: BidWhistView) -> str:
    spoken = ""
    if view.table.calls and view.table.calls[-1][0] != snapshot.seat:
        seat, call = view.table.calls[-1]
        words = {"name": name_in(snapshot, seat), "call": call_words(call)}
        spoken = _("%(name)s bid %(call)s.") % words if call != "pass" else _("%(name)s passed.") % words
    if not snapshot.is_mine:
        owed = pgettext("Bid Whist", "%(name)s is bidding.") % {"name": name_in(snapshot, min(view.waits_for))}
    elif (verbs := {one.verb for one in view.legal}) == {BID}:
        return _("All passed: as the dealer you must bid.")
    elif BID not in verbs:
        owed = _("You can only pass.")
    else:
        owed = _("Bid or pass.") if spoken else _("You call first. Everybody bids or passes once.")
    return " ".join(one for one in (spoken, owed) if one)


def _naming(snapshot: Snapshot, view: BidWhistView) -> str:
    contract = view.table.played
    if contract is None:
        return ""
    words = {"name": name_in(snapshot, contract.declarer), "bid": call_words(str(contract.bid))}
    if contract.declarer != snapshot.seat:
        if contract.is_no_trump:
            return _("%(name)s won the auction with %(bid)s and says which way the cards rank.") % words
        return _("%(name)s won the auction with %(bid)s and names the trump suit.") % words
    if contract.is_no_trump:
        return _("You won the auction with %(bid)s. Which way do the cards rank?") % words
    return _("You won the auction with %(bid)s. Name the trump suit.") % words


def _discarding(snapshot: Snapshot, view: BidWhistView) -> str:
    contract = view.table.played
    if contract is None:
        return ""
    words = {"name": name_in(snapshot, contract.declarer), "contract": contract_words(contract)}
    words["n"] = str(view.terms.kitty)
    if contract.declarer != snapshot.seat:
        return _("%(name)s plays %(contract)s and puts %(n)s cards aside.") % words
    if any(isinstance(one, Pick) and one.must for one in view.legal):
        return _("%(contract)s. The kitty is yours: put %(n)s cards aside, your first book. Jokers must go.") % words
    return _("%(contract)s. The kitty is yours: put %(n)s cards aside, your first book.") % words


def _play(snapshot: Snapshot, view: BidWhistView) -> str:
    spoken = " ".join(_judged(snapshot, view)) or _last_card(snapshot, view)
    return " ".join(one for one in (spoken, _owed(snapshot, view)) if one)


def _last_card(snapshot: Snapshot, view: BidWhistView) -> str:
    """What has just been played, or who is ahead by another card."""
    tricks = tricks_of(view.actions, view.table.played)
    if not tricks:
        return _opening(snapshot, view)
    trick = tricks[-1]
    if trick.is_done:
        return won(snapshot, trick)
    return (is_winning(snapshot, trick) if snapshot.is_mine else "") or fell(snapshot, trick)


def _owed(snapshot: Snapshot, view: BidWhistView) -> str:
    """What is to be done next, as far as it is not plain."""
    if view.table.trick:
        return _answer(view) if snapshot.is_mine else ""
    return lead_owed(snapshot)


def _opening(snapshot: Snapshot, view: BidWhistView) -> str:
    contract = view.table.played
    if contract is None:
        return ""
    words = {"name": name_in(snapshot, contract.declarer), "contract": contract_words(contract)}
    words["books"] = str(contract.bid.promised)
    if contract.declarer == snapshot.seat:
        return _("You play %(contract)s. You need %(books)s books; the kitty is the first.") % words
    words["set"] = str(contract.bid.to_set)
    return _("%(name)s plays %(contract)s: %(books)s books to make it, %(set)s to set it.") % words


def led_in(view: BidWhistView) -> Suit | None:
    contract = view.table.played
    return None if contract is None else suit_led((one for _seat, one in view.table.trick), contract)


def _answer(view: BidWhistView) -> str:
    """What the seat owes to the trick; where a renege may be called only the suit that was led, which all have seen."""
    contract, led = view.table.played, led_in(view)
    if not view.terms.is_strict:
        if led is None:
            return _("It is your turn.")
        return _("The suit led is %(suit)s. It is your turn.") % {"suit": SUITS[led]}
    if contract is None or led is None:
        return _("Play any card.")
    suits, legal = {contract.suit_of(one) for one in view.hand or ()}, legal_cards(view)
    if led not in suits and len(legal) < len(view.hand or ()) and legal and legal[0].is_joker:
        return _("You hold no %(suit)s: a joker must go.") % {"suit": SUITS[led]}
    return _jokers_alone(view, contract, led) or to_follow(suits, led)


def _jokers_alone(view: BidWhistView, contract: Contract, led: Suit) -> str:
    """What must be played where no card of the suit is held but jokers, which are trumps."""
    following = [one for one in view.hand or () if contract.suit_of(one) is led]
    if not following or not all(one.is_joker for one in following):
        return ""
    if len(following) > 1:
        return _("Play a joker: both are trumps.")
    return _("Play %(card)s: it is a trump.") % {"card": the_card(following[0])}


def _review(snapshot: Snapshot, caller: Seat) -> str:
    if caller == snapshot.own:
        return _("Choose the trick in which they reneged, or give up.")
    return _("%(name)s calls a renege and looks through the tricks.") % {"name": name_in(snapshot, caller)}


def _judged(snapshot: Snapshot, view: BidWhistView) -> list[str]:
    """How the last call was judged, as long as nothing else has happened but that the hand was confirmed."""
    verbs = (action.verb for _seat, action in reversed(view.actions))
    if not view.called or next(verb for verb in verbs if verb != CONFIRM) != BOOK:
        return []
    return _verdict(snapshot, view)


def _winner(view: BidWhistView) -> int:
    """The side that the last call brings books."""
    last = view.called[-1]
    return side_of(last.seat) if last.is_right else 1 - side_of(last.seat)


def verdict(snapshot: Snapshot) -> Verdict | None:
    """The last call of this hand, where it moved books to or from the seat's side."""
    view = view_of(snapshot)
    count = view.terms.penalty
    if snapshot.own is None or not view.called or not count:
        return None
    if _winner(view) == side_of(snapshot.own):
        title = ngettext("Your side wins %(n)s book", "Your side wins %(n)s books", count)
    else:
        title = ngettext("Your side loses %(n)s book", "Your side loses %(n)s books", count)
    key = f"{view.number}-{len(view.called)}"
    return Verdict(key, title % {"n": count}, " ".join(_verdict(snapshot, view)))


def _verdict(snapshot: Snapshot, view: BidWhistView) -> list[str]:
    """Whether the last call was right, and whose the books are then."""
    last, count, winner = view.called[-1], view.terms.penalty, _winner(view)
    sentences = [renege_sentence(name_in(snapshot, last.seat), last.book, is_right=last.is_right)]
    if not count:
        return sentences
    if snapshot.own is not None and winner == side_of(snapshot.own):
        moved = ngettext("%(n)s book goes to your side at the end.", "%(n)s books go to your side at the end.", count)
    else:
        moved = ngettext("%(n)s book goes to %(side)s at the end.", "%(n)s books go to %(side)s at the end.", count)
    return [*sentences, moved % {"n": count, "side": SIDES.name_of_side(snapshot, winner)}]


def call_offered(view: BidWhistView, action: Action) -> Call:
    """A renege may be called: what that does and what it costs."""
    count = view.terms.penalty
    about = _("All tricks of this hand are shown, and you name the one in which the other side did not follow suit.")
    if _owes_jokers(view):
        about = _(
            "All tricks of this hand are shown, and you name the one in which the other side did not follow suit, or "
            "kept a joker that had to go."
        )
    cost = ngettext(
        "Right, you win %(n)s book from them; wrong, you lose %(n)s.",
        "Right, you win %(n)s books from them; wrong, you lose %(n)s.",
        count,
    ) % {"n": count}
    shown = f"{about} {cost}" if count else about
    return Call(_("Call a renege"), _("Call a renege?"), shown, _("Call"), action_text(action))


def _owes_jokers(view: BidWhistView) -> bool:
    """Whether keeping a joker may be a renege, too."""
    contract, terms = view.table.played, view.terms
    return contract is not None and throws_off(contract, terms) and terms.jokers > 0


def _confirming(snapshot: Snapshot, view: BidWhistView) -> str:
    """Who has spoken for a side is named: either seat of it may."""
    by = [seat for seat, action in view.actions if action.verb == CONFIRM]
    confirmed = [_("%(who)s confirmed the hand.") % {"who": name_in(snapshot, seat)} for seat in by]
    if snapshot.is_mine:
        return " ".join([*(confirmed or [_("All tricks are played.")]), _("Confirm the hand, or call a renege.")])
    return " ".join([*confirmed, _("The other side may still call a renege.")])


# -- refusals -------------------------------------------------------------------------------------------


def why_not_playable(view: BidWhistView) -> str:
    contract, led = view.table.played, led_in(view)
    if contract is None or led is None:
        return ""
    if any(contract.suit_of(one) is led for one in view.hand or ()):
        return _jokers_alone(view, contract, led) or must_follow(led)
    return str(REFUSED["MUST_THROW_JOKER"])


def _not_higher(snapshot: Snapshot) -> str:
    legal = (one for one in snapshot.view.legal if isinstance(one, Action) and one.verb == BID)
    bids = ", ".join(call_words(str(one.argument)) for one in legal)
    if not bids:
        return _("No bid outranks the last one, so only a pass is left.")
    return _("A bid must outrank the last one. You may bid %(bids)s.") % {"bids": bids}


REFUSED: Final[Refused] = {
    "DEALER_MUST_BID": gettext_lazy("The others have passed, so the dealer must bid."),
    "ABOVE_SEVEN": gettext_lazy("The highest level is seven."),
    "BAD_NAME": gettext_lazy("Name one of the four suits, or up or down."),
    "JOKER_MUST_GO": gettext_lazy("In no trump every joker must be put aside here: choose it, too."),
    "MUST_THROW_JOKER": gettext_lazy("You cannot follow suit and hold a joker, so it must go."),
    "RENEGE_STRICT": gettext_lazy("In this game a renege is refused at once, so there is nothing to call."),
    "NO_BOOKS_YET": gettext_lazy("A renege can be called once a trick is complete."),
    "TOO_LATE": gettext_lazy("The hand is scored, so a renege can no longer be called."),
    "ALREADY_CALLED": gettext_lazy("A renege in that trick was called before. Name another, or give up."),
    "ALREADY_CONFIRMED": gettext_lazy("Your side has confirmed the hand already."),
    "BELOW_MIN": lambda snapshot: _("The lowest level here is %(n)s.") % {"n": view_of(snapshot).terms.min_bid},
    "NOT_HIGHER": _not_higher,
    "WRONG_COUNT": lambda snapshot: _("Put exactly %(n)s cards aside.") % {"n": view_of(snapshot).terms.kitty},
    "MUST_FOLLOW_SUIT": lambda snapshot: why_not_playable(view_of(snapshot)),
    "BAD_BOOK": lambda snapshot: _("Name a trick from 1 to %(n)s, or give up.") % {"n": len(view_of(snapshot).review)},
}

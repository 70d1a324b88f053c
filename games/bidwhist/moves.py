"""What is said of moves of Bid Whist: why one is good, what was done, and the tips of a first game."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.bidwhist.auction import pack
from games.bidwhist.messages import led_in
from games.bidwhist.play import put_aside
from games.bidwhist.score import Bid, Denomination, Direction
from games.bidwhist.state import (
    BID,
    BOOK,
    CALL,
    CONFIRM,
    DIRECTION,
    DISCARD,
    PASS,
    PLAY,
    SEATS,
    TRUMP,
)
from games.bidwhist.words import call_words, view_of
from games.engine.actions import Action
from games.engine.cards import Suit
from games.engine.tricks import next_seat
from games.snapshot import Snapshot
from games.viewmodel.lessons import Tip, follows, leads, offered, own_places, plays
from games.viewmodel.moves import Done, Hint, HintWords, TrickOnTable, hint_of_card
from games.viewmodel.words import SUITS, in_words


def _trick_of(snapshot: Snapshot) -> TrickOnTable:
    view = view_of(snapshot)
    contract = view.table.played
    if contract is None:
        raise ValueError("no tricks are played before there is a contract")
    return TrickOnTable(
        plays=view.table.trick,
        seats=len(SEATS),
        ranking=contract,
        partner=next_seat(snapshot.seat, 2),
        pack=pack(view.terms.jokers),
        aside=put_aside(view),
    )


def _call(snapshot: Snapshot, action: Action) -> HintWords:
    words = {"call": call_words(str(action.argument))}
    may_pass = any(one.verb == PASS for one in snapshot.view.legal)
    why = _("With the kitty these cards should make it.") if may_pass else _("You must bid, and no bid is better.")
    return HintWords(_("Hint: bid %(call)s.") % words, why)


_NAME: Final = HintWords(gettext_lazy("Hint: name what is ringed."), gettext_lazy("It makes the most of these cards."))
HINTS: Final[Mapping[str, Hint]] = {
    BID: _call,
    PASS: HintWords(gettext_lazy("Hint: pass."), gettext_lazy("These cards do not promise that many books.")),
    TRUMP: _NAME,
    DIRECTION: _NAME,
    DISCARD: HintWords(
        gettext_lazy("Hint: put aside the cards that are ringed."),
        gettext_lazy("They win nothing in the direction that was named."),
    ),
    PLAY: hint_of_card(_trick_of),
}


def _bids(action: Action) -> str:
    return pgettext("Bid Whist", "bids %(bid)s") % {"bid": call_words(str(action.argument))}


def _names_suit(action: Action) -> str:
    return _("names %(suit)s") % {"suit": SUITS[Suit(str(action.argument))]}


def _names_direction(action: Action) -> str:
    return _("names up") if action.argument == Direction.UP else _("names down")


def _names_trick(action: Action) -> str:
    return _("gives the call up") if action.argument is None else _("calls trick %(n)s") % {"n": action.argument}


DONE: Final[Mapping[str, Done]] = {
    BID: _bids,
    TRUMP: _names_suit,
    DIRECTION: _names_direction,
    CALL: gettext_lazy("calls a renege"),
    BOOK: _names_trick,
    CONFIRM: gettext_lazy("confirms the hand"),
}


#: In a review.
CHOICES: Final[Mapping[str, Done]] = {
    BID: lambda action: call_words(str(action.argument)),
    PASS: gettext_lazy("a pass"),
    TRUMP: lambda action: str(SUITS[Suit(str(action.argument))]),
    DIRECTION: lambda action: _("upwards") if action.argument == Direction.UP else _("downwards"),
}


# -- tips ------------------------------------------------------------------------------------------------


def _bid_tip(snapshot: Snapshot) -> str:
    lowest = Bid(view_of(snapshot).terms.min_bid, Denomination.UPTOWN)
    words = {"n": lowest.level, "books": in_words(lowest.promised)}
    return _("A bid of %(n)s promises %(books)s of thirteen books. Uptown high cards win, downtown low ones.") % words


def _discard_tip(snapshot: Snapshot) -> str:
    if not _has_trump(snapshot):
        return _("What you put aside is your first book. Keep aces and long suits.")
    return _("What you put aside is your first book. Keep trumps, aces and long suits.")


def _is_downtown(snapshot: Snapshot) -> bool:
    table = view_of(snapshot).table
    return table.direction is Direction.DOWN or (table.contract or "").endswith(Denomination.DOWNTOWN)


def _has_trump(snapshot: Snapshot) -> bool:
    return view_of(snapshot).table.trump is not None


def _leads_with_trump(snapshot: Snapshot) -> bool:
    return leads(snapshot) and _has_trump(snapshot)


def _follows_with_trump(snapshot: Snapshot) -> bool:
    """Where a renege may be called nobody is kept from one."""
    return follows(snapshot) and _has_trump(snapshot) and view_of(snapshot).terms.is_strict


def _follow_tip(snapshot: Snapshot) -> str:
    view = view_of(snapshot)
    if led_in(view) is view.table.trump:
        return _("Trumps were led, so play one. If you have none, play anything: it cannot win.")
    return _("Follow the suit that was led. If you cannot, a trump wins the book unless a better one is played.")


def _first_downtown(snapshot: Snapshot) -> bool:
    return plays(snapshot) and not own_places(snapshot) and _is_downtown(snapshot)


TIPS: Final = (
    Tip(offered(BID), _bid_tip),
    Tip(offered(TRUMP), gettext_lazy("Name the suit of which you hold most; its cards beat every other suit.")),
    Tip(offered(DIRECTION), gettext_lazy("Up if your cards are high, down if they are low. Aces are best both ways.")),
    Tip(offered(DISCARD), _discard_tip),
    Tip(_first_downtown, gettext_lazy("Downtown the ace is best, then two, three and up; kings are worst.")),
    Tip(
        _leads_with_trump,
        gettext_lazy("If you hold the best trumps, draw theirs first; then a long suit wins by itself."),
    ),
    Tip(_follows_with_trump, _follow_tip),
)

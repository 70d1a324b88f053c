"""What is said of moves of Bid Whist: why Marta would make one, and what was done."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bidwhist.contract import Direction
from games.bidwhist.kitty import pack
from games.bidwhist.play import winning_place
from games.bidwhist.state import BID, BOOK, CALL, CONFIRM, DIRECTION, DISCARD, PASS, PLAY, SEATS, TRUMP
from games.bidwhist.words import call_words, contract_in, view_of
from games.engine.actions import Action
from games.engine.cards import Suit
from games.engine.options import whole
from games.engine.tricks import next_seat
from games.snapshot import Seen
from games.viewmodel.moves import Done, Hint, TrickSeen, hint_of_card
from games.viewmodel.words import SUITS


def _trick_of(seen: Seen) -> TrickSeen:
    view = view_of(seen)
    contract = contract_in(view)
    if contract is None:
        raise ValueError("no tricks are played before there is a contract")
    return TrickSeen(
        plays=view.table.trick,
        seats=len(SEATS),
        winning=partial(winning_place, contract),
        partner=next_seat(seen.seat, 2),
        pack=pack(whole(view.options, "jokers")),
    )


def _call(seen: Seen, action: Action) -> str:
    words = {"call": call_words(str(action.argument))}
    return _("Marta would bid %(call)s: with the kitty these cards should make it.") % words


_NAME: Final = gettext_lazy("Marta would name what is ringed: it is the best these cards are good for.")
HINTS: Final[Mapping[str, Hint]] = {
    BID: _call,
    PASS: gettext_lazy("Marta would pass: these cards do not promise so many books."),
    TRUMP: _NAME,
    DIRECTION: _NAME,
    DISCARD: gettext_lazy(
        "Marta would put aside the cards that are ringed: they win nothing in the direction that was named."
    ),
    PLAY: hint_of_card(_trick_of),
}


def _bids(action: Action) -> str:
    return _("bids %(bid)s") % {"bid": call_words(str(action.argument))}


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

"""Buttons of Bid Whist: bids with promise, gain and loss; namings; the tricks in which a renege can be called."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bidwhist.options import Terms
from games.bidwhist.score import HIGHEST, Denomination, Direction, WhistBid
from games.bidwhist.state import BID, TRUMP
from games.bidwhist.words import bid_name, books_sentence
from games.engine.actions import Action
from games.engine.cards import Suit
from games.engine.notation import action_text
from games.pages.tricks import PlayedCard
from games.pages.words import SUITS, signed


@dataclass(frozen=True, slots=True)
class CallOffer:
    """A button for a bid. `value` is the bid's notation. `key` is the digit that selects the first bid of this level.

    A row has the bids of two levels. `column` is the button's column in the row, from 1 to 6.
    """

    value: str
    key: int
    column: int
    label: str
    promise: str
    words: str
    action: str
    button: str


@dataclass(frozen=True, slots=True)
class Naming:
    """A button for a trump suit or direction. `key` is the digit that selects it; `suit` is like "h"."""

    value: str
    key: int
    label: str
    note: str
    action: str
    button: str
    suit: str = ""


def call_offer(bid: WhistBid, table: Terms) -> CallOffer:
    kinds = tuple(Denomination)
    name = bid_name(bid)
    return CallOffer(
        value=str(bid),
        key=bid.level,
        column=(bid.level - table.min_bid) % 2 * len(kinds) + kinds.index(bid.denomination) + 1,
        label=name,
        promise=books_sentence(bid.promised),
        words=_sentence(bid, table),
        action=action_text(Action(BID, str(bid))),
        button=_("Bid %(bid)s") % {"bid": name},
    )


def _sentence(bid: WhistBid, table: Terms) -> str:
    """Return a text on the cards that win and the points of the bid, made or set (9.1). It fits one line on a phone."""
    points = bid.level * (2 if table.nt_double and bid.denomination is Denomination.NO_TRUMP else 1)
    words = {"way": _way(bid.denomination), "won": signed(points), "lost": signed(-points)}
    if bid.level == HIGHEST:
        return _("A Boston. %(way)s. Made %(won)s, set %(lost)s.") % words
    return _("%(way)s. Made %(won)s or more, set %(lost)s.") % words


def _way(denomination: Denomination) -> str:
    ways = {
        Denomination.UPTOWN: _("High cards win"),
        Denomination.DOWNTOWN: _("Low cards win"),
        Denomination.NO_TRUMP: _("You name up or down"),
    }
    return ways[denomination]


def naming(action: Action, key: int) -> Naming:
    value = str(action.argument)
    if action.verb == TRUMP:
        name = str(SUITS[Suit(value)])
        button = _("Make %(suit)s trump") % {"suit": name}
        return Naming(value, key, name.capitalize(), "", action_text(action), button, value.lower())
    if value == Direction.UP:
        button = _("Name up: ace, king, queen …")
        return Naming(value, key, _("Up"), _("high cards win"), action_text(action), button)
    button = _("Name down: ace, two, three …")
    return Naming(value, key, _("Down"), _("low cards win"), action_text(action), button)


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A finished trick, shown while a call of a renege is open, with its cards clockwise from the viewer's seat.

    `action` is the text of the action that names this trick, or empty if the viewer may not name it.
    """

    number: int
    cards: tuple[PlayedCard, ...]
    action: str = ""

    @property
    def button(self) -> str:
        return _("Call trick %(n)s") % {"n": self.number} if self.action else ""

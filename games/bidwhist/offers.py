"""What may be called and named in Bid Whist: what each bid promises, wins and costs, and the review of a call."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.bidwhist.options import Terms
from games.bidwhist.score import HIGHEST, Bid, Denomination, Direction, find_bid
from games.bidwhist.state import BID, BOOK, DIRECTION, PASS, TRUMP, BidWhistView
from games.bidwhist.words import bid_name, books_sentence
from games.engine.actions import Action, Pick
from games.engine.cards import Suit
from games.engine.notation import action_text
from games.snapshot import Snapshot
from games.viewmodel.seats import clockwise, name_in
from games.viewmodel.table import Pass
from games.viewmodel.tricks import PlayedCard, Trick, cards_by_seat
from games.viewmodel.words import SUITS, signed


@dataclass(frozen=True, slots=True)
class CallOffer:
    """A bid that may be made. `value` is how it is written, `key` the digit that picks the first of its level.

    Two levels share a row of six, so that bids of one kind stand below each other: `column` is the place in it.
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
    """A trump suit or a direction that may be named; `suit` draws its sign, `key` is the digit that picks it."""

    value: str
    key: int
    label: str
    note: str
    action: str
    button: str
    suit: str = ""


def offered(view: BidWhistView, legal: list[Action]) -> dict[str, object]:
    """All that may be said now; a bid is ticked from the start only where one has to be made."""
    table, names = view.terms, [one for one in legal if one.verb in (TRUMP, DIRECTION)]
    bids = [bid for one in legal if one.verb == BID and (bid := find_bid(one.argument)) is not None]
    return {
        "offers": tuple(_offer(bid, table) for bid in bids),
        "can_pass": next((action_text(one) for one in legal if one.verb == PASS), ""),
        "namings": tuple(_naming(one, key) for key, one in enumerate(names, start=1)),
    }


def discard_offered(view: BidWhistView) -> Pass:
    pick = next((one for one in view.legal if isinstance(one, Pick)), Pick("discard", 0, ()))
    must = tuple(one.text for one in pick.must)
    return Pass("discard", pick.count, pick.count, _("Put the chosen cards aside"), must)


# -- bids ---------------------------------------------------------------------------------------------------


def _offer(bid: Bid, table: Terms) -> CallOffer:
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


def _sentence(bid: Bid, table: Terms) -> str:
    """What would win, and the points behind it (section 9.1); in one line on a phone."""
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


# -- names --------------------------------------------------------------------------------------------------


def _naming(action: Action, key: int) -> Naming:
    value = str(action.argument)
    if action.verb == TRUMP:
        name = str(SUITS[Suit(value)])
        button = _("Make %(suit)s trumps") % {"suit": name}
        return Naming(value, key, name.capitalize(), "", action_text(action), button, value.lower())
    if value == Direction.UP:
        button = _("Name up: ace, king, queen …")
        return Naming(value, key, _("Up"), _("high cards win"), action_text(action), button)
    button = _("Name down: ace, two, three …")
    return Naming(value, key, _("Down"), _("low cards win"), action_text(action), button)


# -- the review of a call --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A trick, its cards clockwise from one's own; without an action where it cannot be named."""

    number: int
    cards: tuple[PlayedCard, ...]
    action: str = ""
    button: str = ""


def review(snapshot: Snapshot, tricks: Sequence[Trick], legal: Sequence[Action]) -> dict[str, object]:
    """Everybody sees all completed tricks; the caller names one of them, or gives up."""
    named = {one.number: action_text(one) for one in legal if one.verb == BOOK}
    rows = tuple(_row(snapshot, one, named.get(one.number, "")) for one in tricks if one.is_done)
    names = tuple(name_in(snapshot, seat) for seat in clockwise(snapshot))
    return {"review": rows, "review_names": names, "give_up": named.get(None, "")}


def _row(snapshot: Snapshot, trick: Trick, action: str) -> ReviewRow:
    button = _("Call trick %(n)s") % {"n": trick.number} if action else ""
    return ReviewRow(trick.number, cards_by_seat(snapshot, trick), action, button)

"""The words of Bid Whist: bids and contracts, seats' calls, and the tricks of a hand told from its actions."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bidwhist.rules import BidWhist
from games.bidwhist.score import Bid, Contract, Denomination, Direction, find_bid
from games.bidwhist.state import PASS, SEATS, BidWhistView
from games.engine.actions import Action, tuple_of
from games.engine.cards import BIG_JOKER, Card, Rank, Suit
from games.engine.reading import cards_in
from games.engine.state import Said
from games.viewmodel.kept import by_hand
from games.viewmodel.seats import Moment
from games.viewmodel.sides import Sides
from games.viewmodel.tricks import Trick, tricks_with
from games.viewmodel.words import SUITS

NOBODY_BID = gettext_lazy("Everybody passed: nothing is scored, and the next dealer deals.")


SIDES: Final = Sides(rules=BidWhist())
own = BidWhistView.of


def view_of(moment: Moment) -> BidWhistView:
    return own(moment.view)


@by_hand
def tricks_of(actions: Sequence[Said], contract: Contract | None) -> tuple[Trick, ...]:
    """All tricks in order, the open one last; none before there is a contract."""
    return () if contract is None else tricks_with(actions, contract, seats=len(SEATS))


def swapped(action: Action) -> tuple[Card, Card]:
    """The joker that a draw of the dealer turned in, and the card drawn for it."""
    _holder, *cards = tuple_of(action.argument)
    joker, one = cards_in(tuple(cards))
    return joker, one


def denomination_name(denomination: Denomination) -> str:
    names = {
        Denomination.UPTOWN: _("uptown"),
        Denomination.DOWNTOWN: _("downtown"),
        Denomination.NO_TRUMP: _("no trump"),
    }
    return names[denomination]


def bid_name(bid: Bid) -> str:
    """ "5 downtown"."""
    return _("%(level)s %(name)s") % {"level": bid.level, "name": denomination_name(bid.denomination)}


def books_sentence(count: int) -> str:
    return ngettext("%(n)s book", "%(n)s books", count) % {"n": count}


def side_books(count: int, contract: Contract | None, side: int) -> str:
    """A side's books, the declarer's of those that it promised."""
    if contract is None or contract.side != side:
        return books_sentence(count)
    return _("%(books)s of %(promised)s books") % {"books": count, "promised": contract.bid.promised}


def call_words(text: str) -> str:
    """A call of the auction in a sentence: "5 downtown", "pass"."""
    bid = find_bid(text)
    return _("pass") if bid is None or text == PASS else bid_name(bid)


def contract_words(contract: Contract) -> str:
    """ "5 downtown in hearts", "4 no trump, downwards"; only the bid while nothing is named."""
    words = {"bid": bid_name(contract.bid)}
    if contract.trump is not None:
        return _("%(bid)s in %(suit)s") % {**words, "suit": SUITS[contract.trump]}
    if contract.direction is not None:
        up = contract.direction is Direction.UP
        return _("%(bid)s, upwards") % words if up else _("%(bid)s, downwards") % words
    return words["bid"]


def renege_sentence(who: str, book: int | None, *, is_right: bool) -> str:
    """A call of a renege once it is judged; `book` is the trick that was named, None where the call was given up."""
    words = {"name": who, "n": book}
    if book is None:
        return _("%(name)s called and gave up.") % words
    if is_right:
        return _("%(name)s called trick %(n)s, rightly.") % words
    return _("%(name)s called trick %(n)s, wrongly.") % words


def in_order(hand: Sequence[Card], contract: Contract | None, *, spades_first: bool) -> list[Card]:
    """Trumps and jokers first, each suit with its best card first: downtown an ace, a two, a three."""
    suits = [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    if not spades_first:
        suits = [*suits[1:], Suit.SPADES]

    def place(one: Card) -> tuple[int, int]:
        suit = one.suit if contract is None else contract.suit_of(one)
        is_trump = contract is not None and suit is not None and suit is contract.trump
        row = -1 if suit is None or is_trump else suits.index(suit)
        return row, -_strength(one, contract)

    return sorted(hand, key=place)


def _strength(one: Card, contract: Contract | None) -> int:
    if contract is not None:
        return contract.strength(one)
    return Rank.ACE + 1 + (one is BIG_JOKER) if one.is_joker else one.height

"""The texts of Bid Whist: bids, contracts, hints, moves and tips for a first game."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.bidwhist.auction import pack
from games.bidwhist.play import put_aside
from games.bidwhist.score import Contract, Denomination, Direction, WhistBid, find_bid
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
    BidWhistView,
)
from games.engine.actions import Action, tuple_of
from games.engine.cards import Card, Suit
from games.engine.reading import cards_in
from games.engine.state import Seat, SeatAction
from games.engine.tricks import next_seat, suit_led
from games.pages.advice import Tip, follows, leads, offered, own_places, plays
from games.pages.moves import Done, Hint, HintWords, TrickOnTable, hint_of_card
from games.pages.seats import Around, sentence_on
from games.pages.tricks import ShownTrick, tricks_with
from games.pages.words import SUITS, by_hand, in_words
from games.snapshot import Snapshot

#: The order of a hand during the auction: high cards best, no trumps.
_WITHOUT_TRUMPS: Final = Contract(WhistBid(1, Denomination.UPTOWN), 0)
NOBODY_BID = gettext_lazy("Everyone passed: nothing is scored, and the next dealer deals.")
_NAME: Final = HintWords(gettext_lazy("Hint: name the ringed one."), gettext_lazy("It makes the most of these cards."))


@by_hand
def tricks_of(actions: Sequence[SeatAction], contract: Contract | None) -> tuple[ShownTrick, ...]:
    """Return all tricks in order, the open one last; none before there is a contract."""
    return () if contract is None else tricks_with(actions, contract, seats=len(SEATS))


def led_in(view: BidWhistView) -> Suit | None:
    """Return the suit led; None before a contract, or while no card with a suit lies on the table."""
    contract = view.table.played
    return None if contract is None else suit_led((one for _seat, one in view.table.trick), contract)


def swapped(action: Action) -> tuple[Card, Card]:
    """Return the joker and the drawn card of an exchange."""
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


def bid_name(bid: WhistBid) -> str:
    """Return a bid's name: "5 downtown"."""
    return _("%(level)s %(name)s") % {"level": bid.level, "name": denomination_name(bid.denomination)}


def books_sentence(count: int) -> str:
    return ngettext("%(n)s book", "%(n)s books", count) % {"n": count}


def side_books(count: int, contract: Contract | None, side: int) -> str:
    """Return a side's books in words. For the declarer's side the words include the promised books."""
    if contract is None or contract.side != side:
        return books_sentence(count)
    return _("took %(books)s, needed %(promised)s") % {"books": count, "promised": contract.bid.promised}


def call_words(text: str) -> str:
    """Return a call as part of a sentence: "5 downtown", "pass"."""
    bid = find_bid(text)
    return _("pass") if bid is None or text == PASS else bid_name(bid)


def contract_words(contract: Contract) -> str:
    """Return a contract in words: "5 downtown in hearts", "4 no trump, downtown"; before the naming only the bid."""
    words = {"bid": bid_name(contract.bid)}
    if contract.trump is not None:
        return _("%(bid)s in %(suit)s") % {**words, "suit": SUITS[contract.trump]}
    if contract.direction is not None:
        up = contract.direction is Direction.UP
        return _("%(bid)s, uptown") % words if up else _("%(bid)s, downtown") % words
    return words["bid"]


def renege_sentence(moment: Around, caller: Seat, book: int | None, *, is_right: bool) -> str:
    """Return a judged call as a sentence. `book` is the trick named, None if the call was given up."""
    if book is None:
        own, other = _("You called a renege and gave up."), _("%(name)s called a renege and gave up.")
    elif is_right:
        own, other = _("Your call was correct (trick %(n)s)."), _("%(name)s’s call was correct (trick %(n)s).")
    else:
        own, other = _("Your call was wrong (trick %(n)s)."), _("%(name)s’s call was wrong (trick %(n)s).")
    return sentence_on(moment, caller, own, other, n=book)


def in_order(hand: Sequence[Card], contract: Contract | None, *, spades_first: bool) -> list[Card]:
    """Return the hand sorted: trumps and jokers first, each suit from its best card (downtown: ace, two, three)."""
    suits = [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    if not spades_first:
        suits = [*suits[1:], Suit.SPADES]

    ranking = contract or _WITHOUT_TRUMPS

    def place(card: Card) -> tuple[int, int]:
        suit = ranking.suit_of(card)
        row = -1 if suit is None or suit is ranking.trump else suits.index(suit)
        return row, -ranking.strength(card)

    return sorted(hand, key=place)


# ---------- hints, moves and tips ----------
def _trick_of(snapshot: Snapshot) -> TrickOnTable:
    view = BidWhistView.of(snapshot.view)
    contract = view.table.played
    if contract is None:
        raise ValueError("a trick is asked for, but there is no contract yet")
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


HINTS: Final[Mapping[str, Hint]] = {
    BID: _call,
    PASS: HintWords(gettext_lazy("Hint: pass."), gettext_lazy("These cards aren’t worth that many books.")),
    TRUMP: _NAME,
    DIRECTION: _NAME,
    DISCARD: HintWords(
        gettext_lazy("Hint: discard the ringed cards."),
        gettext_lazy("They’re worthless in this direction."),
    ),
    PLAY: hint_of_card(_trick_of),
}


def _names_trick(action: Action) -> str:
    return _("gives up the call") if action.argument is None else _("calls trick %(n)s") % {"n": action.argument}


DONE: Final[Mapping[str, Done]] = {
    BID: lambda action: pgettext("Bid Whist", "bids %(bid)s") % {"bid": call_words(str(action.argument))},
    TRUMP: lambda action: _("names %(suit)s") % {"suit": SUITS[Suit(str(action.argument))]},
    DIRECTION: lambda action: _("names up") if action.argument == Direction.UP else _("names down"),
    CALL: gettext_lazy("calls a renege"),
    BOOK: _names_trick,
    CONFIRM: gettext_lazy("confirms the hand"),
}


#: Names of choices without cards, for the review of a finished hand.
CHOICES: Final[Mapping[str, Done]] = {
    BID: lambda action: call_words(str(action.argument)),
    PASS: gettext_lazy("a pass"),
    TRUMP: lambda action: str(SUITS[Suit(str(action.argument))]),
    DIRECTION: lambda action: _("uptown") if action.argument == Direction.UP else _("downtown"),
}


def _bid_tip(snapshot: Snapshot) -> str:
    lowest = WhistBid(BidWhistView.of(snapshot.view).terms.min_bid, Denomination.UPTOWN)
    words = {"n": lowest.level, "books": in_words(lowest.promised)}
    return _("A bid of %(n)s promises %(books)s of thirteen books. Uptown, high cards win; downtown, low ones.") % words


def _discard_tip(snapshot: Snapshot) -> str:
    if not _has_trump(snapshot):
        return _("Your discards are your first book. Keep aces and long suits.")
    return _("Your discards are your first book. Keep trumps, aces and long suits.")


def _is_downtown(snapshot: Snapshot) -> bool:
    table = BidWhistView.of(snapshot.view).table
    return table.direction is Direction.DOWN or (table.contract or "").endswith(Denomination.DOWNTOWN)


def _has_trump(snapshot: Snapshot) -> bool:
    return BidWhistView.of(snapshot.view).table.trump is not None


def _leads_with_trump(snapshot: Snapshot) -> bool:
    return leads(snapshot) and _has_trump(snapshot)


def _follows_with_trump(snapshot: Snapshot) -> bool:
    """Return whether to show the tip on following suit.

    Games with calls of reneges do not show this tip, because it would prevent reneges.
    """
    return follows(snapshot) and _has_trump(snapshot) and BidWhistView.of(snapshot.view).terms.is_strict


def _follow_tip(snapshot: Snapshot) -> str:
    view = BidWhistView.of(snapshot.view)
    if led_in(view) is view.table.trump:
        return _("Trump was led, so play one. If you have none, play anything: it can’t win.")
    return _("Follow suit if you can. If not, a trump wins the book unless a better one is played.")


def _first_downtown(snapshot: Snapshot) -> bool:
    return plays(snapshot) and not own_places(snapshot) and _is_downtown(snapshot)


TIPS: Final = (
    Tip(offered(BID), _bid_tip),
    Tip(offered(TRUMP), gettext_lazy("Name your longest suit; its cards beat every other suit.")),
    Tip(offered(DIRECTION), gettext_lazy("Up if your cards are high, down if they are low. Aces are best both ways.")),
    Tip(offered(DISCARD), _discard_tip),
    Tip(_first_downtown, gettext_lazy("Downtown, the ace is best, then two, three and up; kings are worst.")),
    Tip(
        _leads_with_trump,
        gettext_lazy("If you hold the best trumps, draw theirs first; then a long suit wins by itself."),
    ),
    Tip(_follows_with_trump, _follow_tip),
)

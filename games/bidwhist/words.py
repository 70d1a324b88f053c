"""The texts of Bid Whist: bids, contracts, hints, moves, tips for a first game; options."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.bidwhist.legal import pack, put_aside
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
    Called,
)
from games.cardgame import Full, OptionWords, SettingWords
from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.state import SeatAction
from games.engine.tricks import next_seat, suit_led
from games.pages.cards import SPADES_FIRST, SPADES_LAST
from games.pages.moves import Done, Hint, HintWords, Tip, follows, leads, offered, own_places, plays
from games.pages.seats import Around, sentence_on
from games.pages.tricks import ShownTrick, TrickOnTable, hint_of_card, tricks_with
from games.pages.words import SUITS, by_hand, in_words
from games.snapshot import Snapshot

#: The order of a hand during the auction: high cards best, no trumps.
_WITHOUT_TRUMPS: Final = Contract(WhistBid(1, Denomination.UPTOWN), 0)
NOBODY_BID = _("Everyone passed: nothing is scored, and the next dealer deals.")
DENOMINATIONS: Final = {
    Denomination.UPTOWN: _("uptown"),
    Denomination.DOWNTOWN: _("downtown"),
    Denomination.NO_TRUMP: _("no trump"),
}
_NAME: Final = HintWords(_("Hint: name the ringed one."), _("It makes the most of these cards."))


@by_hand
def tricks_of(actions: Sequence[SeatAction], contract: Contract | None) -> tuple[ShownTrick, ...]:
    """Return all tricks in order, the open one last; none before there is a contract."""
    return () if contract is None else tricks_with(actions, contract, seats=len(SEATS))


def led_in(view: BidWhistView) -> Suit | None:
    """Return the suit led; None before a contract, or while no card with a suit lies on the table."""
    contract = view.table.played
    return None if contract is None else suit_led((one for _seat, one in view.table.trick), contract)


def bid_name(bid: WhistBid) -> str:
    """Return a bid's name: "5 downtown"."""
    return gettext("%(level)s %(name)s") % {"level": bid.level, "name": DENOMINATIONS[bid.denomination]}


def books_sentence(count: int) -> str:
    return ngettext("%(n)s book", "%(n)s books", count) % {"n": count}


def side_books(count: int, contract: Contract | None, side: int) -> str:
    """Return a side's books in words. For the declarer's side the words include the promised books."""
    if contract is None or contract.side != side:
        return books_sentence(count)
    return gettext("took %(books)s, needed %(promised)s") % {"books": count, "promised": contract.bid.promised}


def call_words(text: str) -> str:
    """Return a call as part of a sentence: "5 downtown", "pass"."""
    bid = find_bid(text)
    return gettext("pass") if bid is None or text == PASS else bid_name(bid)


def contract_words(contract: Contract) -> str:
    """Return a contract in words: "5 downtown in hearts", "4 no trump, downtown"; before the naming only the bid."""
    words = {"bid": bid_name(contract.bid)}
    if contract.trump is not None:
        return gettext("%(bid)s in %(suit)s") % {**words, "suit": SUITS[contract.trump]}
    if contract.direction is not None:
        up = contract.direction is Direction.UP
        return gettext("%(bid)s, uptown") % words if up else gettext("%(bid)s, downtown") % words
    return words["bid"]


def renege_sentence(moment: Around, call: Called) -> str:
    if call.book is None:
        own, other = gettext("You called a renege and gave up."), gettext("%(name)s called a renege and gave up.")
    elif call.is_right:
        own = gettext("Your call was correct (trick %(n)s).")
        other = gettext("%(name)s’s call was correct (trick %(n)s).")
    else:
        own, other = gettext("Your call was wrong (trick %(n)s)."), gettext("%(name)s’s call was wrong (trick %(n)s).")
    return sentence_on(moment, call.seat, own, other, n=call.book)


def in_order(hand: Sequence[Card], contract: Contract | None, *, spades_first: bool) -> list[Card]:
    """Return the hand sorted: trumps and jokers first, each suit from its best card (downtown: ace, two, three)."""
    suits = SPADES_FIRST if spades_first else SPADES_LAST
    ranking = contract or _WITHOUT_TRUMPS

    def place(card: Card) -> tuple[int, int]:
        suit = ranking.suit_of(card)
        row = -1 if suit is None or suit is ranking.trump else suits.index(suit)
        return row, -ranking.strength(card)

    return sorted(hand, key=place)


# -- hints, moves and tips ------------------------------------------------------------------------------


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
    return HintWords(gettext("Hint: bid %(call)s.") % words, why)


HINTS: Final[Mapping[str, Hint]] = {
    BID: _call,
    PASS: HintWords(_("Hint: pass."), _("These cards aren’t worth that many books.")),
    TRUMP: _NAME,
    DIRECTION: _NAME,
    DISCARD: HintWords(_("Hint: discard the ringed cards."), _("They’re worthless in this direction.")),
    PLAY: hint_of_card(_trick_of),
}


def _names_trick(action: Action) -> str:
    if action.argument is None:
        return gettext("gives up the call")
    return gettext("calls trick %(n)s") % {"n": action.argument}


DONE: Final[Mapping[str, Done]] = {
    BID: lambda action: pgettext("Bid Whist", "bids %(bid)s") % {"bid": call_words(str(action.argument))},
    TRUMP: lambda action: gettext("names %(suit)s") % {"suit": SUITS[Suit(str(action.argument))]},
    DIRECTION: lambda action: gettext("names up") if action.argument == Direction.UP else gettext("names down"),
    CALL: _("calls a renege"),
    BOOK: _names_trick,
    CONFIRM: _("confirms the hand"),
}


#: Names of choices without cards, for the review of a finished hand.
CHOICES: Final[Mapping[str, Done]] = {
    BID: lambda action: call_words(str(action.argument)),
    PASS: _("a pass"),
    TRUMP: lambda action: str(SUITS[Suit(str(action.argument))]),
    DIRECTION: lambda action: gettext("uptown") if action.argument == Direction.UP else gettext("downtown"),
}


def _bid_tip(snapshot: Snapshot) -> str:
    lowest = WhistBid(BidWhistView.of(snapshot.view).terms.min_bid, Denomination.UPTOWN)
    words = {"n": lowest.level, "books": in_words(lowest.promised)}
    return _("A bid of %(n)s promises %(books)s of thirteen books. Uptown, high cards win; downtown, low ones.") % words


def _discard_tip(snapshot: Snapshot) -> str:
    if not _has_trump(snapshot):
        return gettext("Your discards are your first book. Keep aces and long suits.")
    return gettext("Your discards are your first book. Keep trumps, aces and long suits.")


def _has_trump(snapshot: Snapshot) -> bool:
    return BidWhistView.of(snapshot.view).table.trump is not None


def _leads_with_trump(snapshot: Snapshot) -> bool:
    return leads(snapshot) and _has_trump(snapshot)


def _follows_with_trump(snapshot: Snapshot) -> bool:
    """Return whether to show the tip on following suit. It would prevent reneges where players may call them."""
    return follows(snapshot) and _has_trump(snapshot) and BidWhistView.of(snapshot.view).terms.is_strict


def _follow_tip(snapshot: Snapshot) -> str:
    view = BidWhistView.of(snapshot.view)
    if led_in(view) is view.table.trump:
        return gettext("Trump was led, so play one. If you have none, play anything: it can’t win.")
    return gettext("Follow suit if you can. If not, a trump wins the book unless a better one is played.")


def _first_downtown(snapshot: Snapshot) -> bool:
    contract = BidWhistView.of(snapshot.view).table.played
    return plays(snapshot) and not own_places(snapshot) and contract is not None and contract.is_down


TIPS: Final = (
    Tip(offered(BID), _bid_tip),
    Tip(offered(TRUMP), _("Name your longest suit; its cards beat every other suit.")),
    Tip(offered(DIRECTION), _("Up if your cards are high, down if they are low. Aces are best both ways.")),
    Tip(offered(DISCARD), _discard_tip),
    Tip(_first_downtown, _("Downtown, the ace is best, then two, three and up; kings are worst.")),
    Tip(_leads_with_trump, _("If you hold the best trumps, draw theirs first; then a long suit wins by itself.")),
    Tip(_follows_with_trump, _follow_tip),
)


# -- options and examples of the rules -----------------------------------------------------------------


def idle(full: Full) -> Iterator[tuple[str, str]]:
    if full["jokers"] == 0:
        yield "nt_joker", gettext("Has no effect without jokers.")
    if full["renege"] == "strict":
        yield "renege_penalty", gettext("Only matters if reneges are called at the table.")


SETTINGS: Final = SettingWords(
    options={
        "jokers": OptionWords(
            _("Jokers"),
            _("How many jokers are in the deck. Each adds a card to the kitty."),
            said_of={0: _("there are no jokers"), 1: _("there is one joker"), 2: _("there are two jokers")},
        ),
        "min_bid": OptionWords(
            _("Lowest bid"),
            _("No bid may be lower. A bid of four promises ten books, counting the kitty."),
            said=_("bids start at %(value)s"),
        ),
        "down_over_up": OptionWords(
            _("Downtown over uptown"),
            _("A downtown bid outranks an uptown bid of the same level. When this is off, they are equal."),
            said_of={True: _("downtown outranks uptown"), False: _("downtown and uptown are equal")},
        ),
        "all_pass": OptionWords(
            _("If the first three pass"),
            _("If the dealer passes too, nothing is scored and the next player deals."),
            choices={"dealer_forced": _("the dealer must bid"), "redeal": _("the dealer may pass")},
            said_of={
                "dealer_forced": _("the dealer must bid if everyone else passes"),
                "redeal": _("the next player deals if everyone passes"),
            },
        ),
        "name_after_kitty": OptionWords(
            _("Name trump after the kitty"),
            _("The declarer sees the kitty before naming trump or a direction."),
            said_of={
                True: _("trump is named once the kitty is taken"),
                False: _("trump is named before the kitty is taken"),
            },
        ),
        "kitty_shown": OptionWords(
            _("Show the kitty"),
            _("The kitty is turned face up for everyone before the declarer takes it."),
            said_of={True: _("the kitty is shown"), False: _("the kitty is not shown")},
        ),
        "nt_joker": OptionWords(
            _("Jokers in no trump"),
            _("Jokers can’t win in no trump. This sets what happens to them."),
            _("It has no effect without jokers."),
            choices={
                "throw_off": _("thrown off first"),
                "exchange": _("exchanged before play"),
                "free": _("played like any card"),
            },
            said_of={
                "throw_off": _("in no trump jokers are thrown off first"),
                "exchange": _("in no trump jokers are exchanged before play"),
                "free": _("in no trump jokers are played like any card"),
            },
        ),
        "nt_double": OptionWords(
            _("No trump counts double"),
            _("A no-trump hand counts double, made or set."),
            said_of={True: _("no trump counts double"), False: _("no trump does not count double")},
        ),
        "renege": OptionWords(
            _("Reneges"),
            _("Whether an illegal card is refused, or stands until a player calls it."),
            choices={"strict": _("refused right away"), "table": _("called at the table")},
            said_of={"strict": _("a renege is refused right away"), "table": _("a renege is called at the table")},
        ),
        "renege_penalty": OptionWords(
            _("Books for a renege"),
            _(
                "At the end of the hand, each right call takes this many books from the other side, "
                "and each wrong call gives them this many."
            ),
            _("It only matters if reneges are called at the table."),
            said=_("a renege costs %(value)s books"),
            said_of={0: _("a renege costs no book"), 1: _("a renege costs one book")},
        ),
        "win_score": OptionWords(
            _("Winning score"), _("A declaring side with this many points wins the game."), said=_("to %(value)s")
        ),
        "lose_score": OptionWords(
            _("Losing score"),
            _("A declaring side that drops to this score or below loses the game."),
            said=_("or %(value)s"),
        ),
        "boston_double": OptionWords(
            _("Boston counts twice"),
            _("A game won by making a bid of all thirteen books counts as two wins."),
            said_of={True: _("a Boston counts twice"), False: _("a Boston counts once")},
        ),
    },
    aim=("win_score", "lose_score"),
    idle=idle,
)

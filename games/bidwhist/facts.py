"""The facts of a hand of Bid Whist for one seat, and the statistics counted from them.

All seats get the marks of the contract's kind and level, the declarer's side gets `made` or `overbid` (set), the
opponents get `contract_against` and, if the contract is set, `set_them`. If a stand-in (a computer player at a
person's seat) bid for the declarer, that seat gets no other marks of the contract than kind and level.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final, cast

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import figures
from games.bidwhist.score import HIGHEST, Denomination, WhistBid, find_bid
from games.bidwhist.state import BID, side_of
from games.bidwhist.words import DENOMINATIONS, bid_name, books_sentence
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores, whole_number
from games.figures import TableByMark, average, count, filled, section, share, share_of_total
from games.snapshot import PlayedHand

#: The mark for each kind of contract.
KINDS: Final = {
    Denomination.UPTOWN: "uptown",
    Denomination.DOWNTOWN: "downtown",
    Denomination.NO_TRUMP: "no_trump",
}


class BidWhistFacts(GameFacts):
    """The facts of Bid Whist. A game usually goes to 7 points, so the limits of comebacks and margins are small.

    `books` are those of the seat's side, `points` are 0 unless this side declared. If it declared, `contract` are the
    books that it bid and `taken` those that it took.
    """

    comeback: ClassVar[int] = 4
    nail_biter: ClassVar[int] = 2
    blow_out: ClassVar[int] = 10

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        bid, declarer = find_bid(hand.record.get("contract")), whole_number(hand.record.get("declarer"))
        if bid is None or declarer is None:
            return Facts((*plain.marks, "passed_out"))
        marks = [*plain.marks, KINDS[bid.denomination], f"level{bid.level}"]
        is_own = side_of(declarer) == side_of(seat)
        points = whole_number(hand.sheet["points"]) or 0
        books = cast("tuple[int, int]", hand.record["books"])[side_of(seat)]
        numbers = {**plain.numbers, "points": points if is_own else 0, "contract_level": bid.level, "books": books}
        if not is_own:
            marks += _against(hand, bid)
        elif declarer != seat or not hand.is_computers(seat, BID):
            marks += _played(hand, bid, declarer, seat)
            numbers |= {"contract": bid.promised, "taken": books}
        call_marks, call_numbers = _calls(hand, seat)
        return replace(plain, marks=(*marks, *call_marks), numbers={**numbers, **call_numbers})


def _played(hand: PlayedHand, bid: WhistBid, declarer: Seat, seat: Seat) -> Iterator[str]:
    """Yield the marks of a contract of the seat's side, including `declared` if the seat is the declarer."""
    is_made = bool(hand.sheet["is_made"])
    yield from ("contract", "made" if is_made else "overbid")
    if declarer == seat:
        yield from ("declared", "declared_made" if is_made else "declared_set")
    if hand.sheet["is_boston"]:
        yield "boston"
    if bid.level == HIGHEST:
        yield from ("boston_bid", *(["boston_bid_made"] if is_made else []))


def _against(hand: PlayedHand, bid: WhistBid) -> Iterator[str]:
    yield from ("contract_against", *([] if hand.sheet["is_made"] else ["set_them"]))
    if hand.sheet["is_boston"]:
        yield "boston_against"
    if bid.level == HIGHEST:
        yield "boston_bid_against"


def _calls(hand: PlayedHand, seat: Seat) -> tuple[list[str], dict[str, int]]:
    """Return the marks and numbers of the seat's calls of reneges. A call that was given up is wrong.

    The mark `caught` says that an opponent correctly called a renege of the seat's side.
    """
    calls = cast("tuple[tuple[int, int | None, bool], ...]", hand.sheet["calls"])
    own = [is_right for by, _book, is_right in calls if by == seat]
    right, wrong = own.count(True), own.count(False)
    is_caught = any(is_right and side_of(by) != side_of(seat) for by, _book, is_right in calls)
    marks = {"called": own, "called_right": right, "called_wrong": wrong, "caught": is_caught}
    numbers = {"calls_right": right, "calls_wrong": wrong} if own else {}
    return [mark for mark, holds in marks.items() if holds], numbers


# -- statistics -------------------------------------------------------------------------------------------


_KINDS: Final = {mark: DENOMINATIONS[kind] for kind, mark in KINDS.items()}
_LEVELS: Final = {f"level{level}": filled(_("level %(n)s"), n=level) for level in range(1, HIGHEST + 1)}
_CALLS: Final = "calls_right calls_wrong"
_PASSED_OUT: Final = _("everyone passed")


def hand_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    """Return contract and books of a hand for a list of hands: "5 downtown, 11 books"; empty without a contract."""
    if "passed_out" in marks:
        return str(_PASSED_OUT)
    kind = next((kind for kind, mark in KINDS.items() if mark in marks), None)
    if kind is None or not {"contract_level", "books"} <= set(numbers):
        return ""
    words = {"contract": bid_name(WhistBid(numbers["contract_level"], kind)), "books": books_sentence(numbers["books"])}
    if "contract_against" in marks:
        return gettext("their %(contract)s, you %(books)s") % words
    return gettext("%(contract)s, %(books)s") % words


#: The columns of the tables of contracts by kind and by level.
_OF_CONTRACTS: Final = (
    count(_("Yours"), "made overbid", shows="contract"),
    share(_("Made"), "made", "made overbid"),
    count(_("Set"), "overbid"),
    count(_("You declared"), "declared"),
    share(_("You made"), "declared_made", "declared"),
    count(_("Theirs"), "contract_against"),
    count(_("Theirs set"), "set_them"),
)

FIGURES: Final = replace(
    figures.USUAL,
    terms=replace(figures.USUAL.terms, mark_head=_("Contract")),
    sections=(
        figures.of_games(BidWhistFacts),
        section(
            _("Your side’s contracts"),
            share(_("contracts made"), "made", "contract"),
            count(_("set"), "overbid"),
            average(_("average books bid"), "contract", shows="contract"),
            average(_("average books taken"), "taken", shows="contract"),
            share(_("other side set"), "set_them", "contract_against"),
            average(_("books per hand, any contract"), "books"),
            count(_("hands everyone passed"), "passed_out"),
        ),
        section(
            _("You as declarer"),
            share(_("of your side’s contracts"), "declared", "contract"),
            share(_("made"), "declared_made", "declared"),
            count(_("set"), "declared_set"),
        ),
        section(
            _("Bostons"),
            count(_("all thirteen books"), "boston"),
            share(_("bid and made"), "boston_bid_made", "boston_bid", shows="boston_bid"),
            count(_("by the other side"), "boston_against"),
        ),
        section(
            _("Reneges"),
            share_of_total(_("your correct calls"), "calls_right", _CALLS, shows="called"),
            count(_("hands with a correct call"), "called_right"),
            count(_("hands with a wrong call"), "called_wrong"),
            count(_("hands your side was caught"), "caught"),
        ),
        figures.given_up(),
    ),
    tables=(
        TableByMark(_("Contracts by kind"), _("Kind"), _KINDS, _OF_CONTRACTS),
        TableByMark(_("Contracts by level"), _("Contract"), _LEVELS, _OF_CONTRACTS),
        figures.BY_LEVEL,
        figures.BY_PARTNER,
        TableByMark(_("By who bid first"), _("First"), {"led": _("You bid first"), "followed": _("Someone else did")}),
    ),
    totals=figures.totals(figures.HANDS, figures.BIDS_MADE),
    marks={
        **_KINDS,
        **_LEVELS,
        "led": _("you bid first"),
        "followed": _("someone else bid first"),
        "contract": _("your side’s contract"),
        "made": _("contract made"),
        "overbid": _("set"),
        "declared": _("you declared"),
        "declared_made": _("you declared and made it"),
        "declared_set": _("you declared and were set"),
        "contract_against": _("the other side’s contract"),
        "set_them": _("other side set"),
        "boston": _("a Boston"),
        "boston_bid": _("a Boston bid"),
        "boston_bid_made": _("a Boston bid and made"),
        "boston_against": _("a Boston by the other side"),
        "boston_bid_against": _("a Boston bid by the other side"),
        "called": _("a renege you called"),
        "called_right": _("a renege you called correctly"),
        "called_wrong": _("a renege you called wrongly"),
        "caught": _("a renege called on your side"),
        "passed_out": _PASSED_OUT,
    },
    numbers="points score other seconds contract taken contract_level books calls_right calls_wrong",
    hand_sentence=hand_sentence,
)

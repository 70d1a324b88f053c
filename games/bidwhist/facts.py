"""The facts of a hand of Bid Whist for one seat: the contract and its result, books, calls of reneges.

All seats get the marks of the contract's kind and level, the declarer's side gets `made` or `overbid` (set), the
opponents get `contract_against` and, if the contract is set, `set_them`. If a stand-in (a computer player at a
person's seat) bid for the declarer, that seat gets no other marks of the contract than kind and level.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final, cast

from games.bidwhist.score import HIGHEST, Denomination, WhistBid, find_bid
from games.bidwhist.state import BID, side_of
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores, whole_number
from games.snapshot import PlayedHand

#: The mark for each kind of contract.
KINDS: Final[Mapping[Denomination, str]] = {
    Denomination.UPTOWN: "uptown",
    Denomination.DOWNTOWN: "downtown",
    Denomination.NO_TRUMP: "no_trump",
}
LEVELS: Final = range(1, HIGHEST + 1)
#: Numbers that only the seats of the declarer's side have.
OF_A_CONTRACT: Final = frozenset({"contract", "taken"})


def level_mark(level: int) -> str:
    return f"level{level}"


class BidWhistFacts(GameFacts):
    """The facts of Bid Whist. A game usually goes to 7 points, so the limits of comebacks and margins are small."""

    comeback: ClassVar[int] = 4
    nail_biter: ClassVar[int] = 2
    blow_out: ClassVar[int] = 10

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        bid, declarer = find_bid(hand.record.get("contract")), whole_number(hand.record.get("declarer"))
        if bid is None or declarer is None:
            return Facts((*plain.marks, "passed_out"))
        marks = [*plain.marks, KINDS[bid.denomination], level_mark(bid.level)]
        numbers = {**plain.numbers, **_numbers(hand, bid, declarer, seat)}
        if declarer == seat and hand.is_computers(seat, BID):
            numbers = {name: number for name, number in numbers.items() if name not in OF_A_CONTRACT}
        elif side_of(declarer) == side_of(seat):
            marks += _played(hand, bid, declarer, seat)
        else:
            marks += _against(hand, bid)
        return replace(plain, marks=(*marks, *_call_marks(hand, seat)), numbers=numbers)


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
    """Yield the marks of the other side's contract."""
    yield from ("contract_against", *([] if hand.sheet["is_made"] else ["set_them"]))
    if hand.sheet["is_boston"]:
        yield "boston_against"
    if bid.level == HIGHEST:
        yield "boston_bid_against"


def _numbers(hand: PlayedHand, bid: WhistBid, declarer: Seat, seat: Seat) -> dict[str, int]:
    """Return the numbers of a hand. `books` are those of the seat's side, `points` are 0 unless this side declared.

    If this side declared, `contract` are the books that it bid and `taken` those that it took.
    """
    is_own = side_of(declarer) == side_of(seat)
    books = cast("tuple[int, int]", hand.record["books"])[side_of(seat)]
    points = whole_number(hand.sheet["points"]) or 0
    numbers = {"points": points if is_own else 0, "contract_level": bid.level, "books": books}
    if is_own:
        numbers |= {"contract": bid.promised, "taken": books}
    right, wrong = _calls(hand, seat)
    return numbers | ({"calls_right": right, "calls_wrong": wrong} if right or wrong else {})


def _judged_calls(hand: PlayedHand) -> tuple[tuple[int, int | None, bool], ...]:
    """Return the calls of reneges as (seat, trick, is right)."""
    return cast("tuple[tuple[int, int | None, bool], ...]", hand.sheet["calls"])


def _calls(hand: PlayedHand, seat: Seat) -> tuple[int, int]:
    """Return how many of the seat's calls were right, and how many were wrong or given up."""
    own = [is_right for by, _book, is_right in _judged_calls(hand) if by == seat]
    return sum(own), len(own) - sum(own)


def _call_marks(hand: PlayedHand, seat: Seat) -> Iterator[str]:
    """Yield the marks of the seat's calls, and `caught` if an opponent correctly called a renege of the seat's side."""
    right, wrong = _calls(hand, seat)
    if right or wrong:
        yield "called"
    if right:
        yield "called_right"
    if wrong:
        yield "called_wrong"
    if any(is_right and side_of(by) != side_of(seat) for by, _book, is_right in _judged_calls(hand)):
        yield "caught"

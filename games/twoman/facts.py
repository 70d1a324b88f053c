"""The facts of a hand of Two-Man Spades for one seat: bid, result, bags, bag cards, pile, denials."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores, whole_number
from games.snapshot import PlayedHand
from games.twoman.score import Contract, SeatLine, lines_of
from games.twoman.state import BID, BLIND, BLIND_NIL, own

#: Bag cards, by the number of bags that they take off together.
CARDS_OF_BAGS: Mapping[int, tuple[str, ...]] = {1: ("TC",), 2: ("7D",), 3: ("7D", "TC")}
#: Points of a pile that counts double.
DOUBLE = 20
#: For each field of `SeatLine` that is kept, the name of its number in the facts.
KEPT = {"bags_taken": "bags", "bags_lost": "bags_off", "penalties": "penalties", "bonuses": "bonuses"}


class TwoManFacts(GameFacts):
    """The facts of Two-Man Spades.

    A hand with a blind nil may end before its last trick. So in such a hand only the blind nil is marked as made or
    failed, and the numbers `tricks` and `points` are left out. Every hand has the number `took`, the tricks taken.
    """

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        bid, is_blind = _bid(hand, seat)
        tricks = _at(hand.record.get("tricks"), seat)
        marks = [*plain.marks, *self.seat_marks(state, seat)]
        numbers = dict(plain.numbers)
        only_nil = hand.sheet.get("blind_nil")  # the seat that bid blind nil; such a hand is not scored
        if tricks is not None:
            numbers["took"] = tricks
        if bid is not None and tricks is not None:
            numbers |= {"bid": bid, **({"blind": bid} if is_blind else {})}
            marks += [f"bid{bid}", f"tricks{tricks}"]
            marks += _bid_marks(bid, tricks, is_blind=is_blind) if only_nil in (None, seat) else ()
        if only_nil is not None:
            numbers.pop("points", None)
        elif tricks is not None:
            numbers["tricks"] = tricks
        if lines := lines_of(hand.sheet):
            own_line, other_line = lines[seat], lines[1 - seat]
            numbers |= {name: getattr(own_line, key) for key, name in KEPT.items()}
            marks += [*_bag_marks(own_line, other_line), *_pile_marks(hand.sheet, seat)]
        return replace(plain, marks=tuple(marks), numbers=numbers)

    def standing(self, state: State) -> Scores:
        return own(state).displays

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        return (str(own(state).parity[seat]),)


def _bid(hand: PlayedHand, seat: Seat) -> tuple[int | None, bool]:
    """Return the seat's bid and whether it was blind; (None, False) without a bid or if a stand-in made it."""
    if hand.is_computers(seat, BID, BLIND, BLIND_NIL):
        return None, False
    for said_by, action in hand.actions:
        if said_by == seat and action.verb in (BID, BLIND, BLIND_NIL):
            return (action.number or 0), action.verb != BID
    return None, False


def _bid_marks(bid: int, tricks: int, *, is_blind: bool) -> Iterator[str]:
    """Yield the marks of a bid. A nil has none of "made", "exact", "underbid" and "overbid"."""
    is_made = Contract(bid).is_made(tricks)
    if is_blind:
        yield from ("blind", "blind_made" if is_made else "blind_failed")
    if bid == 0:
        yield from ("nil", "nil_made" if is_made else "nil_failed")
    elif not is_made:
        yield "overbid"
    else:
        yield from ("made", "exact" if tricks == bid else "underbid")


def _bag_marks(line: SeatLine, other: SeatLine) -> Iterator[str]:
    for verb, one in (("won", line), ("lost", other)):
        taken = CARDS_OF_BAGS.get(one.bags_lost, ())
        yield from (f"{verb}_{text}" for text in taken)
    if line.bags_taken:
        yield "bagged"
    if line.penalties:
        yield "penalty"
    if line.bonuses:
        yield "bonus"


def _pile_marks(sheet: Mapping[str, object], seat: Seat) -> Iterator[str]:
    is_mine = sheet["pile_winner"] == seat
    yield "pile" if is_mine else "pile_lost"
    if sheet["pile_points"] == DOUBLE:
        yield "double" if is_mine else "double_lost"
    if sheet["denied"]:
        yield "denial" if is_mine else "denial_paid"


def _at(value: object, seat: Seat) -> int | None:
    return whole_number(value[seat]) if isinstance(value, tuple | list) else None

"""The facts of a hand of Two-Man Spades for one seat: bid, result, bags, pile, denials; and the statistics of them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from games import figures
from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.facts import Facts, GameFacts, Scores, whole_number
from games.figures import TableByMark, blind_bids, count, percent, section, share, total
from games.snapshot import PlayedHand
from games.twoman.rules import BID, BLIND, BLIND_NIL, own
from games.twoman.score import Contract, SeatLine, lines_of

#: Bag cards, by the number of bags that they take off together.
CARDS_OF_BAGS: Mapping[int, tuple[str, ...]] = {1: ("TC",), 2: ("7D",), 3: ("7D", "TC")}


class TwoManFacts(GameFacts):
    """The facts of Two-Man Spades.

    A hand with a blind nil may end before its last trick. So in such a hand only the blind nil is marked as made or
    failed, and the numbers `tricks` and `points` are left out. Every hand has the number `took`, the tricks taken.
    """

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        plain = super().hand(rules, state, hand, scores_before, seat)
        bid, is_blind = _bid(hand, seat)
        taken = hand.record.get("tricks")
        tricks = whole_number(taken[seat]) if isinstance(taken, tuple | list) else None
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
            numbers |= {"bags": own_line.bags_taken, "bags_off": own_line.bags_lost}
            numbers |= {"penalties": own_line.penalties, "bonuses": own_line.bonuses}
            marks += [*_bag_marks(own_line, other_line), *_pile_marks(hand.sheet, seat)]
        return replace(plain, marks=tuple(marks), numbers=numbers)

    def standing(self, state: State) -> Scores:
        return own(state).displays

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        return (str(own(state).parity[seat]),)


def _bid(hand: PlayedHand, seat: Seat) -> tuple[int | None, bool]:
    """Return the seat's bid and whether it was blind; (None, False) without a bid or if a stand-in made it."""
    verbs = (BID, BLIND, BLIND_NIL)
    made = next((action for by, action in hand.actions if by == seat and action.verb in verbs), None)
    if made is None or hand.is_computers(seat, *verbs):
        return None, False
    return made.number or 0, made.verb != BID


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
    if sheet["pile_points"] == 20:
        yield "double" if is_mine else "double_lost"
    if sheet["denied"]:
        yield "denial" if is_mine else "denial_paid"


# -- statistics ------------------------------------------------------------------------------------------

_OF_BIDS: Final = "made overbid"

FIGURES: Final = replace(
    figures.USUAL,
    sections=(
        figures.of_games(TwoManFacts),
        section(
            _("Bids"),
            share(_("bids made"), "made", _OF_BIDS),
            percent(_("made exactly"), "exact", _OF_BIDS),
            percent(_("underbid"), "underbid", _OF_BIDS),
            percent(_("overbid"), "overbid", _OF_BIDS),
            *figures.BIDS_AND_TRICKS,
        ),
        section(
            _("Nil and blind"),
            figures.SHARE_OF_NILS,
            share(_("blind bids made"), "blind_made", "blind", shows="blind"),
            blind_bids(_("blind %(bid)s made")),
        ),
        section(
            _("Bags"),
            *figures.BAGS,
            count(_("hands with +100 for bags below zero"), "bonus"),
            count(_("seven of diamonds won"), "won_7D"),
            count(_("seven of diamonds lost"), "lost_7D"),
            count(_("ten of clubs won"), "won_TC"),
            count(_("ten of clubs lost"), "lost_TC"),
        ),
        section(
            _("The pile"),
            share(_("piles won"), "pile", "pile pile_lost"),
            count(_("doubles won"), "double"),
            count(_("doubles lost"), "double_lost"),
            count(_("denials: your opponent paid"), "denial"),
            count(_("denials: you paid"), "denial_paid"),
        ),
        figures.given_up(),
    ),
    columns=(*figures.COLUMNS_WITH_NILS, share(_("Piles won"), "pile", "pile pile_lost", known="pile pile_lost")),
    tables=(
        figures.BY_LEVEL,
        TableByMark(
            _("By who led, and by side"),
            _("Side"),
            {"led": _("You led"), "followed": _("Your opponent led"), "odd": _("Odd"), "even": _("Even")},
        ),
    ),
    bids_chart=_("Bid vs. tricks"),
    totals=figures.totals(
        figures.HANDS, total(_("tricks taken by people"), "took", known="took"), figures.BIDS_MADE, figures.NILS_MADE
    ),
    marks={
        **figures.OF_BIDS,
        "led": _("you led"),
        "followed": _("your opponent led"),
        "odd": _("odd"),
        "even": _("even"),
        "made": _("bid made"),
        "exact": _("made exactly"),
        "underbid": _("underbid"),
        "overbid": _("overbid"),
        "bonus": _("+100 for bags below zero"),
        "won_7D": _("seven of diamonds won"),
        "lost_7D": _("seven of diamonds lost"),
        "won_TC": _("ten of clubs won"),
        "lost_TC": _("ten of clubs lost"),
        "pile": _("pile won"),
        "double": _("double won"),
        "double_lost": _("double lost"),
        "denial": _("denial: your opponent paid"),
        "denial_paid": _("denial: you paid"),
    },
    numbers="bid tricks points score other bags bags_off penalties bonuses seconds",
)

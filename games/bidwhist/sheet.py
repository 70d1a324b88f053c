"""A finished hand of Bid Whist, explained side by side, and a finished game: where every point came from, and why."""

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bidwhist.auction import first_book
from games.bidwhist.score import BOOKS, Contract, Direction, HandLine, Pair, find_bid
from games.bidwhist.state import side_of
from games.bidwhist.words import (
    SIDES,
    books_sentence,
    contract_words,
    renege_sentence,
    side_books,
    view_of,
)
from games.engine.cards import Suit
from games.engine.state import plus
from games.snapshot import PlayedHand, Snapshot
from games.viewmodel.seats import Moment, name_in
from games.viewmodel.sheet import ScoreCell, Sheet, SumRow, sum_row
from games.viewmodel.words import tricks


def contract_of(hand: PlayedHand) -> Contract | None:
    """What was played; None for a hand that everybody passed."""
    record = hand.record
    bid = find_bid(record.get("contract"))
    if bid is None:
        return None
    trump, direction = record.get("trump"), record.get("direction")
    return Contract(
        bid,
        cast(int, record["declarer"]),
        None if trump is None else Suit(str(trump)),
        None if direction is None else Direction(str(direction)),
    )


def line_of(hand: PlayedHand) -> HandLine:
    return HandLine.of(hand.sheet)


def unscored(moment: Moment, hand: PlayedHand) -> str:
    return _("everybody passed") if contract_of(hand) is None else ""


def cell(moment: Moment, hand: PlayedHand, side: int) -> ScoreCell:
    """Only the declarer's side's score moves."""
    contract = contract_of(hand)
    books, score = (cast(Pair, hand.record[key])[side] for key in ("books", "score"))
    note = side_books(books, contract, side)
    if contract is None or side != contract.side:
        return ScoreCell(0, score, (note,))
    words = {"who": name_in(moment, contract.declarer), "contract": contract_words(contract)}
    return ScoreCell(line_of(hand).points, score, (_("%(who)s: %(contract)s") % words, note))


def headline(snapshot: Snapshot, hand: PlayedHand) -> tuple[str, str]:
    """How the hand went; of the other side there is nothing more to say."""
    return _headline(snapshot, hand), ""


def _headline(snapshot: Snapshot, hand: PlayedHand) -> str:
    contract = contract_of(hand)
    if contract is None:
        return _("Everybody passed")
    made = line_of(hand).is_made
    words = {"side": SIDES.name_of_side(snapshot, contract.side), "contract": contract_words(contract)}
    if contract.declarer == snapshot.seat:
        return _("You made %(contract)s") % words if made else _("You were set at %(contract)s") % words
    if contract.side == side_of(snapshot.seat):
        return _("Your side made %(contract)s") % words if made else _("Your side was set at %(contract)s") % words
    return _("%(side)s made %(contract)s") % words if made else _("%(side)s were set at %(contract)s") % words


def first_book_sentence(snapshot: Snapshot, hand: PlayedHand) -> str:
    """The discard as it counts."""
    contract, lying = contract_of(hand), first_book(hand.actions)
    if contract is None or not lying:
        return ""
    words = {"name": name_in(snapshot, contract.declarer), "cards": " ".join(f"[{one}]" for one in lying)}
    if contract.declarer == snapshot.own:
        return _("Book 1, which you put aside: %(cards)s") % words
    return _("Book 1, which %(name)s put aside: %(cards)s") % words


# -- where the points came from -------------------------------------------------------------------------


def sheet(moment: Moment, hand: PlayedHand) -> Sheet:
    """The sheet of a finished hand, line by line (docs/rules/bidwhist.md, section 9)."""
    contract = contract_of(hand)
    if contract is None:
        return Sheet(note=_("The next dealer deals."))
    now = cast(Pair, hand.record["score"])
    note = _("All thirteen books: a Boston.") if line_of(hand).is_boston else ""
    sides = SIDES.sums(moment, now, plus(now, contract.side, -line_of(hand).points))
    return Sheet(sides, _rows(moment, hand, contract), note)


def _rows(moment: Moment, hand: PlayedHand, contract: Contract) -> tuple[SumRow, ...]:
    """The doubling and reneges only where there were any."""

    def row(title: str, text: str, points: int, notes: Sequence[str] = ()) -> SumRow:
        return sum_row(title, text, [points if side == contract.side else 0 for side in order], notes)

    order, line = SIDES.sides_in_order(moment), line_of(hand)
    notes = [side_books(line.books if side == contract.side else BOOKS - line.books, contract, side) for side in order]
    rows = [row(_("Contract"), _books_text(hand), line.single, notes)]
    if line.is_doubled:
        rows.append(row(_("No trump"), _("No trump counts double, won or lost."), line.single))
    if hand.sheet["calls"]:
        rows.append(row(_("Reneges"), _reneges_text(moment, hand, contract), 0))
    return tuple(rows)


def _books_text(hand: PlayedHand) -> str:
    before, books = line_of(hand).before_calls, line_of(hand).books
    words = {"tricks": tricks(line_of(hand).tricks), "books": books_sentence(before), "after": str(books)}
    words["promised"] = str(line_of(hand).promised)
    if before == books:
        return _("%(tricks)s and the kitty: %(books)s of %(promised)s promised.") % words
    return _("%(tricks)s and the kitty: %(books)s; after the calls %(after)s of %(promised)s promised.") % words


def _reneges_text(moment: Moment, hand: PlayedHand, contract: Contract) -> str:
    """Every call, and the books that changed sides in the end: fewer than were called for where no more were left."""
    calls = cast("tuple[tuple[int, int | None, bool], ...]", hand.sheet["calls"])
    sentences = [renege_sentence(name_in(moment, seat), book, is_right=is_right) for seat, book, is_right in calls]
    moved = line_of(hand).books - line_of(hand).before_calls
    to = contract.side if moved > 0 else 1 - contract.side
    return " ".join([*sentences, _moved_sentence(moment, to, abs(moved)) if moved else _("No book changed sides.")])


def _moved_sentence(moment: Moment, side: int, count: int) -> str:
    words = {"n": count, "side": SIDES.name_of_side(moment, side, first=False)}
    if moment.own is None:
        return ngettext("%(n)s book went to %(side)s.", "%(n)s books went to %(side)s.", count) % words
    if side == side_of(moment.own):
        return ngettext("%(n)s book went to your side.", "%(n)s books went to your side.", count) % words
    return ngettext("%(n)s book went to their side.", "%(n)s books went to their side.", count) % words


# -- the end of a game ------------------------------------------------------------------------------------


def lead(snapshot: Snapshot) -> str:
    won = [after - before for after, before in zip(_wins(snapshot), view_of(snapshot).wins, strict=True)]
    if max(won) > 1:
        return _("A Boston, bid and made: the game counts as two wins.")
    return _("Hand %(n)s decided it.") % {"n": len(snapshot.hands)}


def facts(snapshot: Snapshot) -> tuple[tuple[str, str, str], ...]:
    played = [(hand, contract.side) for hand in snapshot.hands if (contract := contract_of(hand)) is not None]
    own = [hand for hand, side in played if side == side_of(snapshot.seat)]
    theirs = [hand for hand, side in played if side != side_of(snapshot.seat)]
    bostons = sum(line_of(hand).is_boston for hand, _side in played)
    return (
        (_("contracts of yours made"), str(_made(own)), _("of %(n)s") % {"n": len(own)}),
        (_("contracts of theirs set"), str(len(theirs) - _made(theirs)), _("of %(n)s") % {"n": len(theirs)}),
        (ngettext("Boston", "Bostons", bostons), str(bostons), ""),
        *_match_fact(snapshot),
    )


def _made(hands: list[PlayedHand]) -> int:
    return sum(line_of(hand).is_made for hand in hands)


def match_words(snapshot: Snapshot) -> str:
    """The wins of the match by side (9.3), this game's among them once it is won; empty before the first win."""
    mine, theirs = (_wins(snapshot)[side] for side in SIDES.sides_in_order(snapshot))
    if snapshot.own is None:
        sides = (SIDES.name_of_side(snapshot, side, first=False) for side in SIDES.sides_in_order(snapshot))
        names = dict(zip(("one", "other"), sides, strict=True))
        words = {**names, "mine": mine, "theirs": theirs}
        return _("The match: %(one)s %(mine)s, %(other)s %(theirs)s") % words if mine or theirs else ""
    words = {"mine": mine, "theirs": theirs}
    return _("The match: your side %(mine)s, their side %(theirs)s") % words if mine or theirs else ""


def _match_fact(snapshot: Snapshot) -> tuple[tuple[str, str, str], ...]:
    """The match as it stands after this game; nothing where the game was given up."""
    if snapshot.result is None:
        return ()
    mine, theirs = (_wins(snapshot)[side] for side in SIDES.sides_in_order(snapshot))
    return ((_("wins in the match"), f"{mine}:{theirs}", _("yours and theirs")),)


def _wins(snapshot: Snapshot) -> Pair:
    if snapshot.result is not None and "wins" in snapshot.result.record:
        return cast(Pair, snapshot.result.record["wins"])
    return view_of(snapshot).wins

"""A finished hand of Bid Whist on pages, with result and sources of its points."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bidwhist.auction import first_book
from games.bidwhist.score import BOOKS, Contract, Direction, HandLine, Pair, find_bid
from games.bidwhist.state import side_of
from games.bidwhist.words import books_sentence, contract_words, renege_sentence, side_books, tricks_of
from games.engine.cards import Suit
from games.engine.state import plus
from games.pages.scores import ScoreBreakdown, ScoreCell, SumRow, sum_row
from games.pages.trick_pages import TrickHand
from games.pages.tricks import ShownTrick
from games.pages.words import tricks
from games.snapshot import PlayedHand


def contract_of(hand: PlayedHand) -> Contract | None:
    """Return the contract with its trump or direction; None for a passed-out hand."""
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


class BidWhistHand(TrickHand):
    @cached_property
    def contract(self) -> Contract | None:
        return contract_of(self.hand)

    @cached_property
    def score(self) -> HandLine:
        return HandLine.of(self.hand.sheet)

    @property
    def played(self) -> tuple[ShownTrick, ...]:
        return tricks_of(self.hand.actions, self.contract)

    @property
    def unscored(self) -> str:
        return _("everyone passed") if self.contract is None else ""

    def cell(self, side: int) -> ScoreCell:
        """Return a side's cell in the table of scores. Only the declarer's side scores points in a hand."""
        books, score = (cast(Pair, self.hand.record[key])[side] for key in ("books", "score"))
        note = side_books(books, self.contract, side)
        if self.contract is None or side != self.contract.side:
            return ScoreCell(0, score, (note,))
        words = {"who": self.named(self.contract.declarer), "contract": contract_words(self.contract)}
        return ScoreCell(self.score.points, score, (_("%(who)s: %(contract)s") % words, note))

    @property
    def headline(self) -> tuple[str, str]:
        """The result of the contract, whichever side declared it; the second text is always empty."""
        return (_("Everyone passed") if self.contract is None else self._headline_of(self.contract)), ""

    def _headline_of(self, contract: Contract) -> str:
        made, near = self.score.is_made, self.moment.near
        words = {"side": self.page.side_name(contract.side), "contract": contract_words(contract)}
        if contract.declarer == near:
            return _("You made %(contract)s") % words if made else _("You were set at %(contract)s") % words
        if contract.side == side_of(near):
            return _("Your side made %(contract)s") % words if made else _("Your side was set at %(contract)s") % words
        return _("%(side)s made %(contract)s") % words if made else _("%(side)s were set at %(contract)s") % words

    @property
    def first_book(self) -> str:
        contract, lying = self.contract, first_book(self.hand.actions)
        if contract is None or not lying:
            return ""
        words = {"name": self.named(contract.declarer), "cards": " ".join(f"[{one}]" for one in lying)}
        if contract.declarer == self.moment.own:
            return _("Book 1 (your discards): %(cards)s") % words
        return _("Book 1 (%(name)s’s discards): %(cards)s") % words

    # -- sources of the points (section 9) ------------------------------------------------------------------

    @property
    def sheet(self) -> ScoreBreakdown:
        if self.contract is None:
            return ScoreBreakdown(note=_("The next dealer deals."))
        now = cast(Pair, self.hand.record["score"])
        note = _("All thirteen books: a Boston.") if self.score.is_boston else ""
        sides = self.page.sums(now, plus(now, self.contract.side, -self.score.points))
        return ScoreBreakdown(sides, tuple(self._rows(self.contract)), note)

    def _rows(self, contract: Contract) -> Iterator[SumRow]:
        """Yield a row for each source of points. Doubling and calls of reneges have a row only if they occurred."""

        def row(title: str, text: str, points: int, notes: Sequence[str] = ()) -> SumRow:
            return sum_row(title, text, [points if side == contract.side else 0 for side in order], notes)

        order, line = self.page.side_order, self.score
        books = (line.books if side == contract.side else BOOKS - line.books for side in order)
        notes = [side_books(count, contract, side) for count, side in zip(books, order, strict=True)]
        yield row(_("Contract"), self._books_text, line.single, notes)
        if line.is_doubled:
            yield row(_("No trump"), _("No trump counts double, won or lost."), line.single)
        if self.hand.sheet["calls"]:
            yield row(_("Reneges"), self._reneges_text(contract), 0)

    @property
    def _books_text(self) -> str:
        line = self.score
        words = {"tricks": tricks(line.tricks), "books": books_sentence(line.before_calls), "after": str(line.books)}
        words["promised"] = str(line.promised)
        if line.before_calls == line.books:
            return _("%(tricks)s and the kitty: %(books)s; the bid was %(promised)s.") % words
        text = _("%(tricks)s and the kitty: %(books)s; after the calls, %(after)s. The bid was %(promised)s.")
        return text % words

    def _reneges_text(self, contract: Contract) -> str:
        """Return the sentences on all calls and on the books that changed sides.

        A side gives up at most the books it has, so fewer books can move than the penalties add up to.
        """
        calls = cast("tuple[tuple[int, int | None, bool], ...]", self.hand.sheet["calls"])
        sentences = [renege_sentence(self.moment, seat, book, is_right=is_right) for seat, book, is_right in calls]
        moved = self.score.books - self.score.before_calls
        to = contract.side if moved > 0 else 1 - contract.side
        return " ".join([*sentences, self._moved(to, abs(moved)) if moved else _("No books changed sides.")])

    def _moved(self, side: int, count: int) -> str:
        words = {"n": count, "side": self.page.side_name(side, first=False)}
        if self.moment.own is None:
            return ngettext("%(n)s book went to %(side)s.", "%(n)s books went to %(side)s.", count) % words
        if side == side_of(self.moment.own):
            return ngettext("%(n)s book went to your side.", "%(n)s books went to your side.", count) % words
        return ngettext("%(n)s book went to their side.", "%(n)s books went to their side.", count) % words

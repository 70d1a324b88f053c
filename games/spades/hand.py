"""A finished hand of Spades on pages: headline and score sheet."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import cast

from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.engine.state import Seat
from games.pages.scores import ScoreBreakdown, ScoreCell, SumRow, sum_row
from games.pages.seats import clockwise, may_mind, sentence_on
from games.pages.trick_pages import TrickHand
from games.pages.words import bags, course, joined
from games.spades.options import Terms, terms
from games.spades.score import (
    BLIND,
    SideLine,
    bids_in,
    bonuses,
    lines_of,
    tricks_in,
)
from games.spades.score import tricks_of as promised
from games.spades.words import bid_words, grounds_sentence


class SpadesHand(TrickHand):
    @cached_property
    def terms(self) -> Terms:
        return terms(self.moment.view.options)

    @cached_property
    def score(self) -> Sequence[SideLine]:
        """The lines of the score sheet, by side; empty after a misdeal."""
        return lines_of(self.hand.sheet)

    @cached_property
    def near_first(self) -> list[SideLine]:
        return [self.score[side] for side in self.page.side_order]

    @property
    def unscored(self) -> str:
        return "" if self.score else f"{self._misdeal}: {self._grounds}"

    def cell(self, side: int) -> ScoreCell:
        bids, taken, line = bids_in(self.hand.record), tricks_in(self.hand.record), self.score[side]
        seats = self.page.seats_of(side)
        notes = tuple(
            _("bid %(bid)s, took %(took)s") % {"bid": bid_words(bids[seat]), "took": taken[seat]} for seat in seats
        )
        names = tuple(map(self.named, seats)) if len(seats) > 1 else ()
        return ScoreCell(line.points, line.score, notes, names)

    # -- headings -------------------------------------------------------------------------------------------

    @property
    def headline(self) -> tuple[str, str]:
        if not self.score:
            return self._misdeal, ""
        own, *others = map(self._side_sentence, self.page.side_order)
        return own, " ".join(f"{one}." for one in others)

    def _side_sentence(self, side: int) -> str:
        """Return a side's result: contract, each nil, and the bag penalty if it alone makes the points negative."""
        line, near = self.score[side], self.moment.near
        clauses = [(self._contract_sentence(side, line), line.is_made)] if line.bid else []
        for seat in sorted(self.page.seats_of(side), key=lambda seat: (seat != near, seat)):
            if promised(bids_in(self.hand.record)[seat]) == 0:
                held = tricks_in(self.hand.record)[seat] == 0
                clauses.append((self._nil_sentence(seat, held=held, first=not clauses), held))
        if line.points < 0 and all(is_good for _clause, is_good in clauses):
            clauses.append((_("ten bags cost 100"), False))
        return joined(clauses)

    def _contract_sentence(self, side: int, line: SideLine) -> str:
        words = {"n": line.bid, "short": line.bid - line.taken, "side": self.page.side_name(side)}
        made = line.is_made
        if side != self.page.side_of(self.moment.near):
            return _("%(side)s made %(n)s") % words if made else _("%(side)s fell %(short)s short of %(n)s") % words
        if self.terms.partners:
            return (
                _("Your side made its %(n)s") % words if made else _("Your side fell %(short)s short of %(n)s") % words
            )
        return _("You made your %(n)s") % words if made else _("You fell %(short)s short of %(n)s") % words

    def _nil_sentence(self, seat: Seat, *, held: bool, first: bool) -> str:
        if seat != self.moment.near:
            words = {"name": self.named(seat)}
            return _("%(name)s made nil") % words if held else _("%(name)s’s nil failed") % words
        if first:
            return _("You made nil") if held else _("Your nil failed")
        return _("you made nil") if held else _("your nil failed")

    @property
    def _misdeal(self) -> str:
        return _("%(name)s called a misdeal") % {"name": self.named(self._declarer)}

    @property
    def _declarer(self) -> Seat:
        return cast(Seat, self.hand.record["misdeal"])

    @property
    def _grounds(self) -> str:
        return grounds_sentence(cards(" ".join(self.hand.hands[self._declarer])))

    # -- sources of the points (section 7) ------------------------------------------------------------------

    @property
    def sheet(self) -> ScoreBreakdown:
        if not self.score:
            return ScoreBreakdown(note=_("Reason: %(why)s. The same dealer deals again.") % {"why": self._grounds})
        sides = self.page.sums([line.score for line in self.score], [line.score_before for line in self.score])
        note = bags_held(self.near_first[0].bags, alone=not self.terms.partners) if may_mind(self.moment) else ""
        return ScoreBreakdown(sides, tuple(self._rows()), note)

    def _rows(self) -> Iterator[SumRow]:
        """Yield a row for each source of points. Nils, bonus and penalty have a row only if they occurred."""
        every = self.near_first
        words = _("took %(took)s, bid %(bid)s")
        taken = [words % {"took": line.taken, "bid": line.bid} if line.bid else "" for line in every]
        yield sum_row(_("Contract"), self._bids_text, [line.contract for line in every], taken)
        if any(promised(bid) == 0 for bid in bids_in(self.hand.record)):
            yield sum_row(_("Nils"), self._nils_text, [line.nils for line in every])
        if any(line.bonus for line in every):
            texts = (bonus_text(line.bid, self.terms) for line in every if line.bonus)
            yield sum_row(_("Bonus"), " ".join(dict.fromkeys(texts)), [line.bonus for line in every])
        courses = [course(line.bags_before, line.bags_before + line.bags_taken, line.bags) for line in every]
        yield sum_row(_("Bags"), _bags_text(every), [line.bags_taken for line in every], courses)
        if any(line.penalties for line in every):
            text = _("Ten bags: −100 points, and those ten come off.")
            yield sum_row(_("Penalty"), text, [line.penalty_points for line in every])

    @property
    def _bids_text(self) -> str:
        """Sentences on each bid and its tricks, the near seat first, then on the bids that One Nil changed."""
        bids, taken = bids_in(self.hand.record), tricks_in(self.hand.record)
        own, other = _("You bid %(bid)s and took %(took)s."), _("%(name)s bid %(bid)s and took %(took)s.")
        parts = [
            sentence_on(self.moment, seat, own, other, bid=bid_words(bids[seat]), took=taken[seat])
            for seat in clockwise(self.moment)
        ]
        own, other = _("You bid %(was)s, changed to %(now)s."), _("%(name)s bid %(was)s, changed to %(now)s.")
        for seat, action in self.hand.actions:
            if action.verb == "bid" and action.number is not None and bids[seat] != action.number:
                was, now = bid_words(action.number), bid_words(bids[seat])
                parts.append(sentence_on(self.moment, seat, own, other, was=was, now=now))
        return " ".join(parts)

    @property
    def _nils_text(self) -> str:
        parts = []
        for seat, (bid, took) in enumerate(zip(bids_in(self.hand.record), tricks_in(self.hand.record), strict=True)):
            if promised(bid):
                continue
            own, other = _("You made %(kind)s."), _("%(name)s made %(kind)s.")
            if took:
                own, other = _("You failed at %(kind)s."), _("%(name)s failed at %(kind)s.")
            kind = _("blind nil") if bid == BLIND else _("nil")
            parts.append(sentence_on(self.moment, seat, own, other, kind=kind))
        return " ".join(parts)


def bonus_text(bid: int, rules: Terms) -> str:
    """Return the sentence on the option that gives the largest bonus for a made contract of `bid` tricks."""
    earned = bonuses(bid, rules)
    match max(earned, key=lambda option: earned[option]):
        case "bonus_bid":
            return _("A bid of %(n)s or more, made: its points count double.") % {"n": rules.bonus_bid}
        case "ten_for_200":
            return _("Ten or more bid together, and made.")
    return _("Seven or more bid, and made.")


def bags_held(held: int, *, alone: bool) -> str:
    """Return a warning if the side has seven bags or more, else "". `alone`: each player is a side."""
    if held < 7:
        return ""
    text = _("You have %(bags)s. Ten cost 100.") if alone else _("Your side has %(bags)s. Ten cost 100.")
    return text % {"bags": bags(held)}


def _bags_text(lines: Sequence[SideLine]) -> str:
    if not any(line.bags_taken for line in lines):
        return _("No one took an extra trick.")
    if any(line.nil_tricks for line in lines):
        return _("One point for each trick over the bid; every trick of a nil bidder counts as one.")
    return _("One point for each trick over the bid.")

"""What all pages of Spades share: a finished hand, the base class; and the pages of a replay step and a past game."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import cast

from django.utils.translation import gettext as _

from games.engine.actions import cards_in
from games.engine.cards import cards
from games.engine.state import Phase, Seat, SeatView
from games.engine.tricks import next_seat
from games.pages.cards import Face
from games.pages.game_page import TrickPage
from games.pages.past_pages import TrickPast, TrickReplay
from games.pages.scores import ScoreBreakdown, ScoreCell, SumRow, TrickHand, sum_row
from games.pages.seats import (
    SeatShown,
    SideShown,
    bid_spoken,
    clockwise,
    deals,
    doing,
    may_mind,
    pips,
    seat_shown,
    sentence_on,
    side_shown,
)
from games.pages.tricks import Jump, ShownTrick, replayed_play, spades_broken
from games.pages.words import bags, course, joined, listed, the_card
from games.snapshot import ReplayStep
from games.spades.options import Terms, terms
from games.spades.score import BAG_PENALTY, SideLine, bids_in, bonuses, lines_of, tricks_in
from games.spades.score import tricks_of as promised
from games.spades.state import GIVE, PLAY, RETURN, TRICKS, SpadesView, partner
from games.spades.words import bid_words, grounds_sentence, tricks_of, variant_name

IN_HAND = (Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY)


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
        yours, short = _("You made your %(n)s"), _("You fell %(short)s short of %(n)s")
        if self.terms.partners:
            yours, short = _("Your side made its %(n)s"), _("Your side fell %(short)s short of %(n)s")
        return (yours if made else short) % words

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
        held, note = self.near_first[0].bags, ""
        if held >= 7 and may_mind(self.moment):
            text = (
                _("Your side has %(bags)s. Ten cost 100.")
                if self.terms.partners
                else _("You have %(bags)s. Ten cost 100.")
            )
            note = text % {"bags": bags(held)}
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
            yield sum_row(_("Penalty"), text, [-BAG_PENALTY * line.penalties for line in every])

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
            parts.append(sentence_on(self.moment, seat, own, other, kind=bid_words(bid)))
        return " ".join(parts)


def bonus_text(bid: int, rules: Terms) -> str:
    """Return the sentence on the option that gives the largest bonus for a made contract of `bid` tricks."""
    earned = bonuses(bid, rules)
    match max(earned, key=lambda option: earned[option]):
        case "bonus_bid":
            return _("A bid of %(n)s or more, made: its points count double.") % {"n": rules.bonus_bid}
        case "ten_for_200":
            return _("Ten or more bid together, and made.")
        case "seven_for_140":
            return _("Seven or more bid, and made.")
        case option:
            raise KeyError(option)


def _bags_text(lines: Sequence[SideLine]) -> str:
    if not any(line.bags_taken for line in lines):
        return _("No one took an extra trick.")
    if any(line.nil_tricks for line in lines):
        return _("One point for each trick over the bid; every trick of a nil bidder counts as one.")
    return _("One point for each trick over the bid.")


class SpadesPage(TrickPage):
    most_tricks = TRICKS
    hand_page = SpadesHand

    @cached_property
    def now(self) -> SpadesView:
        return SpadesView.of(self.moment.view)

    @property
    def name(self) -> str:
        return variant_name(self.view.options["variant"])

    @property
    def target(self) -> int:
        return self.now.terms.win

    def tricks_of(self, view: SeatView) -> tuple[ShownTrick, ...]:
        return tricks_of(view.actions, view.options)

    @property
    def _shows_bids(self) -> bool:
        return self.now.phase in IN_HAND or bool(self.now.hands)

    def side(self, side: int, name: str) -> SideShown:
        """Return a side with its score, which changes only at the end of a hand (section 7)."""
        table, seats = self.now.table, self.seats_of(side)
        held = bags(table.bags[side])
        is_said = self.now.terms.partners and self._shows_bids and any(table.bids[seat] is not None for seat in seats)
        more = _("bid %(n)s · %(bags)s") % {"n": table.promised(seats), "bags": held} if is_said else held
        return side_shown(name, table.score[side], table.bags[side], more, spoken_name=self.side_name(side))

    def seat(self, seat: Seat) -> SeatShown:
        table, bid = self.now.table, self.now.table.bids[seat]
        counts = self.now.phase is Phase.PLAY or bool(self.now.hands)
        return seat_shown(
            self.moment,
            seat,
            is_near=self.is_near(seat),
            is_dealer=self._shows_bids and seat == table.dealer,
            bid=bid_words(bid) if self._shows_bids else "",
            took=table.tricks[seat],
            pips=pips(None if bid is None else promised(bid), table.tricks[seat]) if counts else (),
            note=self._note(seat),
            spoken=bid_spoken(self.moment, seat, bid_words(bid), table.tricks[seat]),
        )

    def _note(self, seat: Seat) -> str:
        """Return the note that pages show for a seat without a bid."""
        if self.now.hands:
            return _("no bid yet")
        if self.now.phase not in (Phase.BLIND, Phase.BID):
            return ""
        if seat in self.now.waits_for:
            return _("your bid") if seat == self.moment.own else doing(self.moment, seat, _("is bidding"))
        if seat != self.now.table.dealer:
            return ""
        return _("you deal") if seat == self.moment.own else _("deals")


class SpadesReplay(SpadesPage, TrickReplay):
    @property
    def as_dealt(self) -> str:
        dealer = self.now.table.dealer
        own, other = _("You bid and lead first."), _("%(name)s bids and leads first.")
        return f"{deals(self.moment, dealer)} {sentence_on(self.moment, next_seat(dealer), own, other)}"

    @property
    def hand_over(self) -> str:
        hand = self.replay.hand
        is_void = hand is not None and self.game.rules.is_void(hand.record)
        return _("Nothing is scored; the same dealer deals again.") if is_void else super().hand_over

    def said(self, step: ReplayStep) -> str:
        own, other = _("You bid %(bid)s."), _("%(name)s bid %(bid)s.")
        match step.action.verb:
            case "look":
                return self.looked(step)
            case "blind_nil":
                return sentence_on(self.moment, step.seat, own, other, bid=_("blind nil"))
            case "bid":
                said = sentence_on(self.moment, step.seat, own, other, bid=bid_words(step.action.number))
                return " ".join([said, *self._overridden(step.seat)])
            case "misdeal":  # all hands are open in a replay
                why = grounds_sentence(self.view.hands[step.seat])
                own, other = _("You called a misdeal: %(why)s."), _("%(name)s called a misdeal: %(why)s.")
                return sentence_on(self.moment, step.seat, own, other, why=why)
            case "give" | "return":
                return self._passed_on(step)
        broken = spades_broken(self.tricks) if self.now.terms.breaking else ""
        return replayed_play(self.replay, self.tricks[-1], *filter(None, [broken]))

    def _overridden(self, seat: Seat) -> list[str]:
        """Return the sentence on the partner's bid if this bid changed it under One Nil (section 4.2), else []."""
        other = partner(seat)
        was = SpadesView.of(self.replay.views[self.step - 1]).table.bids[other]
        now = self.now.table.bids[other]
        if was is None or was == now:
            return []
        yours, theirs = _("One Nil: your %(was)s becomes %(now)s."), _("One Nil: %(who)s’s %(was)s becomes %(now)s.")
        words = {"who": self.named(other), "was": bid_words(was), "now": bid_words(now)}
        return [(yours if other == self.moment.own else theirs) % words]

    def _passed_on(self, step: ReplayStep) -> str:
        passed = [the_card(one) for one in cards_in(step.action.argument)]
        text = _("%(who)s passed no cards.")
        if passed:
            gave, gave_back = _("%(who)s passed %(cards)s to %(to)s."), _("%(who)s passed %(cards)s back to %(to)s.")
            text = gave_back if step.action.verb == RETURN else gave
        words = {"who": self.named(step.seat), "to": self.named(partner(step.seat), first=False)}
        return text % {**words, "cards": listed(passed)}

    @property
    def passed(self) -> tuple[Face, ...]:
        action = self.replay.done[-1].action if self.replay.done and not self.tricks else None
        if action is None or action.verb not in (GIVE, RETURN):
            return ()
        return tuple(map(self.drawn, cards_in(action.argument)))

    @property
    def passed_name(self) -> str:
        return _("Cards passed") if not self.tricks else ""

    @property
    def opening(self) -> Jump | None:
        """The link to the step before the first card, with the bids as its text; None without four bids."""
        table = SpadesView.of(self.replay.views[-1]).table
        if None in table.bids:
            return None
        settled = [number for number, step in enumerate(self.replay.steps, start=1) if step.action.verb != PLAY]
        bidders = [next_seat(table.dealer, 1 + step) for step in range(len(self.replay.seated))]
        bids = [f"{self.named(seat, first=False)} {bid_words(table.bids[seat])}" for seat in bidders]
        return Jump(_("Bids: %(bids)s") % {"bids": ", ".join(bids)}, settled[-1])


class SpadesPast(SpadesPage, TrickPast):
    """A past game of Spades."""

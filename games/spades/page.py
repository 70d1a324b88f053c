"""The base class of all pages of Spades, and its pages of a replay step and of a past game."""

from functools import cached_property

from django.utils.translation import gettext as _

from games.engine.reading import cards_in
from games.engine.state import Phase, Seat, SeatView
from games.engine.tricks import next_seat
from games.pages.cards import Face
from games.pages.seats import SeatShown, SideShown, bid_spoken, deals, doing, pips, seat_shown, sentence_on, side_shown
from games.pages.trick_pages import TrickPage, TrickPast, TrickReplay
from games.pages.tricks import Jump, ShownTrick, replayed_play, spades_broken
from games.pages.words import bags, listed, the_card
from games.snapshot import ReplayStep
from games.spades.hand import SpadesHand
from games.spades.score import tricks_of as promised
from games.spades.state import GIVE, PLAY, RETURN, TRICKS, SpadesView, partner
from games.spades.words import bid_words, grounds_sentence, tricks_of, variant_name

IN_HAND = (Phase.BLIND, Phase.BID, Phase.EXCHANGE, Phase.PLAY)


class SpadesPage(TrickPage):
    most_tricks = TRICKS
    hand_page = SpadesHand

    @cached_property
    def now(self) -> SpadesView:
        """The view that the page shows: the near seat's or a spectator's."""
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
        words = {"who": self.named(other), "was": bid_words(was), "now": bid_words(now)}
        if other == self.moment.own:
            return [_("One Nil: your %(was)s becomes %(now)s.") % words]
        return [_("One Nil: %(who)s’s %(was)s becomes %(now)s.") % words]

    def _passed_on(self, step: ReplayStep) -> str:
        passed = [the_card(one) for one in cards_in(step.action.argument)]
        words = {"who": self.named(step.seat), "to": self.named(partner(step.seat), first=False)}
        words["cards"] = listed(passed)
        if not passed:
            return _("%(who)s passed no cards.") % words
        if step.action.verb == RETURN:
            return _("%(who)s passed %(cards)s back to %(to)s.") % words
        return _("%(who)s passed %(cards)s to %(to)s.") % words

    @property
    def passed(self) -> tuple[Face, ...]:
        """The cards passed in this step of the exchange (section 4.4)."""
        action = self.replay.done[-1].action if self.replay.done and not self.tricks else None
        is_pass = action is not None and action.verb in (GIVE, RETURN)
        return tuple(map(self.drawn, cards_in(action.argument))) if action is not None and is_pass else ()

    @property
    def passed_name(self) -> str:
        return _("Cards passed") if not self.tricks else ""

    @property
    def opening(self) -> Jump | None:
        """The link to the step before the first card, with the bids as its text; None without four bids."""
        last = SpadesView.of(self.replay.views[-1])
        if None in last.table.bids:
            return None
        settled = [number for number, step in enumerate(self.replay.steps, start=1) if step.action.verb != PLAY]
        bidders = [next_seat(last.table.dealer, 1 + step) for step in range(len(self.replay.seated))]
        bids = [f"{self.named(seat, first=False)} {bid_words(last.table.bids[seat])}" for seat in bidders]
        return Jump(_("Bids: %(bids)s") % {"bids": ", ".join(bids)}, settled[-1])


class SpadesPast(SpadesPage, TrickPast):
    """A past game of Spades."""

"""The table page of Spades: own hand, bids on offer, exchange, and the end of a game."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import Action, Pick
from games.engine.notation import action_text
from games.engine.state import Phase
from games.pages.cards import sorted_hand
from games.pages.choices import Offer, bid_offer
from games.pages.table import OwnHand, Pass, Tag, broken_tag, hand_dealt, own_hand
from games.pages.words import Words, bags_or_none, plain_number, signed
from games.spades.message import SpadesMessage
from games.spades.score import (
    NIL,
    are_level,
    best_of,
    bids_in,
    bonus_of,
    contract_points,
    is_range_mode,
    lines_of,
    tricks_in,
)
from games.spades.score import tricks_of as promised
from games.spades.state import BID, GIVE, HAND_SIZE, MISDEAL, SEATS, TRICKS, seats_of
from games.spades.words import bid_words


class SpadesTable(SpadesMessage):
    choices_in = ("exchange",)
    steps: ClassVar[Mapping[str, Words]] = {
        "blind": gettext_lazy("bidding"),
        "bid": gettext_lazy("bidding"),
        "exchange": gettext_lazy("exchange"),
    }

    @property
    def invitation(self) -> str:
        return _("To %(n)s. Thirteen cards each, thirteen tricks, spades are trump.") % {"n": self.target}

    @property
    def tags(self) -> tuple[Tag, ...]:
        has_tag = self.now.phase is Phase.PLAY and self.now.terms.breaking
        return (broken_tag(self.now.table.broken),) if has_tag else ()

    # -- the hand -------------------------------------------------------------------------------------------

    @property
    def hidden_cards(self) -> range:
        is_hidden = self.shows_hand and (self.now.hand is None or self.is_asked_blind)
        return range(HAND_SIZE if is_hidden else 0)

    @property
    def own_hand(self) -> OwnHand:
        if self.now.hand is None:
            return OwnHand()
        giver = self.named(self.partner, first=False)
        return own_hand(
            self.snapshot,
            self.preferences,
            sorted_hand(hand_dealt(self.now), self.preferences),
            self._not_playable,
            note=lambda one: _("from %(name)s") % {"name": giver} if one in self.received else "",
        )

    # -- bids -----------------------------------------------------------------------------------------------

    @property
    def _is_asked_to_bid(self) -> bool:
        return self.is_asked and self.now.phase is Phase.BID

    @property
    def misdeal(self) -> str:
        may_be = self.now.terms.misdeals and (self.is_asked_blind or self._is_asked_to_bid)
        return action_text(Action(MISDEAL)) if may_be else ""

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(map(self._offer, self._bids)) if self._is_asked_to_bid else ()

    @property
    def need(self) -> str:
        """The sentence above the bids: on the spades held, on the partner's bid, or on playing without a partner."""
        if self.now.terms.bid_spades:
            held = promised(self._bids[0])
            if not held:
                return _("You hold no spades, so your bid is nil.")
            words = ngettext(
                "You hold %(n)s spade, so that’s your bid.", "You hold %(n)s spades, so that’s your bid.", held
            )
            return words % {"n": held}
        if not self.now.terms.partners:
            return _("Every player for themselves.")
        theirs, name = self.now.table.bids[self.partner], self.named(self.partner)
        if theirs is None:
            return _("%(name)s, your partner, bids after you.") % {"name": name}
        return _("%(name)s, your partner, bid %(bid)s.") % {"name": name, "bid": bid_words(theirs)}

    def _offer(self, bid: int) -> Offer:
        terms = self.now.terms
        if bid == 0:
            partners = _("Your nil and your partner’s bid are scored separately.")
            alone = _("You score nothing else this hand.")
            made = self._one_nil_note(0) or partners if terms.partners else alone
            return bid_offer(Action(BID, 0), 0, NIL, -NIL, made, _("And each trick you take is a bag."))
        # Under One Nil one partner plays nil, so the bids are not added.
        is_added = terms.partners and not terms.one_nil
        contract = bid + (promised(self.now.table.bids[self.partner]) if is_added else 0)
        won, lost = contract_points(contract) + bonus_of(contract, terms), -contract_points(contract)
        own = {"made": _("All 13")} if contract == TRICKS else {}
        notes = self._made_note(bid, contract), self._missed_note(contract)
        return bid_offer(Action(BID, bid), contract, won, lost, *notes, **own)

    def _made_note(self, bid: int, contract: int) -> str:
        bonus = bonus_of(contract, self.now.terms)
        if bonus:
            return _("%(n)s of that is the high-bid bonus.") % {"n": bonus}
        if override := self._one_nil_note(bid):
            return override
        if contract == TRICKS:
            return _("That’s every trick.")
        held = self.now.table.bags[self.snapshot.seat % self.now.terms.sides]
        return _("Each extra trick is a bag. You have %(bags)s so far; ten cost 100.") % {"bags": bags_or_none(held)}

    def _one_nil_note(self, bid: int) -> str:
        """Return the sentence on a change by One Nil (section 4.2) that this bid may cause; empty if there is none."""
        theirs = self.now.table.bids[self.partner]
        if not self.now.terms.one_nil or (theirs is not None and bool(promised(theirs)) != bool(bid)):
            return ""
        name = self.named(self.partner)
        words: dict[str, object] = {"name": name, "n": self.now.terms.least_bid}
        if theirs is None and not bid:
            return _("If %(name)s bids nil too, yours becomes %(n)s.") % words
        if theirs is None:
            return _("If %(name)s bids tricks too, yours becomes nil.") % words
        if promised(theirs):
            return _("%(name)s’s %(n)s becomes nil if you bid tricks.") % {"name": name, "n": theirs}
        return _("%(name)s’s nil becomes %(n)s if you bid nil.") % words

    def _missed_note(self, contract: int) -> str:
        terms, table = self.now.terms, self.now.table
        side = seats_of(terms, self.snapshot.seat % terms.sides)
        spare = TRICKS - contract - table.promised(seat for seat in SEATS if seat not in side)
        if spare < 0:
            if terms.one_nil and table.bids.count(None) > 1:  # a bid of tricks may still become nil
                return _("Over 13 tricks bid so far.")
            return _("Over 13 tricks bid, so someone will fall short.")
        if spare == 0:
            return _("All 13 tricks have been bid.")
        left = ngettext("%(n)s of the 13 tricks is still unbid.", "%(n)s of the 13 tricks are still unbid.", spare)
        return left % {"n": spare}

    # -- the exchange ---------------------------------------------------------------------------------------

    @property
    def passing(self) -> Pass | None:
        if not self.is_asked or self.now.phase is not Phase.EXCHANGE:
            return None
        counts = [one.count if isinstance(one, Pick) else 0 for one in self.now.legal]
        verb, name = self.now.legal[0].verb, self.named(self.partner)
        button = _("Pass %(n)s back to %(name)s") % {"n": max(counts), "name": name}
        if verb == GIVE:
            button = _("Pass %(name)s the chosen cards") % {"name": name}
        return Pass(verb, min(counts), max(counts), button)

    # -- the end of a game ----------------------------------------------------------------------------------

    @property
    def lead(self) -> str:
        rules, score = self.now.terms, self.now.table.score
        if is_range_mode(rules):
            return self._lead_in_range_mode(best_of(score, rules))
        words = {"win": rules.win, "lose": plain_number(rules.lose or 0), "n": len(self.snapshot.hands)}
        if are_level([line.score_before for line in lines_of(self.snapshot.hands[-1].sheet)], rules):
            return _("Hand %(n)s decided it.") % words
        if max(score) >= rules.win:
            return _("The score reached %(win)s in hand %(n)s.") % words
        return _("A side fell to %(lose)s or below in hand %(n)s.") % words

    def _lead_in_range_mode(self, best: int) -> str:
        """Return why `best` wins (S17): it is in the range, the highest below it, or the lowest if all are bust."""
        win, lose = self.now.terms.win, self.now.terms.lose
        if best < win:
            text = _("Everyone who reached %(win)s went bust at %(lose)s or more: the highest score below wins.")
        elif best >= (lose or 0):
            text = _("Everyone is bust at %(lose)s or more: the lowest score wins.")
        else:
            text = _("A score from %(win)s to under %(lose)s wins; %(lose)s or more is bust.")
        return text % {"win": win, "lose": lose}

    @property
    def facts(self) -> tuple[tuple[str, str, str], ...]:
        """The totals of the viewer's seat or side in the game, as (name, value, small print after the value)."""
        seat, side = self.snapshot.seat, self.side_of(self.snapshot.seat)
        scored = [hand for hand in self.snapshot.hands if lines_of(hand.sheet)]
        if not scored:
            return ()
        own = [lines_of(hand.sheet)[side] for hand in scored]
        taken = [tricks_in(hand.record)[seat] for hand in scored]
        contracts = [line for line in own if line.bid]
        nils = [tricks_in(hand.record)[seat] == 0 for hand in scored if not promised(bids_in(hand.record)[seat])]
        rows = [
            (_("contracts made"), str(sum(line.is_made for line in contracts)), _of(len(contracts))),
            (_("your tricks"), str(sum(taken)), ""),
            (_("bags taken"), str(sum(line.bags_taken for line in own)), ""),
        ]
        if nils:
            rows.append((_("your nils made"), str(sum(nils)), _of(len(nils))))
        else:
            rows.append((_("best hand"), signed(max(line.points for line in own)), ""))
        return tuple(rows)


def _of(count: int) -> str:
    return _("of %(n)s") % {"n": count}

"""The table page of Spades: own hand, bids on offer, exchange, message, log, refusals, and the end of a game."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import Action, Pick, action_text, cards_in
from games.engine.cards import Card, cards
from games.engine.state import Phase, Seat
from games.pages.cards import Offer, OwnHand, Pass, Tag, bid_offer, broken_tag, hand_dealt, legal_cards, sorted_hand
from games.pages.moves import must_follow
from games.pages.seats import deals, lead_owed, turn_sentence
from games.pages.trick_table import BidTable
from games.pages.tricks import (
    ShownTrick,
    is_winning,
    newest_card_sentence,
    spades_broken,
    to_follow,
    trick_won_sentence,
)
from games.pages.words import ONE_OF, SUITS, Words, bags_or_none, plain_number, signed, the_card
from games.spades.page import SpadesPage
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
from games.spades.state import (
    BID,
    BLIND_NIL,
    GIVE,
    HAND_SIZE,
    LOOK,
    MISDEAL,
    PLAY,
    RETURN,
    SEATS,
    TRICKS,
    TRUMP,
    code_against,
    partner,
    seats_of,
)
from games.spades.words import (
    CARD_REFUSALS,
    REFUSALS,
    bid_said,
    bid_words,
    changed_bid,
    grounds_sentence,
    passed_cards,
    passes,
)


class SpadesTable(SpadesPage, BidTable):
    choices_in = ("exchange",)
    refused: ClassVar[Mapping[str, Words]] = REFUSALS
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

    @property
    def partner(self) -> Seat:
        return partner(self.snapshot.seat)

    @cached_property
    def received(self) -> frozenset[Card]:
        """The cards in hand that the partner passed; empty once this seat has played a card."""
        actions, seat = self.now.actions, self.snapshot.seat
        if any(by == seat and action.verb == PLAY for by, action in actions):
            return frozenset()
        given = [action for by, action in actions if action.verb in (GIVE, RETURN) and by == partner(seat)]
        passed = {one for action in given for one in cards_in(action.argument)}
        return frozenset(passed.intersection(self.now.hand or ()))

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
        return self.hand_in_rows(
            sorted_hand(hand_dealt(self.now), self.preferences),
            self._not_playable,
            note=lambda one: _("from %(name)s") % {"name": giver} if one in self.received else "",
        )

    # -- bids -----------------------------------------------------------------------------------------------

    @property
    def misdeal(self) -> str:
        may_be = self.now.terms.misdeals and self.is_asked and self.now.phase in (Phase.BLIND, Phase.BID)
        return action_text(Action(MISDEAL)) if may_be else ""

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(map(self._offer, self.now.legal_bids)) if self.is_asked and self.now.phase is Phase.BID else ()

    @property
    def need(self) -> str:
        """The sentence above the bids: on the spades held, on the partner's bid, or on playing without a partner."""
        if self.now.terms.bid_spades:
            held = promised(self.now.legal_bids[0])
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
        verb = self.now.legal[0].verb
        text = _("Pass %(name)s the chosen cards") if verb == GIVE else _("Pass %(n)s back to %(name)s")
        button = text % {"n": max(counts), "name": self.named(self.partner)}
        return Pass(verb, min(counts), max(counts), button)

    # -- the message ----------------------------------------------------------------------------------------

    @property
    def stress(self) -> str:
        """The CSS tone: "note" for another player's misdeal, and for a changed bid until the first card; else ""."""
        has_card = any(action.verb == PLAY for _seat, action in self.now.actions)
        is_before = self.now.phase in (Phase.BLIND, Phase.BID, Phase.PLAY) and not has_card
        return "note" if (is_before and self.overrides) or self._misdeal_message else ""

    @property
    def message(self) -> str:
        match self.now.phase:
            case Phase.BLIND | Phase.BID:
                return self._bid_message
            case Phase.EXCHANGE:
                return f"{self._given_back} {self._exchange_message}".strip()
            case Phase.PLAY:
                opening = self._given_back or ("" if self.tricks else self._opening)
                broken = spades_broken(self.tricks) if self.now.terms.breaking else ""
                return " ".join(filter(None, (opening, broken, *self._play_sentences())))
        return ""

    @property
    def _bid_message(self) -> str:
        last_bid, changed = self._last_bid, self.overrides[-1:]
        if not self.snapshot.is_mine:
            asks = _("%(name)s is bidding.") % {"name": self.named(min(self.now.waits_for))}
        elif self.now.phase is Phase.BLIND:
            asks = _("Bid blind nil? 200 points if you take no tricks, −100 if you take any.")
        else:
            asks = _("Your bid?") if last_bid else _("You bid first.")
        return " ".join(filter(None, (self._misdeal_message, last_bid, *changed, asks)))

    @property
    def _misdeal_message(self) -> str:
        """The sentence on another player's misdeal in the last hand; empty once this seat has bid."""
        hands, seat = self.snapshot.hands, self.snapshot.seat
        by = hands[-1].sheet.get("misdeal") if hands else None
        if not isinstance(by, int) or by == seat or self.now.phase not in (Phase.BLIND, Phase.BID):
            return ""
        if any(who == seat and action.verb != LOOK for who, action in self.now.actions):
            return ""
        why = grounds_sentence(cards(" ".join(hands[-1].hands[by])))
        text = _("%(name)s called a misdeal: %(why)s. Hand %(n)s didn’t count, and the same dealer dealt again.")
        return text % {"name": self.named(by), "why": why, "n": hands[-1].number}

    @property
    def _last_bid(self) -> str:
        """The last bid, if another player made it; earlier bids are shown at the seats."""
        said = [(seat, action) for seat, action in self.now.actions if action.verb in (BID, BLIND_NIL)]
        if not said or said[-1][0] == self.snapshot.seat:
            return ""
        seat, action = said[-1]
        return _("%(name)s bid %(bid)s.") % {"name": self.named(seat), "bid": bid_said(action)}

    @property
    def _exchange_message(self) -> str:
        seat, last = min(self.now.waits_for), self.now.actions[-1][1]
        other = partner(seat)
        words = {"name": self.named(seat), "other": self.named(other, first=False)}
        if seat != self.snapshot.seat:
            return _("%(name)s is choosing cards to pass to %(other)s.") % words
        if last.verb == GIVE and last.argument:
            words |= {"cards": passed_cards(last), "giver": self.named(other)}
            return _("%(giver)s passed you %(cards)s. Pass as many back.") % words
        text = ngettext(
            "Pass %(other)s a card that could break your nil, face down, or none.",
            "Pass %(other)s up to %(n)s cards that could break your nil, face down.",
            self.now.terms.exchange,
        )
        return text % {**words, "n": self.now.terms.exchange}

    @property
    def _given_back(self) -> str:
        """The sentence on the cards that the partner returned, until the seat plays its first card."""
        for seat, action in self.now.actions if self.received else ():
            if action.verb == RETURN and seat == self.partner:
                words = {"name": self.named(seat), "cards": passed_cards(action)}
                return _("%(name)s passed you back %(cards)s.") % words
        return ""

    @property
    def _opening(self) -> str:
        """The last bid and the changes by One Nil, shown between the last bid and the first card."""
        last_bid = self._last_bid if len(self.overrides) < 2 else ""  # two changes fill the line
        return " ".join(filter(None, (last_bid, *self.overrides)))

    def _play_sentences(self) -> tuple[str, ...]:
        if not self.tricks:
            return (lead_owed(self.moment),)
        trick = self.tricks[-1]
        if trick.is_done:
            return trick_won_sentence(self.moment, trick), lead_owed(self.moment)
        if not self.snapshot.is_mine:
            return (newest_card_sentence(self.moment, trick),)
        return is_winning(self.moment, trick) or newest_card_sentence(self.moment, trick), self._answer(trick)

    def _answer(self, trick: ShownTrick) -> str:
        hand, legal, led = self.now.hand or (), legal_cards(self.now), self.now.led
        of_suit = sum(one.suit is led for one in hand)
        if of_suit and len(legal) == 1:
            return _("Play %(card)s.") % {"card": the_card(legal[0])}
        if led is not None and len(legal) < of_suit:
            return _("Play %(one)s, and a higher one.") % {"one": ONE_OF[led]}
        if led is not None and not of_suit and len(legal) < len(hand):  # the best card must be beaten with a spade
            if trick.best.suit is TRUMP:
                return _("You hold no %(suit)s: beat the spade.") % {"suit": SUITS[led]}
            return _("You hold no %(suit)s: play a spade.") % {"suit": SUITS[led]}
        return to_follow((one.suit for one in hand), led)

    # -- the log --------------------------------------------------------------------------------------------

    @property
    def settled(self) -> Sequence[str]:
        bids: list[str] = []  # as made, before any change by One Nil
        for seat, action in self.now.actions:
            if action.verb in (BID, BLIND_NIL):
                bids.append(f"{self.named(seat, first=not bids)} {bid_said(action)}")
        said = [_("%(bids)s.") % {"bids": ", ".join(bids)}] if bids else []
        dealt = deals(self.moment, self.now.table.dealer)
        return [dealt, *said, *self.overrides, *passes(self.moment, self.now.actions)]

    @cached_property
    def overrides(self) -> list[str]:
        """The sentences on bids that One Nil changed (section 4.2)."""
        found = []
        for seat, action in self.now.actions:
            now = self.now.table.bids[seat]
            if action.verb == BID and action.number is not None and now is not None and now != action.number:
                found.append(changed_bid(self.moment, seat, action.number, now))
        return found

    # -- refusals -------------------------------------------------------------------------------------------

    def why(self, code: str) -> str:
        if code == "MUST_FOLLOW_SUIT":
            return must_follow(self.now.led)
        if code in CARD_REFUSALS:
            may = ", ".join(the_card(one) for one in legal_cards(self.now))
            can_play = _("You can play %(cards)s.") % {"cards": may} if may else ""
            return f"{CARD_REFUSALS[code]} {can_play}".strip()
        if code == "NOT_YOUR_BID_TURN" and self.snapshot.is_mine:
            return _("You can call a misdeal only on your turn to bid, before you bid.")
        if code == "NOT_YOUR_BID_TURN":
            return turn_sentence(self.snapshot)
        if code == "ILLEGAL_BID":
            return _("You can bid %(bids)s.") % {"bids": ", ".join(map(bid_words, self.now.legal_bids))}
        return super().why(code)

    def _not_playable(self, card: Card) -> str:
        return self.why(code_against(card, self.now.hand or (), self.now.led, of_clubs=self.now.of_clubs))

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
            (_("contracts made"), str(sum(line.is_made for line in contracts)), _("of %(n)s") % {"n": len(contracts)}),
            (_("your tricks"), str(sum(taken)), ""),
            (_("bags taken"), str(sum(line.bags_taken for line in own)), ""),
        ]
        if nils:
            rows.append((_("your nils made"), str(sum(nils)), _("of %(n)s") % {"n": len(nils)}))
        else:
            rows.append((_("best hand"), signed(max(line.points for line in own)), ""))
        return tuple(rows)

"""The table page of Two-Man Spades: own hand and discard, bids on offer, message, and log of the hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, action_text
from games.engine.cards import Card
from games.engine.options import whole_number
from games.engine.state import Phase
from games.pages.cards import HandCard, Offer, OwnHand, Tag, bid_offer, broken_tag, hand_dealt, in_rows, sorted_hand
from games.pages.moves import SPADES_NOT_BROKEN, must_follow
from games.pages.seats import lead_owed, place_of, sentence_on
from games.pages.trick_table import BidTable
from games.pages.tricks import TableCard, newest_card_sentence, spades_broken, to_follow, trick_won_sentence
from games.pages.words import Words, bags_or_none, capital, card_name, index, plain_number, signed, unbroken
from games.twoman.page import TwoManHand, TwoManPage
from games.twoman.rules import BID, BLIND, BLIND_BIDS, DISCARD, HAND_SIZE, NIL, TRICKS
from games.twoman.score import Pile, Standing, lines_of
from games.twoman.words import bid_words, is_scored, parity_word, pile_of, pile_winner


class TwoManTable(TwoManPage, BidTable):
    steps: ClassVar[Mapping[str, Words]] = {
        "blind": gettext_lazy("blind decision"),
        "discard": gettext_lazy("discard"),
        "bid": gettext_lazy("bidding"),
    }
    refused: ClassVar[Mapping[str, Words]] = {
        "BID_OUT_OF_RANGE": gettext_lazy("A bid is a whole number from nil to ten."),
        "BLIND_OUT_OF_RANGE": gettext_lazy("A blind bid is a whole number from five to ten."),
        "BLIND_NOT_OFFERED": gettext_lazy("You’re not far enough behind to bid blind."),
    }

    def why(self, code: str) -> str:
        return self.not_playable if code == "MUST_FOLLOW_SUIT" else super().why(code)

    @property
    def not_playable(self) -> str:
        trick = self.now.table.trick
        return must_follow(trick[0].suit) if trick else str(SPADES_NOT_BROKEN)

    @property
    def invitation(self) -> str:
        return _("Two-Man Spades to %(n)s. Eleven cards each, one discarded, ten tricks.") % {"n": self.target}

    @property
    def tags(self) -> tuple[Tag, ...]:
        if self.now.phase is not Phase.PLAY:
            return ()
        pile, broken = pile_of(self.now), broken_tag(self.now.table.broken)
        if pile is None:
            return (broken,)
        own, other = _("Pile %(points)s you"), _("Pile %(points)s %(name)s")
        said = sentence_on(self.moment, pile_winner(self.now, pile), own, other, points=signed(pile.points))
        return Tag(said), broken

    # -- the hand and the choices ---------------------------------------------------------------------------

    @property
    def own_hand(self) -> OwnHand:
        if self.is_asked_blind:
            return OwnHand()
        if self.is_asked and self.now.phase is Phase.DISCARD:
            cards = [
                HandCard(self.drawn(one), action_text(Action(DISCARD, one.text)), sentence=self._pile_with(one))
                for one in sorted_hand(self.now.hand or (), self.preferences)
            ]
            name = _("Your hand, %(n)s cards. Choose one to discard.") % {"n": len(cards)}
            return OwnHand(in_rows(cards), name, chooses=True, commit=_("Discard the %(card)s"))
        dealt = sorted_hand(hand_dealt(self.now), self.preferences)
        return self.hand_in_rows(dealt, lambda one: self.not_playable)

    def _pile_with(self, card: Card) -> str:
        """Return the sentence on which seat scores for an odd and for an even sum, if this card is discarded."""
        is_plain = card.rank is not None and 2 <= card.rank <= 10
        words = {"n": card.face if is_plain else f"{index(card)} ({card.face})", "name": self.other_name}
        if self.now.table.parity[self.snapshot.seat] == "odd":
            return _("Your %(n)s plus %(name)s’s card: odd scores for you, even for %(name)s.") % words
        return _("Your %(n)s plus %(name)s’s card: even scores for you, odd for %(name)s.") % words

    @property
    def hidden_cards(self) -> range:
        return range(HAND_SIZE if self.is_asked_blind else 0)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        if self.is_asked_blind:
            return tuple(map(_blind_offer, BLIND_BIDS))
        is_bidding = self.is_asked and self.now.phase is Phase.BID
        return tuple(self._offer(bid) for bid in range(TRICKS + 1)) if is_bidding else ()

    def _offer(self, bid: int) -> Offer:
        points = whole_number(self.view.options, "nil_points") if bid == 0 else 10 * bid
        own = {"made": _("All 10")} if bid == TRICKS else {}
        return bid_offer(
            Action(BID, bid), bid, points, -points, self._made_note(bid, points), self._missed_note(bid), **own
        )

    def _made_note(self, bid: int, points: int) -> str:
        if bid == TRICKS:
            return _("That’s every trick.")
        if bid == 0:
            before = self.standing(self.snapshot.seat)
            after = Standing(before.base + points, before.bags)
            words = {"a": plain_number(before.display), "b": plain_number(after.display)}
            return _("Your %(a)s becomes %(b)s.") % words
        held = bags_or_none(self.now.table.bags[self.snapshot.seat])
        return _("Each extra trick is a bag. You have %(bags)s; seven cost 100.") % {"bags": held}

    def _missed_note(self, bid: int) -> str:
        if bid == 0:
            return _("And each trick you take is a bag.")
        theirs = self.now.table.bids[1 - self.snapshot.seat]
        if theirs is None:
            return _("%(name)s hasn’t bid yet.") % {"name": self.other_name}
        spare = TRICKS - bid - theirs
        words = {"name": self.other_name, "bid": _("nil") if theirs == 0 else str(theirs), "n": bid + theirs}
        if spare > 0:
            return _("With %(name)s’s %(bid)s, that’s %(n)s of the 10 tricks.") % words
        if spare == 0:
            return _("With %(name)s’s %(bid)s, that’s all 10 tricks.") % words
        return _("%(name)s bid %(bid)s: at least one of you will fall short.") % words

    @cached_property
    def trick(self) -> tuple[TableCard, ...]:
        return self._discards if self.shows_hand and self.now.phase is Phase.DISCARD else super().trick

    @property
    def _discards(self) -> tuple[TableCard, ...]:
        """Both discards, the other seat's face down, the viewer's open. A missing discard is an empty place."""
        seat, other, discard = self.snapshot.seat, 1 - self.snapshot.seat, self.now.table.discards[self.snapshot.seat]
        far = TableCard(place_of(self.moment, other), self.other_name, "", other, wait=self.other_name)
        if other not in self.now.waits_for:
            spoken = _("%(name)s’s discard, face down") % {"name": self.other_name}
            far = replace(far, wait="", hidden=True, spoken=spoken)
        near = TableCard(place_of(self.moment, seat), self.named(seat), "", seat, wait=_("Your card"))
        if discard is not None:
            spoken = _("Your discard: %(card)s") % {"card": card_name(discard)}
            near = replace(near, wait="", face=self.drawn(discard), spoken=spoken)
        return far, near

    # -- the message ----------------------------------------------------------------------------------------

    @property
    def message(self) -> str:
        match self.now.phase:
            case Phase.BLIND if self.snapshot.is_mine:
                deficit = whole_number(self.view.options, "blind_deficit")
                return _("You’re %(n)s or more behind, so you can bid before you see your cards.") % {"n": deficit}
            case Phase.BLIND:
                return _("%(name)s is far behind and may bid before looking.") % {"name": self.other_name}
            case Phase.DISCARD:
                return self._discard_message
            case Phase.BID:
                return f"{self._pile_message} {self._bid_message}"
            case Phase.PLAY:
                return self._play_message
        return ""

    @property
    def _discard_message(self) -> str:
        words = {"name": self.other_name, "n": self.now.table.blind[1 - self.snapshot.seat]}
        if not self.snapshot.is_mine:
            return _("Your card lies face down. %(name)s is choosing one.") % words
        last = ""
        if words["n"] == NIL:
            last = _("%(name)s bid blind nil: if %(name)s takes a trick, you win the game.") % words + " "
        elif isinstance(words["n"], int):
            last = _("%(name)s bid blind %(n)s.") % words + " "
        if self.now.table.parity[self.snapshot.seat] == "odd":
            owed = _(
                "Discard one card. If yours plus %(name)s’s is odd, you score 10; if even, %(name)s does. Same suit "
                "or rank: 20."
            )
        else:
            owed = _(
                "Discard one card. If yours plus %(name)s’s is even, you score 10; if odd, %(name)s does. Same suit "
                "or rank: 20."
            )
        return last + owed % words

    @property
    def _pile_message(self) -> str:
        pile = pile_of(self.now)
        if pile is None:
            return ""
        one, other = pile.cards
        words = {"one": unbroken(capital(card_name(one))), "other": unbroken(card_name(other)), "total": pile.total}
        words |= {"points": pile.points, "parity": parity_word(pile.parity), "name": self.other_name}
        if pile_winner(self.now, pile) == self.snapshot.seat:
            return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is yours, %(points)s points.") % words
        return _("%(one)s and %(other)s: %(total)s, %(parity)s. The pile is %(name)s’s, %(points)s points.") % words

    @property
    def _bid_message(self) -> str:
        words = {"name": self.other_name, "bid": bid_words(self.now, 1 - self.snapshot.seat)}
        if not self.snapshot.is_mine:
            return _("%(name)s is bidding.") % words
        if self.now.table.bids[1 - self.snapshot.seat] is None:
            return _("You lead, so you bid first.")
        return _("%(name)s bid %(bid)s. Your bid?") % words

    @property
    def _play_message(self) -> str:
        """The sentences on the last trick, the card on the table, and the play that is due."""
        done = [trick for trick in self.tricks if trick.is_done]
        won = trick_won_sentence(self.moment, done[-1]) if done else ""
        said = [spades_broken(self.tricks)]
        if self.now.table.trick:
            led = newest_card_sentence(self.moment, self.tricks[-1])
            owed = to_follow((one.suit for one in self.now.hand or ()), self.now.table.trick[0].suit)
            said += [won, led, owed] if self.snapshot.is_mine else [led]
        elif done or not self.snapshot.is_mine:
            said += [won, lead_owed(self.moment)]
        else:
            words = {"name": self.other_name, "bid": bid_words(self.now, 1 - self.snapshot.seat)}
            bid = _("%(name)s bid %(bid)s.") % words
            said += [_("%(bid)s You lead the first trick.") % {"bid": bid}]
        return " ".join(filter(None, said))

    # -- the log, and the end -------------------------------------------------------------------------------

    @property
    def settled(self) -> Sequence[str]:
        first, sentences = self.now.table.first, []
        if self.now.phase in (Phase.BLIND, Phase.DISCARD):
            own, other = (
                _("You lead the first trick and bid first."),
                _("%(name)s leads the first trick and bids first."),
            )
            sentences.append(sentence_on(self.moment, first, own, other))
        if (pile := pile_of(self.now)) is not None:
            sentences.append(self._pile_line(pile))
        own, other = _("You bid %(bid)s."), _("%(name)s bid %(bid)s.")
        bids = [
            sentence_on(self.moment, seat, own, other, bid=bid)
            for seat in (first, 1 - first)
            if (bid := bid_words(self.now, seat))
        ]
        return [*sentences, " ".join(bids)] if bids else sentences

    def _pile_line(self, pile: Pile) -> str:
        near, discards, winner = self.moment.near, self.now.table.discards, pile_winner(self.now, pile)
        words = {"name": self.other_name, "mine": f"[{discards[near]}]", "theirs": f"[{discards[1 - near]}]"}
        words |= {"total": str(pile.total), "near": self.named(near)}
        put = _("You discarded %(mine)s, %(name)s %(theirs)s: %(total)s.")
        if self.moment.own is None:
            put = _("%(near)s discarded %(mine)s, %(name)s %(theirs)s: %(total)s.")
        own, other = _("The pile is yours, +%(points)s."), _("The pile is %(name)s’s, +%(points)s.")
        return f"{put % words} {sentence_on(self.moment, winner, own, other, points=pile.points)}"

    @property
    def lead(self) -> str:
        result = self.snapshot.result
        if result is not None and result.why == "blind_nil":
            return TwoManHand(self, self.snapshot.hands[-1]).of_blind_nil(_WHY)
        if result is not None and result.why == "mercy":
            words = {"n": whole_number(self.view.options, "mercy_lead")}
            return _("A lead of %(n)s or more ends the game.") % words
        shown, winner = self.now.table.display, None if result is None else result.winner
        if winner is None:
            return _("Score, base and bags are equal.")
        if shown[0] == shown[1]:
            # At the target or above, the base is the display rounded down to tens, so equal displays have equal bases.
            return _("Equal scores and bases: more bags win.")
        if min(shown) >= self.target:
            return _("Both reached %(n)s in this hand, and the higher score wins.") % {"n": self.target}
        own, other = _("You reached %(n)s in hand %(hand)s."), _("%(name)s reached %(n)s in hand %(hand)s.")
        return sentence_on(self.moment, winner, own, other, n=self.target, hand=len(self.snapshot.hands))

    @property
    def facts(self) -> tuple[tuple[str, str, str], ...]:
        """The totals of the viewer's seat in the game, as (name, value, small print after the value)."""
        scored, seat = [hand for hand in self.snapshot.hands if is_scored(hand)], self.snapshot.seat
        if not scored:
            return ()
        mine = [lines_of(hand.sheet)[seat] for hand in scored]
        of_all = _("of %(n)s") % {"n": len(scored)}
        piles = sum(hand.sheet["pile_winner"] == seat for hand in scored)
        return (
            (_("bids made"), str(sum(line.is_made for line in mine)), of_all),
            (_("piles won"), str(piles), of_all),
            (_("tricks taken"), str(sum(line.tricks for line in mine)), ""),
            (_("bags taken"), str(sum(line.bags_taken for line in mine)), ""),
        )


_WHY: Mapping[tuple[bool, bool], Promise] = {
    (True, True): gettext_lazy("Your blind nil took no trick."),
    (True, False): gettext_lazy("Your blind nil took a trick, and that lost you the game."),
    (False, True): gettext_lazy("%(name)s’s blind nil took no trick."),
    (False, False): gettext_lazy("%(name)s’s blind nil took a trick, so you win the game."),
}


def _blind_offer(bid: int) -> Offer:
    own = {"button": _("Bid blind %(n)s") % {"n": bid}, **({"made": _("All 10")} if bid == TRICKS else {})}
    return bid_offer(Action(BLIND, bid), bid, 20 * bid, -20 * bid, _("Twice the points."), _("Twice the loss."), **own)

"""The message line of the Bid Whist table, and the texts of refusals."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.bidwhist.page import BidWhistPage
from games.bidwhist.score import Contract
from games.bidwhist.state import BID, BOOK, CONFIRM, side_of
from games.bidwhist.words import call_words, contract_words, led_in, renege_sentence
from games.engine.actions import Action, Pick
from games.engine.cards import Suit
from games.engine.state import Phase
from games.pages.cards import legal_cards
from games.pages.moves import must_follow
from games.pages.seats import lead_owed, sentence_on
from games.pages.trick_table import TrickTable
from games.pages.tricks import is_winning, to_follow
from games.pages.words import SUITS, Words, the_card


class BidWhistMessage(BidWhistPage, TrickTable):
    @property
    def message(self) -> str:
        if self.now.caller is not None:
            return self._looking_through
        match self.now.phase:
            case Phase.BID:
                return self._auction
            case Phase.NAME:
                return "" if self.contract is None else self._naming(self.contract)
            case Phase.DISCARD:
                return "" if self.contract is None else self._discarding(self.contract)
            case Phase.PLAY:
                spoken = " ".join(self.judged) or self._last_card
                return " ".join(filter(None, (spoken, self._owed)))
            case Phase.REVIEW:
                return " ".join([*self.judged, self._confirming])
        return ""

    @property
    def news(self) -> str:
        """The sentence on an open call of a renege, else the sentences on the last judged call."""
        return self._looking_through if self.now.caller is not None else " ".join(self.judged)

    # -- before the play ------------------------------------------------------------------------------------

    @property
    def _auction(self) -> str:
        calls, spoken = self.now.table.calls, ""
        if calls and calls[-1][0] != self.snapshot.seat:
            words = {"name": self.named(calls[-1][0]), "call": call_words(calls[-1][1])}
            spoken = _("%(name)s bid %(call)s.") % words if calls[-1][1] != "pass" else _("%(name)s passed.") % words
        if not self.snapshot.is_mine:
            owed = pgettext("Bid Whist", "%(name)s is bidding.") % {"name": self.named(min(self.now.waits_for))}
        elif (verbs := {one.verb for one in self.now.legal}) == {BID}:
            return _("Everyone passed: as the dealer, you must bid.")
        elif BID not in verbs:
            owed = _("You can only pass.")
        else:
            owed = _("Bid or pass.") if spoken else _("You bid first. Each player gets one bid.")
        return " ".join(filter(None, (spoken, owed)))

    def _naming(self, contract: Contract) -> str:
        words = {"name": self.named(contract.declarer), "bid": call_words(str(contract.bid))}
        if contract.declarer != self.snapshot.seat:
            if contract.is_no_trump:
                return _("%(name)s won the auction with %(bid)s and is choosing high or low.") % words
            return _("%(name)s won the auction with %(bid)s and is naming trump.") % words
        if contract.is_no_trump:
            return _("You won the auction with %(bid)s. High or low?") % words
        return _("You won the auction with %(bid)s. Name the trump suit.") % words

    def _discarding(self, contract: Contract) -> str:
        words = {"name": self.named(contract.declarer), "contract": contract_words(contract)}
        words["n"] = str(self.now.terms.kitty)
        if contract.declarer != self.snapshot.seat:
            return _("%(name)s plays %(contract)s and discards %(n)s cards.") % words
        if any(isinstance(one, Pick) and one.must for one in self.now.legal):
            return _("%(contract)s. The kitty is yours: discard %(n)s cards, your first book. Jokers must go.") % words
        return _("%(contract)s. The kitty is yours: discard %(n)s cards, your first book.") % words

    # -- play -----------------------------------------------------------------------------------------------

    @property
    def _last_card(self) -> str:
        """The sentence on the last trick or card, or on the winning seat; before the first card, on the contract."""
        if not self.tricks:
            return "" if self.contract is None else self._opening(self.contract)
        is_open = self.snapshot.is_mine and not self.tricks[-1].is_done
        return (is_winning(self.moment, self.tricks[-1]) if is_open else "") or self._latest

    def _opening(self, contract: Contract) -> str:
        words = {"name": self.named(contract.declarer), "contract": contract_words(contract)}
        words |= {"books": str(contract.bid.promised), "set": str(contract.bid.to_set)}
        if contract.declarer == self.snapshot.seat:
            return _("You play %(contract)s. You need %(books)s books; the kitty is the first.") % words
        return _("%(name)s plays %(contract)s: %(books)s books to make it, %(set)s to set it.") % words

    @property
    def _owed(self) -> str:
        """The sentence on the viewer's play or on the lead that is due; empty while another seat must follow."""
        if self.now.table.trick:
            return self._answer if self.snapshot.is_mine else ""
        return lead_owed(self.moment)

    @property
    def _answer(self) -> str:
        """The sentence on the cards that the viewer may play; in games with calls of reneges only on the suit led."""
        contract, led, hand = self.contract, led_in(self.now), self.now.hand or ()
        if not self.now.terms.is_strict:
            if led is None:
                return _("It’s your turn.")
            return _("It’s your turn: %(suit)s were led.") % {"suit": SUITS[led]}
        if contract is None or led is None:
            return _("Play any card.")
        suits, legal = {contract.suit_of(one) for one in hand}, legal_cards(self.now)
        if led not in suits and len(legal) < len(hand) and legal and legal[0].is_joker:
            return _("You hold no %(suit)s: a joker must go.") % {"suit": SUITS[led]}
        return self._jokers_alone(contract, led) or to_follow(suits, led)

    def _jokers_alone(self, contract: Contract, led: Suit) -> str:
        """Return the sentence on the joker to play if the hand can follow suit only with jokers; else empty."""
        following = [one for one in self.now.hand or () if contract.suit_of(one) is led]
        if not following or not all(one.is_joker for one in following):
            return ""
        if len(following) > 1:
            return _("Play a joker: both are trumps.")
        return _("Play %(card)s: it’s a trump.") % {"card": the_card(following[0])}

    # -- reneges --------------------------------------------------------------------------------------------

    @property
    def _looking_through(self) -> str:
        caller = self.now.caller
        if caller is None or caller == self.moment.own:
            return _("Choose the trick where they reneged, or give up.")
        return _("%(name)s calls a renege and is checking the tricks.") % {"name": self.named(caller)}

    @property
    def judged(self) -> list[str]:
        """The sentences on the last judged call, until a card is played or another call is made."""
        verbs = (action.verb for _seat, action in reversed(self.now.actions))
        is_last = bool(self.now.called) and next(verb for verb in verbs if verb != CONFIRM) == BOOK
        return self._judgement if is_last else []

    @property
    def _judgement(self) -> list[str]:
        """The sentences on the last judged call: whether it was right, and which side gets books."""
        last, count = self.now.called[-1], self.now.terms.renege_penalty
        winner = side_of(last.seat) if last.is_right else 1 - side_of(last.seat)
        sentences = [renege_sentence(self.moment, last)]
        if not count:
            return sentences
        moved = ngettext("%(n)s book goes to %(side)s at the end.", "%(n)s books go to %(side)s at the end.", count)
        if self.moment.own is not None and winner == side_of(self.moment.own):
            moved = ngettext(
                "%(n)s book goes to your side at the end.", "%(n)s books go to your side at the end.", count
            )
        return [*sentences, moved % {"n": count, "side": self.side_name(winner)}]

    @property
    def verdict(self) -> dict[str, str] | None:
        """The last judged call as a notice; None without one, if calls move no books, or for a spectator."""
        count, called = self.now.terms.renege_penalty, self.now.called
        if self.moment.own is None or not called or not count:
            return None
        is_own_call = side_of(called[-1].seat) == side_of(self.moment.own)
        title = ngettext("Your side loses %(n)s book", "Your side loses %(n)s books", count)
        if is_own_call == called[-1].is_right:
            title = ngettext("Your side wins %(n)s book", "Your side wins %(n)s books", count)
        key, text = f"{self.now.number}-{len(called)}", " ".join(self._judgement)
        return {"key": key, "title": title % {"n": count}, "text": text}

    @property
    def _confirming(self) -> str:
        """The sentences on the seats that have confirmed the hand. One seat of each side is enough."""
        by = [seat for seat, action in self.now.actions if action.verb == CONFIRM]
        own, other = _("You confirmed the hand."), _("%(name)s confirmed the hand.")
        confirmed = [sentence_on(self.moment, seat, own, other) for seat in by]
        if self.snapshot.is_mine:
            told = confirmed or [_("All tricks have been played.")]
            return " ".join([*told, _("Confirm the hand, or call a renege.")])
        return " ".join([*confirmed, _("The other side may still call a renege.")])

    # -- refusals -------------------------------------------------------------------------------------------

    refused: ClassVar[Mapping[str, Words]] = {
        "DEALER_MUST_BID": gettext_lazy("The others have passed, so the dealer must bid."),
        "ABOVE_SEVEN": gettext_lazy("Seven is the highest bid."),
        "BAD_NAME": gettext_lazy("Name one of the four suits, or up or down."),
        "JOKER_MUST_GO": gettext_lazy("In no trump, every joker must be discarded: choose it, too."),
        "MUST_THROW_JOKER": gettext_lazy("You can’t follow suit, so you must play a joker."),
        "RENEGE_STRICT": gettext_lazy("Reneges are refused right away here, so there’s nothing to call."),
        "NO_BOOKS_YET": gettext_lazy("A renege can be called once a trick is complete."),
        "TOO_LATE": gettext_lazy("The hand is scored, so it’s too late to call a renege."),
        "ALREADY_CALLED": gettext_lazy("That trick has been called already. Name another, or give up."),
        "ALREADY_CONFIRMED": gettext_lazy("Your side has already confirmed the hand."),
    }

    def why(self, code: str) -> str:
        match code:
            case "BELOW_MIN":
                return _("The lowest bid here is %(n)s.") % {"n": self.now.terms.min_bid}
            case "NOT_HIGHER":
                return self._not_higher
            case "WRONG_COUNT":
                return _("Discard exactly %(n)s cards.") % {"n": self.now.terms.kitty}
            case "MUST_FOLLOW_SUIT":
                return self.not_playable
            case "BAD_BOOK":
                return _("Name a trick from 1 to %(n)s, or give up.") % {"n": len(self.now.review)}
        return super().why(code)

    @property
    def not_playable(self) -> str:
        contract, led = self.contract, led_in(self.now)
        if contract is None or led is None:
            return ""
        if any(contract.suit_of(one) is led for one in self.now.hand or ()):
            return self._jokers_alone(contract, led) or must_follow(led)
        return self.why("MUST_THROW_JOKER")

    @property
    def _not_higher(self) -> str:
        legal = (one for one in self.now.legal if isinstance(one, Action) and one.verb == BID)
        bids = ", ".join(call_words(str(one.argument)) for one in legal)
        if not bids:
            return _("No bid beats the last one, so you can only pass.")
        return _("Your bid must beat the last one. You can bid %(bids)s.") % {"bids": bids}

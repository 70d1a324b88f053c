"""The message line and the log of the Spades table, and the texts of refusals."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.actions import HIDDEN, Action
from games.engine.cards import Card, cards
from games.engine.reading import cards_in
from games.engine.state import Phase, Seat
from games.pages.moves import SPADES_NOT_BROKEN, must_follow
from games.pages.seats import deals, lead_owed, turn_sentence
from games.pages.table import legal_cards
from games.pages.trick_table import BidTable
from games.pages.tricks import (
    ShownTrick,
    is_winning,
    newest_card_sentence,
    spades_broken,
    to_follow,
    trick_won_sentence,
)
from games.pages.words import ONE_OF, SUITS, Words, the_card
from games.spades.page import SpadesPage
from games.spades.play import code_against
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, PLAY, RETURN, TRUMP, partner
from games.spades.words import bid_words, grounds_sentence


class SpadesMessage(SpadesPage, BidTable):
    @property
    def partner(self) -> Seat:
        return partner(self.snapshot.seat)

    @cached_property
    def received(self) -> frozenset[Card]:
        """The cards in hand that the partner passed; empty once this seat has played a card."""
        actions, seat = self.now.actions, self.snapshot.seat
        if any(by == seat and action.verb == PLAY for by, action in actions):
            return frozenset()
        passes = [action for by, action in actions if action.verb in (GIVE, RETURN) and by == partner(seat)]
        return frozenset(
            {one for action in passes for one in cards_in(action.argument)}.intersection(self.now.hand or ())
        )

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
                return self._play_message
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
        words = {"name": self.named(by), "why": why, "n": hands[-1].number}
        return (
            _("%(name)s called a misdeal: %(why)s. Hand %(n)s didn’t count, and the same dealer dealt again.") % words
        )

    @property
    def _last_bid(self) -> str:
        """The last bid, if another player made it; earlier bids are shown at the seats."""
        said = [(seat, action) for seat, action in self.now.actions if action.verb in (BID, BLIND_NIL)]
        if not said or said[-1][0] == self.snapshot.seat:
            return ""
        seat, action = said[-1]
        return _("%(name)s bid %(bid)s.") % {"name": self.named(seat), "bid": _bid_said(action)}

    @property
    def _exchange_message(self) -> str:
        seat, actions = min(self.now.waits_for), self.now.actions
        other, returns = partner(seat), bool(actions) and actions[-1][1].verb == GIVE and bool(actions[-1][1].argument)
        words = {"name": self.named(seat), "other": self.named(other, first=False)}
        if seat != self.snapshot.seat:
            return _("%(name)s is choosing cards to pass to %(other)s.") % words
        if returns:
            words |= {"cards": _named(actions[-1][1]), "giver": self.named(other)}
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
                return _("%(name)s passed you back %(cards)s.") % {"name": self.named(seat), "cards": _named(action)}
        return ""

    @property
    def _play_message(self) -> str:
        opening = self._given_back or ("" if self.tricks else self._opening)
        broken = spades_broken(self.tricks) if self.now.terms.breaking else ""
        return " ".join(filter(None, (opening, broken, *self._play_sentences())))

    @property
    def _opening(self) -> str:
        """The last bid and the changes by One Nil, shown between the last bid and the first card."""
        last_bid = self._last_bid if len(self.overrides) < 2 else ""  # two changes fill the line
        return " ".join(filter(None, (last_bid, *self.overrides)))

    def _play_sentences(self) -> tuple[str, ...]:
        """Return the sentences on the last trick or card and on the play that is due."""
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
        """The sentences of the log before the play: dealer, bids, changes by One Nil, exchange."""
        dealt = deals(self.moment, self.now.table.dealer)
        bids = self._bids_sentence
        return [dealt, *([bids] if bids else []), *self.overrides, *self._passes()]

    @property
    def _bids_sentence(self) -> str:
        """The sentence on all bids in order, each as made, before any change by One Nil."""
        parts: list[str] = []
        for seat, action in self.now.actions:
            if action.verb in (BID, BLIND_NIL):
                parts.append(f"{self.named(seat, first=not parts)} {_bid_said(action)}")
        return _("%(bids)s.") % {"bids": ", ".join(parts)} if parts else ""

    @cached_property
    def overrides(self) -> list[str]:
        """The sentences on bids that One Nil changed (section 4.2)."""
        found = []
        for seat, action in self.now.actions:
            now = self.now.table.bids[seat]
            if action.verb == BID and action.number is not None and now is not None and now != action.number:
                found.append(self._overridden(seat, action.number, now))
        return found

    def _overridden(self, seat: Seat, was: int, now: int | str) -> str:
        """Return the sentence on a bid that One Nil changed, because both partners bid tricks or both bid nil."""
        words = {"name": self.named(seat), "partner": self.named(partner(seat)), "was": was, "now": now}
        if seat == self.moment.own:
            tricks = _("%(partner)s bid tricks too, so your %(was)s becomes nil.")
            nil = _("%(partner)s bid nil too, so your nil becomes %(now)s.")
        elif partner(seat) == self.moment.own:
            tricks = _("You bid tricks too, so %(name)s’s %(was)s becomes nil.")
            nil = _("You bid nil too, so %(name)s’s nil becomes %(now)s.")
        else:
            tricks = _("%(partner)s bid tricks too, so %(name)s’s %(was)s becomes nil.")
            nil = _("%(partner)s bid nil too, so %(name)s’s nil becomes %(now)s.")
        return (tricks if was else nil) % words

    def _passes(self) -> Iterator[str]:
        """Yield a sentence on each pass. It names the cards if the viewer may see them, else only their number."""
        for seat, action in self.now.actions:
            if action.verb not in (GIVE, RETURN) or not isinstance(action.argument, tuple):
                continue
            words = {"from": self.named(seat), "to": self.named(partner(seat), first=False)}
            if not action.argument:
                yield _("%(from)s passed no cards.") % words
                continue
            known = [f"[{one}]" for one in action.argument if one != HIDDEN]
            words["cards"] = " ".join(known) or str(len(action.argument))
            gave = _("%(from)s passed %(cards)s to %(to)s.")
            yield (gave if action.verb == GIVE else _("%(from)s passed %(cards)s back to %(to)s.")) % words

    # -- refusals -------------------------------------------------------------------------------------------

    refused: ClassVar[Mapping[str, Words]] = {
        "BLIND_NOT_OFFERED": gettext_lazy("You can’t bid blind nil now."),
        "CARDS_NOT_SEEN": gettext_lazy("First decide: bid blind nil, or look at your cards."),
        "MISDEALS_OFF": gettext_lazy("There are no misdeals in this game."),
        "NOT_A_MISDEAL": gettext_lazy(
            "Not a misdeal. You need one spade or none, seven or more cards of a suit, or no face cards."
        ),
        "WRONG_COUNT": gettext_lazy("Choose as many cards as the button says."),
    }

    @cached_property
    def _bids(self) -> list[int]:
        legal = (one for one in self.now.legal if isinstance(one, Action) and one.verb == BID)
        return [one.number for one in legal if one.number is not None]

    def why(self, code: str) -> str:
        if code == "MUST_FOLLOW_SUIT":
            return must_follow(self.now.led)
        if code in _OF_CARDS:
            may = ", ".join(the_card(one) for one in legal_cards(self.now))
            return " ".join([str(_OF_CARDS[code]), *([_("You can play %(cards)s.") % {"cards": may}] if may else [])])
        if code == "NOT_YOUR_BID_TURN" and self.snapshot.is_mine:
            return _("You can call a misdeal only on your turn to bid, before you bid.")
        if code == "NOT_YOUR_BID_TURN":
            return turn_sentence(self.snapshot)
        if code == "ILLEGAL_BID":
            return _("You can bid %(bids)s.") % {"bids": ", ".join(map(bid_words, self._bids))}
        return super().why(code)

    def _not_playable(self, card: Card) -> str:
        return self.why(code_against(card, self.now.hand or (), self.now.led, of_clubs=self.now.of_clubs))


#: Why a card may not be played; `SpadesMessage.why` adds the legal cards.
_OF_CARDS: Final = {
    "FIRST_TRICK_LOW_CLUB": gettext_lazy("The first trick is clubs: you must play your lowest."),
    "SPADES_NOT_BROKEN": SPADES_NOT_BROKEN,
    "MUST_BEAT_HIGHEST": gettext_lazy("You can beat the highest card, so in this game you must."),
}


def _bid_said(action: Action) -> str:
    return _("blind nil") if action.verb == BLIND_NIL else bid_words(action.number)


def _named(action: Action) -> str:
    return " ".join(f"[{one}]" for one in action.argument) if isinstance(action.argument, tuple) else ""

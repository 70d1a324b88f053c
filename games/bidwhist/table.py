"""The table page of Bid Whist: hand, buttons for calls, review of a renege, end of the game, log of the hand."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.bidwhist.legal import throws_off
from games.bidwhist.message import BidWhistMessage
from games.bidwhist.options import Terms
from games.bidwhist.page import contract_of
from games.bidwhist.score import HIGHEST, Denomination, Direction, HandLine, Pair, WhistBid, find_bid
from games.bidwhist.state import BID, BOOK, CALL, CONFIRM, DIRECTION, DISCARD, HAND_SIZE, JOKER, PASS, TRUMP, side_of
from games.bidwhist.words import bid_name, books_sentence, contract_words, in_order, renege_sentence
from games.engine.actions import Action, Pick, action_text, tuple_of
from games.engine.cards import Suit
from games.engine.state import DEALER, Phase
from games.pages.cards import Call, OwnHand, Pass, Tag, hand_dealt
from games.pages.seats import clockwise, deals, sentence_on
from games.pages.tricks import PlayedCard, ShownTrick, TableCard, cards_by_seat
from games.pages.words import SUITS, Words, signed


def call_offer(bid: WhistBid, table: Terms) -> dict[str, object]:
    """Return a button for a bid. `value` is the bid's notation; `key` is the digit that selects a bid of this level.

    A row has the bids of two levels. `column` is the button's column in the row, from 1 to 6.
    """
    kinds = tuple(Denomination)
    name = bid_name(bid)
    return {
        "value": str(bid),
        "key": bid.level,
        "column": (bid.level - table.min_bid) % 2 * len(kinds) + kinds.index(bid.denomination) + 1,
        "label": name,
        "promise": books_sentence(bid.promised),
        "words": _sentence(bid, table),
        "action": action_text(Action(BID, str(bid))),
        "button": _("Bid %(bid)s") % {"bid": name},
    }


def _sentence(bid: WhistBid, table: Terms) -> str:
    """Return a text on the cards that win and the points of the bid, made or set (9.1). It fits one line on a phone."""
    points = bid.level * (2 if table.nt_double and bid.denomination is Denomination.NO_TRUMP else 1)
    ways = {
        Denomination.UPTOWN: _("High cards win"),
        Denomination.DOWNTOWN: _("Low cards win"),
        Denomination.NO_TRUMP: _("You name up or down"),
    }
    words = {"way": ways[bid.denomination], "won": signed(points), "lost": signed(-points)}
    if bid.level == HIGHEST:
        return _("A Boston. %(way)s. Made %(won)s, set %(lost)s.") % words
    return _("%(way)s. Made %(won)s or more, set %(lost)s.") % words


def naming(action: Action, key: int) -> dict[str, object]:
    """Return a button for a trump suit or direction. `key` is the digit that selects it; `suit` is like "h"."""
    value, suit, note = str(action.argument), "", ""
    if action.verb == TRUMP:
        name, suit = str(SUITS[Suit(value)]), value.lower()
        label, button = name.capitalize(), _("Make %(suit)s trump") % {"suit": name}
    elif value == Direction.UP:
        label, note, button = _("Up"), _("high cards win"), _("Name up: ace, king, queen …")
    else:
        label, note, button = _("Down"), _("low cards win"), _("Name down: ace, two, three …")
    shown = {"value": value, "key": key, "label": label, "note": note, "suit": suit}
    return {**shown, "action": action_text(action), "button": button}


class BidWhistTable(BidWhistMessage):
    choices_in = ("jokers",)
    steps: ClassVar[Mapping[str, Words]] = {
        "bid": pgettext_lazy("Bid Whist", "bidding"),
        "name": gettext_lazy("naming"),
        "discard": gettext_lazy("discard"),
        "jokers": gettext_lazy("jokers"),
        "review": gettext_lazy("review"),
    }

    @property
    def invitation(self) -> str:
        words = _("To %(n)s. Twelve cards each and a kitty: bid how many books, and whether high or low cards win.")
        return words % {"n": self.target}

    @property
    def tags(self) -> tuple[Tag, ...]:
        contract = self.contract
        return () if contract is None else (Tag(contract_words(contract), (contract.trump or "").lower()),)

    # -- the hand -------------------------------------------------------------------------------------------

    @property
    def own_hand(self) -> OwnHand:
        dealt = in_order(hand_dealt(self.now), self.contract, spades_first=self.preferences.spades_first)
        return self.hand_in_rows(
            dealt,
            lambda one: self.not_playable,
            rows=3 if self.now.phase is Phase.DISCARD and len(dealt) > HAND_SIZE else 2,
            note=lambda one: _("from the kitty") if one in self.now.kitty else "",
        )

    @property
    def kitty(self) -> tuple[str, ...]:
        shown = (self.now.kitty or self.now.table.kitty) if self.shows_hand else ()
        return tuple(one.text for one in shown)

    @property
    def passing(self) -> Pass | None:
        if not self.shows_hand or self.now.phase is not Phase.DISCARD or not self.snapshot.is_mine:
            return None
        pick = next(one for one in self.now.legal if isinstance(one, Pick))
        must = tuple(one.text for one in pick.must)
        return Pass("discard", pick.count, pick.count, _("Discard the chosen cards"), must)

    # -- calls ----------------------------------------------------------------------------------------------

    def _legal(self, *verbs: str) -> list[Action]:
        if not self.shows_hand:
            return []
        return [one for one in self.now.legal if isinstance(one, Action) and one.verb in verbs]

    @cached_property
    def offers(self) -> tuple[dict[str, object], ...]:
        bids = (bid for one in self._legal(BID) if (bid := find_bid(one.argument)) is not None)
        return tuple(call_offer(bid, self.now.terms) for bid in bids)

    @property
    def can_pass(self) -> str:
        """The text of the action that passes; empty if a pass is not legal."""
        return next(map(action_text, self._legal(PASS)), "")

    @cached_property
    def namings(self) -> tuple[dict[str, object], ...]:
        return tuple(naming(one, key) for key, one in enumerate(self._legal(TRUMP, DIRECTION), start=1))

    @property
    def may_choose(self) -> bool:
        return bool(self.choices or self.offers or self.can_pass or self.namings)

    # -- reneges --------------------------------------------------------------------------------------------

    @property
    def call(self) -> Call | None:
        """The offer to call a renege; None if it is not legal, or this side has rightly called each finished trick."""
        side = side_of(self.snapshot.seat)
        called = {one.book for one in self.now.called if one.is_right and side_of(one.seat) == side}
        if not any(trick.is_done and trick.number not in called for trick in self.tricks):
            return None
        return next(map(self._call, self._legal(CALL)), None)

    def _call(self, action: Action) -> Call:
        count, contract, terms = self.now.terms.renege_penalty, self.contract, self.now.terms
        about = _("You’ll see all the tricks and name the one where the other side didn’t follow suit.")
        if contract is not None and throws_off(contract, terms) and terms.jokers > 0:
            about = _(
                "You’ll see all the tricks and name the one where the other side didn’t follow suit, or kept a joker "
                "that had to go."
            )
        if count:
            cost = ngettext(
                "If you’re right, you take %(n)s book from them; if you’re wrong, you lose %(n)s.",
                "If you’re right, you take %(n)s books from them; if you’re wrong, you lose %(n)s.",
                count,
            )
            about = f"{about} {cost % {'n': count}}"
        return Call(_("Call a renege"), _("Call a renege?"), about, _("Call"), action_text(action))

    @property
    def confirm(self) -> str:
        return next(map(action_text, self._legal(CONFIRM)), "")

    @cached_property
    def _books(self) -> dict[int | None, str]:
        """The texts of the caller's legal actions by the trick that each names; the key None gives up."""
        return {one.number: action_text(one) for one in self._legal(BOOK)}

    @property
    def review(self) -> tuple[tuple[int, tuple[PlayedCard, ...], str], ...]:
        """All finished tricks while a call is open: number, cards clockwise from the viewer's seat, and action.

        On the caller's page the tricks that may be named have the text of an action; the other texts are empty.
        """
        if not self.shows_hand or self.now.caller is None:
            return ()
        return tuple(
            (one.number, cards_by_seat(self.snapshot, one), self._books.get(one.number, ""))
            for one in self.tricks
            if one.is_done
        )

    @property
    def review_names(self) -> tuple[str, ...]:
        return tuple(map(self.named, clockwise(self.snapshot)))

    @property
    def give_up(self) -> str:
        return self._books.get(None, "")

    # -- the last trick (7.4) -------------------------------------------------------------------------------

    @property
    def last_trick(self) -> tuple[TableCard, ...]:
        return super().last_trick if self.now.last_trick is not None else ()

    @property
    def last_words(self) -> str:
        """The last trick in words, or the reason why the viewer may not look at it."""
        if self.now.last_trick is not None or self._last_done is None:
            return super().last_words
        if self.snapshot.own is None:
            return _("Spectators can’t look back at a trick.")
        plays = (seat for seat, _card in self.now.table.trick if side_of(seat) == side_of(self.snapshot.seat))
        by = next(plays, None)
        if by is None:
            return ""
        words = {"n": self._last_done.number, "name": self.named(by)}
        if by == self.snapshot.seat:
            return _("You’ve played again, so trick %(n)s can’t be viewed.") % words
        return _("%(name)s has played again, so trick %(n)s can’t be viewed.") % words

    # -- the end of a game ----------------------------------------------------------------------------------

    @property
    def lead(self) -> str:
        won = [after - before for after, before in zip(self._wins, self.now.wins, strict=True)]
        if max(won) > 1:
            return _("A Boston, bid and made: the game counts as two wins.")
        return _("Hand %(n)s decided it.") % {"n": len(self.snapshot.hands)}

    @property
    def facts(self) -> tuple[tuple[str, str, str], ...]:
        played = [
            (contract.side == side_of(self.snapshot.seat), HandLine.of(hand.sheet))
            for hand in self.snapshot.hands
            if (contract := contract_of(hand)) is not None
        ]
        own, theirs = ([line.is_made for is_own, line in played if is_own is ours] for ours in (True, False))
        bostons = sum(line.is_boston for _is_own, line in played)
        found = (
            (_("your contracts made"), str(sum(own)), _("of %(n)s") % {"n": len(own)}),
            (_("their contracts set"), str(theirs.count(False)), _("of %(n)s") % {"n": len(theirs)}),
            (ngettext("Boston", "Bostons", bostons), str(bostons), ""),
        )
        if self.snapshot.result is None:
            return found
        mine, theirs_won = (self._wins[side] for side in self.side_order)
        return (*found, (_("match score"), _("%(mine)s–%(theirs)s") % {"mine": mine, "theirs": theirs_won}, ""))

    @property
    def match(self) -> str:
        """The sentence on the match score (9.3), including this game; empty before the first win."""
        mine, theirs = (self._wins[side] for side in self.side_order)
        if not mine and not theirs:
            return ""
        words: dict[str, object] = {"mine": mine, "theirs": theirs}
        if self.snapshot.own is not None:
            return _("Match score: your side %(mine)s, their side %(theirs)s") % words
        words["one"], words["other"] = (self.side_name(side, first=False) for side in self.side_order)
        return _("Match score: %(one)s %(mine)s, %(other)s %(theirs)s") % words

    @property
    def _wins(self) -> Pair:
        result = self.snapshot.result
        return cast(Pair, result.record["wins"]) if result is not None and "wins" in result.record else self.now.wins

    # -- the log --------------------------------------------------------------------------------------------

    @property
    def settled(self) -> Sequence[str]:
        """The sentences of the log before the play: dealer, calls, contract, kitty, discard."""
        calls = self.calls_said(self.now, first=True)
        dealt = deals(self.moment, self.now.table.dealer)
        return [dealt, *([f"{calls}."] if calls else []), *self._contract_lines()]

    def _contract_lines(self) -> list[str]:
        contract = self.contract
        if contract is None:
            return []
        words = {"name": self.named(contract.declarer), "contract": contract_words(contract)}
        words["books"] = str(contract.bid.promised)
        plays = _("%(name)s plays %(contract)s: %(books)s books.")
        if contract.declarer == self.moment.own:
            plays = _("You play %(contract)s: %(books)s books.")
        lines = [plays % words]
        if kitty := self.now.table.kitty:
            lines.append(_("The kitty: %(cards)s.") % {"cards": " ".join(f"[{one}]" for one in kitty)})
        for seat, action in self.now.actions:
            named = tuple_of(action.argument)
            if action.verb == DISCARD and seat == self.moment.own:
                lines.append(_("You discarded %(cards)s.") % {"cards": " ".join(f"[{one}]" for one in named)})
            elif action.verb == DISCARD:
                words = {"name": self.named(seat), "n": str(len(named))}
                lines.append(_("%(name)s discarded %(n)s cards, the first book.") % words)
            elif seat == DEALER and action.verb == JOKER and isinstance(named[0], int):
                own, other = _("You turned in a joker."), _("%(name)s turned in a joker.")
                lines.append(sentence_on(self.moment, named[0], own, other))
        return lines

    @property
    def notes_after(self) -> Sequence[str]:
        return [renege_sentence(self.moment, one) for one in self.now.called]

    def trick_sentence(self, trick: ShownTrick) -> str:
        """Return a trick as a sentence, with its cards only if the viewer may look at them (7.4, 8)."""
        done = sum(one.is_done for one in self.tricks)
        first_open = 1 if self.now.review else done if self.now.last_trick is not None else done + 1
        if trick.number >= first_open:
            return super().trick_sentence(trick)
        return sentence_on(self.moment, trick.ahead, _("You won it."), _("%(name)s won it."))

"""The base class of all pages of Two-Man Spades, and its pages of a replay step and of a past game."""

from collections.abc import Mapping
from functools import cached_property

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.options import whole_number
from games.engine.state import Phase, Seat, SeatView
from games.pages.cards import Face
from games.pages.seats import (
    SeatShown,
    SideShown,
    bid_spoken,
    clockwise,
    doing,
    pips,
    place_of,
    seat_shown,
    sentence_on,
    side_shown,
)
from games.pages.trick_pages import TrickPage, TrickPast, TrickReplay
from games.pages.tricks import Jump, ShownTrick, TableCard, replayed_play
from games.pages.words import bags, the_card
from games.snapshot import PlayedGame, ReplayStep, Snapshot
from games.twoman.hand import TwoManHand
from games.twoman.score import Contract, Standing, bags_lost
from games.twoman.state import (
    DISCARD,
    HAND_SIZE,
    NIL,
    PLAY,
    TRICKS,
    TwoManView,
)
from games.twoman.words import (
    bid_words,
    blind_nil_bidder,
    drawn,
    parity_word,
    pile_of,
    pile_winner,
    tricks_of,
)


class TwoManPage(TrickPage):
    bags_marked = True
    most_tricks = TRICKS
    hand_page = TwoManHand

    @cached_property
    def now(self) -> TwoManView:
        """The view that the page shows: the near seat's or a spectator's."""
        return TwoManView.of(self.moment.view)

    @property
    def name(self) -> str:
        return _("Two-Man Spades")

    @property
    def target(self) -> int:
        return whole_number(self.view.options, "target")

    def tricks_of(self, view: SeatView) -> tuple[ShownTrick, ...]:
        return tricks_of(view.actions)

    def drawn(self, card: Card) -> Face:
        return drawn(card)

    @property
    def other_name(self) -> str:
        return self.named(1 - self.moment.near)

    # -- seats and sides ------------------------------------------------------------------------------------

    def seat(self, seat: Seat) -> SeatShown:
        bid, took = bid_words(self.now, seat), self.now.table.tricks[seat]
        counts = self.now.phase is Phase.PLAY or bool(self.now.hands)
        is_others = self.moment.own is not None and seat != self.moment.own and not self.now.hands
        return seat_shown(
            self.moment,
            seat,
            is_near=self.is_near(seat),
            bid=bid,
            took=took,
            pips=pips(self.now.table.bids[seat], took) if counts else (),
            note=self._note(seat),
            tag=self._pile_sum if is_others and self.now.phase is Phase.BID else "",
            spoken=bid_spoken(self.moment, seat, bid, took),
            backs=self._held(seat) if seat != self.moment.own and not self.now.hands else 0,
            draw=drawn,
        )

    def _note(self, seat: Seat) -> str:
        view = self.now
        if view.hands:
            return _("no bid yet")
        mine = seat == self.moment.own
        if view.phase is Phase.DISCARD:
            if seat not in view.waits_for:
                return _("card discarded") if mine else _("has discarded")
            return _("choose a discard") if mine else doing(self.moment, seat, _("is choosing a card"))
        if view.phase is Phase.BLIND:
            behind = view.table.display[1 - seat] - view.table.display[seat]
            return _("%(n)s behind") % {"n": behind} if behind > 0 else _("%(n)s ahead") % {"n": -behind}
        if view.phase is Phase.BID and view.table.first == seat:
            return _("lead the first trick") if mine else _("leads the first trick")
        return ""

    def _held(self, seat: Seat) -> int:
        """Return the number of cards in the seat's hand: eleven less those discarded or played; 0 outside a hand."""
        if self.now.phase in (Phase.START, Phase.DEAL, Phase.OVER):
            return 0
        return HAND_SIZE - sum(who == seat and action.verb in (DISCARD, PLAY) for who, action in self.now.actions)

    @property
    def _pile_sum(self) -> str:
        """The sum of the discards: "[8C] + your [7D] = 15, odd: Ann gets 10"; empty until both are known."""
        pile = pile_of(self.now)
        if pile is None:
            return ""
        near, discards = self.moment.near, self.now.table.discards
        words = {"theirs": f"[{discards[1 - near]}]", "mine": f"[{discards[near]}]", "name": self.other_name}
        words |= {"total": str(pile.total), "parity": parity_word(pile.parity), "points": str(pile.points)}
        if pile_winner(self.now, pile) == near:
            return _("%(theirs)s + your %(mine)s = %(total)s, %(parity)s: you get %(points)s") % words
        return _("%(theirs)s + your %(mine)s = %(total)s, %(parity)s: %(name)s gets %(points)s") % words

    def standing(self, seat: Seat) -> Standing:
        return Standing(self.now.table.base[seat], self.now.table.bags[seat])

    def side(self, side: int, name: str) -> SideShown:
        now = self.standing(side)
        more = _standing_words(now.bags, self.now.table.parity[side]) if self.now.phase is not Phase.START else ""
        return side_shown(name, now.display, now.bags, more)

    # -- the end --------------------------------------------------------------------------------------------

    def won(self, game: Snapshot | PlayedGame, words: Mapping[str, str]) -> str:
        if game.result is None or game.result.why != "blind_nil":
            return ""
        if not isinstance(game, Snapshot) or game.own is None:
            return self._won_by_blind_nil(game, words, blind_nil_bidder(game.hands[-1]))
        return _("You win the game") if game.result.winner == game.seat else _("%(who)s wins the game") % words

    def _won_by_blind_nil(self, game: Snapshot | PlayedGame, words: Mapping[str, str], bidder: Seat) -> str:
        """Return the sentence on a blind nil that ended the game, for a past game or a spectator."""
        if game.result is None or game.result.winner == bidder:
            return _("%(who)s won the game on a blind nil, at %(won)s to %(lost)s") % words
        words = {**words, "loser": self.named(bidder)}
        if bidder == game.own:
            return _("Your blind nil failed, and %(who)s won the game, at %(won)s to %(lost)s") % words
        if game.result.winner == game.own:
            return _("%(loser)s’s blind nil failed, and you won the game, at %(won)s to %(lost)s") % words
        return _("%(loser)s’s blind nil failed, and %(who)s won the game, at %(won)s to %(lost)s") % words


def _standing_words(count: int, parity: str) -> str:
    """Return the words on a seat's bags, if it has any, and on its parity."""
    words = {"bags": bags(count), "parity": parity_word(parity)}
    if count:
        return _("%(bags)s · %(parity)s") % words
    return _("odd piles") if parity == "odd" else _("even piles")


class TwoManReplay(TwoManPage, TrickReplay):
    def standing(self, seat: Seat) -> Standing:
        """Return the seat's standing. Once the seat has bid, the bags so far are included.

        Points of bid and pile are included at the end of the hand. A hand with a blind nil changes no standing.
        """
        before, bid, pile = super().standing(seat), self.now.table.bids[seat], pile_of(self.now)
        is_counted = self.replay.is_over and self.replay.hand is not None
        if is_counted or bid is None or NIL in self.now.table.blind:
            return before
        won = [one for trick in self.tricks if trick.winner == seat for _by, one in trick.plays]
        won += pile.cards if pile is not None and pile_winner(self.now, pile) == seat else ()
        return before.with_bags(Contract(bid).bags(self.now.table.tricks[seat]) - bags_lost(won))

    @property
    def as_dealt(self) -> str:
        return sentence_on(self.moment, self.now.table.first, _("You lead first."), _("%(name)s leads first."))

    def said(self, step: ReplayStep) -> str:
        own, other, number = _("You bid %(bid)s."), _("%(name)s bid %(bid)s."), step.action.number
        match step.action.verb:
            case "look":
                return self.looked(step)
            case "blind_nil":
                return sentence_on(self.moment, step.seat, own, other, bid=_("blind nil"))
            case "blind":
                return sentence_on(self.moment, step.seat, own, other, bid=_("blind %(n)s") % {"n": number})
            case "bid":
                return sentence_on(self.moment, step.seat, own, other, bid=number or _("nil"))
            case "discard":
                return self._discarded(step)
        return replayed_play(self.replay, self.tricks[-1])

    def _discarded(self, step: ReplayStep) -> str:
        one, pile = step.action.card, pile_of(self.now)
        if one is None:
            return ""
        own, other = _("You discarded %(card)s."), _("%(name)s discarded %(card)s.")
        said = sentence_on(self.moment, step.seat, own, other, card=the_card(one))
        if pile is None:
            return said
        own = _("The pile makes %(total)s, %(parity)s: you score %(points)s.")
        other = _("The pile makes %(total)s, %(parity)s: %(name)s scores %(points)s.")
        words: dict[str, object] = {"total": pile.total, "parity": parity_word(pile.parity), "points": pile.points}
        return f"{said} {sentence_on(self.moment, pile_winner(self.now, pile), own, other, **words)}"

    @property
    def opening(self) -> Jump | None:
        """The link to the step of the second discard, which completes the pile; None without a second discard."""
        discards = [number for number, step in enumerate(self.replay.steps, start=1) if step.action.verb == DISCARD]
        last = TwoManView.of(self.replay.views[-1])
        pile = pile_of(last)
        if pile is None:
            return None
        words = {"cards": " ".join(f"[{one.text}]" for one in pile.cards), "points": pile.points}
        words["who"] = self.named(pile_winner(last, pile), first=False)
        return Jump(_("Pile %(cards)s +%(points)s for %(who)s") % words, discards[-1])

    @property
    def settled(self) -> tuple[TableCard, ...]:
        """The discarded cards."""
        newest, on_table = self.replay.done[-1] if self.replay.done else None, []
        for seat in clockwise(self.replay):
            one = self.now.table.discards[seat]
            if one is None:
                continue
            who, place = self.named(seat), place_of(self.replay, seat)
            spoken = _("%(who)s discarded %(card)s") % {"who": who, "card": the_card(one)}
            is_new = newest is not None and newest.action.verb == DISCARD and newest.seat == seat
            on_table.append(TableCard(place, who, _("discarded"), seat, drawn(one), is_new=is_new, spoken=spoken))
        return tuple(on_table)


class TwoManPast(TwoManPage, TrickPast):
    """A past game of Two-Man Spades."""

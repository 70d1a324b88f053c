"""Pages of Two-Man Spades: a finished hand, what all pages share, a step of a replay, and a past game."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import Card, card
from games.engine.options import whole_number
from games.engine.state import Phase, Seat, SeatView
from games.pages.cards import Face, face
from games.pages.game_page import TrickPage
from games.pages.past_pages import TrickPast, TrickReplay
from games.pages.scores import ScoreBreakdown, ScoreCell, TrickHand, sum_row
from games.pages.seats import (
    SeatShown,
    SideShown,
    bid_spoken,
    clockwise,
    doing,
    may_mind,
    pips,
    place_of,
    seat_shown,
    sentence_on,
    side_shown,
)
from games.pages.tricks import Jump, ShownTrick, TableCard, replayed_play
from games.pages.words import bags, course, in_words, joined, the_card
from games.snapshot import PlayedGame, ReplayStep, Snapshot
from games.twoman.rules import BLIND, BLIND_NIL, DISCARD, HAND_SIZE, LOOK, NIL, PLAY, TRICKS, TwoManView
from games.twoman.score import BAG_CARDS, Contract, Pile, SeatLine, Standing, bags_lost, lines_of
from games.twoman.words import (
    TAGS,
    bid_sentence,
    bid_words,
    blind_nil_bidder,
    is_scored,
    parity_word,
    pile_of,
    pile_winner,
    remark,
    tricks_of,
)

_OWN: Mapping[tuple[str, bool], Promise] = {
    ("bags", True): gettext_lazy("bags brought you %(n)s"),
    ("bags", False): gettext_lazy("bags cost you %(n)s"),
    ("pile", True): gettext_lazy("the pile brought you %(n)s"),
    ("pile", False): gettext_lazy("the pile cost you %(n)s"),
}
_OTHER: Mapping[tuple[str, bool], Promise] = {
    ("bags", True): gettext_lazy("bags brought %(name)s %(n)s"),
    ("bags", False): gettext_lazy("bags cost %(name)s %(n)s"),
    ("pile", True): gettext_lazy("the pile brought %(name)s %(n)s"),
    ("pile", False): gettext_lazy("the pile cost %(name)s %(n)s"),
}
_HEADLINE: Mapping[tuple[bool, bool], Promise] = {
    (True, True): gettext_lazy("You made blind nil"),
    (True, False): gettext_lazy("Your blind nil failed"),
    (False, True): gettext_lazy("%(name)s made blind nil"),
    (False, False): gettext_lazy("%(name)s’s blind nil failed"),
}


class TwoManHand(TrickHand):
    @cached_property
    def score(self) -> Sequence[SeatLine]:
        """The lines of the score sheet, by seat; empty for a hand with a blind nil."""
        return lines_of(self.hand.sheet)

    @property
    def near_first(self) -> dict[Seat, SeatLine]:
        return {seat: self.score[seat] for seat in clockwise(self.moment)}

    @property
    def unscored(self) -> str:
        return "" if is_scored(self.hand) else _("a blind nil, not scored")

    def cell(self, side: int) -> ScoreCell:
        line = self.score[side]
        words = {"bid": bid_sentence(line.bid, is_blind=line.blind), "took": line.tricks}
        return ScoreCell(line.change, line.display, (_("bid %(bid)s, took %(took)s") % words,))

    @property
    def headline(self) -> tuple[str, str]:
        if not is_scored(self.hand):
            return self.of_blind_nil(_HEADLINE), ""
        mine, theirs = self.near_first.values()
        name = self.named(1 - self.moment.near)
        own = joined([(_own_sentence(mine), mine.is_made), *_outweighed(mine, _OWN, name)])
        return own, joined([(_other_sentence(theirs, name), theirs.is_made), *_outweighed(theirs, _OTHER, name)]) + "."

    def of_blind_nil(self, sentences: Mapping[tuple[bool, bool], Promise]) -> str:
        """Return the sentence on the blind nil. Keys of `sentences`: the near seat bid it, and the nil was made."""
        bidder = blind_nil_bidder(self.hand)
        held = cast("tuple[int, int]", self.hand.sheet["tricks"])[bidder] == 0
        return str(sentences[bidder == self.moment.near, held] % {"name": self.named(bidder)})

    # -- the score sheet ------------------------------------------------------------------------------------

    @property
    def sheet(self) -> ScoreBreakdown:
        if not is_scored(self.hand):
            shown = cast("tuple[int, int]", self.hand.record["display"])
            note = _("A blind nil wins or loses the whole game; scores and bags stay as they were.")
            return ScoreBreakdown(self.page.sums(shown, shown), note=note)
        lines = self.near_first
        every = tuple(lines.values())
        bag_notes = [
            course(one.bags_before, one.bags_before + one.bags_taken - one.bags_lost, one.bags) for one in every
        ]
        rows = [
            sum_row(_("Bid"), self._bid_text(lines), [line.bid_points for line in every]),
            sum_row(_("Bags"), self._bags_text(lines), [line.bag_points for line in every], bag_notes),
        ]
        if any(line.hundreds for line in every):
            title = _("Bag penalty") if any(line.penalties for line in every) else _("Bag bonus")
            rows.append(sum_row(title, self._hundreds_text(lines), [line.hundreds for line in every]))
        rows.append(sum_row(_("Pile"), self._pile_text, [line.pile_points for line in every]))
        sides = self.page.sums([line.display for line in self.score], [line.display_before for line in self.score])
        return ScoreBreakdown(sides, tuple(rows), _bags_held(every[0]) if may_mind(self.moment) else "")

    def _bid_text(self, lines: Mapping[Seat, SeatLine]) -> str:
        own, other = _("You bid %(bid)s and took %(took)s."), _("%(name)s bid %(bid)s and took %(took)s.")
        parts = []
        for seat, line in lines.items():
            bid = bid_sentence(line.bid, is_blind=line.blind)
            parts.append(sentence_on(self.moment, seat, own, other, bid=bid, took=line.tricks))
        if any(line.blind for line in lines.values()):
            parts.append(_("A blind bid counts double."))
        return " ".join(parts)

    def _bags_text(self, lines: Mapping[Seat, SeatLine]) -> str:
        parts = []
        for seat, line in lines.items():
            if line.bags_taken:
                count = line.bags_taken
                own = ngettext("You took %(n)s extra trick.", "You took %(n)s extra tricks.", count)
                other = ngettext("%(name)s took %(n)s extra trick.", "%(name)s took %(n)s extra tricks.", count)
                parts.append(sentence_on(self.moment, seat, own, other, n=count))
        for one, count in BAG_CARDS.items():
            if (winner := self._winner_of(one.text)) is not None:
                own, other = _("You won the %(card)s: %(bags)s off."), _("%(name)s won the %(card)s: %(bags)s off.")
                parts.append(sentence_on(self.moment, winner, own, other, card=f"[{one.text}]", bags=bags(count)))
        parts = parts or [_("No one took an extra trick.")]
        if any(line.counts_down for line in lines.values()):
            parts.append(_("Below zero, bags count down."))
        return " ".join(parts)

    def _winner_of(self, text: str) -> Seat | None:
        """Return the seat that won the card in a trick or in the pile; None for a card neither played nor discarded."""
        for trick in self.played:
            if any(one.text == text for _seat, one in trick.plays):
                return trick.winner
        in_pile = any(action.verb == DISCARD and action.argument == text for _seat, action in self.hand.actions)
        return cast(int, self.hand.sheet["pile_winner"]) if in_pile else None

    def _hundreds_text(self, lines: Mapping[Seat, SeatLine]) -> str:
        parts = []
        for seat, line in lines.items():
            words = {"name": self.named(seat)}
            parts += [_("%(name)s: seven bags, −100.") % words] * line.penalties
            parts += [_("%(name)s: five bags below zero, +100.") % words] * line.bonuses
        return " ".join(parts)

    @property
    def _pile_text(self) -> str:
        discards = {seat: action.argument for seat, action in self.hand.actions if action.verb == DISCARD}
        near, far = (str(discards[seat]) for seat in clockwise(self.moment))
        pile, winner = Pile((card(near), card(far))), cast(int, self.hand.sheet["pile_winner"])
        words: dict[str, object] = {"near": f"[{near}]", "far": f"[{far}]", "name": self.named(winner)}
        words |= {"total": pile.total, "parity": parity_word(pile.parity)}
        if winner == self.moment.own:
            text = _("%(near)s and %(far)s make %(total)s, %(parity)s: you score.") % words
        else:
            text = _("%(near)s and %(far)s make %(total)s, %(parity)s: %(name)s scores.") % words
        if pile.points == 20:
            same_suit = pile.cards[0].suit is pile.cards[1].suit
            text += " " + (_("Same suit, so 20.") if same_suit else _("Same rank, so 20."))
        if self.hand.sheet["denied"]:
            words = {"name": self.named(winner, first=False), "other": self.named(1 - winner, first=False)}
            words |= {"target": whole_number(self.moment.view.options, "target"), "points": pile.points}
            denial = _(
                "Denial: the pile would have taken %(name)s from behind to %(target)s or more. Instead, it costs "
                "%(other)s %(points)s."
            )
            text += " " + denial % words
        return text

    @cached_property
    def remark(self) -> tuple[str, str]:
        other = self.moment.seated[1 - self.moment.near]
        is_shown = self.remarks and other.level is not None
        return (remark(self.hand, self.moment.near) if is_shown else ""), other.name


def _own_sentence(line: SeatLine) -> str:
    if line.bid == 0:
        return _("You made nil") if line.is_made else _("Your nil failed")
    words = {"bid": in_words(line.bid), "short": in_words(line.bid - line.tricks)}
    if line.is_made:
        return _("You made your blind %(bid)s") % words if line.blind else _("You made your %(bid)s") % words
    return _("You fell %(short)s short of %(bid)s") % words


def _other_sentence(line: SeatLine, name: str) -> str:
    words = {"name": name, "bid": in_words(line.bid), "short": in_words(line.bid - line.tricks)}
    if line.bid == 0:
        return _("%(name)s made nil") % words if line.is_made else _("%(name)s’s nil failed") % words
    if line.is_made:
        return _("%(name)s made %(bid)s") % words
    return _("%(name)s fell %(short)s short of %(bid)s") % words


def _outweighed(line: SeatLine, sentences: Mapping[tuple[str, bool], Promise], name: str) -> list[tuple[str, bool]]:
    """Return the clause on what outweighed the bid, if a made bid ends in a loss or a failed bid in a gain; else [].

    A clause is (text, whether it is a gain). It names bags or the pile, whichever changed the score more.
    """
    if not line.change or (line.change > 0) == line.is_made:
        return []
    gained = line.change > 0
    weights = (("bags", line.hundreds), ("bags", line.bag_points), ("pile", line.pile_points))
    what, points = (max if gained else min)(weights, key=lambda one: one[1])
    return [(sentences[what, gained] % {"n": abs(points), "name": name}, gained)]


def _bags_held(line: SeatLine) -> str:
    if line.bags >= 5:
        return _("You have %(bags)s. Seven cost 100.") % {"bags": bags(line.bags)}
    if line.bags <= -3:
        return _("You have %(bags)s. Five below zero bring 100.") % {"bags": bags(line.bags)}
    return ""


class TwoManPage(TrickPage):
    bags_marked = True
    most_tricks = TRICKS
    hand_page = TwoManHand

    @cached_property
    def now(self) -> TwoManView:
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
        return face(card, TAGS[card].mark if card in TAGS else "")

    @property
    def other_name(self) -> str:
        return self.named(1 - self.moment.near)

    # -- seats and sides ------------------------------------------------------------------------------------

    def seat(self, seat: Seat) -> SeatShown:
        bid, took = bid_words(self.now, seat), self.now.table.tricks[seat]
        is_open, is_own = bool(self.now.hands), seat == self.moment.own
        has_tag = self.now.phase is Phase.BID and self.moment.own is not None and not is_own and not is_open
        return seat_shown(
            self.moment,
            seat,
            is_near=self.is_near(seat),
            bid=bid,
            took=took,
            pips=pips(self.now.table.bids[seat], took) if is_open or self.now.phase is Phase.PLAY else (),
            note=self._note(seat),
            tag=self._pile_sum if has_tag else "",
            spoken=bid_spoken(self.moment, seat, bid, took),
            backs=0 if is_own or is_open else self._held(seat),
            draw=self.drawn,
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
        now, parity, more = self.standing(side), self.now.table.parity[side], ""
        if self.now.phase is not Phase.START:
            more = _("odd piles") if parity == "odd" else _("even piles")
            if now.bags:
                more = _("%(bags)s · %(parity)s") % {"bags": bags(now.bags), "parity": parity_word(parity)}
        return side_shown(name, now.display, now.bags, more)

    # -- the end --------------------------------------------------------------------------------------------

    def won(self, game: Snapshot | PlayedGame, words: Mapping[str, str]) -> str:
        if game.result is None or game.result.why != "blind_nil":
            return ""
        winner, bidder = game.result.winner, blind_nil_bidder(game.hands[-1])
        if isinstance(game, Snapshot) and game.own is not None:
            return _("You win the game") if winner == game.seat else _("%(who)s wins the game") % words
        if winner == bidder:
            return _("%(who)s won the game on a blind nil, at %(won)s to %(lost)s") % words
        words = {**words, "loser": self.named(bidder)}
        if bidder == game.own:
            return _("Your blind nil failed, and %(who)s won the game, at %(won)s to %(lost)s") % words
        if winner == game.own:
            return _("%(loser)s’s blind nil failed, and you won the game, at %(won)s to %(lost)s") % words
        return _("%(loser)s’s blind nil failed, and %(who)s won the game, at %(won)s to %(lost)s") % words


class TwoManReplay(TwoManPage, TrickReplay):
    def standing(self, seat: Seat) -> Standing:
        """Return the standing with the bags so far, once the seat has bid; other points follow at the end of the hand.

        A hand with a blind nil changes no standing.
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
        verb = step.action.verb
        if verb == LOOK:
            return self.looked(step)
        if verb == DISCARD:
            return self._discarded(step)
        if verb == PLAY:
            return replayed_play(self.replay, self.tricks[-1])
        bid = _("blind nil") if verb == BLIND_NIL else bid_sentence(step.action.number or 0, is_blind=verb == BLIND)
        return sentence_on(self.moment, step.seat, _("You bid %(bid)s."), _("%(name)s bid %(bid)s."), bid=bid)

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
        newest, on_table = self.replay.done[-1] if self.replay.done else None, []
        for seat in clockwise(self.replay):
            one = self.now.table.discards[seat]
            if one is None:
                continue
            who, place = self.named(seat), place_of(self.replay, seat)
            spoken = _("%(who)s discarded %(card)s") % {"who": who, "card": the_card(one)}
            is_new = newest is not None and newest.action.verb == DISCARD and newest.seat == seat
            on_table.append(TableCard(place, who, _("discarded"), seat, self.drawn(one), is_new=is_new, spoken=spoken))
        return tuple(on_table)


class TwoManPast(TwoManPage, TrickPast):
    """A past game of Two-Man Spades."""

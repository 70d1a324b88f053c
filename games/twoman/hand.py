"""A finished hand of Two-Man Spades on pages: headline, score sheet and remark."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import card
from games.engine.options import whole_number
from games.engine.state import Seat
from games.pages.scores import ScoreBreakdown, ScoreCell, sum_row
from games.pages.seats import clockwise, may_mind, sentence_on
from games.pages.trick_pages import TrickHand
from games.pages.words import bags, course, in_words, joined
from games.snapshot import PlayedHand
from games.twoman.score import BAG_CARDS, Pile, SeatLine, lines_of
from games.twoman.state import DISCARD
from games.twoman.words import bid_sentence, blind_nil_bidder, parity_word


def is_scored(hand: PlayedHand) -> bool:
    """Return whether the hand was scored. A hand with a blind nil is not, because the blind nil decides the game."""
    return "lines" in hand.sheet


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
        double = [_("A blind bid counts double.")] if any(line.blind for line in lines.values()) else []
        return " ".join([*parts, *double])

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
        words = {"near": f"[{near}]", "far": f"[{far}]", "total": pile.total, "parity": parity_word(pile.parity)}
        words["name"] = self.named(winner)
        if winner == self.moment.own:
            text = _("%(near)s and %(far)s make %(total)s, %(parity)s: you score.") % words
        else:
            text = _("%(near)s and %(far)s make %(total)s, %(parity)s: %(name)s scores.") % words
        if pile.points == 20:
            same_suit = pile.cards[0].suit is pile.cards[1].suit
            text += " " + (_("Same suit, so 20.") if same_suit else _("Same rank, so 20."))
        if self.hand.sheet["denied"]:
            text += " " + self._denial(winner, pile.points)
        return text

    def _denial(self, winner: Seat, points: int) -> str:
        words = {"name": self.named(winner, first=False), "other": self.named(1 - winner, first=False)}
        words |= {"target": str(whole_number(self.moment.view.options, "target")), "points": str(points)}
        text = _(
            "Denial: the pile would have taken %(name)s from behind to %(target)s or more. Instead, it costs "
            "%(other)s %(points)s."
        )
        return text % words

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


def _bags_held(line: SeatLine) -> str:
    if line.bags >= 5:
        return _("You have %(bags)s. Seven cost 100.") % {"bags": bags(line.bags)}
    if line.bags <= -3:
        return _("You have %(bags)s. Five below zero bring 100.") % {"bags": bags(line.bags)}
    return ""


def remark(hand: PlayedHand, seat: Seat) -> str:
    """Return a bot's remark to the player at `seat`: the first case of `_REMARKS` that matches the lines of both seats.

    Empty for an unscored hand, or if no case matches. The wordings of a case take turns by the number of the hand.
    """
    if not is_scored(hand):
        return ""
    lines = lines_of(hand.sheet)
    mine, theirs = lines[seat], lines[1 - seat]
    for happened, said in _REMARKS:
        if happened(mine, theirs):
            words = said()
            return words[hand.number % len(words)]
    return ""


_REMARKS: tuple[tuple[Callable[[SeatLine, SeatLine], bool], Callable[[], tuple[str, ...]]], ...] = (
    (
        lambda mine, theirs: mine.bid == 0 and mine.is_made,
        lambda: (_("A clean nil. Well played."), _("Not one trick. Nicely done.")),
    ),
    (
        lambda mine, theirs: mine.bid == 0,
        lambda: (_("Nil is a brave bid."), _("I had to work to give you that trick.")),
    ),
    (lambda mine, theirs: theirs.bid == 0 and theirs.is_made, lambda: (_("I made my nil. I wasn’t sure I would."),)),
    (lambda mine, theirs: theirs.bid == 0, lambda: (_("So much for my nil."),)),
    (
        lambda mine, theirs: mine.penalties > 0,
        lambda: (_("Bags do add up, don’t they?"), _("That was your seventh bag.")),
    ),
    (lambda mine, theirs: theirs.penalties > 0, lambda: (_("My bags have caught up with me."),)),
    (lambda mine, theirs: mine.bonuses > 0, lambda: (_("You know what to do with those bag cards."),)),
    (
        lambda mine, theirs: not mine.is_made and not theirs.is_made,
        lambda: (_("Neither of us made it. That won’t happen often."),),
    ),
    (lambda mine, theirs: not theirs.is_made, lambda: (_("You set me. Good play."), _("I bid one too many."))),
    (
        lambda mine, theirs: not mine.is_made and mine.tricks == mine.bid - 1,
        lambda: (_("That one was close."), _("One trick short of what you hoped for.")),
    ),
    (lambda mine, theirs: not mine.is_made, lambda: (_("There weren’t that many tricks to win."),)),
    (lambda mine, theirs: mine.blind and mine.is_made, lambda: (_("Blind, and made. I’d better watch out."),)),
    (lambda mine, theirs: mine.tricks == mine.bid, lambda: (_("Made exactly."), _("Exactly your bid. Tidy."))),
)

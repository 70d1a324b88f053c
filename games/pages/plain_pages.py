"""Pages of a trick-taking game in generic words, so that a game without words of its own can be played.

A game derives a class from `PlainPage`, overrides what differs, and combines this class with `PlainTable`,
`PlainReplay` and `PlainPast`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Action, Pick, action_text, tuple_of
from games.engine.cards import Suit, find
from games.engine.options import whole_number
from games.engine.state import DEALER, Phase, Seat, SeatAction, SeatView
from games.engine.tricks import AsPrinted, following
from games.pages.cards import Call, OwnHand, Pass, hand_dealt, sorted_hand
from games.pages.game_page import TrickPage
from games.pages.moves import must_follow
from games.pages.past_pages import TrickPast, TrickReplay
from games.pages.scores import ScoreBreakdown, ScoreCell, TrickHand, sum_row
from games.pages.seats import SeatShown, SideShown, deals, lead_owed, seat_shown, turn_sentence
from games.pages.trick_table import TrickTable
from games.pages.tricks import (
    ShownTrick,
    is_play,
    is_winning,
    newest_card_sentence,
    replayed_play,
    to_follow,
    trick_won_sentence,
    tricks_with,
)
from games.pages.words import SUITS, Words, listed, points_said, signed
from games.pages.words import tricks as trick_count
from games.snapshot import ReplayStep

#: Sentences on a seat's action, by verb.
SENTENCES: Final[Mapping[str, Words]] = {
    "pass": gettext_lazy("%(who)s passed."),
    "bid": gettext_lazy("%(who)s bid %(bid)s."),
    "discard": gettext_lazy("%(who)s discarded %(card)s."),
    "draw": gettext_lazy("%(who)s drew %(card)s."),
    "play": gettext_lazy("%(who)s played %(card)s."),
}
#: Labels of buttons, by verb.
BUTTONS: Final[Mapping[str, Words]] = {"pass": gettext_lazy("Pass"), "bid": gettext_lazy("Bid %(bid)s")}
VOID: Final = gettext_lazy("Everyone passed")


class PlainHand(TrickHand):
    """A finished hand. The `sheet` of a scored hand has `points` by side."""

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(number for number in tuple_of(self.hand.sheet.get("points")) if isinstance(number, int))

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores after the hand, by side."""
        found = tuple_of(self.hand.record.get(self.page.game.rules.score))
        return tuple(number for number in found if isinstance(number, int))

    @property
    def unscored(self) -> str:
        return "" if self.points else str(VOID)

    def cell(self, side: int) -> ScoreCell:
        return ScoreCell(self.points[side], self.scores[side])

    @property
    def headline(self) -> tuple[str, str]:
        if not self.points:
            return str(VOID), ""
        own, *others = (
            _("%(side)s: %(points)s") % {"side": self.page.side_name(side), "points": signed(self.points[side])}
            for side in self.page.side_order
        )
        return own, " ".join(f"{one}." for one in others)

    @property
    def sheet(self) -> ScoreBreakdown:
        if not self.points:
            return ScoreBreakdown(note=str(VOID))
        before = [now - gained for now, gained in zip(self.scores, self.points, strict=True)]
        row = sum_row(_("Points"), "", [self.points[side] for side in self.page.side_order])
        return ScoreBreakdown(self.page.sums(self.scores, before), (row,))


class PlainPage(TrickPage):
    """A game at one moment. An option `target`, if the game has one, is the score that wins.

    In `sentences` and `buttons`, `%(bid)s` is the action's argument as text, a suit by its name.
    """

    hand_page = PlainHand
    #: The game's own sentences and labels of buttons, by verb; the defaults are `SENTENCES` and `BUTTONS`.
    sentences: ClassVar[Mapping[str, Words]] = {}
    buttons: ClassVar[Mapping[str, Words]] = {}
    #: The question to the seat that is to act, by phase.
    asks: ClassVar[Mapping[str, Words]] = {}
    #: Calls out of turn, by verb.
    calls: ClassVar[Mapping[str, Call]] = {}

    def tricks_of(self, view: SeatView) -> tuple[ShownTrick, ...]:
        return tricks_with(view.actions, AsPrinted(None), seats=self.game.rules.seats)

    @property
    def race_step(self) -> int:  # type: ignore[override]  # a class attribute of the base
        """Points between grid lines of the score chart: a fifth of the default target."""
        targets = [option.default for option in self.game.rules.options if option.key == "target"]
        return max(1, int(targets[0] or 0) // 5) if targets else TrickPage.race_step

    @property
    def target(self) -> int:
        return whole_number(self.view.options, "target") if "target" in self.view.options else 0

    @property
    def dealer(self) -> Seat | None:
        found: Seat | None = getattr(self.view.table, "dealer", None)
        return found

    def seat(self, seat: Seat) -> SeatShown:
        bids = [action.argument for by, action in self.view.actions if by == seat and action.verb in ("bid", "pass")]
        missing = _("no bid yet") if self.view.phase is Phase.BID else ""
        bid, note = str(bids[-1] or "") if bids else "", _("passed") if bids else missing
        won = sum(trick.winner == seat for trick in self.tricks)
        words = {"name": self.named(seat), "call": bid or note, "tricks": trick_count(won)}
        spoken = _("%(name)s: %(call)s, %(tricks)s.") if words["call"] else _("%(name)s: %(tricks)s.")
        return seat_shown(
            self.moment,
            seat,
            is_near=self.is_near(seat),
            is_dealer=seat == self.dealer,
            bid=bid,
            took=won,
            note=note,
            spoken=spoken % words,
        )

    def side(self, side: int, name: str) -> SideShown:
        score = self.scores[side]
        words = {"side": self.side_name(side), "points": points_said(score)}
        return SideShown(name, score, "", _("%(side)s: %(points)s.") % words)

    def told(self, said: SeatAction) -> str:
        """Return the sentence on an action, with cards in brackets. For a draw it names the seat that gets the card."""
        seat, action = said
        named = tuple_of(action.argument) or (action.argument,)
        if seat == DEALER and isinstance(named[0], int):
            seat, named = named[0], named[1:]
        cards = [f"[{one}]" if find(one) else _("a hidden card") for one in named]
        words = {"who": self.named(seat), "bid": _argument(action), "card": listed(cards)}
        return str(self.sentences.get(action.verb) or SENTENCES[action.verb]) % words


class PlainTable(PlainPage, TrickTable):
    choices_in = tuple(Phase)

    @property
    def invitation(self) -> str:
        return _("To %(n)s.") % {"n": self.target} if self.target else ""

    @property
    def message(self) -> str:
        view, tricks = self.view, self.tricks
        if view.phase is Phase.PLAY and tricks:
            if tricks[-1].is_done:
                return " ".join([trick_won_sentence(self.moment, tricks[-1]), lead_owed(self.moment)])
            if not self.snapshot.is_mine:
                return newest_card_sentence(self.moment, tricks[-1])
            lies = is_winning(self.moment, tricks[-1]) or newest_card_sentence(self.moment, tricks[-1])
            return f"{lies} {_must_be_played(view, tricks[-1].plays[0][1].suit)}".rstrip()
        before = [self.told(said) for said in view.actions[-1:] if said[0] != self.snapshot.seat]
        if view.phase is Phase.PLAY and any(isinstance(one, Action) and is_play(one) for one in view.legal):
            before.append(lead_owed(self.moment))
        elif self.snapshot.is_mine:
            before.append(str(self.asks.get(view.phase, _("It’s your turn."))))
        elif view.waits_for - {DEALER}:
            before.append(turn_sentence(self.moment))
        return " ".join(before)

    @property
    def settled(self) -> Sequence[str]:
        before = [self.told(said) for said in self.view.actions if not is_play(said[1])]
        return [*([] if self.dealer is None else [deals(self.moment, self.dealer)]), *before]

    @property
    def own_hand(self) -> OwnHand:
        dealt = sorted_hand(hand_dealt(self.view), self.preferences)
        why_not = must_follow(next((trick.plays[0][1].suit for trick in self.tricks[-1:]), None))
        return self.hand_in_rows(dealt, lambda one: why_not)

    @property
    def passing(self) -> Pass | None:
        picks = [one for one in self.view.legal if isinstance(one, Pick)] if self.shows_hand else []
        if not picks:
            return None
        counts, verb = [one.count for one in picks], picks[0].verb
        button = _("Play the chosen cards") if verb == "play" else _("Discard the chosen cards")
        return Pass(verb, min(counts), max(counts), button)

    @property
    def _others(self) -> list[Action]:
        legal = self.view.legal if self.shows_hand else ()
        return [one for one in legal if isinstance(one, Action) and one.card is None]

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        return tuple((action_text(one), self._button(one)) for one in self._others if one.verb not in self.calls)

    def _button(self, action: Action) -> str:
        words = self.buttons.get(action.verb) or BUTTONS.get(action.verb, action.verb)
        return str(words) % {"bid": _argument(action)}

    @property
    def call(self) -> Call | None:
        calls = [one for one in self._others if one.verb in self.calls]
        return replace(self.calls[calls[0].verb], action=action_text(calls[0])) if calls else None

    @property
    def lead(self) -> str:
        return _("Hand %(n)s decided it.") % {"n": len(self.snapshot.hands)}


class PlainReplay(PlainPage, TrickReplay):
    @property
    def as_dealt(self) -> str:
        return "" if self.dealer is None else deals(self.moment, self.dealer)

    def said(self, step: ReplayStep) -> str:
        if is_play(step.action):
            return replayed_play(self.replay, self.tricks[-1])
        return self.told((step.seat, step.action))


class PlainPast(PlainPage, TrickPast):
    """A past game."""


def _must_be_played(view: SeatView, led: Suit | None) -> str:
    """Return the sentence on what the seat may play to the suit led; empty if following suit is not the only rule."""
    hand = view.hand or ()
    playable = {one.card for one in view.legal if isinstance(one, Action)}
    return to_follow((one.suit for one in hand), led) if playable == {*following(hand, led)} else ""


def _argument(action: Action) -> str:
    return next((str(name) for suit, name in SUITS.items() if suit == action.argument), str(action.argument))

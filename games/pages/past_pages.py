"""Base pages of one step of a replay and of a past game, for any game and for trick-taking games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.company import Seating
from games.engine.state import DEALER
from games.pages.cards import Face
from games.pages.game_page import GamePage, TrickPage
from games.pages.scores import ScoreBreakdown, ScoreLine
from games.pages.seats import SeatShown, sentence_on
from games.pages.tricks import Jump, ShownTrick, TableCard, TrickRow, claimed, is_play
from games.pages.weighed import MarkShown
from games.pages.words import Words, listed
from games.snapshot import PlayedGame, PlayedHand, Replay, ReplayStep

if TYPE_CHECKING:
    from games.cardgame import CardGame

#: Sentences on changes at the viewer's seat and at another's: the player leaves or returns, a stand-in comes or goes.
SEATINGS: Final[Mapping[Seating, tuple[Words, Words]]] = {
    Seating.LEAVES: (gettext_lazy("You left the game."), gettext_lazy("%(name)s left the game.")),
    Seating.STANDS_IN: (
        gettext_lazy("A stand-in took over for you."),
        gettext_lazy("A stand-in took over for %(name)s."),
    ),
    Seating.STANDS_DOWN: (
        gettext_lazy("Your stand-in was sent away."),
        gettext_lazy("The stand-in for %(name)s was sent away."),
    ),
    Seating.IS_BACK: (gettext_lazy("You were back."), gettext_lazy("%(name)s was back.")),
}


class ReplayPage(GamePage):
    """A hand at one step of its replay, with all cards open. `marks` are those of the hand's review, in order."""

    template: str

    def __init__(self, game: "CardGame", replay: Replay, marks: Sequence[MarkShown] = ()) -> None:
        super().__init__(game, replay)
        self.replay, self.marks = replay, marks
        self.number, self.step, self.last, self.seal = replay.number, replay.step, replay.last, replay.seal
        self.back, self.on = max(self.step - 1, 0), min(self.step + 1, self.last)
        self.is_practice = replay.game.is_practice
        #: Whether the game is a single hand; then the parts of the hand are rounds, else tricks.
        self.is_whole = game.is_one_hand

    @property
    def actor(self) -> str:
        """The name of the player who acted last; empty before the first step, and after an action of the dealer."""
        done = self.replay.done
        return self.named(done[-1].seat) if done and done[-1].seat != DEALER else ""

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def where(self) -> str:
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        raise NotImplementedError

    @property
    def parts(self) -> tuple[TrickRow, ...]:
        """The tricks or rounds of the hand, each with the step at which it begins."""
        raise NotImplementedError

    @property
    def opening(self) -> Jump | None:
        """A link to the end of the phases before the first trick; its text is their outcome, such as the bids."""
        return None

    @property
    def points(self) -> ScoreBreakdown | None:
        """The score sheet of the hand, at the last step."""
        return None

    @property
    def auto_note(self) -> str:
        """A sentence on the cards that the table played; empty if there are none."""
        return ""

    # -- with the review and with changes at seats -----------------------------------------------------------

    @property
    def say(self) -> str:
        newest = self.replay.done[-1:]
        by_stand_in = [_("A stand-in chose that.")] if newest and newest[0].by_stand_in else []
        return " ".join((*self._seatings(newest), self.sentence, *by_stand_in))

    @cached_property
    def rows(self) -> tuple[TrickRow, ...]:
        rows = self.parts
        ends = [*(row.step for row in rows[1:]), self.last + 1]
        found = []
        for place, (row, end) in enumerate(zip(rows, ends, strict=False)):  # a hand that was passed out has no rows
            steps = self.replay.steps[row.step - 1 : end - 1]
            names = [self.named(seat) for seat in sorted({step.seat for step in steps if step.by_stand_in})]
            said = [_("%(names)s: by a stand-in") % {"names": ", ".join(names)}] if names else []
            stood_in = " ".join((*self._seatings(steps), *said))
            found.append(replace(row, stood_in=stood_in, marks=self._marks(place)))
        return tuple(found)

    @property
    def before(self) -> Jump | None:
        if not (early := self._marks(None)):
            return self.opening
        return replace(self.opening or Jump(_("Before the first trick"), early[0].step), marks=early)

    def _marks(self, place: int | None) -> tuple[MarkShown, ...]:
        if not self.marks:
            return ()
        parts = parts_of(self.replay, is_whole=self.is_whole)
        return tuple(mark for mark in self.marks if parts[mark.step] == place)

    def _seatings(self, steps: Sequence[ReplayStep]) -> Iterator[str]:
        for seat, change in (seating for step in steps for seating in step.seatings):
            own, other = SEATINGS[change]
            yield sentence_on(self.moment, seat, str(own), str(other))


def parts_of(replay: Replay, *, is_whole: bool) -> list[int | None]:
    """Return for each step the index of its trick or round; None before the first part."""
    plays = [step.action.verb == "play" for step in replay.steps]
    before = accumulate(plays, initial=0)
    return [
        many // len(replay.seated) if is_whole or many or is_a_play else None
        for is_a_play, many in zip(plays, before, strict=False)
    ]


class TrickReplay(TrickPage, ReplayPage):
    template = "games/replay/table.html"
    #: Always empty, because a replay has the list of all tricks beside it.
    last_trick: tuple[TableCard, ...] = ()

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def as_dealt(self) -> str:
        """The sentence before the first step."""
        return ""

    def said(self, step: ReplayStep) -> str:
        """Return the sentence on the action of the newest step."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """The phase of the newest step in a sentence, if the step is not a card to a trick."""
        return _("Before the first trick.")

    @property
    def settled(self) -> tuple[TableCard, ...]:
        """The cards in the middle before the first trick."""
        return ()

    @property
    def passed(self) -> tuple[Face, ...]:
        """Cards shown open before the first trick; `passed_name` is their label."""
        return ()

    @property
    def passed_name(self) -> str:
        return ""

    @property
    def hand_over(self) -> str:
        return _("The hand is over.") if self.replay.hand is not None else _("The game ended here.")

    @property
    def heading(self) -> str:
        return self.marked(_("Replay of hand %(n)s: all hands shown") % {"n": self.number})

    @property
    def where(self) -> str:
        if not self.replay.done:
            return _("As dealt.")
        if is_play(self.replay.done[-1].action):
            return _("Trick %(n)s of %(all)s.") % {"n": len(self.tricks), "all": self.most_tricks}
        return self.place

    @property
    def sentence(self) -> str:
        if not self.replay.done:
            return self.as_dealt
        step = self.replay.done[-1]
        by_table = [_("Played automatically.")] if step.by_table else []
        return " ".join([self.said(step), *by_table, *([self.hand_over] if self.replay.is_over else [])])

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """All seats. Before the last step of a finished hand, each says how many tricks it will take."""
        shown, won = super().seats, [trick.winner for trick in self.every_trick]
        if self.replay.is_over or self.replay.hand is None or not won:
            return shown
        return tuple(replace(one, ends=_("will take %(n)s") % {"n": won.count(one.seat)}) for one in shown)

    @cached_property
    def every_trick(self) -> tuple[ShownTrick, ...]:
        return self.tricks_of(self.replay.views[-1])

    @property
    def parts(self) -> tuple[TrickRow, ...]:
        plays = [number for number, step in enumerate(self.replay.steps, start=1) if is_play(step.action)]
        rows = []
        for trick in self.every_trick:
            step = plays[trick.seats * (trick.number - 1)]
            by_table, is_here = self.replay.steps[step - 1].by_table, trick.number == len(self.tricks)
            rows.append(replace(self.trick_row(trick), step=step, is_here=is_here, by_table=by_table))
        return tuple(rows)

    @cached_property
    def trick(self) -> tuple[TableCard, ...]:
        return self.lying if self.tricks else self.settled

    @property
    def is_finished(self) -> bool:
        return bool(self.tricks) and self.tricks[-1].is_done

    @property
    def points(self) -> ScoreBreakdown | None:
        if not self.replay.is_over or self.replay.hand is None:
            return None
        past = cast(TrickPast, self.game.past_page(self.replay.game))
        return past.hand(self.replay.hand).sheet

    def looked(self, step: ReplayStep) -> str:
        own, other = _("You looked instead of bidding blind."), _("%(name)s looked instead of bidding blind.")
        return sentence_on(self.moment, step.seat, own, other)

    @property
    def auto_note(self) -> str:
        claim = claimed(self.replay, self.replay.hand)
        count = sum(step.by_table for step in self.replay.steps)
        if claim or not count:
            return claim
        sentence = ngettext(
            "The last card was played automatically: the outcome was certain.",
            "The last %(n)s cards were played automatically: the outcome was certain.",
            count,
        )
        return sentence % {"n": count}


class PastPage(GamePage):
    """A past game, hand by hand."""

    template: str

    def __init__(self, game: "CardGame", past: PlayedGame) -> None:
        super().__init__(game, past)
        self.past, self.numbers, self.is_practice = past, past.numbers, past.is_practice

    @property
    def heading(self) -> str:
        """How the game ended."""
        raise NotImplementedError

    @property
    def about(self) -> str:
        """The sides in words, the near side first: "you against Ann"."""
        near, *others = (self.side_name(side, first=False) for side in self.side_order)
        if len(others) > 1:
            return _("%(near)s against %(others)s") % {"near": near, "others": listed(others)}
        return _("%(near)s against %(far)s") % {"near": near, "far": others[0]}

    @property
    def parted(self) -> str:
        return _("Hand by hand")

    def in_short(self, hand: PlayedHand) -> str:
        raise NotImplementedError


class TrickPast(TrickPage, PastPage):
    """A past game as a list of scores."""

    template = "games/replay/game.html"

    @property
    def heading(self) -> str:
        return self.outcome(self.past)

    @property
    def score_lines(self) -> tuple[ScoreLine, ...]:
        return self.lines(self.past.hands)

    @property
    def cut_short(self) -> int | None:
        """The number of the hand in which the game ended early; None if every hand was finished."""
        finished = [hand.number for hand in self.past.hands]
        return next((number for number in self.past.numbers if number not in finished), None)

    def in_short(self, hand: PlayedHand) -> str:
        line = self.hand(hand).line
        return "; ".join(line.cells[0].notes) if line.cells else line.note

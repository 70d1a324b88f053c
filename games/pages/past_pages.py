"""Base pages of one step of a replay and of a past game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.company import Seating
from games.engine.state import DEALER
from games.pages.game_page import GamePage
from games.pages.scores import ScoreBreakdown
from games.pages.tricks import Jump, TrickRow
from games.pages.weighed import MarkShown, WeighedHand
from games.pages.words import Words, listed
from games.snapshot import (
    PlayedGame,
    PlayedHand,
    Replay,
    ReplayStep,
)

if TYPE_CHECKING:
    from games.cardgame import CardGame


#: Sentences on changes at a person's seat: the player leaves or returns, a stand-in comes or goes.
OTHERS_SEAT: Final[Mapping[Seating, Words]] = {
    Seating.LEAVES: gettext_lazy("%(name)s left the game."),
    Seating.STANDS_IN: gettext_lazy("A stand-in took over for %(name)s."),
    Seating.STANDS_DOWN: gettext_lazy("The stand-in for %(name)s was sent away."),
    Seating.IS_BACK: gettext_lazy("%(name)s was back."),
}
YOUR_SEAT: Final[Mapping[Seating, Words]] = {
    Seating.LEAVES: gettext_lazy("You left the game."),
    Seating.STANDS_IN: gettext_lazy("A stand-in took over for you."),
    Seating.STANDS_DOWN: gettext_lazy("Your stand-in was sent away."),
    Seating.IS_BACK: gettext_lazy("You were back."),
}


class ReplayPage(GamePage):
    """A hand at one step of its replay, with all cards open. `weighed` is the hand's review, as shown at this step."""

    #: Whether the game is a single hand; then the parts of the hand are rounds, else tricks.
    is_whole = False
    template: str

    def __init__(self, game: "CardGame", replay: Replay, weighed: WeighedHand | None = None) -> None:
        super().__init__(game, replay)
        self.replay, self.weighed = replay, weighed
        self.number, self.step, self.last, self.seal = replay.number, replay.step, replay.last, replay.seal

    @property
    def is_practice(self) -> bool:
        return self.replay.game.is_practice

    @property
    def back(self) -> int:
        return max(self.step - 1, 0)

    @property
    def on(self) -> int:
        return min(self.step + 1, self.last)

    @property
    def actor(self) -> str:
        """The name of the player who acted last; empty before the first step, and after an action of the dealer."""
        done = self.replay.done
        return self.named(done[-1].seat) if done and done[-1].seat != DEALER else ""

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def where(self) -> str:
        """The trick or round of this step."""
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        """The sentence on the action of this step."""
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
        said = self.sentence
        if not self.replay.done:
            return said
        if self.replay.done[-1].by_stand_in:
            said = " ".join((said, _("A stand-in chose that.")))
        return " ".join((*self._seatings(self.replay.done[-1:]), said))

    @cached_property
    def rows(self) -> tuple[TrickRow, ...]:
        """The tricks or rounds, with the marks of their decisions and sentences on changes at seats and stand-ins."""
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
        if self.weighed is None:
            return ()
        parts = parts_of(self.replay, is_whole=self.is_whole)
        return tuple(mark for mark in self.weighed.marks if parts[mark.step] == place)

    def _seatings(self, steps: Sequence[ReplayStep]) -> Iterator[str]:
        """Yield sentences on the changes at seats before these steps."""
        for seat, change in (seating for step in steps for seating in step.seatings):
            words = YOUR_SEAT if seat == self.moment.own else OTHERS_SEAT
            yield str(words[change]) % {"name": self.named(seat)}


def parts_of(replay: Replay, *, is_whole: bool) -> list[int | None]:
    """Return for each step the index of its trick or round; None before the first part."""
    plays = [step.action.verb == "play" for step in replay.steps]
    first = 0 if is_whole else plays.index(True) if any(plays) else len(plays)
    before = accumulate(plays, initial=0)
    return [
        many // len(replay.seated) if step >= first else None
        for step, many in zip(range(len(plays)), before, strict=False)
    ]


class PastPage(GamePage):
    """A past game, hand by hand."""

    template: str

    def __init__(self, game: "CardGame", past: PlayedGame) -> None:
        super().__init__(game, past)
        self.past = past
        self.numbers = past.numbers

    @property
    def is_practice(self) -> bool:
        return self.past.is_practice

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
        """The heading of the list of hands."""
        return _("Hand by hand")

    def in_short(self, hand: PlayedHand) -> str:
        """Return a short text on a finished hand, such as the near side's result."""
        raise NotImplementedError

"""What the pages of past hands and games are handed, whatever the game.

A page may be read by anybody who follows a link, so nobody is "you" unless it is their own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.company import Seating
from games.engine.state import DEALER
from games.snapshot import PlayedGame, Replay, ReplayStep, SealSnapshot
from games.viewmodel.seats import name_in
from games.viewmodel.sheet import ScoreLine, Sheet
from games.viewmodel.tricks import TrickRow, claimed
from games.viewmodel.weighed import MarkShown, WeighedHand
from games.viewmodel.words import listed


@dataclass(frozen=True, slots=True)
class Jump:
    """Something that was settled at that step; cards in its text stand in brackets. `marks` are of the decisions that
    led to it.
    """

    text: str
    step: int
    marks: tuple[MarkShown, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ReplayContext:
    """A hand at one step. `where` and `say` are its line; `template` draws it, with the moment of the game in `more`.

    `before` is what was settled before the first trick, a pile or a contract; `points` stand beside the last step;
    `actor` is who did what is told here, empty as dealt. `is_whole`: the hand is the game, and its parts are rounds.
    `weighed` is what its review says here, None where there is none. `is_practice`: a hand of another game was played
    again in this one.
    """

    template: str
    title: str
    heading: str
    number: int
    step: int
    last: int
    where: str
    say: str
    actor: str
    tricks: tuple[TrickRow, ...]
    seal: SealSnapshot | None
    more: object
    before: Jump | None = None
    auto_note: str = ""
    points: Sheet | None = None
    bags_marked: bool = False
    is_whole: bool = False
    weighed: WeighedHand | None = None
    is_practice: bool = False

    @property
    def back(self) -> int:
        return max(self.step - 1, 0)

    @property
    def on(self) -> int:
        return min(self.step + 1, self.last)


@dataclass(frozen=True, kw_only=True)
class ReviewContext:
    """A whole game, hand by hand or in whatever parts `parted` names. `numbers` are the hands that can be replayed."""

    template: str
    title: str
    heading: str
    about: str
    parted: str
    numbers: tuple[int, ...]
    more: object


@dataclass(frozen=True, slots=True)
class ReviewShown:
    """A past game by its score; `cut_short` is the hand that it ended in before its time."""

    sides: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    cut_short: int | None


def replay_context(replay: Replay, **own: Any) -> ReplayContext:
    """What every replay shows alike, around what a game tells of itself."""
    shared: dict[str, Any] = {
        "number": replay.number,
        "step": replay.step,
        "last": replay.last,
        "actor": _actor_of(replay),
        "seal": replay.seal,
    }
    if replay.done and replay.done[-1].by_stand_in:
        own["say"] = " ".join((own["say"], _("A stand-in chose that.")))
    if replay.done and replay.done[-1].seatings:
        own["say"] = " ".join((*_seatings(replay, replay.done[-1:]), own["say"]))
    own["tricks"] = tuple(_with_stand_ins(replay, own["tricks"]))
    return ReplayContext(**shared, **own)


def _with_stand_ins(replay: Replay, tricks: Sequence[TrickRow]) -> Iterator[TrickRow]:
    """Each trick with those for whom a stand-in chose in it, and who came and went, from its first step to the first
    one of the next.
    """
    ends = [*(row.step for row in tricks[1:]), replay.last + 1]
    for row, end in zip(tricks, ends, strict=False):  # a hand that was passed out has none
        steps = replay.steps[row.step - 1 : end - 1]
        names = [name_in(replay, seat) for seat in sorted({step.seat for step in steps if step.by_stand_in})]
        said = [_("%(names)s: by a stand-in") % {"names": ", ".join(names)}] if names else []
        yield replace(row, stood_in=" ".join((*_seatings(replay, steps), *said)))


def _seatings(replay: Replay, steps: Sequence[ReplayStep]) -> Iterator[str]:
    """What changed before these steps in who acted at people's seats, a sentence each."""
    others = {
        Seating.LEAVES: _("%(name)s left the game."),
        Seating.STANDS_IN: _("A stand-in took over for %(name)s."),
        Seating.STANDS_DOWN: _("The stand-in for %(name)s was sent away."),
        Seating.IS_BACK: _("%(name)s was back."),
    }
    yours = {
        Seating.LEAVES: _("You left the game."),
        Seating.STANDS_IN: _("A stand-in took over for you."),
        Seating.STANDS_DOWN: _("Your stand-in was sent away."),
        Seating.IS_BACK: _("You were back."),
    }
    for seat, change in (one for step in steps for one in step.seatings):
        words = yours if seat == replay.own else others
        yield words[change] % {"name": name_in(replay, seat)}


def _actor_of(replay: Replay) -> str:
    """Who did this step; empty as dealt, and where the dealer drew a card."""
    if not replay.done or replay.done[-1].seat == DEALER:
        return ""
    return name_in(replay, replay.done[-1].seat)


def auto_note(replay: Replay) -> str:
    """Who claimed the rest, or how much of the hand the table played out by itself; empty for none of it."""
    claim = claimed(replay, replay.hand)
    count = sum(step.by_table for step in replay.steps)
    if claim or not count:
        return claim
    sentence = ngettext(
        "The last card was played out by the table: nothing was left to decide.",
        "The last %(n)s cards were played out by the table: nothing was left to decide.",
        count,
    )
    return sentence % {"n": count}


def looked(replay: Replay, step: ReplayStep) -> str:
    """Of a seat that might have bid before it saw its cards."""
    return _("%(who)s did not bid blind and looked.") % {"who": name_in(replay, step.seat)}


def hand_over(replay: Replay) -> str:
    return _("The hand is over.") if replay.hand is not None else _("Here the game ended.")


def against(sides: tuple[str, ...]) -> str:
    """Who played against whom, the near side first."""
    if len(sides) > 2:
        return _("%(near)s against %(others)s") % {"near": sides[0], "others": listed(sides[1:])}
    return _("%(near)s against %(far)s") % {"near": sides[0], "far": sides[1]}


def cut_short(game: PlayedGame) -> int | None:
    """The hand in which the game ended before its time; None where every hand was played."""
    finished = [hand.number for hand in game.hands]
    return next((one for one in game.numbers if one not in finished), None)

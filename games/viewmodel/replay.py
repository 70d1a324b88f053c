"""What the pages of past hands and games are handed, whatever the game, and who is called what on them.

A page may be read by anybody who follows a link, so nobody is "you" unless it is their own.
"""

from dataclasses import dataclass
from functools import partial
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.state import DEALER, Seat
from games.snapshot import GameSeen, Replay, SealSeen
from games.viewmodel import claims


@dataclass(frozen=True, slots=True)
class TrickJump:
    """A trick of the list: `step` is where its first card fell, `cards` are written, each with whether it won.

    `is_near`: the side at the bottom won it.
    """

    number: int
    step: int
    led: str
    cards: tuple[tuple[str, bool], ...]
    winner: str
    is_near: bool
    is_here: bool
    by_table: bool


@dataclass(frozen=True, slots=True)
class Jump:
    """Something that was settled at that step; cards in its text stand in brackets."""

    text: str
    step: int


@dataclass(frozen=True, slots=True)
class Part:
    """A title and what it was for each side."""

    title: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """Where the points of a hand came from, `sides` being their names, the near one first.

    No parts where it was not scored; `note` says why.
    """

    sides: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    change: Part | None = None
    totals: tuple[Part, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class ReplayContext:
    """A hand at one step. `where` and `say` are its line; `template` draws it, with the game's own in `more`.

    `before` is what was settled before the first trick, a pile or a contract; `points` stand beside the last step;
    `actor` is who did what is told here, empty as dealt. `is_whole`: the hand is the game, and its parts are rounds.
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
    is_over: bool
    tricks: tuple[TrickJump, ...]
    before: Jump | None
    auto_note: str
    points: Points | None
    seal: SealSeen | None
    more: object
    bags_marked: bool = False
    is_whole: bool = False

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


class ReplayPresenter(Protocol):
    """What each game brings to the pages of past hands."""

    def hand(self, replay: Replay) -> ReplayContext: ...

    def review(self, game: GameSeen) -> ReviewContext: ...


def name_of(game: GameSeen, seat: Seat, *, first: bool = True) -> str:
    """Who sits there: "You" at the head of a sentence, else "you"; somebody whose name is hidden has a number."""
    if seat == game.side.own:
        return _("You") if first else _("you")
    return game.seated[seat].name or _("Player %(n)s") % {"n": seat + 1}


def actor_of(replay: Replay) -> str:
    """Who did this step; empty as dealt, and where the dealer drew a card."""
    if not replay.done or replay.done[-1].seat == DEALER:
        return ""
    return name_of(replay.game, replay.done[-1].seat)


def auto_note(replay: Replay) -> str:
    """Who claimed the rest, or how much of the hand the table played out by itself; empty for none of it."""
    claim = claims.told_to(replay.game.side.own, replay.hand, partial(name_of, replay.game))
    count = sum(step.by_table for step in replay.steps)
    if claim or not count:
        return claim
    told = ngettext(
        "The last card was played out by the table: nothing was left to decide.",
        "The last %(n)s cards were played out by the table: nothing was left to decide.",
        count,
    )
    return told % {"n": count}

"""Hard Marta in Card Duel: she counts what is out, thinks of hands that may be held, and mixes what she hides.

A round is a game of two hidden hands. She draws hands for the other and hands that the other may think are hers, and
solves the round among all of them: so a covered top is no answer to the cards alone, and cannot be read. Where no more
hands are possible than she would draw she has them all, and where the deck is empty there is one: then she plays the
round's equilibrium itself, as far as her guess at the rounds to come is right. That is against an opponent who mixes as
well as she does; a share of hers is expected to play plainly instead, and she plays for that mixture.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from games.cardduel.bots.habit import plays_by_habit, replies_by_habit
from games.cardduel.bots.matrix import ROUNDS, Floats, equilibrium, expected
from games.cardduel.bots.odds import blaze_chance
from games.cardduel.bots.round import (
    Choices,
    Line,
    Scene,
    answers,
    choices,
    hands_from,
    line_of,
    worth_to_first,
)
from games.cardduel.bots.sight import Laid, Sight, sight_of
from games.cardduel.score import Play
from games.cardduel.state import BLAZE, PLAY
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: What the equilibrium would do less often than this is left out.
_SELDOM: Final = 0.05


@dataclass(frozen=True, slots=True)
class Effort:
    """How many hands are thought of for the other and for herself, and how long a round is solved.

    `plain` is the share of opponents who would play by habit and not by this reasoning.
    """

    theirs: int = 40
    mine: int = 10
    rounds: int = ROUNDS
    plain: float = 0.6


@dataclass(frozen=True, slots=True)
class Plan:
    """Some plays, how often each is made, and the chance to win that this mix gives."""

    plays: tuple[Play, ...]
    mix: tuple[float, ...]
    chance: float

    def drawn(self, rng: "Random") -> Play:
        least = min(_SELDOM, max(self.mix))
        weights = [share if share >= least else 0.0 for share in self.mix]
        return rng.choices(self.plays, weights)[0]


class HardCardDuel:
    """Plays for the chance to win the duel, against all hands that may be held."""

    version: ClassVar[int] = 2

    def __init__(self, effort: Effort = Effort()) -> None:
        self._effort = effort

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        chance = blaze_chance(sight) if sight.may_blaze else 0.0
        if chance == 1 or not sight.plays:
            return sight.blaze_or_any
        thought = Thought(sight, self._effort, rng)
        plan = thought.as_first() if sight.laid is None else thought.as_second(sight.laid)
        # A lost round may be reckoned a hair below 0, and a blaze that must fail is no better.
        return Action(BLAZE) if chance > max(0.0, plan.chance) else Action(PLAY, plan.drawn(rng).argument)


@dataclass(frozen=True, slots=True)
class Thought:
    """One choice being thought over."""

    sight: Sight
    effort: Effort
    rng: "Random"

    # -- as player 1 ---------------------------------------------------------------------------------

    def as_first(self) -> Plan:
        """The best of what lies open to the other; the top on it is mixed."""
        sight = self.sight
        theirs = hands_from(sight.unseen, sight.held, self.effort.theirs, self.rng)
        second = choices([answers(hand) for hand in theirs])
        plans = [self._plan(plays, theirs, second) for plays in alike(sight.plays)]
        return max(plans, key=lambda plan: plan.chance)

    def _plan(self, plays: tuple[Play, ...], theirs: Sequence[Sequence[Card]], second: Choices) -> Plan:
        """What these plays, which look alike to player 2, are worth with the best mix of them."""
        sight = self.sight
        scene = Scene(sight.hp, sight.their_hp, sight.is_last, sight.draws)
        first = self._kinds_of_mine(plays)
        worth = worth_to_first(first, second, scene)
        habit = replies_by_habit(theirs, second, self._imagined_of(plays[0]), scene) * self.effort.plain / len(theirs)
        mix, replies = self._solved(worth, first, second, columns_habit=habit)
        gains = np.einsum("akb,kb->a", worth[0], expected(replies, habit))
        return Plan(plays, tuple(mix[0, : len(plays)].tolist()), float(mix[0] @ gains))

    def _imagined_of(self, play: Play) -> list[Play]:
        """What the other may take this play for: itself, or any unseen card on its wands."""
        if not play.wands:
            return [play]
        hidden = [one for one in self.sight.hand if one not in play.wands]
        return [Play(one, play.wands) for one in (*self.sight.unseen, *hidden)]

    def _kinds_of_mine(self, plays: tuple[Play, ...]) -> Choices:
        """Her own hand first, then what else the other may think lies behind the same open cards."""
        sight, sample = self.sight, plays[0]
        shown = sample.wands or (sample.top,)
        rest = tuple(one for one in sight.hand if one not in shown)
        kinds = [[line_of(play, sight.hand) for play in plays]]
        if sight.table.deck:
            pool = (*sight.unseen, *rest)
            others = hands_from(pool, len(rest), self.effort.mine - 1, self.rng)
            kinds += [_lines_behind(sample, other) for other in others]
        return choices(kinds)

    # -- as player 2 ---------------------------------------------------------------------------------

    def as_second(self, laid: Laid) -> Plan:
        """The answer to what lies there; behind a covered top all that the other may have mixed."""
        sight = self.sight
        scene = Scene(sight.their_hp, sight.hp, sight.is_last, sight.draws)
        rests = self._rests(laid)
        first = choices([_lines_of(laid, rest) for rest in rests])
        second = self._kinds_answering()
        worth = worth_to_first(first, second, scene)
        habit = self._laid_by_habit(laid, rests, scene)
        mix, replies = self._solved(worth, first, second, rows_habit=habit)
        losses = np.einsum("jab,ja->b", worth[:, :, 0], expected(mix, habit))
        count = len(sight.plays)
        return Plan(sight.plays, tuple(replies[0, :count].tolist()), 1.0 - float(replies[0] @ losses))

    def _laid_by_habit(self, laid: Laid, rests: Sequence[tuple[Card, ...]], scene: Scene) -> Floats | None:
        """Which of these hands would have laid this by habit, and with which top; None where none would."""
        hands = [(*laid.cards, *rest) for rest in rests]
        plays = plays_by_habit(hands, (*self.sight.unseen, *self.sight.hand), scene)
        both = zip(plays, rests, strict=True)
        found = np.array([[one == play for one in _plays_of(laid, rest)] for play, rest in both], dtype=np.float64)
        return found * (self.effort.plain / found.sum()) if found.any() else None

    def _rests(self, laid: Laid) -> list[tuple[Card, ...]]:
        """Hands the other may hold, a covered top among them."""
        hidden = self.sight.held + (laid.top is None)
        return hands_from(self.sight.unseen, hidden, self.effort.theirs, self.rng)

    def _kinds_answering(self) -> Choices:
        """Her own hand first; a blaze of hers is counted exactly elsewhere."""
        sight = self.sight
        kinds = [[line_of(play, sight.hand) for play in sight.plays]]
        if sight.table.deck:
            pool = (*sight.unseen, *sight.hand)
            kinds += [answers(hand) for hand in hands_from(pool, len(sight.hand), self.effort.mine - 1, self.rng)]
        return choices(kinds)

    def _solved(
        self,
        worth: Floats,
        first: Choices,
        second: Choices,
        *,
        rows_habit: Floats | None = None,
        columns_habit: Floats | None = None,
    ) -> tuple[Floats, Floats]:
        if first.there.shape[1] == 1:
            mix = np.ones(first.there.shape)
            return mix, best_replies(worth[:, 0], second, expected(mix, rows_habit)[:, 0])
        rounds = self.effort.rounds
        return equilibrium(worth, first.there, second.there, rounds, rows_habit=rows_habit, columns_habit=columns_habit)


def best_replies(worth: Floats, second: Choices, likely: Floats) -> Floats:
    """Where player 1's play lies open each kind of player 2 has one best reply, and no need to mix.

    `likely` says how likely each kind of player 1 is.
    """
    losses = np.where(second.there, np.einsum("jkb,j->kb", worth, likely), np.inf)
    replies = np.zeros(losses.shape)
    replies[np.arange(len(losses)), losses.argmin(axis=1)] = 1.0
    return replies


def alike(plays: Iterable[Play]) -> list[tuple[Play, ...]]:
    """Player 1's plays, together where they differ in the covered top alone.

    Of many wands a single one, as many as may be, and one less are thought over as a pile.
    """
    found: dict[tuple[Card, ...], list[Play]] = {}
    for play in plays:
        found.setdefault(play.wands or (play.top,), []).append(play)
    most = max((len(group[0].wands) for group in found.values()), default=0)
    return [tuple(group) for group in found.values() if len(group[0].wands) in (0, 1, most - 1, most)]


def _lines_behind(sample: Play, rest: Sequence[Card]) -> list[Line[float]]:
    return _lines_of(Laid(sample.wands, None if sample.wands else sample.top), rest)


def _lines_of(laid: Laid, rest: Sequence[Card]) -> list[Line[float]]:
    return [line_of(play, rest) for play in _plays_of(laid, rest)]


def _plays_of(laid: Laid, rest: Sequence[Card]) -> list[Play]:
    """What player 1 may have played with `rest` hidden: any top on a covered pile, else what lies open."""
    tops = rest if laid.top is None else (laid.top,)
    return [Play(top, laid.wands) for top in tops]

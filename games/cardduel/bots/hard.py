"""The hard player of Card Duel: counts the unseen cards, samples hidden hands, and mixes what it hides.

A round is a game of two hidden hands. The player samples hands of the opponent, and hands that the opponent may credit
it with, and solves the round among them, so a covered top does not reveal its hand. If few hands are possible it uses
them all. A share of opponents is expected to play by policy instead, and it plays for that mixture.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bots.base import Sampling
from games.cardduel.bots.knowledge import FirstPlay, Knowledge, blaze_chance, knowledge_of
from games.cardduel.bots.matrix import ROUNDS, Floats, equilibrium, expected
from games.cardduel.bots.round import (
    Choices,
    RoundStart,
    answers,
    choices,
    hands_from,
    lines_of,
    plays_by_policy,
    replies_by_policy,
    worth_to_first,
)
from games.cardduel.score import Play
from games.cardduel.state import BLAZE, PLAY
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: Plays less frequent than this in the equilibrium are left out.
_SELDOM: Final = 0.05


@dataclass(frozen=True, slots=True)
class Effort:
    """How many hands are sampled for the opponent and for itself, and how many rounds of learning a solution takes.

    `plain` is the share of opponents who play by policy.
    """

    theirs: int = 40
    mine: int = 10
    rounds: int = ROUNDS
    plain: float = 0.6


@dataclass(frozen=True, slots=True)
class Reckoned:
    """Plays that look alike to the opponent, against its sampled hands and all their choices.

    `worth[a, k, b]` is the chance to win with play a against choice b of hand k, and `likely[k, b]` its probability.
    `mix` is the best mixture of the plays. `own` are the lines of the plays, `[field, a]`, `others` the opponent's,
    `[field, k, b]`.
    """

    plays: tuple[Play, ...]
    mix: Floats
    worth: Floats
    likely: Floats
    own: Floats
    others: Floats
    hands: Sequence[tuple[Card, ...]]

    @property
    def chance(self) -> float:
        """The chance to win by this mixture."""
        return float(self.mix @ np.einsum("akb,kb->a", self.worth, self.likely))

    def drawn(self, rng: "Random") -> Play:
        mix = self.mix.tolist()
        least = min(_SELDOM, max(mix))
        return rng.choices(self.plays, [share if share >= least else 0.0 for share in mix])[0]


class HardCardDuel:
    """Plays for the chance to win the duel, against all hands that the opponent may hold."""

    def __init__(self, effort: Effort = Effort()) -> None:
        self._effort = effort

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        chance = blaze_chance(knowledge) if knowledge.may_blaze else 0.0
        if chance == 1 or not knowledge.plays:
            return knowledge.blaze_or_any
        search = Search(knowledge, self._effort, rng)
        if knowledge.first_play is None:
            plan = max(search.as_first(worth_a_thought(look_alike(knowledge.plays))), key=lambda one: one.chance)
        else:
            plan = search.as_second(knowledge.first_play)
        # A lost round may come out slightly below 0, and a blaze that must fail is no better.
        return Action(BLAZE) if chance > max(0.0, plan.chance) else Action(PLAY, plan.drawn(rng).argument)


@dataclass(frozen=True, slots=True)
class Search:
    """The evaluation of one choice."""

    knowledge: Knowledge
    effort: Effort
    rng: Sampling

    @property
    def start(self) -> RoundStart:
        knowledge = self.knowledge
        hp, other_hp = knowledge.hp, knowledge.their_hp
        if knowledge.first_play is not None:
            hp, other_hp = other_hp, hp
        return RoundStart(hp, other_hp, knowledge.is_last, knowledge.draws)

    # -- as player 1 ---------------------------------------------------------------------------------

    def as_first(self, groups: Iterable[tuple[Play, ...]]) -> list[Reckoned]:
        """Evaluate each group of plays that look alike, over the same hands; the top on wands is mixed."""
        knowledge = self.knowledge
        theirs = hands_from(knowledge.unseen, knowledge.held, self.effort.theirs, self.rng)
        second = choices([answers(hand) for hand in theirs])
        return [self._mixed(plays, theirs, second) for plays in groups]

    def _mixed(self, plays: tuple[Play, ...], theirs: Sequence[tuple[Card, ...]], second: Choices) -> Reckoned:
        """Return the worth of plays that look alike, with their best mixture."""
        start, first = self.start, self._kinds_of_mine(plays)
        worth = worth_to_first(first, second, start)
        policy = replies_by_policy(theirs, second, self._imagined_of(plays[0]), start) * self.effort.plain / len(theirs)
        mix, replies = self._solved(worth, first, second, columns_policy=policy)
        likely, own = expected(replies, policy), slice(len(plays))
        return Reckoned(plays, mix[0, own], worth[0, own], likely, first.lines[:, 0, own], second.lines, theirs)

    def _imagined_of(self, play: Play) -> list[Play]:
        """Return what the opponent may take this play for: itself, or any unseen card on its wands."""
        if not play.wands:
            return [play]
        hidden = [one for one in self.knowledge.hand if one not in play.wands]
        return [Play(one, play.wands) for one in (*self.knowledge.unseen, *hidden)]

    def _kinds_of_mine(self, plays: tuple[Play, ...]) -> Choices:
        """Return the own hand first, then other hands with the same open cards."""
        knowledge, sample = self.knowledge, plays[0]
        shown = sample.wands or (sample.top,)
        rest = tuple(one for one in knowledge.hand if one not in shown)
        kinds = [lines_of(plays, knowledge.hand)]
        if knowledge.table.deck:
            pool = (*knowledge.unseen, *rest)
            others = hands_from(pool, len(rest), self.effort.mine - 1, self.rng)
            shown_play = FirstPlay(sample.wands, None if sample.wands else sample.top)
            kinds += [lines_of(_plays_of(shown_play, other), other) for other in others]
        return choices(kinds)

    # -- as player 2 ---------------------------------------------------------------------------------

    def as_second(self, first_play: FirstPlay) -> Reckoned:
        """Evaluate the replies to player 1's play; a covered top may be any card it may have mixed."""
        start, rests, plays = self.start, self._rests(first_play), self.knowledge.plays
        first = choices([lines_of(_plays_of(first_play, rest), rest) for rest in rests])
        second = self._kinds_answering()
        worth = worth_to_first(first, second, start)
        policy = self._played_by_policy(first_play, rests, start)
        mix, replies = self._solved(worth, first, second, rows_policy=policy)
        likely, own = expected(mix, policy), slice(len(plays))
        gains = 1.0 - np.moveaxis(worth[:, :, 0, own], 2, 0)
        return Reckoned(plays, replies[0, own], gains, likely, second.lines[:, 0, own], first.lines, rests)

    def _played_by_policy(
        self, first_play: FirstPlay, rests: Sequence[tuple[Card, ...]], start: RoundStart
    ) -> Floats | None:
        """Return which hands would have made this play by policy, and with which top; None if none would."""
        hands = [(*first_play.cards, *rest) for rest in rests]
        plays = plays_by_policy(hands, (*self.knowledge.unseen, *self.knowledge.hand), start)
        both = zip(plays, rests, strict=True)
        found = np.array(
            [[one == play for one in _plays_of(first_play, rest)] for play, rest in both], dtype=np.float64
        )
        return found * (self.effort.plain / found.sum()) if found.any() else None

    def _rests(self, first_play: FirstPlay) -> list[tuple[Card, ...]]:
        """Return hands that the opponent may hold, a covered top included."""
        hidden = self.knowledge.held + (first_play.top is None)
        return hands_from(self.knowledge.unseen, hidden, self.effort.theirs, self.rng)

    def _kinds_answering(self) -> Choices:
        """Return the own hand first, then other hands. The own blaze is counted exactly elsewhere."""
        knowledge = self.knowledge
        kinds = [lines_of(knowledge.plays, knowledge.hand)]
        if knowledge.table.deck:
            pool = (*knowledge.unseen, *knowledge.hand)
            kinds += [answers(hand) for hand in hands_from(pool, len(knowledge.hand), self.effort.mine - 1, self.rng)]
        return choices(kinds)

    def _solved(
        self,
        worth: Floats,
        first: Choices,
        second: Choices,
        *,
        rows_policy: Floats | None = None,
        columns_policy: Floats | None = None,
    ) -> tuple[Floats, Floats]:
        if first.there.shape[1] == 1:
            mix = np.ones(first.there.shape)
            return mix, best_replies(worth[:, 0], second, expected(mix, rows_policy)[:, 0])
        rounds = self.effort.rounds
        return equilibrium(
            worth, first.there, second.there, rounds, rows_policy=rows_policy, columns_policy=columns_policy
        )


def best_replies(worth: Floats, second: Choices, likely: Floats) -> Floats:
    """Return the best reply of each hand of player 2 to an open play, which needs no mixing.

    `likely` is the probability of each hand of player 1.
    """
    losses = np.where(second.there, np.einsum("jkb,j->kb", worth, likely), np.inf)
    replies = np.zeros(losses.shape)
    replies[np.arange(len(losses)), losses.argmin(axis=1)] = 1.0
    return replies


def look_alike(plays: Iterable[Play]) -> list[tuple[Play, ...]]:
    """Return player 1's plays grouped by what the opponent sees: all but a covered top."""
    found: dict[tuple[Card, ...], list[Play]] = {}
    for play in plays:
        found.setdefault(play.wands or (play.top,), []).append(play)
    return [tuple(group) for group in found.values()]


def worth_a_thought(groups: Sequence[tuple[Play, ...]]) -> list[tuple[Play, ...]]:
    """Return the groups with no wand, one, all, or all but one."""
    most = max((len(group[0].wands) for group in groups), default=0)
    return [group for group in groups if len(group[0].wands) in (0, 1, most - 1, most)]


def _plays_of(first_play: FirstPlay, rest: Sequence[Card]) -> list[Play]:
    """Return what player 1 may have played with `rest` hidden: any top on a covered pile, else the open card."""
    tops = rest if first_play.top is None else (first_play.top,)
    return [Play(top, first_play.wands) for top in tops]

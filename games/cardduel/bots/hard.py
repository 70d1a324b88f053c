"""The hard bot of Card Duel: samples hidden hands and randomises its covered cards.

A round is a game with hidden hands on both sides. The bot samples hands of the opponent, and own hands that are
possible from the opponent's view; if few hands are possible, it takes all of them. It computes the equilibrium of the
round between these hands, so that its play does not reveal its hand. It assumes that a share of its opponents plays by
policy (see `round`) and not by the equilibrium.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bots.base import Sampling
from games.cardduel.bots.knowledge import FirstPlay, Knowledge, blaze_chance, knowledge_of
from games.cardduel.bots.round import (
    Bools,
    Choices,
    Floats,
    RoundStart,
    answers,
    choices,
    hands_from,
    lines_of,
    plays_by_policy,
    replies_by_policy,
    worth_to_first,
)
from games.cardduel.rules import BLAZE, PLAY
from games.cardduel.score import CardPlay
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: Rounds of regret matching, after which the value of the mean mixtures is within about 0.01 of the equilibrium's.
ROUNDS: Final = 120
#: Plays with a lower probability in the mixture are not chosen, unless all plays have a lower one.
_SELDOM: Final = 0.05


@dataclass(frozen=True, slots=True)
class Effort:
    """Numbers of hands for the opponent and for the bot's seat (own hand included), and rounds of regret matching.

    `plain` is the assumed share of opponents that play by policy.
    """

    theirs: int = 40
    mine: int = 10
    rounds: int = ROUNDS
    plain: float = 0.6


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The evaluation of a group of plays against all choices of the opponent's sampled hands.

    `worth[a, k, b]` is the chance to win with play a against choice b of hand k; `likely[k, b]` is the probability of
    that hand and choice. `mix` are the probabilities of the plays in the best mixture. `own[field, a]` are the
    `PlayEffects` of the plays, `others[field, k, b]` those of the opponent's choices.
    """

    plays: tuple[CardPlay, ...]
    mix: Floats
    worth: Floats
    likely: Floats
    own: Floats
    others: Floats
    hands: Sequence[tuple[Card, ...]]

    @property
    def chance(self) -> float:
        return float(self.mix @ np.einsum("akb,kb->a", self.worth, self.likely))

    def drawn(self, rng: "Random") -> CardPlay:
        mix = self.mix.tolist()
        least = min(_SELDOM, max(mix))
        return rng.choices(self.plays, [share if share >= least else 0.0 for share in mix])[0]


class HardCardDuel:
    """Maximises the chance to win the duel against sampled hands of the opponent."""

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
        # Rounding may put the chance of a hopeless plan below 0, but a blaze with chance 0 is not better.
        return Action(BLAZE) if chance > max(0.0, plan.chance) else Action(PLAY, plan.drawn(rng).argument)


@dataclass(frozen=True, slots=True)
class Search:
    """The evaluation of the plays of one seat at one of its turns."""

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

    def as_first(self, groups: Iterable[tuple[CardPlay, ...]]) -> list[Reckoned]:
        """Evaluate each group of plays of player 1 that look alike to the opponent, over the same sampled hands."""
        knowledge = self.knowledge
        theirs = hands_from(knowledge.unseen, knowledge.held, self.effort.theirs, self.rng)
        second = choices([answers(hand) for hand in theirs])
        return [self._mixed(plays, theirs, second) for plays in groups]

    def _mixed(self, plays: tuple[CardPlay, ...], theirs: Sequence[tuple[Card, ...]], second: Choices) -> Reckoned:
        start, first, shown = self.start, self._kinds_of_mine(plays), plays[0]
        worth = worth_to_first(first, second, start)
        # The plays that the opponent must consider: an open play, or each possible top on the wands.
        hidden = [one for one in self.knowledge.hand if one not in shown.wands]
        tops = (*self.knowledge.unseen, *hidden) if shown.wands else (shown.top,)
        imagined = [CardPlay(top, shown.wands) for top in tops]
        policy = replies_by_policy(theirs, second, imagined, start) * self.effort.plain / len(theirs)
        mix, replies = self._solved(worth, first, second, columns_policy=policy)
        likely, own = expected(replies, policy), slice(len(plays))
        return Reckoned(plays, mix[0, own], worth[0, own], likely, first.lines[:, 0, own], second.lines, theirs)

    def _kinds_of_mine(self, plays: tuple[CardPlay, ...]) -> Choices:
        """Return the choices of the bot's hand, then of sampled hands that could have shown the same open cards.

        There are no sampled hands if the deck is empty, because the opponent can then infer the bot's hand.
        """
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
        """Evaluate player 2's replies to player 1's play. A covered top may be any card of a sampled hand."""
        plays, hand = self.knowledge.plays, self.knowledge.hand
        hidden = self.knowledge.held + (first_play.top is None)
        rests = hands_from(self.knowledge.unseen, hidden, self.effort.theirs, self.rng)
        first = choices([lines_of(_plays_of(first_play, rest), rest) for rest in rests])
        kinds = [lines_of(plays, hand)]  # without the blaze, whose chance `choose` computes exactly
        if self.knowledge.table.deck:
            # Hands that the bot may hold from the opponent's view.
            others = hands_from((*self.knowledge.unseen, *hand), len(hand), self.effort.mine - 1, self.rng)
            kinds += map(answers, others)
        second = choices(kinds)
        worth = worth_to_first(first, second, self.start)
        policy = self._played_by_policy(first_play, rests)
        mix, replies = self._solved(worth, first, second, rows_policy=policy)
        likely, own = expected(mix, policy), slice(len(plays))
        gains = 1.0 - np.moveaxis(worth[:, :, 0, own], 2, 0)
        return Reckoned(plays, replies[0, own], gains, likely, second.lines[:, 0, own], first.lines, rests)

    def _played_by_policy(self, first_play: FirstPlay, rests: Sequence[tuple[Card, ...]]) -> Floats | None:
        """Return the probability [hand, top] that player 1 plays by policy and made this play with that hand and top.

        None if the policy makes this play with none of the hands.
        """
        hands = [(*first_play.cards, *rest) for rest in rests]
        plays = plays_by_policy(hands, (*self.knowledge.unseen, *self.knowledge.hand), self.start)
        both = zip(plays, rests, strict=True)
        found = np.array(
            [[one == play for one in _plays_of(first_play, rest)] for play, rest in both], dtype=np.float64
        )
        return found * (self.effort.plain / found.sum()) if found.any() else None

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
    """Return [hand, reply]: 1 for the best reply of each of player 2's hands to a known play, else 0.

    `likely` are the probabilities of player 1's hands.
    """
    losses = np.where(second.there, np.einsum("jkb,j->kb", worth, likely), np.inf)
    replies = np.zeros(losses.shape)
    replies[np.arange(len(losses)), losses.argmin(axis=1)] = 1.0
    return replies


def look_alike(plays: Iterable[CardPlay]) -> list[tuple[CardPlay, ...]]:
    """Return player 1's plays in groups with the same visible cards: all cards but a covered top."""
    found: dict[tuple[Card, ...], list[CardPlay]] = {}
    for play in plays:
        found.setdefault(play.wands or (play.top,), []).append(play)
    return [tuple(group) for group in found.values()]


def worth_a_thought(groups: Sequence[tuple[CardPlay, ...]]) -> list[tuple[CardPlay, ...]]:
    """Return the groups to evaluate: plays with no wand, one wand, as many wands as possible, or one fewer."""
    most = max((len(group[0].wands) for group in groups), default=0)
    return [group for group in groups if len(group[0].wands) in (0, 1, most - 1, most)]


def _plays_of(first_play: FirstPlay, rest: Sequence[Card]) -> list[CardPlay]:
    """Return player 1's possible plays if player 1's hidden cards are `rest`.

    A covered top may be any of these cards; an open top is known.
    """
    tops = rest if first_play.top is None else (first_play.top,)
    return [CardPlay(top, first_play.wands) for top in tops]


# -- equilibrium -----------------------------------------------------------------------------------------


def equilibrium(
    worth: Floats,
    rows: Bools,
    columns: Bools,
    rounds: int = ROUNDS,
    *,
    rows_policy: Floats | None = None,
    columns_policy: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Return the mixtures of both sides, [kind, choice], by regret matching: the probability of each choice.

    A kind is one hand that a side may hold. All kinds of a side are equally likely, and each has its own mixture.
    `worth[j, a, k, b]` is the gain of the row side with choice a of kind j against choice b of kind k, and the loss of
    the column side. `rows[j, a]` and `columns[k, b]` are False for padding; `expected` explains the policies. To
    converge faster, later rounds have more weight in the mean, and negative regrets are set to 0.
    """
    flat = worth.reshape(rows.size, columns.size)
    one, other = _Learner(rows, rows_policy), _Learner(columns, columns_policy)
    for weight in range(1, rounds + 1):
        one.learn((flat @ other.met.ravel()).reshape(rows.shape), weight)
        other.learn(-(one.met.ravel() @ flat).reshape(columns.shape), weight)
    return _shares(one.sums), _shares(other.sums)


class _Learner:
    """One side of the regret matching: its regrets, current mixture, and weighted sum of mixtures, [kind, choice].

    Regrets and sums are updated in place, because there are many rounds over small arrays.
    """

    def __init__(self, there: Bools, policy: Floats | None) -> None:
        self.there = there.astype(np.float64)
        self.policy = policy
        self.regrets, self.sums = np.zeros(there.shape), np.zeros(there.shape)
        self.mix = _shares(self.there)

    @property
    def met(self) -> Floats:
        """The current probability of each kind and choice, policy included; the sum is 1."""
        return expected(self.mix, self.policy)

    def learn(self, gains: Floats, weight: int) -> None:
        """Update regrets and mixture by each choice's gain; `weight` is the round's weight in the mean mixture."""
        regrets = self.regrets
        had = (self.mix * gains).sum(axis=1, keepdims=True)
        regrets += gains
        regrets -= had
        np.maximum(regrets, 0.0, out=regrets)
        regrets *= self.there
        regretted = regrets.sum(axis=1, keepdims=True)
        # Mix choices in proportion to their regrets, or equally if a kind has no regrets.
        self.mix = regrets / regretted if regretted.all() else _shares(np.where(regretted > 0, regrets, self.there))
        self.sums += weight * self.mix


def expected(mix: Floats, policy: Floats | None) -> Floats:
    """Return the probability of each kind and choice; the sum is 1.

    `policy` has the probabilities of the share that plays by policy; the rest plays by `mix`.
    """
    if policy is None:
        return mix / len(mix)
    likely: Floats = policy + (1 - policy.sum()) * mix / len(mix)
    return likely


def _shares(weights: Floats) -> Floats:
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares

"""Training data from Spades: tricks of hands, kept nils, and standings with the later winner.

The expert bot's rollout policy plays hands for tricks and nils; standings are those of the caller's games.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.arena.match import ArenaGame
from games.bots.kernels import Floats, Ints
from games.engine.state import HandEnded
from games.registry import ruleset
from games.spades.bots.policy import PARTNERS, SCENE_SIZE
from games.spades.bots.worlds import ends, tricks_of_end
from games.spades.score import Standing
from games.spades.state import SEATS, own

#: Bid of every seat. The sum exceeds thirteen, so that the policy fights for every trick at every seat.
_FIGHT: Final = 4
#: Only hands with fewer expected tricks than this, and without the ace of spades, bid nil.
_WEAK: Final = 3.5
_ACE_OF_SPADES: Final = 1 << 51


@dataclass(frozen=True, slots=True)
class Nils:
    """Hands of seat 0 with a bid of nil, and for each hand 1 if the nil was kept, else 0."""

    hands: Ints
    kept: Ints


@dataclass(frozen=True, slots=True)
class Stands:
    """Standings between hands.

    `ahead` and `bags_ahead` are the first side's lead, `best` and `best_bags` the leading side's score and bags. `won`
    is 1 if the first side won, else 0.
    """

    ahead: Floats
    bags_ahead: Floats
    best: Floats
    best_bags: Floats
    won: Floats


def dealt(count: int, rng: np.random.Generator) -> Ints:
    """Return random deals, one per row of four hands; a hand is a number with a bit per card."""
    cards = rng.permuted(np.tile(np.arange(52), (count, 1)), axis=1)
    hands: Ints = (np.int64(1) << cards.astype(np.int64)).reshape(count, len(SEATS), -1).sum(axis=2)
    return hands


def fought(hands: Ints) -> Ints:
    """Return the tricks of each hand if all seats play for every trick."""
    return _played(hands, np.full(hands.shape, _FIGHT, np.int64))


def nils_tried(hands: Ints, hopes: Floats) -> Nils:
    """Play deals in which seat 0 has a weak hand and bids nil; the other seats bid about their expected tricks."""
    weak = (hopes[:, 0] < _WEAK) & (hands[:, 0] & _ACE_OF_SPADES == 0)
    some, bids = hands[weak], np.maximum(1, np.round(hopes[weak] - 0.5)).astype(np.int64)
    bids[:, 0] = 0
    return Nils(some[:, 0], (_played(some, bids)[:, 0] == 0).astype(np.int64))


def _played(hands: Ints, bids: Ints) -> Ints:
    scene, found = np.zeros(SCENE_SIZE, np.int64), np.zeros((1, len(hands)), np.int64)
    scene[PARTNERS] = 1
    ends(hands, bids, scene, np.array([-1], np.int64), found)
    return np.array([tricks_of_end(int(end)) for end in found[0]], np.int64)


def stands_of(games: Iterable[ArenaGame]) -> Stands:
    """Return the standings after each hand but the last of every game; the games must have two sides."""
    rules, rows = ruleset("spades"), []
    for game in games:
        state, between = rules.initial(game.options), []
        for seat, action in game.log:
            step = rules.apply(state, seat, action)
            state = step.state
            if any(isinstance(event, HandEnded) for event in step.events):
                between.append(own(state).standings)
        result = rules.result(state)
        won = float(result is not None and result.winner == 0)
        rows += [_row(*standings, won=won) for standings in between[:-1]]
    return Stands(*np.array(rows, float).T)


def _row(one: Standing, other: Standing, *, won: float) -> tuple[float, ...]:
    best = max(one, other, key=lambda standing: standing.score)
    return one.score - other.score, one.bags - other.bags, best.score, best.bags, won

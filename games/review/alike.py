"""Hands like this: what became of each bid with the most similar hands. Pure: no row, no clock.

A game says by a few whole numbers what a hand was at its bid, from the seat's own view, and what became of the bid; how
far two hands lie apart is the same for all games. The simulated hands were played by computer players
(`training.bids`); what is as near as the nearest of those counts as like it among the hands of people, too.
"""

import csv
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from games.engine.actions import Action, Argument
from games.engine.cards import Card, Rank, Suit
from games.engine.options import Options
from games.engine.ruleset import Ruleset
from games.engine.state import HandEnded, Seat, SeatView, State
from games.review.decisions import By
from games.review.face import SURELY
from games.review.hand import Finished

#: Where a game keeps its simulated hands.
BIDS: Final = "bids.csv"
#: So many of the most similar hands are looked at, and so few are no rate.
MOST: Final = 400
FEWEST: Final = 20
#: Nothing was heard yet.
NOTHING: Final = -1


class Traits(NamedTuple):
    """What a hand was at its bid, by what its seat saw and heard. Each game says what it counts in them."""

    trumps: int
    honours: int
    aces: int
    others: int
    voids: int
    ahead: int
    partner: int
    calls: int


class Likeness(Protocol):
    """What a game tells of a hand at its bid, and how much each trait weighs. `labels` name the traits, in their order;
    what weighs nothing has none. Points ahead are told in steps of `step`. `bids` are those that are compared, in the
    order in which they are shown.
    """

    weights: ClassVar[Traits]
    labels: ClassVar[Sequence[Any]]
    step: ClassVar[int]
    bids: ClassVar[Mapping[str, Action]]

    def pool(self, options: Options) -> str | None:
        """The hands that are compared at all have the same one; None where nothing is bid by choice."""

    def traits(self, view: SeatView, seat: Seat) -> Traits:
        """By what the seat saw and heard when it was to bid."""

    def is_made(self, bid: Action, record: Mapping[str, Argument], seat: Seat) -> bool | None:
        """Whether that bid of the seat was made in a hand with this result; None where there was nothing to be made."""

    def other(self, bid: Action, view: SeatView, pick: Callable[[int], int]) -> Action:
        """A bid near that one, to learn what becomes of it; it may be illegal. `pick(n)` is a chance below n."""


def spades_held(held: Collection[Card]) -> Traits:
    """What a hand counts where spades are trumps, with nothing said yet of the score and of what was heard."""
    others = [one.rank for one in held if one.suit is not Suit.SPADES]
    return Traits(
        trumps=len(held) - len(others),
        honours=sum(one.suit is Suit.SPADES and one.height >= Rank.JACK for one in held),
        aces=others.count(Rank.ACE),
        others=others.count(Rank.KING),
        voids=len(set(Suit)) - len({one.suit for one in held}),
        ahead=0,
        partner=NOTHING,
        calls=NOTHING,
    )


def moved(bid: Action, pick: Callable[[int], int], *, furthest: int) -> Action:
    """The bid, a number of tricks, by at most so many more or fewer; it may be illegal."""
    return Action(bid.verb, (bid.number or 0) + pick(2 * furthest + 1) - furthest)


@dataclass(frozen=True, slots=True)
class HandAtBid:
    """A hand that is over: what it was at its bid, and what became of it.

    `is_made` is None where there was nothing to be made; `points` are by how much the lead of the seat’s side grew.
    """

    pool: str
    traits: Traits
    bid: str
    is_made: bool | None
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one bid with `hands` similar hands: of `played` that were to be made `made` were. `points` are the
    sum, `squares` that of their squares.
    """

    bid: str
    hands: int
    played: int
    made: int
    points: int
    squares: int

    @property
    def is_rated(self) -> bool:
        return self.played >= FEWEST

    @property
    def is_averaged(self) -> bool:
        return self.hands >= FEWEST

    @property
    def mean(self) -> tuple[float, float]:
        """Of the points, and how far the true one lies from it at most in 95 of 100 cases; of two hands or more."""
        mean = self.points / self.hands
        spread = (self.squares - self.points * mean) / (self.hands - 1)
        return mean, SURELY * sqrt(max(spread, 0.0) / self.hands)


def bid_text(likeness: Likeness, action: Action) -> str | None:
    """The bid as it is kept; None for what is not compared."""
    return next((text for text, one in likeness.bids.items() if one == action), None)


def bid_at(
    rules: Ruleset, likeness: Likeness, standing: Callable[[State], Sequence[int]], hand: Finished, seat: Seat
) -> HandAtBid | None:
    """The first bid that the seat made itself in that hand; None where it made none that is compared."""
    pool, state = likeness.pool(hand.dealt.options), hand.dealt
    found: tuple[Traits, str] | None = None
    ended: HandEnded | None = None
    for one in hand.actions:
        if found is None and one.seat == seat and (bid := bid_text(likeness, one.action)) is not None:
            if one.by is not By.SELF:
                return None
            found = likeness.traits(rules.view(state, seat), seat), bid
        step = rules.apply(state, one.seat, one.action)
        state = step.state
        ended = next((event for event in step.events if isinstance(event, HandEnded)), ended)
    if pool is None or found is None or ended is None:
        return None
    traits, bid = found
    side = rules.side(state.options, seat)
    points = ahead(standing(state), side) - ahead(standing(hand.dealt), side)
    return HandAtBid(pool, traits, bid, likeness.is_made(likeness.bids[bid], ended.record, seat), points)


def ahead(scores: Sequence[int], side: int) -> int:
    """Before the best of the others."""
    return scores[side] - max(score for place, score in enumerate(scores) if place != side)


def distance(one: Traits, other: Traits, weights: Traits) -> int:
    return sum(weight * abs(a - b) for weight, a, b in zip(weights, one, other, strict=True))


def nearest(known: Iterable[HandAtBid], traits: Traits, weights: Traits) -> tuple[tuple[Outcome, ...], int]:
    """By bid, of the most similar hands; of hands that lie equally far the first. And how far the last one lies."""
    near = sorted(known, key=lambda one: distance(one.traits, traits, weights))[:MOST]
    by_bid: dict[str, list[HandAtBid]] = {}
    for one in near:
        by_bid.setdefault(one.bid, []).append(one)
    return tuple(_outcome(bid, some) for bid, some in by_bid.items()), distance(near[-1].traits, traits, weights)


def _outcome(bid: str, some: Sequence[HandAtBid]) -> Outcome:
    played = [one for one in some if one.is_made is not None]
    made, points = sum(bool(one.is_made) for one in played), [one.points for one in some]
    return Outcome(bid, len(some), len(played), made, sum(points), sum(one * one for one in points))


@cache
def simulated(key: str) -> Mapping[str, tuple[HandAtBid, ...]]:
    """The hands that computer players played, as `training.bids` wrote them, by pool."""
    pools: dict[str, list[HandAtBid]] = {}
    with files(f"games.{key}").joinpath(BIDS).open(encoding="ascii") as lines:
        for pool, *traits, bid, made, points in csv.reader(lines):
            is_made = bool(int(made)) if made else None
            pools.setdefault(pool, []).append(
                HandAtBid(pool, Traits._make(map(int, traits)), bid, is_made, int(points))
            )
    return {pool: tuple(some) for pool, some in pools.items()}

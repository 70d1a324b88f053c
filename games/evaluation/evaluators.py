"""Helpers for evaluators of all games: cards that win a trick, equivalent cards, and weights of sampled hands."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.engine.tricks import Plays, Ranking, clockwise, power, suit_led
from games.evaluation.interface import EXAMPLES, SURE, TRICK_TAKEN, Choice, Layout, Reason, WeighedActions, spread

#: Minimum difference for a won trick to be a reason, in percentage points of the sampled hands.
_TELLS: Final = 25


@dataclass(frozen=True, kw_only=True)
class OpenTrick:
    """The trick to which `seat` is to play. `first_suit` is the suit to follow if a rule, not the card led, sets it."""

    seat: Seat
    seats: int
    on_table: Plays
    ranking: Ranking
    is_own: Callable[[Seat], bool]
    first_suit: Suit | None = None

    def why(
        self,
        best: Card | None,
        chosen: Card | None,
        pack: Sequence[Card],
        hands: Mapping[Seat, Sequence[int]],
        weights: Sequence[int] = (),
    ) -> tuple[Reason, ...]:
        """Return the reason that the seat's side is sure of the trick more often with `best` than with `chosen`.

        Empty if either is None or the difference is too small. `hands` are the sampled hands by seat, as bits by index
        in `pack`; `weights` is how often each was sampled, by default once.
        """
        if best is None or chosen is None:
            return ()
        after = [share(self.taken(one, pack, hands), weights) for one in (best, chosen)]
        return (Reason(TRICK_TAKEN, *after),) if after[0] - after[1] >= _TELLS else ()

    def taken(self, card: Card, pack: Sequence[Card], hands: Mapping[Seat, Sequence[int]]) -> list[bool]:
        """Return for each sampled hand whether the seat's side is sure to win the trick with `card`."""
        plays = (*self.on_table, (self.seat, card))
        led = self.first_suit or suit_led((played for _, played in plays), self.ranking)

        def power_of(played: Card) -> tuple[int, int]:
            return power(played, led, self.ranking)

        winner, highest = max(plays, key=lambda play: power_of(play[1]))
        still_to_play = [clockwise(self.seat, self.seats, step) for step in range(1, self.seats - len(plays) + 1)]
        rivals = [hands[seat] for seat in still_to_play if not self.is_own(seat)]
        follows = _mask(self.ranking.suit_of(other) is led for other in pack)
        beats = _mask(power_of(other) > power_of(highest) for other in pack)
        is_ours = power_of(highest)[0] > 0 and self.is_own(winner)
        worlds = len(next(iter(hands.values())))
        return [
            is_ours and not any((held[world] & follows or held[world]) & beats for held in rivals)
            for world in range(worlds)
        ]


def _mask(holds: Iterable[bool]) -> int:
    return sum(1 << place for place, one in enumerate(holds) if one)


def alike(
    cards: Iterable[Card],
    out: Iterable[Card],
    place: Callable[[Card], tuple[object, int]],
    *,
    alone: Collection[Card] = (),
) -> list[tuple[Card, ...]]:
    """Group equivalent cards: cards of a suit are equivalent if no card of `out` ranks between them.

    `place` returns a card's suit and its rank in that suit. `out` are the cards outside the hand that still matter,
    including those of the unfinished trick. A card of `alone` is equivalent to no other.
    """
    places = [place(one) for one in out]
    groups: dict[object, list[Card]] = {}
    for one in cards:
        suit, height = place(one)
        higher = sum(other == suit and above > height for other, above in places)
        groups.setdefault(one if one in alone else (suit, higher), []).append(one)
    return [tuple(group) for group in groups.values()]


def weighed_actions(
    hands: NDArray[np.int64], choices: Iterable[Choice], layout: Callable[[int], Layout]
) -> WeighedActions:
    """Return the choices over distinct hands: equal rows of `hands` become one, weighted by their number.

    As separate rows, equal hands would make the standard error too small. `layout` returns the cards of a row by index.
    """
    _, first, counts = np.unique(hands, axis=0, return_index=True, return_counts=True)
    order = first.argsort()
    kept = first[order].tolist()
    single = (
        Choice(one.actions, tuple(one.worth[place] for place in kept if place < len(one.worth))) for one in choices
    )
    return WeighedActions(tuple(single), tuple(counts[order].tolist()), tuple(layout(place) for place in spread(kept)))


def all_weighed(
    likely: NDArray[np.float64], choices: Iterable[Choice], layout: Callable[[int], Layout]
) -> WeighedActions:
    """Return the choices over all possible hands, weighted by probability; the likeliest hands are the examples."""
    first = np.argsort(-likely, kind="stable")[:EXAMPLES].tolist()
    return WeighedActions(tuple(choices), in_whole(likely), tuple(layout(place) for place in first), is_whole=True)


def in_whole(likely: NDArray[np.float64]) -> tuple[int, ...]:
    """Return positive integer weights in proportion to `likely`, with a mean of about a million."""
    shares = np.rint(SURE * len(likely) * likely / likely.sum())
    return tuple(np.maximum(1, shares).astype(np.int64).tolist())


def share(holds: Iterable[Any], weights: Sequence[int] = ()) -> int:
    """Return the weighted percentage of hands for which `holds` is true; 0 without hands."""
    found = [int(one) for one in holds]
    often = weights or (1,) * len(found)
    return round(100 * sum(one * weight for one, weight in zip(found, often, strict=True)) / sum(often)) if found else 0


def above_mean(worth: Sequence[int]) -> int:
    """Return the first value less the mean of all. The later values are for the same hands moved to other seats."""
    return round((len(worth) * worth[0] - sum(worth)) / len(worth))

"""Helpers for evaluators of several games: cards that win a trick, and sampled deals."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Card, Suit
from games.engine.state import Seat
from games.engine.tricks import Plays, Ranking, clockwise, power, suit_led
from games.evaluation.interface import EXAMPLES, SURE, TRICK_TAKEN, Choice, Layout, Reason, Weighed, spread

#: Least difference, in hundredths of the sampled deals, that counts as a reason.
_TELLS: Final = 25


@dataclass(frozen=True, kw_only=True)
class OpenTrick:
    """The trick to which `seat` is to play. `first_suit` is its suit if a rule names it, regardless of the lead."""

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
        """Return the reason that the trick is won after `best` and not after `chosen`, if there is one.

        `hands` are the sampled hands by seat, as bit masks over `pack`; `weights` are how often each was sampled.
        """
        if best is None or chosen is None:
            return ()
        after = [share(self.taken(one, pack, hands), weights) for one in (best, chosen)]
        return (Reason(TRICK_TAKEN, *after),) if after[0] - after[1] >= _TELLS else ()

    def taken(self, one: Card, pack: Sequence[Card], hands: Mapping[Seat, Sequence[int]]) -> list[bool]:
        """Return for each sampled hand whether the own side wins the trick with that card against any play."""
        plays = (*self.on_table, (self.seat, one))
        led = self.first_suit or suit_led((card for _, card in plays), self.ranking)

        def stands(card: Card) -> tuple[int, int]:
            return power(card, led, self.ranking)

        winner, highest = max(plays, key=lambda play: stands(play[1]))
        still_to_play = [clockwise(self.seat, self.seats, step) for step in range(1, self.seats - len(plays) + 1)]
        rivals = [hands[seat] for seat in still_to_play if not self.is_own(seat)]
        follows = _mask(self.ranking.suit_of(card) is led for card in pack)
        beats = _mask(stands(card) > stands(highest) for card in pack)
        is_ours = stands(highest)[0] > 0 and self.is_own(winner)
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
    """Group the cards that are equivalent: neighbours in a suit with no card between them that is `out`.

    `place` returns a card's suit and its height there. Cards in the trick are out as well, since they separate their
    neighbours. Those in `alone` are equivalent to no other.
    """
    places = [place(one) for one in out]
    groups: dict[object, list[Card]] = {}
    for one in cards:
        suit, height = place(one)
        higher = sum(other == suit and above > height for other, above in places)
        groups.setdefault(one if one in alone else (suit, higher), []).append(one)
    return [tuple(group) for group in groups.values()]


def weighed(hands: NDArray[np.int64], choices: Iterable[Choice], layout: Callable[[int], Layout]) -> Weighed:
    """Merge equal rows of `hands` into one, weighted by their number: duplicates would hide how few hands there are.

    `layout` returns the cards of a row.
    """
    _, first, counts = np.unique(hands, axis=0, return_index=True, return_counts=True)
    order = first.argsort()
    kept = first[order].tolist()
    single = (
        Choice(one.actions, tuple(one.worth[place] for place in kept if place < len(one.worth))) for one in choices
    )
    return Weighed(tuple(single), tuple(counts[order].tolist()), tuple(layout(place) for place in spread(kept)))


def all_weighed(likely: NDArray[np.float64], choices: Iterable[Choice], layout: Callable[[int], Layout]) -> Weighed:
    """Weigh rows that are all possible hands by their probability; the likeliest are the examples."""
    first = np.argsort(-likely, kind="stable")[:EXAMPLES].tolist()
    return Weighed(tuple(choices), in_whole(likely), tuple(layout(place) for place in first), is_whole=True)


def in_whole(likely: NDArray[np.float64]) -> tuple[int, ...]:
    """Return integer weights with a mean of a million, each at least 1."""
    shares = np.rint(SURE * len(likely) * likely / likely.sum())
    return tuple(np.maximum(1, shares).astype(np.int64).tolist())


def share(holds: Iterable[Any], weights: Sequence[int] = ()) -> int:
    """Return in how many of a hundred hands it holds, by weight; 0 without hands."""
    found = [int(one) for one in holds]
    often = weights or (1,) * len(found)
    return round(100 * sum(one * weight for one, weight in zip(found, often, strict=True)) / sum(often)) if found else 0


def above_mean(worth: Sequence[int]) -> int:
    """Return how far the first is above the mean of all; the others are the same cards at other seats."""
    return round((len(worth) * worth[0] - sum(worth)) / len(worth))

"""What evaluators share that deal hands which may be: what comes to the same, hands counted once, shares of them.

Knows cards, and hands as rows of whole numbers; no game.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import Card
from games.review.face import EXAMPLES, SURE, Choice, Layout, Weighed, spread


def alike(
    cards: Iterable[Card],
    out: Iterable[Card],
    place: Callable[[Card], tuple[object, int]],
    *,
    alone: Collection[Card] = (),
) -> list[tuple[Card, ...]]:
    """The cards, those together that come to the same: neighbours in one suit with none between them that is `out`.

    `place` tells a card’s suit and how high it stands there. What lies in the trick is out as well, since it parts its
    neighbours. Those `alone` are like no other.
    """
    places = [place(one) for one in out]
    groups: dict[object, list[Card]] = {}
    for one in cards:
        suit, height = place(one)
        higher = sum(other == suit and above > height for other, above in places)
        groups.setdefault(one if one in alone else (suit, higher), []).append(one)
    return [tuple(group) for group in groups.values()]


def weighed(hands: NDArray[np.int64], choices: Iterable[Choice], layout: Callable[[int], Layout]) -> Weighed:
    """Each different row of `hands` once, as heavy as it was thought of often: else their number would hide how few
    they are. `layout` tells the cards of a row.
    """
    _, first, counts = np.unique(hands, axis=0, return_index=True, return_counts=True)
    order = first.argsort()
    kept = first[order].tolist()
    single = (
        Choice(one.actions, tuple(one.worth[place] for place in kept if place < len(one.worth))) for one in choices
    )
    return Weighed(tuple(single), tuple(counts[order].tolist()), tuple(layout(place) for place in spread(kept)))


def all_weighed(likely: NDArray[np.float64], choices: Iterable[Choice], layout: Callable[[int], Layout]) -> Weighed:
    """The same where the rows are all hands that may be, and so likely; the likeliest are the examples."""
    first = np.argsort(-likely, kind="stable")[:EXAMPLES].tolist()
    return Weighed(tuple(choices), in_whole(likely), tuple(layout(place) for place in first), is_whole=True)


def in_whole(likely: NDArray[np.float64]) -> tuple[int, ...]:
    """Weights in whole numbers, a million each on the mean; none is nothing."""
    shares = np.rint(SURE * len(likely) * likely / likely.sum())
    return tuple(np.maximum(1, shares).astype(np.int64).tolist())


def share(holds: Iterable[Any], weights: Sequence[int] = ()) -> int:
    """In how many of a hundred hands, thought of so often each; 0 of none."""
    found = [int(one) for one in holds]
    often = weights or (1,) * len(found)
    return round(100 * sum(one * weight for one, weight in zip(found, often, strict=True)) / sum(often)) if found else 0


def above_mean(worth: Sequence[int]) -> int:
    """How far the first is above the mean of all, which are the same cards at other seats."""
    return round((len(worth) * worth[0] - sum(worth)) / len(worth))

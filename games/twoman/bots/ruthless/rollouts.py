"""Hands played out in imagination: both seats bid and play as the reading model expects, and each end is worth
what it is worth. Quick enough for hundreds of hands where solving would allow a dozen, and honest: nobody peeks.
"""

import numpy as np

from games.bots.bits import lowest_of
from games.bots.chance import chance
from games.bots.compiling import Floats, Ints, kernel
from games.twoman.bots.ruthless.inference import (
    DISCARD_FEATURES,
    aim_of,
    bag_value,
    discard_features,
    linear,
    play_chances,
    wins_over,
)

_SPADE = 3
_SHARPNESS = 1.5


@kernel
def played_out(
    hand0: int, hand1: int, first: int, bid0: int, bid1: int, discards: int, weights: Floats, seed: Ints
) -> int:
    """Plays ten tricks; 16 * own tricks + w, the bag cards won (see `position`).

    `discards` are what each seat knows of besides its own cards.
    """
    leader, broken, t0, t1, w = first, 0, 0, 0, 0
    seen0, seen1 = hand0 | discards, hand1 | discards
    cards, chances = np.empty(16, np.int64), np.empty(16, np.float64)
    for _ in range(10):
        led, card = -1, -1
        for turn in range(2):
            seat = leader if turn == 0 else 1 - leader
            if seat == 0:
                aim = aim_of(bid0, bid1, t0, t1)
                card = picked(hand0, led, broken, seen0, aim, weights, cards, chances, seed)
                hand0 &= ~(1 << card)
            else:
                aim = aim_of(bid1, bid0, t1, t0)
                card = picked(hand1, led, broken, seen1, aim, weights, cards, chances, seed)
                hand1 &= ~(1 << card)
            seen0 |= 1 << card
            seen1 |= 1 << card
            broken |= card // 13 == _SPADE
            if turn == 0:
                led = card
        if wins_over(card, led):
            leader = 1 - leader
        for one in (led, card):
            value = bag_value(one)
            if value:
                w += (3 if value == 2 else 1) * (1 + leader)
        t0 += leader == 0
        t1 += leader
    return 16 * t0 + w


@kernel
def picked(
    hand: int, led: int, broken: int, seen: int, aim: int, weights: Floats, cards: Ints, chances: Floats, seed: Ints
) -> int:
    """A card as the model plays it, its likelier choices made likelier still."""
    if hand & (hand - 1) == 0:
        return lowest_of(hand)
    count = play_chances(hand, led, broken, seen, aim, weights, cards, chances)
    total = 0.0
    for i in range(count):
        chances[i] = chances[i] ** _SHARPNESS
        total += chances[i]
    mark = chance(seed) / 4294967296.0 * total
    for i in range(count - 1):
        mark -= chances[i]
        if mark < 0.0:
            return cards[i]
    return cards[count - 1]


@kernel
def likely_discard(eleven: int, parity: int, weights: Floats) -> int:
    """The card of eleven that the model puts aside most often."""
    row = np.empty(DISCARD_FEATURES, np.float64)
    best, most = -1, -1e300
    for card in range(52):
        if eleven >> card & 1:
            discard_features(card, eleven, parity, row)
            value = linear(row, weights)
            if value > most:
                best, most = card, value
    return best

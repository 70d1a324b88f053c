"""The card: hands the other seat may hold, each solved with open cards, and the card that wins most often."""

from typing import Final

import numpy as np

from games.bots.chance import kept
from games.bots.compiling import Floats, Ints, kernel
from games.twoman.bots.ruthless.inference import (
    bid_likelihood,
    discard_likelihood,
    legal_cards,
    play_likelihood,
    wins_over,
)
from games.twoman.bots.ruthless.learnt import Learnt
from games.twoman.bots.ruthless.position import FAR, GONE, SEVEN, TEN, packed, place_in, write_worth
from games.twoman.bots.ruthless.solver import values_of
from games.twoman.bots.ruthless.worlds import cards_of, draw

#: Where each thing stands in `scene`, the whole numbers that describe what the seat sees.
HAND, POOL, HELD, OWN_DISCARD, THEIR_DISCARD, FIRST, COUNT, BROKEN = range(8)
BID, THEIR_BID, THEIR_BLIND, KNOWN_BID, THEIR_PARITY, W, THEIR_PLAYED = range(8, 15)
SCENE_SIZE: Final = 15


@kernel
def likelihood(scene: Ints, plays: Ints, hand: int, known: Learnt, trust: Floats) -> float:
    """How well the other's discard, bid and cards fit the hand it may hold now; a logarithm."""
    start = hand | scene[THEIR_PLAYED]
    total = 0.0
    if trust[0] > 0.0 and scene[THEIR_BID] >= 0:
        total += trust[0] * bid_likelihood(scene[THEIR_BID], scene[THEIR_BLIND], scene[KNOWN_BID], start, known.bids)
    if trust[1] > 0.0:
        eleven = start | 1 << scene[THEIR_DISCARD]
        total += trust[1] * discard_likelihood(scene[THEIR_DISCARD], eleven, scene[THEIR_PARITY], known.discards)
    if trust[2] > 0.0 and scene[COUNT] > 0:
        seen = start | 1 << scene[THEIR_DISCARD] | 1 << scene[OWN_DISCARD]
        made = play_likelihood(
            start, scene[FIRST], plays, scene[COUNT], seen, scene[BID], scene[THEIR_BID], known.plays
        )
        total += trust[2] * made
    return total


@kernel
def worlds(
    scene: Ints, plays: Ints, drawn: int, wanted: int, known: Learnt, trust: Floats, seed: Ints, hands: Ints
) -> None:
    """Fills the first `wanted` of `hands` with hands the other may hold, out of `drawn`, likely ones more often."""
    pool = np.empty(52, np.int64)
    size = cards_of(scene[POOL], pool)
    if drawn <= wanted:
        for i in range(wanted):
            hands[i] = draw(pool, size, scene[HELD], seed)
        return
    weights = np.empty(drawn, np.float64)
    top = -1e300
    for i in range(drawn):
        hands[i] = draw(pool, size, scene[HELD], seed)
        weights[i] = likelihood(scene, plays, hands[i], known, trust)
        top = max(top, weights[i])
    for i in range(drawn):
        weights[i] = np.exp(weights[i] - top)
    hands[:wanted] = hands[kept(weights, wanted, seed)]


@kernel
def card_worths(workspace: Ints, scene: Ints, plays: Ints, hands: Ints, worth: Ints, stamp: int, out: Ints) -> int:
    """Fills out[hand, card] for each legal card; the legal cards as bits."""
    write_worth(workspace, worth)
    values, played = np.empty(64, np.int64), scene[COUNT]
    led = plays[played - 1] if played % 2 else -1
    leader, t = replayed(scene[FIRST], plays, played)
    legal = legal_cards(scene[HAND], led, scene[BROKEN])
    for i in range(len(hands)):
        theirs = hands[i] | (1 << led if led >= 0 else 0)
        key, both = packed(scene[HAND], theirs), scene[HAND] | theirs
        seven, ten = place_in(both, 1, SEVEN), place_in(both, 0, TEN)
        at = -1 if led < 0 else 16 * (led // 13) + place_in(both, led // 13, led % 13)
        n = 10 - played // 2
        values_of(workspace, key, at, leader, scene[BROKEN], n, t, scene[W], seven, ten, stamp, values)
        for card in range(52):
            if legal >> card & 1:
                out[i, card] = value_of(values, card, both, seven, ten)
    return legal


@kernel
def value_of(values: Ints, card: int, both: int, seven: int, ten: int) -> int:
    """The worth of a card among `values`, where of equal cards the lowest one speaks for all."""
    suit = card // 13
    bag = seven if suit == 1 else (ten if suit == 0 else GONE)
    place = place_in(both, suit, card % 13)
    at = place
    while values[16 * suit + at] == -FAR or (at == bag and place != bag):
        at -= 1
    return values[16 * suit + at]


@kernel
def replayed(first: int, plays: Ints, count: int) -> tuple[int, int]:
    """Who leads the trick on the table, and the tricks the own seat has taken."""
    leader, t = first, 0
    for i in range(1, count, 2):
        if wins_over(plays[i], plays[i - 1]):
            leader = 1 - leader
        t += leader == 0
    return leader, t


@kernel
def best_card(legal: int, totals: Ints) -> int:
    """The card of the greatest worth; of equal ones the lowest."""
    best = -1
    for card in range(52):
        if legal >> card & 1 and (best < 0 or totals[card] > totals[best]):
            best = card
    return best

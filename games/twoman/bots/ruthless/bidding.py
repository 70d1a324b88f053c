"""The bid: for each bid worth a thought, how often it wins the game over hands the other may hold."""

import numpy as np

from games.bots.compiling import Floats, Ints, kernel
from games.twoman.bots.ruthless.inference import BID_FEATURES, hand_features, linear
from games.twoman.bots.ruthless.learnt import Learnt
from games.twoman.bots.ruthless.playing import FIRST, HAND, OWN_DISCARD, THEIR_BID, THEIR_DISCARD
from games.twoman.bots.ruthless.position import FAR, packed, place_in, write_worth
from games.twoman.bots.ruthless.rollouts import played_out
from games.twoman.bots.ruthless.scoring import BID, fill_worth
from games.twoman.bots.ruthless.solver import search


@kernel
def solved(workspace: Ints, mine: int, theirs: int, leader: int, stamp: int) -> int:
    """The worth of ten open cards each before the first lead."""
    both = mine | theirs
    key, seven, ten = packed(mine, theirs), place_in(both, 1, 5), place_in(both, 0, 8)
    return search(workspace, key, leader, 0, 10, 0, 0, seven, ten, -FAR, FAR, stamp)


@kernel
def tricks_of_worlds(
    workspace: Ints, hand: int, hands: Ints, count: int, leader: int, stamp: int, tricks: Ints
) -> None:
    """Fills `tricks` with the own tricks in each world where both want every one."""
    worth = np.empty(99, np.int64)
    for end in range(99):
        worth[end] = end // 9
    write_worth(workspace, worth)
    for i in range(count):
        tricks[i] = solved(workspace, hand, hands[i], leader, stamp)


@kernel
def expected_bid(hand: int, other_bid: int, weights: Floats) -> int:
    """The bid the reading model expects from ten cards."""
    row = np.empty(BID_FEATURES, np.float64)
    hand_features(hand, row)
    mean = linear(row, weights[:BID_FEATURES])
    if other_bid >= 0:
        mean += weights[BID_FEATURES] + weights[BID_FEATURES + 1] * other_bid
    return min(10, max(1, int(np.floor(mean + 0.5))))


@kernel
def imagined_values(
    case: Ints, scene: Ints, hands: Ints, count: int, bids: Ints, known: Learnt, seed: Ints, totals: Ints
) -> None:
    """Adds up in `totals` the worth of each of `bids` over the first `count` hands of the other.

    The other's bid is heard, or answers each bid as its hand makes the model expect. Every bid begins at the same
    chance.
    """
    answers, begin = np.empty(count, np.int64), seed[0]
    for b in range(len(bids)):
        case[BID], seed[0] = bids[b], begin
        for i in range(count):
            answers[i] = scene[THEIR_BID] if scene[THEIR_BID] >= 0 else expected_bid(hands[i], bids[b], known.bids)
        for answer in range(11):
            case[BID + 1] = answer
            totals[b] += answered_worth(case, scene, hands, answers, answer, known, seed)


@kernel
def answered_worth(case: Ints, scene: Ints, hands: Ints, answers: Ints, answer: int, known: Learnt, seed: Ints) -> int:
    """The summed worth of the hands that answer with this bid."""
    worth, total, ready = np.zeros((11, 9), np.int64), 0, False
    discards = 1 << scene[OWN_DISCARD] | 1 << scene[THEIR_DISCARD]
    for i in range(len(answers)):
        if answers[i] == answer:
            if not ready:
                fill_worth(worth, case, known.standings)
                ready = True
            end = played_out(scene[HAND], hands[i], scene[FIRST], case[BID], answer, discards, known.plays, seed)
            total += worth[end >> 4, end & 15]
    return total

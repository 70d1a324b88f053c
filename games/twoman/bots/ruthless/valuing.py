"""What every action is worth over each of the same hands the other seat may hold: the ruthless player's own reckoning,
kept apart hand by hand, so that two actions can be compared pair by pair.
"""

import numpy as np

from games.bots.chance import below
from games.bots.compiling import Ints, kernel
from games.twoman.bots.ruthless.bidding import expected_bid
from games.twoman.bots.ruthless.learnt import Learnt
from games.twoman.bots.ruthless.opening import imagined_hand, write_blind, write_discards
from games.twoman.bots.ruthless.playing import FIRST, HAND, OWN_DISCARD, THEIR_BID, THEIR_DISCARD
from games.twoman.bots.ruthless.rollouts import likely_discard, played_out
from games.twoman.bots.ruthless.scoring import BID, fill_worth
from games.twoman.bots.ruthless.worlds import cards_of, draw

#: Below any power of two that `below` takes without a bias worth a thought.
_SEEDS = 1 << 30


@kernel
def bid_worths(
    case: Ints, scene: Ints, hands: Ints, bids: Ints, known: Learnt, seed: Ints, out: Ints, held: Ints
) -> None:
    """Fills out[hand, bid], each of `bids` played out once with each hand from the same chance, and held[hand, bid]
    with 1 where the bid is made.
    """
    begins, one = np.empty(len(hands), np.int64), np.empty(1, np.int64)
    for i in range(len(hands)):
        begins[i] = begin_of(seed)
    discards = 1 << scene[OWN_DISCARD] | 1 << scene[THEIR_DISCARD]
    worth = np.empty((11, 11, 9), np.int64)
    for b in range(len(bids)):
        ready = 0
        case[BID] = bids[b]
        for i in range(len(hands)):
            answer = scene[THEIR_BID] if scene[THEIR_BID] >= 0 else expected_bid(hands[i], bids[b], known.bids)
            if not ready >> answer & 1:
                case[BID + 1] = answer
                fill_worth(worth[answer], case, known.standings)
                ready |= 1 << answer
            one[0] = begins[i]
            end = played_out(scene[HAND], hands[i], scene[FIRST], bids[b], answer, discards, known.plays, one)
            out[i, b] = worth[answer, end >> 4, end & 15]
            held[i, b] = end >> 4 >= bids[b] if bids[b] else end >> 4 == 0


@kernel
def discard_worths(
    case: Ints, eleven: int, odd: int, first: int, hands: Ints, begins: Ints, asked: Ints, known: Learnt, out: Ints
) -> None:
    """Fills out[hand, i] for each of the cards `asked`; `hands` are eleven cards of the other, each with the chance it
    is played out from.
    """
    one = np.empty(1, np.int64)
    for i in range(len(hands)):
        one[0] = begins[i]
        write_discards(case, eleven, asked, hands[i], odd, first, known, one, out[i])


@kernel
def blind_worths(case: Ints, odd: int, first: int, known: Learnt, seed: Ints, out: Ints) -> None:
    """Fills out[deal, choice] over random deals, with the choices at the places of `opening.write_blind`."""
    pool, one = np.empty(52, np.int64), np.empty(1, np.int64)
    size = cards_of((1 << 52) - 1, pool)
    for i in range(len(out)):
        draw(pool, size, 22, seed)
        one[0] = begin_of(seed)
        write_blind(case, pool, odd, first, known, one, out[i])


@kernel
def deal_worths(case: Ints, mine: int, theirs: int, odd: int, first: int, begins: Ints, known: Learnt) -> int:
    """The summed worth of a deal, eleven cards each, played out once from each of `begins`."""
    one, discard, total = np.empty(1, np.int64), likely_discard(mine, odd, known.discards), 0
    for i in range(len(begins)):
        one[0] = begins[i]
        total += imagined_hand(case, mine & ~(1 << discard), theirs, discard, odd, first, known, one)
    return total


@kernel
def draws(pool: Ints, size: int, count: int, seed: Ints, hands: Ints, begins: Ints) -> None:
    """Fills `hands` with hands of so many cards of the pool, and `begins` with the chance of each."""
    for i in range(len(hands)):
        hands[i] = draw(pool, size, count, seed)
        begins[i] = begin_of(seed)


@kernel
def begin_of(seed: Ints) -> int:
    """A seed for what is played out, never 0."""
    return below(seed, _SEEDS) * _SEEDS + below(seed, _SEEDS) + 1

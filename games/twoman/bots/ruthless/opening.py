"""The choices before much is known, made by imagining whole hands: what to put aside, and whether to bid blind."""

import numpy as np

from games.bots.compiling import Floats, Ints, kernel
from games.twoman.bots.ruthless.bidding import expected_bid
from games.twoman.bots.ruthless.inference import bag_value
from games.twoman.bots.ruthless.learnt import Learnt
from games.twoman.bots.ruthless.rollouts import likely_discard, played_out
from games.twoman.bots.ruthless.scoring import (
    BID,
    BLIND,
    BLIND_NIL,
    DOUBLED,
    LOST,
    PILE_POINTS,
    PILE_WINNER,
    SEEING,
    hand_worth,
)
from games.twoman.bots.ruthless.worlds import cards_of, draw

#: Where `write_blind` counts a look and a blind nil; a blind number stands at its own place.
LOOKED, NIL = 0, 1


@kernel
def face(card: int) -> int:
    """What a card counts in the pile: an ace 1."""
    return 1 if card % 13 == 12 else card % 13 + 2


@kernel
def write_pile(case: Ints, mine: int, theirs: int, odd: int) -> None:
    """Writes into the case what the pile brings to whom; `odd` 1: the own seat is odd."""
    wins = (face(mine) + face(theirs)) % 2 == odd
    alike = mine // 13 == theirs // 13 or mine % 13 == theirs % 13
    case[PILE_POINTS] = 20 if alike else 10
    case[PILE_WINNER] = 0 if wins else 1
    case[LOST] = case[LOST + 1] = 0
    case[LOST + (0 if wins else 1)] = bag_value(mine) + bag_value(theirs)


@kernel
def write_bids(case: Ints, ten: int, their_ten: int, first: int, bids_w: Floats) -> None:
    """Writes the bids that the model expects where none is made yet (-1 in the case)."""
    for turn in range(2):
        seat = first if turn == 0 else 1 - first
        if case[BID + seat] < 0:
            other_bid = case[BID + 1 - seat]
            case[BID + seat] = expected_bid(ten if seat == 0 else their_ten, other_bid, bids_w)


@kernel
def imagined_hand(
    case: Ints, ten: int, theirs: int, discard: int, odd: int, first: int, known: Learnt, seed: Ints
) -> int:
    """The worth of one hand from both discards on; `theirs` are the other's eleven cards."""
    other = likely_discard(theirs, 1 - odd, known.discards)
    their_ten = theirs & ~(1 << other)
    bid, their_bid = case[BID], case[BID + 1]
    write_pile(case, discard, other, odd)
    write_bids(case, ten, their_ten, first, known.bids)
    discards = 1 << discard | 1 << other
    end = played_out(ten, their_ten, first, case[BID], case[BID + 1], discards, known.plays, seed)
    value = hand_worth(end >> 4, end & 15, case, known.standings)
    case[BID], case[BID + 1] = bid, their_bid
    return value


@kernel
def write_discards(
    case: Ints, eleven: int, asked: Ints, theirs: int, odd: int, first: int, known: Learnt, seed: Ints, row: Ints
) -> None:
    """Fills row[i] with the worth of putting asked[i] aside, the other holding `theirs`, each from the same chance."""
    begin = seed[0]
    for i in range(len(asked)):
        card, seed[0] = asked[i], begin
        row[i] = imagined_hand(case, eleven & ~(1 << card), theirs, card, odd, first, known, seed)


@kernel
def discard_values(
    case: Ints, eleven: int, odd: int, first: int, count: int, known: Learnt, seed: Ints, totals: Ints
) -> None:
    """Adds up in totals[card] the worth of putting each of the eleven cards aside, over `count` hands of the other."""
    asked, row, pool = np.empty(11, np.int64), np.empty(11, np.int64), np.empty(52, np.int64)
    cards_of(eleven, asked)
    size = cards_of(((1 << 52) - 1) & ~eleven, pool)
    for _ in range(count):
        write_discards(case, eleven, asked, draw(pool, size, 11, seed), odd, first, known, seed, row)
        for i in range(len(asked)):
            totals[asked[i]] += row[i]


@kernel
def write_choice(case: Ints, choice: int) -> None:
    """Writes the blind choice into the case."""
    if choice == LOOKED:
        case[BID], case[BLIND] = -1, SEEING
    elif choice == NIL:
        case[BID], case[BLIND] = 0, BLIND_NIL
    else:
        case[BID], case[BLIND] = choice, DOUBLED


@kernel
def write_blind(case: Ints, pool: Ints, odd: int, first: int, known: Learnt, seed: Ints, row: Ints) -> None:
    """Fills row[LOOKED], row[NIL], row[5..10] with the worth of each choice, each from the same chance. Of the pool the
    first eleven cards are one's own, the next eleven the other's.
    """
    mine, theirs, begin = 0, 0, seed[0]
    for i in range(11):
        mine |= 1 << pool[i]
        theirs |= 1 << pool[11 + i]
    discard = likely_discard(mine, odd, known.discards)
    for choice in range(len(row)):
        if NIL < choice < 5:
            continue
        seed[0] = begin
        write_choice(case, choice)
        row[choice] = imagined_hand(case, mine & ~(1 << discard), theirs, discard, odd, first, known, seed)
    write_choice(case, LOOKED)


@kernel
def blind_values(case: Ints, odd: int, first: int, count: int, known: Learnt, seed: Ints, totals: Ints) -> None:
    """Adds up the worth of each choice over `count` deals, as `write_blind` places them."""
    pool, row = np.empty(52, np.int64), np.zeros(11, np.int64)
    size = cards_of((1 << 52) - 1, pool)
    for _ in range(count):
        draw(pool, size, 22, seed)
        write_blind(case, pool, odd, first, known, seed, row)
        for choice in range(len(row)):
            totals[choice] += row[choice]

"""The choices before much is known, made by imagining whole hands: what to put aside, and whether to bid blind."""

import numpy as np

from games.bots.compiling import Ints, kernel
from games.twoman.bots.ruthless.bidding import expected_bid
from games.twoman.bots.ruthless.inference import Floats, bag_value
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

#: Where `blind_values` counts a look and a blind nil; a blind number stands at its own place.
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
    case: Ints,
    ten: int,
    theirs: int,
    discard: int,
    odd: int,
    first: int,
    plays_w: Floats,
    discards_w: Floats,
    bids_w: Floats,
    standings: Ints,
    cards: Ints,
    chances: Floats,
    seed: Ints,
) -> int:
    """The worth of one hand from both discards on; `theirs` are the other's eleven cards."""
    other = likely_discard(theirs, 1 - odd, discards_w)
    their_ten = theirs & ~(1 << other)
    bid, their_bid = case[BID], case[BID + 1]
    write_pile(case, discard, other, odd)
    write_bids(case, ten, their_ten, first, bids_w)
    seen = 1 << discard | 1 << other
    end = played_out(ten, their_ten, first, case[BID], case[BID + 1], seen, seen, plays_w, cards, chances, seed)
    value = hand_worth(end >> 4, end & 15, case, standings)
    case[BID], case[BID + 1] = bid, their_bid
    return value


@kernel
def discard_values(
    case: Ints,
    eleven: int,
    odd: int,
    first: int,
    count: int,
    plays_w: Floats,
    discards_w: Floats,
    bids_w: Floats,
    standings: Ints,
    seed: Ints,
    totals: Ints,
) -> None:
    """Adds up in totals[card] the worth of putting each of the eleven cards aside, over `count` hands of the other."""
    cards, chances, pool = np.empty(16, np.int64), np.empty(16, np.float64), np.empty(52, np.int64)
    size = cards_of(((1 << 52) - 1) & ~eleven, pool)
    for _ in range(count):
        theirs = draw(pool, size, 11, seed)
        begin = seed[0]
        for card in range(52):
            if eleven >> card & 1:
                seed[0] = begin
                totals[card] += imagined_hand(
                    case,
                    eleven & ~(1 << card),
                    theirs,
                    card,
                    odd,
                    first,
                    plays_w,
                    discards_w,
                    bids_w,
                    standings,
                    cards,
                    chances,
                    seed,
                )


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
def blind_values(
    case: Ints,
    odd: int,
    first: int,
    count: int,
    plays_w: Floats,
    discards_w: Floats,
    bids_w: Floats,
    standings: Ints,
    seed: Ints,
    totals: Ints,
) -> None:
    """Adds up the worth of each choice over `count` deals: totals[LOOKED], totals[NIL], totals[5..10]."""
    cards, chances, pool = np.empty(16, np.int64), np.empty(16, np.float64), np.empty(52, np.int64)
    size = cards_of((1 << 52) - 1, pool)
    for _ in range(count):
        both = draw(pool, size, 22, seed)
        mine = 0
        for i in range(11):
            mine |= 1 << pool[i]
        theirs, begin = both & ~mine, seed[0]
        discard = likely_discard(mine, odd, discards_w)
        for choice in range(11):
            if NIL < choice < 5:
                continue
            seed[0] = begin
            write_choice(case, choice)
            totals[choice] += imagined_hand(
                case,
                mine & ~(1 << discard),
                theirs,
                discard,
                odd,
                first,
                plays_w,
                discards_w,
                bids_w,
                standings,
                cards,
                chances,
                seed,
            )
    write_choice(case, LOOKED)

"""Rollouts of Two-Man Spades: hands played out by the models of `inference`, and the worth of bids and discards.

Hundreds of rollouts take the time of a dozen solved hands, and in a rollout no seat sees the other hand. A worth is in
millionths of a won game; `case` is as in `position`; `known` has the learnt weights. Kernels advance `seed`; some also
write into `case`.
"""

import numpy as np

from games.bots.kernels import Floats, Ints, below, chance, kernel, lowest_of
from games.twoman.bots.inference import (
    BID_FEATURES,
    DISCARD_FEATURES,
    FIRST,
    HAND,
    OWN_DISCARD,
    THEIR_BID,
    THEIR_DISCARD,
    aim_of,
    bag_value,
    cards_of,
    discard_features,
    draw,
    hand_features,
    linear,
    play_chances,
    wins_over,
)
from games.twoman.bots.position import (
    BID,
    BLIND,
    BLIND_NIL,
    DOUBLED,
    FIRST_LEADER,
    IS_ODD,
    LOST,
    PILE_POINTS,
    PILE_WINNER,
    SEEING,
    LearntWeights,
    fill_worth,
    hand_worth,
)

_SPADE = 3
#: Exponent of the probabilities of cards. Above 1 it makes likely cards even likelier.
_SHARPNESS = 1.5
#: Indexes of a look and a blind nil in the row of `write_blind`; the index of a blind bid of n tricks is n.
LOOKED, NIL = 0, 1
#: A seed is made of two random numbers below this limit. For a power of two `below` has no bias.
_SEEDS = 1 << 30


@kernel
def played_out(
    hand0: int, hand1: int, first: int, bid0: int, bid1: int, discards: int, weights: Floats, seed: Ints
) -> int:
    """Play ten tricks; return 16 * t + w: the tricks of seat 0 and the bag cards won (see `position`).

    `discards` are both discards as bits. Each seat knows them and its own cards.
    """
    leader, broken, w = first, 0, 0
    bids, tricks, hands = (bid0, bid1), np.zeros(2, np.int64), np.array((hand0, hand1))
    seen = hands | discards
    cards, chances = np.empty(16, np.int64), np.empty(16, np.float64)
    for _ in range(10):
        led, card = -1, -1
        for seat in (leader, 1 - leader):
            led = card
            aim = aim_of(bids[seat], bids[1 - seat], tricks[seat], tricks[1 - seat])
            card = picked(hands[seat], led, broken, seen[seat], aim, weights, cards, chances, seed)
            hands[seat] &= ~(1 << card)
            for other in range(2):
                seen[other] |= 1 << card
            broken |= card // 13 == _SPADE
        if wins_over(card, led):
            leader = 1 - leader
        for one in (led, card):
            value = bag_value(one)
            if value:
                w += (3 if value == 2 else 1) * (1 + leader)
        tricks[leader] += 1
    return 16 * tricks[0] + w


@kernel
def picked(
    hand: int, led: int, broken: int, seen: int, aim: int, weights: Floats, cards: Ints, chances: Floats, seed: Ints
) -> int:
    """Return a random legal card, by the model's probabilities to the power of `_SHARPNESS`."""
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
    """Return the model's likeliest discard from eleven cards; `parity` is 1 if the seat wins odd piles."""
    row = np.empty(DISCARD_FEATURES, np.float64)
    best, most = -1, -1e300
    for card in range(52):
        if eleven >> card & 1:
            discard_features(card, eleven, parity, row)
            value = linear(row, weights)
            if value > most:
                best, most = card, value
    return best


# -- bids --------------------------------------------------------------------------------------------


@kernel
def expected_bid(hand: int, other_bid: int, weights: Floats) -> int:
    """Return the model's bid for ten cards, 1..10. `other_bid` is the other seat's bid if it came first, else -1."""
    row = np.empty(BID_FEATURES, np.float64)
    hand_features(hand, row)
    mean = linear(row, weights[:BID_FEATURES])
    if other_bid >= 0:
        mean += weights[BID_FEATURES] + weights[BID_FEATURES + 1] * other_bid
    return min(10, max(1, int(np.floor(mean + 0.5))))


@kernel
def imagined_values(
    case: Ints, scene: Ints, hands: Ints, count: int, bids: Ints, known: LearntWeights, seed: Ints, totals: Ints
) -> None:
    """Add to totals[b] the worth of bids[b], summed over the first `count` sampled hands of the other seat.

    The other seat's bid is that of `scene`, or without one the model's answer to each of `bids`. All bids start from
    the same seed. Overwrites both bids in `case`.
    """
    answers, worth, begin = np.empty(count, np.int64), np.zeros((11, 9), np.int64), seed[0]
    discards = 1 << scene[OWN_DISCARD] | 1 << scene[THEIR_DISCARD]
    for b in range(len(bids)):
        case[BID], seed[0] = bids[b], begin
        for i in range(count):
            answers[i] = scene[THEIR_BID] if scene[THEIR_BID] >= 0 else expected_bid(hands[i], bids[b], known.bids)
        for answer in np.unique(answers):
            case[BID + 1] = answer
            fill_worth(worth, case, known.standings)
            for i in range(count):
                if answers[i] == answer:
                    end = played_out(scene[HAND], hands[i], scene[FIRST], bids[b], answer, discards, known.plays, seed)
                    totals[b] += worth[end >> 4, end & 15]


# -- discards and blind bids -------------------------------------------------------------------------


@kernel
def face(card: int) -> int:
    """Return a card's value in the pile; an ace counts 1."""
    return 1 if card % 13 == 12 else card % 13 + 2


@kernel
def write_pile(case: Ints, mine: int, theirs: int) -> None:
    """Write the pile's points, its winner and the bags that it takes off."""
    wins = (face(mine) + face(theirs)) % 2 == case[IS_ODD]
    alike = mine // 13 == theirs // 13 or mine % 13 == theirs % 13
    case[PILE_POINTS] = 20 if alike else 10
    case[PILE_WINNER] = 0 if wins else 1
    case[LOST] = case[LOST + 1] = 0
    case[LOST + (0 if wins else 1)] = bag_value(mine) + bag_value(theirs)


@kernel
def write_bids(case: Ints, ten: int, their_ten: int, bids_w: Floats) -> None:
    """Write the model's bid into the case for each seat without a bid (-1); the first leader bids first."""
    first = case[FIRST_LEADER]
    for turn in range(2):
        seat = first if turn == 0 else 1 - first
        if case[BID + seat] < 0:
            other_bid = case[BID + 1 - seat]
            case[BID + seat] = expected_bid(ten if seat == 0 else their_ten, other_bid, bids_w)


@kernel
def imagined_hand(case: Ints, ten: int, theirs: int, discard: int, known: LearntWeights, seed: Ints) -> int:
    """Return the worth of one hand, played out from the other seat's discard on.

    `ten` are the bot's cards after its `discard`, `theirs` the other seat's eleven cards. Writes the pile into `case`;
    leaves its bids as they were.
    """
    other = likely_discard(theirs, 1 - case[IS_ODD], known.discards)
    their_ten = theirs & ~(1 << other)
    bid, their_bid = case[BID], case[BID + 1]
    write_pile(case, discard, other)
    write_bids(case, ten, their_ten, known.bids)
    discards = 1 << discard | 1 << other
    end = played_out(ten, their_ten, case[FIRST_LEADER], case[BID], case[BID + 1], discards, known.plays, seed)
    value = hand_worth(end >> 4, end & 15, case, known.standings)
    case[BID], case[BID + 1] = bid, their_bid
    return value


@kernel
def write_discards(
    case: Ints, eleven: int, asked: Ints, theirs: int, known: LearntWeights, seed: Ints, row: Ints
) -> None:
    """Fill row[i] with the worth of discarding asked[i] against the eleven cards `theirs`, all from one seed."""
    begin = seed[0]
    for i in range(len(asked)):
        card, seed[0] = asked[i], begin
        row[i] = imagined_hand(case, eleven & ~(1 << card), theirs, card, known, seed)


@kernel
def discard_values(case: Ints, eleven: int, count: int, known: LearntWeights, seed: Ints, totals: Ints) -> None:
    """Add to totals[card] the worth of discarding each of eleven cards, summed over `count` hands of the other seat."""
    asked, row, pool = np.empty(11, np.int64), np.empty(11, np.int64), np.empty(52, np.int64)
    cards_of(eleven, asked)
    size = cards_of(((1 << 52) - 1) & ~eleven, pool)
    for _ in range(count):
        write_discards(case, eleven, asked, draw(pool, size, 11, seed), known, seed, row)
        for i in range(len(asked)):
            totals[asked[i]] += row[i]


@kernel
def write_choice(case: Ints, choice: int) -> None:
    """Write a choice of the blind phase into the case: `LOOKED`, `NIL` or a blind bid of 5..10."""
    if choice == LOOKED:
        case[BID], case[BLIND] = -1, SEEING
    elif choice == NIL:
        case[BID], case[BLIND] = 0, BLIND_NIL
    else:
        case[BID], case[BLIND] = choice, DOUBLED


@kernel
def write_blind(case: Ints, pool: Ints, known: LearntWeights, seed: Ints, row: Ints) -> None:
    """Fill row[LOOKED], row[NIL] and row[5..10] with the worth of each choice, all from one seed.

    The pool's first eleven cards are the bot's hand, the next eleven the other seat's. Leaves a look in `case`.
    """
    mine, theirs, begin = 0, 0, seed[0]
    for i in range(11):
        mine |= 1 << pool[i]
        theirs |= 1 << pool[11 + i]
    discard = likely_discard(mine, case[IS_ODD], known.discards)
    for choice in range(len(row)):
        if NIL < choice < 5:
            continue
        seed[0] = begin
        write_choice(case, choice)
        row[choice] = imagined_hand(case, mine & ~(1 << discard), theirs, discard, known, seed)
    write_choice(case, LOOKED)


@kernel
def blind_values(case: Ints, count: int, known: LearntWeights, seed: Ints, totals: Ints) -> None:
    """Add to `totals` the worth of each choice, summed over `count` random deals; indexes as in `write_blind`."""
    pool, row = np.empty(52, np.int64), np.zeros(11, np.int64)
    size = cards_of((1 << 52) - 1, pool)
    for _ in range(count):
        draw(pool, size, 22, seed)
        write_blind(case, pool, known, seed, row)
        for choice in range(len(row)):
            totals[choice] += row[choice]


# -- worth by hand, for reviews ----------------------------------------------------------------------


@kernel
def bid_worths(
    case: Ints, scene: Ints, hands: Ints, bids: Ints, known: LearntWeights, seed: Ints, out: Ints, held: Ints
) -> None:
    """Fill out[i, b] with the worth of bids[b] against hands[i], and held[i, b] with 1 if that bid is made, else 0.

    Plays out each hand once for each bid, with one seed for each hand. Overwrites both bids in `case`.
    """
    begins, start = np.empty(len(hands), np.int64), np.empty(1, np.int64)
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
            start[0] = begins[i]
            end = played_out(scene[HAND], hands[i], scene[FIRST], bids[b], answer, discards, known.plays, start)
            out[i, b] = worth[answer, end >> 4, end & 15]
            held[i, b] = end >> 4 >= bids[b] if bids[b] else end >> 4 == 0


@kernel
def discard_worths(
    case: Ints, eleven: int, hands: Ints, begins: Ints, asked: Ints, known: LearntWeights, out: Ints
) -> None:
    """Fill out[h, i] with the worth of discarding asked[i] against hands[h], the other seat's eleven cards.

    The seed for hands[h] is begins[h].
    """
    start = np.empty(1, np.int64)
    for i in range(len(hands)):
        start[0] = begins[i]
        write_discards(case, eleven, asked, hands[i], known, start, out[i])


@kernel
def blind_worths(case: Ints, known: LearntWeights, seed: Ints, out: Ints) -> None:
    """Fill out[i, choice] with the worth of each choice in the i-th random deal; indexes as in `write_blind`."""
    pool, start = np.empty(52, np.int64), np.empty(1, np.int64)
    size = cards_of((1 << 52) - 1, pool)
    for i in range(len(out)):
        draw(pool, size, 22, seed)
        start[0] = begin_of(seed)
        write_blind(case, pool, known, start, out[i])


@kernel
def deal_worths(case: Ints, mine: int, theirs: int, begins: Ints, known: LearntWeights) -> int:
    """Return the summed worth of a deal of eleven cards each, played out once for each seed in `begins`."""
    start, discard, total = np.empty(1, np.int64), likely_discard(mine, case[IS_ODD], known.discards), 0
    for i in range(len(begins)):
        start[0] = begins[i]
        total += imagined_hand(case, mine & ~(1 << discard), theirs, discard, known, start)
    return total


@kernel
def draws(pool: Ints, size: int, count: int, seed: Ints, hands: Ints, begins: Ints) -> None:
    """Fill `hands` with random hands of `count` cards from the pool, and `begins` with a seed for each hand."""
    for i in range(len(hands)):
        hands[i] = draw(pool, size, count, seed)
        begins[i] = begin_of(seed)


@kernel
def begin_of(seed: Ints) -> int:
    """Draw a seed for one rollout, never 0."""
    return below(seed, _SEEDS) * _SEEDS + below(seed, _SEEDS) + 1

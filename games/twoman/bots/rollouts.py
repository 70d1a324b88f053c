"""Hands played out in imagination: both seats bid and play as the reading model expects, and each end is worth
what it is worth. Quick enough for hundreds of hands where solving would allow a dozen, and honest: nobody peeks.
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
from games.twoman.bots.scoring import (
    BID,
    BLIND,
    BLIND_NIL,
    DOUBLED,
    LOST,
    PILE_POINTS,
    PILE_WINNER,
    SEEING,
    Learnt,
    fill_worth,
    hand_worth,
)

_SPADE = 3
_SHARPNESS = 1.5
#: Where `write_blind` counts a look and a blind nil; a blind number stands at its own place.
LOOKED, NIL = 0, 1
#: Below any power of two that `below` takes without a bias worth a thought.
_SEEDS = 1 << 30


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

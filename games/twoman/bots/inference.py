"""The likelihood of a seat's discard, bid and plays, given its hand; and sampling of hidden hands by likelihood.

There are three models, with weights fitted by `training.teach_marta` (data/reading.npz). A discard or card is chosen
with a probability proportional to exp(weights . features). A nil has a logistic model. Any other bid is normally
distributed about a linear function of the hand's features and of the other seat's earlier bid.
"""

from typing import Final

import numpy as np

from games.bots.kernels import Floats, Ints, below, kept, kernel, lowest_of, ones
from games.twoman.bots.position import LearntWeights

#: A seat's aims: keep its nil, avoid tricks once its bid is made, win some tricks, win every trick, break the other
#: seat's nil.
NIL, MADE, WANTS, WANTS_ALL, HUNTS = 0, 1, 2, 3, 4
AIMS: Final = 5
#: Number of features of a card; each aim has weights of its own. The first eight describe a reply, the others a lead.
CARD_FEATURES: Final = 16
DISCARD_FEATURES: Final = 14
BID_FEATURES: Final = 18
#: The part of the probability that is spread evenly over the legal cards, for choices that the model does not explain.
SLIP: Final = 0.03
_SPADE: Final = 3
_SEVEN_D, _TEN_C = 13 + 5, 8
#: Indexes into `scene`, the table as the bot's seat sees it: its cards and those that the other seat may hold, as bits;
#: the number of cards in the other hand; its own discard and the other seat's; the seat that leads the first trick (0:
#: the bot's); the number of cards played; whether spades are broken; its own bid and the other seat's (-1: not made);
#: whether the other seat's bid is blind (see `position`); its own bid if the other seat knew it when bidding (else -1);
#: whether the other seat is odd; the bag cards won (see `position`); the cards that the other seat has played, as bits.
HAND, POOL, HELD, OWN_DISCARD, THEIR_DISCARD, FIRST, COUNT, BROKEN = range(8)
BID, THEIR_BID, THEIR_BLIND, KNOWN_BID, THEIR_PARITY, W, THEIR_PLAYED = range(8, 15)
SCENE_SIZE: Final = 15


@kernel
def suit_bits(mask: int, suit: int) -> int:
    return (mask >> (13 * suit)) & 0x1FFF


@kernel
def bag_value(card: int) -> int:
    if card == _SEVEN_D:
        return 2
    return 1 if card == _TEN_C else 0


@kernel
def legal_cards(hand: int, led: int, broken: int) -> int:
    """Return the legal cards of a hand as bits; `led` is the card on the table, or -1 if the seat is to lead."""
    if led >= 0:
        follow = hand & (0x1FFF << (13 * (led // 13)))
        return follow if follow else hand
    sides = hand & ((1 << 39) - 1)
    return hand if broken or not sides else sides


@kernel
def wins_over(card: int, led: int) -> bool:
    if card // 13 == led // 13:
        return card > led
    return card // 13 == _SPADE


@kernel
def aim_of(bid: int, other_bid: int, tricks: int, other_tricks: int) -> int:
    """Return a seat's aim, one of `NIL` to `HUNTS`, from both bids and the tricks taken."""
    left = 10 - tricks - other_tricks
    if bid == 0 and tricks == 0:
        return NIL
    if other_bid == 0 and other_tricks == 0:
        return HUNTS
    need = bid - tricks
    if need <= 0:
        return MADE
    return WANTS_ALL if need >= left else WANTS


@kernel
def card_features(card: int, hand: int, legal: int, led: int, seen: int, row: Floats) -> None:
    """Fill `row` with the features of a legal card; `seen` are the cards that its holder has seen, as bits."""
    row[:] = 0.0
    suit, rank = card // 13, card % 13
    size = ones(suit_bits(hand, suit))
    if led < 0:
        unseen = suit_bits(~seen, suit)
        higher = ones(unseen >> (rank + 1))
        row[8] = 1.0 if higher == 0 else 0.0
        row[9] = rank / 12.0
        row[10] = 1.0 if suit == _SPADE else 0.0
        row[11] = size / 5.0
        row[12] = bag_value(card)
        row[13] = 1.0 if higher == 0 and suit == _SPADE else 0.0
        row[14] = higher / 5.0
        row[15] = 1.0 if size == 1 else 0.0
        return
    wins, left = wins_over(card, led), legal
    alike, lower = 0, 0
    while left:
        one = lowest_of(left)
        left &= left - 1
        if wins_over(one, led) == wins:
            alike += 1
            if one % 13 < rank or (one % 13 == rank and one < card):
                lower += 1
    height = lower / (alike - 1.0) if alike > 1 else 0.0
    if wins:
        row[0] = 1.0
        row[1] = height
        row[2] = 1.0 if suit != led // 13 else 0.0
        row[3] = bag_value(card) + bag_value(led)
    else:
        row[4] = height
        row[5] = rank / 12.0
        row[6] = bag_value(card)
        row[7] = size / 5.0 if suit != led // 13 else 0.0


@kernel
def play_chances(
    hand: int, led: int, broken: int, seen: int, aim: int, weights: Floats, cards: Ints, chances: Floats
) -> int:
    """Fill `cards` and `chances` with the legal cards and their probabilities; return their number."""
    legal = legal_cards(hand, led, broken)
    row = np.empty(CARD_FEATURES, np.float64)
    own_weights = weights[aim * CARD_FEATURES : (aim + 1) * CARD_FEATURES]
    count, top, total = cards_of(legal, cards), -1e300, 0.0
    for i in range(count):
        card_features(cards[i], hand, legal, led, seen, row)
        chances[i] = linear(row, own_weights)
        top = max(top, chances[i])
    for i in range(count):
        chances[i] = np.exp(chances[i] - top)
        total += chances[i]
    for i in range(count):
        chances[i] = (1.0 - SLIP) * chances[i] / total + SLIP / count
    return count


@kernel
def play_likelihood(
    hand: int, first: int, plays: Ints, count: int, seen: int, bid: int, their_bid: int, weights: Floats
) -> float:
    """Return the log-likelihood of seat 1's plays, if it held the ten cards `hand` before the first trick.

    `plays` are the cards of both seats in order, `first` is the leader of the first trick, `seen` are seat 1's ten
    cards and both discards.
    """
    cards, chances = np.empty(16, np.int64), np.empty(16, np.float64)
    t, their_t, broken, leader, total = 0, 0, 0, first, 0.0
    for i in range(count):
        card, led = plays[i], -1 if i % 2 == 0 else plays[i - 1]
        if (leader == 1) == (i % 2 == 0):
            aim = aim_of(their_bid, bid, their_t, t)
            n = play_chances(hand, led, broken, seen, aim, weights, cards, chances)
            for k in range(n):
                if cards[k] == card:
                    total += np.log(chances[k])
            hand &= ~(1 << card)
        seen |= 1 << card
        broken |= card // 13 == _SPADE
        if i % 2:
            if wins_over(card, led):
                leader = 1 - leader
            t, their_t = t + 1 - leader, their_t + leader
    return total


@kernel
def hand_features(hand: int, row: Floats) -> None:
    """Fill `row` with the features of ten cards for the model of bids."""
    row[:] = 0.0
    row[0] = 1.0
    spades = suit_bits(hand, _SPADE)
    row[1] = ones(spades)
    for k in range(4):
        row[2 + k] = spades >> (12 - k) & 1
    row[6] = ones(spades >> 6 & 0x7)
    for suit in range(3):
        bits = suit_bits(hand, suit)
        size = ones(bits)
        for k in range(4):
            row[7 + k] += bits >> (12 - k) & 1
        if size == 0:
            row[11] += min(ones(spades), 3)
        if size == 1:
            row[12] += min(ones(spades), 3)
        row[13] += max(0, size - 4)
        row[14] += bits >> 12 & 1 and size > 4
        row[15] += max(0, lowest_of(bits) - 4) if bits else 0
    row[16] = max(0, ones(spades) - 3)
    row[17] = ones(spades & 0x3F)


@kernel
def linear(row: Floats, weights: Floats) -> float:
    value = 0.0
    for i in range(len(row)):
        value += row[i] * weights[i]
    return value


@kernel
def discard_features(card: int, hand: int, parity: int, row: Floats) -> None:
    """Fill `row` with the features of a discard from eleven cards; `parity` is 1 if the seat wins odd piles."""
    row[:] = 0.0
    suit, rank = card // 13, card % 13
    size = ones(suit_bits(hand, suit))
    spades = ones(suit_bits(hand, _SPADE))
    row[0] = 1.0 if suit == _SPADE else 0.0
    row[min(size, 4)] = 1.0 if suit != _SPADE else 0.0
    row[5] = rank / 12.0
    row[6] = 1.0 if rank == 12 else 0.0
    row[7] = 1.0 if rank == 11 else 0.0
    row[8] = bag_value(card)
    row[9] = bag_value(card) if size == 1 else 0.0
    row[10] = 1.0 if size == 1 and suit != _SPADE and spades >= 2 else 0.0
    row[11] = rank / 12.0 if size == 1 else 0.0
    row[12] = rank / 12.0 if size == 2 else 0.0
    face = 1 if rank == 12 else rank + 2
    row[13] = 1.0 if face % 2 == parity else 0.0


@kernel
def discard_likelihood(card: int, hand: int, parity: int, weights: Floats) -> float:
    """Return the log-likelihood of this discard from eleven cards."""
    row = np.empty(DISCARD_FEATURES, np.float64)
    total, own = 0.0, 0.0
    for one in range(52):
        if hand >> one & 1:
            discard_features(one, hand, parity, row)
            value = np.exp(linear(row, weights))
            total += value
            if one == card:
                own = value
    return np.log((1.0 - SLIP) * own / total + SLIP / 11.0)


@kernel
def bid_likelihood(bid: int, blind: int, other_bid: int, hand: int, weights: Floats) -> float:
    """Return the log-likelihood of a bid from ten cards; 0 for a blind bid.

    `other_bid` is the other seat's bid if it came first, else -1. `weights` are, in order: a linear model of the mean;
    intercept and slope for the other seat's bid; the standard deviation; an unused number; a logistic model of nil.
    """
    if blind:
        return 0.0
    row = np.empty(BID_FEATURES, np.float64)
    hand_features(hand, row)
    odds = linear(row, weights[BID_FEATURES + 4 : 2 * BID_FEATURES + 4])
    nil = 0.9 / (1.0 + np.exp(-odds)) + 0.01
    if bid == 0:
        return np.log(nil)
    mean = linear(row, weights[:BID_FEATURES])
    if other_bid >= 0:
        mean += weights[BID_FEATURES] + weights[BID_FEATURES + 1] * other_bid
    spread = weights[BID_FEATURES + 2]
    away = (bid - mean) / spread
    return np.log((1.0 - nil) * (0.95 * np.exp(-0.5 * away * away) / spread * 0.4 + 0.005))


# -- hands that the other seat may hold --------------------------------------------------------------


@kernel
def likelihood(scene: Ints, plays: Ints, hand: int, known: LearntWeights, trust: Floats) -> float:
    """Return the log-likelihood of the other seat's bid, discard and plays if it now holds `hand`.

    `trust` has a factor for the log-likelihood of each of the three; a factor of 0 leaves it out.
    """
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
    scene: Ints, plays: Ints, drawn: int, wanted: int, known: LearntWeights, trust: Floats, seed: Ints, hands: Ints
) -> None:
    """Fill hands[:wanted] with sampled hands of the other seat.

    Draws `drawn` random hands and resamples `wanted` of them in proportion to their likelihood. If `drawn` is at most
    `wanted`, draws `wanted` random hands instead.
    """
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
def cards_of(mask: int, cards: Ints) -> int:
    """Write the cards of a hand into `cards`, lowest first; return their number."""
    n = 0
    while mask:
        cards[n] = lowest_of(mask)
        mask &= mask - 1
        n += 1
    return n


@kernel
def draw(pool: Ints, size: int, count: int, seed: Ints) -> int:
    """Return a random hand of `count` cards, from the first `size` of the pool; changes the order of the pool."""
    hand = 0
    for i in range(count):
        j = i + below(seed, size - i)
        pool[i], pool[j] = pool[j], pool[i]
        hand |= 1 << pool[i]
    return hand

"""What every action is worth over each of the same hands the other seat may hold: the ruthless player's own reckoning,
kept apart hand by hand, so that two actions can be compared pair by pair.
"""

import numpy as np

from games.bots.chance import below
from games.bots.compiling import Ints, kernel
from games.twoman.bots.ruthless.bidding import expected_bid
from games.twoman.bots.ruthless.inference import Floats, legal_cards
from games.twoman.bots.ruthless.opening import NIL, imagined_hand, write_choice
from games.twoman.bots.ruthless.playing import (
    BROKEN,
    COUNT,
    FIRST,
    HAND,
    OWN_DISCARD,
    THEIR_BID,
    THEIR_DISCARD,
    W,
    replayed,
    value_of,
)
from games.twoman.bots.ruthless.position import SEVEN, TEN, packed, place_in, write_worth
from games.twoman.bots.ruthless.rollouts import likely_discard, played_out
from games.twoman.bots.ruthless.scoring import BID, fill_worth
from games.twoman.bots.ruthless.solver import values_of
from games.twoman.bots.ruthless.worlds import cards_of, draw

#: Below any power of two that `below` takes without a bias worth a thought.
_SEEDS = 1 << 30


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
def bid_worths(
    case: Ints,
    scene: Ints,
    hands: Ints,
    bids: Ints,
    bids_w: Floats,
    plays_w: Floats,
    standings: Ints,
    seed: Ints,
    out: Ints,
    held: Ints,
) -> None:
    """Fills out[hand, bid], each of `bids` played out once with each hand from the same chance, and held[hand, bid]
    with 1 where the bid is made.
    """
    cards, chances = np.empty(16, np.int64), np.empty(16, np.float64)
    begins, one = np.empty(len(hands), np.int64), np.empty(1, np.int64)
    for i in range(len(hands)):
        begins[i] = begin_of(seed)
    discards = 1 << scene[OWN_DISCARD] | 1 << scene[THEIR_DISCARD]
    worth = np.empty((11, 11, 9), np.int64)
    for b in range(len(bids)):
        ready = 0
        case[BID] = bids[b]
        for i in range(len(hands)):
            answer = scene[THEIR_BID] if scene[THEIR_BID] >= 0 else expected_bid(hands[i], bids[b], bids_w)
            if not ready >> answer & 1:
                case[BID + 1] = answer
                fill_worth(worth[answer], case, standings)
                ready |= 1 << answer
            one[0] = begins[i]
            end = played_out(
                scene[HAND], hands[i], scene[FIRST], bids[b], answer, discards, discards, plays_w, cards, chances, one
            )
            out[i, b] = worth[answer, end >> 4, end & 15]
            held[i, b] = end >> 4 >= bids[b] if bids[b] else end >> 4 == 0


@kernel
def discard_worths(
    case: Ints,
    eleven: int,
    odd: int,
    first: int,
    hands: Ints,
    begins: Ints,
    asked: Ints,
    plays_w: Floats,
    discards_w: Floats,
    bids_w: Floats,
    standings: Ints,
    out: Ints,
) -> None:
    """Fills out[hand, i] for each of the cards `asked`; `hands` are eleven cards of the other, each with the chance it
    is played out from.
    """
    cards, chances, one = np.empty(16, np.int64), np.empty(16, np.float64), np.empty(1, np.int64)
    for i in range(len(hands)):
        for k in range(len(asked)):
            card = asked[k]
            one[0] = begins[i]
            out[i, k] = imagined_hand(
                case,
                eleven & ~(1 << card),
                hands[i],
                card,
                odd,
                first,
                plays_w,
                discards_w,
                bids_w,
                standings,
                cards,
                chances,
                one,
            )


@kernel
def blind_worths(
    case: Ints,
    odd: int,
    first: int,
    plays_w: Floats,
    discards_w: Floats,
    bids_w: Floats,
    standings: Ints,
    seed: Ints,
    out: Ints,
) -> None:
    """Fills out[deal, choice] over random deals, with the choices at the places of `opening.blind_values`."""
    cards, chances, pool = np.empty(16, np.int64), np.empty(16, np.float64), np.empty(52, np.int64)
    one, size = np.empty(1, np.int64), cards_of((1 << 52) - 1, pool)
    for i in range(len(out)):
        both = draw(pool, size, 22, seed)
        mine = 0
        for k in range(11):
            mine |= 1 << pool[k]
        begin, discard = begin_of(seed), likely_discard(mine, odd, discards_w)
        for choice in range(11):
            if NIL < choice < 5:
                continue
            one[0] = begin
            write_choice(case, choice)
            out[i, choice] = imagined_hand(
                case,
                mine & ~(1 << discard),
                both & ~mine,
                discard,
                odd,
                first,
                plays_w,
                discards_w,
                bids_w,
                standings,
                cards,
                chances,
                one,
            )
    write_choice(case, 0)


@kernel
def deal_worths(
    case: Ints,
    mine: int,
    theirs: int,
    odd: int,
    first: int,
    begins: Ints,
    plays_w: Floats,
    discards_w: Floats,
    bids_w: Floats,
    standings: Ints,
) -> int:
    """The summed worth of a deal, eleven cards each, played out once from each of `begins`."""
    cards, chances, one = np.empty(16, np.int64), np.empty(16, np.float64), np.empty(1, np.int64)
    discard, total = likely_discard(mine, odd, discards_w), 0
    for i in range(len(begins)):
        one[0] = begins[i]
        total += imagined_hand(
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
            one,
        )
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

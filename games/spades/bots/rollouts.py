"""Hands of Spades played out in imagination, some microseconds each: every seat plays by policy and nobody peeks.

Compiled kernels; cards and hands as in `worlds`. Each seat knows its own cards, the bids and what was played.
"""

from typing import Final

from games.bots.bits import ones, top_of
from games.bots.compiling import Ints, kernel

#: Where each thing stands in `scene`; the trick's four cards, then the tricks taken by each seat.
LEADER, COUNT, BROKEN, MUST_BEAT, LOW_CLUBS, PARTNERS, GONE, TRICK, TAKEN = 0, 1, 2, 3, 4, 5, 6, 7, 11
SCENE_SIZE: Final = 15
#: An end is one number: the tricks of seat 0, and 14, 196 and 2744 times those of the others.
BASE: Final = 14

_SUIT: Final = (1 << 13) - 1
_SPADES: Final = _SUIT << 39
_ALL: Final = (1 << 52) - 1
_QUEEN: Final = 10
_RANKS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


@kernel
def ends(hands: Ints, bids: Ints, scene: Ints, cards: Ints, found: Ints) -> None:
    """Writes into found[card, world] how each world ends when `card` is played now; -1 lets the policy choose it."""
    for i in range(len(cards)):
        for world in range(len(hands)):
            found[i, world] = played_out(hands[world], bids[world], scene, cards[i])


@kernel
def played_out(dealt: Ints, bids: Ints, scene: Ints, card: int) -> int:
    hands, trick, taken = dealt.copy(), scene[TRICK : TRICK + 4].copy(), scene[TAKEN : TAKEN + 4].copy()
    leader, count, broken, low, gone = scene[LEADER], scene[COUNT], scene[BROKEN], scene[LOW_CLUBS], scene[GONE]
    must_beat, partners = scene[MUST_BEAT], scene[PARTNERS]
    while True:
        seat = (leader + count) % 4
        if card < 0:
            best, winner = winning(trick, count, leader, low)
            legal = legal_of(hands[seat], trick, count, best, low, broken, must_beat)
            card = picked(seat, hands[seat], legal, trick, count, best, winner, low, gone, bids, taken, partners)
        hands[seat] &= ~(1 << card)
        trick[count] = card
        gone |= 1 << card
        broken |= card >= 39
        count += 1
        card = -1
        if count == 4:
            best, leader = winning(trick, 4, leader, low)
            taken[leader] += 1
            count, low = 0, 0
            if hands[leader] == 0:
                return int(taken[0] + BASE * (taken[1] + BASE * (taken[2] + BASE * taken[3])))


@kernel
def winning(trick: Ints, count: int, leader: int, low: int) -> tuple[int, int]:
    """The card that wins as the trick lies, and its seat; -1 for the card where none can yet."""
    best, winner = -1, leader
    for place in range(count):
        if over(best, trick[0] // 13, low) >> trick[place] & 1 or (place == 0 and not low):
            best, winner = trick[place], (leader + place) % 4
    return best, winner


@kernel
def over(best: int, led: int, low: int) -> int:
    """The cards that beat `best`."""
    if best < 0:
        return _SPADES | (_SUIT if low else _SUIT << 13 * led)
    higher = _SUIT << 13 * (best // 13) & ~((2 << best) - 1)
    return higher if best >= 39 else higher | _SPADES


@kernel
def legal_of(hand: int, trick: Ints, count: int, best: int, low: int, broken: int, must_beat: int) -> int:
    """As the engine's `playable` has it; a test compares the two."""
    if low:
        clubs = hand & _SUIT
        return clubs & -clubs if clubs else hand
    if count == 0:
        side = hand & ~_SPADES
        return hand if broken or side == 0 else side
    led = trick[0] // 13
    follow = hand & (_SUIT << 13 * led)
    if follow == 0:
        follow = hand
    beaters = follow & over(best, led, low)
    return int(beaters if must_beat and beaters else follow)


# -- the policy, as `policy` has it --------------------------------------------------------------


@kernel
def picked(
    seat: int,
    hand: int,
    legal: int,
    trick: Ints,
    count: int,
    best: int,
    winner: int,
    low: int,
    gone: int,
    bids: Ints,
    taken: Ints,
    partners: int,
) -> int:
    if legal & (legal - 1) == 0:
        return top_of(legal)
    out, left = _ALL & ~gone & ~hand, 13 - (taken[0] + taken[1] + taken[2] + taken[3])
    mate = (seat + 2) % 4 if partners else -1
    own_nil = keeps_nil(seat, bids, taken)
    mate_nil = mate >= 0 and keeps_nil(mate, bids, taken)
    need, others = wants(seat, bids, taken, partners)
    prey = need < left and (
        keeps_nil((seat + 1) % 4, bids, taken)
        or keeps_nil((seat + 3) % 4, bids, taken)
        or (mate < 0 and keeps_nil((seat + 2) % 4, bids, taken))
    )
    take = need > 0 or (others > 0 and left - others <= 1)
    if count == 0 and not low:
        return led_by(legal, hand, out, own_nil, mate_nil, prey, take, need)
    winners = legal & over(best, trick[0] // 13 if count else 0, low)
    losers = legal & ~winners
    if own_nil:
        return dearest(losers) if losers else forced(winners, count)
    led = 0 if low else trick[0] // 13
    low_yet = best < 0 or (best // 13 == led and best % 13 < _QUEEN)
    if mate_nil and (winner == mate or (count < 2 and low_yet)):
        return covered(winners, losers, count, led)
    if prey and losers:
        if best >= 0 and winner != mate and keeps_nil(winner, bids, taken):
            return top_rank(losers)
        if low_yet and nil_to_come(seat, count, mate, bids, taken):
            return cheapest(losers)
    if not take:
        return top_rank(losers) if losers else forced(winners, count)
    if losers and best >= 0 and winner == mate and not mate_nil and held(best, count, out):
        return cheapest(losers)
    return won(winners, losers, count, led, out, need >= left)


@kernel
def keeps_nil(seat: int, bids: Ints, taken: Ints) -> bool:
    return bool(bids[seat] == 0 and taken[seat] == 0)


@kernel
def wants(seat: int, bids: Ints, taken: Ints, partners: int) -> tuple[int, int]:
    """Tricks the side of `seat` still wants, and those all others together want."""
    mine, others = 0, 0
    if partners:
        for side in range(2):
            need = 0
            for one in (side, side + 2):
                need += bids[one] - taken[one] if bids[one] else 0
            if side == seat % 2:
                mine = max(0, need)
            else:
                others = max(0, need)
        return mine, others
    for one in range(4):
        need = max(0, bids[one] - taken[one]) if bids[one] else 0
        if one == seat:
            mine = need
        else:
            others += need
    return mine, others


@kernel
def nil_to_come(seat: int, count: int, mate: int, bids: Ints, taken: Ints) -> bool:
    for step in range(1, 4 - count):
        other = (seat + step) % 4
        if other != mate and keeps_nil(other, bids, taken):
            return True
    return False


@kernel
def covered(winners: int, losers: int, count: int, led: int) -> int:
    if winners == 0:
        return cheapest(losers)
    follows = winners & (_SUIT << 13 * led)
    return dearest(follows) if count < 2 and follows else cheapest(winners)


@kernel
def held(best: int, count: int, out: int) -> bool:
    """Whether a partner's winning card is likely to stay the best."""
    return count == 3 or higher_out(best, out) == 0 or best % 13 >= _QUEEN + (count == 1)


@kernel
def won(winners: int, losers: int, count: int, led: int, out: int, every: bool) -> int:
    if winners == 0:
        return cheapest(losers)
    card = cheapest(winners)
    if count == 3 or (card >= 39 and led != 3):
        return card
    best = dearest(winners)
    above = higher_out(best, out)
    if above == 0 or count == 2 or every:
        card = best
        rest = winners & (_SUIT << 13 * (best // 13)) & ((1 << best) - 1)
        while rest and higher_out(top_of(rest), out) == above:
            card = top_of(rest)
            rest ^= 1 << card
        return card
    return cheapest(losers) if losers else card


@kernel
def forced(winners: int, count: int) -> int:
    return dearest(winners) if count == 3 else cheapest(winners)


@kernel
def led_by(legal: int, hand: int, out: int, own_nil: bool, mate_nil: bool, prey: bool, take: bool, need: int) -> int:
    """The best card of one suit each, then the best of those."""
    taking = take and not own_nil and not mate_nil and not prey
    if taking:
        sure = sure_lead(legal, hand, out, need)
        if sure >= 0:
            return sure
    best, least = -1, 1 << 30
    for suit in range(4):
        cards = legal & (_SUIT << 13 * suit)
        if cards == 0:
            continue
        card = top_of(cards) if mate_nil and not own_nil else top_of(cards & -cards)
        above, rank, spade = higher_out(card, out), card % 13, suit == 3
        below = ones(out & (_SUIT << 13 * suit)) - above
        if own_nil:
            cost = 400 * below - 20 * above + rank
        elif mate_nil:
            cost = 400 * above + 100 * spade - rank
        elif prey:
            cost = 400 * below + rank
        elif take:
            tender = hand >> (13 * suit + _QUEEN) & 3 and higher_out(top_of(cards), out)
            cost = 4000 * spade + 400 * (tender != 0) + 10 * rank + ones(cards)
        else:
            cost = 400 * (below - above) + rank
        if cost < least:
            best, least = card, cost
    return best


@kernel
def sure_lead(legal: int, hand: int, out: int, need: int) -> int:
    """A card nothing can beat in its suit: of the side suit that is out most, else the top spades in time; or -1."""
    best, most = -1, 1
    for suit in range(3):
        cards = legal & (_SUIT << 13 * suit)
        if cards and higher_out(top_of(cards), out) == 0:
            rest = ones(out & (_SUIT << 13 * suit))
            if rest > most:
                best, most = top_of(cards), rest
    spades = legal & _SPADES
    if best < 0 and spades and higher_out(top_of(spades), out) == 0:
        rest = ones(out & _SPADES)
        if need >= ones(hand) - 2 or rest <= 2:
            return top_of(spades)
    return best


@kernel
def higher_out(card: int, out: int) -> int:
    return ones(out & (_SUIT << 13 * (card // 13)) & ~((2 << card) - 1))


@kernel
def cheapest(cards: int) -> int:
    """The lowest card of a side suit, else the lowest spade."""
    side = cards & ~_SPADES
    if side == 0:
        return top_of(cards & -cards)
    for rank in range(13):
        some = side & _RANKS << rank
        if some:
            return top_of(some & -some)
    return -1


@kernel
def dearest(cards: int) -> int:
    """The highest spade, else the highest card."""
    return top_of(cards) if cards >= 1 << 39 else top_rank(cards)


@kernel
def top_rank(cards: int) -> int:
    """The highest card, a side suit before spades."""
    for rank in range(12, -1, -1):
        some = cards & _RANKS << rank
        if some:
            return top_of(some & -some)
    return -1

"""Rollouts of Bid Whist: hands played out by the policy in some microseconds each, and the policy itself.

A card's number is 16 * suit + rank. The rank counts from 0 for the lowest card of the suit in this contract, so the ace
is 12 in both directions. Trumps are suit 3; the jokers have ranks 13 and 14 there. In no trump the jokers are 15 and 31
and have no suit. A hand is its cards as bits. A world (a sampled deal) is a row of five: the hands by seat, then the
pile, which is the kitty or the discard.
"""

from typing import Final

import numpy as np

from games.bots.kernels import Ints, kernel, lowest_of, ones, top_of

#: Indices into a scene, the table as an array of numbers: the trick's leader and its number of cards; whether there is
#: a trump suit, and whether a joker must be thrown off; the cards played as bits; the declarer. Then the trick's four
#: cards, the tricks of each side, and for each seat its void suits as bits.
LEADER, COUNT, TRUMP, THROWS, GONE, DECLARER, TRICK, TAKEN, VOIDS = 0, 1, 2, 3, 4, 5, 6, 10, 12
SCENE_SIZE: Final = 16
#: The column of the pile in a world.
PILE: Final = 4

_SUIT: Final = (1 << 15) - 1
_TRUMPS: Final = _SUIT << 48
_JOKERS: Final = 1 << 15 | 1 << 31
_ACE, _KING, _QUEEN = 12, 11, 10


@kernel
def ends(hands: Ints, scene: Ints, cards: Ints, found: Ints) -> None:
    """Write into found[i, world] the tricks of seat 0's side if cards[i] is played now; for -1 the policy chooses."""
    for world in range(len(hands)):
        for i in range(len(cards)):
            found[i, world] = played_out(hands[world], scene, cards[i])


@kernel
def pile_ends(hands: Ints, scene: Ints, piles: Ints, found: Ints) -> None:
    """Write into found[i, world] the tricks of seat 0's side if the declarer now discards piles[i]."""
    for world in range(len(hands)):
        for i in range(len(piles)):
            held = hands[world].copy()
            held[scene[DECLARER]] &= ~piles[i]
            held[PILE] = piles[i]
            found[i, world] = played_out(held, scene, -1)


@kernel
def declared_ends(
    dealt: Ints, kitty: int, seats: Ints, places: Ints, names: Ints, trumps: Ints, throws: int, found: Ints
) -> None:
    """Write into found[world] the tricks of seat 0's side if seats[world] declares the contract places[world].

    The cards in `dealt` are numbered by the pack. `names` has for each contract the numbers of the cards of the pack,
    `trumps` whether the contract has trumps. `kitty` is the number of cards to discard.
    """
    for world in range(len(dealt)):
        place = places[world]
        found[world] = declared(dealt[world], kitty, seats[world], names[place], trumps[place], throws)


@kernel
def declared(dealt: Ints, kitty: int, seat: int, names: Ints, trump: int, throws: int) -> int:
    """Return the tricks of seat 0's side if `seat` declares, takes the kitty and discards by policy."""
    held, scene = np.zeros(5, np.int64), np.zeros(SCENE_SIZE, np.int64)
    scene[LEADER], scene[DECLARER], scene[TRUMP], scene[THROWS] = seat, seat, trump, throws
    for one in range(5):
        held[one] = renamed(dealt[one], names)
    held[seat] |= held[PILE]
    held[PILE] = pile_of(held[seat], held[seat], kitty, trump)
    held[seat] &= ~held[PILE]
    return played_out(held, scene, -1)


@kernel
def renamed(cards: int, names: Ints) -> int:
    """Return a hand as bits of the contract instead of the pack; `names` maps the numbers."""
    found = 0
    for one in range(len(names)):
        if cards >> one & 1:
            found |= 1 << names[one]
    return found


@kernel
def played_out(dealt: Ints, scene: Ints, card: int) -> int:
    """Play one world out from the scene; return the tricks of seat 0's side. `card` is played first unless it is -1."""
    hands, trick, voids = dealt.copy(), scene[TRICK : TRICK + 4].copy(), scene[VOIDS : VOIDS + 4].copy()
    leader, count, trump, gone = scene[LEADER], scene[COUNT], scene[TRUMP], scene[GONE]
    declarer, taken, pile = scene[DECLARER], scene[TAKEN], dealt[PILE]
    whole = gone | pile | hands[0] | hands[1] | hands[2] | hands[3]
    while True:
        seat = (leader + count) % 4
        if card < 0:
            known = gone | hands[seat] | (pile if seat == declarer else 0)
            card = picked(
                seat, hands[seat], trick, count, leader, trump, scene[THROWS], whole & ~known, voids, declarer
            )
        led = suit_led(trick, count)
        if led >= 0 and suit_of(card) != led:
            voids[seat] |= 1 << led
        hands[seat] &= ~(1 << card)
        gone |= 1 << card
        trick[count] = card
        count += 1
        card = -1
        if count == 4:
            best, leader = winning(trick, 4, leader, trump)
            taken += leader % 2 == 0
            count = 0
            if hands[leader] == 0:
                return int(taken)


# -- the rules of a trick ---------------------------------------------------------------------------------


@kernel
def suit_of(card: int) -> int:
    """Return the suit to which the card belongs; -1 for a joker in no trump."""
    return -1 if card & 15 == 15 else card >> 4


@kernel
def suit_led(trick: Ints, count: int) -> int:
    """Return the suit led; -1 before the first card and, in no trump, while the trick has only jokers."""
    for place in range(count):
        if suit_of(trick[place]) >= 0:
            return suit_of(trick[place])
    return -1


@kernel
def winning(trick: Ints, count: int, leader: int, trump: int) -> tuple[int, int]:
    """Return the winning card and its seat; in no trump the card is -1 while the trick has only jokers."""
    best, winner, led = -1, leader, suit_led(trick, count)
    for place in range(count):
        if led >= 0 and over(best, led, trump) >> trick[place] & 1:
            best, winner = trick[place], (leader + place) % 4
    return best, winner


@kernel
def over(best: int, led: int, trump: int) -> int:
    """Return the cards that beat `best`, as bits; if `best` is -1, all trumps and cards of the suit led."""
    trumps = _TRUMPS if trump else 0
    if best < 0:
        return trumps | _SUIT << 16 * led
    higher = _SUIT << 16 * (best >> 4) & ~((2 << best) - 1)
    return higher if trump and best >> 4 == 3 else higher | trumps


@kernel
def legal_of(hand: int, led: int, trump: int, throws: int) -> int:
    """Return the legal cards as bits, as `games.bidwhist.legal.playable` does; a test compares the two."""
    if led < 0:
        return hand
    follow = hand & _SUIT << 16 * led
    if follow:
        return follow
    jokers = hand & _JOKERS
    return jokers if throws and jokers and not trump else hand


# -- the policy ------------------------------------------------------------------------------------------


@kernel
def picked(
    seat: int,
    hand: int,
    trick: Ints,
    count: int,
    leader: int,
    trump: int,
    throws: int,
    out: int,
    voids: Ints,
    declarer: int,
) -> int:
    """Return the policy's card. `out` are the cards that other seats may hold, `voids` those of a scene."""
    led = suit_led(trick, count)
    legal = legal_of(hand, led, trump, throws)
    if legal & (legal - 1) == 0:
        return top_of(legal)
    if led < 0:
        return led_by(seat, legal, out, trump, voids, declarer)
    best, winner = winning(trick, count, leader, trump)
    winners = legal & over(best, led, trump)
    losers = legal & ~winners
    if winners == 0:
        return cheapest(losers, out, trump)
    mate_wins = winner == (seat + 2) % 4
    if losers and mate_wins and holds(best, seat, led, count, out, trump, voids):
        return cheapest(losers, out, trump)
    if count == 3:
        return least(winners, trump)
    return tried(winners, losers, count, led, best, mate_wins, out, trump)


@kernel
def tried(winners: int, losers: int, count: int, led: int, best: int, mate_wins: bool, out: int, trump: int) -> int:
    """Return the card of a seat that can win but is not last: a low trump, its best card, or a low card.

    Second to play, the seat plays low if its best card may be beaten. It also plays low if that card is no better than
    the partner's winning card.
    """
    follows = winners & _SUIT << 16 * led
    if follows == 0:
        return least(winners, trump)
    top = top_of(follows)
    if higher_out(top, out) and count == 1 and losers:
        return cheapest(losers, out, trump)
    card = equal_of(top, follows, out)
    no_gain = mate_wins and losers and higher_out(card, out) == higher_out(best, out)
    return cheapest(losers, out, trump) if no_gain else card


@kernel
def holds(best: int, seat: int, led: int, count: int, out: int, trump: int, voids: Ints) -> bool:
    """Return whether the partner's winning card is likely to win the trick."""
    if count == 3:
        return True
    rival = (seat + 1) % 4
    if trump and best >> 4 != 3 and voids[rival] >> led & 1 and out & _TRUMPS and not voids[rival] >> 3 & 1:
        return False
    return higher_out(best, out) == 0 or bool(voids[rival] >> (best >> 4) & 1)


@kernel
def led_by(seat: int, legal: int, out: int, trump: int, voids: Ints, declarer: int) -> int:
    """Return the card to lead: a trump to draw trumps, a sure winner, or else a card of lowest cost.

    Costs are compared for the lowest card of each suit.
    """
    attacks = seat % 2 == declarer % 2
    left, right, mate = voids[(seat + 1) % 4], voids[(seat + 3) % 4], voids[(seat + 2) % 4]
    trumps_out = trump and out & _TRUMPS and not (left & right) >> 3 & 1
    if trumps_out and attacks:
        card = drawing(legal & _TRUMPS, out, seat == declarer)
        if card >= 0:
            return card
    sure = sure_lead(legal, out, trump, trumps_out, left, right)
    if sure >= 0:
        return sure
    best, lowest = -1, 1 << 30
    for suit in range(4):
        cards = legal & _SUIT << 16 * suit
        if cards == 0:
            continue
        card = lowest_of(cards)
        size, top = ones(cards), top_of(cards)
        tender = size > 1 and top & 15 >= _QUEEN and higher_out(top, out) > 0
        cost = (card & 15) - 2 * size
        if trump:
            ruffed = mate >> suit & 1 and not mate >> 3 & 1 and out & _TRUMPS and suit < 3
            cost = 4 * tender + (card & 15) + 2 * size + (30 if suit == 3 else 0) - (40 if ruffed else 0)
        if cost < lowest:
            best, lowest = card, cost
    return best if best >= 0 else top_of(legal)


@kernel
def drawing(trumps: int, out: int, is_declarer: bool) -> int:
    """Return the trump with which to draw trumps: the best, or one that forces out a better trump; else -1."""
    if trumps == 0:
        return -1
    top = top_of(trumps)
    if higher_out(top, out) == 0:
        return equal_of(top, trumps, out)
    many = ones(trumps)
    if is_declarer and many >= 3 and 2 * many >= ones(out & _TRUMPS):
        rest = trumps & ~(1 << top)
        second = top_of(rest)
        return second if higher_out(second, out) <= 2 else lowest_of(trumps)
    return -1


@kernel
def sure_lead(legal: int, out: int, trump: int, trumps_out: int, left: int, right: int) -> int:
    """Return a card that no unseen card of its suit beats and that no opponent is known to trump; else -1."""
    found, most = -1, -100
    for suit in range(3 if trump else 4):
        cards = legal & _SUIT << 16 * suit
        if cards == 0 or higher_out(top_of(cards), out) > 0:
            continue
        if trumps_out and ((left | right) >> suit & 1):
            continue
        rest = ones(out & _SUIT << 16 * suit)
        worth = rest if trumps_out else ones(cards)
        if worth > most:
            found, most = equal_of(top_of(cards), cards, out), worth
    if found < 0 and trump and not trumps_out and legal & _TRUMPS and legal & ~_TRUMPS == 0:
        return top_of(legal)
    return found


@kernel
def cheapest(cards: int, out: int, trump: int) -> int:
    """Return the least useful card: in no trump a joker, else a low card, if possible neither trump nor sure winner."""
    if cards & _JOKERS and not trump:
        return top_of(cards & _JOKERS)
    found, lowest = -1, 1 << 30
    for suit in range(4):
        some = cards & _SUIT << 16 * suit
        if some == 0:
            continue
        card = lowest_of(some)
        size = ones(some)
        guards = size == 2 and top_of(some) & 15 == _KING and higher_out(top_of(some), out) == 1
        cost = 4 * (card & 15) - size + (12 if guards else 0) + (20 if higher_out(card, out) == 0 else 0)
        cost += 200 if trump and suit == 3 else 0
        if cost < lowest:
            found, lowest = card, cost
    return found


@kernel
def least(cards: int, trump: int) -> int:
    """Return the lowest of the cards; with trumps, side suits come first."""
    side = cards & ~_TRUMPS if trump else cards
    some = side if side else cards
    return lowest_of(some)


@kernel
def equal_of(card: int, cards: int, out: int) -> int:
    """Return the lowest of `cards` that is as good as `card`: of the same suit, with no unseen card between them."""
    rest, above = cards & _SUIT << 16 * (card >> 4) & ((1 << card) - 1), higher_out(card, out)
    while rest and higher_out(top_of(rest), out) == above:
        card = top_of(rest)
        rest ^= 1 << card
    return card


@kernel
def higher_out(card: int, out: int) -> int:
    return ones(out & _SUIT << 16 * (card >> 4) & ~((2 << card) - 1))


# -- the discard ------------------------------------------------------------------------------------------


@kernel
def pile_of(hand: int, free: int, count: int, trump: int) -> int:
    """Return the `count` cards of `free`, a subset of the hand, that are least worth keeping."""
    pile = 0
    for _ in range(count):
        found, lowest = -1, 1 << 30
        for card in range(63):
            if (free & ~pile) >> card & 1:
                worth = keeping(card, hand, trump)
                if worth < lowest:
                    found, lowest = card, worth
        pile |= 1 << found
    return pile


@kernel
def keeping(card: int, hand: int, trump: int) -> int:
    """Return the value of keeping a card: highest for trumps and winners, lowest for a joker in no trump."""
    suit, place = suit_of(card), card & 15
    if suit < 0:
        return -1000
    if trump and suit == 3:
        return 1000 + place
    held = hand & _SUIT << 16 * suit
    size = ones(held)
    has_ace, has_king = held >> (16 * suit + _ACE) & 1, held >> (16 * suit + _KING) & 1
    if place == _ACE:
        return 600
    if place == _KING and (has_ace or size > 1):
        return 500 if has_ace else 260
    if place == _QUEEN and (has_ace or has_king):
        return 450 if has_ace and has_king else 150
    if trump:
        return 4 * place + 12 * size
    solid = 1 if has_ace else 0
    return 5 * place + 24 * size + 30 * solid

"""The rules of a trick of Spades and the policy of play, compiled for the bots of all levels and for rollouts.

A card is 13 * suit + rank, suits C D H S, ranks from 0 for a two; a hand is its cards as bits.
"""

from typing import Final

from games.bots.kernels import Ints, kernel, lowest_of, ones, top_of

_SUIT: Final = (1 << 13) - 1
_SPADES: Final = _SUIT << 39
_ALL: Final = (1 << 52) - 1
_QUEEN, _KING = 10, 11
_RANKS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
#: Indexes into a scene, the table as an array of numbers: the leader of the trick and the number of its cards, four
#: flags, and the cards played as bits; then the trick's four cards; then by seat the tricks taken, and a bit for each
#: suit in which the seat is void.
LEADER, COUNT, BROKEN, MUST_BEAT, LOW_CLUBS, PARTNERS, GONE, TRICK, TAKEN, VOIDS = 0, 1, 2, 3, 4, 5, 6, 7, 11, 15
SCENE_SIZE: Final = 19


@kernel
def winning(scene: Ints) -> tuple[int, int]:
    """Return the best card of the trick so far (-1 if there is none) and its seat. With low clubs, no red card wins."""
    leader, low = scene[LEADER], scene[LOW_CLUBS]
    best, winner = -1, leader
    for place in range(scene[COUNT]):
        card = scene[TRICK + place]
        if over(best, scene[TRICK] // 13, low) >> card & 1 or (place == 0 and not low):
            best, winner = card, (leader + place) % 4
    return best, winner


@kernel
def over(best: int, led: int, low: int) -> int:
    """Return, as bits, the cards that beat `best`; if `best` is -1, all cards that can win a trick led with `led`."""
    if best < 0:
        return _SPADES | (_SUIT if low else _SUIT << 13 * led)
    higher = _SUIT << 13 * (best // 13) & ~((2 << best) - 1)
    return higher if best >= 39 else higher | _SPADES


@kernel
def legal_of(hand: int, best: int, scene: Ints) -> int:
    """Return the legal cards as bits, by the rules of `games.spades.state.playable`; a test compares the two.

    `best` is the best card of the trick so far.
    """
    if scene[LOW_CLUBS]:
        clubs = hand & _SUIT
        return clubs & -clubs if clubs else hand
    if scene[COUNT] == 0:
        side = hand & ~_SPADES
        return hand if scene[BROKEN] or side == 0 else side
    led = scene[TRICK] // 13
    follow = hand & (_SUIT << 13 * led)
    if follow == 0:
        follow = hand
    beaters = follow & over(best, led, 0)
    return int(beaters if scene[MUST_BEAT] and beaters else follow)


# -- the policy ----------------------------------------------------------------------------------


@kernel
def chosen(seat: int, hand: int, bids: Ints, nils: int, scene: Ints) -> int:
    """Return the card to play. Priorities: the seat's nil, the partner's nil, a rival's nil, the contract, bags.

    `nils` has a bit for each seat whose nil is considered; `bids` are in tricks, 0 for any nil.
    """
    count, low, partners = scene[COUNT], scene[LOW_CLUBS], scene[PARTNERS]
    best, winner = winning(scene)
    legal = legal_of(hand, best, scene)
    if legal & (legal - 1) == 0:
        return top_of(legal)
    out, left = (
        _ALL & ~scene[GONE] & ~hand,
        13 - (scene[TAKEN] + scene[TAKEN + 1] + scene[TAKEN + 2] + scene[TAKEN + 3]),
    )
    mate = (seat + 2) % 4 if partners else -1
    side = 1 << seat | (1 << mate if partners else 0)
    own_nil, mate_nil = nils >> seat & 1 == 1, mate >= 0 and nils >> mate & 1 == 1
    need, others = wants(seat, bids, scene)
    prey = nils & ~side if need < left else 0
    take = need > 0 or (others > 0 and left - others <= 1)
    if count == 0 and not low:
        if take and not own_nil and not mate_nil and prey == 0:
            sure = sure_lead(seat, mate, legal, hand, out, nils, need, scene)
            if sure >= 0:
                return sure
        return led_by(mate, legal, hand, out, own_nil, mate_nil, prey, take, scene)
    led = 0 if low else scene[TRICK] // 13
    winners = legal & over(best, led, low)
    losers = legal & ~winners
    if own_nil:
        return dearest(losers) if losers else forced(winners, count)
    low_yet = best < 0 or (best // 13 == led and best % 13 < _QUEEN)
    if mate_nil and (winner == mate or (count < 2 and low_yet)):
        card = covered(winners, losers, count, led, is_void(mate, led, scene, out))
    else:
        card = ducked(losers, best, winner, prey, low_yet and follows_any(prey & later(seat, count), led, scene, out))
    if card >= 0:
        return card
    if not take:
        return shed(losers, out) if losers else forced(winners, count)
    mate_holds = best >= 0 and winner == mate and not mate_nil
    if losers and mate_holds and holds(best, seat, out, scene):
        return cheapest(losers)
    return won(winners, losers, count, led, out, need >= left)


@kernel
def nils_kept(bids: Ints, scene: Ints) -> int:
    """Return a bit for each seat that bid nil and has taken no trick."""
    found = 0
    for seat in range(4):
        if bids[seat] == 0 and scene[TAKEN + seat] == 0:
            found |= 1 << seat
    return found


@kernel
def is_void(seat: int, suit: int, scene: Ints, out: int) -> bool:
    """Return whether the seat is known to be void in the suit; `out` are the unseen cards."""
    return scene[VOIDS + seat] >> suit & 1 == 1 or out & (_SUIT << 13 * suit) == 0


@kernel
def covered(winners: int, losers: int, count: int, led: int, mate_void: bool) -> int:
    """Return the card that best protects the partner's nil.

    Return -1 if a winner is not needed: the partner has yet to play and is void in the suit led.
    """
    if winners == 0:
        return cheapest(losers)
    if count >= 2:
        return cheapest(winners)
    follows = winners & (_SUIT << 13 * led)
    if mate_void:
        return -1
    return dearest(follows) if follows else cheapest(winners)


@kernel
def ducked(losers: int, best: int, winner: int, prey: int, may_take: bool) -> int:
    """Return a losing card that may leave the trick to a nil bidder in `prey`, else -1.

    The bidder must be winning so far, or `may_take` says that a bidder who is yet to play may have to win.
    """
    if losers == 0 or prey == 0:
        return -1
    if best >= 0 and prey >> winner & 1:
        return top_rank(losers)
    return cheapest(losers) if may_take else -1


@kernel
def later(seat: int, count: int) -> int:
    """Return a bit for each seat that plays to the trick after `seat`."""
    found = 0
    for step in range(1, 4 - count):
        found |= 1 << (seat + step) % 4
    return found


@kernel
def follows_any(seats: int, suit: int, scene: Ints, out: int) -> bool:
    found = 0
    for seat in range(4):
        found |= seats >> seat & (not is_void(seat, suit, scene, out))
    return found > 0


@kernel
def holds(best: int, seat: int, out: int, scene: Ints) -> bool:
    """Return whether the partner's winning card `best` is likely to win the trick."""
    count = scene[COUNT]
    if count == 3:
        return True
    if best < 39:
        for step in range(1, 4 - count):
            other = (seat + step) % 4
            if step != 2 and is_void(other, best // 13, scene, out):
                return best % 13 >= _KING
    return higher_out(best, out) == 0 or best % 13 >= _QUEEN + (count == 1)


@kernel
def won(winners: int, losers: int, count: int, led: int, out: int, every: bool) -> int:
    """Return the lowest winner if the seat plays last or trumps, else a high winner that may hold, else a low card."""
    if winners == 0:
        return lowest(losers, out)
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
    return lowest(losers, out) if losers else card


@kernel
def forced(winners: int, count: int) -> int:
    """Return the card to win a trick with, if all cards win: the highest as the last player, else the lowest."""
    return dearest(winners) if count == 3 else cheapest(winners)


@kernel
def shed(losers: int, out: int) -> int:
    """Return the losing card to get rid of: the highest that could win a later trick; if none could, the highest."""
    best, most = -1, -1
    for suit in range(4):
        cards = losers & (_SUIT << 13 * suit)
        if cards:
            card = top_of(cards)
            worth = card % 13 + (13 if lower_out(card, out) else 0)
            if worth > most:
                best, most = card, worth
    return best


@kernel
def lowest(losers: int, out: int) -> int:
    """Return the least useful losing card: the lowest, preferably neither a spade nor the best left of its suit."""
    best, least = -1, 1 << 30
    for suit in range(4):
        cards = losers & (_SUIT << 13 * suit)
        if cards:
            card = lowest_of(cards)
            cost = card % 13 + (13 if higher_out(card, out) == 0 else 0) + (26 if suit == 3 else 0)
            if cost < least:
                best, least = card, cost
    return best


@kernel
def led_by(
    mate: int, legal: int, hand: int, out: int, own_nil: bool, mate_nil: bool, prey: int, take: bool, scene: Ints
) -> int:
    """Return the card of least cost to lead. Of each suit one card is considered.

    `prey` has a bit for each rival whose nil the seat attacks.
    """
    best, least = -1, 1 << 30
    for suit in range(4):
        cards = legal & (_SUIT << 13 * suit)
        if cards == 0:
            continue
        card = top_of(cards) if mate_nil and not own_nil else lowest_of(cards)
        above, rank, spade = higher_out(card, out), card % 13, suit == 3
        mate_void = mate >= 0 and not spade and is_void(mate, suit, scene, out)
        if own_nil:
            cost = 400 * lower_out(card, out) - 20 * above + rank
        elif mate_nil:
            cost = 400 * (-1 if mate_void else above) + 100 * spade - rank
        elif prey:
            cost = 400 * lower_out(card, out) + rank + (0 if follows_any(prey, suit, scene, out) else 10_000)
        elif take:
            king, queen = 13 * suit + _KING, 13 * suit + _QUEEN
            tender = (hand >> king & 1 and higher_out(king, out)) or (hand >> queen & 1 and higher_out(queen, out))
            ruffed = mate_void and not is_void(mate, 3, scene, out)
            cost = 4000 * spade + (400 if tender else 0) + 20 * rank + ones(cards) - (10_000 if ruffed else 0)
        else:
            cost = 400 * (lower_out(card, out) - above) + rank
        if cost < least:
            best, least = card, cost
    return best


@kernel
def sure_lead(seat: int, mate: int, legal: int, hand: int, out: int, nils: int, need: int, scene: Ints) -> int:
    """Return a card to lead that is above all unseen cards of its suit, or -1.

    It is the top card of a side suit that no rival is known to trump; of several such suits, the one with most unseen
    cards. Otherwise it is the top spade, if the side can lose at most two of the remaining tricks, or if spades are
    unseen and the seat's spades above all of them are at least half as many.
    """
    best, most = -1, -1
    for suit in range(3):
        cards = legal & (_SUIT << 13 * suit)
        if cards and higher_out(top_of(cards), out) == 0 and not is_trumped(seat, mate, suit, nils, scene, out):
            rest = ones(out & (_SUIT << 13 * suit))
            if rest > most:
                best, most = top_of(cards), rest
    spades = legal & _SPADES
    if best < 0 and spades and higher_out(top_of(spades), out) == 0:
        rest = ones(out & _SPADES)
        if need >= ones(hand) - 2 or 0 < rest <= 2 * ones(spades & ~((1 << top_of(out & _SPADES)) - 1) if rest else 0):
            return top_of(spades)
    return best


@kernel
def is_trumped(seat: int, mate: int, suit: int, nils: int, scene: Ints, out: int) -> bool:
    for step in range(1, 4):
        other = (seat + step) % 4
        trumps = is_void(other, suit, scene, out) and not is_void(other, 3, scene, out)
        if trumps and other != mate and nils >> other & 1 == 0:
            return True
    return False


@kernel
def wants(seat: int, bids: Ints, scene: Ints) -> tuple[int, int]:
    """Return the tricks that the seat's side still needs, and the sum of those that the other sides need."""
    mine, others, sides = 0, 0, 2 if scene[PARTNERS] else 4
    for side in range(sides):
        need = 0
        for member in range(side, 4, sides):
            need += bids[member] - scene[TAKEN + member] if bids[member] else 0
        if side == seat % sides:
            mine = max(0, need)
        else:
            others += max(0, need)
    return mine, others


@kernel
def higher_out(card: int, out: int) -> int:
    return ones(out & (_SUIT << 13 * (card // 13)) & ~((2 << card) - 1))


@kernel
def lower_out(card: int, out: int) -> int:
    return ones(out & (_SUIT << 13 * (card // 13)) & ((1 << card) - 1))


@kernel
def cheapest(cards: int) -> int:
    """Return the lowest card of a side suit, else the lowest spade."""
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
    """Return the highest spade, else the card of the highest rank."""
    return top_of(cards) if cards >= 1 << 39 else top_rank(cards)


@kernel
def top_rank(cards: int) -> int:
    """Return the card of the highest rank, of equal ranks a side suit before spades."""
    for rank in range(12, -1, -1):
        some = cards & _RANKS << rank
        if some:
            return top_of(some & -some)
    return -1

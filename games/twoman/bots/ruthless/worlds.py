"""Drawing the hand that cannot be seen from a pool of cards."""

from games.bots.bits import lowest_of
from games.bots.chance import below
from games.bots.compiling import Ints, kernel


@kernel
def cards_of(mask: int, cards: Ints) -> int:
    """Writes the cards of a hand into `cards`, lowest first; their number."""
    n = 0
    while mask:
        cards[n] = lowest_of(mask)
        mask &= mask - 1
        n += 1
    return n


@kernel
def draw(pool: Ints, size: int, count: int, seed: Ints) -> int:
    """A hand of `count` of the pool's first `size` cards; the pool is shuffled on the way."""
    hand = 0
    for i in range(count):
        j = i + below(seed, size - i)
        pool[i], pool[j] = pool[j], pool[i]
        hand |= 1 << pool[i]
    return hand

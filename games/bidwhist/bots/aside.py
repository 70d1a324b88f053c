"""What a declarer of Bid Whist may have put aside, and what it held before it took the kitty, in many worlds at once.

Compiled kernels; all cards are in the numbers of the pack.
"""

import numpy as np

from games.bidwhist.bots.rollouts import PILE, pile_of, renamed
from games.bots.bits import ones
from games.bots.chance import below
from games.bots.compiling import Ints, kernel


@kernel
def put_aside(dealt: Ints, seat: int, played: int, never: int, names: Ints, trump: int) -> None:
    """Lets `seat`, which has played some cards, discard by policy of what it and the pile hold, world by world.

    `never` is what it cannot hold; where that is too much for the pile, nothing is changed.
    """
    for world in range(len(dealt)):
        both = dealt[world, seat] | dealt[world, PILE]
        gone = both & never
        rest = ones(dealt[world, PILE]) - ones(gone)
        if rest < 0:
            continue
        low = pile_of(renamed(both | played, names), renamed(both & ~gone, names), rest, trump)
        for one in range(len(names)):
            if low >> names[one] & 1:
                gone |= 1 << one
        dealt[world, PILE] = gone
        dealt[world, seat] = both & ~gone


@kernel
def without_kitty(held: Ints, size: int) -> None:
    """Takes cards away from each hand until it has that size, any as likely as another and always the same."""
    seed = np.zeros(1, np.int64)
    for world in range(len(held)):
        seed[0] = held[world] | 1
        for left in range(ones(held[world]), size, -1):
            some = held[world]
            for _ in range(below(seed, left)):
                some &= some - 1
            held[world] &= ~(some & -some)

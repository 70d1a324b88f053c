"""Cards as the bits of a number, for kernels."""

from games.bots.compiling import kernel


@kernel
def ones(bits: int) -> int:
    """How many cards there are."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def top_of(cards: int) -> int:
    """The number of the highest bit."""
    card = 0
    for step in (32, 16, 8, 4, 2, 1):
        if cards >> (card + step):
            card += step
    return card


@kernel
def lowest_of(cards: int) -> int:
    """The number of the lowest bit; there is one."""
    return top_of(cards & -cards)

"""Cards and hands as whole numbers, the same in every game: a card is its place in the pack, a hand a bit for each."""

from collections.abc import Iterable
from typing import Final

from games.engine.cards import BY_TEXT, Card

WHOLE_PACK: Final = tuple(BY_TEXT.values())
#: 13 * suit + rank, suits C D H S, ranks from 0 for a two; then the big joker and the little one.
IN_PACK: Final = {one: number for number, one in enumerate(WHOLE_PACK)}


def pack_bits(cards: Iterable[Card]) -> int:
    """A hand as one number."""
    return sum(1 << IN_PACK[one] for one in cards)


def pack_cards(held: int) -> tuple[Card, ...]:
    """The cards of such a number, in the order of the pack."""
    found = []
    while held:
        found.append(WHOLE_PACK[(held & -held).bit_length() - 1])
        held &= held - 1
    return tuple(found)

"""The count of Bid Whist: the tricks that hands are good for in every contract, many hands at once.

Knows hands in the numbers of the pack; no calls, no score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bidwhist.bots.numbers import EVERY
from games.bidwhist.score import Contract, Denomination
from games.bots.compiling import Floats, Ints
from games.bots.pack import IN_PACK, pack_bits
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, Card

#: What each feature of twelve cards is worth in tricks to a declarer who is still to take the kitty: fitted to hands
#: played out by policy, with half a trick of error.
_BASE, _PER_TRUMP, _BIG, _LITTLE = 4.92, 0.51, 0.64, 0.46
_TRUMP_ACE, _TRUMP_KING, _TRUMP_QUEEN = 0.33, 0.26, 0.15
_ACE, _KING_WITH_ACE, _KING, _QUEEN, _VOID = 0.44, 0.39, 0.14, 0.15, 0.16
#: The same in no trump. Length counts beside ace and king, from the fifth card on.
_NO_TRUMP_BASE, _SOLID_LENGTH, _SOLID_FROM = 5.7, 0.56, 4
_NO_TRUMP_ACE, _NO_TRUMP_KING_WITH_ACE, _NO_TRUMP_KING, _NO_TRUMP_QUEEN = 0.41, 0.67, 0.47, 0.5

_SUITS: Final = np.arange(0, 52, 13)[:, None]
_WHOLE_SUIT: Final = (1 << 13) - 1
#: Where ace, king and queen, or what stands for them downtown, lie in a suit of the pack.
_UP, _DOWN = (12, 11, 10), (12, 0, 1)
_PLACES: Final = {
    kind: [place for place, one in enumerate(EVERY) if one.bid.denomination is kind] for kind in Denomination
}


@dataclass(frozen=True, slots=True)
class _Suits:
    """By suit and hand: how many cards, and whether the three best are there."""

    length: Ints
    ace: Ints
    king: Ints
    queen: Ints


def counted(hands: Ints) -> Floats:
    """By contract and hand the tricks of twelve that the hand may expect as declarer, the kitty still to come."""
    up, down = _suits(hands, _UP), _suits(hands, _DOWN)
    return np.concatenate(
        (_with_trumps(hands, up), _with_trumps(hands, down), [_without_trumps(up), _without_trumps(down)])
    )


def best_contract(hand: Sequence[Card], denomination: Denomination) -> tuple[float, Contract]:
    """The trump or the direction that counts for most tricks, and how many."""
    every = counted(np.array([pack_bits(hand)]))[:, 0]
    best = max(_PLACES[denomination], key=lambda place: float(every[place]))
    return float(every[best]), EVERY[best]


def best_names(every: Floats, denomination: Denomination) -> tuple[Floats, Ints]:
    """The most that each hand counts for in that denomination, and the places of those contracts in `EVERY`."""
    places = _PLACES[denomination]
    some = every[places]
    best: Floats = some.max(axis=0)
    return best, np.array(places)[some.argmax(axis=0)]


def _suits(hands: Ints, best: tuple[int, int, int]) -> _Suits:
    suits = hands >> _SUITS & _WHOLE_SUIT
    ace, king, queen = (suits >> place & 1 for place in best)
    return _Suits(np.bitwise_count(suits).astype(np.int64), ace, king, queen)


def _with_trumps(hands: Ints, suits: _Suits) -> Floats:
    big, little = (hands >> IN_PACK[joker] & 1 for joker in (BIG_JOKER, LITTLE_JOKER))
    trumps = _PER_TRUMP * (suits.length + big + little) + _BIG * big + _LITTLE * little
    trumps = trumps + _TRUMP_ACE * suits.ace + _TRUMP_KING * suits.king + _TRUMP_QUEEN * suits.queen
    side = _VOID * (suits.length == 0) + _ACE * suits.ace + _QUEEN * (suits.queen & (suits.ace | suits.king))
    side = side + _KING_WITH_ACE * (suits.ace & suits.king) + _KING * _guarded(suits)
    found: Floats = _BASE + trumps + side.sum(axis=0) - side
    return found


def _without_trumps(suits: _Suits) -> Floats:
    """High cards, and length once they draw the others."""
    solid = suits.ace & suits.king
    worth = _NO_TRUMP_ACE * suits.ace + _NO_TRUMP_QUEEN * (suits.queen & (suits.ace | suits.king))
    worth = worth + _NO_TRUMP_KING_WITH_ACE * solid + _NO_TRUMP_KING * _guarded(suits)
    worth = worth + _SOLID_LENGTH * solid * np.maximum(0, suits.length - _SOLID_FROM)
    found: Floats = _NO_TRUMP_BASE + worth.sum(axis=0)
    return found


def _guarded(suits: _Suits) -> Ints:
    """A king without its ace, and not alone."""
    return suits.king & (1 - suits.ace) & (suits.length > 1)

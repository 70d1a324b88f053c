"""The cards of Bid Whist as the whole numbers of `rollouts`, by contract, and back. No view, no state."""

from collections.abc import Iterable
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.score import Bid, Contract, Denomination, Direction
from games.bots.compiling import Ints
from games.bots.pack import WHOLE_PACK
from games.engine.cards import BIG_JOKER, Card, Suit

_BIG, _LITTLE = 15, 31


def contract_kind(denomination: Denomination, name: Suit | Direction) -> Contract:
    """A contract of that trump or direction, whatever its level and declarer."""
    bid = Bid(1, denomination)
    return Contract(bid, 0, trump=name) if isinstance(name, Suit) else Contract(bid, 0, direction=name)


#: All that can be named, five ways a direction.
EVERY: Final = (
    *(contract_kind(Denomination.UPTOWN, suit) for suit in Suit),
    *(contract_kind(Denomination.DOWNTOWN, suit) for suit in Suit),
    *(contract_kind(Denomination.NO_TRUMP, direction) for direction in Direction),
)


def numbers(contract: Contract) -> dict[Card, int]:
    """The number of each card by what the contract has named."""
    return _numbers(contract.is_down, contract.trump)


@cache
def _numbers(is_down: bool, trump: Suit | None) -> dict[Card, int]:
    named = Contract(Bid(1, Denomination.NO_TRUMP), 0, trump, Direction.DOWN if is_down else Direction.UP)
    order = [suit for suit in Suit if suit is not trump] + ([] if trump is None else [trump])
    found = {}
    for one in WHOLE_PACK:
        suit = named.suit_of(one)
        if suit is None:
            found[one] = _BIG if one is BIG_JOKER else _LITTLE
        else:
            found[one] = 16 * order.index(suit) + named.strength(one) - 2
    return found


def suit_numbers(contract: Contract) -> dict[Suit, int]:
    """The number of each suit; that of the trumps is 3."""
    table = numbers(contract)
    return {one.suit: table[one] // 16 for one in WHOLE_PACK if one.suit is not None}


@cache
def names() -> Ints:
    """For each of `EVERY` contract the number of each card of the pack in it."""
    return np.array([[numbers(contract)[one] for one in WHOLE_PACK] for contract in EVERY], np.int64)


def trumps() -> Ints:
    return np.array([not contract.is_no_trump for contract in EVERY], np.int64)


def bits(cards: Iterable[Card], contract: Contract) -> int:
    """A hand as one number, a bit for each card."""
    table = numbers(contract)
    return sum(1 << table[one] for one in cards)


def cards_of(held: int, among: Iterable[Card], contract: Contract) -> tuple[Card, ...]:
    """Those of `among` whose bits are set."""
    table = numbers(contract)
    return tuple(one for one in among if held >> table[one] & 1)

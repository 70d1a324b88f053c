"""Bid Whist as numbers: cards by contract, expected tricks of many hands at once, and the likelihood of calls.

The bits of a hand are numbered by the pack (the index in `WHOLE_PACK`) or by the contract (see `rollouts`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.options import AllPass, Terms
from games.bidwhist.score import HIGHEST, KITTY_BOOK, Contract, Denomination, Direction, WhistBid
from games.bidwhist.state import side_of
from games.bots.kernels import Floats, Ints
from games.bots.knowledge import IN_PACK, WHOLE_PACK, pack_bits
from games.engine.cards import BIG_JOKER, LITTLE_JOKER, Card, Suit
from games.engine.state import Seat

#: Numbers of the jokers in no trump.
_BIG_JOKER, _LITTLE_JOKER = 15, 31
#: Tricks of a declarer with trumps: a constant, and the weight of each feature of the twelve cards before the kitty.
#: Fitted to hands played out by policy, with an error of half a trick.
_BASE, _PER_TRUMP, _BIG, _LITTLE = 4.92, 0.51, 0.64, 0.46
_TRUMP_ACE, _TRUMP_KING, _TRUMP_QUEEN = 0.33, 0.26, 0.15
_ACE, _KING_WITH_ACE, _KING, _QUEEN, _VOID = 0.44, 0.39, 0.14, 0.15, 0.16
#: The weights in no trump. Length counts from the fifth card of a suit on, and only with its ace and king.
_NO_TRUMP_BASE, _SOLID_LENGTH, _SOLID_FROM = 5.7, 0.56, 4
_NO_TRUMP_ACE, _NO_TRUMP_KING_WITH_ACE, _NO_TRUMP_KING, _NO_TRUMP_QUEEN = 0.41, 0.67, 0.47, 0.5
_SUITS: Final = np.arange(0, 52, 13)[:, None]
_WHOLE_SUIT: Final = (1 << 13) - 1
#: Indices within a suit of the pack of its three best cards, uptown and downtown.
_UP, _DOWN = (12, 11, 10), (12, 0, 1)
#: Seats are assumed to bid if their count is at most `_SHORT` tricks below the promise, and to deviate from that by a
#: logistic curve of scale `_STRAY` (tricks).
_SHORT: Final = 0.2
_STRAY: Final = 0.5
#: The assumed share of random calls.
_WHIM: Final = 0.05
#: A seat and its bid.
SeatBid = tuple[Seat, WhistBid]


def contract_kind(denomination: Denomination, name: Suit | Direction) -> Contract:
    """Return a contract with this denomination and trump or direction. Level and declarer are placeholders."""
    bid = WhistBid(1, denomination)
    return Contract(bid, 0, trump=name) if isinstance(name, Suit) else Contract(bid, 0, direction=name)


#: All combinations of denomination and trump or direction, as contracts with placeholders.
EVERY: Final = (
    *(contract_kind(Denomination.UPTOWN, suit) for suit in Suit),
    *(contract_kind(Denomination.DOWNTOWN, suit) for suit in Suit),
    *(contract_kind(Denomination.NO_TRUMP, direction) for direction in Direction),
)
_PLACES: Final = {
    kind: [place for place, one in enumerate(EVERY) if one.bid.denomination is kind] for kind in Denomination
}


def numbers(contract: Contract) -> dict[Card, int]:
    """Return the number of each card in this contract (see `rollouts`)."""
    return _numbers(contract.is_down, contract.trump)


@cache
def _numbers(is_down: bool, trump: Suit | None) -> dict[Card, int]:
    named = Contract(WhistBid(1, Denomination.NO_TRUMP), 0, trump, Direction.DOWN if is_down else Direction.UP)
    order = [suit for suit in Suit if suit is not trump] + ([] if trump is None else [trump])
    found = {}
    for one in WHOLE_PACK:
        suit = named.suit_of(one)
        if suit is None:
            found[one] = _BIG_JOKER if one is BIG_JOKER else _LITTLE_JOKER
        else:
            found[one] = 16 * order.index(suit) + named.strength(one) - 2
    return found


def suit_numbers(contract: Contract) -> dict[Suit, int]:
    """Return the number of each suit in the contract's numbering; trumps are 3."""
    table = numbers(contract)
    return {one.suit: table[one] // 16 for one in WHOLE_PACK if one.suit is not None}


@cache
def names() -> Ints:
    """Return [contract of `EVERY`, card of the pack]: the card's number in the contract."""
    return np.array([[numbers(contract)[one] for one in WHOLE_PACK] for contract in EVERY], np.int64)


def trumps() -> Ints:
    return np.array([not contract.is_no_trump for contract in EVERY], np.int64)


def bits(cards: Iterable[Card], contract: Contract) -> int:
    """Return cards as bits, numbered by the contract."""
    table = numbers(contract)
    return sum(1 << table[one] for one in cards)


def cards_of(held: int, cards: Iterable[Card], contract: Contract) -> tuple[Card, ...]:
    """Return the cards of `cards` whose bits, numbered by the contract, are set in `held`."""
    table = numbers(contract)
    return tuple(one for one in cards if held >> table[one] & 1)


@dataclass(frozen=True, slots=True)
class _Suits:
    """Arrays [suit, hand]: the number of cards, and for each of the three best cards 1 if it is held, else 0."""

    length: Ints
    ace: Ints
    king: Ints
    queen: Ints


def counted(hands: Ints) -> Floats:
    """Return [contract of `EVERY`, hand]: the tricks expected of twelve cards as declarer, before the kitty."""
    up, down = _suits(hands, _UP), _suits(hands, _DOWN)
    return np.concatenate(
        (_with_trumps(hands, up), _with_trumps(hands, down), [_without_trumps(up), _without_trumps(down)])
    )


def best_contract(hand: Sequence[Card], denomination: Denomination) -> tuple[float, Contract]:
    """Return the most expected tricks in this denomination, and the contract with which to win them."""
    tricks, places = best_names(counted(np.array([pack_bits(hand)])), denomination)
    return float(tricks[0]), EVERY[places[0]]


def best_names(every: Floats, denomination: Denomination) -> tuple[Floats, Ints]:
    """Return for each hand the most expected tricks in this denomination, and the index of that contract in `EVERY`."""
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
    """Return the expected tricks of high cards, and of long suits with ace and king, in no trump."""
    solid = suits.ace & suits.king
    worth = _NO_TRUMP_ACE * suits.ace + _NO_TRUMP_QUEEN * (suits.queen & (suits.ace | suits.king))
    worth = worth + _NO_TRUMP_KING_WITH_ACE * solid + _NO_TRUMP_KING * _guarded(suits)
    worth = worth + _SOLID_LENGTH * solid * np.maximum(0, suits.length - _SOLID_FROM)
    found: Floats = _NO_TRUMP_BASE + worth.sum(axis=0)
    return found


def _guarded(suits: _Suits) -> Ints:
    """Return [suit, hand]: 1 for a king without the ace but with another card of the suit, else 0."""
    return suits.king & (1 - suits.ace) & (suits.length > 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """By denomination and hand: the most expected tricks (the count), and the index of that contract in `EVERY`."""

    tricks: Mapping[Denomination, Floats]
    names: Mapping[Denomination, Ints]

    def spare(self, bid: WhistBid) -> Floats:
        """Return the margin for each hand: the tricks by which the count exceeds the least count for this bid."""
        found: Floats = self.tricks[bid.denomination] - (bid.promised - KITTY_BOOK - _SHORT)
        return found


def counts_of(hands: Ints) -> Counts:
    """Return the counts of hands, each given as bits of the pack."""
    every = counted(hands)
    found = {kind: best_names(every, kind) for kind in Denomination}
    return Counts({kind: one[0] for kind, one in found.items()}, {kind: one[1] for kind, one in found.items()})


def weights(knowledge: Knowledge, had: Sequence[Ints], seats: Sequence[Seat]) -> Floats:
    """Return for each world the likelihood of these seats' calls. `had[seat]` are the seat's twelve dealt cards."""
    found: Floats = np.ones(len(had[0]))
    highest: SeatBid | None = None
    for seat, bid in knowledge.calls.items():
        if seat in seats and not is_forced(knowledge, seat, highest):
            found = found * _likely(bid, worth_bidding(knowledge.terms, seat, highest), counts_of(had[seat]))
        highest = highest if bid is None else (seat, bid)
    return found


def _likely(bid: WhistBid | None, fair: Sequence[WhistBid], counts: Counts) -> Floats | float:
    if bid is not None:
        return _WHIM + (1 - _WHIM) * _leap(counts.spare(bid))
    if not fair:
        return 1.0
    most = np.max([counts.spare(one) for one in fair], axis=0)
    return _WHIM + (1 - _WHIM) * (1 - _leap(most))


def named_so(contract: Contract, had: Ints) -> Floats:
    """Return for each world the likelihood of the trump or direction named, given the declarer's cards `had`."""
    every, kind = counted(had), contract.bid.denomination
    own = [(one.bid.denomination, one.trump, one.direction) for one in EVERY].index(
        (kind, contract.trump, contract.direction)
    )
    less = every[own] - best_names(every, kind)[0]
    found: Floats = _WHIM + (1 - _WHIM) * np.exp(less / _STRAY)
    return found


def _leap(spare: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-spare / _STRAY))
    return found


def worth_bidding(terms: Terms, seat: Seat, highest: SeatBid | None) -> tuple[WhistBid, ...]:
    """Return the lowest bid of each denomination that outranks `highest`; empty if the seat's side bid `highest`."""
    if highest is None:
        return _lowest(None, terms.min_bid, terms.down_over_up)
    if side_of(highest[0]) == side_of(seat):
        return ()
    return _lowest(highest[1], terms.min_bid, terms.down_over_up)


@cache
def _lowest(highest: WhistBid | None, least: int, down_over_up: bool) -> tuple[WhistBid, ...]:
    every = (WhistBid(level, kind) for level in range(least, HIGHEST + 1) for kind in Denomination)
    higher = [bid for bid in every if bid.outranks(highest, down_over_up=down_over_up)]
    found = {bid.denomination: bid for bid in reversed(higher)}
    return tuple(found.values())


def is_forced(knowledge: Knowledge, seat: Seat, highest: SeatBid | None) -> bool:
    """Return whether the seat is the dealer and must bid because the other seats have passed (B7)."""
    return highest is None and seat == knowledge.table.dealer and knowledge.terms.all_pass is AllPass.DEALER_FORCED

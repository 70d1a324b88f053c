"""Bid Whist as numbers: cards by contract, counts of tricks, and sampled deals ("worlds") that fit a view.

The bits of a hand are numbered by the pack (the index in `WHOLE_PACK`) or by the contract (see `rollouts`). A world is
a row of five numbers, each the bits of cards: the four hands, and the pile, which is the kitty or book 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.rollouts import PILE, pile_of, renamed
from games.bidwhist.options import AllPass, Terms
from games.bidwhist.score import HIGHEST, KITTY_BOOK, Contract, Denomination, Direction, WhistBid
from games.bidwhist.state import HAND_SIZE, SEATS, side_of
from games.bots.base import Bits
from games.bots.kernels import Floats, Ints, below, deal_world, ints, kernel, ones, seed_of
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
#: Number of worlds dealt for each world returned.
_TRIED: Final = 4
#: A seat and its bid.
SeatBid = tuple[Seat, WhistBid]
#: Arrays [suit, hand]: the number of cards, and for each of the three best cards 1 if it is held, else 0.
_Suits = tuple[Ints, Ints, Ints, Ints]


#: All combinations of denomination and trump or direction, as contracts with placeholders for level and declarer.
EVERY: Final = (
    *(Contract(WhistBid(1, Denomination.UPTOWN), 0, trump=suit) for suit in Suit),
    *(Contract(WhistBid(1, Denomination.DOWNTOWN), 0, trump=suit) for suit in Suit),
    *(Contract(WhistBid(1, Denomination.NO_TRUMP), 0, direction=direction) for direction in Direction),
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
    return some.max(axis=0), np.array(places)[some.argmax(axis=0)]


def _suits(hands: Ints, best: tuple[int, int, int]) -> _Suits:
    suits = hands >> _SUITS & _WHOLE_SUIT
    ace, king, queen = (suits >> place & 1 for place in best)
    return np.bitwise_count(suits).astype(np.int64), ace, king, queen


def _with_trumps(hands: Ints, suits: _Suits) -> Floats:
    length, ace, king, queen = suits
    big, little = (hands >> IN_PACK[joker] & 1 for joker in (BIG_JOKER, LITTLE_JOKER))
    trumps = _PER_TRUMP * (length + big + little) + _BIG * big + _LITTLE * little
    trumps = trumps + _TRUMP_ACE * ace + _TRUMP_KING * king + _TRUMP_QUEEN * queen
    side = _VOID * (length == 0) + _ACE * ace + _QUEEN * (queen & (ace | king))
    side = side + _KING_WITH_ACE * (ace & king) + _KING * _guarded(suits)
    found: Floats = _BASE + trumps + side.sum(axis=0) - side
    return found


def _without_trumps(suits: _Suits) -> Floats:
    """Return the expected tricks of high cards, and of long suits with ace and king, in no trump."""
    length, ace, king, queen = suits
    solid = ace & king
    worth = _NO_TRUMP_ACE * ace + _NO_TRUMP_QUEEN * (queen & (ace | king))
    worth = worth + _NO_TRUMP_KING_WITH_ACE * solid + _NO_TRUMP_KING * _guarded(suits)
    worth = worth + _SOLID_LENGTH * solid * np.maximum(0, length - _SOLID_FROM)
    found: Floats = _NO_TRUMP_BASE + worth.sum(axis=0)
    return found


def _guarded(suits: _Suits) -> Ints:
    """Return [suit, hand]: 1 for a king without the ace but with another card of the suit, else 0."""
    length, ace, king, _queen = suits
    return king & (1 - ace) & (length > 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """By denomination and hand: the most expected tricks (the count), and the index of that contract in `EVERY`."""

    tricks: Mapping[Denomination, Floats]
    names: Mapping[Denomination, Ints]

    def spare(self, bid: WhistBid) -> Floats:
        """Return the margin for each hand: the tricks by which the count exceeds the least count for this bid."""
        return self.tricks[bid.denomination] - (bid.promised - KITTY_BOOK - _SHORT)


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
    own = EVERY.index(Contract(WhistBid(1, kind), 0, contract.trump, contract.direction))
    less = every[own] - best_names(every, kind)[0]
    found: Floats = _WHIM + (1 - _WHIM) * np.exp(less / _STRAY)
    return found


def _leap(spare: Floats) -> Floats:
    return 1 / (1 + np.exp(-spare / _STRAY))


def worth_bidding(terms: Terms, seat: Seat, highest: SeatBid | None) -> tuple[WhistBid, ...]:
    """Return the lowest bid of each denomination that outranks `highest`; empty if the seat's side bid `highest`."""
    if highest is not None and side_of(highest[0]) == side_of(seat):
        return ()
    return _lowest(None if highest is None else highest[1], terms.min_bid, terms.down_over_up)


@cache
def _lowest(highest: WhistBid | None, least: int, down_over_up: bool) -> tuple[WhistBid, ...]:
    every = (WhistBid(level, kind) for level in range(least, HIGHEST + 1) for kind in Denomination)
    higher = [bid for bid in every if bid.outranks(highest, down_over_up=down_over_up)]
    found = {bid.denomination: bid for bid in reversed(higher)}
    return tuple(found.values())


def is_forced(knowledge: Knowledge, seat: Seat, highest: SeatBid | None) -> bool:
    """Return whether the seat is the dealer and must bid because the other seats have passed (B7)."""
    return highest is None and seat == knowledge.table.dealer and knowledge.terms.all_pass is AllPass.DEALER_FORCED


# -- worlds -----------------------------------------------------------------------------------------------


def worlds(knowledge: Knowledge, count: int, rng: Bits) -> Ints:
    """Return `count` random worlds that fit the view."""
    seed = seed_of(rng)
    unseen, room = knowledge.unseen, list(knowledge.room)
    room[knowledge.seat] = len(unseen) - sum(room)
    rows = np.zeros((count, len(SEATS) + 1), np.int64)
    may = ints(holders(knowledge, has_pile=room[knowledge.seat] > 0))
    pools = np.zeros((2, len(IN_PACK)), np.int64)
    pools[0, : len(unseen)] = [IN_PACK[one] for one in unseen]
    sizes, rooms, nothing = ints([len(unseen), 0]), np.array([room, [0] * 4], np.int64), np.zeros(4, np.int64)
    for row in rows:
        deal_world(pools, sizes, rooms, may, nothing, seed, row[: rollouts.PILE])
    rows[:, rollouts.PILE] = rows[:, knowledge.seat] | pack_bits(knowledge.put_away)
    rows[:, knowledge.seat] = pack_bits(knowledge.hand)
    put_aside(knowledge, rows)
    return rows


def likely_worlds(knowledge: Knowledge, count: int, rng: Bits) -> Ints:
    """Return `count` worlds, sampled from four times as many in proportion to their likelihood."""
    rows = worlds(knowledge, _TRIED * count, rng)
    reached = likelihood(knowledge, rows).cumsum()
    marks = (np.arange(count) + rng.random()) * reached[-1] / count
    found: Ints = rows[np.searchsorted(reached, marks)]
    return found


def put_aside(knowledge: Knowledge, rows: Ints) -> None:
    """If another seat is the declarer, let it discard by policy from its hand and the pile, in each world.

    Before the discard nothing is done.
    """
    if not knowledge.is_discarded or knowledge.is_declarer:
        return
    contract = knowledge.contract
    table, declarer = numbers(contract), contract.declarer
    played = pack_bits(knowledge.played_by(declarer))
    never = pack_bits((*knowledge.put_away, *knowledge.cannot[declarer]))
    names = ints([table[one] for one in IN_PACK])
    discard_in_each(rows, declarer, played, never, names, not contract.is_no_trump)


def likelihood(knowledge: Knowledge, rows: Ints) -> Floats:
    """Return for each world the likelihood of the other seats' calls and of the declarer's naming.

    In the auction the declarer held the cards that it holds now or has played, and the pile, but not the kitty. If
    the kitty was not shown, random cards are removed in its place.
    """
    had = [rows[:, seat] | pack_bits(knowledge.played_by(seat)) for seat in SEATS]
    others = [seat for seat in SEATS if seat != knowledge.seat]
    declarer = knowledge.table.declarer
    if declarer is None or knowledge.is_declarer:
        return weights(knowledge, had, others)
    had[declarer] = (had[declarer] | rows[:, rollouts.PILE]) & ~pack_bits(knowledge.table.kitty)
    without_kitty(had[declarer], HAND_SIZE)
    return weights(knowledge, had, others) * named_so(knowledge.contract, had[declarer])


def holders(knowledge: Knowledge, *, has_pile: bool) -> list[int]:
    """Return for each seat the cards that it may hold, as bits; for this seat, the cards that may be in the pile.

    A card that no seat can hold is in the pile. If the pile is known, some seat has reneged and holds the card.
    It is unknown which, so all seats may hold it.
    """
    found = [_possible(knowledge, seat) for seat in SEATS]
    lost = pack_bits(knowledge.unseen) & ~(found[0] | found[1] | found[2] | found[3])
    takes_lost = [knowledge.seat] if has_pile else SEATS
    return [held | (lost if seat in takes_lost else 0) for seat, held in enumerate(found)]


def _possible(knowledge: Knowledge, seat: int) -> int:
    if seat == knowledge.seat:
        own = knowledge.is_declarer and knowledge.is_discarded
        return pack_bits(one for one in knowledge.unseen if not own or one in knowledge.discard)
    return pack_bits(one for one in knowledge.unseen if one not in knowledge.cannot[seat])


def contract_rows(knowledge: Knowledge, rows: Ints) -> Ints:
    """Return the worlds with cards numbered by the contract (see `rollouts`) instead of the pack."""
    table = numbers(knowledge.contract)
    found = np.zeros_like(rows)
    for one, place in IN_PACK.items():
        found |= ((rows >> place) & 1) << table[one]
    return found


def scene_of(knowledge: Knowledge) -> Ints:
    """Return the table as a scene for the kernels of `rollouts`."""
    contract, scene = knowledge.contract, np.zeros(rollouts.SCENE_SIZE, np.int64)
    trick, table = knowledge.trick, numbers(contract)
    scene[rollouts.LEADER] = trick[0][0] if trick else knowledge.seat
    scene[rollouts.COUNT] = len(trick)
    scene[rollouts.TRUMP] = not contract.is_no_trump
    scene[rollouts.THROWS] = knowledge.throws_jokers
    scene[rollouts.GONE] = bits([one for _, one in knowledge.plays], contract)
    scene[rollouts.DECLARER] = contract.declarer
    for place, (_, one) in enumerate(trick):
        scene[rollouts.TRICK + place] = table[one]
    scene[rollouts.TAKEN : rollouts.TAKEN + 2] = knowledge.taken
    suits = {one.suit: number // 16 for one, number in table.items()}
    for seat, suit in knowledge.voids:
        scene[rollouts.VOIDS + seat] |= 1 << suits[suit]
    return scene


@kernel
def discard_in_each(dealt: Ints, seat: int, played: int, never: int, names: Ints, trump: int) -> None:
    """Let `seat` discard by policy from its hand and the pile, in each world.

    `played` are the cards that the seat has played, `never` those that it cannot hold and must discard. A world with
    more such cards than the pile has room for stays unchanged.
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
    """Remove random cards from each hand until `size` cards are left. Equal hands lose the same cards."""
    seed = np.zeros(1, np.int64)
    for world in range(len(held)):
        seed[0] = held[world] | 1
        for left in range(ones(held[world]), size, -1):
            some = held[world]
            for _ in range(below(seed, left)):
                some &= some - 1
            held[world] &= ~(some & -some)

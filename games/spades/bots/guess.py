"""From what a seat of Spades sees to the whole numbers that the kernels work on, and back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from games.bots.compiling import Ints
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat
from games.spades.bots import rehearsal, worlds
from games.spades.bots.bids import is_nil
from games.spades.bots.learnt import bits
from games.spades.bots.sight import Sight
from games.spades.score import BLIND
from games.spades.state import HAND_SIZE, PLAY, SEATS

if TYPE_CHECKING:
    from random import Random

_NUMBER = {one: number for number, one in enumerate(PACK)}


@dataclass(frozen=True)
class Guess:
    """Worlds that fit the view, one row each: the four hands now. The seat's own is the same in all."""

    sight: Sight
    hands: Ints

    def hand(self, world: int, seat: Seat) -> tuple[Card, ...]:
        held = int(self.hands[world, seat])
        return tuple(one for one in PACK if held >> _NUMBER[one] & 1)

    def ends(self, cards: list[Card | None], bids: Ints) -> Ints:
        """How each world ends (see `tricks_of_end`) for each card to play; None lets habit choose.

        `bids` has a row for each world.
        """
        numbers = np.array([-1 if one is None else _NUMBER[one] for one in cards], np.int64)
        found = np.zeros((len(cards), len(self.hands)), np.int64)
        rehearsal.ends(self.hands, bids, _scene(self.sight), numbers, found)
        return found


def guess(sight: Sight, count: int, rng: "Random") -> Guess:
    """So many worlds; the same for the same view and chance."""
    seed = np.array([rng.getrandbits(62) | 1], np.int64)
    hands = np.zeros((count, len(SEATS)), np.int64)
    fixed = [0] * len(SEATS)
    fixed[sight.seat] = bits(sight.hand)
    for seat, one in sight.passed:
        fixed[seat] |= bits((one,))
    pools, sizes, rooms = _pools(sight)
    may = [0 if seat == sight.seat else bits(_possible(sight, seat)) for seat in SEATS]
    played = [bits([one for who, one in sight.plays if who == seat]) for seat in SEATS]
    whole = [_whole(one) for one in (may, fixed, played, _told(sight))]
    worlds.worlds(pools, _whole(sizes), _whole(rooms), whole[0], whole[1], whole[2], whole[3], seed, hands)
    return Guess(sight, hands)


def _whole(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
    return np.array(numbers, np.int64)


def tricks_of_end(end: int) -> tuple[int, ...]:
    return tuple(end // rehearsal.BASE**seat % rehearsal.BASE for seat in SEATS)


def _possible(sight: Sight, seat: Seat) -> list[Card]:
    return [one for one in sight.unseen if sight.may_hold(seat, one)]


def _pools(sight: Sight) -> tuple[Ints, list[int], list[list[int]]]:
    """The cards to deal in two rows, how many, and the room for them by seat.

    Where spades are bid it is known how many spades each seat holds, so these are dealt first, to their number.
    """
    passed = [one for _, one in sight.passed]
    loose = [one for one in sight.unseen if one not in passed]
    room = [_room(sight, seat) for seat in SEATS]
    counted = sight.terms.bid_spades and None not in sight.table.bids
    first = [one for one in loose if counted and one.suit is Suit.SPADES]
    spades = [_spades_left(sight, seat) if counted and seat != sight.seat else 0 for seat in SEATS]
    pools = np.zeros((2, len(PACK)), np.int64)
    rows = (first, [one for one in loose if one not in first])
    for row, held in enumerate(rows):
        pools[row, : len(held)] = [_NUMBER[one] for one in held]
    return pools, [len(held) for held in rows], [spades, [all_ - some for all_, some in zip(room, spades, strict=True)]]


def _room(sight: Sight, seat: Seat) -> int:
    """Cards the seat holds that are to be dealt to it."""
    if seat == sight.seat:
        return 0
    played = sum(1 for who, _ in sight.plays if who == seat)
    known = sum(1 for who, _ in sight.passed if who == seat)
    return HAND_SIZE - played - known


def _spades_left(sight: Sight, seat: Seat) -> int:
    """Of the spades that the seat has bid, those it has not played."""
    return sight.bid(seat) - sum(one.suit is Suit.SPADES for who, one in sight.plays if who == seat)


def _told(sight: Sight) -> list[int]:
    """What each seat's bid tells of its hand; a bid made blind or under a rule that fixes it tells nothing."""
    silent = worlds.SILENT
    if sight.terms.bid_spades:
        return [silent] * len(SEATS)
    found = []
    for seat, bid in enumerate(sight.said):
        tells = seat != sight.seat and bid is not None and bid != BLIND
        found.append((0 if is_nil(bid) else int(bid)) if tells and bid is not None else silent)
    return found


def _scene(sight: Sight) -> Ints:
    scene = np.zeros(rehearsal.SCENE_SIZE, np.int64)
    trick = sight.table.trick
    scene[rehearsal.LEADER] = trick[0][0] if trick else _leader(sight)
    scene[rehearsal.COUNT] = len(trick)
    scene[rehearsal.BROKEN] = sight.table.broken or not sight.terms.breaking
    scene[rehearsal.MUST_BEAT] = sight.terms.must_beat
    scene[rehearsal.LOW_CLUBS] = sight.of_clubs
    scene[rehearsal.PARTNERS] = sight.terms.partners
    scene[rehearsal.GONE] = bits([one for _, one in sight.plays])
    for place, (_, one) in enumerate(trick):
        scene[rehearsal.TRICK + place] = _NUMBER[one]
    scene[rehearsal.TAKEN : rehearsal.TAKEN + len(SEATS)] = sight.table.tricks
    return scene


def _leader(sight: Sight) -> Seat:
    """Who leads the next trick: before the first the seat on the dealer's left, else whose turn it is."""
    if any(action.verb == PLAY for _, action in sight.view.actions):
        return sight.seat
    return (sight.table.dealer + 1) % len(SEATS)

"""From what a seat of Spades sees to the whole numbers that the kernels work on, and back."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.bots.base import Bits
from games.bots.compiling import Floats, Ints
from games.bots.pack import IN_PACK, pack_bits, pack_cards
from games.bots.worlds import every_world
from games.engine.actions import tuple_of
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat
from games.spades.bots import rollouts, worlds
from games.spades.bots.knowledge import Knowledge
from games.spades.score import BLIND, Bid, tricks_of
from games.spades.state import GIVE, HAND_SIZE, PLAY, RETURN, SEATS, partner


@dataclass(frozen=True)
class Guess:
    """Worlds that fit the view, one row each: the four hands now. The seat's own is the same in all once it is seen.

    Where these are all that fit, it is told how likely each of them is; else likely ones come more than once.
    """

    knowledge: Knowledge
    hands: Ints
    likely: Floats | None = None

    def hand(self, world: int, seat: Seat) -> tuple[Card, ...]:
        return pack_cards(int(self.hands[world, seat]))

    def ends(self, cards: Sequence[Card | None], bids: Sequence[Sequence[Bid]] = ()) -> Ints:
        """How each world ends (see `tricks_of_end`) for each card to play; None lets the policy choose.

        `bids` are the four of each world, unless those made count in all of them.
        """
        numbers = _whole([-1 if one is None else IN_PACK[one] for one in cards])
        rows = bids or (self.knowledge.made,) * len(self.hands)
        promised = _whole([[tricks_of(one) for one in row] for row in rows])
        found = np.zeros((len(cards), len(self.hands)), np.int64)
        rollouts.ends(self.hands, promised, scene_of(self.knowledge, self.knowledge.shown_voids), numbers, found)
        return found


def guess(knowledge: Knowledge, count: int, rng: Bits) -> Guess:
    """So many worlds, the same for the same view and chance, or all where there are no more than that."""
    seed = np.array([rng.getrandbits(62) | 1], np.int64)
    fixed = [0] * len(SEATS)
    fixed[knowledge.seat] = pack_bits(knowledge.hand)
    for seat, one in knowledge.passed:
        fixed[seat] |= pack_bits((one,))
    pools, sizes, rooms = _pools(knowledge)
    may = [0 if seat == knowledge.seat else knowledge.out & ~knowledge.cannot[seat] for seat in SEATS]
    played = [pack_bits([one for who, one in knowledge.plays if who == seat]) for seat in SEATS]
    dealt = (pools, _whole(sizes), _whole(rooms), _whole(may), _whole(fixed))
    shown = (_whole(played), _whole(_bids_made(knowledge)))
    every = every_world(*dealt, most=count)
    if every is not None:
        likely = np.zeros(len(every))
        worlds.weigh(every, *shown, likely)
        return Guess(knowledge, every, likely)
    hands = np.zeros((count, len(SEATS)), np.int64)
    worlds.worlds(*dealt, *shown, seed, hands)
    return Guess(knowledge, hands)


def deals(knowledge: Knowledge, count: int, rng: Bits) -> Guess:
    """So many deals of all four hands by what was bid, for a seat that has not seen its own."""
    nothing, hands = [0] * len(SEATS), np.zeros((count, len(SEATS)), np.int64)
    pools, rooms = [[*range(len(PACK))], [0] * len(PACK)], [[HAND_SIZE] * len(SEATS), nothing]
    worlds.worlds(
        _whole(pools),
        _whole([len(PACK), 0]),
        _whole(rooms),
        _whole([pack_bits(PACK)] * len(SEATS)),
        _whole(nothing),
        _whole(nothing),
        _whole(_bids_made(knowledge)),
        np.array([rng.getrandbits(62) | 1], np.int64),
        hands,
    )
    return Guess(knowledge, hands)


def _whole(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
    return np.array(numbers, np.int64)


def tricks_of_end(end: int) -> tuple[int, ...]:
    return tuple(end // rollouts.BASE**seat % rollouts.BASE for seat in SEATS)


def _pools(knowledge: Knowledge) -> tuple[Ints, list[int], list[list[int]]]:
    """The cards to deal in two rows, how many, and the room for them by seat.

    Where spades are bid it is known how many spades each seat holds, so these are dealt first, to their number.
    """
    passed = [one for _, one in knowledge.passed]
    loose = [one for one in knowledge.unseen if one not in passed]
    room = [_room(knowledge, seat) for seat in SEATS]
    counted = knowledge.terms.bid_spades and None not in knowledge.table.bids
    first = [one for one in loose if counted and one.suit is Suit.SPADES]
    spades = [_spades_left(knowledge, seat) if counted and seat != knowledge.seat else 0 for seat in SEATS]
    pools = np.zeros((2, len(PACK)), np.int64)
    rows = (first, [one for one in loose if one not in first])
    for row, held in enumerate(rows):
        pools[row, : len(held)] = [IN_PACK[one] for one in held]
    return pools, [len(held) for held in rows], [spades, [all_ - some for all_, some in zip(room, spades, strict=True)]]


def _room(knowledge: Knowledge, seat: Seat) -> int:
    """Cards the seat holds that are to be dealt to it."""
    if seat == knowledge.seat:
        return 0
    played = sum(1 for who, _ in knowledge.plays if who == seat)
    known = sum(1 for who, _ in knowledge.passed if who == seat)
    return HAND_SIZE + _taken_up(knowledge, seat) - played - known


def _taken_up(knowledge: Knowledge, seat: Seat) -> int:
    """Cards it has got in an exchange less those that it gave; not 0 before they are returned."""
    moved = [(who, len(tuple_of(said.argument))) for who, said in knowledge.view.actions if said.verb in (GIVE, RETURN)]
    return sum(many if who == partner(seat) else -many for who, many in moved if who in (seat, partner(seat)))


def _spades_left(knowledge: Knowledge, seat: Seat) -> int:
    """Of the spades that the seat has bid, those it has not played."""
    return knowledge.bid(seat) - sum(one.suit is Suit.SPADES for who, one in knowledge.plays if who == seat)


def _bids_made(knowledge: Knowledge) -> list[int]:
    """What each seat's bid tells of its hand; a bid made blind or under a rule that fixes it tells nothing."""
    silent = worlds.SILENT
    if knowledge.terms.bid_spades:
        return [silent] * len(SEATS)
    found = []
    for seat, bid in enumerate(knowledge.said):
        found.append(silent if seat == knowledge.seat or bid in (None, BLIND) else tricks_of(bid))
    return found


def scene_of(knowledge: Knowledge, voids: Sequence[int]) -> Ints:
    """The table for the kernels; `voids` are the suits that each seat is known to be out of, a bit each."""
    scene = np.zeros(rollouts.SCENE_SIZE, np.int64)
    trick = knowledge.table.trick
    scene[rollouts.LEADER] = trick[0][0] if trick else _leader(knowledge)
    scene[rollouts.COUNT] = len(trick)
    scene[rollouts.BROKEN] = knowledge.table.broken or not knowledge.terms.breaking
    scene[rollouts.MUST_BEAT] = knowledge.terms.must_beat
    scene[rollouts.LOW_CLUBS] = knowledge.view.of_clubs
    scene[rollouts.PARTNERS] = knowledge.terms.partners
    scene[rollouts.GONE] = pack_bits([one for _, one in knowledge.plays])
    for place, (_, one) in enumerate(trick):
        scene[rollouts.TRICK + place] = IN_PACK[one]
    scene[rollouts.TAKEN : rollouts.TAKEN + len(SEATS)] = knowledge.table.tricks
    scene[rollouts.VOIDS : rollouts.VOIDS + len(SEATS)] = voids
    return scene


def _leader(knowledge: Knowledge) -> Seat:
    """Who leads the next trick: before the first the seat on the dealer's left, else whose turn it is."""
    if any(action.verb == PLAY for _, action in knowledge.view.actions):
        return knowledge.seat
    return (knowledge.table.dealer + 1) % len(SEATS)

"""What each call of Bid Whist brings: the rest of the auction by count, and the hand that follows played out.

Knows a view and hands that may be, in the numbers of the pack; the hands come from whoever asks.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.count import Floats
from games.bidwhist.bots.evaluation import winning_chance, worths
from games.bidwhist.bots.inference import Counts, Said, counts_of, is_forced, worth_bidding
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.numbers import EVERY, names, trumps
from games.bidwhist.options import JokerRule
from games.bidwhist.score import Bid, Contract, Denomination
from games.bidwhist.state import SEATS
from games.bots.compiling import Ints
from games.engine.state import Seat
from games.engine.tricks import next_seat

#: A world, who declares there, and the place in `EVERY` of what is named.
Declared = tuple[int, Seat, int]


class Auction:
    """The rest of one auction in many worlds."""

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        self._knowledge = knowledge
        self._rows = rows
        own = own_tricks(knowledge, rows)
        self._own = {kind: best_name(own, kind)[0] for kind in Denomination}
        self._counts = {seat: counts_of(rows[:, seat]) for seat in SEATS}
        self._void = winning_chance(knowledge.table.score, knowledge.side, knowledge.terms)

    def worths(self, calls: Sequence[Bid | None]) -> Floats:
        """For each call the mean chance to win the game; None is a pass."""
        ends = [[self._end(call, world) for world in range(len(self._rows))] for call in calls]
        asked = [self._declared(world, end) for one in ends for world, end in enumerate(one) if end is not None]
        tricks, tables = self._tricks(asked), self._tables(end for one in ends for end in one if end is not None)

        def worth(world: int, end: Said | None) -> float:
            return self._void if end is None else tables[end][tricks[self._declared(world, end)]]

        return np.array([np.mean([worth(world, end) for world, end in enumerate(one)]) for one in ends])

    def _end(self, call: Bid | None, world: int) -> Said | None:
        """Who declares what in that world after this call; None where all pass."""
        knowledge = self._knowledge
        highest = knowledge.highest if call is None else (knowledge.seat, call)
        for seat in to_speak(knowledge):
            bid = called_by_count(knowledge, seat, highest, self._counts[seat], world)
            highest = highest if bid is None else (seat, bid)
        return highest

    def _declared(self, world: int, end: Said) -> Declared:
        seat, bid = end
        if seat == self._knowledge.seat:
            return world, seat, self._own[bid.denomination]
        return world, seat, int(self._counts[seat].names[bid.denomination][world])

    def _tricks(self, asked: Iterable[Declared]) -> Mapping[Declared, int]:
        """The tricks of seat 0's side in each."""
        every = sorted(set(asked))
        found = np.zeros(len(every), np.int64)
        columns = np.array(every, np.int64).reshape(-1, 3).T.copy()
        terms = self._knowledge.terms
        rows, throws = self._rows[columns[0]], int(terms.nt_joker is JokerRule.THROW_OFF)
        rollouts.declared_ends(rows, terms.kitty, columns[1], columns[2], names(), trumps(), throws, found)
        return dict(zip(every, found.tolist(), strict=True))

    def _tables(self, ends: Iterable[Said]) -> Mapping[Said, Sequence[float]]:
        return {end: worths(self._knowledge, Contract(end[1], end[0])) for end in set(ends)}


def own_tricks(knowledge: Knowledge, rows: Ints) -> Ints:
    """By contract of `EVERY` and world: the tricks of this side if this seat declares it."""
    found = np.zeros((len(EVERY), len(rows)), np.int64)
    throws = int(knowledge.terms.nt_joker is JokerRule.THROW_OFF)
    rollouts.contract_ends(rows, knowledge.terms.kitty, knowledge.seat, names(), trumps(), throws, found)
    return found


def best_name(found: Ints, denomination: Denomination) -> tuple[int, Contract]:
    """The contract of that denomination with the most tricks, and its place."""
    means = found.mean(axis=1)
    places = [place for place, one in enumerate(EVERY) if one.bid.denomination is denomination]
    best = max(places, key=lambda place: (float(means[place]), -place))
    return best, EVERY[best]


def to_speak(knowledge: Knowledge) -> tuple[Seat, ...]:
    """The seats after this one, up to the dealer."""
    left = len(SEATS) - 1 - len(knowledge.calls)
    return tuple(next_seat(knowledge.seat, step) for step in range(1, left + 1))


def called_by_count(knowledge: Knowledge, seat: Seat, highest: Said | None, counts: Counts, world: int) -> Bid | None:
    """The bid with most to spare, if it has any or the dealer must bid."""
    fair = [(float(counts.spare(bid)[world]), bid) for bid in worth_bidding(knowledge.terms, seat, highest)]
    spare, best = max(fair, key=lambda one: one[0], default=(-1.0, None))
    return best if spare >= 0 or is_forced(knowledge, seat, highest) else None

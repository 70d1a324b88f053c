"""What each call of Bid Whist brings: the rest of the auction by count, and the hand that follows played out.

Knows a view and hands that may be, in the numbers of the pack; the hands come from whoever asks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.evaluation import winning_chance, worths
from games.bidwhist.bots.inference import Counts, Said, counts_of, is_forced, worth_bidding
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.numbers import EVERY, names, trumps
from games.bidwhist.options import JokerRule
from games.bidwhist.score import Bid, Contract, Denomination
from games.bidwhist.state import SEATS
from games.bots.compiling import Floats, Ints
from games.engine.state import Seat
from games.engine.tricks import next_seat

#: A world, who declares there, and the place in `EVERY` of what is named.
Declared = tuple[int, Seat, int]
#: Who declares what (None where all pass), and the tricks of seat 0's side.
End = tuple[Said | None, int]


class Counted:
    """Auctions in which seats call and name by count, in many worlds."""

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        self._knowledge = knowledge
        self._rows = rows
        self._counts = {seat: counts_of(rows[:, seat]) for seat in SEATS}
        self._answers: dict[tuple[Seat, Said | None], list[Bid | None]] = {}

    def ends(self) -> list[End]:
        """By world how the hand ends if this seat and those after it call by count."""
        seats = (self._knowledge.seat, *to_speak(self._knowledge))
        return self._played([self._rest(seats, self._knowledge.highest, world) for world in range(len(self._rows))])

    def _rest(self, seats: Iterable[Seat], highest: Said | None, world: int) -> Said | None:
        """Who declares what in that world once these have called; None where all pass."""
        for seat in seats:
            bid = self._answer(seat, highest)[world]
            highest = highest if bid is None else (seat, bid)
        return highest

    def _answer(self, seat: Seat, highest: Said | None) -> list[Bid | None]:
        if (seat, highest) not in self._answers:
            self._answers[seat, highest] = called_by_count(self._knowledge, seat, highest, self._counts[seat])
        return self._answers[seat, highest]

    def _declared(self, world: int, said: Said) -> Declared:
        seat, bid = said
        return world, seat, int(self._counts[seat].names[bid.denomination][world])

    def _played(self, auctions: Sequence[Said | None]) -> list[End]:
        """What comes of each auction, one a world or the worlds again and again."""
        size = len(self._rows)
        asked = [None if one is None else self._declared(place % size, one) for place, one in enumerate(auctions)]
        tricks = self._tricks(one for one in asked if one is not None)
        return [(said, 0 if one is None else tricks[one]) for said, one in zip(auctions, asked, strict=True)]

    def _tricks(self, asked: Iterable[Declared]) -> Mapping[Declared, int]:
        """The tricks of seat 0's side in each."""
        every = sorted(set(asked))
        found = np.zeros(len(every), np.int64)
        columns = np.array(every, np.int64).reshape(-1, 3).T.copy()
        terms = self._knowledge.terms
        rows, throws = self._rows[columns[0]], int(terms.nt_joker is JokerRule.THROW_OFF)
        rollouts.declared_ends(rows, terms.kitty, columns[1], columns[2], names(), trumps(), throws, found)
        return dict(zip(every, found.tolist(), strict=True))


class Auction(Counted):
    """The rest of one auction in many worlds; what this seat would name is what does best in them all."""

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        super().__init__(knowledge, rows)
        own = own_tricks(knowledge, rows)
        self._own = {kind: best_name(own, kind)[0] for kind in Denomination}

    def worths(self, calls: Sequence[Bid | None]) -> Floats:
        """For each call what it is worth on average to whoever plays; None is a pass."""
        return np.array([np.mean(valued(self._knowledge, ends, worths)) for ends in self.after(calls)])

    def after(self, calls: Sequence[Bid | None]) -> list[list[End]]:
        """For each call the ends by world."""
        size, seats = len(self._rows), to_speak(self._knowledge)
        said = [self._knowledge.highest if call is None else (self._knowledge.seat, call) for call in calls]
        every = self._played([self._rest(seats, highest, world) for highest in said for world in range(size)])
        return [every[start : start + size] for start in range(0, len(every), size)]

    def _declared(self, world: int, said: Said) -> Declared:
        seat, bid = said
        if seat == self._knowledge.seat:
            return world, seat, self._own[bid.denomination]
        return super()._declared(world, said)


def valued(
    knowledge: Knowledge, ends: Iterable[End], table: Callable[[Knowledge, Contract], Sequence[float]]
) -> list[float]:
    """What each end is worth by the tables that are made for its contract; a void hand leaves the score as it is."""
    tables: dict[Said, Sequence[float]] = {}
    found = []
    for said, tricks in ends:
        if said is None:
            found.append(winning_chance(knowledge.table.score, knowledge.side, knowledge.terms))
            continue
        if said not in tables:
            tables[said] = table(knowledge, Contract(said[1], said[0]))
        found.append(tables[said][tricks])
    return found


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


def called_by_count(knowledge: Knowledge, seat: Seat, highest: Said | None, counts: Counts) -> list[Bid | None]:
    """By world the bid with most to spare, if it has any or the dealer must bid."""
    fair = worth_bidding(knowledge.terms, seat, highest)
    if not fair:
        return [None] * len(counts.tricks[Denomination.UPTOWN])
    spare = np.array([counts.spare(bid) for bid in fair])
    goes = (spare.max(axis=0) >= 0) | is_forced(knowledge, seat, highest)
    return [fair[best] if is_bid else None for best, is_bid in zip(spare.argmax(axis=0), goes, strict=True)]

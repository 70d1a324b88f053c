"""Values of calls in Bid Whist: the rest of the auction by count, then the hand played out, then its value.

Works on a view and sampled deals ("worlds"), with cards as numbers of the pack.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.numbers import EVERY, Counts, Said, counts_of, is_forced, names, trumps, worth_bidding
from games.bidwhist.options import JokerRule, Terms
from games.bidwhist.play import books_moved
from games.bidwhist.score import Bid, Contract, Denomination, Pair, end_of_game, score_hand
from games.bidwhist.state import SEATS, TRICKS
from games.bots.kernels import Floats, Ints
from games.engine.state import Seat, plus
from games.engine.tricks import next_seat

#: A world, its declarer, and the index in `EVERY` of the contract named.
Declared = tuple[int, Seat, int]
#: The declarer's bid (None if all pass), and the tricks of seat 0's side.
End = tuple[Said | None, int]
#: Points that a hand brings its declarer's side, and their frequencies, measured on played-out hands.
_ENDS: Final = ((4, 0.28), (5, 0.2), (6, 0.13), (7, 0.07), (-4, 0.26), (-5, 0.06))
#: Share of hands in no trump, which count double.
_NO_TRUMPS: Final = 0.1
#: Maximum points that a hand can move.
_FAR: Final = 14
#: The iteration ends once no chance moves by more.
_ENOUGH: Final = 1e-4
#: Value of one more book when the game is decided either way, so that bots keep playing for books.
_A_BOOK: Final = 0.002


class Counted:
    """Auctions in many worlds in which all seats bid and name by count."""

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        self._knowledge = knowledge
        self._rows = rows
        self._counts = {seat: counts_of(rows[:, seat]) for seat in SEATS}
        self._answers: dict[tuple[Seat, Said | None], list[Bid | None]] = {}

    def ends(self) -> list[End]:
        """Return by world how the hand ends if this seat and those after it bid by count."""
        seats = (self._knowledge.seat, *to_speak(self._knowledge))
        return self._played([self._rest(seats, self._knowledge.highest, world) for world in range(len(self._rows))])

    def _rest(self, seats: Iterable[Seat], highest: Said | None, world: int) -> Said | None:
        """Return the declarer's bid in that world after these seats have called; None if all pass."""
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
        """Return the end of each auction. Auctions go through the worlds in order, repeatedly."""
        size = len(self._rows)
        asked = [None if one is None else self._declared(place % size, one) for place, one in enumerate(auctions)]
        tricks = self._tricks(one for one in asked if one is not None)
        return [(said, 0 if one is None else tricks[one]) for said, one in zip(auctions, asked, strict=True)]

    def _tricks(self, asked: Iterable[Declared]) -> Mapping[Declared, int]:
        """Return the tricks of seat 0's side in each."""
        every = sorted(set(asked))
        found = np.zeros(len(every), np.int64)
        columns = np.array(every, np.int64).reshape(-1, 3).T.copy()
        terms = self._knowledge.terms
        rows, throws = self._rows[columns[0]], int(terms.nt_joker is JokerRule.THROW_OFF)
        rollouts.declared_ends(rows, terms.kitty, columns[1], columns[2], names(), trumps(), throws, found)
        return dict(zip(every, found.tolist(), strict=True))


class Auction(Counted):
    """The rest of one auction in many worlds. This seat names what does best on average over them."""

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        super().__init__(knowledge, rows)
        own = own_tricks(knowledge, rows)
        self._own = {kind: best_name(own, kind)[0] for kind in Denomination}

    def worths(self, calls: Sequence[Bid | None]) -> Floats:
        """Return the mean value of each call to this player; None is a pass."""
        return np.array([np.mean(valued(self._knowledge, ends, worths)) for ends in self.after(calls)])

    def after(self, calls: Sequence[Bid | None]) -> list[list[End]]:
        """Return for each call the ends by world."""
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
    """Return the value of each end, from the table that `table` makes of its contract. A void hand keeps the score."""
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
    """Return by contract of `EVERY` and world the tricks of this side if this seat declares it."""
    found = np.zeros((len(EVERY), len(rows)), np.int64)
    throws = int(knowledge.terms.nt_joker is JokerRule.THROW_OFF)
    rollouts.contract_ends(rows, knowledge.terms.kitty, knowledge.seat, names(), trumps(), throws, found)
    return found


def best_name(found: Ints, denomination: Denomination) -> tuple[int, Contract]:
    """Return the index of the contract of that denomination with the most tricks on average, and the contract."""
    means = found.mean(axis=1)
    places = [place for place, one in enumerate(EVERY) if one.bid.denomination is denomination]
    best = max(places, key=lambda place: (float(means[place]), -place))
    return best, EVERY[best]


def to_speak(knowledge: Knowledge) -> tuple[Seat, ...]:
    """Return the seats after this one, up to the dealer."""
    left = len(SEATS) - 1 - len(knowledge.calls)
    return tuple(next_seat(knowledge.seat, step) for step in range(1, left + 1))


def called_by_count(knowledge: Knowledge, seat: Seat, highest: Said | None, counts: Counts) -> list[Bid | None]:
    """Return by world the bid with the largest margin, or None if all margins are negative and no bid is forced."""
    fair = worth_bidding(knowledge.terms, seat, highest)
    if not fair:
        return [None] * len(counts.tricks[Denomination.UPTOWN])
    spare = np.array([counts.spare(bid) for bid in fair])
    goes = (spare.max(axis=0) >= 0) | is_forced(knowledge, seat, highest)
    return [fair[best] if is_bid else None for best, is_bid in zip(spare.argmax(axis=0), goes, strict=True)]


@dataclass(frozen=True, slots=True)
class HandEnd:
    """How a hand ends: whether the bid is made, the new score, and the winning side, if any."""

    is_made: bool
    score: Pair
    winner: int | None


def outcome(knowledge: Knowledge, contract: Contract, tricks: int) -> HandEnd:
    """Return how the hand ends if seats 0 and 2 take that many tricks (0 to 12)."""
    terms = knowledge.terms
    declared = tricks if contract.side == 0 else TRICKS - tricks
    moved = books_moved(knowledge.view.called, contract.side, penalty=terms.penalty)
    line = score_hand(contract.bid, tricks=declared, moved=moved, terms=terms)
    score = plus(knowledge.table.score, contract.side, line.points)
    end = end_of_game(score, (0, 0), side=contract.side, line=line, terms=terms)
    return HandEnd(line.is_made, score, None if end is None else end.winner)


def chances(knowledge: Knowledge, contract: Contract) -> list[float]:
    """Return by number of tricks (0 to 12) this side's chance to win the game."""
    ends = (outcome(knowledge, contract, tricks) for tricks in range(TRICKS + 1))
    return [_chance(knowledge, end) for end in ends]


def worths(knowledge: Knowledge, contract: Contract) -> list[float]:
    """Return these chances plus a small value for each book of this side."""
    found = chances(knowledge, contract)
    return [
        chance + _A_BOOK * (tricks if knowledge.side == 0 else TRICKS - tricks) for tricks, chance in enumerate(found)
    ]


def _chance(knowledge: Knowledge, end: HandEnd) -> float:
    if end.winner is None:
        return winning_chance(end.score, knowledge.side, knowledge.terms)
    return float(end.winner == knowledge.side)


def winning_chance(score: Pair, side: int, terms: Terms) -> float:
    """Return the side's chance to win before the next hand, for a score within the game."""
    table = _chances(terms.win, terms.lose, terms.nt_double)
    return float(table[score[side] - terms.lose - 1, score[1 - side] - terms.lose - 1])


@cache
def _chances(win: int, lose: int, doubles: bool) -> Floats:
    """Return the chances by own and opponents' score, from the lowest. Value iteration; sides declare alternately."""
    ends = _ends(doubles)
    size = win - lose - 1
    within = slice(_FAR, _FAR + size)
    table = np.full((size + 2 * _FAR, size + 2 * _FAR), 0.5)
    table[:, :_FAR] = 1.0
    table[:, _FAR + size :] = 0.0
    table[:_FAR, :] = 0.0
    table[_FAR + size :, :] = 1.0
    while True:
        fresh = np.zeros((size, size))
        for points, often in ends:
            beyond = slice(_FAR + points, _FAR + points + size)
            fresh += often / 2 * (table[beyond, within] + table[within, beyond])
        change = np.abs(fresh - table[within, within]).max()
        table[within, within] = fresh
        if change < _ENOUGH:
            return fresh


def _ends(doubles: bool) -> list[tuple[int, float]]:
    if not doubles:
        return [*_ENDS]
    plain = [(points, often * (1 - _NO_TRUMPS)) for points, often in _ENDS]
    return plain + [(2 * points, often * _NO_TRUMPS) for points, often in _ENDS]

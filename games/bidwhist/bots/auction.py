"""The value of calls in Bid Whist, estimated in sampled deals ("worlds").

In each world the rest of the auction is bid by counting tricks, the hand is played out by policy, and the end of the
hand is valued. `rows` has a row for each world: the four hands and the kitty as bits.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.worlds import (
    EVERY,
    Counts,
    SeatBid,
    best_names,
    counts_of,
    is_forced,
    names,
    trumps,
    worth_bidding,
)
from games.bidwhist.legal import books_moved
from games.bidwhist.options import JokerRule, Terms
from games.bidwhist.score import Contract, Denomination, Pair, WhistBid, end_of_game, score_hand
from games.bidwhist.state import SEATS, TRICKS
from games.bots.kernels import Floats, Ints
from games.engine.state import Seat, plus
from games.engine.tricks import next_seat

#: A hand to play out: the index of its world, the declarer, and the index in `EVERY` of the contract.
Declared = tuple[int, Seat, int]
#: The end of a hand: declarer and bid (None if all pass), and the tricks of seat 0's side.
End = tuple[SeatBid | None, int]
#: Points of a hand for the declarer's side and their frequencies, measured on rollouts.
_ENDS: Final = ((4, 0.28), (5, 0.2), (6, 0.13), (7, 0.07), (-4, 0.26), (-5, 0.06))
#: Share of hands in no trump, which count double.
_NO_TRUMPS: Final = 0.1
#: Maximum change of the score by one hand.
_FAR: Final = 14
#: The value iteration ends when no chance changes by more than this.
_ENOUGH: Final = 1e-4
#: Value of each trick, added to the chance to win so that bots play for every trick.
_A_BOOK: Final = 0.002


class Counted:
    """The auction in many worlds, in which all seats bid and name by counting tricks."""

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        self._knowledge = knowledge
        self._rows = rows
        self._counts = {seat: counts_of(rows[:, seat]) for seat in SEATS}
        self._answers: dict[tuple[Seat, SeatBid | None], list[WhistBid | None]] = {}

    def ends(self) -> list[End]:
        """Return the end of the hand in each world if this seat and all later seats bid by counting tricks."""
        seats = (self._knowledge.seat, *to_speak(self._knowledge))
        return self._played([self._rest(seats, self._knowledge.highest, world) for world in range(len(self._rows))])

    def _rest(self, seats: Iterable[Seat], highest: SeatBid | None, world: int) -> SeatBid | None:
        """Return the highest bid in a world after the calls of these seats; None if there is no bid."""
        for seat in seats:
            bid = self._answer(seat, highest)[world]
            highest = highest if bid is None else (seat, bid)
        return highest

    def _answer(self, seat: Seat, highest: SeatBid | None) -> list[WhistBid | None]:
        if (seat, highest) not in self._answers:
            self._answers[seat, highest] = called_by_count(self._knowledge, seat, highest, self._counts[seat])
        return self._answers[seat, highest]

    def _declared(self, world: int, said: SeatBid) -> Declared:
        seat, bid = said
        return world, seat, int(self._counts[seat].names[bid.denomination][world])

    def _played(self, auctions: Sequence[SeatBid | None]) -> list[End]:
        """Play out the hand after each auction; auction i belongs to world i modulo the number of worlds."""
        size = len(self._rows)
        asked = [None if one is None else self._declared(place % size, one) for place, one in enumerate(auctions)]
        tricks = self._tricks(one for one in asked if one is not None)
        return [(said, 0 if one is None else tricks[one]) for said, one in zip(auctions, asked, strict=True)]

    def _tricks(self, asked: Iterable[Declared]) -> Mapping[Declared, int]:
        """Play the hands out and return the tricks of seat 0's side in each hand."""
        every = sorted(set(asked))
        columns = np.array(every, np.int64).reshape(-1, 3).T.copy()
        found = _declared(self._knowledge.terms, self._rows[columns[0]], columns[1], columns[2])
        return dict(zip(every, found.tolist(), strict=True))


class Auction(Counted):
    """The rest of the auction in many worlds, for given calls of this seat.

    If this seat wins the auction, it names what brings the most tricks on average over the worlds.
    """

    def __init__(self, knowledge: Knowledge, rows: Ints) -> None:
        super().__init__(knowledge, rows)
        own = own_tricks(knowledge, rows)
        self._own = {kind: best_name(own, kind) for kind in Denomination}

    def worths(self, calls: Sequence[WhistBid | None]) -> Floats:
        """Return the mean worth of each call over the worlds, by the function `worths`; None is a pass."""
        return np.array([np.mean(valued(self._knowledge, ends, worths)) for ends in self.after(calls)])

    def after(self, calls: Sequence[WhistBid | None]) -> list[list[End]]:
        """Return for each call the ends of the hand by world."""
        size, seats = len(self._rows), to_speak(self._knowledge)
        said = [self._knowledge.highest if call is None else (self._knowledge.seat, call) for call in calls]
        every = self._played([self._rest(seats, highest, world) for highest in said for world in range(size)])
        return [every[start : start + size] for start in range(0, len(every), size)]

    def _declared(self, world: int, said: SeatBid) -> Declared:
        seat, bid = said
        if seat == self._knowledge.seat:
            return world, seat, self._own[bid.denomination]
        return super()._declared(world, said)


def valued(
    knowledge: Knowledge, ends: Iterable[End], table: Callable[[Knowledge, Contract], Sequence[float]]
) -> list[float]:
    """Return the value of each end. `table` returns the values of a contract by number of tricks.

    The value of a void hand is the chance to win at the unchanged score.
    """
    tables: dict[SeatBid, Sequence[float]] = {}
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
    """Return [contract of `EVERY`, world]: the tricks of this seat's side if the seat declares that contract."""
    size = len(EVERY) * len(rows)
    places = np.repeat(np.arange(len(EVERY)), len(rows))
    found = _declared(knowledge.terms, np.tile(rows, (len(EVERY), 1)), np.full(size, knowledge.seat), places)
    return (found if knowledge.side == 0 else TRICKS - found).reshape(len(EVERY), len(rows))


def _declared(terms: Terms, rows: Ints, seats: Ints, places: Ints) -> Ints:
    """Return for each world the tricks of seat 0's side if seats[world] declares the contract EVERY[places[world]]."""
    found, throws = np.zeros(len(rows), np.int64), int(terms.nt_joker is JokerRule.THROW_OFF)
    rollouts.declared_ends(rows, terms.kitty, seats, places, names(), trumps(), throws, found)
    return found


def best_name(found: Ints, denomination: Denomination) -> int:
    """Return the index in `EVERY` of the contract of this denomination with the most tricks on average."""
    return int(best_names(found.mean(axis=1, keepdims=True), denomination)[1][0])


def to_speak(knowledge: Knowledge) -> tuple[Seat, ...]:
    """Return the seats that call after this one; the dealer is the last."""
    left = len(SEATS) - 1 - len(knowledge.calls)
    return tuple(next_seat(knowledge.seat, step) for step in range(1, left + 1))


def called_by_count(knowledge: Knowledge, seat: Seat, highest: SeatBid | None, counts: Counts) -> list[WhistBid | None]:
    """Return for each world the call of `seat` by count: the bid with the largest margin, or None for a pass.

    The seat passes if no bid is worth considering, or if all margins are negative and it need not bid.
    """
    fair = worth_bidding(knowledge.terms, seat, highest)
    if not fair:
        return [None] * len(counts.tricks[Denomination.UPTOWN])
    spare = np.array([counts.spare(bid) for bid in fair])
    goes = (spare.max(axis=0) >= 0) | is_forced(knowledge, seat, highest)
    return [fair[best] if is_bid else None for best, is_bid in zip(spare.argmax(axis=0), goes, strict=True)]


def outcome(knowledge: Knowledge, contract: Contract, tricks: int) -> tuple[bool, Pair, int | None]:
    """Return whether the bid is made, the new score, and the side that wins the game (or None).

    `tricks` (0 to 12) are those that seats 0 and 2 take together.
    """
    terms = knowledge.terms
    declared = tricks if contract.side == 0 else TRICKS - tricks
    moved = books_moved(knowledge.view.called, contract.side, penalty=terms.renege_penalty)
    line = score_hand(contract.bid, tricks=declared, moved=moved, terms=terms)
    score = plus(knowledge.table.score, contract.side, line.points)
    end = end_of_game(score, (0, 0), side=contract.side, line=line, terms=terms)
    return line.is_made, score, None if end is None else end.winner


def chances(knowledge: Knowledge, contract: Contract) -> list[float]:
    """Return this side's chance to win the game for each number of tricks (0 to 12) of seats 0 and 2."""
    found, side = [], knowledge.side
    for tricks in range(TRICKS + 1):
        _is_made, score, winner = outcome(knowledge, contract, tricks)
        found.append(winning_chance(score, side, knowledge.terms) if winner is None else float(winner == side))
    return found


def worths(knowledge: Knowledge, contract: Contract) -> list[float]:
    """Return `chances` plus a small value for each trick of this side."""
    own = range(TRICKS + 1) if knowledge.side == 0 else range(TRICKS, -1, -1)
    return [chance + _A_BOOK * tricks for chance, tricks in zip(chances(knowledge, contract), own, strict=True)]


def winning_chance(score: Pair, side: int, terms: Terms) -> float:
    """Return the side's chance to win the game, from a score between two hands that does not end the game."""
    table = _chances(terms.win_score, terms.lose_score, terms.nt_double)
    return float(table[score[side] - terms.lose_score - 1, score[1 - side] - terms.lose_score - 1])


@cache
def _chances(win: int, lose: int, doubles: bool) -> Floats:
    """Return [own score, opponents' score]: the chance to win. Index 0 is the lowest score of an open game.

    Computed by value iteration, in which both sides are equally likely to declare a hand.
    """
    ends: Sequence[tuple[int, float]] = _ENDS
    if doubles:
        ends = [(points, often * (1 - _NO_TRUMPS)) for points, often in _ENDS]
        ends += [(2 * points, often * _NO_TRUMPS) for points, often in _ENDS]
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

"""The worth of a hand's result to the bot's seat: the chance to win the game after it, in millionths.

Kernels repeat the rules of docs/rules/twoman.md (“Scoring a hand”, steps 1 to 5) on whole numbers; a test compares them
with `games.twoman.score`. If the game goes on, the worth is read from a learnt table of standings.
"""

from functools import cache
from importlib.resources import as_file, files
from typing import Any, Final, NamedTuple

import numpy as np

from games.bots.kernels import Floats, Ints, kernel

#: The worth of a game won.
SURE: Final = 1_000_000
#: Indexes into a case, an array of the numbers from which a hand is scored. The first five are pairs: the bot's number,
#: then the other seat's.
BASE, BAGS, BID, BLIND, LOST = 0, 2, 4, 6, 8
PILE_POINTS, PILE_WINNER, NEXT_LEADER, TARGET, MERCY, NIL_POINTS, DENIAL = 10, 11, 12, 13, 14, 15, 16
CASE_SIZE: Final = 17
#: Values of BLIND: bid after looking, a blind bid of tricks, a blind nil.
SEEING, DOUBLED, BLIND_NIL = 0, 1, 2
#: Layout of the table of standings: `BASES` bases in steps of ten from the lowest; `BAG_STEPS` numbers of bags from -4.
LOWEST_BASE: Final = -350
BASES: Final = 65
BAG_STEPS: Final = 11
USUAL_TARGET: Final = 300
#: The mercy lead of the table. In a game with a higher mercy lead, differences between the bases from NEAR up to that
#: lead are scaled to NEAR..FAR.
USUAL_MERCY, NEAR, FAR = 300, 200, 280
DATA = "data"
READING, STANDINGS = "reading.npz", "standings.npz"
#: Millionths in one unit of a stored worth.
STEP = 20


@kernel
def display(base: int, bags: int) -> int:
    if bags < 0:
        return base
    return base + bags if base >= 0 else base - bags


@kernel
def bid_points(bid: int, tricks: int, blind: int, nil_points: int) -> int:
    if bid == 0:
        return nil_points if tricks == 0 else -nil_points
    points = 10 * bid if tricks >= bid else -10 * bid
    return 2 * points if blind else points


@kernel
def standing_worth(base0: int, bags0: int, base1: int, bags1: int, case: Ints, standings: Ints) -> int:
    """Return the worth of both standings after a hand: by the rules if the game is over, else by `table_worth`."""
    one, two = display(base0, bags0), display(base1, bags1)
    if abs(one - two) >= case[MERCY]:
        return SURE if one > two else 0
    if max(one, two) >= case[TARGET]:
        if one != two:
            return SURE if one > two else 0
        if base0 != base1:
            return SURE if base0 > base1 else 0
        if bags0 != bags1:
            return SURE if bags0 > bags1 else 0
        return SURE // 2
    return table_worth(base0, bags0, base1, bags1, case, standings)


@kernel
def table_worth(base0: int, bags0: int, base1: int, bags1: int, case: Ints, standings: Ints) -> int:
    """Return the worth from the table of standings, adapted to the target and mercy lead of this game.

    The table is for a target and a mercy lead of 300. Both bases are shifted by 300 less the target, but down only
    until the higher base is 0.
    """
    shift = max(USUAL_TARGET - case[TARGET], min(0, -max(base0, base1)))
    gap = abs(base0 - base1)
    if case[MERCY] <= USUAL_MERCY or gap <= NEAR:
        return kept_worth(base0 + shift, bags0, base1 + shift, bags1, case, standings)
    # Interpolate between entries. Otherwise all actions of a seat far behind would be worth the same.
    tenths = (FAR - NEAR) * (gap - NEAR) * 10 // (case[MERCY] - NEAR)
    nearer, part = NEAR + tenths // 100 * 10, tenths % 100
    ahead = max(max(base0, base1) + shift, LOWEST_BASE + FAR + 10)
    one, two = (ahead, ahead - nearer) if base0 > base1 else (ahead - nearer, ahead)
    back0, back1 = (0, 10) if base0 > base1 else (10, 0)
    before = kept_worth(one, bags0, two, bags1, case, standings)
    behind = kept_worth(one - back0, bags0, two - back1, bags1, case, standings)
    return (before * (100 - part) + behind * part) // 100


@kernel
def kept_worth(base0: int, bags0: int, base1: int, bags1: int, case: Ints, standings: Ints) -> int:
    """Return the table's entry for these standings. Bases outside the table count as its lowest or highest base."""
    row = min(max((base0 - LOWEST_BASE) // 10, 0), BASES - 1)
    other = min(max((base1 - LOWEST_BASE) // 10, 0), BASES - 1)
    if case[NEXT_LEADER] == 0:
        return standings[row, other, bags0 + 4, bags1 + 4]
    return SURE - standings[other, row, bags1 + 4, bags0 + 4]


@kernel
def worth_now(case: Ints, standings: Ints) -> int:
    """Return the worth of the standings before the hand if `case[NEXT_LEADER]` leads its first trick."""
    return table_worth(case[BASE], case[BAGS], case[BASE + 1], case[BAGS + 1], case, standings)


@kernel
def hand_worth(tricks: int, w: int, case: Ints, standings: Ints) -> int:
    """Return the worth of a hand in which the bot's seat takes `tricks`; `w` has the bag cards won (see `position`)."""
    if case[BLIND] == BLIND_NIL or case[BLIND + 1] == BLIND_NIL:
        kept = (case[BLIND] == BLIND_NIL and tricks == 0) or (case[BLIND + 1] == BLIND_NIL and tricks < 10)
        return SURE if kept else 0
    base, bags = np.empty(2, np.int64), np.empty(2, np.int64)
    for seat in range(2):
        taken = tricks if seat == 0 else 10 - tricks
        bid = case[BID + seat]
        base[seat] = case[BASE + seat] + bid_points(bid, taken, case[BLIND + seat], case[NIL_POINTS])
        lost = case[LOST + seat] + (2 if w // 3 == 1 + seat else 0) + (1 if w % 3 == 1 + seat else 0)
        count = case[BAGS + seat] + max(0, taken - bid) - lost
        while count >= 7:
            base[seat], count = base[seat] - 100, count - 7
        while count <= -5:
            base[seat], count = base[seat] + 100, count + 5
        bags[seat] = count
    settle_pile(base, bags, case)
    return standing_worth(base[0], bags[0], base[1], bags[1], case, standings)


@kernel
def settle_pile(base: Ints, bags: Ints, case: Ints) -> None:
    """Add the pile's points to its winner (step 4), or subtract them from the other seat by denial (T6)."""
    winner, points = case[PILE_WINNER], case[PILE_POINTS]
    other = 1 - winner
    gained = display(base[winner] + points, bags[winner])
    behind = display(base[winner], bags[winner]) < display(base[other], bags[other])
    if case[DENIAL] and gained >= case[TARGET] and behind:
        base[other] -= points
    else:
        base[winner] += points


@kernel
def fill_worth(worth: Ints, case: Ints, standings: Ints) -> None:
    """Fill worth[tricks, w] for every end of the hand."""
    for tricks in range(11):
        for w in range(9):
            worth[tricks, w] = hand_worth(tricks, w, case, standings)


class LearntWeights(NamedTuple):
    """The weights of the models in `inference`, and the table of standings; `training.teach_marta` writes both.

    It is a named tuple because numba accepts that as an argument of a kernel.
    """

    plays: Floats
    discards: Floats
    bids: Floats
    standings: Ints


@cache
def learnt() -> LearntWeights:
    with _opened(READING) as reading, _opened(STANDINGS) as standings:
        worth = standings["leads"].astype(np.int64) * STEP
        return LearntWeights(reading["plays"], reading["discards"], reading["bids"], np.minimum(worth, SURE))


def _opened(name: str) -> Any:
    with as_file(files(__package__) / DATA / name) as path:
        return np.load(path)

"""Hands of Two-Man Spades as numbers: positions with both hands open, the search's workspace, and the worth of results.

A suit is a row of bits, one for each card still held by either seat, the lowest card first: 1 if seat 0 holds it. A
marker bit is above these bits. Four rows of 16 bits make the key, clubs lowest. Seat 0 is the bot's own and maximises
the worth. The end of a hand is given by t, the tricks of seat 0 (0..10), and by w, the winners of the bag cards: 3 *
(winner of 7D) + (winner of TC), where 0 is neither, 1 is seat 0 and 2 is seat 1. The workspace is one array, because
passing several arrays between kernels is expensive.

The worth of a result is the chance to win the game after it, in millionths. Its kernels repeat the rules of
docs/rules/twoman.md (“Scoring a hand”, steps 1 to 5) on whole numbers; a test compares them with `games.twoman.score`.
If the game goes on, the worth is read from a learnt table of standings.
"""

from functools import cache
from importlib.resources import as_file, files
from typing import Any, Final, NamedTuple

import numpy as np

from games.bots.kernels import Floats, Ints, kernel

ENDS: Final = 99
_BOUNDS: Final = 11 * 11 * 9 * 4
#: Offsets of the parts of the workspace: the worth of each end, lower and upper bounds of the worth (`write_bounds`),
#: the sure tricks of each row of spades, moves, the frames of a search, the transposition table, and the stamp of the
#: worths.
WORTH: Final = 0
LOW: Final = WORTH + ENDS
HIGH: Final = LOW + _BOUNDS
SURE_TRICKS: Final = HIGH + _BOUNDS
MOVES: Final = SURE_TRICKS + (1 << 14)
FRAMES: Final = MOVES + 64
MEMORY: Final = FRAMES + 21 * 64
#: Number of entries of the transposition table, and numbers in each entry: the key, the rest of the position, the
#: bounds, the best move, and padding.
PLACES: Final = 1 << 14
WIDTH: Final = 8
STAMP: Final = MEMORY + PLACES * WIDTH
WORKSPACE_SIZE: Final = STAMP + 1
#: The place of a card that neither seat holds.
GONE: Final = 15
#: Greater than any worth.
FAR: Final = 1 << 40
_CLUBS, _DIAMONDS, SPADES = 0, 1, 3
#: The ranks of 7D and TC, from 0 for a two.
SEVEN, TEN = 5, 8
#: The worth of a game won.
SURE: Final = 1_000_000
#: Indexes into a case, an array of the numbers from which a hand is scored. The first five are pairs: the bot's number,
#: then the other seat's. FIRST_LEADER leads this hand's first trick, NEXT_LEADER the next hand's: 0 is the bot's seat.
BASE, BAGS, BID, BLIND, LOST = 0, 2, 4, 6, 8
PILE_POINTS, PILE_WINNER, NEXT_LEADER, TARGET, MERCY, NIL_POINTS, DENIAL, IS_ODD, FIRST_LEADER = range(10, 19)
CASE_SIZE: Final = 19
#: Values of BLIND: bid after looking, a blind bid of tricks, a blind nil.
SEEING, DOUBLED, BLIND_NIL = 0, 1, 2
#: Layout of the table of standings: `BASES` bases in steps of ten from the lowest; `BAG_STEPS` numbers of bags from -4.
LOWEST_BASE: Final = -350
BASES: Final = 65
BAG_STEPS: Final = 11
USUAL_TARGET: Final = 300
#: The mercy lead of the table. In a game with a higher mercy lead, differences between the bases from _NEAR up to that
#: lead are scaled to _NEAR.._FAR.
USUAL_MERCY, _NEAR, _FAR = 300, 200, 280
DATA = "data"
READING, STANDINGS = "reading.npz", "standings.npz"
#: Millionths in one unit of a stored worth.
STEP = 20


class Position(NamedTuple):
    """A position between tricks. `left` are the tricks left; `seven` and `ten` are the places of 7D and TC."""

    key: int
    leader: int
    broken: int
    left: int
    t: int
    w: int
    seven: int
    ten: int


@kernel
def length(row: int) -> int:
    """Return the number of cards in a row: the place of its marker bit."""
    n = 0
    if row >> 8:
        n, row = 8, row >> 8
    if row >> 4:
        n, row = n + 4, row >> 4
    if row >> 2:
        n, row = n + 2, row >> 2
    return n + (row >> 1)


@kernel
def without(key: int, suit: int, place: int) -> int:
    """Return the key after a card has left its suit; the cards above it move down."""
    row = (key >> (16 * suit)) & 0xFFFF
    low = row & ((1 << place) - 1)
    high = row >> (place + 1)
    return (key & ~(0xFFFF << (16 * suit))) | ((low | (high << place)) << (16 * suit))


@kernel
def packed(mine: int, theirs: int) -> int:
    """Return the key of two hands, each given as bits: 13 for each suit, clubs and twos lowest."""
    key = 0
    for suit in range(4):
        m = (mine >> (13 * suit)) & 0x1FFF
        o = (theirs >> (13 * suit)) & 0x1FFF
        row, n = 0, 0
        for rank in range(13):
            if (m >> rank) & 1:
                row |= 1 << n
                n += 1
            elif (o >> rank) & 1:
                n += 1
        key |= (row | (1 << n)) << (16 * suit)
    return key


@kernel
def place_in(hands: int, suit: int, rank: int) -> int:
    """Return a card's place in its row; GONE if neither hand holds it."""
    row = (hands >> (13 * suit)) & 0x1FFF
    if not (row >> rank) & 1:
        return GONE
    place = 0
    for r in range(rank):
        place += (row >> r) & 1
    return place


@kernel
def write_worth(workspace: Ints, worth: Ints) -> None:
    """Write the worth of each end into the workspace, and the bounds that follow from it.

    The worths get a new stamp, so that a search uses no entry of the transposition table for other worths.
    """
    workspace[STAMP] += 1
    for end in range(ENDS):
        workspace[WORTH + end] = worth[end]
    for t in range(11):
        for w in range(9):
            for live in range(4):
                write_bounds(workspace, t, w, live)


@kernel
def write_bounds(workspace: Ints, t: int, w: int, live: int) -> None:
    """Write the least and greatest worth reachable from t and w, for each number of tricks left.

    `live` are the bag cards still held, as bits: 2 for 7D, 1 for TC.
    """
    least, most = FAR, -FAR
    sevens = 3 if live & 2 and w // 3 == 0 else 1
    tens = 3 if live & 1 and w % 3 == 0 else 1
    for left in range(11 - t):
        for seven in range(sevens):
            for ten in range(tens):
                value = workspace[WORTH + (t + left) * 9 + w + 3 * seven + ten]
                least, most = min(least, value), max(most, value)
        place = ((t * 11 + left) * 9 + w) * 4 + live
        workspace[LOW + place], workspace[HIGH + place] = least, most


@kernel
def held(row: int, seat: int) -> int:
    """Return the places of a seat's cards in a row, as bits."""
    full = (1 << length(row)) - 1
    return row & full if seat == 0 else ~row & full


@kernel
def add_moves(workspace: Ints, end: int, suit: int, bits: int, bag: int) -> int:
    """Append a suit's moves at `end`; return the new end. A move is 16 * suit + place.

    Of a run of equivalent cards only the lowest is a move, but a bag card is always a move. `bits` has the places of
    the seat's cards; `bag` is the place of the suit's bag card, or GONE.
    """
    move, listed = 16 * suit, False
    while bits:
        if not bits & 1:
            listed = False
        elif move & 15 == bag:
            workspace[end] = move
            end += 1
        elif not listed:
            workspace[end] = move
            end += 1
            listed = True
        bits >>= 1
        move += 1
    return end


@kernel
def leads(workspace: Ints, start: int, key: int, seat: int, broken: int, seven: int, ten: int) -> int:
    """Write the moves of all legal leads from `start` on; return their end."""
    end = add_moves(workspace, start, _CLUBS, held(key & 0xFFFF, seat), ten)
    end = add_moves(workspace, end, _DIAMONDS, held((key >> 16) & 0xFFFF, seat), seven)
    end = add_moves(workspace, end, 2, held((key >> 32) & 0xFFFF, seat), GONE)
    if broken or end == start:
        end = add_moves(workspace, end, SPADES, held((key >> 48) & 0xFFFF, seat), GONE)
    return end


@kernel
def replies(workspace: Ints, start: int, position: Position, suit: int) -> int:
    """Write the moves of all legal replies to a card of `suit` from `start` on; return their end."""
    seat, seven, ten = 1 - position.leader, position.seven, position.ten
    bits = held((position.key >> (16 * suit)) & 0xFFFF, seat)
    if bits:
        bag = seven if suit == _DIAMONDS else (ten if suit == _CLUBS else GONE)
        return add_moves(workspace, start, suit, bits, bag)
    return leads(workspace, start, position.key, seat, 1, seven, ten)


@kernel
def order_leads(workspace: Ints, start: int, end: int, key: int, seat: int, wants: bool, best: int) -> None:
    """Sort the leads: `best` first; then sure winners if the seat wants tricks, else low cards, sure winners last."""
    spades = held((key >> 48) & 0xFFFF, 1 - seat)
    for i in range(start, end):
        move = workspace[i]
        suit, place = move >> 4, move & 15
        theirs = held((key >> (16 * suit)) & 0xFFFF, 1 - seat)
        boss = theirs >> place == 0 and (theirs > 0 or suit == SPADES or spades == 0)
        if move == best:
            score = 2000
        elif wants:
            score = (1200 + place if boss else 1100 - place) - (50 if suit == SPADES else 0)
        else:
            score = (1000 if boss else 1100) - place - (50 if suit == SPADES else 0)
        workspace[i] = score << 8 | move
    sort_down(workspace, start, end)


@kernel
def order_replies(workspace: Ints, start: int, end: int, led: int, wants: bool) -> None:
    """Sort the replies: the lowest winner first if the seat wants the trick, else the highest loser first."""
    for i in range(start, end):
        move = workspace[i]
        height, spade = move & 15, 20 if move >> 4 == SPADES else 0
        if wants:
            score = (1200 if beats(move, led) else 1100) - height - spade
        else:
            score = (1100 if beats(move, led) else 1200) + height - spade
        workspace[i] = score << 8 | move
    sort_down(workspace, start, end)


@kernel
def sort_down(workspace: Ints, start: int, end: int) -> None:
    """Sort the moves by their scores, highest first, and remove the scores."""
    for i in range(start + 1, end):
        scored, j = workspace[i], i - 1
        while j >= start and workspace[j] < scored:
            workspace[j + 1] = workspace[j]
            j -= 1
        workspace[j + 1] = scored
    for i in range(start, end):
        workspace[i] &= 0xFF


@kernel
def beats(move: int, led: int) -> bool:
    if move >> 4 == led >> 4:
        return move & 15 > led & 15
    return move >> 4 == SPADES


@kernel
def play_trick(position: Position, led: int, answer: int) -> Position:
    """Return the position after a lead and its reply."""
    key, leader, broken, left, t, w, seven, ten = position
    winner = 1 - leader if beats(answer, led) else leader
    if led == 16 + seven or answer == 16 + seven:
        w += 3 * (1 + winner)
        seven = GONE
    if led == ten or answer == ten:
        w += 1 + winner
        ten = GONE
    broken |= led >> 4 == SPADES or answer >> 4 == SPADES
    # The higher of two cards of one suit leaves first, so that the lower one's place remains valid.
    first, second = (led, answer) if led > answer else (answer, led)
    key, seven, ten = without(key, first >> 4, first & 15), lowered(seven, 16, first), lowered(ten, 0, first)
    key, seven, ten = without(key, second >> 4, second & 15), lowered(seven, 16, second), lowered(ten, 0, second)
    return Position(key, winner, broken, left - 1, t + 1 - winner, w, seven, ten)


@kernel
def lowered(place: int, suit: int, gone: int) -> int:
    """Return a bag card's place after the card `gone` has left; `suit` is 16 times the bag card's suit."""
    return place - 1 if place != GONE and suit <= gone < suit + place else place


# -- the worth of a result -------------------------------------------------------------------------------


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
    if case[MERCY] <= USUAL_MERCY or gap <= _NEAR:
        return kept_worth(base0 + shift, bags0, base1 + shift, bags1, case, standings)
    # Interpolate between entries. Otherwise all actions of a seat far behind would be worth the same.
    tenths = (_FAR - _NEAR) * (gap - _NEAR) * 10 // (case[MERCY] - _NEAR)
    nearer, part = _NEAR + tenths // 100 * 10, tenths % 100
    ahead = max(max(base0, base1) + shift, LOWEST_BASE + _FAR + 10)
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
    """Return the worth of a hand in which the bot's seat takes `tricks`; `w` has the bag cards won."""
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

"""The exact value of a hand of Two-Man Spades with open cards, for any worth of tricks and bag cards.

A position is kept by rank alone: each suit is a row of bits from the lowest card still held to the highest, 1 where
the card is the viewer's, with a marker bit above them; four rows of 16 bits make one key, clubs lowest. So equal
positions of different deals share one place in the memory of positions. Seat 0 here is the viewer, who wants the
worth high; seat 1 wants it low.

A worth is a whole number for each end of the hand: t tricks (0..10) for the viewer, and the bag cards won as `w`
says: 3 * (who won 7D) + (who won TC), 0 nobody, 1 the viewer, 2 the other. All that a search reads and writes lies
on one desk, a row of whole numbers, for arrays are dear to hand on from call to call.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.bots.ruthless.compiling import kernel

Ints: TypeAlias = NDArray[np.int64]

ENDS: Final = 99
_BOUNDS: Final = 11 * 11 * 9 * 4
#: Where things lie on the desk: the worth of each end, the least and the greatest worth ahead of each position,
#: the sure tricks of each row of spades, the moves asked about, the frames of a search, the memory of positions.
WORTH: Final = 0
LOW: Final = WORTH + ENDS
HIGH: Final = LOW + _BOUNDS
SURE: Final = HIGH + _BOUNDS
MOVES: Final = SURE + (1 << 14)
FRAMES: Final = MOVES + 64
MEMORY: Final = FRAMES + 21 * 64
#: Places of the memory. Each holds both keys, the lower and the upper bound and the best move.
PLACES: Final = 1 << 14
_WIDTH: Final = 8
DESK_SIZE: Final = MEMORY + PLACES * _WIDTH

#: What stands for "not in play" where a bag card's place is asked for.
GONE: Final = 15
FAR: Final = 1 << 40

_CLUBS, _DIAMONDS, _SPADES = 0, 1, 3
#: The ranks of 7D and TC, from 0 for a two.
SEVEN, TEN = 5, 8
#: No worth: a position that must be searched.
OPEN: Final = FAR + 1
#: What lies in a frame.
_KEY, _LEADER, _BROKEN, _LEFT, _T, _W, _SEVEN, _TEN, _WANTS, _SECOND, _PLACE, _BOTTOM, _TOP = range(13)
_SEAT, _ALPHA, _BETA, _AT, _END, _FOUND, _BEST, _LED = range(13, 21)
_MOVES, _FRAME = 24, 64

#: Three suits without cards.
_NO_SIDES: Final = 0x100010001


def new_desk() -> Ints:
    """A desk ready for searches; what it remembers is true for ever, so one serves a whole process."""
    desk = np.zeros(DESK_SIZE, np.int64)
    fill_sure_tricks(desk)
    return desk


@kernel
def length(row: int) -> int:
    """The cards in a row, its marker not counted."""
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
    """The position after a card has left its suit; the cards above it move down."""
    row = (key >> (16 * suit)) & 0xFFFF
    low = row & ((1 << place) - 1)
    high = row >> (place + 1)
    return (key & ~(0xFFFF << (16 * suit))) | ((low | (high << place)) << (16 * suit))


@kernel
def packed(mine: int, theirs: int) -> int:
    """Two hands as bits (13 a suit, clubs lowest, a two lowest) as one position."""
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
    """Where a card stands in its row, GONE if neither hand holds it."""
    row = (hands >> (13 * suit)) & 0x1FFF
    if not (row >> rank) & 1:
        return GONE
    place = 0
    for r in range(rank):
        place += (row >> r) & 1
    return place


@kernel
def lay_worth(desk: Ints, worth: Ints) -> None:
    """Puts worth[11 * 9] on the desk, and the least and the greatest worth that each position can still come to."""
    for end in range(ENDS):
        desk[WORTH + end] = worth[end]
    for t in range(11):
        for w in range(9):
            for live in range(4):
                lay_bounds(desk, t, w, live)


@kernel
def lay_bounds(desk: Ints, t: int, w: int, live: int) -> None:
    """The bounds for t tricks and w won, with the bag cards `live` in play (2: 7D, 1: TC), for any tricks left."""
    least, most = FAR, -FAR
    sevens = 3 if live & 2 and w // 3 == 0 else 1
    tens = 3 if live & 1 and w % 3 == 0 else 1
    for left in range(11 - t):
        for seven in range(sevens):
            for ten in range(tens):
                value = desk[WORTH + (t + left) * 9 + w + 3 * seven + ten]
                least, most = min(least, value), max(most, value)
        place = ((t * 11 + left) * 9 + w) * 4 + live
        desk[LOW + place], desk[HIGH + place] = least, most


@kernel
def held(row: int, seat: int) -> int:
    """The places of a seat's cards in a row, as bits."""
    full = (1 << length(row)) - 1
    return row & full if seat == 0 else ~row & full


@kernel
def add_moves(desk: Ints, at: int, end: int, suit: int, bits: int, bag: int) -> int:
    """Adds one card of each run of equal ones behind the moves at..end, the bag card by itself; the new end.

    A move is 16 * suit + place.
    """
    move, listed = 16 * suit, False
    while bits:
        if not bits & 1:
            listed = False
        elif move & 15 == bag:
            desk[end] = move
            end += 1
        elif not listed:
            desk[end] = move
            end += 1
            listed = True
        bits >>= 1
        move += 1
    return end


@kernel
def leads(desk: Ints, at: int, key: int, seat: int, broken: int, seven: int, ten: int) -> int:
    """Writes the cards worth leading from `at` on, one of each run of equal ones; the end."""
    end = add_moves(desk, at, at, _CLUBS, held(key & 0xFFFF, seat), ten)
    end = add_moves(desk, at, end, _DIAMONDS, held((key >> 16) & 0xFFFF, seat), seven)
    end = add_moves(desk, at, end, 2, held((key >> 32) & 0xFFFF, seat), GONE)
    if broken or end == at:
        end = add_moves(desk, at, end, _SPADES, held((key >> 48) & 0xFFFF, seat), GONE)
    return end


@kernel
def replies(desk: Ints, at: int, key: int, seat: int, suit: int, seven: int, ten: int) -> int:
    """Writes the cards that may follow a card of `suit` from `at` on; the end."""
    bits = held((key >> (16 * suit)) & 0xFFFF, seat)
    if bits:
        return add_moves(desk, at, at, suit, bits, seven if suit == _DIAMONDS else (ten if suit == _CLUBS else GONE))
    return leads(desk, at, key, seat, 1, seven, ten)


@kernel
def order_leads(desk: Ints, at: int, end: int, key: int, seat: int, wants: bool, best: int) -> None:
    """Likely good leads first: sure winners where tricks are wanted, low cards where they are not."""
    spades = held((key >> 48) & 0xFFFF, 1 - seat)
    for i in range(at, end):
        move = desk[i]
        suit, place = move >> 4, move & 15
        theirs = held((key >> (16 * suit)) & 0xFFFF, 1 - seat)
        boss = theirs >> place == 0 and (theirs > 0 or suit == _SPADES or spades == 0)
        if move == best:
            score = 2000
        elif wants:
            score = (1200 + place if boss else 1100 - place) - (50 if suit == _SPADES else 0)
        else:
            score = (1000 if boss else 1100) - place - (50 if suit == _SPADES else 0)
        desk[i] = score << 8 | move
    sort_down(desk, at, end)


@kernel
def order_replies(desk: Ints, at: int, end: int, led: int, wants: bool) -> None:
    """Likely good answers first: the cheapest winner where the trick is wanted, else the dearest loser."""
    for i in range(at, end):
        move = desk[i]
        height, spade = move & 15, 20 if move >> 4 == _SPADES else 0
        if wants:
            score = (1200 if beats(move, led) else 1100) - height - spade
        else:
            score = (1100 if beats(move, led) else 1200) + height - spade
        desk[i] = score << 8 | move
    sort_down(desk, at, end)


@kernel
def sort_down(desk: Ints, at: int, end: int) -> None:
    """Sorts scored moves, the best first, and takes the scores off again."""
    for i in range(at + 1, end):
        one, j = desk[i], i - 1
        while j >= at and desk[j] < one:
            desk[j + 1] = desk[j]
            j -= 1
        desk[j + 1] = one
    for i in range(at, end):
        desk[i] &= 0xFF


@kernel
def beats(move: int, led: int) -> bool:
    if move >> 4 == led >> 4:
        return move & 15 > led & 15
    return move >> 4 == _SPADES


@kernel
def play_trick(
    key: int, led: int, answer: int, leader: int, broken: int, t: int, w: int, seven: int, ten: int
) -> tuple[int, int, int, int, int, int, int]:
    """The position after both cards: key, leader, broken, t, w, seven, ten."""
    winner = 1 - leader if beats(answer, led) else leader
    if led == 16 + seven or answer == 16 + seven:
        w += 3 * (1 + winner)
        seven = GONE
    if led == ten or answer == ten:
        w += 1 + winner
        ten = GONE
    broken |= led >> 4 == _SPADES or answer >> 4 == _SPADES
    # The higher of two cards of one suit leaves first, so that the lower one's place still holds.
    first, second = (led, answer) if led > answer else (answer, led)
    key, seven, ten = without(key, first >> 4, first & 15), lowered(seven, 16, first), lowered(ten, 0, first)
    key, seven, ten = without(key, second >> 4, second & 15), lowered(seven, 16, second), lowered(ten, 0, second)
    return key, winner, broken, t + 1 - winner, w, seven, ten


@kernel
def lowered(place: int, suit: int, gone: int) -> int:
    """A bag card's place in its suit (16 times the suit) once another card has gone."""
    return place - 1 if place != GONE and suit <= gone < suit + place else place


@kernel
def fill_sure_tricks(desk: Ints) -> None:
    """For each row of spades: the viewer's tricks that are won however the cards fall, and 16 times the other's.

    Each spade wins its trick unless a higher one of the other seat falls on it, and each of those can do so once.
    """
    for row in range(1, 1 << 14):
        desk[SURE + row] = sure_tricks(row, 0) + 16 * sure_tricks(row, 1)


@kernel
def sure_tricks(row: int, seat: int) -> int:
    own, higher, sure = held(row, seat), 0, 0
    for place in range(length(row) - 1, -1, -1):
        if not (own >> place) & 1:
            higher += 1
        elif higher:
            higher -= 1
        else:
            sure += 1
    return sure


@kernel
def last_trick(desk: Ints, key: int, leader: int, t: int, w: int, seven: int, ten: int) -> int:
    """The worth when each seat has one card left."""
    winner = leader
    for suit in range(4):
        row = (key >> (16 * suit)) & 0xFFFF
        if row >= 4:
            winner = 1 - (row >> 1 & 1)
        elif suit == _SPADES and row > 1 and key & 0xFFFFFFFFFFFF != _NO_SIDES:
            winner = 1 - (row & 1)
    if seven != GONE:
        w += 3 * (1 + winner)
    if ten != GONE:
        w += 1 + winner
    return desk[WORTH + (t + 1 - winner) * 9 + w]


@kernel
def enter(
    desk: Ints,
    frame: int,
    key: int,
    leader: int,
    broken: int,
    n: int,
    t: int,
    w: int,
    seven: int,
    ten: int,
    alpha: int,
    beta: int,
    stamp: int,
) -> int:
    """The worth of a position between tricks where it is known at once; else OPEN, and its leads lie in `frame`."""
    if n == 1:
        return last_trick(desk, key, leader, t, w, seven, ten)
    sure = desk[SURE + ((key >> 48) & 0xFFFF)]
    ahead = ((t + (sure & 15)) * 11 + n - (sure & 15) - (sure >> 4)) * 36 + w * 4
    ahead += (2 if seven != GONE else 0) + (1 if ten != GONE else 0)
    least, most, best = desk[LOW + ahead], desk[HIGH + ahead], -1
    if least == most or least >= beta:
        return least
    if most <= alpha:
        return most
    second = leader | broken << 1 | t << 2 | seven << 6 | ten << 10 | w << 14 | stamp << 18
    place = MEMORY + _WIDTH * (((key * 0x5851F42D4C957F2D ^ second * 0x14057B7EF767814F) >> 40) & (PLACES - 1))
    if desk[place] == key and desk[place + 1] == second:
        least, most, best = desk[place + 2], desk[place + 3], desk[place + 4]
        if least == most or least >= beta:
            return least
        if most <= alpha:
            return most
        alpha, beta = max(alpha, least), min(beta, most)
    wants = (desk[WORTH + (t + n) * 9 + w] >= desk[WORTH + t * 9 + w]) == (leader == 0)
    at = frame + _MOVES
    end = leads(desk, at, key, leader, broken, seven, ten)
    if end > at + 1:
        order_leads(desk, at, end, key, leader, wants, best)
    desk[frame + _KEY], desk[frame + _LEADER], desk[frame + _BROKEN] = key, leader, broken
    desk[frame + _LEFT], desk[frame + _T], desk[frame + _W] = n, t, w
    desk[frame + _SEVEN], desk[frame + _TEN], desk[frame + _WANTS] = seven, ten, wants
    desk[frame + _SECOND], desk[frame + _PLACE], desk[frame + _BEST] = second, place, best
    desk[frame + _BOTTOM], desk[frame + _TOP] = alpha, beta
    lay_node(desk, frame, leader, alpha, beta, end)
    return OPEN


@kernel
def lay_node(desk: Ints, frame: int, seat: int, alpha: int, beta: int, end: int) -> None:
    """Opens a frame for the choice of a seat among the moves that lie in it up to `end`."""
    desk[frame + _SEAT], desk[frame + _ALPHA], desk[frame + _BETA] = seat, alpha, beta
    desk[frame + _AT], desk[frame + _END] = frame + _MOVES, end
    desk[frame + _FOUND] = -FAR if seat == 0 else FAR


@kernel
def answer(desk: Ints, frame: int, led: int) -> None:
    """Opens the frame after this one for the answers to a lead."""
    below = frame + _FRAME
    leader, at = desk[frame + _LEADER], below + _MOVES
    end = replies(desk, at, desk[frame + _KEY], 1 - leader, led >> 4, desk[frame + _SEVEN], desk[frame + _TEN])
    if end > at + 1:
        order_replies(desk, at, end, led, desk[frame + _WANTS] == 0)
    desk[below + _LED] = led
    lay_node(desk, below, 1 - leader, desk[frame + _ALPHA], desk[frame + _BETA], end)


@kernel
def take(desk: Ints, frame: int, value: int) -> None:
    """What the move just tried is worth to the seat that chooses in this frame."""
    if desk[frame + _SEAT] == 0:
        if value > desk[frame + _FOUND]:
            desk[frame + _FOUND], desk[frame + _BEST] = value, desk[desk[frame + _AT] - 1]
            desk[frame + _ALPHA] = max(desk[frame + _ALPHA], value)
    elif value < desk[frame + _FOUND]:
        desk[frame + _FOUND], desk[frame + _BEST] = value, desk[desk[frame + _AT] - 1]
        desk[frame + _BETA] = min(desk[frame + _BETA], value)


@kernel
def search(
    desk: Ints,
    key: int,
    leader: int,
    broken: int,
    n: int,
    t: int,
    w: int,
    seven: int,
    ten: int,
    alpha: int,
    beta: int,
    stamp: int,
) -> int:
    """The worth of a position between tricks with n tricks left, exact inside (alpha, beta), else a bound.

    `stamp` names the worth that lies on the desk: another number for another worth. Frames take the place of calls,
    leads in the even ones and answers in the odd, since numba cannot keep a function on disk that calls itself.
    """
    if n == 0:
        return desk[WORTH + t * 9 + w]
    value = enter(desk, FRAMES, key, leader, broken, n, t, w, seven, ten, alpha, beta, stamp)
    if value != OPEN:
        return value
    frame, answering = FRAMES, False
    while True:
        at = desk[frame + _AT]
        if at < desk[frame + _END] and desk[frame + _ALPHA] < desk[frame + _BETA]:
            desk[frame + _AT] = at + 1
            if not answering:
                answer(desk, frame, desk[at])
                frame, answering = frame + _FRAME, True
                continue
            up = frame - _FRAME
            k, who, br, t1, w1, s1, t10 = play_trick(
                desk[up + _KEY],
                desk[frame + _LED],
                desk[at],
                desk[up + _LEADER],
                desk[up + _BROKEN],
                desk[up + _T],
                desk[up + _W],
                desk[up + _SEVEN],
                desk[up + _TEN],
            )
            left, a, b = desk[up + _LEFT] - 1, desk[frame + _ALPHA], desk[frame + _BETA]
            value = enter(desk, frame + _FRAME, k, who, br, left, t1, w1, s1, t10, a, b, stamp)
            if value == OPEN:
                frame, answering = frame + _FRAME, False
            else:
                take(desk, frame, value)
            continue
        value = desk[frame + _FOUND]
        if not answering:
            remember(desk, frame)
            if frame == FRAMES:
                return value
        frame, answering = frame - _FRAME, not answering
        take(desk, frame, value)


@kernel
def remember(desk: Ints, frame: int) -> None:
    """Keeps what was found in a frame of leads; bounds of the same position known before stay."""
    place, found = desk[frame + _PLACE], desk[frame + _FOUND]
    if desk[place] != desk[frame + _KEY] or desk[place + 1] != desk[frame + _SECOND]:
        desk[place], desk[place + 1] = desk[frame + _KEY], desk[frame + _SECOND]
        desk[place + 2], desk[place + 3] = -FAR, FAR
    if found > desk[frame + _BOTTOM]:
        desk[place + 2] = max(desk[place + 2], found)
    if found < desk[frame + _TOP]:
        desk[place + 3] = min(desk[place + 3], found)
    desk[place + 4] = desk[frame + _BEST]


@kernel
def values_of(
    desk: Ints,
    key: int,
    led: int,
    leader: int,
    broken: int,
    n: int,
    t: int,
    w: int,
    seven: int,
    ten: int,
    stamp: int,
    values: Ints,
) -> None:
    """The worth of each card the seat on turn may play, in values[16 * suit + place]; one of each run of equal ones.

    `led` is the card on the table (its place in the rows, where it still stands), or -1; the seat on turn leads,
    or answers the leader. Places that stand for no choice are set to -FAR.
    """
    values[:] = -FAR
    start, answers = MOVES, MOVES + 32
    if led >= 0:
        end = replies(desk, start, key, 1 - leader, led >> 4, seven, ten)
        for i in range(start, end):
            k, who, br, t1, w1, s1, t10 = play_trick(key, led, desk[i], leader, broken, t, w, seven, ten)
            values[desk[i]] = search(desk, k, who, br, n - 1, t1, w1, s1, t10, -FAR, FAR, stamp)
        return
    wants = (desk[WORTH + (t + n) * 9 + w] >= desk[WORTH + t * 9 + w]) == (leader == 0)
    end = leads(desk, start, key, leader, broken, seven, ten)
    for i in range(start, end):
        move = desk[i]
        stop = replies(desk, answers, key, 1 - leader, move >> 4, seven, ten)
        order_replies(desk, answers, stop, move, not wants)
        a, b = -FAR, FAR
        for j in range(answers, stop):
            k, who, br, t1, w1, s1, t10 = play_trick(key, move, desk[j], leader, broken, t, w, seven, ten)
            value = search(desk, k, who, br, n - 1, t1, w1, s1, t10, a, b, stamp)
            if leader == 0:
                b = min(b, value)
            else:
                a = max(a, value)
        values[move] = b if leader == 0 else a

"""The exact value of a hand of Two-Man Spades with open cards, for any worth of tricks and bag cards.

Alpha-beta over tricks on a desk (see `position`), with the memory of positions and the tricks that are sure.
"""

from typing import Final

import numpy as np

from games.bots.compiling import Ints, kernel
from games.twoman.bots.ruthless.position import (
    DESK_SIZE,
    FAR,
    FRAMES,
    GONE,
    HIGH,
    LOW,
    MEMORY,
    MOVES,
    PLACES,
    SPADES,
    SURE,
    WIDTH,
    WORTH,
    held,
    leads,
    length,
    order_leads,
    order_replies,
    play_trick,
    replies,
)

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
        elif suit == SPADES and row > 1 and key & 0xFFFFFFFFFFFF != _NO_SIDES:
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
    place = MEMORY + WIDTH * (((key * 0x5851F42D4C957F2D ^ second * 0x14057B7EF767814F) >> 40) & (PLACES - 1))
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

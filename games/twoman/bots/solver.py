"""The exact worth of a Two-Man Spades position with both hands open, given the worth of each end of the hand.

Alpha-beta search with a transposition table, in a workspace (see `position`). Bounds come from tricks that a seat is
sure to win. Before a search `write_worth` must store the worths of the ends, in any unit.
"""

from functools import cache
from typing import Final

import numpy as np

from games.bots.kernels import Ints, kernel
from games.twoman.bots.inference import BROKEN, COUNT, FIRST, HAND, W, legal_cards, wins_over
from games.twoman.bots.position import (
    FAR,
    FRAMES,
    GONE,
    HIGH,
    LOW,
    MEMORY,
    MOVES,
    PLACES,
    SEVEN,
    SPADES,
    STAMP,
    SURE_TRICKS,
    TEN,
    WIDTH,
    WORKSPACE_SIZE,
    WORTH,
    Position,
    held,
    leads,
    length,
    order_leads,
    order_replies,
    packed,
    place_in,
    play_trick,
    replies,
    write_worth,
)

#: Returned by `enter` for a position that must be searched.
OPEN: Final = FAR + 1
#: Indexes into a frame, which has `_FRAME` fields. Its moves begin at `_MOVES`.
_KEY, _LEADER, _BROKEN, _LEFT, _T, _W, _SEVEN, _TEN, _WANTS, _SECOND, _PLACE, _BOTTOM, _TOP = range(13)
_SEAT, _ALPHA, _BETA, _AT, _END, _FOUND, _BEST, _LED = range(13, 21)
_MOVES, _FRAME = 24, 64
#: The key of three empty side suits.
_NO_SIDES: Final = 0x100010001


@kernel
def fill_sure_tricks(workspace: Ints) -> None:
    """Write for each row of spades the sure tricks of seat 0 plus 16 times those of seat 1.

    A spade wins its trick unless the other seat beats it with a higher spade, and each higher spade beats only one.
    """
    for row in range(1, 1 << 14):
        workspace[SURE_TRICKS + row] = sure_tricks(row, 0) + 16 * sure_tricks(row, 1)


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
def last_trick(workspace: Ints, position: Position) -> int:
    """Return the worth of a position in which each seat has one card left."""
    key, winner, w = position.key, position.leader, position.w
    for suit in range(4):
        row = (key >> (16 * suit)) & 0xFFFF
        if row >= 4:
            winner = 1 - (row >> 1 & 1)
        elif suit == SPADES and row > 1 and key & 0xFFFFFFFFFFFF != _NO_SIDES:
            winner = 1 - (row & 1)
    if position.seven != GONE:
        w += 3 * (1 + winner)
    if position.ten != GONE:
        w += 1 + winner
    return workspace[WORTH + (position.t + 1 - winner) * 9 + w]


@kernel
def enter(workspace: Ints, frame: int, position: Position, alpha: int, beta: int) -> int:
    """Return the worth of a position between tricks, or a bound outside (alpha, beta), if no search is needed.

    Otherwise write the position and its leads into `frame`, and return OPEN.
    """
    key, leader, broken, n, t, w, seven, ten = position
    if n == 1:
        return last_trick(workspace, position)
    sure = workspace[SURE_TRICKS + ((key >> 48) & 0xFFFF)]
    ahead = ((t + (sure & 15)) * 11 + n - (sure & 15) - (sure >> 4)) * 36 + w * 4
    ahead += (2 if seven != GONE else 0) + (1 if ten != GONE else 0)
    least, most, best = workspace[LOW + ahead], workspace[HIGH + ahead], -1
    if least == most or least >= beta:
        return least
    if most <= alpha:
        return most
    second = leader | broken << 1 | t << 2 | seven << 6 | ten << 10 | w << 14 | workspace[STAMP] << 18
    place = MEMORY + WIDTH * (((key * 0x5851F42D4C957F2D ^ second * 0x14057B7EF767814F) >> 40) & (PLACES - 1))
    if workspace[place] == key and workspace[place + 1] == second:
        least, most, best = workspace[place + 2], workspace[place + 3], workspace[place + 4]
        if least == most or least >= beta:
            return least
        if most <= alpha:
            return most
        alpha, beta = max(alpha, least), min(beta, most)
    wants = (workspace[WORTH + (t + n) * 9 + w] >= workspace[WORTH + t * 9 + w]) == (leader == 0)
    at = frame + _MOVES
    end = leads(workspace, at, key, leader, broken, seven, ten)
    if end > at + 1:
        order_leads(workspace, at, end, key, leader, wants, best)
    workspace[frame + _KEY], workspace[frame + _LEADER], workspace[frame + _BROKEN] = key, leader, broken
    workspace[frame + _LEFT], workspace[frame + _T], workspace[frame + _W] = n, t, w
    workspace[frame + _SEVEN], workspace[frame + _TEN], workspace[frame + _WANTS] = seven, ten, wants
    workspace[frame + _SECOND], workspace[frame + _PLACE], workspace[frame + _BEST] = second, place, best
    workspace[frame + _BOTTOM], workspace[frame + _TOP] = alpha, beta
    write_node(workspace, frame, leader, alpha, beta, end)
    return OPEN


@kernel
def write_node(workspace: Ints, frame: int, seat: int, alpha: int, beta: int, end: int) -> None:
    """Prepare a frame for the seat's choice among its moves, which end at `end`."""
    workspace[frame + _SEAT], workspace[frame + _ALPHA], workspace[frame + _BETA] = seat, alpha, beta
    workspace[frame + _AT], workspace[frame + _END] = frame + _MOVES, end
    workspace[frame + _FOUND] = -FAR if seat == 0 else FAR


@kernel
def position_in(workspace: Ints, frame: int) -> Position:
    """Return the position that `enter` has written into a frame."""
    row = workspace[frame : frame + _WANTS]
    return Position(row[_KEY], row[_LEADER], row[_BROKEN], row[_LEFT], row[_T], row[_W], row[_SEVEN], row[_TEN])


@kernel
def answer(workspace: Ints, frame: int, led: int) -> None:
    """Prepare the next frame for the replies to a lead."""
    below, position = frame + _FRAME, position_in(workspace, frame)
    at = below + _MOVES
    end = replies(workspace, at, position, led >> 4)
    if end > at + 1:
        order_replies(workspace, at, end, led, workspace[frame + _WANTS] == 0)
    workspace[below + _LED] = led
    write_node(workspace, below, 1 - position.leader, workspace[frame + _ALPHA], workspace[frame + _BETA], end)


@kernel
def take(workspace: Ints, frame: int, value: int) -> None:
    """Update the best value, best move and bounds of a frame with the worth of the move just tried."""
    if workspace[frame + _SEAT] == 0:
        if value > workspace[frame + _FOUND]:
            workspace[frame + _FOUND], workspace[frame + _BEST] = value, workspace[workspace[frame + _AT] - 1]
            workspace[frame + _ALPHA] = max(workspace[frame + _ALPHA], value)
    elif value < workspace[frame + _FOUND]:
        workspace[frame + _FOUND], workspace[frame + _BEST] = value, workspace[workspace[frame + _AT] - 1]
        workspace[frame + _BETA] = min(workspace[frame + _BETA], value)


@kernel
def search(workspace: Ints, position: Position, alpha: int, beta: int) -> int:
    """Return the worth of a position: exact if between alpha and beta, else a bound.

    Frames replace recursion, because numba cannot cache recursive kernels on disk. Even frames hold leads, odd frames
    replies.
    """
    if position.left == 0:
        return workspace[WORTH + position.t * 9 + position.w]
    value = enter(workspace, FRAMES, position, alpha, beta)
    if value != OPEN:
        return value
    frame, answering = FRAMES, False
    while True:
        at = workspace[frame + _AT]
        if at < workspace[frame + _END] and workspace[frame + _ALPHA] < workspace[frame + _BETA]:
            workspace[frame + _AT] = at + 1
            if not answering:
                answer(workspace, frame, workspace[at])
                frame, answering = frame + _FRAME, True
                continue
            after = play_trick(position_in(workspace, frame - _FRAME), workspace[frame + _LED], workspace[at])
            value = enter(workspace, frame + _FRAME, after, workspace[frame + _ALPHA], workspace[frame + _BETA])
            if value == OPEN:
                frame, answering = frame + _FRAME, False
            else:
                take(workspace, frame, value)
            continue
        value = workspace[frame + _FOUND]
        if not answering:
            remember(workspace, frame)
            if frame == FRAMES:
                return value
        frame, answering = frame - _FRAME, not answering
        take(workspace, frame, value)


@kernel
def remember(workspace: Ints, frame: int) -> None:
    """Store the result of a frame of leads in the transposition table, and keep tighter bounds already stored."""
    place, found = workspace[frame + _PLACE], workspace[frame + _FOUND]
    if workspace[place] != workspace[frame + _KEY] or workspace[place + 1] != workspace[frame + _SECOND]:
        workspace[place], workspace[place + 1] = workspace[frame + _KEY], workspace[frame + _SECOND]
        workspace[place + 2], workspace[place + 3] = -FAR, FAR
    if found > workspace[frame + _BOTTOM]:
        workspace[place + 2] = max(workspace[place + 2], found)
    if found < workspace[frame + _TOP]:
        workspace[place + 3] = min(workspace[place + 3], found)
    workspace[place + 4] = workspace[frame + _BEST]


@kernel
def values_of(workspace: Ints, position: Position, led: int, values: Ints) -> None:
    """Write the worth of each legal move into `values`, by move (16 * suit + place), and -FAR for all others.

    Moves are as in `add_moves`. `led` is the card on the table as a move, or -1; `position` still contains this card.
    """
    values[:] = -FAR
    start, answers = MOVES, MOVES + 32
    if led >= 0:
        end = replies(workspace, start, position, led >> 4)
        for i in range(start, end):
            values[workspace[i]] = search(workspace, play_trick(position, led, workspace[i]), -FAR, FAR)
        return
    key, leader, broken, n, t, w, seven, ten = position
    wants = (workspace[WORTH + (t + n) * 9 + w] >= workspace[WORTH + t * 9 + w]) == (leader == 0)
    end = leads(workspace, start, key, leader, broken, seven, ten)
    for i in range(start, end):
        move = workspace[i]
        stop = replies(workspace, answers, position, move >> 4)
        order_replies(workspace, answers, stop, move, not wants)
        a, b = -FAR, FAR
        for j in range(answers, stop):
            value = search(workspace, play_trick(position, move, workspace[j]), a, b)
            if leader == 0:
                b = min(b, value)
            else:
                a = max(a, value)
        values[move] = b if leader == 0 else a


# -- one workspace, many hands -----------------------------------------------------------------------


@cache
def workspace() -> Ints:
    """Return the process's only workspace. Threads can share it, because a kernel holds the GIL until it returns."""
    workspace = np.zeros(WORKSPACE_SIZE, np.int64)
    fill_sure_tricks(workspace)
    return workspace


@kernel
def card_worths(workspace: Ints, scene: Ints, plays: Ints, hands: Ints, worth: Ints, out: Ints) -> int:
    """Fill out[i, card] with the worth of each legal card against hands[i]; return the legal cards as bits."""
    write_worth(workspace, worth)
    values, played = np.empty(64, np.int64), scene[COUNT]
    led = plays[played - 1] if played % 2 else -1
    leader, t = replayed(scene[FIRST], plays, played)
    legal = legal_cards(scene[HAND], led, scene[BROKEN])
    for i in range(len(hands)):
        theirs = hands[i] | (1 << led if led >= 0 else 0)
        key, both = packed(scene[HAND], theirs), scene[HAND] | theirs
        seven, ten = place_in(both, 1, SEVEN), place_in(both, 0, TEN)
        at = -1 if led < 0 else 16 * (led // 13) + place_in(both, led // 13, led % 13)
        position = Position(key, leader, scene[BROKEN], 10 - played // 2, t, scene[W], seven, ten)
        values_of(workspace, position, at, values)
        for card in range(52):
            if legal >> card & 1:
                out[i, card] = value_of(values, card, both, seven, ten)
    return legal


@kernel
def value_of(values: Ints, card: int, both: int, seven: int, ten: int) -> int:
    """Return the worth of a card from `values`, which has it only for the lowest of equivalent cards."""
    suit = card // 13
    bag = seven if suit == 1 else (ten if suit == 0 else GONE)
    place = place_in(both, suit, card % 13)
    at = place
    while values[16 * suit + at] == -FAR or (at == bag and place != bag):
        at -= 1
    return values[16 * suit + at]


@kernel
def replayed(first: int, plays: Ints, count: int) -> tuple[int, int]:
    """Return the leader of the current trick and the bot's tricks, after `count` plays."""
    leader, t = first, 0
    for i in range(1, count, 2):
        if wins_over(plays[i], plays[i - 1]):
            leader = 1 - leader
        t += leader == 0
    return leader, t


@kernel
def best_card(legal: int, totals: Ints) -> int:
    """Return the legal card with the highest total worth; of equal totals the lowest card number."""
    best = -1
    for card in range(52):
        if legal >> card & 1 and (best < 0 or totals[card] > totals[best]):
            best = card
    return best


@kernel
def tricks_of_worlds(workspace: Ints, hand: int, hands: Ints, leader: int, tricks: Ints) -> None:
    """Fill tricks[i] with the number of tricks, of ten, that the bot takes against hands[i] at best play."""
    worth = np.empty(99, np.int64)
    for end in range(99):
        worth[end] = end // 9
    write_worth(workspace, worth)
    for i in range(len(hands)):
        both = hand | hands[i]
        key, seven, ten = packed(hand, hands[i]), place_in(both, 1, SEVEN), place_in(both, 0, TEN)
        tricks[i] = search(workspace, Position(key, leader, 0, 10, 0, 0, seven, ten), -FAR, FAR)

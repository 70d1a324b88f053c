"""From what a seat sees to the whole numbers that the kernels work on, and back. Knows the engine's names of things."""

import numpy as np

from games.bots.base import ImpossibleView
from games.bots.compiling import Ints
from games.bots.pack import IN_PACK, pack_bits
from games.engine.options import whole
from games.engine.state import Seat
from games.engine.tricks import plays_of
from games.twoman.bots.knowledge import Knowledge, finished_tricks
from games.twoman.bots.ruthless import playing as p
from games.twoman.bots.ruthless import scoring as s
from games.twoman.score import BAG_CARDS, Parity, Pile, bags_lost
from games.twoman.state import NIL, TRICKS

#: In `w` (see `position`): what a won bag card adds for each seat, by the bags it takes off.
_WON = {2: (3, 6), 1: (1, 2)}


def case_of(knowledge: Knowledge) -> Ints:
    """What is known for scoring the hand; the pile's part is empty while the pile is closed, an open bid is -1."""
    case = np.zeros(s.CASE_SIZE, np.int64)
    table, options = knowledge.table, knowledge.view.options
    for place, seat in enumerate((knowledge.seat, knowledge.other)):
        bid = table.bids[seat]
        case[s.BASE + place], case[s.BAGS + place] = table.base[seat], table.bags[seat]
        case[s.BID + place] = -1 if bid is None else bid
        case[s.BLIND + place] = _blind(table.blind[seat])
    case[s.NEXT_LEADER] = _place(knowledge, table.first if options["first_lead"] == "odd" else 1 - table.first)
    case[s.TARGET], case[s.MERCY] = whole(options, "target"), whole(options, "mercy_lead")
    case[s.NIL_POINTS], case[s.DENIAL] = whole(options, "nil_points"), bool(options["denial"])
    if None not in table.discards:
        pile = Pile(knowledge.pile)
        winner = _place(knowledge, table.parity.index(pile.parity))
        case[s.PILE_POINTS], case[s.PILE_WINNER] = pile.points, winner
        case[s.LOST + winner] = bags_lost(knowledge.pile)
    return case


def scene_of(knowledge: Knowledge) -> tuple[Ints, Ints]:
    """What is known for bidding and playing, once both discards lie open: the scene and the cards played, in order."""
    scene, plays = np.zeros(p.SCENE_SIZE, np.int64), np.zeros(20, np.int64)
    table = knowledge.table
    own, other = knowledge.pile if knowledge.seat == 0 else knowledge.pile[::-1]
    made = plays_of(knowledge.view.actions)
    if len(made) + len(knowledge.hand) + knowledge.held != 2 * TRICKS:
        raise ImpossibleView("the cards played and those still held are not ten a seat")
    for place, (_, one) in enumerate(made):
        plays[place] = IN_PACK[one]
    scene[p.HAND], scene[p.POOL] = pack_bits(knowledge.hand), pack_bits(knowledge.pool)
    scene[p.THEIR_PLAYED] = pack_bits(one for seat, one in made if seat == knowledge.other)
    scene[p.HELD], scene[p.COUNT], scene[p.BROKEN] = knowledge.held, len(made), table.broken
    scene[p.OWN_DISCARD], scene[p.THEIR_DISCARD] = IN_PACK[own], IN_PACK[other]
    scene[p.FIRST], scene[p.THEIR_PARITY] = leads_first(knowledge), table.parity[knowledge.other] is Parity.ODD
    bid, their_bid = table.bids[knowledge.seat], table.bids[knowledge.other]
    scene[p.BID] = -1 if bid is None else bid
    scene[p.THEIR_BID] = -1 if their_bid is None else their_bid
    scene[p.THEIR_BLIND] = _blind(table.blind[knowledge.other])
    was_first = scene[p.FIRST] == 0 or _blind(table.blind[knowledge.seat]) != s.SEEING
    scene[p.KNOWN_BID] = scene[p.BID] if was_first else -1
    scene[p.W] = _bag_cards_won(knowledge)
    return scene, plays


def leads_first(knowledge: Knowledge) -> int:
    """0 if its own seat leads the hand's first trick, else 1."""
    return _place(knowledge, knowledge.table.first)


def is_odd(knowledge: Knowledge) -> int:
    return int(knowledge.table.parity[knowledge.seat] is Parity.ODD)


def _bag_cards_won(knowledge: Knowledge) -> int:
    won = 0
    for winner, trick in finished_tricks(knowledge.view):
        won += sum(_WON[BAG_CARDS[one]][_place(knowledge, winner)] for one in trick if one in BAG_CARDS)
    return won


def _place(knowledge: Knowledge, seat: Seat) -> int:
    return 0 if seat == knowledge.seat else 1


def _blind(said: int | str | None) -> int:
    if said == NIL:
        return s.BLIND_NIL
    return s.DOUBLED if isinstance(said, int) else s.SEEING

"""From what Marta sees to the whole numbers that the kernels work on, and back. Knows the engine's names of things."""

from collections.abc import Iterable

import numpy as np

from games.bots.base import ImpossibleView
from games.bots.compiling import Ints
from games.engine.cards import PACK, Card
from games.engine.options import whole
from games.engine.state import Seat
from games.twoman.bots.ruthless import playing as p
from games.twoman.bots.ruthless import scoring as s
from games.twoman.bots.sight import Sight, finished_tricks, plays_of
from games.twoman.score import BAG_CARDS, Parity, Pile, bags_lost
from games.twoman.state import NIL, TRICKS

_SUITS, _RANKS = "CDHS", "23456789TJQKA"
#: Each card's number: 13 * suit + rank.
NUMBERS = {one: 13 * _SUITS.index(one.text[1]) + _RANKS.index(one.text[0]) for one in PACK}
CARDS = {number: one for one, number in NUMBERS.items()}
#: In `w` (see `position`): what a won bag card adds for each seat, by the bags it takes off.
_WON = {2: (3, 6), 1: (1, 2)}


def bits(cards: Iterable[Card]) -> int:
    """A hand as one number, a bit for each card."""
    return sum(1 << NUMBERS[one] for one in cards)


def case_of(sight: Sight) -> Ints:
    """What is known for scoring the hand; the pile's part is empty while the pile is closed, an open bid is -1."""
    case = np.zeros(s.CASE_SIZE, np.int64)
    table, options = sight.table, sight.view.options
    for place, seat in enumerate((sight.seat, sight.other)):
        bid = table.bids[seat]
        case[s.BASE + place], case[s.BAGS + place] = table.base[seat], table.bags[seat]
        case[s.BID + place] = -1 if bid is None else bid
        case[s.BLIND + place] = _blind(table.blind[seat])
    case[s.NEXT_LEADER] = _place(sight, table.first if options["first_lead"] == "odd" else 1 - table.first)
    case[s.TARGET], case[s.MERCY] = whole(options, "target"), whole(options, "mercy_lead")
    case[s.NIL_POINTS], case[s.DENIAL] = whole(options, "nil_points"), bool(options["denial"])
    if None not in table.discards:
        pile = Pile(sight.pile)
        winner = _place(sight, table.parity.index(pile.parity))
        case[s.PILE_POINTS], case[s.PILE_WINNER] = pile.points, winner
        case[s.LOST + winner] = bags_lost(sight.pile)
    return case


def scene_of(sight: Sight) -> tuple[Ints, Ints]:
    """What is known for bidding and playing, once both discards lie open: the scene and the cards played, in order."""
    scene, plays = np.zeros(p.SCENE_SIZE, np.int64), np.zeros(20, np.int64)
    table = sight.table
    own, other = sight.pile if sight.seat == 0 else sight.pile[::-1]
    made = plays_of(sight.view)
    if len(made) + len(sight.hand) + sight.held != 2 * TRICKS:
        raise ImpossibleView("the cards played and those still held are not ten a seat")
    for place, (_, one) in enumerate(made):
        plays[place] = NUMBERS[one]
    scene[p.HAND], scene[p.POOL] = bits(sight.hand), bits(sight.pool)
    scene[p.THEIR_PLAYED] = bits(one for seat, one in made if seat == sight.other)
    scene[p.HELD], scene[p.COUNT], scene[p.BROKEN] = sight.held, len(made), table.broken
    scene[p.OWN_DISCARD], scene[p.THEIR_DISCARD] = NUMBERS[own], NUMBERS[other]
    scene[p.FIRST], scene[p.THEIR_PARITY] = leads_first(sight), table.parity[sight.other] is Parity.ODD
    bid, their_bid = table.bids[sight.seat], table.bids[sight.other]
    scene[p.BID] = -1 if bid is None else bid
    scene[p.THEIR_BID] = -1 if their_bid is None else their_bid
    scene[p.THEIR_BLIND] = _blind(table.blind[sight.other])
    was_first = scene[p.FIRST] == 0 or _blind(table.blind[sight.seat]) != s.SEEING
    scene[p.HEARD] = scene[p.BID] if was_first else -1
    scene[p.W] = _bag_cards_won(sight)
    return scene, plays


def leads_first(sight: Sight) -> int:
    """0 if Marta leads the hand's first trick, else 1."""
    return _place(sight, sight.table.first)


def is_odd(sight: Sight) -> int:
    return int(sight.table.parity[sight.seat] is Parity.ODD)


def _bag_cards_won(sight: Sight) -> int:
    won = 0
    for winner, trick in finished_tricks(sight.view):
        won += sum(_WON[BAG_CARDS[one]][_place(sight, winner)] for one in trick if one in BAG_CARDS)
    return won


def _place(sight: Sight, seat: Seat) -> int:
    return 0 if seat == sight.seat else 1


def _blind(said: int | str | None) -> int:
    if said == NIL:
        return s.BLIND_NIL
    return s.DOUBLED if isinstance(said, int) else s.SEEING

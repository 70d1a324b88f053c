"""Which card a computer player puts aside in Two-Man Spades."""

from games.engine.cards import Card, Suit
from games.engine.options import whole
from games.twoman.bots.count import strength
from games.twoman.bots.knowledge import Knowledge, is_bag_card
from games.twoman.bots.odds import nil_chance
from games.twoman.score import Parity

#: In points: what a trick is worth while bids are open, and the pile, its double now and then counted in.
_A_TRICK, _THE_PILE = 12.0, 12.5
#: In tricks: what an empty side suit adds to a hand with spades, and a lone card left in one.
_A_VOID, _A_LONE_CARD = 0.35, 0.12
#: What an ordinary hand brings; a nil must promise more.
_ORDINARY = 35.0


def easy_discard(hand: tuple[Card, ...]) -> Card:
    """A lone bag card; else the lowest card of the shortest side suit, sooner than a bag card."""
    lone = lone_bag_card(hand)
    if lone is not None:
        return lone
    return min(hand, key=lambda one: (one.suit is Suit.SPADES, is_bag_card(one), _length(hand, one), one.height))


def medium_discard(knowledge: Knowledge) -> Card:
    """A lone bag card; what a nil hand fears most; else what costs the fewest points, the pile counted."""
    hand = knowledge.hand
    lone = lone_bag_card(hand)
    if lone is not None:
        return lone
    nils = {one: nil_chance(tuple(c for c in hand if c is not one)) for one in hand}
    safest = max(hand, key=lambda one: nils[one])
    if whole(knowledge.view.options, "nil_points") * (2 * nils[safest] - 1) > _ORDINARY:
        return safest
    return max(hand, key=lambda one: _gain(knowledge, one))


def lone_bag_card(hand: tuple[Card, ...]) -> Card | None:
    """The bag card that stands alone in its suit; of two the dearer, 7D."""
    lone = [one for one in hand if is_bag_card(one) and _length(hand, one) == 1]
    return max(lone, key=lambda one: one.suit is Suit.DIAMONDS, default=None)


def _gain(knowledge: Knowledge, one: Card) -> float:
    """In points: the trick-taking given up, the shape won, and the chance of the pile."""
    tricks = -strength(one, knowledge.pool, knowledge.held)
    if one.suit is not Suit.SPADES and any(c.suit is Suit.SPADES for c in knowledge.hand):
        tricks += {1: _A_VOID, 2: _A_LONE_CARD}.get(_length(knowledge.hand, one), 0.0)
    return _A_TRICK * tricks + _THE_PILE * pile_chance(knowledge, one)


def pile_chance(knowledge: Knowledge, one: Card) -> float:
    """How likely the pile has the seat's parity with `one`, by the parities of the cards unseen."""
    wants_odd = knowledge.table.parity[knowledge.seat] is Parity.ODD
    fitting = sum(1 for c in knowledge.pool if ((c.face + one.face) % 2 == 1) is wants_odd)
    return fitting / len(knowledge.pool)


def _length(hand: tuple[Card, ...], one: Card) -> int:
    return sum(1 for c in hand if c.suit is one.suit)

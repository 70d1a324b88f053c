"""The bids, blind bids and discards of medium, the discard of easy and casual, and the estimates behind them.

Hands are scored by `score.py`; in a blind decision pile and bag cards are left out. The chance to win after a hand is
estimated. A seat's "hope" is the number of tricks that it expects from its cards.
"""

import math
from functools import cached_property

from games.bots.knowledge import chance_of_none
from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.options import Options, whole_number
from games.engine.state import Seat
from games.twoman.bots.knowledge import Knowledge, is_bag_card
from games.twoman.rules import BIDS, BLIND, BLIND_BIDS, BLIND_NIL, LOOK, NIL, TRICKS
from games.twoman.score import Contract, Parity, Pile, Standing, after_bags, bags_lost, end_of_game, score_hand

#: Standard deviation of a seat's tricks, before and after the other seat has bid.
_UNKNOWN, _KNOWN = 1.3, 1.0
#: After the other seat's bid the expected tricks are half of all plus this factor times (own hope - other hope).
_HEED = 0.8
#: The tricks by which a bid is taken to be below the bidder's hope.
_CAUTION = 0.8
#: The chance that the other seat keeps its nil.
_NIL_HELD = 0.45
#: The other seat's assumed contract in a blind decision.
_THEIRS = Contract(4)
#: Standard deviation of the hope over random hands, and of the tricks of a hand about its hope.
_HANDS, _TRICKS = 1.1, 1.3
#: Both combined: the standard deviation of the tricks of an unseen hand.
_UNSEEN = 1.7
#: The chance that a blind nil is kept.
_BLIND_NIL_HOLDS = 0.04
#: Largest margin by which the chance to win by a blind bid must exceed `_looked`, which underestimates a look.
_FOR_A_LOOK = 0.03
#: The share of tricks over its bid that a seat cannot avoid.
_STICKS = 0.5
#: The chances that a failed nil takes one, two or three tricks; more are not modelled.
_NIL_BROKEN = {1: 0.45, 2: 0.3, 3: 0.25}
#: Coefficients of the logistic fit in `nil_chance`, in log-odds: the intercept, the loss for each spade and for each
#: rank of the lowest spade above 2, and the gain for each empty side suit.
_BASE = 0.71
_A_SPADE = 0.26
_LOWEST_SPADE = 0.42
_NO_CARD = 0.39
#: The loss for each rank above 2, 4 and 6 of the lowest, second and third card of a side suit.
_SIDE = (0.14, 0.13, 0.075)
#: Points that the choice of a discard counts for a trick and for winning the pile, which brings 10 or 20.
_A_TRICK, _THE_PILE = 12.0, 12.5
#: If the hand has spades: the value in tricks of an empty side suit, and of a side suit with one card left.
_A_VOID, _A_LONE_CARD = 0.35, 0.12
#: Medium discards for a nil if the nil promises more points than this number, which an ordinary hand brings.
_ORDINARY = 35.0
#: In points: what a bag costs in later hands, and what a bag below zero gains there.
_BAG_COST = 12.0
_BAG_GAIN = 8.0
#: The points that a seat gains in a hand, and the scale of the logistic curve over the score difference for one hand.
#: The scale grows with the square root of the hands left.
_POINTS_A_HAND = 45.0
_DRIFT = 45.0


def bid_of(knowledge: Knowledge) -> int:
    """Return the bid with the highest chance to win the game."""
    their_bid = knowledge.table.bids[knowledge.other]
    hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
    if their_bid is None:
        mean, spread, other = hope, _UNKNOWN, min(9, max(1, round(TRICKS - hope - _CAUTION)))
    else:
        mean, spread, other = TRICKS / 2 + _HEED * (hope - their_bid - _CAUTION), _KNOWN, their_bid
    mean = min(9.5, max(0.5, mean))
    best: tuple[float, int] = (-1.0, 0)
    for bid in BIDS:
        evaluation = HandEvaluation(knowledge, (bid, other) if knowledge.seat == 0 else (other, bid))
        if bid == 0:
            tricks = nil_tricks(nil_chance(knowledge.hand))
        elif their_bid == 0:
            tricks = {TRICKS - n: weight for n, weight in nil_tricks(_NIL_HELD).items()}
        else:
            tricks = bid_tricks(mean, spread, bid)
        value = sum(weight * evaluation.chance(n) for n, weight in tricks.items())
        best = max(best, (value, bid))
    return best[1]


# -- blind -----------------------------------------------------------------------------------------------


class Blind:
    """The choice between a look and the blind bids, by their chances to win the game."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._seat = knowledge.seat
        self._options = knowledge.view.options
        self._before = knowledge.standings

    def choose(self) -> Action:
        """Return the best blind bid if its chance to win exceeds that of a look by more than `_margin`, else a look."""
        choices = [
            (self._looked + self._margin, Action(LOOK)),
            *((self._blind(bid), Action(BLIND, bid)) for bid in BLIND_BIDS),
            (_BLIND_NIL_HOLDS, Action(BLIND_NIL)),
        ]
        return max(choices, key=lambda choice: choice[0])[1]

    @property
    def _margin(self) -> float:
        """The margin for a blind bid: `_FOR_A_LOOK`, or less if the chance to win after a look is below 20%."""
        return _FOR_A_LOOK * min(1.0, self._looked / 0.2)

    def _blind(self, bid: int) -> float:
        chances = self._chances(Contract(bid, blind=True))
        return sum(weight * chances[n] for n, weight in bid_tricks(TRICKS / 2, _UNSEEN, bid).items())

    @cached_property
    def _looked(self) -> float:
        """The chance to win after a look, averaged over the possible hopes, each with its best bid other than nil."""
        rows = {bid: self._chances(Contract(bid)) for bid in BIDS if bid}
        total = 0.0
        for hope, likely in weights(TRICKS / 2, _HANDS, 1, TRICKS - 1).items():
            total += likely * max(
                sum(weight * row[n] for n, weight in bid_tricks(hope, _TRICKS, bid).items())
                for bid, row in rows.items()
            )
        return total

    def _chances(self, mine: Contract) -> list[float]:
        """Return the chance to win the game for each number of own tricks, 0 to 10."""
        return [self._chance(mine, tricks) for tricks in range(TRICKS + 1)]

    def _chance(self, mine: Contract, tricks: int) -> float:
        own = after_bags(self._before[self._seat], mine, tricks, 0, self._options)
        theirs = after_bags(self._before[1 - self._seat], _THEIRS, TRICKS - tricks, 0, self._options)
        standings = (own, theirs) if self._seat == 0 else (theirs, own)
        return winning_chance(standings, self._seat, self._options)


def wins(knowledge: Knowledge, card: Card) -> float:
    """Return the chance that `card` wins if it is led and the other seat beats it whenever possible."""
    suited = [c for c in knowledge.pool if c.suit is card.suit]
    higher = sum(1 for c in suited if c.height > card.height)
    chance = knowledge.none_of(higher)
    if card.suit is Suit.SPADES:
        return chance
    return max(0.0, chance - _trumps(knowledge, len(suited)))


def ducked(knowledge: Knowledge, card: Card) -> float:
    """Return the chance that `card` wins if it is led and the other seat avoids the trick whenever possible.

    The other seat must take the trick if its cards of the suit are all higher, or if it holds only spades.
    """
    suited = [c for c in knowledge.pool if c.suit is card.suit]
    lower = sum(1 for c in suited if c.height < card.height)
    only_higher = knowledge.none_of(lower) - knowledge.none_of(len(suited))
    if card.suit is Suit.SPADES:
        return 1.0 - only_higher
    spades = sum(1 for c in knowledge.pool if c.suit is Suit.SPADES)
    return 1.0 - only_higher - knowledge.none_of(len(knowledge.pool) - spades)


def _trumps(knowledge: Knowledge, suited: int) -> float:
    """Return the chance that the other seat holds none of the `suited` unseen cards of a suit, but holds a spade."""
    spades = sum(1 for c in knowledge.pool if c.suit is Suit.SPADES)
    return knowledge.none_of(suited) - knowledge.none_of(min(len(knowledge.pool), suited + spades))


def tricks_to_come(knowledge: Knowledge) -> float:
    """Return the expected number of the seat's further tricks against an average hand."""
    return expected(knowledge.hand, knowledge.pool, knowledge.held, knowledge.left)


def expected(hand: tuple[Card, ...], pool: tuple[Card, ...], held: int, left: int) -> float:
    """Return the expected tricks: half of those left, plus the difference in strength between the hands.

    The other hand is an average one: `held` random cards of `pool`.
    """
    mine = sum(strength(one, pool, held) for one in hand)
    theirs = sum(strength(one, hand, len(hand)) for one in pool) * held / max(1, len(pool))
    return min(float(left), max(0.0, left / 2 + mine - theirs))


def deviation(left: int) -> float:
    """Return the standard deviation of a seat's tricks if `left` tricks are left."""
    return 0.42 * math.sqrt(left)


def strength(card: Card, unseen: tuple[Card, ...], held: int) -> float:
    """Return a card's strength in tricks, by the chance that the other hand holds no higher card of its suit.

    The weights were fitted to the tricks of 1500 hands in which both seats wanted every trick.
    """
    higher = sum(1 for c in unseen if c.suit is card.suit and c.height > card.height)
    unbeaten = chance_of_none(len(unseen), min(held, len(unseen)), higher)
    return 0.72 + 0.19 * unbeaten if card.suit is Suit.SPADES else 0.31 * unbeaten


def weights(mean: float, deviation: float, low: int, high: int) -> dict[int, float]:
    """Return probabilities, with sum 1, of the whole numbers from `low` to `high`, by a normal curve about `mean`."""
    raw = {n: math.exp(-0.5 * ((n - mean) / deviation) ** 2) for n in range(low, high + 1)}
    total = sum(raw.values()) or 1.0
    return {n: weight / total for n, weight in raw.items()}


def bid_tricks(mean: float, deviation: float, bid: int) -> dict[int, float]:
    """Return the distribution of a seat's tricks if it wants `bid` of them and avoids some of those over the bid."""
    found: dict[int, float] = {}
    for tricks, weight in weights(mean, deviation, 0, TRICKS).items():
        kept = tricks if tricks <= bid else bid + round((tricks - bid) * _STICKS)
        found[kept] = found.get(kept, 0.0) + weight
    return found


def nil_tricks(chance: float) -> dict[int, float]:
    """Return the distribution of the tricks of a nil bidder that keeps its nil with the given chance."""
    return {0: chance, **{n: (1 - chance) * part for n, part in _NIL_BROKEN.items()}}


def nil_chance(hand: tuple[Card, ...]) -> float:
    """Return the chance that a nil is kept with these ten cards.

    The logistic curve was fitted to 3500 nils that the other seat attacked. Few hands can keep a nil, because the other
    seat leads low cards that the hand must beat.
    """
    odds = _BASE
    for suit in Suit:
        heights = sorted(one.height for one in hand if one.suit is suit)
        if suit is Suit.SPADES:
            odds -= _A_SPADE * len(heights) + (_LOWEST_SPADE * (heights[0] - 2) if heights else 0.0)
        else:
            odds += _NO_CARD * (not heights)
            odds -= sum(
                cost * max(0, height - 2 - 2 * place)
                for place, (cost, height) in enumerate(zip(_SIDE, heights, strict=False))
            )
    return 1.0 / (1.0 + math.exp(-odds))


def easy_discard(hand: tuple[Card, ...]) -> Card:
    """Return a lone bag card; else the lowest card of the shortest side suit (bag cards after others, spades last)."""
    lone = lone_bag_card(hand)
    if lone is not None:
        return lone
    return min(hand, key=lambda one: (one.suit is Suit.SPADES, is_bag_card(one), _length(hand, one), one.height))


def medium_discard(knowledge: Knowledge) -> Card:
    """Return a lone bag card; the worst card for a nil, if a nil promises enough points; or the best by `_gain`."""
    hand = knowledge.hand
    lone = lone_bag_card(hand)
    if lone is not None:
        return lone
    nils = {one: nil_chance(tuple(c for c in hand if c is not one)) for one in hand}
    safest = max(hand, key=lambda one: nils[one])
    if whole_number(knowledge.view.options, "nil_points") * (2 * nils[safest] - 1) > _ORDINARY:
        return safest
    return max(hand, key=lambda one: _gain(knowledge, one))


def lone_bag_card(hand: tuple[Card, ...]) -> Card | None:
    """Return a bag card that is the hand's only card of its suit; 7D if there are two, None if there is none."""
    lone = [one for one in hand if is_bag_card(one) and _length(hand, one) == 1]
    return max(lone, key=lambda one: one.suit is Suit.DIAMONDS, default=None)


def _gain(knowledge: Knowledge, card: Card) -> float:
    """Return the expected points of a discard: for the trick given up, the shortened suit and the pile."""
    tricks = -strength(card, knowledge.pool, knowledge.held)
    if card.suit is not Suit.SPADES and any(c.suit is Suit.SPADES for c in knowledge.hand):
        tricks += {1: _A_VOID, 2: _A_LONE_CARD}.get(_length(knowledge.hand, card), 0.0)
    return _A_TRICK * tricks + _THE_PILE * pile_chance(knowledge, card)


def pile_chance(knowledge: Knowledge, card: Card) -> float:
    """Return the chance that the seat wins the pile if it discards `card`."""
    wants_odd = knowledge.table.parity[knowledge.seat] is Parity.ODD
    fitting = sum(1 for c in knowledge.pool if ((c.face + card.face) % 2 == 1) is wants_odd)
    return fitting / len(knowledge.pool)


def _length(hand: tuple[Card, ...], card: Card) -> int:
    return sum(1 for c in hand if c.suit is card.suit)


# -- the chance to win -------------------------------------------------------------------------------


def winning_chance(standings: tuple[Standing, Standing], seat: Seat, options: Options) -> float:
    """Return the chance that `seat` wins the game, given the standings between two hands."""
    end = end_of_game(standings, options)
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner == seat)
    ahead = _value(standings[seat]) - _value(standings[1 - seat])
    to_go = whole_number(options, "target") - max(standing.display for standing in standings)
    hands = max(1.0, to_go / _POINTS_A_HAND)
    return 1.0 / (1.0 + math.exp(-ahead / (_DRIFT * math.sqrt(hands))))


def _value(standing: Standing) -> float:
    bags = standing.bags
    return standing.display - (_BAG_COST * bags if bags > 0 else _BAG_GAIN * bags)


class HandEvaluation:
    """The chance to win the game for each number of tricks in this hand.

    `bids` has both seats' bids, with an estimate for a missing bid.
    """

    def __init__(self, knowledge: Knowledge, bids: tuple[int, int]) -> None:
        table = knowledge.table
        self._knowledge, self._pile = knowledge, Pile(knowledge.pile)
        self._winner = table.parity.index(self._pile.parity)
        self._before = knowledge.standings
        self._contracts = (Contract.from_table(bids[0], table.blind[0]), Contract.from_table(bids[1], table.blind[1]))
        lost = list(knowledge.bags_lost)
        lost[self._winner] += bags_lost(knowledge.pile)
        self._lost = (lost[0], lost[1])

    def chance(self, tricks: int) -> float:
        """Return the chance to win the game if the seat takes `tricks` in this hand."""
        seat = self._knowledge.seat
        mine, theirs = tricks, TRICKS - tricks
        if NIL in self._knowledge.table.blind:
            bidder = self._knowledge.table.blind.index(NIL)
            kept = (mine if bidder == seat else theirs) == 0
            return float(kept == (bidder == seat))
        sheet = score_hand(
            before=self._before,
            contracts=self._contracts,
            tricks=(mine, theirs) if seat == 0 else (theirs, mine),
            lost=self._lost,
            pile=self._pile,
            pile_winner=self._winner,
            options=self._knowledge.view.options,
        )
        return winning_chance(sheet.standings, seat, self._knowledge.view.options)

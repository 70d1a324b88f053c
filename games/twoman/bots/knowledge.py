"""A seat's knowledge in Two-Man Spades, derived from its view, and estimates of tricks and of the chance to win.

Medium's bids and blind bids follow from the estimates. Hands are scored by `score.py`; in a blind decision pile and bag
cards are left out. A seat's "hope" is the number of tricks that it expects from its cards.
"""

import math
from collections.abc import Callable, Iterator
from functools import cached_property

from games.bots.base import ImpossibleView
from games.bots.knowledge import TrickLook, chance_of_none, seat_view, winner_of
from games.engine.actions import Action
from games.engine.cards import Card, Suit
from games.engine.options import Options, whole_number
from games.engine.state import Seat, SeatView, plus
from games.engine.tricks import Plays, winning_place
from games.twoman.rules import (
    BIDS,
    BLIND,
    BLIND_BIDS,
    BLIND_NIL,
    DISCARD,
    HAND_SIZE,
    LOOK,
    NIL,
    RANKING,
    TRICKS,
    TwoManPublicTable,
    TwoManView,
)
from games.twoman.score import Contract, Pile, Standing, after_bags, bags_lost, end_of_game, score_hand

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
#: In points: what a bag costs in later hands, and what a bag below zero gains there.
_BAG_COST = 12.0
_BAG_GAIN = 8.0
#: The points that a seat gains in a hand, and the scale of the logistic curve over the score difference for one hand.
#: The scale grows with the square root of the hands left.
_POINTS_A_HAND = 45.0
_DRIFT = 45.0


class Knowledge(TrickLook[TwoManView]):
    seats = 2

    @property
    def other(self) -> Seat:
        return 1 - self.seat

    @property
    def table(self) -> TwoManPublicTable:
        return self.view.table

    @property
    def led(self) -> Card | None:
        return self.lying[0] if self.lying else None

    @property
    def pile(self) -> tuple[Card, Card]:
        """Both discards; raises ImpossibleView while one of them is hidden."""
        one, other = self.table.discards
        if one is None or other is None:
            raise ImpossibleView("a bid or play is due while a discard is hidden")
        return one, other

    @property
    def standings(self) -> tuple[Standing, Standing]:
        base, bags = self.table.base, self.table.bags
        return Standing(base[0], bags[0]), Standing(base[1], bags[1])

    def bid(self, seat: Seat) -> int:
        """Return the seat's bid; raise ImpossibleView while the seat has not bid."""
        bid = self.table.bids[seat]
        if bid is None:
            raise ImpossibleView("cards are played before both bids are made")
        return bid

    def need(self, seat: Seat) -> int:
        """Return the number of tricks that the seat still needs for its bid; 0 or less for a made bid or a nil."""
        return self.bid(seat) - self.table.tricks[seat]

    def keeps_nil(self, seat: Seat) -> bool:
        return self.table.bids[seat] == 0 and self.table.tricks[seat] == 0

    @property
    def put_away(self) -> tuple[Card, ...]:
        discards = (action.card for _, action in self.view.actions if action.verb == DISCARD)
        return tuple(one for one in discards if one is not None)

    @cached_property
    def voids(self) -> frozenset[Suit]:
        """The suits in which the other seat is void, as its plays prove."""
        return frozenset(_voids_of(self.plays, self.other))

    @cached_property
    def pool(self) -> tuple[Card, ...]:
        """The unseen cards that the other seat may hold."""
        return tuple(one for one in self.unseen if one.suit not in self.voids)

    def in_play(self, seat: Seat) -> int:
        """Return the number of cards that the seat holds or has played: eleven, or ten once it has discarded."""
        return HAND_SIZE - any(who == seat and action.verb == DISCARD for who, action in self.view.actions)

    @cached_property
    def held(self) -> int:
        return min(self.in_play(self.other) - len(self.played_by(self.other)), len(self.pool))

    @cached_property
    def bags_lost(self) -> tuple[int, int]:
        """The bags taken off by bag cards won in tricks, by seat; the pile is left out."""
        lost = [0, 0]
        for trick in self.tricks:
            lost[winner_of(trick, RANKING)] += bags_lost([one for _, one in trick])
        return lost[0], lost[1]

    def none_of(self, wanted: int) -> float:
        """Return the chance that the other seat holds none of certain cards of the pool; `wanted` is their number."""
        return chance_of_none(len(self.pool), self.held, wanted)


def knowledge_of(view: SeatView) -> Knowledge:
    """Return the knowledge of a seat; raise ImpossibleView if its view contradicts itself."""
    knowledge = Knowledge(*seat_view(view, TwoManView))
    return knowledge.checked(knowledge.in_play(knowledge.seat))


def _voids_of(plays: Plays, seat: Seat) -> Iterator[Suit]:
    """Yield the suits that `seat` did not follow, and all side suits if it led a spade before spades were broken."""
    broken = False
    for place, (who, one) in enumerate(plays):
        led = plays[place - place % 2][1]
        if who == seat and one is not led and one.suit is not led.suit and led.suit is not None:
            yield led.suit
        if who == seat and one is led and one.suit is Suit.SPADES and not broken:
            yield from (suit for suit in Suit if suit is not Suit.SPADES)
        broken = broken or one.suit is Suit.SPADES


def beats(card: Card, led: Card) -> bool:
    return winning_place((led, card), RANKING) == 1


# -- bids ------------------------------------------------------------------------------------------------


def bid_of(knowledge: Knowledge) -> int:
    their_bid = knowledge.table.bids[knowledge.other]
    hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
    if their_bid is None:
        mean, spread, other = hope, _UNKNOWN, min(9, max(1, round(TRICKS - hope - _CAUTION)))
    else:
        mean, spread, other = TRICKS / 2 + _HEED * (hope - their_bid - _CAUTION), _KNOWN, their_bid
    mean = min(9.5, max(0.5, mean))
    best: tuple[float, int] = (-1.0, 0)
    for bid in BIDS:
        chance = chance_by_tricks(knowledge, (bid, other) if knowledge.seat == 0 else (other, bid))
        if bid == 0:
            tricks = nil_tricks(nil_chance(knowledge.hand))
        elif their_bid == 0:
            tricks = {TRICKS - n: weight for n, weight in nil_tricks(_NIL_HELD).items()}
        else:
            tricks = bid_tricks(mean, spread, bid)
        value = sum(weight * chance(n) for n, weight in tricks.items())
        best = max(best, (value, bid))
    return best[1]


def blind_choice(knowledge: Knowledge) -> Action:
    """Return the best blind bid if its chance to win exceeds that of a look by more than a margin, else a look.

    The margin is `_FOR_A_LOOK`, or less if the chance to win after a look is below 20%.
    """
    looked = _looked(knowledge)
    choices = [(looked + _FOR_A_LOOK * min(1.0, looked / 0.2), Action(LOOK))]
    for bid in BLIND_BIDS:
        chances = _chances(knowledge, Contract(bid, blind=True))
        tricks = bid_tricks(TRICKS / 2, _UNSEEN, bid)
        choices.append((sum(weight * chances[n] for n, weight in tricks.items()), Action(BLIND, bid)))
    choices.append((_BLIND_NIL_HOLDS, Action(BLIND_NIL)))
    return max(choices, key=lambda choice: choice[0])[1]


def _looked(knowledge: Knowledge) -> float:
    """Return the chance to win after a look: the mean over the hopes, each with its best bid other than nil."""
    rows = {bid: _chances(knowledge, Contract(bid)) for bid in BIDS if bid}
    total = 0.0
    for hope, likely in weights(TRICKS / 2, _HANDS, 1, TRICKS - 1).items():
        total += likely * max(
            sum(weight * row[n] for n, weight in bid_tricks(hope, _TRICKS, bid).items()) for bid, row in rows.items()
        )
    return total


def _chances(knowledge: Knowledge, mine: Contract) -> list[float]:
    """Return the chance to win the game for each number of own tricks, 0 to 10."""
    before, seat, options, found = knowledge.standings, knowledge.seat, knowledge.view.options, []
    for tricks in range(TRICKS + 1):
        own = after_bags(before[seat], mine, tricks, 0, options)
        theirs = after_bags(before[1 - seat], _THEIRS, TRICKS - tricks, 0, options)
        found.append(winning_chance((own, theirs) if seat == 0 else (theirs, own), seat, options))
    return found


# -- estimates of tricks ---------------------------------------------------------------------------------


def wins(knowledge: Knowledge, card: Card) -> float:
    """Return the chance that `card` wins if it is led and the other seat beats it whenever possible."""
    suited = [c for c in knowledge.pool if c.suit is card.suit]
    higher = sum(1 for c in suited if c.height > card.height)
    chance = knowledge.none_of(higher)
    if card.suit is Suit.SPADES:
        return chance
    # The other seat trumps if it holds none of the suit, but a spade.
    spades = sum(1 for c in knowledge.pool if c.suit is Suit.SPADES)
    trumps = knowledge.none_of(len(suited)) - knowledge.none_of(min(len(knowledge.pool), len(suited) + spades))
    return max(0.0, chance - trumps)


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


def expected(hand: tuple[Card, ...], pool: tuple[Card, ...], held: int, left: int) -> float:
    """Return the expected tricks: half of those left, plus the difference in strength between the hands.

    The other hand is an average one: `held` random cards of `pool`.
    """
    mine = sum(strength(one, pool, held) for one in hand)
    theirs = sum(strength(one, hand, len(hand)) for one in pool) * held / max(1, len(pool))
    return min(float(left), max(0.0, left / 2 + mine - theirs))


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


# -- the chance to win -----------------------------------------------------------------------------------


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


def chance_by_tricks(knowledge: Knowledge, bids: tuple[int, int]) -> Callable[[int], float]:
    """Return a function: the chance to win the game if the seat takes so many tricks in this hand.

    `bids` has both seats' bids, with an estimate for a missing bid.
    """
    seat, table, pile, before = knowledge.seat, knowledge.table, Pile(knowledge.pile), knowledge.standings
    winner, options = table.parity.index(pile.parity), knowledge.view.options
    contracts = Contract.from_table(bids[0], table.blind[0]), Contract.from_table(bids[1], table.blind[1])
    lost = plus(knowledge.bags_lost, winner, bags_lost(knowledge.pile))

    def chance(mine: int) -> float:
        theirs = TRICKS - mine
        if NIL in table.blind:
            bidder = table.blind.index(NIL)
            kept = (mine if bidder == seat else theirs) == 0
            return float(kept == (bidder == seat))
        sheet = score_hand(
            before=before,
            contracts=contracts,
            tricks=(mine, theirs) if seat == 0 else (theirs, mine),
            lost=lost,
            pile=pile,
            pile_winner=winner,
            options=options,
        )
        return winning_chance(sheet.standings, seat, options)

    return chance

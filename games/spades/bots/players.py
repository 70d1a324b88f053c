"""The bots of Spades.

Easy and normal bid by counting tricks and play by policy. Hard and expert choose cards by playing out sampled deals;
expert also chooses bids in this way. The number of deals is fixed and no clock is used, so view and seed reproduce a
choice.
"""

from collections.abc import Sequence
from functools import cached_property
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bots.base import Bits, clearly_best, one_of_each, warm_up
from games.bots.kernels import Floats, Ints
from games.engine.actions import Action, Pick, deal, texts
from games.engine.cards import PACK, Card, Rank, Suit
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Seat, SeatView
from games.spades.bots.before_play import ends_of, imagined_bids
from games.spades.bots.bids import (
    KnownBids,
    bid_of,
    bids_blind,
    given_away,
    hearing_of,
    learnt,
    nil_chance,
    returned,
    tricks_in,
    wants_misdeal,
    wants_nil,
)
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.bots.worlds import card_to_play, guess, tricks_of_end
from games.spades.options import Terms
from games.spades.rules import Spades
from games.spades.score import SideLine, SpadesBid, Standing, end_of_game, score_side
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, SEATS, seats_of

if TYPE_CHECKING:
    from random import Random

#: The trial hand of `prepare`: four bids and three plays, without blind nils.
_OPTIONS: Final[Options] = {"variant": "partner", "allow_blind_nils": False}
_ACTIONS: Final = 7
MISDEAL_CLAIM = Action(MISDEAL)
#: Tricks that the easy bot counts for the ace or king of spades, for a side ace, and for a side king or other spade.
_HIGH_SPADE: Final = 1.0
_ACE: Final = 0.9
_OTHER: Final = 0.6
#: Tricks that the easy bot subtracts from its count.
_CAUTION: Final = 0.2
#: Upper limit of the estimated number of hands left in a game.
_MOST_HANDS = 12.0
#: The expert tries the bids that differ from its expected tricks by at most this.
_REACH = 2
#: The expert also tries a nil if the chance to keep it is above this.
_NO_NIL = 0.05


class NormalSpades:
    """Bids by counting tricks and plays by policy. Uses no random numbers."""

    def prepare(self, rng: "Random") -> None:
        """Compile the kernels, or load them from disk: some seconds the first time."""
        rules, hands = Spades(), [PACK[seat :: len(SEATS)] for seat in SEATS]
        dealt = rules.apply(rules.initial(_OPTIONS, {}), DEALER, deal(hands)).state
        warm_up(self, rng, rules, dealt, _ACTIONS)

    def choose(self, view: SeatView, rng: Bits) -> Action:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BLIND:
                return Action(BLIND_NIL) if bids_blind(knowledge) else Action(LOOK)
            case Phase.BID:
                is_misdeal = MISDEAL_CLAIM in view.legal and wants_misdeal(knowledge.hand, hearing_of(knowledge))
                return MISDEAL_CLAIM if is_misdeal else Action(BID, self.bid(knowledge, rng))
            case Phase.EXCHANGE:
                return exchange(knowledge)
        return Action(PLAY, self.card(knowledge, rng).text)

    def bid(self, knowledge: Knowledge, rng: Bits) -> int:
        return bid_of(knowledge.hand, hearing_of(knowledge), knowledge.view.legal_bids)

    def card(self, knowledge: Knowledge, rng: Bits) -> Card:
        return card_to_play(knowledge)


def exchange(knowledge: Knowledge) -> Action:
    offers = knowledge.view.legal
    verb = offers[0].verb
    count = max(one.count if isinstance(one, Pick) else 0 for one in offers)
    chosen = given_away(knowledge.hand, count) if verb == GIVE else returned(knowledge.hand, count)
    return Action(verb, texts(chosen))


class EasySpades(NormalSpades):
    """The normal bot with less information and a simpler count.

    Except for a blind nil, it bids without regard to earlier bids and the score. It forgets the cards of earlier
    tricks, and does not attack nils.
    """

    def bid(self, knowledge: Knowledge, rng: Bits) -> int:
        offered = knowledge.view.legal_bids
        if 0 in offered and wants_nil(knowledge.hand, KnownBids((None,) * len(SEATS), knowledge.seat, knowledge.terms)):
            return 0
        wanted = round(sum(map(_worth, knowledge.hand)) - _CAUTION)
        return min(offered, key=lambda bid: (not bid, abs(bid - wanted), bid))

    def card(self, knowledge: Knowledge, rng: Bits) -> Card:
        return card_to_play(Forgetful(knowledge.view, knowledge.seat))


class Forgetful(Knowledge):
    """Knowledge without the cards of earlier tricks and without the nils of rivals.

    Every card that is neither in hand nor on the table counts as unseen.
    """

    def keeps_nil(self, seat: Seat | None) -> bool:
        return seat not in self.rivals and super().keeps_nil(seat)

    @cached_property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(self.table.trick)

    @cached_property
    def cannot(self) -> tuple[int, ...]:
        return (0,) * len(SEATS)


def _worth(card: Card) -> float:
    if card.suit is Suit.SPADES:
        return _HIGH_SPADE if card.height >= Rank.KING else _OTHER
    return {Rank.ACE: _ACE, Rank.KING: _OTHER}.get(card.rank, 0.0) if card.rank else 0.0


class HandOutcomes:
    """Scores after this hand, and the chance to win then. Cached, because many simulated hands end alike."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._before = knowledge.table.standings
        self._sides = [seats_of(knowledge.terms, side) for side in range(knowledge.terms.sides)]
        self._lines: dict[object, SideLine] = {}
        self._chances: dict[object, float] = {}

    def worth(self, bids: Sequence[SpadesBid], tricks: Sequence[int]) -> float:
        """Return the chance to win the game after a hand with these bids and tricks, both by seat."""
        key = (*bids, *tricks)
        if key not in self._chances:
            lines, knowledge = self.lines(bids, tricks), self.knowledge
            end = end_of_game([line.score for line in lines], knowledge.terms)
            if end is not None:
                self._chances[key] = float(end.winner == knowledge.side)
            else:
                standings = [line.standing for line in lines]
                self._chances[key] = winning_chance(standings, knowledge.side, knowledge.terms)
        return self._chances[key]

    def winner(self, bids: Sequence[SpadesBid], tricks: Sequence[int]) -> int | None:
        """Return the side that wins the game after a hand with these bids and tricks; None if the game goes on."""
        end = end_of_game([line.score for line in self.lines(bids, tricks)], self.knowledge.terms)
        return None if end is None else end.winner

    def lines(self, bids: Sequence[SpadesBid], tricks: Sequence[int]) -> tuple[SideLine, ...]:
        """Return the score sheet of a hand with these bids and tricks, a line for each side."""
        return tuple(self._line(side, bids, tricks) for side in range(len(self._sides)))

    def _line(self, side: int, bids: Sequence[SpadesBid], tricks: Sequence[int]) -> SideLine:
        seats = self._sides[side]
        bid, taken = [bids[seat] for seat in seats], [tricks[seat] for seat in seats]
        key = (side, *bid, *taken)
        if key not in self._lines:
            self._lines[key] = score_side(self._before[side], bid, taken, self.knowledge.terms)
        return self._lines[key]


def winning_chance(standings: Sequence[Standing], side: int, terms: Terms) -> float:
    """Return the side's chance to win the game, from the scores and bags of all sides between two hands.

    The chances are a softmax over the sides' scores, with a scale that grows with the square root of the hands left.
    `learnt` has the cost of a bag, the points per hand, and the scale for one hand (`drift`).
    """
    learned = learnt()
    standing = [one.score - learned.bag * one.bags for one in standings]
    hands_left = max(1.0, (terms.win - max(standing)) / learned.per_hand)
    scale = learned.drift * sqrt(min(hands_left, _MOST_HANDS))
    weights = [exp((one - max(standing)) / scale) for one in standing]
    return weights[side] / sum(weights)


class ExpertSpades(NormalSpades):
    """Maximises the chance to win the game, over sampled deals that fit bids, plays and voids.

    `cards` and `bids` are the numbers of worlds to play out for each card and each bid.
    """

    def __init__(self, cards: int = 160, bids: int = 120) -> None:
        self._cards, self._bids = cards, bids

    def bid(self, knowledge: Knowledge, rng: Bits) -> int:
        """Return the best of the likely bids. Tries each in sampled deals, with the rest of the auction and play."""
        offered = knowledge.view.legal_bids
        near = likely_bids(offered, tricks_in(knowledge.hand), nil_chance(knowledge.hand))
        if len(near) == 1:
            return near[0]
        worlds = guess(knowledge, self._bids, rng)
        ends = {bid: ends_of(worlds, bids) for bid, bids in imagined_bids(worlds, near).items()}
        outlook = HandOutcomes(knowledge)
        value = {bid: sum(outlook.worth(*end) for end in some) / len(some) for bid, some in ends.items()}
        return max(near, key=lambda bid: (value[bid], -bid))

    def card(self, knowledge: Knowledge, rng: Bits) -> Card:
        usual = card_to_play(knowledge)
        cards = different(knowledge, usual)
        if len(cards) == 1:
            return usual
        worlds = guess(knowledge, self._cards, rng)
        found = worths(HandOutcomes(knowledge), worlds.ends(cards))
        return cards[clearly_best(np.average(found, axis=1, weights=worlds.likely).tolist())]


class HardSpades(ExpertSpades):
    """The expert with fewer worlds for each card, and the normal bot's bids."""

    def __init__(self) -> None:
        super().__init__(cards=20)

    def bid(self, knowledge: Knowledge, rng: Bits) -> int:
        return NormalSpades.bid(self, knowledge, rng)


def likely_bids(offered: Sequence[int], hope: float, nil: float) -> list[int]:
    """Return the bids worth trying: those near the expected tricks `hope`, and nil if its chance `nil` is not tiny.

    If no bid of tricks is near, the nearest is included.
    """
    near = [bid for bid in offered if (abs(bid - hope) <= _REACH if bid else nil > _NO_NIL)]
    some = [bid for bid in offered if bid]
    if some and not any(near):
        near.append(min(some, key=lambda bid: abs(bid - hope)))
    return near or list(offered)


def different(knowledge: Knowledge, usual: Card) -> tuple[Card, ...]:
    """Return the cards worth trying, `usual` first. Of cards with no unseen card between them, return one."""
    tried = (one for one in knowledge.legal if not _wastes(knowledge, one))
    return one_of_each(usual, tried, lambda one: (one.suit, knowledge.higher(one)))


def _wastes(knowledge: Knowledge, card: Card) -> bool:
    """Return whether the last player skips the card: a lower one wins, and the contract needs more but is not lost.

    Rollouts undervalue keeping the higher card. Against a rival's nil the lower card may be worth keeping, so every
    card is tried.
    """
    side = seats_of(knowledge.terms, knowledge.side)
    if not knowledge.is_last or not 1 < knowledge.table.owed(side) <= knowledge.left:
        return False
    if any(map(knowledge.keeps_nil, knowledge.rivals)):
        return False
    lower = [other for other in knowledge.legal if other.suit is card.suit and other.height < card.height]
    return any(map(knowledge.beats, lower))


def worths(outlook: HandOutcomes, found: Ints) -> Floats:
    """Return the chance to win after each end, with the bids at the table. Evaluates equal ends once."""
    kinds, places = np.unique(found, return_inverse=True)
    made = outlook.knowledge.made
    known: Floats = np.array([outlook.worth(made, tricks_of_end(end)) for end in kinds.tolist()])
    return known[places.reshape(found.shape)]

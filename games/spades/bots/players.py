"""The bots of Spades: easy and normal bid by count and play by policy, hard and expert play sampled deals out.

They sample a fixed number of deals and use no clock, so a move can be computed again from its view and seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bots.base import clearly_best, one_of_each, warm_up
from games.bots.kernels import Floats, Ints
from games.engine.actions import Action, Pick, deal, texts
from games.engine.cards import PACK, Card, Rank, Suit
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Seat, SeatView
from games.spades.bots.before_play import imagined_bids
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
from games.spades.bots.rollouts import card_to_play, tricks_of_end
from games.spades.bots.worlds import guess
from games.spades.options import Terms
from games.spades.rules import Spades
from games.spades.score import Bid, SideLine, Standing, end_of_game, score_side
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, SEATS, seats_of

if TYPE_CHECKING:
    from random import Random

#: Four bids and three cards, without a blind decision.
_OPTIONS: Final[Options] = {"variant": "partner", "allow_blind_nils": False}
_ACTIONS: Final = 7
MISDEAL_CLAIM = Action(MISDEAL)
#: The easy player's count in tricks: a high spade, an ace of a side suit, its king or any other spade.
_HIGH_SPADE: Final = 1.0
_ACE: Final = 0.9
_OTHER: Final = 0.6
#: What it subtracts from the tricks counted.
_CAUTION: Final = 0.2
#: The most hands that a game is expected to last.
_MOST_HANDS = 12.0
#: Bids this far above or below the tricks counted are tried, and nil.
_REACH = 2
#: A nil less likely than this is not tried.
_NO_NIL = 0.05


class NormalSpades:
    """Bids by count and plays by policy. Uses no random numbers."""

    def prepare(self, rng: "Random") -> None:
        """Compile the kernels, or load them from disk: some seconds the first time."""
        rules, hands = Spades(), [PACK[seat :: len(SEATS)] for seat in SEATS]
        dealt = rules.apply(rules.initial(_OPTIONS, {}), DEALER, deal(hands)).state
        warm_up(self, rng, rules, dealt, _ACTIONS)

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BID if not claims_misdeal(knowledge):
                return Action(BID, self.bid(knowledge, rng))
            case Phase.PLAY:
                return Action(PLAY, self.card(knowledge, rng).text)
        return usual(knowledge)

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        return usual_bid(knowledge)

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        return card_to_play(knowledge)


def usual(knowledge: Knowledge) -> Action:
    """Return what the normal player does, by count and policy alone."""
    match knowledge.view.phase:
        case Phase.BLIND:
            return blind_choice(knowledge)
        case Phase.BID:
            return MISDEAL_CLAIM if claims_misdeal(knowledge) else Action(BID, usual_bid(knowledge))
        case Phase.EXCHANGE:
            return exchange(knowledge)
    return Action(PLAY, card_to_play(knowledge).text)


def usual_bid(knowledge: Knowledge) -> int:
    return bid_of(knowledge.hand, hearing_of(knowledge), bids_open_to(knowledge))


def blind_choice(knowledge: Knowledge) -> Action:
    return Action(BLIND_NIL) if bids_blind(knowledge) else Action(LOOK)


def claims_misdeal(knowledge: Knowledge) -> bool:
    return MISDEAL_CLAIM in knowledge.view.legal and wants_misdeal(knowledge.hand, hearing_of(knowledge))


def bids_open_to(knowledge: Knowledge) -> list[int]:
    """Return the legal bids, lowest first."""
    offered = (one for one in knowledge.view.legal if isinstance(one, Action) and one.verb == BID)
    return [one.number for one in offered if one.number is not None]


def exchange(knowledge: Knowledge) -> Action:
    """Return the exchange of as many cards as are allowed."""
    offers = knowledge.view.legal
    verb = offers[0].verb
    count = max(one.count if isinstance(one, Pick) else 0 for one in offers)
    chosen = given_away(knowledge.hand, count) if verb == GIVE else returned(knowledge.hand, count)
    return Action(verb, texts(chosen))


class EasySpades(NormalSpades):
    """The normal player with less information: it ignores earlier bids, forgets tricks and attacks no nil."""

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        offered = bids_open_to(knowledge)
        if 0 in offered and wants_nil(knowledge.hand, KnownBids((None,) * len(SEATS), knowledge.seat, knowledge.terms)):
            return 0
        wanted = round(sum(map(_worth, knowledge.hand)) - _CAUTION)
        return min(offered, key=lambda bid: (not bid, abs(bid - wanted), bid))

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        return card_to_play(Forgetful(knowledge.view, knowledge.seat))


class Forgetful(Knowledge):
    """A view in which every card not in hand or on the table is unseen, and no rival has bid nil."""

    def keeps_nil(self, seat: Seat | None) -> bool:
        return seat not in self.rivals and super().keeps_nil(seat)

    @cached_property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(self.table.trick)

    @cached_property
    def cannot(self) -> tuple[int, ...]:
        return (0,) * len(SEATS)


def _worth(one: Card) -> float:
    if one.suit is Suit.SPADES:
        return _HIGH_SPADE if one.height >= Rank.KING else _OTHER
    return {Rank.ACE: _ACE, Rank.KING: _OTHER}.get(one.rank, 0.0) if one.rank else 0.0


class Outlook:
    """The results of this hand for the seat's side. Caches them, because many simulated hands end alike."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._sides = [seats_of(knowledge.terms, side) for side in range(knowledge.terms.sides)]
        self._lines: dict[object, SideLine] = {}
        self._chances: dict[object, float] = {}

    def worth(self, bids: Sequence[Bid], tricks: Sequence[int]) -> float:
        """Return the chance to win the game after a hand of these bids and tricks by seat."""
        key = (*bids, *tricks)
        if key not in self._chances:
            self._chances[key] = self._chance([line.standing for line in self.lines(bids, tricks)])
        return self._chances[key]

    def winner(self, bids: Sequence[Bid], tricks: Sequence[int]) -> int | None:
        """Return the side that wins the game by such a hand; None if the game goes on."""
        end = end_of_game([line.score for line in self.lines(bids, tricks)], self.knowledge.terms)
        return None if end is None else end.winner

    def lines(self, bids: Sequence[Bid], tricks: Sequence[int]) -> tuple[SideLine, ...]:
        """Return the score sheet of such a hand, a line for each side."""
        return tuple(self._line(side, bids, tricks) for side in range(len(self._sides)))

    def _line(self, side: int, bids: Sequence[Bid], tricks: Sequence[int]) -> SideLine:
        seats, table = self._sides[side], self.knowledge.table
        bid, taken = [bids[seat] for seat in seats], [tricks[seat] for seat in seats]
        key = (side, *bid, *taken)
        if key not in self._lines:
            before = Standing(table.score[side], table.bags[side])
            self._lines[key] = score_side(before, bid, taken, self.knowledge.terms)
        return self._lines[key]

    def _chance(self, after: Sequence[Standing]) -> float:
        knowledge = self.knowledge
        end = end_of_game([one.score for one in after], knowledge.terms)
        if end is not None:
            return float(end.winner == knowledge.side)
        return winning_chance(after, knowledge.side, knowledge.terms)


def winning_chance(standings: Sequence[Standing], side: int, terms: Terms) -> float:
    """Return the side's chance before the next hand, by the gap in score and the length of the game left.

    A logistic curve. The cost of a bag, the points of a hand and the drift of a hand were learnt from games (`learnt`).
    """
    learned = learnt()
    standing = [one.score - learned.bag * one.bags for one in standings]
    hands_left = max(1.0, (terms.win - max(standing)) / learned.per_hand)
    scale = learned.drift * sqrt(min(hands_left, _MOST_HANDS))
    weights = [exp((one - max(standing)) / scale) for one in standing]
    return weights[side] / sum(weights)


@dataclass(frozen=True, slots=True)
class Effort:
    """How many worlds are played out for every card and every bid."""

    cards: int = 160
    bids: int = 120


class ExpertSpades(NormalSpades):
    """Plays for the chance to win the game, over hands that bids, plays and voids make likely."""

    def __init__(self, effort: Effort = Effort()) -> None:
        self._effort = effort

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        """Return the best of the likely bids, each with the auction and the play that may follow."""
        offered = bids_open_to(knowledge)
        near = likely_bids(offered, tricks_in(knowledge.hand), nil_chance(knowledge.hand))
        if len(near) == 1:
            return near[0]
        worlds = guess(knowledge, self._effort.bids, rng)
        auctions = imagined_bids(worlds, near)
        outlook = Outlook(knowledge)
        value = {bid: mean_worth(outlook, bids, worlds.ends([None], bids)[0]) for bid, bids in auctions.items()}
        return max(near, key=lambda bid: (value[bid], -bid))

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        usual = card_to_play(knowledge)
        cards = different(knowledge, usual)
        if len(cards) == 1:
            return usual
        worlds = guess(knowledge, self._effort.cards, rng)
        found = worths(Outlook(knowledge), worlds.ends(cards))
        return cards[clearly_best(np.average(found, axis=1, weights=worlds.likely).tolist())]


class HardSpades(ExpertSpades):
    """The expert with few worlds for a card, and the normal player's bids."""

    def __init__(self) -> None:
        super().__init__(Effort(cards=20))

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        return NormalSpades.bid(self, knowledge, rng)


def likely_bids(offered: Sequence[int], hope: float, nil: float) -> list[int]:
    """Return the bids near the tricks counted, at least the nearest one, and a nil that may be kept."""
    near = [bid for bid in offered if (abs(bid - hope) <= _REACH if bid else nil > _NO_NIL)]
    some = [bid for bid in offered if bid]
    if some and not any(near):
        near.append(min(some, key=lambda bid: abs(bid - hope)))
    return near or list(offered)


def different(knowledge: Knowledge, usual: Card) -> tuple[Card, ...]:
    """Return the cards worth trying, the policy's first: one of those with no unseen card between them."""
    tried = (one for one in knowledge.legal if not _wastes(knowledge, one))
    return one_of_each(usual, tried, lambda one: (one.suit, knowledge.higher(one)))


def _wastes(knowledge: Knowledge, one: Card) -> bool:
    """Return whether the card wins as the last one where a lower card would too, and more tricks are wanted.

    A rollout cannot see what the higher card is good for later. Against a nil the lower one may be worth keeping.
    """
    if not knowledge.is_last or not 1 < knowledge.need(knowledge.side) <= knowledge.left:
        return False
    if any(map(knowledge.keeps_nil, knowledge.rivals)):
        return False
    lower = [other for other in knowledge.legal if other.suit is one.suit and other.height < one.height]
    return any(map(knowledge.beats, lower))


def worths(outlook: Outlook, found: Ints) -> Floats:
    """Return the worth of each end by the bids made. Equal ends are evaluated once."""
    kinds, places = np.unique(found, return_inverse=True)
    made = outlook.knowledge.made
    known: Floats = np.array([outlook.worth(made, tricks_of_end(end)) for end in kinds.tolist()])
    return known[places.reshape(found.shape)]


def mean_worth(outlook: Outlook, bids: Sequence[Sequence[Bid]], found: Ints) -> float:
    """Return the mean worth of one end a world, each world with its own bids."""
    ends = zip(bids, found.tolist(), strict=True)
    return sum(outlook.worth(row, tricks_of_end(end)) for row, end in ends) / len(bids)

"""The expert bot of Spades: it plays sampled deals out and takes the choice that wins most often.

It samples a fixed number of deals and uses no clock, so a move can be computed again from its view and its random seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import TYPE_CHECKING

import numpy as np

from games.bots.compiling import Floats, Ints
from games.engine.cards import Card
from games.spades.bots.before_play import imagined_bids
from games.spades.bots.bids import learnt, nil_chance, tricks_in
from games.spades.bots.encoding import card_to_play, guess, tricks_of_end
from games.spades.bots.knowledge import Knowledge
from games.spades.bots.normal import NormalSpades, bids_open_to
from games.spades.options import Terms
from games.spades.score import Bid, SideLine, Standing, end_of_game, score_side
from games.spades.state import seats_of

if TYPE_CHECKING:
    from random import Random

#: A game is never thought to go on for longer.
_MOST_HANDS = 12.0
#: The policy is followed where another card is better by less, as a chance to win the game.
_POLICY = 0.004
#: Bids this far above or below the tricks counted are thought over, and nil.
_REACH = 2
#: A nil with less hope than this is not thought over.
_NO_NIL = 0.05


class Outlook:
    """What this hand may come to for the seat's side. Many imagined hands end alike, and what was judged is kept."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._sides = [seats_of(knowledge.terms, side) for side in range(knowledge.terms.sides)]
        self._lines: dict[object, SideLine] = {}
        self._chances: dict[object, float] = {}

    def worth(self, bids: Sequence[Bid], tricks: Sequence[int]) -> float:
        """The chance to win the game, 0..1, after a hand of these bids and tricks by seat."""
        key = (*bids, *tricks)
        if key not in self._chances:
            self._chances[key] = self._chance([line.standing for line in self.lines(bids, tricks)])
        return self._chances[key]

    def winner(self, bids: Sequence[Bid], tricks: Sequence[int]) -> int | None:
        """The side for which such a hand wins the game; None where the game goes on."""
        end = end_of_game([line.score for line in self.lines(bids, tricks)], self.knowledge.terms)
        return None if end is None else end.winner

    def lines(self, bids: Sequence[Bid], tricks: Sequence[int]) -> tuple[SideLine, ...]:
        """The sheet of such a hand, a line for each side."""
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
    """The chance before the next hand, by what separates the sides and how far the game still has to go.

    A logistic curve; what a running bag will cost, the points of a hand and how far sides drift apart in one were
    learnt from games (`learnt`).
    """
    learned = learnt()
    standing = [one.score - learned.bag * one.bags for one in standings]
    hands_left = max(1.0, (terms.win - max(standing)) / learned.per_hand)
    scale = learned.drift * sqrt(min(hands_left, _MOST_HANDS))
    weights = [exp((one - max(standing)) / scale) for one in standing]
    return weights[side] / sum(weights)


@dataclass(frozen=True, slots=True)
class Effort:
    """How many worlds are played out for every card and for every bid."""

    cards: int = 160
    bids: int = 120


class ExpertSpades(NormalSpades):
    """Plays for the chance to win the game, over hands that bids, plays and voids make likely."""

    def __init__(self, effort: Effort = Effort()) -> None:
        self._effort = effort

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        """The likely bids, each with the auction and the play that may follow."""
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
        value = np.average(found, axis=1, weights=worlds.likely).tolist()
        best = max(range(len(cards)), key=lambda place: (value[place], -place))
        return cards[best] if value[best] > value[0] + _POLICY else usual


class HardSpades(ExpertSpades):
    """The same with a few hands for a card, and bids as normal does."""

    def __init__(self) -> None:
        super().__init__(Effort(cards=20))

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        return NormalSpades.bid(self, knowledge, rng)


def likely_bids(offered: Sequence[int], hope: float, nil: float) -> list[int]:
    """Of the bids offered those near the tricks counted, or else the nearest one, and a nil that may hold."""
    near = [bid for bid in offered if (abs(bid - hope) <= _REACH if bid else nil > _NO_NIL)]
    some = [bid for bid in offered if bid]
    if some and not any(near):
        near.append(min(some, key=lambda bid: abs(bid - hope)))
    return near or list(offered)


def different(knowledge: Knowledge, usual: Card) -> tuple[Card, ...]:
    """Return the cards worth trying, the policy's first: one of those with no unseen card between them."""
    found = {(one.suit, knowledge.higher(one)): one for one in knowledge.legal if not _wastes(knowledge, one)}
    found[usual.suit, knowledge.higher(usual)] = usual
    return (usual, *(one for one in found.values() if one is not usual))


def _wastes(knowledge: Knowledge, one: Card) -> bool:
    """Whether the card wins as the last one where a lower card of its suit would, and more tricks are wanted.

    A rollout cannot see what the higher card is good for later. Against a nil the lower one may be worth keeping.
    """
    if not knowledge.is_last or not 1 < knowledge.need(knowledge.side) <= knowledge.left:
        return False
    if any(map(knowledge.keeps_nil, knowledge.rivals)):
        return False
    lower = [other for other in knowledge.legal if other.suit is one.suit and other.height < one.height]
    return any(map(knowledge.beats, lower))


def worths(outlook: Outlook, found: Ints) -> Floats:
    """What each of these ends is worth by the bids that were made; equal ones are judged once."""
    kinds, places = np.unique(found, return_inverse=True)
    made = outlook.knowledge.made
    known: Floats = np.array([outlook.worth(made, tricks_of_end(end)) for end in kinds.tolist()])
    return known[places.reshape(found.shape)]


def mean_worth(outlook: Outlook, bids: Sequence[Sequence[Bid]], found: Ints) -> float:
    """The mean worth of one end a world, each world with bids of its own."""
    ends = zip(bids, found.tolist(), strict=True)
    return sum(outlook.worth(row, tricks_of_end(end)) for row, end in ends) / len(bids)

"""The expert computer player of Spades: hands that may be, each played out, and the choice that wins most often.

It thinks of a fixed number of hands and never of a time, so a move can be made again from its view and its chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from games.bots.compiling import Floats, Ints
from games.engine.cards import Card
from games.spades.bots.auction import imagined_bids
from games.spades.bots.bids import nil_chance, tricks_in
from games.spades.bots.encoding import guess, tricks_of_end
from games.spades.bots.evaluation import Outlook
from games.spades.bots.knowledge import Knowledge
from games.spades.bots.normal import NormalSpades, bids_open_to
from games.spades.bots.policy import card_to_play
from games.spades.score import Bid

if TYPE_CHECKING:
    from random import Random

#: The policy is followed where another card is better by less, as a chance to win the game.
_POLICY = 0.004
#: Bids this far above or below the tricks counted are thought over, and nil.
_REACH = 2
#: A nil with less hope than this is not thought over.
_NO_NIL = 0.05


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

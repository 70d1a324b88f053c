"""The hard computer player of Bid Whist: hands that may be, each played out, and the choice that does best in them.

It thinks of a fixed number of hands and never of a time, so a move can be made again from its view and its chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.auction import Auction, best_name, own_tricks
from games.bidwhist.bots.bids import lowest_bids, said
from games.bidwhist.bots.evaluation import worths
from games.bidwhist.bots.knowledge import Knowledge, pick_of
from games.bidwhist.bots.numbers import bits, numbers
from games.bidwhist.bots.piles import piles
from games.bidwhist.bots.player import BidWhistPlayer
from games.bidwhist.bots.policy import card_by_policy, discard_by_policy, legal_cards
from games.bidwhist.bots.worlds import likely_worlds, renamed, scene_of
from games.bidwhist.score import Bid, Contract, Denomination
from games.bidwhist.state import PASS
from games.bots.compiling import Ints
from games.engine.actions import Action
from games.engine.cards import Card

if TYPE_CHECKING:
    from random import Random

#: The policy is followed where another choice is better by less, as a chance to win the game.
_POLICY: Final = 0.004
#: A bid must be better than a pass by so much: what is imagined is a little too good for whoever bids.
CAUTION: Final = 0.06


@dataclass(frozen=True, slots=True)
class Effort:
    """How many worlds are played out for every contract, every discard and every card."""

    contracts: int = 360
    discards: int = 240
    cards: int = 240


class HardBidWhist(BidWhistPlayer):
    """Plays for the chance to win the game, over hands that the calls, the plays and the voids make likely."""

    def __init__(self, effort: Effort = Effort()) -> None:
        self._effort = effort

    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        calls = possible_calls(knowledge)
        if len(calls) == 1:
            return said(calls[0])
        found = Auction(knowledge, likely_worlds(knowledge, self._effort.contracts, rng)).worths(calls)
        best = int(found.argmax())
        is_clear = calls[0] is not None or found[best] > found[0] + CAUTION
        return said(calls[best] if is_clear else None)

    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        return best_name(own_tricks(knowledge, likely_worlds(knowledge, self._effort.contracts, rng)), denomination)[1]

    def discard(self, knowledge: Knowledge, rng: "Random") -> Action:
        """The policy's discard against those that empty one suit or keep it whole."""
        pick = pick_of(knowledge)
        usual = discard_by_policy(knowledge)
        tried = piles(knowledge, pick, usual)
        rows = renamed(knowledge, likely_worlds(knowledge, self._effort.discards, rng))
        thrown = np.array([bits(pile, knowledge.contract) for pile in tried], np.int64)
        found = np.zeros((len(tried), len(rows)), np.int64)
        rollouts.pile_ends(rows, scene_of(knowledge), thrown, found)
        best = best_place(found, worths(knowledge, knowledge.contract))
        return usual if best == 0 else pick.with_free([one for one in tried[best] if one not in pick.must])

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        scene = scene_of(knowledge)
        usual = card_by_policy(knowledge)
        cards = different(knowledge, usual, legal_cards(knowledge, scene))
        if len(cards) == 1:
            return usual
        rows = renamed(knowledge, likely_worlds(knowledge, self._effort.cards, rng))
        table = numbers(knowledge.contract)
        found = np.zeros((len(cards), len(rows)), np.int64)
        rollouts.ends(rows, scene, np.array([table[one] for one in cards], np.int64), found)
        return cards[best_place(found, worths(knowledge, knowledge.contract))]


class SkilledBidWhist(HardBidWhist):
    """The same with a few hands for each choice."""

    def __init__(self) -> None:
        super().__init__(Effort(contracts=16, discards=16, cards=16))


def possible_calls(knowledge: Knowledge) -> list[Bid | None]:
    """A pass first, where it is offered, and of each denomination the lowest bid."""
    bids = lowest_bids(knowledge)
    return [None, *bids] if Action(PASS) in knowledge.view.legal else [*bids]


def best_place(found: Ints, worth: Sequence[float]) -> int:
    """The row of ends that is worth most; the first, the policy's, unless another is clearly better."""
    means = np.array(worth)[found].mean(axis=1)
    best = int(means.argmax())
    return best if means[best] > means[0] + _POLICY else 0


def different(knowledge: Knowledge, usual: Card, legal: Sequence[Card]) -> tuple[Card, ...]:
    """The legal cards, the policy's first; of cards with none unseen between them the one that it plays, or one."""
    table = numbers(knowledge.contract)
    out = bits(knowledge.unseen, knowledge.contract)

    def kind(one: Card) -> tuple[bool, int, int]:
        is_loose = knowledge.contract.suit_of(one) is None
        return is_loose, table[one] // 16, 0 if is_loose else rollouts.higher_out(table[one], out)

    found = {kind(one): one for one in legal}
    found[kind(usual)] = usual
    return (usual, *(one for one in found.values() if one is not usual))

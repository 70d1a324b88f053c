"""The bots of Bid Whist.

Easy counts trumps and high cards, and ignores past tricks. Medium counts more features of a hand, and uses the cards
and voids of past tricks. Skilled and hard play out a fixed number of sampled deals and use no clock, so view and seed
determine the choice.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.auction import Auction, best_name, own_tricks, worths
from games.bidwhist.bots.knowledge import Knowledge, pick_of
from games.bidwhist.bots.policy import (
    BidWhistPlayer,
    Pile,
    bid_action,
    call_of,
    card_by_policy,
    card_played,
    discard_by_policy,
    evaluated,
    inferred,
    legal_cards,
    lowest_bids,
    piles,
)
from games.bidwhist.bots.rollouts import VOIDS
from games.bidwhist.bots.worlds import EVERY, best_contract, bits, contract_rows, likely_worlds, numbers, scene_of
from games.bidwhist.score import Contract, Denomination, WhistBid
from games.bidwhist.state import PASS, side_of
from games.bots.base import clearly_best, one_of_each
from games.bots.kernels import Ints, ints
from games.engine.actions import Action
from games.engine.cards import Card, Rank

if TYPE_CHECKING:
    from random import Random

#: The easy bot's count, in books: a constant, and the addition for each card.
_USUAL, _EACH_TRUMP, _EACH_ACE, _EACH_KING, _EACH_JOKER = 6.0, 0.5, 0.5, 0.25, 0.5
_USUAL_NO_TRUMP, _EACH_ACE_NO_TRUMP = 7.0, 0.8
#: A bid must raise the chance to win by more than this over a pass, because rollouts overestimate bidders.
CAUTION: Final = 0.06


class EasyBidWhist(BidWhistPlayer):
    """Counts trumps and high cards, discards its lowest cards, and ignores past tricks. Uses no random numbers."""

    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        """Return the bid that the count exceeds most, or a pass if the count is too low or the partner's bid leads."""
        may_pass = Action(PASS) in knowledge.view.legal
        is_partners = knowledge.highest is not None and side_of(knowledge.highest[0]) == knowledge.side
        spare = {bid: _spare(knowledge.hand, bid) for bid in lowest_bids(knowledge)}
        best = max(spare, key=lambda bid: (spare[bid], -bid.level), default=None)
        if best is None or (may_pass and (is_partners or spare[best] < 0)):
            return bid_action(None)
        return bid_action(best)

    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        return _named(knowledge.hand, denomination)

    def discard(self, knowledge: Knowledge, rng: "Random") -> Action:
        """Return the discard of the lowest cards, trumps last and jokers in no trump first."""
        pick, contract = pick_of(knowledge), knowledge.contract
        table = numbers(contract)

        def worth(card: Card) -> tuple[bool, int]:
            is_trump = contract.suit_of(card) is contract.trump and not contract.is_no_trump
            return is_trump, -1 if card.is_joker and contract.is_no_trump else table[card] % 16

        return pick.with_free(sorted(pick.free, key=worth)[: pick.count - len(pick.must)])

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        """Return the policy's card as if no trick had been played: all cards of past tricks count as unseen."""
        scene = scene_of(knowledge)
        scene[VOIDS : VOIDS + 4] = 0
        out = [one for one in knowledge.pack if one not in (*knowledge.hand, *knowledge.lying)]
        return card_played(knowledge, bits(out, knowledge.contract), scene)


def books_in(hand: Sequence[Card], contract: Contract) -> float:
    """Return the easy bot's count of a hand, in books."""
    kings = sum(one.rank is (Rank.TWO if contract.is_down else Rank.KING) for one in hand)
    aces = sum(one.rank is Rank.ACE for one in hand)
    if contract.is_no_trump:
        return _USUAL_NO_TRUMP + _EACH_ACE_NO_TRUMP * aces + _EACH_KING * kings
    trumps = sum(contract.suit_of(one) is contract.trump for one in hand)
    jokers = sum(one.is_joker for one in hand)
    return _USUAL + _EACH_TRUMP * trumps + _EACH_ACE * aces + _EACH_KING * kings + _EACH_JOKER * jokers


def _named(hand: Sequence[Card], denomination: Denomination) -> Contract:
    some = [one for one in EVERY if one.bid.denomination is denomination]
    return max(some, key=lambda one: books_in(hand, one))


def _spare(hand: Sequence[Card], bid: WhistBid) -> float:
    """Return the books by which the count exceeds the promise of the bid."""
    return books_in(hand, _named(hand, bid.denomination)) - bid.promised


class MediumBidWhist(BidWhistPlayer):
    """Bids by length, honours, jokers and earlier calls, and plays by policy. Uses no random numbers."""

    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        """Return the best of the lowest legal bids of each denomination, or a pass."""
        evaluations = {}
        for bid in lowest_bids(knowledge):
            mean = best_contract(knowledge.hand, bid.denomination)[0] + inferred(knowledge, bid.denomination)
            evaluations[bid] = evaluated(knowledge, bid, mean)
        return bid_action(call_of(knowledge, evaluations))

    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        return best_contract(knowledge.hand, denomination)[1]


class HardBidWhist(BidWhistPlayer):
    """Maximises the chance to win the game over sampled deals that fit calls, plays and voids.

    The arguments are the numbers of worlds for a call or naming, for a discard, and for a card.
    """

    def __init__(self, contracts: int = 360, discards: int = 240, cards: int = 240) -> None:
        self._contracts, self._discards, self._cards = contracts, discards, cards

    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        calls = [*([None] if Action(PASS) in knowledge.view.legal else []), *lowest_bids(knowledge)]
        if len(calls) == 1:
            return bid_action(calls[0])
        found = Auction(knowledge, likely_worlds(knowledge, self._contracts, rng)).worths(calls)
        best = int(found.argmax())
        is_clear = calls[0] is not None or found[best] > found[0] + CAUTION
        return bid_action(calls[best] if is_clear else None)

    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        return EVERY[best_name(own_tricks(knowledge, likely_worlds(knowledge, self._contracts, rng)), denomination)]

    def discard(self, knowledge: Knowledge, rng: "Random") -> Action:
        """Return the best of the discards of `piles`."""
        pick = pick_of(knowledge)
        usual = discard_by_policy(knowledge)
        tried = piles(knowledge, pick, usual)
        found = pile_tricks(knowledge, likely_worlds(knowledge, self._discards, rng), tried)
        best = best_place(found, worths(knowledge, knowledge.contract))
        return usual if best == 0 else pick.with_free([one for one in tried[best] if one not in pick.must])

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        usual = card_by_policy(knowledge)
        cards = different(knowledge, usual, legal_cards(knowledge, scene_of(knowledge)))
        if len(cards) == 1:
            return usual
        found = card_tricks(knowledge, likely_worlds(knowledge, self._cards, rng), cards)
        return cards[best_place(found, worths(knowledge, knowledge.contract))]


class SkilledBidWhist(HardBidWhist):
    """The hard bot with fewer worlds for each choice."""

    def __init__(self) -> None:
        super().__init__(contracts=16, discards=16, cards=16)


def pile_tricks(knowledge: Knowledge, rows: Ints, tried: Sequence[Pile]) -> Ints:
    """Return [discard, world]: the tricks of seat 0's side if the declarer now makes that discard."""
    found = np.zeros((len(tried), len(rows)), np.int64)
    thrown = ints([bits(pile, knowledge.contract) for pile in tried])
    rollouts.pile_ends(contract_rows(knowledge, rows), scene_of(knowledge), thrown, found)
    return found


def card_tricks(knowledge: Knowledge, rows: Ints, cards: Sequence[Card]) -> Ints:
    """Return [card, world]: the tricks of seat 0's side if that card is played now."""
    found, table = np.zeros((len(cards), len(rows)), np.int64), numbers(knowledge.contract)
    tried = ints([table[one] for one in cards])
    rollouts.ends(contract_rows(knowledge, rows), scene_of(knowledge), tried, found)
    return found


def best_place(found: Ints, worth: Sequence[float]) -> int:
    """Return the index of the choice with the highest mean worth; 0, the policy's, unless another is clearly better.

    `found` are the tricks by choice and world, `worth` the value of each number of tricks.
    """
    return clearly_best(np.array(worth)[found].mean(axis=1).tolist())


def different(knowledge: Knowledge, usual: Card, legal: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards worth trying, the policy's card first. Of cards with no unseen card between them, return one."""
    table = numbers(knowledge.contract)
    out = bits(knowledge.unseen, knowledge.contract)

    def kind(card: Card) -> tuple[bool, int, int]:
        is_loose = knowledge.contract.suit_of(card) is None
        return is_loose, table[card] // 16, 0 if is_loose else rollouts.higher_out(table[card], out)

    return one_of_each(usual, legal, kind)

"""The easy computer player of Bid Whist: a simple count for its bid, and a policy without a memory."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.bidwhist.auction import pack
from games.bidwhist.bots.bids import lowest_bids, said
from games.bidwhist.bots.knowledge import Knowledge, pick_of
from games.bidwhist.bots.numbers import EVERY, bits, numbers
from games.bidwhist.bots.player import BidWhistPlayer
from games.bidwhist.bots.policy import card_played
from games.bidwhist.bots.rollouts import VOIDS
from games.bidwhist.bots.worlds import scene_of
from games.bidwhist.score import Bid, Contract, Denomination
from games.bidwhist.state import PASS, side_of
from games.engine.actions import Action
from games.engine.cards import Card, Rank

if TYPE_CHECKING:
    from random import Random

#: So many books a hand is taken to be good for before anything in it is counted, and so many each thing adds.
_USUAL, _EACH_TRUMP, _EACH_ACE, _EACH_KING, _EACH_JOKER = 6.0, 0.5, 0.5, 0.25, 0.5
_USUAL_NO_TRUMP, _EACH_ACE_NO_TRUMP = 7.0, 0.8


class EasyBidWhist(BidWhistPlayer):
    """Counts aces and trumps, throws off its lowest cards, and forgets each trick. It uses no chance."""

    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        """The lowest bid with most to spare by the count; a partner's bid stands."""
        may_pass = Action(PASS) in knowledge.view.legal
        is_partners = knowledge.highest is not None and side_of(knowledge.highest[0]) == knowledge.side
        spare = {bid: _spare(knowledge.hand, bid) for bid in lowest_bids(knowledge)}
        best = max(spare, key=lambda bid: (spare[bid], -bid.level), default=None)
        if best is None or (may_pass and (is_partners or spare[best] < 0)):
            return said(None)
        return said(best)

    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        return _named(knowledge.hand, denomination)

    def discard(self, knowledge: Knowledge, rng: "Random") -> Action:
        """The lowest cards beside the trumps, of whatever suit."""
        pick, contract = pick_of(knowledge), knowledge.contract
        table = numbers(contract)

        def worth(one: Card) -> tuple[bool, int]:
            is_trump = contract.suit_of(one) is contract.trump and not contract.is_no_trump
            return is_trump, -1 if one.is_joker and contract.is_no_trump else table[one] % 16

        return pick.with_free(sorted(pick.free, key=worth)[: pick.count - len(pick.must)])

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        """By policy, as if every card not in hand or on the table were still out, and nobody had shown a void."""
        scene = scene_of(knowledge)
        scene[VOIDS : VOIDS + 4] = 0
        lying = [one for _, one in knowledge.trick]
        out = [one for one in pack(knowledge.terms.jokers) if one not in knowledge.hand and one not in lying]
        return card_played(knowledge, bits(out, knowledge.contract), scene)


def books_in(hand: Sequence[Card], contract: Contract) -> float:
    """The simple count, in books."""
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


def _spare(hand: Sequence[Card], bid: Bid) -> float:
    """The books that the count has over what the bid promises."""
    return books_in(hand, _named(hand, bid.denomination)) - bid.promised

"""The policy of bots of Bid Whist for bids, discards, plays and calls of reneges, and the base class of all bots.

Cards are chosen by the policy of `rollouts`, so simulated seats play as this seat would.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import pairwise
from math import erf, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.knowledge import Knowledge, knowledge_of, pick_of
from games.bidwhist.bots.rollouts import keeping
from games.bidwhist.bots.worlds import bits, cards_of, numbers, scene_of
from games.bidwhist.rules import BidWhist
from games.bidwhist.score import KITTY_BOOK, Contract, Denomination, WhistBid, score_hand
from games.bidwhist.state import BID, BOOK, CALL, CONFIRM, DIRECTION, PASS, PLAY, TRICKS, TRUMP, side_of
from games.bots.base import warm_up
from games.bots.kernels import Ints
from games.engine.actions import Action, Pick, cards_in
from games.engine.cards import Card, Suit
from games.engine.state import DEALER, Phase, SeatView
from games.engine.tricks import next_seat

if TYPE_CHECKING:
    from random import Random
#: Standard deviation of a hand's tricks from the count.
_STRAY: Final = 1.6
#: Lowest chance to make a bid at which a seat bids: usually, and if the opponents would otherwise win the game.
_LEAST, _DESPERATE = 0.58, 0.42
#: Mean points of a bid for its side, per level.
_PER_LEVEL: Final = 0.3
#: Tricks that the partner's call adds to the count: a bid of the same denomination, another bid, a pass.
_SAME_KIND, _OTHER_KIND, _PASSED = 0.5, 0.2, -0.15
#: Tricks that an opponent's bid of the same denomination adds to the count.
_RIVAL_KIND: Final = -0.3
#: The number of trial choices in `prepare`: four calls, the naming, the discard and two cards.
_ACTIONS: Final = 8
Pile = tuple[Card, ...]


def reviewed(knowledge: Knowledge) -> Action | None:
    """Return the action that calls a renege, names its trick, or confirms the hand (section 8); None if none is due.

    A renege is called only if later plays prove it and the call wins books.
    """
    if knowledge.view.caller is not None:
        return Action(BOOK, knowledge.proved)
    call = Action(CALL)
    if call in knowledge.view.legal and knowledge.terms.renege_penalty and knowledge.proved is not None:
        return call
    return Action(CONFIRM) if knowledge.view.phase is Phase.REVIEW else None


def names_contract(likeness: Contract) -> Action:
    if likeness.direction is not None:
        return Action(DIRECTION, likeness.direction.value)
    return Action(TRUMP, str(likeness.trump))


def discard_by_policy(knowledge: Knowledge) -> Action:
    pick = pick_of(knowledge)
    kept = [one for one in knowledge.hand if one not in pick.must]
    held = bits(kept, knowledge.contract)
    gone = rollouts.pile_of(held, held, pick.count - len(pick.must), not knowledge.contract.is_no_trump)
    return pick.with_free(cards_of(gone, kept, knowledge.contract))


def card_by_policy(knowledge: Knowledge) -> Card:
    return card_played(knowledge, bits(knowledge.unseen, knowledge.contract), scene_of(knowledge))


def card_played(knowledge: Knowledge, out: int, scene: Ints) -> Card:
    """Return the policy's card, given the unseen cards `out` and the voids of the scene."""
    trick = scene[rollouts.TRICK : rollouts.TRICK + 4]
    card = rollouts.picked(
        knowledge.seat,
        bits(knowledge.hand, knowledge.contract),
        trick,
        int(scene[rollouts.COUNT]),
        int(scene[rollouts.LEADER]),
        int(scene[rollouts.TRUMP]),
        int(scene[rollouts.THROWS]),
        out,
        scene[rollouts.VOIDS : rollouts.VOIDS + 4],
        int(scene[rollouts.DECLARER]),
    )
    return cards_of(1 << int(card), knowledge.hand, knowledge.contract)[0]


def legal_cards(knowledge: Knowledge, scene: Ints) -> tuple[Card, ...]:
    """Return the cards that section 7 allows, even where reneges are accepted (section 8)."""
    count, trump, throws = (int(scene[place]) for place in (rollouts.COUNT, rollouts.TRUMP, rollouts.THROWS))
    led = rollouts.suit_led(np.ascontiguousarray(scene[rollouts.TRICK : rollouts.TRICK + 4]), count)
    legal = rollouts.legal_of(bits(knowledge.hand, knowledge.contract), led, trump, throws)
    return cards_of(legal, knowledge.hand, knowledge.contract)


def inferred(knowledge: Knowledge, denomination: Denomination) -> float:
    """Return the tricks that the other seats' calls add to the count."""
    expected = 0.0
    for seat, bid in knowledge.calls.items():
        if seat == next_seat(knowledge.seat, 2):
            expected += _PASSED if bid is None else _SAME_KIND if bid.denomination is denomination else _OTHER_KIND
        elif bid is not None and bid.denomination is denomination:
            expected += _RIVAL_KIND
    return expected


def evaluated(knowledge: Knowledge, bid: WhistBid, mean: float) -> tuple[float, float]:
    """Return the chance to make the bid, and its mean points. The tricks have a normal distribution about the mean."""
    made = points = 0.0
    marks = [(1 + erf((edge - 0.5 - mean) / _STRAY / sqrt(2))) / 2 for edge in range(TRICKS + 2)]
    for tricks, (lower, upper) in enumerate(pairwise(marks)):
        line = score_hand(bid, tricks=tricks, moved=0, terms=knowledge.terms)
        made += (upper - lower) * line.is_made
        points += (upper - lower) * line.points
    return made, points


def call_of(knowledge: Knowledge, evaluations: Mapping[WhistBid, tuple[float, float]]) -> WhistBid | None:
    """Return the bid to make, or None to pass. `evaluations` has what `evaluated` returns for the bids to consider."""
    may_pass = Action(PASS) in knowledge.view.legal
    least = _DESPERATE if _rivals_would_win(knowledge) else _LEAST
    fair = {bid: points for bid, (chance, points) in evaluations.items() if chance >= least or not may_pass}
    best = max(fair, key=lambda bid: (fair[bid], -bid.level), default=None)
    return None if best is None or (may_pass and fair[best] <= _standing(knowledge)) else best


def bid_action(bid: WhistBid | None) -> Action:
    return Action(PASS) if bid is None else Action(BID, str(bid))


def lowest_bids(knowledge: Knowledge) -> list[WhistBid]:
    """Return the lowest legal bid of each denomination."""
    found: dict[Denomination, WhistBid] = {}
    for bid in knowledge.offered:
        found.setdefault(bid.denomination, bid)
    return list(found.values())


def _standing(knowledge: Knowledge) -> float:
    """Return the points expected after a pass, from the highest bid so far."""
    if knowledge.highest is None:
        return 0.0
    seat, bid = knowledge.highest
    is_doubled = knowledge.terms.nt_double and bid.denomination is Denomination.NO_TRUMP
    worth = _PER_LEVEL * bid.level * (2 if is_doubled else 1)
    # A partner's bid counts double, so that this seat outbids it only for a clear gain.
    return 2 * worth if side_of(seat) == knowledge.side else -worth


def _rivals_would_win(knowledge: Knowledge) -> bool:
    """Return whether the opponents have the highest bid and win the game if they just make it."""
    if knowledge.highest is None or side_of(knowledge.highest[0]) == knowledge.side:
        return False
    bid = knowledge.highest[1]
    line = score_hand(bid, tricks=bid.promised - KITTY_BOOK, moved=0, terms=knowledge.terms)
    return knowledge.table.score[1 - knowledge.side] + line.points >= knowledge.terms.win_score


class BidWhistPlayer(ABC):
    """The base class of the bots. By default, it discards and plays by policy."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        review = reviewed(knowledge)
        if review is not None:
            return review
        match view.phase:
            case Phase.BID:
                return self.call(knowledge, rng)
            case Phase.NAME:
                return names_contract(self.named(knowledge, knowledge.contract.bid.denomination, rng))
            case Phase.DISCARD:
                return self.discard(knowledge, rng)
        return Action(PLAY, self.card(knowledge, rng).text)

    @abstractmethod
    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        """Return a bid or a pass."""

    @abstractmethod
    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        """Return a contract of that denomination with the trump or direction to name."""

    def discard(self, knowledge: Knowledge, rng: "Random") -> Action:
        return discard_by_policy(knowledge)

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        return card_by_policy(knowledge)

    def prepare(self, rng: "Random") -> None:
        """Compile the kernels or load them from disk. Takes some seconds the first time."""
        rules = BidWhist()
        begun = rules.initial({}, {})
        dealt = rules.apply(begun, DEALER, rules.chance(begun, rng.randrange)).state
        warm_up(self, rng, rules, dealt, _ACTIONS)


# -- discards worth trying ---------------------------------------------------------------------------


def piles(knowledge: Knowledge, pick: Pick, usual: Action) -> list[Pile]:
    """Return the discards worth trying, without duplicates: the policy's, and two for each suit.

    One of the two empties the suit, the other keeps all of it, as far as possible. Each has the cards that must go.
    """
    found = [cards_in(usual.argument)]
    contract, table, hand = knowledge.contract, numbers(knowledge.contract), bits(knowledge.hand, knowledge.contract)
    worth = {one: int(keeping(table[one], hand, int(not contract.is_no_trump))) for one in pick.free}
    for suit in Suit:
        held = [one for one in pick.free if contract.suit_of(one) is suit]
        for is_kept in (False, True):
            free = sorted(pick.free, key=lambda one: ((one in held) is is_kept, worth[one]))
            pile = (*pick.must, *free[: pick.count - len(pick.must)])
            if not any(set(pile) == set(other) for other in found):
                found.append(pile)
    return found

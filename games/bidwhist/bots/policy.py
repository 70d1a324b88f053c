"""What the players of Bid Whist do by policy: name, discard, play a card, and look back for a renege.

The policy at play is that of `rollouts`, so what is imagined of others is what this seat would do.
"""

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.knowledge import Knowledge, pick_of
from games.bidwhist.bots.numbers import bits, cards_of
from games.bidwhist.bots.worlds import scene_of
from games.bidwhist.score import Contract
from games.bidwhist.state import BOOK, CALL, CONFIRM, DIRECTION, TRUMP
from games.bots.base import ImpossibleView
from games.bots.compiling import Ints
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import Phase


def reviewed(knowledge: Knowledge) -> Action | None:
    """A renege called, named or not found, and the hand confirmed; None where the hand simply goes on (section 8).

    A call is made only where the cards shown prove it, and where it costs the rivals something.
    """
    if knowledge.view.caller is not None:
        return Action(BOOK, knowledge.proved)
    call = Action(CALL)
    if call in knowledge.view.legal and knowledge.terms.penalty and knowledge.proved is not None:
        return call
    return Action(CONFIRM) if knowledge.view.phase is Phase.REVIEW else None


def names_contract(likeness: Contract) -> Action:
    """Names the trump or the direction of `likeness`."""
    if likeness.direction is not None:
        return Action(DIRECTION, likeness.direction.value)
    if likeness.trump is None:
        raise ImpossibleView("there is nothing to name")
    return Action(TRUMP, likeness.trump.value)


def discard_by_policy(knowledge: Knowledge) -> Action:
    pick = pick_of(knowledge)
    kept = [one for one in knowledge.hand if one not in pick.must]
    held = bits(kept, knowledge.contract)
    gone = rollouts.pile_of(held, held, pick.count - len(pick.must), not knowledge.contract.is_no_trump)
    return pick.with_free(cards_of(gone, kept, knowledge.contract))


def card_by_policy(knowledge: Knowledge) -> Card:
    """The card that the policy plays, by all that the seat remembers."""
    return card_played(knowledge, bits(knowledge.unseen, knowledge.contract), scene_of(knowledge))


def card_played(knowledge: Knowledge, out: int, scene: Ints) -> Card:
    """The same by the cards that it takes to be out, and by the voids of the scene."""
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
    """What section 7 allows, also where the table would accept more (section 8)."""
    count, trump, throws = (int(scene[place]) for place in (rollouts.COUNT, rollouts.TRUMP, rollouts.THROWS))
    led = rollouts.suit_led(np.ascontiguousarray(scene[rollouts.TRICK : rollouts.TRICK + 4]), count)
    legal = rollouts.legal_of(bits(knowledge.hand, knowledge.contract), led, trump, throws)
    return cards_of(legal, knowledge.hand, knowledge.contract)

"""What the players of Bid Whist do by habit: name, discard, play a card, and look back for a renege.

The habits at play are those of `rehearsal`, so what is imagined of others is what this seat would do.
"""

import numpy as np

from games.bidwhist.bots import rehearsal
from games.bidwhist.bots.guess import scene_of
from games.bidwhist.bots.numbers import bits, cards_of
from games.bidwhist.bots.sight import Sight, pick_of
from games.bidwhist.contract import Contract
from games.bidwhist.state import BOOK, CALL, CONFIRM, DIRECTION, TRUMP
from games.bots.base import ImpossibleView
from games.bots.compiling import Ints
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import Phase


def reviewed(sight: Sight) -> Action | None:
    """A renege called, named or not found, and the hand confirmed; None where the hand simply goes on (section 8).

    A call is made only where the cards shown prove it, and where it costs the rivals something.
    """
    if sight.view.caller is not None:
        return Action(BOOK, sight.proved)
    call = Action(CALL)
    if call in sight.view.legal and sight.terms.penalty and sight.proved is not None:
        return call
    return Action(CONFIRM) if sight.view.phase is Phase.REVIEW else None


def names_contract(sight: Sight, likeness: Contract) -> Action:
    """Names the trump or the direction of `likeness`."""
    if likeness.direction is not None:
        return Action(DIRECTION, likeness.direction.value)
    if likeness.trump is None:
        raise ImpossibleView("there is nothing to name")
    return Action(TRUMP, likeness.trump.value)


def discard_by_habit(sight: Sight) -> Action:
    pick = pick_of(sight)
    kept = [one for one in sight.hand if one not in pick.must]
    gone = rehearsal.pile_of(bits(kept, sight.contract), pick.count - len(pick.must), not sight.contract.is_no_trump)
    return pick.with_free(cards_of(gone, kept, sight.contract))


def card_by_habit(sight: Sight) -> Card:
    """The card that habit plays, by all that the seat remembers."""
    return card_played(sight, bits(sight.unseen, sight.contract), scene_of(sight))


def card_played(sight: Sight, out: int, scene: Ints) -> Card:
    """The same by the cards that it takes to be out, and by the voids of the scene."""
    trick = scene[rehearsal.TRICK : rehearsal.TRICK + 4]
    card = rehearsal.picked(
        sight.seat,
        bits(sight.hand, sight.contract),
        trick,
        int(scene[rehearsal.COUNT]),
        int(scene[rehearsal.LEADER]),
        int(scene[rehearsal.TRUMP]),
        int(scene[rehearsal.THROWS]),
        out,
        scene[rehearsal.VOIDS : rehearsal.VOIDS + 4],
        int(scene[rehearsal.DECLARER]),
    )
    return cards_of(1 << int(card), sight.hand, sight.contract)[0]


def legal_cards(sight: Sight, scene: Ints) -> tuple[Card, ...]:
    """What section 7 allows, also where the table would accept more (section 8)."""
    count, trump, throws = (int(scene[place]) for place in (rehearsal.COUNT, rehearsal.TRUMP, rehearsal.THROWS))
    led = rehearsal.suit_led(np.ascontiguousarray(scene[rehearsal.TRICK : rehearsal.TRICK + 4]), count)
    legal = rehearsal.legal_of(bits(sight.hand, sight.contract), led, trump, throws)
    return cards_of(legal, sight.hand, sight.contract)

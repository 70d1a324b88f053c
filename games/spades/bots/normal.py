"""The normal computer player of Spades: a fixed count for its bid, and good habits at play."""

from typing import TYPE_CHECKING, ClassVar

from games.engine.actions import Action, Pick, texts
from games.engine.state import Phase, SeatView
from games.spades.bots.bids import bid_of, bids_blind, given_away, hearing_of, returned, wants_misdeal
from games.spades.bots.habits import card_to_play
from games.spades.bots.sight import Sight, sight_of
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY

if TYPE_CHECKING:
    from random import Random


class NormalSpades:
    """Bids what its cards count for and plays by habit. It uses no chance."""

    version: ClassVar[int] = 2

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        match view.phase:
            case Phase.BLIND:
                return blind_choice(sight)
            case Phase.BID:
                return MISDEAL_CLAIM if claims_misdeal(sight) else Action(BID, _bid(sight))
            case Phase.EXCHANGE:
                return exchange(sight)
        return Action(PLAY, card_to_play(sight).text)


MISDEAL_CLAIM = Action(MISDEAL)


def blind_choice(sight: Sight) -> Action:
    return Action(BLIND_NIL) if bids_blind(sight) else Action(LOOK)


def claims_misdeal(sight: Sight) -> bool:
    return MISDEAL_CLAIM in sight.view.legal and wants_misdeal(sight.hand, hearing_of(sight))


def bids_open_to(sight: Sight) -> list[int]:
    """The bids offered, lowest first."""
    offered = (one for one in sight.view.legal if isinstance(one, Action) and one.verb == BID)
    return [one.number for one in offered if one.number is not None]


def exchange(sight: Sight) -> Action:
    """As many cards as may change hands."""
    offers = sight.view.legal
    verb = offers[0].verb
    count = max(one.count if isinstance(one, Pick) else 0 for one in offers)
    chosen = given_away(sight.hand, count) if verb == GIVE else returned(sight.hand, count)
    return Action(verb, texts(chosen))


def _bid(sight: Sight) -> int:
    return bid_of(sight.hand, hearing_of(sight), bids_open_to(sight))

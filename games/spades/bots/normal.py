"""The normal computer player of Spades: bids by count and by the score, and plays by policy."""

from typing import TYPE_CHECKING, Final

from games.bots.warmup import warm_up
from games.engine.actions import Action, Pick, deal, texts
from games.engine.cards import PACK, Card
from games.engine.options import Options
from games.engine.state import DEALER, Phase, SeatView
from games.spades.bots.bids import bid_of, bids_blind, given_away, hearing_of, returned, wants_misdeal
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.bots.policy import card_to_play
from games.spades.rules import Spades
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, SEATS

if TYPE_CHECKING:
    from random import Random

#: Four bids and three cards, without the question of a blind bid.
_OPTIONS: Final[Options] = {"variant": "partner", "allow_blind_nils": False}
_ACTIONS: Final = 7


class NormalSpades:
    """Bids what its cards count for and plays by policy. It uses no chance."""

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


MISDEAL_CLAIM = Action(MISDEAL)


def usual(knowledge: Knowledge) -> Action:
    """What the normal player does, by count and by policy alone."""
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
    """The bids offered, lowest first."""
    offered = (one for one in knowledge.view.legal if isinstance(one, Action) and one.verb == BID)
    return [one.number for one in offered if one.number is not None]


def exchange(knowledge: Knowledge) -> Action:
    """As many cards as may change hands."""
    offers = knowledge.view.legal
    verb = offers[0].verb
    count = max(one.count if isinstance(one, Pick) else 0 for one in offers)
    chosen = given_away(knowledge.hand, count) if verb == GIVE else returned(knowledge.hand, count)
    return Action(verb, texts(chosen))

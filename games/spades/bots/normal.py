"""The easy and the normal bot of Spades: both bid by count and play by policy, the easy one without a memory."""

from functools import cached_property
from typing import TYPE_CHECKING, Final

from games.bots.base import warm_up
from games.engine.actions import Action, Pick, deal, texts
from games.engine.cards import PACK, Card, Rank, Suit
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Seat, SeatView
from games.spades.bots.bids import (
    KnownBids,
    bid_of,
    bids_blind,
    given_away,
    hearing_of,
    returned,
    wants_misdeal,
    wants_nil,
)
from games.spades.bots.encoding import card_to_play
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.rules import Spades
from games.spades.state import BID, BLIND_NIL, GIVE, LOOK, MISDEAL, PLAY, SEATS

if TYPE_CHECKING:
    from random import Random

#: Four bids and three cards, without the question of a blind bid.
_OPTIONS: Final[Options] = {"variant": "partner", "allow_blind_nils": False}
_ACTIONS: Final = 7
MISDEAL_CLAIM = Action(MISDEAL)
#: What it counts for a card, in tricks: a high spade, an ace of a side suit, its king or any other spade.
_HIGH_SPADE: Final = 1.0
_ACE: Final = 0.9
_OTHER: Final = 0.6
#: Of the tricks counted so much is left out.
_CAUTION: Final = 0.2


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


if TYPE_CHECKING:
    from random import Random


class EasySpades(NormalSpades):
    """The normal player, who sees less: it hears no bid before its own, remembers no trick and hunts no nil."""

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        offered = bids_open_to(knowledge)
        if 0 in offered and wants_nil(knowledge.hand, KnownBids((None,) * len(SEATS), knowledge.seat, knowledge.terms)):
            return 0
        wanted = round(sum(map(_worth, knowledge.hand)) - _CAUTION)
        return min(offered, key=lambda bid: (not bid, abs(bid - wanted), bid))

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        return card_to_play(Forgetful(knowledge.view, knowledge.seat))


class Forgetful(Knowledge):
    """The same look at the table, as if every card not in hand or before it were still out with anybody, and no rival
    had bid nil.
    """

    def keeps_nil(self, seat: Seat | None) -> bool:
        return seat not in self.rivals and super().keeps_nil(seat)

    @cached_property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(self.table.trick)

    @cached_property
    def cannot(self) -> tuple[int, ...]:
        return (0,) * len(SEATS)


def _worth(one: Card) -> float:
    if one.suit is Suit.SPADES:
        return _HIGH_SPADE if one.height >= Rank.KING else _OTHER
    return {Rank.ACE: _ACE, Rank.KING: _OTHER}.get(one.rank, 0.0) if one.rank else 0.0

"""The easy computer player of Spades: counts high cards for its bid, and plays by policy without a memory."""

from functools import cached_property
from typing import TYPE_CHECKING, Final

from games.engine.cards import Card, Rank, Suit
from games.engine.state import Seat
from games.spades.bots.bids import KnownBids, wants_nil
from games.spades.bots.knowledge import Knowledge
from games.spades.bots.normal import NormalSpades, bids_open_to
from games.spades.bots.policy import card_to_play
from games.spades.state import SEATS

if TYPE_CHECKING:
    from random import Random

#: What it counts for a card, in tricks: a high spade, an ace of a side suit, its king or any other spade.
_HIGH_SPADE: Final = 1.0
_ACE: Final = 0.9
_OTHER: Final = 0.6
#: Of the tricks counted so much is left out.
_CAUTION: Final = 0.2


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

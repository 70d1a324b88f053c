"""Which card the players of Spades play by policy.

The policy itself is compiled with the rollouts (`rollouts.picked`), so imagined seats play as the levels do.
"""

import numpy as np

from games.bots.pack import WHOLE_PACK, pack_bits
from games.engine.cards import Card
from games.spades.bots import rollouts
from games.spades.bots.encoding import scene_of
from games.spades.bots.knowledge import Knowledge
from games.spades.state import SEATS


def card_to_play(knowledge: Knowledge) -> Card:
    if len(knowledge.legal) == 1:
        return knowledge.legal[0]
    bids = np.array([knowledge.bid(seat) for seat in SEATS], np.int64)
    nils = sum(1 << seat for seat in SEATS if knowledge.keeps_nil(seat))
    scene = scene_of(knowledge, knowledge.voids)
    card = rollouts.chosen(knowledge.seat, pack_bits(knowledge.hand), bids, nils, scene)
    return WHOLE_PACK[card]

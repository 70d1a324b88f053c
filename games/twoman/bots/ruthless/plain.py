"""A yardstick for the ruthless player: thirty hands that may be, each solved with open cards, for points
alone.

Measured against in the arena, never offered at a table. Reads nothing from what the other seat does and knows no
table of standings.
"""

from typing import TYPE_CHECKING

import numpy as np

from games.bots.compiling import Ints
from games.engine.actions import Action
from games.engine.cards import PACK
from games.engine.state import Phase, SeatView
from games.twoman.bots.bids import Blind, medium_discard
from games.twoman.bots.knowledge import Knowledge, knowledge_of
from games.twoman.bots.ruthless import bidding, playing
from games.twoman.bots.ruthless.encoding import case_of, leads_first, scene_of
from games.twoman.bots.ruthless.learnt import learnt, new_stamp, workspace
from games.twoman.bots.ruthless.position import ENDS
from games.twoman.bots.ruthless.scoring import BID as BIDS_AT
from games.twoman.bots.ruthless.scoring import NIL_POINTS, bid_points
from games.twoman.state import BID, BIDS, DISCARD, PLAY

if TYPE_CHECKING:
    from random import Random

_WORLDS = 30
#: What a bag costs, in points.
_A_BAG = 9


class PlainTwoMan:
    """Samples evenly, solves, and takes the most points."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        seed = np.array([rng.getrandbits(62) | 1], np.int64)
        match view.phase:
            case Phase.BLIND:
                return Blind(knowledge).choose()
            case Phase.DISCARD:
                return Action(DISCARD, medium_discard(knowledge).text)
            case Phase.BID:
                return Action(BID, _bid(knowledge, seed))
        return Action(PLAY, PACK[_card(knowledge, seed)].text)


def _bid(knowledge: Knowledge, seed: Ints) -> int:
    scene, plays = scene_of(knowledge)
    hands, tricks = _hands(scene, plays, seed), np.zeros(_WORLDS, np.int64)
    bidding.tricks_of_worlds(
        workspace(), int(scene[playing.HAND]), hands, _WORLDS, leads_first(knowledge), new_stamp(), tricks
    )
    nil_points = int(case_of(knowledge)[NIL_POINTS])
    return max(BIDS, key=lambda bid: sum(_points(bid, int(t), nil_points) for t in tricks))


def _card(knowledge: Knowledge, seed: Ints) -> int:
    (scene, plays), case = scene_of(knowledge), case_of(knowledge)
    worth, out = np.zeros(ENDS, np.int64), np.zeros((_WORLDS, len(PACK)), np.int64)
    for end in range(ENDS):
        tricks, w = divmod(end, 9)
        mine = _points(int(case[BIDS_AT]), tricks, int(case[NIL_POINTS]))
        theirs = _points(int(case[BIDS_AT + 1]), 10 - tricks, int(case[NIL_POINTS]))
        worth[end] = mine - theirs + _A_BAG * (2 * (0, 1, -1)[w // 3] + (0, 1, -1)[w % 3])
    hands = _hands(scene, plays, seed)
    legal = playing.card_worths(workspace(), scene, plays, hands, worth, new_stamp(), out)
    return int(playing.best_card(legal, out.sum(axis=0)))


def _points(bid: int, tricks: int, nil_points: int) -> int:
    return int(bid_points(bid, tricks, 0, nil_points)) - _A_BAG * max(0, tricks - bid)


def _hands(scene: Ints, plays: Ints, seed: Ints) -> Ints:
    known, hands = learnt(), np.zeros(_WORLDS, np.int64)
    playing.worlds(scene, plays, 0, _WORLDS, known, np.zeros(3), seed, hands)
    return hands

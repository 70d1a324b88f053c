"""The ruthless player of Two-Man Spades, as the site knows it: a choice from a view.

Each phase imagines or solves a fixed number of hands, so a move can be made again from its view and its chance.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from games.bots.base import warm_up
from games.bots.compiling import Ints
from games.bots.pack import pack_bits
from games.engine.actions import Action, deal
from games.engine.cards import PACK, cards
from games.engine.ruleset import Start
from games.engine.state import DEALER, Phase, SeatView
from games.twoman.bots.knowledge import Knowledge, knowledge_of
from games.twoman.bots.ruthless import bidding, opening, playing, scoring
from games.twoman.bots.ruthless.encoding import case_of, is_odd, leads_first, scene_of
from games.twoman.bots.ruthless.learnt import learnt, new_stamp, workspace
from games.twoman.bots.ruthless.position import ENDS
from games.twoman.rules import TwoMan
from games.twoman.state import BID, BIDS, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, TRICKS

if TYPE_CHECKING:
    from random import Random

#: A blind bid must be better than a look by so much, in millionths: a hand that is looked at is bid better than
#: can be foretold.
FOR_A_LOOK = 20_000
#: So many bids are thought over with every hand.
_FEW = 4
#: A hand in which one seat may bid blind: a look, two discards, two bids, and two cards.
_HANDS = ("AS TS 4S KH 8H 3H QC 7C 2C JD 5D", "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D")
_START: Start = {"parity": ("odd", "even"), "base": (0, 200), "bags": (0, 0)}
_ACTIONS = 7


@dataclass(frozen=True, slots=True)
class Effort:
    """How many hands it thinks of. `solved` and `drawn` are for ten cards left, more as there are fewer.

    `trust` weighs what bid, discard and plays tell of the hidden hand; zeros leave every hand as likely as another.
    """

    solved: int = 30
    drawn: int = 400
    bids: int = 400
    discards: int = 120
    blinds: int = 300
    trust: tuple[float, float, float] = (1.0, 1.0, 1.0)


class RuthlessTwoMan:
    """Plays for the chance to win the game, against the hands that the other seat's choices make likely."""

    effort: ClassVar[Effort] = Effort()

    def __init__(self, effort: Effort | None = None) -> None:
        self._effort = effort or self.effort

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        seed = np.array([rng.getrandbits(62) | 1], np.int64)
        match view.phase:
            case Phase.BLIND:
                return self._blind(knowledge, seed)
            case Phase.DISCARD:
                return Action(DISCARD, PACK[self._discard(knowledge, seed)].text)
            case Phase.BID:
                return Action(BID, self._bid(knowledge, seed))
        if len(knowledge.legal) == 1:
            return Action(PLAY, knowledge.legal[0].text)
        return Action(PLAY, PACK[self._card(knowledge, seed)].text)

    def prepare(self, rng: "Random") -> None:
        """Loads what was learnt and compiles the kernels, or takes them from the disk: some seconds the first time."""
        rules = TwoMan()
        dealt = rules.apply(rules.initial({}, _START), DEALER, deal([cards(hand) for hand in _HANDS])).state
        warm_up(self, rng, rules, dealt, _ACTIONS)

    def _blind(self, knowledge: Knowledge, seed: Ints) -> Action:
        """A look unless a blind choice wins the game clearly more often; see `opening.write_blind`."""
        case, worth = case_of(knowledge), self._blinds(knowledge, seed) // self._effort.blinds
        case[scoring.NEXT_LEADER] = leads_first(knowledge)
        looked = max(int(worth[opening.LOOKED]), scoring.worth_now(case, learnt().standings))
        best = int(np.argmax(worth[1:])) + 1
        if worth[best] <= looked + min(FOR_A_LOOK, looked // 10):
            return Action(LOOK)
        return Action(BLIND_NIL) if best == opening.NIL else Action(BLIND, best)

    def _blinds(self, knowledge: Knowledge, seed: Ints) -> Ints:
        """By choice its worth, added up over all deals."""
        case, totals = case_of(knowledge), np.zeros(TRICKS + 1, np.int64)
        odd, first = is_odd(knowledge), leads_first(knowledge)
        opening.blind_values(case, odd, first, self._effort.blinds, learnt(), seed, totals)
        return totals

    def _discard(self, knowledge: Knowledge, seed: Ints) -> int:
        return int(playing.best_card(pack_bits(knowledge.hand), self._discards(knowledge, seed)))

    def _discards(self, knowledge: Knowledge, seed: Ints) -> Ints:
        """By card what putting it aside is worth, added up over all hands of the other."""
        case, eleven, totals = case_of(knowledge), pack_bits(knowledge.hand), np.zeros(len(PACK), np.int64)
        odd, first = is_odd(knowledge), leads_first(knowledge)
        opening.discard_values(case, eleven, odd, first, self._effort.discards, learnt(), seed, totals)
        return totals

    def _bid(self, knowledge: Knowledge, seed: Ints) -> int:
        """Every bid over a few hands, then the best few over all."""
        known, (scene, plays) = learnt(), scene_of(knowledge)
        hands = self._hands(scene, plays, self._effort.bids, 4 * self._effort.bids, seed)
        case, bids = case_of(knowledge), np.array(BIDS, np.int64)
        for count in (len(hands) // 6 + 1, len(hands)):
            totals = np.zeros(len(bids), np.int64)
            bidding.imagined_values(case, scene, hands, count, bids, known, seed, totals)
            bids = bids[np.sort(np.argsort(-totals, kind="stable")[:_FEW])] if count < len(hands) else bids
        return int(bids[int(np.argmax(totals))])

    def _card(self, knowledge: Knowledge, seed: Ints) -> int:
        known, (scene, plays) = learnt(), scene_of(knowledge)
        more = TRICKS / len(knowledge.hand)
        hands = self._hands(scene, plays, int(self._effort.solved * more), int(self._effort.drawn * more), seed)
        worth = np.zeros((TRICKS + 1, ENDS // (TRICKS + 1)), np.int64)
        out = np.zeros((len(hands), len(PACK)), np.int64)
        scoring.fill_worth(worth, case_of(knowledge), known.standings)
        legal = playing.card_worths(workspace(), scene, plays, hands, worth.ravel(), new_stamp(), out)
        return int(playing.best_card(legal, out.sum(axis=0)))

    def _hands(self, scene: Ints, plays: Ints, wanted: int, drawn: int, seed: Ints) -> Ints:
        """Hands of the other seat, likely ones more often than others."""
        known, hands = learnt(), np.zeros(max(wanted, drawn), np.int64)
        trust = np.array(self._effort.trust)
        playing.worlds(scene, plays, drawn, wanted, known, trust, seed, hands)
        return hands[:wanted]


class HardTwoMan(RuthlessTwoMan):
    """The same without reading: it takes every hand the other may hold for as likely as the next, and solves few."""

    effort: ClassVar[Effort] = Effort(solved=6, drawn=6, trust=(0.0, 0.0, 0.0))

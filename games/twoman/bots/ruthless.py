"""The ruthless and hard bots of Two-Man Spades, a plain baseline, and the conversion of a view for their kernels.

The number of sampled or solved hands is fixed and no clock is used, so view and seed reproduce a choice. In kernels
seat 0 is the bot's own; a card is 13 * suit + rank, suits C D H S, ranks from 0 for a two.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from games.bots.base import ImpossibleView, warm_up
from games.bots.kernels import Ints, seed_of
from games.bots.knowledge import IN_PACK, pack_bits, winner_of
from games.engine.actions import Action, deal
from games.engine.cards import PACK, cards
from games.engine.options import whole_number
from games.engine.ruleset import Start
from games.engine.state import DEALER, Phase, Seat, SeatView
from games.twoman.bots import inference, position, rollouts, solver
from games.twoman.bots.easy import medium_discard
from games.twoman.bots.knowledge import Knowledge, blind_choice, knowledge_of
from games.twoman.bots.position import ENDS, bid_points, learnt
from games.twoman.bots.solver import workspace
from games.twoman.rules import BID, BIDS, BLIND, BLIND_NIL, DISCARD, LOOK, NIL, PLAY, RANKING, TRICKS, TwoMan
from games.twoman.score import BAG_CARDS, Parity, Pile, bags_lost

if TYPE_CHECKING:
    from random import Random

#: Largest margin, in millionths of a game, by which a blind bid must beat a look, which rollouts underestimate.
FOR_A_LOOK = 20_000
#: Number of bids that are tried over all sampled hands, after a first selection over a sixth of the hands.
_FEW = 4
#: The trial deal of `prepare`. One seat may bid blind. The trial has 7 actions: a look, 2 discards, 2 bids, 2 cards.
_HANDS = ("AS TS 4S KH 8H 3H QC 7C 2C JD 5D", "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D")
_START: Start = {"parity": ("odd", "even"), "base": (0, 200), "bags": (0, 0)}
_ACTIONS = 7
_WORLDS = 30
#: Cost of a bag in points, for the plain bot.
_A_BAG = 9
#: What a won bag card adds to `w` (see `position`): by the number of bags that it takes off, then by its winner.
_WON = {2: (3, 6), 1: (1, 2)}


@dataclass(frozen=True, slots=True)
class Effort:
    """Numbers of hands to sample; `solved` and `drawn` are for the first trick and grow as cards are played.

    `drawn` random hands are resampled to `solved` by likelihood. `trust` are the factors of the log-likelihoods of bid,
    discard and plays; zeros make all hands equally likely.
    """

    solved: int = 30
    drawn: int = 400
    bids: int = 400
    discards: int = 120
    blinds: int = 300
    trust: tuple[float, float, float] = (1.0, 1.0, 1.0)


class RuthlessTwoMan:
    """Maximises the chance to win the game, against hands sampled by the likelihood of the other seat's choices."""

    effort: ClassVar[Effort] = Effort()

    def __init__(self, effort: Effort | None = None) -> None:
        self._effort = effort or self.effort

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        seed = seed_of(rng)
        match view.phase:
            case Phase.BLIND:
                return self._blind(knowledge, seed)
            case Phase.DISCARD:
                best = solver.best_card(pack_bits(knowledge.hand), self._discards(knowledge, seed))
                return Action(DISCARD, PACK[best].text)
            case Phase.BID:
                return Action(BID, self._bid(knowledge, seed))
        if len(knowledge.legal) == 1:
            return Action(PLAY, knowledge.legal[0].text)
        return Action(PLAY, PACK[self._card(knowledge, seed)].text)

    def prepare(self, rng: "Random") -> None:
        """Load the learnt weights, and compile the kernels or load them from disk."""
        rules = TwoMan()
        dealt = rules.apply(rules.initial({}, _START), DEALER, deal([cards(hand) for hand in _HANDS])).state
        warm_up(self, rng, rules, dealt, _ACTIONS)

    def _blind(self, knowledge: Knowledge, seed: Ints) -> Action:
        """Return the best blind bid if it is worth clearly more than a look, else a look."""
        case, worth = case_of(knowledge), self._blinds(knowledge, seed) // self._effort.blinds
        case[position.NEXT_LEADER] = case[position.FIRST_LEADER]
        looked = max(int(worth[rollouts.LOOKED]), position.worth_now(case, learnt().standings))
        best = int(np.argmax(worth[1:])) + 1
        if worth[best] <= looked + min(FOR_A_LOOK, looked // 10):
            return Action(LOOK)
        return Action(BLIND_NIL) if best == rollouts.NIL else Action(BLIND, best)

    def _blinds(self, knowledge: Knowledge, seed: Ints) -> Ints:
        """Return the summed worth of each choice; indexes as in `rollouts.write_blind`."""
        totals = np.zeros(TRICKS + 1, np.int64)
        rollouts.blind_values(case_of(knowledge), self._effort.blinds, learnt(), seed, totals)
        return totals

    def _discards(self, knowledge: Knowledge, seed: Ints) -> Ints:
        """Return the summed worth of each discard, by number of the card."""
        case, eleven, totals = case_of(knowledge), pack_bits(knowledge.hand), np.zeros(len(PACK), np.int64)
        rollouts.discard_values(case, eleven, self._effort.discards, learnt(), seed, totals)
        return totals

    def _bid(self, knowledge: Knowledge, seed: Ints) -> int:
        """Return the best bid. Tries all bids over a sixth of the sampled hands, then the best few over all hands."""
        known, (scene, plays) = learnt(), scene_of(knowledge)
        hands = self._hands(scene, plays, self._effort.bids, 4 * self._effort.bids, seed)
        case, bids = case_of(knowledge), np.array(BIDS, np.int64)
        for count in (len(hands) // 6 + 1, len(hands)):
            totals = np.zeros(len(bids), np.int64)
            rollouts.imagined_values(case, scene, hands, count, bids, known, seed, totals)
            bids = bids[np.sort(np.argsort(-totals, kind="stable")[:_FEW])] if count < len(hands) else bids
        return int(bids[int(np.argmax(totals))])

    def _card(self, knowledge: Knowledge, seed: Ints) -> int:
        scene, plays = scene_of(knowledge)
        more = TRICKS / len(knowledge.hand)
        hands = self._hands(scene, plays, int(self._effort.solved * more), int(self._effort.drawn * more), seed)
        legal, out = solved(scene, plays, hands, worth_of_ends(knowledge))
        return int(solver.best_card(legal, out.sum(axis=0)))

    def _hands(self, scene: Ints, plays: Ints, wanted: int, drawn: int, seed: Ints) -> Ints:
        return sampled(scene, plays, wanted, drawn, seed, self._effort.trust)


class HardTwoMan(RuthlessTwoMan):
    """Chooses as ruthless does, but without inference and with only a few solved hands for each card."""

    effort: ClassVar[Effort] = Effort(solved=6, drawn=6, trust=(0.0, 0.0, 0.0))


# -- the baseline ------------------------------------------------------------------------------------


class PlainTwoMan:
    """A baseline for the arena, not offered to players. Bids and plays for the most points over thirty solved hands."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        seed = seed_of(rng)
        match view.phase:
            case Phase.BLIND:
                return blind_choice(knowledge)
            case Phase.DISCARD:
                return Action(DISCARD, medium_discard(knowledge).text)
            case Phase.BID:
                return Action(BID, _bid(knowledge, seed))
        return Action(PLAY, PACK[_card(knowledge, seed)].text)


def _bid(knowledge: Knowledge, seed: Ints) -> int:
    scene, plays = scene_of(knowledge)
    hands, tricks = sampled(scene, plays, _WORLDS, 0, seed), np.zeros(_WORLDS, np.int64)
    solver.tricks_of_worlds(workspace(), int(scene[inference.HAND]), hands, leads_first(knowledge), tricks)
    nil_points = int(case_of(knowledge)[position.NIL_POINTS])
    return max(BIDS, key=lambda bid: sum(_points(bid, int(t), nil_points) for t in tricks))


def _card(knowledge: Knowledge, seed: Ints) -> int:
    (scene, plays), case = scene_of(knowledge), case_of(knowledge)
    worth = np.zeros(ENDS, np.int64)
    for end in range(ENDS):
        tricks, w = divmod(end, 9)
        mine = _points(int(case[position.BID]), tricks, int(case[position.NIL_POINTS]))
        theirs = _points(int(case[position.BID + 1]), 10 - tricks, int(case[position.NIL_POINTS]))
        worth[end] = mine - theirs + _A_BAG * (2 * (0, 1, -1)[w // 3] + (0, 1, -1)[w % 3])
    legal, out = solved(scene, plays, sampled(scene, plays, _WORLDS, 0, seed), worth)
    return int(solver.best_card(legal, out.sum(axis=0)))


def _points(bid: int, tricks: int, nil_points: int) -> int:
    return int(bid_points(bid, tricks, 0, nil_points)) - _A_BAG * max(0, tricks - bid)


# -- the view as numbers -----------------------------------------------------------------------------


def case_of(knowledge: Knowledge) -> Ints:
    """Return the case for `position`. A missing bid is -1; a pile with a hidden discard has no points."""
    case = np.zeros(position.CASE_SIZE, np.int64)
    table, options = knowledge.table, knowledge.view.options
    for place, seat in enumerate((knowledge.seat, knowledge.other)):
        bid = table.bids[seat]
        case[position.BASE + place], case[position.BAGS + place] = table.base[seat], table.bags[seat]
        case[position.BID + place] = -1 if bid is None else bid
        case[position.BLIND + place] = _blind(table.blind[seat])
    case[position.NEXT_LEADER] = _place(knowledge, table.first if options["first_lead"] == "odd" else 1 - table.first)
    case[position.TARGET], case[position.MERCY] = whole_number(options, "target"), whole_number(options, "mercy_lead")
    case[position.NIL_POINTS], case[position.DENIAL] = whole_number(options, "nil_points"), bool(options["denial"])
    case[position.IS_ODD], case[position.FIRST_LEADER] = is_odd(knowledge), leads_first(knowledge)
    if None not in table.discards:
        pile = Pile(knowledge.pile)
        winner = _place(knowledge, table.parity.index(pile.parity))
        case[position.PILE_POINTS], case[position.PILE_WINNER] = pile.points, winner
        case[position.LOST + winner] = bags_lost(knowledge.pile)
    return case


def scene_of(knowledge: Knowledge) -> tuple[Ints, Ints]:
    """Return the scene for bids and plays (see `inference`), and the numbers of the played cards in order.

    Raises ImpossibleView while a discard is hidden, or if the cards are not ten for each seat.
    """
    scene, plays = np.zeros(inference.SCENE_SIZE, np.int64), np.zeros(20, np.int64)
    table = knowledge.table
    own, other = knowledge.pile if knowledge.seat == 0 else knowledge.pile[::-1]
    made = knowledge.plays
    if len(made) + len(knowledge.hand) + knowledge.held != 2 * TRICKS:
        raise ImpossibleView("the cards played and held are not ten for each seat")
    for place, (_, one) in enumerate(made):
        plays[place] = IN_PACK[one]
    scene[inference.HAND], scene[inference.POOL] = pack_bits(knowledge.hand), pack_bits(knowledge.pool)
    scene[inference.THEIR_PLAYED] = pack_bits(knowledge.played_by(knowledge.other))
    scene[inference.HELD], scene[inference.COUNT], scene[inference.BROKEN] = knowledge.held, len(made), table.broken
    scene[inference.OWN_DISCARD], scene[inference.THEIR_DISCARD] = IN_PACK[own], IN_PACK[other]
    scene[inference.FIRST], scene[inference.THEIR_PARITY] = leads_first(knowledge), 1 - is_odd(knowledge)
    bid, their_bid = table.bids[knowledge.seat], table.bids[knowledge.other]
    scene[inference.BID] = -1 if bid is None else bid
    scene[inference.THEIR_BID] = -1 if their_bid is None else their_bid
    scene[inference.THEIR_BLIND] = _blind(table.blind[knowledge.other])
    was_first = scene[inference.FIRST] == 0 or _blind(table.blind[knowledge.seat]) != position.SEEING
    scene[inference.KNOWN_BID] = scene[inference.BID] if was_first else -1
    scene[inference.W] = _bag_cards_won(knowledge)
    return scene, plays


def sampled(
    scene: Ints, plays: Ints, wanted: int, drawn: int, seed: Ints, trust: tuple[float, float, float] = (1.0, 1.0, 1.0)
) -> Ints:
    """Return `wanted` hands of the other seat, sampled as in `inference.worlds`."""
    hands = np.zeros(max(wanted, drawn), np.int64)
    inference.worlds(scene, plays, drawn, wanted, learnt(), np.array(trust), seed, hands)
    return hands[:wanted]


def worth_of_ends(knowledge: Knowledge) -> Ints:
    """Return the worth of each end of the hand, [tricks, w]."""
    worth = np.zeros((TRICKS + 1, ENDS // (TRICKS + 1)), np.int64)
    position.fill_worth(worth, case_of(knowledge), learnt().standings)
    return worth


def solved(scene: Ints, plays: Ints, hands: Ints, worth: Ints) -> tuple[int, Ints]:
    """Return the legal cards as bits, and their worth as [hand, card]; `worth` is that of each end."""
    out = np.zeros((len(hands), len(PACK)), np.int64)
    return solver.card_worths(workspace(), scene, plays, hands, worth.ravel(), out), out


def leads_first(knowledge: Knowledge) -> int:
    """Return 0 if the bot's seat leads the first trick, else 1."""
    return _place(knowledge, knowledge.table.first)


def is_odd(knowledge: Knowledge) -> int:
    return int(knowledge.table.parity[knowledge.seat] is Parity.ODD)


def _bag_cards_won(knowledge: Knowledge) -> int:
    won = 0
    for trick in knowledge.tricks:
        winner = _place(knowledge, winner_of(trick, RANKING))
        won += sum(_WON[BAG_CARDS[one]][winner] for _, one in trick if one in BAG_CARDS)
    return won


def _place(knowledge: Knowledge, seat: Seat) -> int:
    return 0 if seat == knowledge.seat else 1


def _blind(said: int | str | None) -> int:
    if said == NIL:
        return position.BLIND_NIL
    return position.DOUBLED if isinstance(said, int) else position.SEEING

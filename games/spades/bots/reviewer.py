"""The evaluator of Spades: the chance to win after each action, from a seat's view, as the expert bot estimates it.

It samples more worlds than the bot does at the table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import exp
from typing import Final

import numpy as np

from games.bots.base import Seeded
from games.bots.knowledge import pack_bits
from games.engine.actions import Action, cards_in, texts
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Phase, Seat, SeatView, State
from games.evaluation.evaluators import OpenTrick, above_mean, alike, all_weighed, in_whole, share, weighed_actions
from games.evaluation.interface import (
    MORE_MADE,
    MOST,
    SURE,
    Choice,
    Evaluator,
    Layout,
    Reason,
    WeighedActions,
    clearest,
)
from games.spades.bots.before_play import (
    End,
    Pile,
    after_bids,
    after_blind_choice,
    after_exchange,
    ends_of,
    piles,
    whole_auction,
)
from games.spades.bots.bids import nil_chance, tricks_in
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.bots.players import (
    MISDEAL_CLAIM,
    HandOutcomes,
    NormalSpades,
    likely_bids,
    winning_chance,
    worths,
)
from games.spades.bots.worlds import Guess, deals, guess, tricks_of_end
from games.spades.rules import Spades
from games.spades.score import SideLine
from games.spades.state import BID, BLIND_NIL, LOOK, PLAY, RANKING, SEATS, SpadesState, side_of

#: Number of worlds sampled, by phase.
_HANDS: Final = {Phase.BLIND: 240, Phase.BID: 240, Phase.EXCHANGE: 480, Phase.PLAY: 240}
#: Every exchange tried is weighed over the first `_SIFTED` worlds; the best `_FEW` and the chosen one, over all worlds.
_SIFTED, _FEW = 160, 3
_RULES: Final = Spades()


class SpadesEvaluator(Evaluator):
    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        knowledge = knowledge_of(view)
        policy, worlds = NormalSpades().choose(view, Seeded(seed)), _imagined(knowledge, seed)
        match view.phase:
            case Phase.BLIND:
                weighed = _blind(worlds)
            case Phase.BID:
                weighed = _bids(worlds, (chosen, policy))
            case Phase.EXCHANGE:
                weighed = _exchanges(worlds, chosen)
            case _:
                weighed = _cards(worlds)
        return replace(weighed, usual=policy)

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        knowledge = knowledge_of(view)
        worlds = _imagined(knowledge, seed)
        weights = () if worlds.likely is None else in_whole(worlds.likely)
        if view.phase is Phase.BLIND:
            return clearest(_why_blind(worlds, best, chosen))
        found = [_lines(worlds, action) for action in (best, chosen)]
        reasons = []
        for code, is_achieved in _AIMS.items():
            shares = [share((is_achieved(*lines) for lines in sheets), weights) for sheets in found]
            if code == _NIL_KEPT and view.phase is Phase.BID:
                shares = [nil_kept_in(one) for one in shares]
            reasons.append(Reason(code, *shares))
        if view.phase is Phase.BID and (best.number or 0) > (chosen.number or 0):
            made = next(one.best for one in reasons if one.code == _BID_HELD)
            reasons.append(Reason(MORE_MADE, made, 0))
        held = dict(enumerate(worlds.hands.T.tolist()))
        taken = open_trick(knowledge).why(best.card, chosen.card, PACK, held, weights)
        return (*clearest(reasons), *taken)[:MOST]

    def before(self, state: State) -> tuple[int, ...]:
        own = SpadesState.of(state)
        worth_of = [round(SURE * winning_chance(own.standings, side, own.terms)) for side in range(own.terms.sides)]
        return tuple(worth_of[side_of(own.terms, seat)] for seat in SEATS)

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return each seat's chance to win with the deal, less the mean over the four rotations of the same hands.

        Both are in millionths. All seats bid by counting tricks and play by policy, without random numbers.
        """
        own = SpadesState.of(state)
        hands = [(*own.hands[turn:], *own.hands[:turn]) for turn in range(len(SEATS))]
        auctions = [whole_auction(own, held) for held in hands]
        guessed = Guess(_seat_of(own, 0), np.array([[pack_bits(one) for one in held] for held in hands], np.int64))
        ends = ends_of(guessed, auctions)
        return tuple(above_mean(_worths(HandOutcomes(_seat_of(own, seat)), ends)) for seat in SEATS)


def _seat_of(state: SpadesState, seat: Seat) -> Knowledge:
    return Knowledge(_RULES.view(state, seat), seat)


# -- values ---------------------------------------------------------------------------------------------


def _imagined(knowledge: Knowledge, seed: int) -> Guess:
    """Return worlds, the same for every action. Before a look the seat's own hand is sampled, too."""
    draw, count = deals if knowledge.view.hand is None else guess, _HANDS[knowledge.view.phase]
    return draw(knowledge, count, Seeded(seed))


def _cards(worlds: Guess) -> WeighedActions:
    knowledge = worlds.knowledge
    groups = groups_of(knowledge)
    found = worlds.ends([group[0] for group in groups])
    values = np.rint(SURE * worths(HandOutcomes(knowledge), found)).astype(np.int64)
    choices = (
        Choice(tuple(Action(PLAY, one.text) for one in group), tuple(values[place].tolist()))
        for place, group in enumerate(groups)
    )
    return _weighed(worlds, choices)


def _bids(worlds: Guess, made: Iterable[Action]) -> WeighedActions:
    """Weigh the bids near the expected tricks, the bids in `made`, and a misdeal if it is legal."""
    knowledge = worlds.knowledge
    outlook = HandOutcomes(knowledge)
    near = likely_bids(knowledge.view.legal_bids, tricks_in(knowledge.hand), nil_chance(knowledge.hand))
    others = (one.number for one in made if one.verb == BID and one.number is not None)
    found = after_bids(worlds, sorted({*near, *others}))
    choices = [Choice((Action(BID, bid),), _worths(outlook, ends)) for bid, ends in found.items()]
    if MISDEAL_CLAIM in knowledge.view.legal:
        choices.append(Choice((MISDEAL_CLAIM,), _worths(outlook, [None] * len(worlds.hands))))
    return _weighed(worlds, choices)


def _blind(worlds: Guess) -> WeighedActions:
    """Weigh a look, followed by the normal bot's bid, and a blind nil. The result has no example hands."""
    outlook = HandOutcomes(worlds.knowledge)
    choices = [Choice((Action(verb),), _worths(outlook, ends)) for verb, ends in after_blind_choice(worlds).items()]
    return replace(_weighed(worlds, choices), examples=())


def _exchanges(worlds: Guess, chosen: Action) -> WeighedActions:
    """Weigh the chosen exchange and those that `piles` finds worth trying."""
    outlook, own = HandOutcomes(worlds.knowledge), cards_in(chosen.argument)
    tried: dict[frozenset[Card], Pile] = {}
    for pile in (own, *piles(worlds.knowledge)):
        tried.setdefault(frozenset(pile), pile)
    every = list(tried.values())
    some, others = (replace(worlds, hands=part) for part in (worlds.hands[:_SIFTED], worlds.hands[_SIFTED:]))
    first = [_worths(outlook, after_exchange(some, pile)) for pile in every]
    order = sorted(range(len(every)), key=lambda place: -sum(first[place]))
    full = {*order[:_FEW], 0}
    rest = {place: _worths(outlook, after_exchange(others, every[place])) for place in full}
    choices = []
    for place, pile in enumerate(every):
        in_any_order = tuple(Action(chosen.verb, texts(cards)) for cards in permutations(pile))
        choices.append(Choice(in_any_order, (*first[place], *rest.get(place, ()))))
    return _weighed(worlds, choices)


def _worths(outlook: HandOutcomes, ends: Iterable[End | None]) -> tuple[int, ...]:
    """Return the chance to win after each end, in millionths; a misdeal (None) leaves the scores unchanged."""
    knowledge = outlook.knowledge
    void = round(SURE * winning_chance(knowledge.table.standings, knowledge.side, knowledge.terms))
    return tuple(void if end is None else round(SURE * outlook.worth(*end)) for end in ends)


def _weighed(worlds: Guess, choices: Iterable[Choice]) -> WeighedActions:
    def layout(world: int) -> Layout:
        return tuple(texts(worlds.hand(world, seat)) for seat in SEATS)

    if worlds.likely is not None:
        return all_weighed(worlds.likely, choices, layout)
    return weighed_actions(worlds.hands, choices, layout)


def groups_of(knowledge: Knowledge) -> list[tuple[Card, ...]]:
    """Return the legal cards in groups of equal cards: no unseen card and no card of the trick is between them."""
    legal = sorted(knowledge.legal, key=lambda one: one.height)
    return alike(legal, {*knowledge.unseen, *knowledge.lying}, lambda one: (one.suit, one.height))


# -- reasons --------------------------------------------------------------------------------------------

_BID_HELD, _NIL_KEPT = "BID_HELD", "NIL_KEPT"
#: Nils are broken more often at the table than in rollouts. The log-odds that a nil is kept at the table are a linear
#: function of those in rollouts. Shift and slope were fitted to 2,000 nils played by the hard bot (docs/review.md).
_NIL_SHIFT, _NIL_SLOPE = -0.22, 0.69
#: By reason code: whether a hand achieves the aim, given the score lines of the seat's side and of the other sides.
_AIMS: Final[Mapping[str, Callable[[SideLine, Sequence[SideLine]], bool]]] = {
    _BID_HELD: lambda own, _others: own.bid > 0 and own.is_made,
    "OTHER_SET": lambda _own, others: not all(one.is_made for one in others),
    _NIL_KEPT: lambda own, _others: own.nils > 0 and not own.nil_tricks,
    "NIL_BROKEN": lambda _own, others: any(one.nil_tricks for one in others),
    "NO_BAGS": lambda own, _others: not own.bags_taken,
}


def nil_kept_in(share: int) -> int:
    """Return the percentage of nils kept at the table if rollouts keep `share` percent."""
    if not share:
        return 0  # there is no nil, or it is never kept
    odds: float = exp(_NIL_SHIFT) * (share / (100.5 - share)) ** _NIL_SLOPE
    return round(100 * odds / (1 + odds))


def _lines(worlds: Guess, action: Action) -> list[tuple[SideLine, Sequence[SideLine]]]:
    """Return for each sampled world the score line of the seat's side after an action, and the other sides' lines."""
    outlook, side = HandOutcomes(worlds.knowledge), worlds.knowledge.side
    sheets = (outlook.lines(*end) for end in _ends(worlds, action))
    return [(one[side], (*one[:side], *one[side + 1 :])) for one in sheets]


def _ends(worlds: Guess, action: Action) -> list[End]:
    """Return the end of each sampled world after an action; empty for a misdeal."""
    match worlds.knowledge.view.phase:
        case Phase.EXCHANGE:
            return after_exchange(worlds, cards_in(action.argument))
        case Phase.BID if action.number is not None:
            return after_bids(worlds, [action.number])[action.number]
        case Phase.PLAY if action.card is not None:
            ends = worlds.ends([action.card])[0].tolist()
            return [(worlds.knowledge.made, tricks_of_end(end)) for end in ends]
    return []


def _why_blind(worlds: Guess, best: Action, chosen: Action) -> Iterator[Reason]:
    """Yield the reasons for a look or a blind nil: games won, games not lost, and how often the blind nil is kept."""
    outlook, own = HandOutcomes(worlds.knowledge), worlds.knowledge.side
    ends = {verb: [end for end in some if end is not None] for verb, some in after_blind_choice(worlds).items()}
    winners = [[outlook.winner(*end) for end in ends[action.verb]] for action in (best, chosen)]
    yield Reason("GAME_WON", *(share(one == own for one in some) for some in winners))
    yield Reason("GAME_SAVED", *(share(one in (None, own) for one in some) for some in winners))
    held = share(tricks[worlds.knowledge.seat] == 0 for _, tricks in ends[BLIND_NIL])
    yield Reason("BLIND_FALLS", 100, held) if best.verb == LOOK else Reason("BLIND_MADE", held, 0)


def open_trick(knowledge: Knowledge) -> OpenTrick:
    return OpenTrick(
        seat=knowledge.seat,
        seats=len(SEATS),
        on_table=knowledge.trick,
        ranking=RANKING,
        is_own=lambda seat: side_of(knowledge.terms, seat) == knowledge.side,
        first_suit=Suit.CLUBS if knowledge.view.of_clubs else None,
    )

"""The evaluator of Two-Man Spades: the worth of each action from its seat's view, as the ruthless bot estimates it.

It draws at least as many hands as the bot does at the table.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from games.bots.kernels import Ints, ints
from games.bots.knowledge import IN_PACK, pack_bits, pack_cards
from games.engine.actions import Action, texts
from games.engine.cards import PACK, Card
from games.engine.state import Phase, SeatView, State
from games.evaluation.evaluators import OpenTrick, alike, share
from games.evaluation.interface import (
    MORE_MADE,
    MOST,
    Choice,
    Evaluator,
    Layout,
    Reason,
    WeighedActions,
    clearest,
    of_two,
    spread,
)
from games.twoman.bots import position, rollouts
from games.twoman.bots.inference import cards_of, draw
from games.twoman.bots.knowledge import Knowledge, knowledge_of
from games.twoman.bots.position import learnt
from games.twoman.bots.rollouts import expected_bid, likely_discard, played_out
from games.twoman.bots.ruthless import (
    FOR_A_LOOK,
    case_of,
    is_odd,
    leads_first,
    sampled,
    scene_of,
    solved,
    worth_of_ends,
)
from games.twoman.rules import (
    BID,
    BIDS,
    BLIND,
    BLIND_BIDS,
    BLIND_NIL,
    DISCARD,
    HAND_SIZE,
    LOOK,
    PLAY,
    RANKING,
    TRICKS,
    TwoMan,
)
from games.twoman.score import BAG_CARDS

#: Numbers of hands for a card, a bid, a discard and a blind decision. For a card and a bid they are sampled by
#: likelihood from a larger number drawn. The number drawn for a card grows as fewer cards are left.
_CARDS, _DRAWN = 100, 800
_BIDS, _BIDS_DRAWN = 400, 1600
_DISCARDS, _BLINDS = 1000, 1000
#: Deals played out for a reason on a blind bid.
_BLINDS_PLAYED: Final = 400
#: Every discard is evaluated over the first `_SIFTED` hands, and the best `_FEW` and the chosen discard over all.
_SIFTED, _FEW = 250, 3
#: Number of rollouts for the luck of a deal; as many again are played with the hands exchanged.
_DEALS = 400
_RULES: Final = TwoMan()


class TwoManEvaluator(Evaluator):
    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        knowledge, begin = knowledge_of(view), np.array([seed], np.int64)
        match view.phase:
            case Phase.BLIND:
                return _blind(knowledge, begin)
            case Phase.DISCARD:
                return _discards(knowledge, chosen, begin)
            case Phase.BID:
                return _bids(knowledge, begin)
        return _cards(knowledge, begin)

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        knowledge, begin = knowledge_of(view), np.array([seed], np.int64)
        match view.phase:
            case Phase.DISCARD:
                found = _why_aside(knowledge.hand, best, chosen)
            case Phase.BID:
                found = _why_bid(knowledge, best, chosen, begin)
            case Phase.PLAY:
                return _why_played(knowledge, best, chosen, begin)
            case _:
                found = _why_blind(knowledge, best, chosen, begin)
        return clearest(found)

    def before(self, state: State) -> tuple[int, ...]:
        return of_two(_undrawn(state) if state.number == 1 else _led(state))

    def after(self, state: State) -> tuple[int, ...]:
        return of_two(position.worth_now(case_of(_open(state)), learnt().standings))

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return by seat the luck of the cards, and in hand 1 add that of the draw of the first leader.

        The luck of the cards is half the difference in worth between the deal and the deal with hands exchanged.
        """
        drawn = _led(state) - _undrawn(state) if state.number == 1 else 0
        luck = _exchanged(state, seed) + drawn
        return luck, -luck


# -- luck and standings ---------------------------------------------------------------------------------


def _open(state: State) -> Knowledge:
    return Knowledge(_RULES.view(state, 0), 0)


def _led(state: State, leader: int | None = None) -> int:
    """Return the worth to seat 0 of the standings before the hand, if `leader` (by default the actual one) leads it."""
    seen = _open(state)
    case = case_of(seen)
    case[position.NEXT_LEADER] = leads_first(seen) if leader is None else leader
    return int(position.worth_now(case, learnt().standings))


def _undrawn(state: State) -> int:
    """Return the worth to seat 0 before the leader is drawn: the mean over both leaders."""
    return (_led(state, 0) + _led(state, 1)) // 2


def _exchanged(state: State, seed: int) -> int:
    """Return half the difference in worth to seat 0 between the deal and the same deal with hands exchanged."""
    seen = _open(state)
    begin = ints([seed])
    begins = ints([rollouts.begin_of(begin) for _ in range(_DEALS)])
    one, other = (pack_bits(hand) for hand in state.hands)
    case = case_of(seen)
    gained = int(rollouts.deal_worths(case, one, other, begins, learnt()))
    gained -= int(rollouts.deal_worths(case, other, one, begins, learnt()))
    # Round towards 0, so that exchanging the hands changes only the sign.
    return gained // (2 * _DEALS) if gained >= 0 else -(-gained // (2 * _DEALS))


# -- values ---------------------------------------------------------------------------------------------


def _blind(knowledge: Knowledge, seed: Ints) -> WeighedActions:
    """Evaluate a look and the blind bids.

    The worth of a look is at least that of the standings before the hand, plus the bot's margin, because rollouts
    underestimate a look.
    """
    known, case, out = learnt(), case_of(knowledge), np.zeros((_BLINDS, TRICKS + 1), np.int64)
    rollouts.blind_worths(case, known, seed, out)
    case[position.NEXT_LEADER] = case[position.FIRST_LEADER]
    looked = int(out[:, rollouts.LOOKED].mean())
    least = max(looked, int(position.worth_now(case, known.standings)))
    out[:, rollouts.LOOKED] += least - looked + min(FOR_A_LOOK, least // 10)
    places = {Action(LOOK): rollouts.LOOKED, Action(BLIND_NIL): rollouts.NIL}
    places |= {Action(BLIND, bid): bid for bid in BLIND_BIDS}
    return WeighedActions(
        tuple(Choice((action,), _column(out, place)) for action, place in places.items()), (1,) * _BLINDS
    )


def _discards(knowledge: Knowledge, chosen: Action, seed: Ints) -> WeighedActions:
    eleven, pool = pack_bits(knowledge.hand), np.empty(len(PACK), np.int64)
    size = cards_of(((1 << len(PACK)) - 1) & ~eleven, pool)
    hands, begins = np.empty(_DISCARDS, np.int64), np.empty(_DISCARDS, np.int64)
    rollouts.draws(pool, size, HAND_SIZE, seed, hands, begins)
    cards = sorted(knowledge.hand, key=IN_PACK.__getitem__)
    worth = _discarded(knowledge, cards, hands[:_SIFTED], begins[:_SIFTED])
    order = sorted(range(len(cards)), key=lambda place: -int(worth[:, place].sum()))
    few = [place for place in order if place in order[:_FEW] or cards[place] == chosen.card]
    more = _discarded(knowledge, [cards[place] for place in few], hands[_SIFTED:], begins[_SIFTED:])
    choices = []
    for place, one in enumerate(cards):
        column = _column(worth, place) + (_column(more, few.index(place)) if place in few else ())
        choices.append(Choice((Action(DISCARD, one.text),), column))
    return WeighedActions(tuple(choices), (1,) * _DISCARDS, _examples(knowledge, hands))


def _discarded(knowledge: Knowledge, cards: Sequence[Card], hands: Ints, begins: Ints) -> Ints:
    case, eleven, asked = case_of(knowledge), pack_bits(knowledge.hand), ints([IN_PACK[one] for one in cards])
    out = np.zeros((len(hands), len(cards)), np.int64)
    rollouts.discard_worths(case, eleven, hands, begins, asked, learnt(), out)
    return out


def _bids(knowledge: Knowledge, seed: Ints) -> WeighedActions:
    hands, weights, worth, _ = _bid_out(knowledge, seed)
    choices = (Choice((Action(BID, bid),), _column(worth, bid)) for bid in BIDS)
    return WeighedActions(tuple(choices), weights, _examples(knowledge, hands))


def _bid_out(knowledge: Knowledge, seed: Ints) -> tuple[Ints, tuple[int, ...], Ints, Ints]:
    """Evaluate every bid over sampled hands of the other seat.

    Return the distinct hands, how often each was sampled, the worth as [hand, bid], and 1 for each bid that is made,
    else 0, also as [hand, bid].
    """
    known, (scene, plays) = learnt(), scene_of(knowledge)
    hands, weights = _hands(scene, plays, _BIDS, _BIDS_DRAWN, seed)
    worth, held = np.zeros((2, len(hands), len(BIDS)), np.int64)
    rollouts.bid_worths(case_of(knowledge), scene, hands, np.array(BIDS, np.int64), known, seed, worth, held)
    return hands, weights, worth, held


def _cards(knowledge: Knowledge, seed: Ints) -> WeighedActions:
    scene, plays = scene_of(knowledge)
    hands, weights = _hands(scene, plays, _CARDS, _DRAWN * TRICKS // len(knowledge.hand), seed)
    out = solved(scene, plays, hands, worth_of_ends(knowledge))[1]
    choices = (
        Choice(tuple(Action(PLAY, one.text) for one in equal), _column(out, IN_PACK[equal[0]]))
        for equal in groups_of(knowledge)
    )
    return WeighedActions(tuple(choices), weights, _examples(knowledge, hands))


def _hands(scene: Ints, plays: Ints, wanted: int, drawn: int, seed: Ints) -> tuple[Ints, tuple[int, ...]]:
    """Return distinct hands of the other seat, and how often each was sampled."""
    different, counts = np.unique(sampled(scene, plays, wanted, drawn, seed), return_counts=True)
    return different, tuple(int(count) for count in counts)


def _column(worth: Ints, place: int) -> tuple[int, ...]:
    return tuple(worth[:, place].tolist())


def groups_of(knowledge: Knowledge) -> list[tuple[Card, ...]]:
    """Return the legal cards in groups of equivalent cards. A bag card is a group of its own."""
    legal = sorted(knowledge.legal, key=IN_PACK.__getitem__)
    return alike(legal, {*knowledge.unseen, *knowledge.lying}, lambda one: (one.suit, one.height), alone=BAG_CARDS)


def _examples(knowledge: Knowledge, hands: Ints) -> tuple[Layout, ...]:
    own, others = texts(knowledge.hand), [texts(pack_cards(theirs)) for theirs in spread(hands.tolist())]
    return tuple((own, other) if knowledge.seat == 0 else (other, own) for other in others)


# -- reasons --------------------------------------------------------------------------------------------


def _why_aside(hand: Sequence[Card], best: Action, chosen: Action) -> list[Reason]:
    cards = [one for action in (best, chosen) if (one := action.card) is not None]
    voids = (100 * (sum(other.suit is one.suit for other in hand) == 1) for one in cards)
    return [Reason("MAKES_VOID", *voids), Reason("BAG_CARD_IN_PILE", *(100 * (one in BAG_CARDS) for one in cards))]


def _why_bid(knowledge: Knowledge, best: Action, chosen: Action, seed: Ints) -> list[Reason]:
    _, weights, _, held = _bid_out(knowledge, seed)
    made, other = (share(held[:, action.number], weights) for action in (best, chosen))
    is_more = (best.number or 0) > (chosen.number or 0)
    return [Reason(MORE_MADE, made, 0) if is_more else Reason("BID_HELD", made, other)]


def _why_blind(knowledge: Knowledge, best: Action, chosen: Action, seed: Ints) -> list[Reason]:
    """Return the reason: how often the blind bid `best` is made, or `chosen` if the best action is a look."""
    if best.verb == LOOK:
        return [Reason("BLIND_FALLS", 100, _blind_made(knowledge, chosen.number or 0, seed))]
    return [Reason("BLIND_MADE", _blind_made(knowledge, best.number or 0, seed), 0)]


def _blind_made(knowledge: Knowledge, bid: int, seed: Ints) -> int:
    """Return the percentage of random deals, played out by the models, in which the blind bid is made; bid 0 is nil."""
    known = learnt()
    odd, first, pool = is_odd(knowledge), leads_first(knowledge), np.empty(len(PACK), np.int64)
    size, made = cards_of((1 << len(PACK)) - 1, pool), 0
    for _ in range(_BLINDS_PLAYED):
        both = draw(pool, size, 2 * HAND_SIZE, seed)
        mine = sum(1 << int(one) for one in pool[:HAND_SIZE])
        theirs = both & ~mine
        aside = 1 << likely_discard(mine, odd, known.discards) | 1 << likely_discard(theirs, 1 - odd, known.discards)
        answer = expected_bid(theirs & ~aside, bid, known.bids)
        end = played_out(mine & ~aside, theirs & ~aside, first, bid, answer, aside, known.plays, seed)
        tricks = end >> 4
        made += tricks >= bid if bid else tricks == 0
    return round(100 * made / _BLINDS_PLAYED)


#: By reason code: whether a hand achieves the aim, given the seat's tricks, its bid and the other seat's bid. A reason
#: has the percentage of hands in which perfect play with open cards achieves the aim.
_AIMS: Final[Mapping[str, Callable[[int, int, int], bool]]] = {
    "BID_HELD": lambda tricks, bid, other: bid > 0 and tricks >= bid,
    "NIL_KEPT": lambda tricks, bid, other: bid == 0 and tricks == 0,
    "OTHER_SET": lambda tricks, bid, other: other > 0 and TRICKS - tricks < other,
    "NIL_BROKEN": lambda tricks, bid, other: other == 0 and tricks < TRICKS,
    "NO_BAGS": lambda tricks, bid, other: tricks <= bid and bid > 0,
}


def _why_played(knowledge: Knowledge, best: Action, chosen: Action, seed: Ints) -> tuple[Reason, ...]:
    scene, plays = scene_of(knowledge)
    hands, weights = _hands(scene, plays, _CARDS, _DRAWN * TRICKS // len(knowledge.hand), seed)
    bid, other = knowledge.bid(knowledge.seat), knowledge.bid(knowledge.other)
    found = []
    for code, is_achieved in _AIMS.items():
        worth = np.array([[is_achieved(tricks, bid, other)] * 9 for tricks in range(TRICKS + 1)], np.int64)
        out = solved(scene, plays, hands, worth)[1]
        shares = (share(out[:, IN_PACK[one]], weights) for action in (best, chosen) if (one := action.card))
        found.append(Reason(code, *shares))
    held = {knowledge.other: hands.tolist()}
    return (*clearest(found), *open_trick(knowledge).why(best.card, chosen.card, PACK, held, weights))[:MOST]


def open_trick(knowledge: Knowledge) -> OpenTrick:
    seat = knowledge.seat
    return OpenTrick(seat=seat, seats=2, on_table=knowledge.trick, ranking=RANKING, is_own=seat.__eq__)

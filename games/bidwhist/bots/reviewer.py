"""The evaluator of Bid Whist: the chance to win after each action, estimated from a seat's view as the hard bot does.

It samples more worlds than the bot does at the table. Reneges and calls of reneges are not weighed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from games.bidwhist.bots.auction import Auction, Counted, End, chances, outcome, own_tricks, valued, winning_chance
from games.bidwhist.bots.knowledge import Knowledge, knowledge_of, pick_of
from games.bidwhist.bots.players import CAUTION, card_tricks, pile_tricks
from games.bidwhist.bots.policy import Pile, bid_action, discard_by_policy, legal_cards, names_contract, piles
from games.bidwhist.bots.worlds import EVERY, likely_worlds, scene_of
from games.bidwhist.rules import BidWhist
from games.bidwhist.score import Contract, find_bid
from games.bidwhist.state import PASS, PLAY, SEATS, TRICKS, BidWhistState, side_of
from games.bots.base import Seeded
from games.bots.kernels import Ints
from games.bots.knowledge import WHOLE_PACK, pack_bits, pack_cards
from games.engine.actions import Action, cards_in, texts
from games.engine.cards import Card, Suit
from games.engine.state import Phase, SeatView, State
from games.evaluation.evaluators import OpenTrick, above_mean, alike, share, weighed_actions
from games.evaluation.interface import MOST, SURE, Choice, Evaluator, Layout, Reason, WeighedActions, clearest

#: Number of worlds sampled, by phase.
_HANDS: Final = {Phase.BID: 480, Phase.NAME: 480, Phase.DISCARD: 1000, Phase.PLAY: 300}
#: Every discard tried is weighed over the first `_SIFTED` worlds; the best `_FEW` and the chosen one, over all worlds.
_SIFTED, _FEW = 250, 3
_RULES: Final = BidWhist()


class BidWhistEvaluator(Evaluator):
    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BID:
                return _calls(knowledge, _imagined(knowledge, seed))
            case Phase.NAME:
                return _names(knowledge, _imagined(knowledge, seed))
            case Phase.DISCARD:
                return _discards(knowledge, chosen, _imagined(knowledge, seed))
            case Phase.PLAY if chosen.verb == PLAY:
                return _cards(knowledge, chosen, seed)
        return None

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        knowledge = knowledge_of(view)
        rows = _imagined(knowledge, seed)
        ends = [_ends(knowledge, rows, action) for action in (best, chosen)]
        aims = _CALLED if view.phase is Phase.BID else _PLAYED
        reasons = [
            Reason(code, *(share(serves(knowledge, end) for end in found) for found in ends))
            for code, serves in aims.items()
        ]
        found = clearest([*_emptied(knowledge, best, chosen), *reasons])
        if view.phase is not Phase.PLAY:
            return found
        hands = dict(enumerate(rows.T.tolist()))
        return (*found, *open_trick(knowledge).why(best.card, chosen.card, WHOLE_PACK, hands))[:MOST]

    def alike(self, view: SeatView, action: Action, other: Action) -> bool:
        if view.phase is not Phase.DISCARD:
            return False
        knowledge = knowledge_of(view)
        groups = _groups(knowledge, knowledge.hand)
        return _parts(cards_in(action.argument), groups) == _parts(cards_in(other.argument), groups)

    def before(self, state: State) -> tuple[int, ...]:
        own = BidWhistState.of(state)
        first = round(SURE * winning_chance(own.score, 0, own.terms))
        return tuple(first if side_of(seat) == 0 else SURE - first for seat in SEATS)

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return by seat its side's chance to win, less the mean over the four rotations of the hands among the seats.

        Each rotation is bid by counting tricks and played by policy, with no random numbers. Kitty, dealer and score
        stay the same. The four deals are equally likely, so the mean luck is 0 whatever the kitty is worth.
        """
        own = BidWhistState.of(state)
        knowledge = Knowledge(_RULES.view(own, own.first), own.first)
        turned = [(*own.hands[turn:], *own.hands[:turn], own.kitty) for turn in range(len(SEATS))]
        rows = np.array([[pack_bits(held) for held in row] for row in turned], np.int64)
        luck = above_mean(_worth(knowledge, Counted(knowledge, rows).ends()))
        return tuple(luck if side_of(seat) == knowledge.side else -luck for seat in SEATS)


# -- values ---------------------------------------------------------------------------------------------


def _worth(knowledge: Knowledge, ends: Sequence[End]) -> tuple[int, ...]:
    return tuple(round(SURE * chance) for chance in valued(knowledge, ends, chances))


def _imagined(knowledge: Knowledge, seed: int) -> Ints:
    """Return the sampled worlds, the same for every action: rows of the four hands and the pile as bits."""
    return likely_worlds(knowledge, _HANDS[knowledge.view.phase], Seeded(seed))


def _calls(knowledge: Knowledge, rows: Ints) -> WeighedActions:
    """Weigh every legal call. From the worth of bids subtract `CAUTION`, the margin that the bot requires."""
    calls = [*([None] if Action(PASS) in knowledge.view.legal else []), *knowledge.offered]
    choices = []
    for call, ends in zip(calls, Auction(knowledge, rows).after(calls), strict=True):
        worth = _worth(knowledge, ends)
        less = 0 if call is None else min(round(SURE * CAUTION), sum(worth) // len(worth))
        choices.append(Choice((bid_action(call),), tuple(one - less for one in worth)))
    return _weighed(rows, choices)


def _names(knowledge: Knowledge, rows: Ints) -> WeighedActions:
    ends = _named(knowledge, rows)
    return _weighed(rows, [Choice((action,), _worth(knowledge, some)) for action, some in ends.items()])


def _named(knowledge: Knowledge, rows: Ints) -> dict[Action, list[End]]:
    """Return for each naming the ends of the hand by world."""
    bid, every = knowledge.contract.bid, own_tricks(knowledge, rows).tolist()
    said = knowledge.seat, bid
    return {
        names_contract(one): [(said, tricks if knowledge.side == 0 else TRICKS - tricks) for tricks in row]
        for one, row in zip(EVERY, every, strict=True)
        if one.bid.denomination is bid.denomination
    }


def _discards(knowledge: Knowledge, chosen: Action, rows: Ints) -> WeighedActions:
    """Weigh the chosen discard and those of `piles`. Discards of equal cards count as one."""
    groups = _groups(knowledge, knowledge.hand)
    pick, usual = pick_of(knowledge), discard_by_policy(knowledge)
    tried: dict[tuple[int, ...], Pile] = {}
    for pile in (cards_in(chosen.argument), *piles(knowledge, pick, usual)):
        tried.setdefault(_parts(pile, groups), pile)
    every = list(tried.values())
    first = [_worth(knowledge, ends) for ends in _of_contract(knowledge, pile_tricks(knowledge, rows[:_SIFTED], every))]
    order = sorted(range(len(every)), key=lambda place: -sum(first[place]))
    few = sorted({*order[:_FEW], 0})
    more = _of_contract(knowledge, pile_tricks(knowledge, rows[_SIFTED:], [every[place] for place in few]))
    rest = {place: _worth(knowledge, ends) for place, ends in zip(few, more, strict=True)}
    actions = [chosen, *(pick.with_free([one for one in pile if one not in pick.must]) for pile in every[1:])]
    choices = [
        Choice((action,), worth + rest.get(place, ()))
        for place, (action, worth) in enumerate(zip(actions, first, strict=True))
    ]
    return _weighed(rows, choices)


def _parts(pile: Pile, groups: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """Return how many cards of each group are in the pile; piles with the same numbers count as one discard."""
    return tuple(sum(one in pile for one in group) for group in groups)


def _cards(knowledge: Knowledge, chosen: Action, seed: int) -> WeighedActions | None:
    """Weigh the cards that section 7 allows; None if a renege was played or all legal cards are equal."""
    groups = _groups(knowledge, legal_cards(knowledge, scene_of(knowledge)))
    if len(groups) < 2 or all(chosen.card not in group for group in groups):
        return None
    rows = _imagined(knowledge, seed)
    ends = _of_contract(knowledge, card_tricks(knowledge, rows, [group[0] for group in groups]))
    choices = [
        Choice(tuple(Action(PLAY, one.text) for one in group), _worth(knowledge, some))
        for group, some in zip(groups, ends, strict=True)
    ]
    return _weighed(rows, choices)


def _of_contract(knowledge: Knowledge, found: Ints) -> list[list[End]]:
    """Return for each card or discard the ends of the hand by world, given the tricks."""
    contract = knowledge.contract
    return [[((contract.declarer, contract.bid), tricks) for tricks in row] for row in found.tolist()]


def _groups(knowledge: Knowledge, cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the cards in groups of equal cards, which have no unseen card or card of the trick between them.

    In no trump all jokers are equal.
    """
    contract = knowledge.contract

    def place(card: Card) -> tuple[Suit | None, int]:
        suit = contract.suit_of(card)
        return suit, 0 if suit is None else contract.strength(card)

    return alike(cards, (*knowledge.unseen, *knowledge.lying), place)


def _weighed(rows: Ints, choices: Sequence[Choice]) -> WeighedActions:
    def layout(world: int) -> Layout:
        return tuple(texts(pack_cards(held)) for held in rows[world, : len(SEATS)].tolist())

    return weighed_actions(rows, choices, layout)


# -- reasons --------------------------------------------------------------------------------------------

_Serves = Callable[[Knowledge, End], bool]


def _fulfils(*, own: bool, made: bool) -> _Serves:
    """Return a test of whether the seat's side declares and makes the bid.

    With `own` False the test is of the other side; with `made` False, of whether the bid is set.
    """

    def serves(knowledge: Knowledge, end: End) -> bool:
        said, tricks = end
        if said is None or (side_of(said[0]) == knowledge.side) is not own:
            return False
        is_made, _score, _winner = outcome(knowledge, Contract(said[1], said[0]), tricks)
        return is_made is made

    return serves


def _decides(*, own: bool) -> _Serves:
    """Return a test of whether the hand wins the game for the seat's side, or with `own` False for the other side."""

    def serves(knowledge: Knowledge, end: End) -> bool:
        said, tricks = end
        if said is None:
            return False
        _is_made, _score, winner = outcome(knowledge, Contract(said[1], said[0]), tricks)
        return winner is not None and (winner == knowledge.side) is own

    return serves


def _averts(serves: _Serves) -> _Serves:
    return lambda knowledge, end: not serves(knowledge, end)


_GAME: Final = {"GAME_WON": _decides(own=True), "GAME_SAVED": _averts(_decides(own=False))}
_CALLED: Final[Mapping[str, _Serves]] = {
    "WON_AND_MADE": _fulfils(own=True, made=True),
    "NO_FALL": _averts(_fulfils(own=True, made=False)),
    "OTHER_STOPPED": _averts(_fulfils(own=False, made=True)),
    "OTHER_SET": _fulfils(own=False, made=False),
    **_GAME,
}
_PLAYED: Final[Mapping[str, _Serves]] = {
    "BID_HELD": _fulfils(own=True, made=True),
    "OTHER_SET": _fulfils(own=False, made=False),
    **_GAME,
}


def _emptied(knowledge: Knowledge, best: Action, chosen: Action) -> list[Reason]:
    """Return the reason that the best discard empties more suits than the chosen one; [] in no trump."""
    if knowledge.view.phase is not Phase.DISCARD or knowledge.contract.trump is None:
        return []

    def voids(action: Action) -> int:
        gone = cards_in(action.argument)
        left = {knowledge.contract.suit_of(one) for one in knowledge.hand if one not in gone}
        return len({knowledge.contract.suit_of(one) for one in knowledge.hand} - left)

    return [Reason("MAKES_VOID", 100 * (voids(best) > voids(chosen)), 0)]


def _ends(knowledge: Knowledge, rows: Ints, action: Action) -> list[End]:
    """Return the end of the hand in each sampled world after an action."""
    match knowledge.view.phase:
        case Phase.BID:
            return Auction(knowledge, rows).after([find_bid(action.argument)])[0]
        case Phase.NAME:
            return _named(knowledge, rows)[action]
        case Phase.DISCARD:
            return _of_contract(knowledge, pile_tricks(knowledge, rows, [cards_in(action.argument)]))[0]
    cards = [one for one in (action.card,) if one is not None]
    return _of_contract(knowledge, card_tricks(knowledge, rows, cards))[0]


def open_trick(knowledge: Knowledge) -> OpenTrick:
    return OpenTrick(
        seat=knowledge.seat,
        seats=len(SEATS),
        on_table=knowledge.trick,
        ranking=knowledge.contract,
        is_own=lambda seat: side_of(seat) == knowledge.side,
    )

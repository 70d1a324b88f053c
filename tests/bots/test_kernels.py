"""Compiled kernels and the engine agree on legal cards and on the winner of a trick.

They are compared at the plays of random games with random options, except where the rules accept reneges.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from games.bidwhist.bots import rollouts as whist_kernels
from games.bidwhist.bots.knowledge import knowledge_of
from games.bidwhist.bots.policy import legal_cards
from games.bidwhist.bots.worlds import numbers, scene_of
from games.bidwhist.options import JokerRule
from games.bidwhist.rules import BidWhist
from games.bidwhist.state import BidWhistState, contract_of
from games.bots.kernels import Ints
from games.engine.actions import Action
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Phase, Seat, State
from games.engine.tricks import AsPrinted, TrickState, clockwise, winning_place
from games.spades.bots import policy as spades_kernels
from games.spades.options import CUSTOM, FIXED
from games.spades.rules import Spades
from games.spades.state import SpadesState
from games.twoman.bots import inference as twoman_kernels
from games.twoman.rules import TwoMan, TwoManState
from tests.engine.walks import walk


@dataclass(frozen=True)
class Repeated:
    """The functions of a game's kernels that are compared with the engine.

    `ahead` and `engine_ahead` return the seat that wins the open trick so far. `meets` returns words that are true
    of a state; the random games together must meet exactly `all_met`.
    """

    rules: TwoMan | Spades | BidWhist
    legal: Callable[[Any, Seat], set[Card]]
    ahead: Callable[[Any], Seat]
    engine_ahead: Callable[[Any], Seat]
    meets: Callable[[Any], Iterable[str]]
    all_met: set[str]


def bits(held: Iterable[Card]) -> int:
    return sum(1 << PACK.index(one) for one in held)


def held(found: int, hand: Iterable[Card]) -> set[Card]:
    return {one for one in hand if found >> PACK.index(one) & 1}


def four(laid: Iterable[int]) -> Ints:
    return np.array([*laid, 0, 0, 0, 0][:4], np.int64)


def twoman_legal(state: TwoManState, seat: Seat) -> set[Card]:
    led = PACK.index(state.trick[0]) if state.trick else -1
    return held(twoman_kernels.legal_cards(bits(state.hands[seat]), led, int(state.broken)), state.hands[seat])


def twoman_ahead(state: TwoManState) -> Seat:
    led, *answer = map(PACK.index, state.trick)
    return 1 - state.leader if answer and twoman_kernels.wins_over(answer[0], led) else state.leader


def spades_scene(state: SpadesState) -> Ints:
    terms, low = state.terms, state.of_clubs
    head = [state.leader, len(state.trick), state.broken or not terms.breaking, terms.must_beat, low, terms.partners, 0]
    return np.array([*head, *four(map(PACK.index, state.trick)), *[0] * 8], np.int64)


def spades_winning(state: SpadesState) -> tuple[int, int]:
    return spades_kernels.winning(spades_scene(state))


def spades_legal(state: SpadesState, seat: Seat) -> set[Card]:
    hand = state.hands[seat]
    return held(spades_kernels.legal_of(bits(hand), spades_winning(state)[0], spades_scene(state)), hand)


def spades_meets(state: SpadesState) -> Iterable[str]:
    found = (str(state.options["variant"]), state.of_clubs and "low clubs", state.terms.must_beat and "must beat")
    return (one for one in found if one)


def whist_legal(state: BidWhistState, seat: Seat) -> set[Card]:
    """Return the legal cards by the kernel, with arguments derived from a view, as bots call it."""
    knowledge = knowledge_of(BidWhist().view(state, seat))
    return set(legal_cards(knowledge, scene_of(knowledge)))


def whist_ahead(state: BidWhistState) -> Seat:
    contract = contract_of(state)
    trick = four(numbers(contract)[one] for one in state.trick)
    return whist_kernels.winning(trick, len(state.trick), state.leader, int(not contract.is_no_trump))[1]


def whist_meets(state: BidWhistState) -> Iterable[str]:
    contract = contract_of(state)
    return "down" if contract.is_down else "up", str(state.terms.nt_joker) if contract.is_no_trump else "trump"


def winner(state: TrickState) -> Seat:
    return state.winner


SPADES_MET = {*FIXED, *CUSTOM, "low clubs", "must beat"}
REPEATED = (
    Repeated(
        TwoMan(),
        twoman_legal,
        twoman_ahead,
        lambda state: clockwise(state.leader, 2, winning_place(state.trick, AsPrinted(Suit.SPADES))),
        lambda state: ("broken" if state.broken else "whole",),
        {"broken", "whole"},
    ),
    Repeated(Spades(), spades_legal, lambda state: spades_winning(state)[1], winner, spades_meets, SPADES_MET),
    Repeated(BidWhist(), whist_legal, whist_ahead, winner, whist_meets, {"up", "down", "trump", *JokerRule}),
)


@pytest.mark.parametrize("game", REPEATED, ids=[one.rules.key for one in REPEATED])
def test_kernels_agree_with_the_engine_on_legal_cards_and_winners(game: Repeated) -> None:
    looked, met = 0, set[str]()
    for seed in range(24):
        for moment in walk(game.rules, seed):
            state: Any = moment.state
            one = moment.action.card
            if state.phase is not Phase.PLAY or one is None or _may_renege(state):
                continue
            assert game.legal(state, moment.seat) == _offered(game, state, moment.seat)
            laid = replace(state, trick=(*state.trick, one))
            assert game.ahead(laid) == game.engine_ahead(laid)
            looked, met = looked + 1, met.union(game.meets(state))
    assert looked > 1_500 and met == game.all_met


def _may_renege(state: State) -> bool:
    """Return whether the rules accept reneges, which players then call at the table."""
    return isinstance(state, BidWhistState) and not state.terms.is_strict


def _offered(game: Repeated, state: State, seat: Seat) -> set[Card]:
    plays = [one for one in game.rules.legal_actions(state, seat) if isinstance(one, Action) and one.verb == "play"]
    return {one.card for one in plays if one.card is not None}

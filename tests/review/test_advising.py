"""Hints held against the next best choice: never for the worse, in numbers that hold, the same whenever asked."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from math import exp
from random import Random

import numpy as np
import pytest

from games.bots.pack import pack_bits
from games.engine.actions import Action, Pick
from games.engine.notation import action_text, read_action
from games.engine.state import Phase, Seat, SeatView, State, TrickWon
from games.registry import bot, evaluator, levels, ruleset
from games.review.advising import Advice, advised
from games.review.decisions import best_of, compared, is_clear
from games.review.face import SURE, TELLS, TRICK_TAKEN
from games.review.telling import advice_action, advice_of
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.ruthless import playing
from games.twoman.bots.ruthless.encoding import scene_of
from games.twoman.bots.ruthless.learnt import learnt
from games.twoman.state import TwoManState
from tests.bots.walked import positions
from tests.review.hands import RULES, dealt, played
from tests.views.hiding import every_kind

#: So many positions a game; among them are some of every phase.
POSITIONS = 40
SEED = 977
Holds = Callable[[TwoManState, Seat, Action], bool]


def choices(key: str, seed: int) -> Iterator[tuple[SeatView, Action]]:
    """Moments of games by chance with the strongest player’s choice, wherever there is something to choose."""
    rules, strongest, rng = ruleset(key), bot(key, levels(key)[-1]), Random(seed)
    while True:
        for state, seat in positions(rules, [bot(key, levels(key)[0])], {}, rng, hands=2):
            view = rules.view(state, seat)
            is_choice = len(view.legal) > 1 or any(isinstance(one, Pick) for one in view.legal)
            if is_choice and (view.phase is not Phase.PLAY or rng.random() < 0.2):
                yield view, strongest.choose(view, Random(seed))


@every_kind
def test_a_hint_is_never_worse_than_what_it_is_held_against(key: str) -> None:
    """Nor than any other choice, beyond what could be chance; and with reasons it is better beyond that. Over hands of
    another chance it loses next to nothing on the mean.
    """
    eyes, kinds, lost = evaluator(key), set[str](), list[float]()
    for place, (view, chosen) in enumerate(islice(choices(key, 5), POSITIONS)):
        advice = advised(eyes, view, chosen, SEED + place)
        weighed, again = (eyes.weigh(view, chosen, seed) for seed in (SEED + place, SEED - place - 1))
        assert (weighed is None) is (again is None)
        if weighed is not None and again is not None:
            shown, other = (weighed.choice_of(one) for one in (advice.action, advice.other or advice.action))
            assert shown is not None and other is not None
            assert not is_clear(*compared(best_of(weighed.full, weighed.weights), shown, weighed))
            assert is_clear(*compared(shown, other, weighed)) is bool(advice.reasons)
            there = again.choice_of(advice.action)
            assert there is not None
            lost.append(compared(best_of(again.full, again.weights), there, again)[0])
        assert all(one.best - one.chosen >= TELLS for one in advice.reasons)
        kinds.add("why" if advice.reasons else "alike" if advice.other else "alone")
    assert {"why", "alike"} <= kinds
    assert sum(lost) / len(lost) < SURE / 100


@every_kind
def test_asked_twice_it_is_the_same_and_a_log_keeps_it(key: str) -> None:
    for view, chosen in islice(choices(key, 8), 6):
        advice = advised(evaluator(key), view, chosen, SEED)
        assert advised(evaluator(key), view, chosen, SEED) == advice
        assert advice_of(read_action(action_text(advice_action(advice)))) == advice


def test_a_hint_of_before_is_read_as_it_was_kept() -> None:
    assert advice_of(Action("play", "QH")) == Advice(Action("play", "QH"))
    assert advice_action(Advice(Action("play", "QH"))) == Action("play", "QH")


# -- numbers, counted otherwise ----------------------------------------------------------------------------


def late(seed: int) -> Iterator[tuple[TwoManState, Seat]]:
    """The moments of a hand at which a seat with two cards has a choice."""
    state: State = dealt(seed)
    for one in played(state, seed):
        held = state.hands[one.seat]
        if state.phase is Phase.PLAY and len(held) == 2 and len(RULES.legal_actions(state, one.seat)) == 2:
            yield TwoManState.of(state), one.seat
        state = RULES.apply(state, one.seat, one.action).state


def most_tricks(state: State, turn: Seat, action: Action, seat: Seat) -> int:
    """How many more the seat wins with that action if both see all cards, and it wants many, the other few."""
    step = RULES.apply(state, turn, action)
    won = sum(isinstance(event, TrickWon) and event.winner == seat for event in step.events)
    if step.state.phase is not Phase.PLAY:
        return won
    then = min(RULES.waits_for(step.state))
    offers = [one for one in RULES.legal_actions(step.state, then) if isinstance(one, Action)]
    return won + (max if then == seat else min)(most_tricks(step.state, then, one, seat) for one in offers)


def counted(state: TwoManState, seat: Seat, action: Action, holds: Holds) -> float:
    """In how many of a hundred of all hands that may be, each as heavy as what it did makes it, it holds."""
    knowledge, known = knowledge_of(RULES.view(state, seat)), learnt()
    scene, plays = scene_of(knowledge)
    heavy, often = 0.0, 0.0
    for hand in combinations(knowledge.pool, knowledge.held):
        log = playing.likelihood(scene, plays, pack_bits(hand), known, np.ones(3))
        world = replace(state, hands=(state.hands[0], hand) if seat == 0 else (hand, state.hands[1]))
        heavy += exp(log)
        often += exp(log) * holds(world, seat, action)
    return 100 * often / heavy


def is_made(state: TwoManState, seat: Seat, action: Action) -> bool:
    return state.tricks[seat] + most_tricks(state, seat, action, seat) >= (state.bids[seat] or 0)


def is_taken(state: TwoManState, seat: Seat, action: Action) -> bool:
    """Whether the seat wins the trick whatever is played to it."""
    led = RULES.apply(state, seat, action)
    answered = (RULES.apply(led.state, 1 - seat, one.first) for one in RULES.legal_actions(led.state, 1 - seat))
    steps = [led] if state.trick else list(answered)
    return all(event.winner == seat for step in steps for event in step.events if isinstance(event, TrickWon))


@pytest.mark.parametrize(("code", "holds"), [("BID_HELD", is_made), (TRICK_TAKEN, is_taken)])
def test_in_how_many_of_a_hundred_hands_a_reason_holds_is_counted_by_hand(code: str, holds: Holds) -> None:
    """Of all hands that two cards may be, each played out by the rules; the hint draws a hundred of them."""
    off = list[float]()
    for state, seat in (found for seed in range(400) for found in late(seed)):
        one, other = (action for action in RULES.view(state, seat).legal if isinstance(action, Action))
        for better, worse in ((one, other), (other, one)):
            reasons = evaluator("twoman").reasons(RULES.view(state, seat), better, worse, SEED)
            for reason in (it for it in reasons if it.code == code):
                off.append(reason.best - counted(state, seat, better, holds))
                off.append(reason.chosen - counted(state, seat, worse, holds))
        if len(off) > 24:
            break
    assert len(off) > 24
    assert max(map(abs, off)) < 15  # three standard errors of a hundred draws
    assert abs(sum(off) / len(off)) < 3

"""The evaluators of Two-Man Spades and Bid Whist: percentages of reasons, equal discards, and blunders."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest

from games.bidwhist.rules import BidWhist
from games.bidwhist.state import BidWhistState
from games.bots.knowledge import pack_bits
from games.engine.actions import Action, tuple_of
from games.engine.state import DEALER, Phase, Seat, State, TrickWon
from games.evaluation.decisions import Decision, LoggedAction, SeatTurn, decisions
from games.evaluation.interface import MORE_MADE, TRICK_TAKEN, WeighedActions
from games.registry import bot, evaluator
from games.twoman.bots import inference
from games.twoman.bots.knowledge import knowledge_of
from games.twoman.bots.position import learnt
from games.twoman.bots.ruthless import scene_of
from games.twoman.rules import TwoManState
from tests.bidwhist.positions import called
from tests.bots.bidwhist_positions import deal_with, to_discard, to_play
from tests.reviews.hands import RULES, deal_first_hand, play_random_hand

EVALUATOR = evaluator("twoman")


def test_the_chance_before_a_hand_equals_the_chance_after_the_last_one() -> None:
    state: State = deal_first_hand(3)
    for one in play_random_hand(state, 3):
        state = RULES.apply(state, one.seat, one.action).state
    again = RULES.apply(state, DEALER, RULES.chance(state, Random(1).randrange)).state
    assert EVALUATOR.before(again) == EVALUATOR.after(state)


def test_the_reason_for_a_higher_bid_is_how_often_it_is_made() -> None:
    """A bid has the same percentage whether it is the best or the chosen action; a lower bid is made more often."""
    state: State = deal_first_hand(7)
    while state.phase is not Phase.BID:
        seat = min(RULES.waits_for(state))
        state = RULES.apply(state, seat, RULES.legal_actions(state, seat)[0].first).state
    view = RULES.view(state, min(RULES.waits_for(state)))
    low, high = Action("bid", 1), Action("bid", 4)
    (more,), (held,) = EVALUATOR.reasons(view, high, low, 77), EVALUATOR.reasons(view, low, high, 77)
    assert (more.code, held.code) == (MORE_MADE, "BID_HELD")
    assert 0 == more.chosen < more.best == held.chosen < held.best


def test_the_chance_of_a_blind_bid_agrees_with_played_hands() -> None:
    """The chance is within 15 percentage points of the share of 80 hands in which medium bots make the bid."""
    view = RULES.view(deal_first_hand(4, base=(0, 150)), 0)
    look = Action("look")
    falls = {bid: EVALUATOR.reasons(view, look, Action("blind", bid), 5)[0] for bid in (5, 7, 9)}
    assert {one.code for one in falls.values()} == {"BLIND_FALLS"}
    assert falls[5].chosen > falls[7].chosen > falls[9].chosen
    (made,) = EVALUATOR.reasons(view, Action("blind", 5), look, 5)
    assert (made.code, made.best) == ("BLIND_MADE", falls[5].chosen)
    often = [_makes_blind(seed, 5) for seed in range(80)]
    assert abs(100 * sum(often) / len(often) - falls[5].chosen) < 15


def _makes_blind(seed: int, bid: int) -> bool:
    player, rng = bot("twoman", "medium"), Random(seed)
    state: State = deal_first_hand(seed, base=(0, 150))
    state = RULES.apply(state, 0, Action("blind", bid)).state
    tricks = 0
    while state.number == 1 and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(RULES.waits_for(state))
        step = RULES.apply(state, seat, player.choose(RULES.view(state, seat), rng))
        tricks += sum(isinstance(event, TrickWon) and event.winner == 0 for event in step.events)
        state = step.state
    return tricks >= bid


Holds = Callable[[TwoManState, Seat, Action], bool]


def late_choices(seed: int) -> Iterator[tuple[TwoManState, Seat]]:
    """Yield the positions of a random hand in which a seat with two cards has a choice."""
    state: State = deal_first_hand(seed)
    for one in play_random_hand(state, seed):
        held = state.hands[one.seat]
        if state.phase is Phase.PLAY and len(held) == 2 and len(RULES.legal_actions(state, one.seat)) == 2:
            yield TwoManState.of(state), one.seat
        state = RULES.apply(state, one.seat, one.action).state


def most_tricks(state: State, turn: Seat, action: Action, seat: Seat) -> int:
    """Return how many tricks the seat wins from this action on, by minimax with open hands."""
    step = RULES.apply(state, turn, action)
    won = sum(isinstance(event, TrickWon) and event.winner == seat for event in step.events)
    if step.state.phase is not Phase.PLAY:
        return won
    then = min(RULES.waits_for(step.state))
    offers = [one for one in RULES.legal_actions(step.state, then) if isinstance(one, Action)]
    return won + (max if then == seat else min)(most_tricks(step.state, then, one, seat) for one in offers)


def share_of_hands(state: TwoManState, seat: Seat, action: Action, holds: Holds) -> float:
    """Return the percentage of possible hands, weighted by likelihood, in which `holds` is true."""
    knowledge, known = knowledge_of(RULES.view(state, seat)), learnt()
    scene, plays = scene_of(knowledge)
    heavy, often = 0.0, 0.0
    for hand in combinations(knowledge.pool, knowledge.held):
        log = inference.likelihood(scene, plays, pack_bits(hand), known, np.ones(3))
        world = replace(state, hands=(state.hands[0], hand) if seat == 0 else (hand, state.hands[1]))
        heavy += exp(log)
        often += exp(log) * holds(world, seat, action)
    return 100 * often / heavy


def is_made(state: TwoManState, seat: Seat, action: Action) -> bool:
    return state.tricks[seat] + most_tricks(state, seat, action, seat) >= (state.bids[seat] or 0)


def is_taken(state: TwoManState, seat: Seat, action: Action) -> bool:
    """Return whether the seat wins the trick against every legal answer."""
    led = RULES.apply(state, seat, action)
    answered = (RULES.apply(led.state, 1 - seat, one.first) for one in RULES.legal_actions(led.state, 1 - seat))
    steps = [led] if state.trick else list(answered)
    return all(event.winner == seat for step in steps for event in step.events if isinstance(event, TrickWon))


@pytest.mark.parametrize(("code", "holds"), [("BID_HELD", is_made), (TRICK_TAKEN, is_taken)])
def test_the_percentages_of_a_reason_agree_with_a_count_over_all_hands(code: str, holds: Holds) -> None:
    """The test plays out every possible hand of two cards; the evaluator samples a hundred."""
    off = list[float]()
    for state, seat in (found for seed in range(400) for found in late_choices(seed)):
        one, other = (action for action in RULES.view(state, seat).legal if isinstance(action, Action))
        for better, worse in ((one, other), (other, one)):
            reasons = EVALUATOR.reasons(RULES.view(state, seat), better, worse, 977)
            for reason in (given for given in reasons if given.code == code):
                off.append(reason.best - share_of_hands(state, seat, better, holds))
                off.append(reason.chosen - share_of_hands(state, seat, worse, holds))
        if len(off) > 16:
            break
    assert len(off) > 16
    assert max(map(abs, off)) < 15  # three standard errors of a hundred draws
    assert abs(sum(off) / len(off)) < 3


WHIST, WHIST_EVALUATOR = BidWhist(), evaluator("bidwhist")
GONE = "2C 3C 4C 5C 6C 7C"
RICH = "BJ LJ AS KS QS JS TS AH KH QH 2D 3D"
PILE = "4D 5C 7C 9C TC JC"


def weighed(state: BidWhistState, action: Action | None = None) -> WeighedActions:
    seat = min(WHIST.waits_for(state))
    found = WHIST_EVALUATOR.weigh(WHIST.view(state, seat), action or WHIST.legal_actions(state, seat)[0].first, 7)
    assert found is not None
    return found


def decided(state: BidWhistState, action: Action) -> Decision:
    seat = min(WHIST.waits_for(state))
    turn = SeatTurn(LoggedAction(1, seat, action), WHIST.view(state, seat))
    return next(decisions(WHIST_EVALUATOR, [turn], code="abc"))


def actions_of(found: WeighedActions) -> list[Action]:
    return [action for choice in found.choices for action in choice.actions]


def test_all_calls_and_names_and_some_legal_discards_are_valued() -> None:
    dealt = deal_with({0: RICH})
    for state in (dealt, called(dealt, "4U", "pass", "pass", "pass")):
        assert set(actions_of(weighed(state))) == set(WHIST.legal_actions(state, 0))
    state = to_discard("4U", "S", RICH, PILE)
    piles = actions_of(weighed(state, Action("discard", tuple(PILE.split()))))
    assert len(piles) >= 4
    assert all(WHIST.refusal(state, 0, action) is None for action in piles)


def test_discards_of_equal_cards_are_one_choice() -> None:
    """The 2, 3 and 4 of diamonds are equal, because the declarer holds all three."""
    state = to_discard("4U", "S", RICH, PILE)
    piles = ("2D 5C 7C 9C TC JC", "5C 7C 9C TC JC 4D", "2D 3D 7C 9C TC JC")
    one, same, other = (Action("discard", tuple(pile.split())) for pile in piles)
    view = WHIST.view(state, 0)
    assert WHIST_EVALUATOR.alike(view, one, same) and not WHIST_EVALUATOR.alike(view, one, other)
    for chosen in (one, same):
        asides = {frozenset(tuple_of(action.argument)) for action in actions_of(weighed(state, chosen))}
        equal = {frozenset(tuple_of(pile.argument)) for pile in (one, same)}
        assert asides & equal == {frozenset(tuple_of(chosen.argument))}


def test_a_renege_and_a_call_are_no_decisions() -> None:
    state: Any = to_play("4U", "S", {1: "2D 3D 4D AH KH 9H"}, kitty=GONE, options={"renege": "table"})
    state = WHIST.apply(state, 0, Action("play", next(one.text for one in state.hands[0] if one.text[1] == "D"))).state
    view = WHIST.view(state, 1)
    assert Action("play", "AH") in view.legal
    for action, is_one in ((Action("play", "AH"), False), (Action("play", "2D"), True), (Action("call"), False)):
        assert (WHIST_EVALUATOR.weigh(view, action, 7) is not None) is is_one


def test_obvious_mistakes_are_marked() -> None:
    passed = decided(deal_with({0: RICH}), Action("pass"))
    assert passed.mark is not None and passed.best.verb == "bid"
    bid = decided(deal_with({0: "9S 8S 7S 9H 8H 7H 9D 8D 7D 9C 8C 7C"}), Action("bid", "7N"))
    assert (str(bid.mark), bid.best) == ("blunder", Action("pass"))
    named = decided(called(deal_with({0: RICH}), "4U", "pass", "pass", "pass"), Action("trump", "C"))
    assert (str(named.mark), named.best) == ("blunder", Action("trump", "S"))
    aside = decided(to_discard("6U", "S", RICH, PILE), Action("discard", ("BJ", "LJ", "AS", "KS", "QS", "JS")))
    assert str(aside.mark) == "blunder"
    assert set(tuple_of(aside.best.argument)) <= {"2D", "3D", *PILE.split()}
    assert aside.reasons[0].code in {"BID_HELD", "MAKES_VOID"}

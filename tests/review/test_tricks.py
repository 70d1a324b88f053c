"""That a card takes its trick whatever is played to it yet: looked for card by card, by the rules of each game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.bidwhist.bots import reviewer as whist
from games.bidwhist.bots.knowledge import knowledge_of as whist_of
from games.engine.actions import Action
from games.engine.ruleset import Ruleset
from games.engine.state import Phase, Seat, State, TrickWon
from games.registry import bot, levels, ruleset
from games.review.tricks import OpenTrick
from games.spades.bots import reviewer as spades
from games.spades.bots.knowledge import knowledge_of as spades_of
from games.twoman.bots.knowledge import knowledge_of as twoman_of
from games.twoman.bots.ruthless import reviewer as twoman
from tests.bots.walked import positions

#: Of a game: some ten times as many lines of play.
MOMENTS = 100
KINDS: list[tuple[str, Mapping[str, Any], Callable[[Any, Seat], OpenTrick]]] = [
    ("twoman", {}, lambda view, seat: twoman.open_trick(twoman_of(view))),
    ("spades", {}, lambda view, seat: spades.open_trick(spades_of(view))),
    ("spades", {"variant": "solo"}, lambda view, seat: spades.open_trick(spades_of(view))),
    ("spades", {"variant": "suicide"}, lambda view, seat: spades.open_trick(spades_of(view))),
    ("bidwhist", {}, lambda view, seat: whist.open_trick(whist_of(view))),
]


def moments(key: str, options: Mapping[str, Any]) -> Iterator[tuple[State, Seat]]:
    rules, rng = ruleset(key), Random(7)
    while True:
        for state, seat in positions(rules, [bot(key, levels(key)[0])], options, rng, hands=2):
            if state.phase is Phase.PLAY and len(rules.legal_actions(state, seat)) > 1 and rng.random() < 0.3:
                yield state, seat


def winners(rules: Ruleset, state: State, seat: Seat, action: Action, mute: Sequence[Seat]) -> set[Seat]:
    """Who may win the trick: every card that others may play to it is tried, of the `mute` seats their first alone."""
    step = rules.apply(state, seat, action)
    won = {event.winner for event in step.events if isinstance(event, TrickWon) and event.winner is not None}
    if won:
        return won
    then = min(rules.waits_for(step.state))
    cards = [one for one in rules.legal_actions(step.state, then) if isinstance(one, Action) and one.card is not None]
    tried = cards[:1] if then in mute else cards
    return set[Seat]().union(*(winners(rules, step.state, then, one, mute) for one in tried))


@pytest.mark.parametrize(("key", "options", "open_trick"), KINDS, ids=[one[1].get("variant", one[0]) for one in KINDS])
def test_a_trick_is_taken_where_no_card_of_the_others_can_win_it(
    key: str, options: Mapping[str, Any], open_trick: Callable[[Any, Seat], OpenTrick]
) -> None:
    """In the one hand that the others hold: 100 of 100, or 0. A partner who is to come may win it, too, but is not
    counted on.
    """
    rules, found = ruleset(key), set[tuple[bool, int]]()
    for state, seat in islice(moments(key, options), MOMENTS):
        trick = open_trick(rules.view(state, seat), seat)
        own = [one for one in range(trick.seats) if trick.is_own(one)]
        pack = [one for hand in state.hands for one in hand]
        hands = {who: [sum(1 << pack.index(one) for one in hand)] for who, hand in enumerate(state.hands)}
        for action in rules.legal_actions(state, seat):
            assert isinstance(action, Action)
            if action.card is None:
                continue
            (taken,) = trick.taken(action.card, pack, hands)
            won = winners(rules, state, seat, action, [one for one in own if one != seat])
            assert not taken or won <= {*own}
            comes = any((seat + step) % trick.seats in own for step in range(1, trick.seats - len(trick.on_table)))
            if not comes:
                assert taken is (won <= {*own})
            found.add((taken, len(trick.on_table)))
    assert found == {(taken, lying) for taken in (True, False) for lying in range(trick.seats)}

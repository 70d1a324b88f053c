"""Where in its hand a decision stood: which kind it was, in which trick, and after how many steps. No game is named."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from games.engine.ruleset import Ruleset
from games.engine.state import Phase, SeatView, State
from games.engine.tricks import TrickState
from games.review.hand import Finished

#: What a card is to its trick, where cards follow suit: the first one, of the suit that is to be followed, or of any
#: because none of that is held. Everything else is called as its phase is.
LEAD: Final = "lead"
FOLLOW: Final = "follow"
VOID: Final = "void"


@dataclass(frozen=True, slots=True)
class Place:
    """`trick` counts tricks, or rounds, from 1 and is 0 before the first; `step` is the moment before the choice, in a
    replay of the hand.
    """

    kind: str
    trick: int
    step: int


def places(rules: Ruleset, hand: Finished, ordinals: Collection[int]) -> dict[int, Place]:
    """Of the decisions with these ordinals; what stands in no log has none."""
    found: dict[int, Place] = {}
    state, plays = hand.dealt, 0
    for step, one in enumerate(hand.actions):
        if one.ordinal in ordinals:
            view = rules.view(state, one.seat)
            trick = plays // rules.seats + 1 if view.phase is Phase.PLAY else 0
            found[one.ordinal] = Place(kind_of(state, view), trick, step)
        plays += one.action.verb == "play"
        state = rules.apply(state, one.seat, one.action).state
    return found


def kind_of(state: State, view: SeatView) -> str:
    """Of the decision that `view` is asked for now."""
    if view.phase is Phase.PLAY and isinstance(state, TrickState):
        return _of_trick(state, view)
    return str(view.phase)


def _of_trick(state: TrickState, view: SeatView) -> str:
    if not state.trick:
        return LEAD
    held = {state.ranking.suit_of(one) for one in view.hand or ()}
    return FOLLOW if state.led in held - {None} else VOID

"""The evaluator of a game that has none: no decision is valued, nothing is called luck, and only results count."""

from dataclasses import dataclass, field
from typing import Final

from games.engine.actions import Action
from games.engine.flow import LAST
from games.engine.ruleset import Ruleset
from games.engine.state import SeatView, State
from games.review.face import SURE, Fitted, Reason, Weighed


@dataclass(frozen=True)
class Plain(Fitted):
    """Every side is as likely to win as another until the game is over; a tie is half a game."""

    rules: Ruleset = field(kw_only=True)

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> Weighed | None:
        return None

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return ()

    def before(self, state: State) -> tuple[int, ...]:
        sides = [self.rules.side(state.options, seat) for seat in range(self.rules.seats)]
        return tuple(SURE // len(set(sides)) for _ in sides)

    def after(self, state: State) -> tuple[int, ...]:
        return result_of(self.rules, state) or self.before(state)

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        return (0,) * self.rules.seats


def result_of(rules: Ruleset, state: State) -> tuple[int, ...] | None:
    """By seat what the result is worth to it; None while the game goes on, and where it was to stop with this hand: no
    score has decided it, so it is worth what its scores are worth.
    """
    result = rules.result(state)
    if result is None or result.why == LAST:
        return None
    tie: Final = SURE // 2
    sides = (rules.side(state.options, seat) for seat in range(rules.seats))
    return tuple(tie if result.winner is None else SURE * (side == result.winner) for side in sides)

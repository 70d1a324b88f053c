"""The evaluator of a game that has none: no decision is valued, nothing is called luck, and only results count."""

from dataclasses import dataclass, field

from games.engine.actions import Action
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

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        return (0,) * self.rules.seats

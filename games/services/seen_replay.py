"""Past games as somebody may see them: a hand step by step with everything open, and a game told by its hands."""

from dataclasses import dataclass
from datetime import datetime

from games.engine.actions import Action
from games.engine.state import Result, Seat, State
from games.models import Status
from games.services.seen import HandSeen, SealSeen, SeatedSeen

__all__ = ["GameSeen", "OnlookerSeat", "Replay", "ShareSeen", "Status", "StepSeen"]


@dataclass(frozen=True, slots=True)
class OnlookerSeat:
    """From whose side a past game is told: `near` is drawn at the bottom; `own` is None where nobody is "you"."""

    near: Seat
    own: Seat | None


@dataclass(frozen=True, slots=True)
class StepSeen:
    """One action of a hand. `by_table`: played out, since nothing was left to decide."""

    seat: Seat
    action: Action
    by_table: bool


@dataclass(frozen=True, slots=True)
class GameSeen:
    """A game that somebody looks back on. `hands` are those that are over; a hidden name is empty.

    `numbers` are the hands that may be replayed: those that are over, and the one a game was given up in.
    """

    code: str
    key: str
    title: str
    status: Status
    side: OnlookerSeat
    seated: tuple[SeatedSeen, ...]
    hands: tuple[HandSeen, ...]
    numbers: tuple[int, ...]
    state: State
    result: Result | None
    started_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand at one step: `states[0]` as dealt, `states[k]` after `steps[k - 1]`.

    `hand` is None where the game was given up in the middle of it.
    """

    game: GameSeen
    number: int
    step: int
    states: tuple[State, ...]
    steps: tuple[StepSeen, ...]
    hand: HandSeen | None
    seal: SealSeen | None

    @property
    def state(self) -> State:
        return self.states[self.step]

    @property
    def last(self) -> int:
        return len(self.steps)

    @property
    def done(self) -> tuple[StepSeen, ...]:
        return self.steps[: self.step]


@dataclass(frozen=True, slots=True)
class ShareSeen:
    """A link given away: `hand` is None for the whole game."""

    token: str
    hand: int | None
    hides_names: bool

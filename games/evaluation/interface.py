"""The interface between games and reviews: an evaluator values actions as the strongest bot of its game would.

The worth of an action or a position is the chance to win the game, in whole millionths, so that sums are exact.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

from games.engine.actions import Action
from games.engine.ruleset import Ruleset
from games.engine.state import Refilled, SeatView, State

#: The worth of a won game.
SURE: Final = 1_000_000
#: Half the width of a 95% confidence interval, in standard errors.
SURELY: Final = 1.96
#: Name of the file with the evaluator's `Fit`, in its package.
FITTED: Final = "review.json"
#: Maximum number of sampled hands that a decision keeps as examples.
EXAMPLES: Final = 3
#: Key of the factor for loss beyond that of the usual action.
BEYOND: Final = "beyond"
#: Key of the factor for all kinds of decision without a factor of their own.
OTHERS: Final = "others"
#: Minimum difference for a reason, in percentage points of the sampled hands.
TELLS: Final = 5
#: Code of a reason: the player's side is sure to win the trick.
TRICK_TAKEN: Final = "TRICK_TAKEN"
#: Code of a reason for a higher bid: `best` is the percentage of hands in which that bid is made, `chosen` is 0.
MORE_MADE: Final = "MORE_MADE"
#: Maximum number of reasons for a decision.
MOST: Final = 3
T = TypeVar("T")
#: The cards of each seat in a sampled hand, as texts.
Layout: TypeAlias = tuple[tuple[str, ...], ...]


def of_two(first: float) -> tuple[int, int]:
    """Return the worth by seat in a game for two, given the worth to seat 0."""
    worth = round(first)
    return worth, SURE - worth


@dataclass(frozen=True, slots=True)
class Choice:
    """Actions that are equivalent for all cards that the others may hold, and their worth in each sampled hand.

    `worth` may be shorter than that of other choices; it then covers only the first hands.
    """

    actions: tuple[Action, ...]
    worth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WeighedActions:
    """The actions of a turn, evaluated over the same hands.

    `weights` is how often each hand was sampled, or its relative probability. `examples` are some of the hands by seat,
    including the seat's own cards. `is_whole`: the hands are all possible ones, so the values are exact. `usual` is the
    action that the rollout policy would choose, if the evaluator names one; loss beyond the loss of that action is
    calibrated separately.
    """

    choices: tuple[Choice, ...]
    weights: tuple[int, ...]
    examples: tuple[Layout, ...] = ()
    is_whole: bool = False
    usual: Action | None = None

    @property
    def full(self) -> tuple[Choice, ...]:
        """The choices that are evaluated over all hands; the best choice is one of them."""
        return tuple(choice for choice in self.choices if len(choice.worth) == len(self.weights))

    def choice_of(self, action: Action) -> Choice | None:
        return next((choice for choice in self.choices if action in choice.actions), None)


class Reason(NamedTuple):
    """A reason why one action is better than another.

    For most codes, `best` and `chosen` are the percentages of sampled hands in which `code` holds after that action.
    """

    code: str
    best: int
    chosen: int


def spread(hands: Sequence[T]) -> Sequence[T]:
    """Return up to `EXAMPLES` of the sampled hands, evenly spaced."""
    return hands[:: max(1, len(hands) // EXAMPLES)][:EXAMPLES]


def clearest(found: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return at most `MOST` reasons that favour the best action by at least `TELLS`, the greatest difference first."""
    clear = [one for one in found if one.best - one.chosen >= TELLS]
    return tuple(sorted(clear, key=lambda one: one.chosen - one.best)[:MOST])


@dataclass(frozen=True)
class Evaluator(ABC):
    """Values actions, deals and results. Stateless: the same arguments give the same values on any machine.

    `version` is stored with every review; a new version does not change stored reviews. `factors` multiply
    losses, by kind of decision, and are fitted to the results of games. A kind without a factor has the factor of
    `OTHERS`, or 1. Loss beyond the loss of the usual action has the factor of `BEYOND`, or that of its kind.
    """

    version: int = 1
    factors: Mapping[str, float] = field(default_factory=dict)

    @abstractmethod
    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        """Return the worth of every legal action or, if there are too many, of `chosen` and some others.

        Return None if the actions or `chosen` cannot be valued.
        """

    @abstractmethod
    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        """Return at most `MOST` reasons why `best` is better than `chosen`; a won trick comes last."""

    def alike(self, view: SeatView, action: Action, other: Action) -> bool:
        """Return whether two actions, one of which `weigh` does not list, are equivalent for all hidden cards."""
        return False

    @abstractmethod
    def before(self, state: State) -> tuple[int, ...]:
        """Return by seat the worth to its side before the deal. `state` is the state after the deal.

        If chance decided which seat begins, the worth is that before this draw.
        """

    def after(self, state: State) -> tuple[int, ...]:
        """Return by seat the worth to its side after a finished hand whose score did not decide the game."""
        return self.before(state)

    @abstractmethod
    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return by seat the worth to its side of the deal before `state`, less the mean over comparable deals."""

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
        """Return by seat the worth of the drawn cards to its side, less the mean over possible draws.

        `state` is the state after the draw. Called only for games that refill hands.
        """
        return (0,) * len(state.hands)


@dataclass(frozen=True, slots=True)
class Fit:
    """The fit of an evaluator, as `training.fit_reviewer` writes it.

    `rates` are the error rates of the site's bots by level: the mean loss per decision in thousandths of a game.
    `variant` is the variant of the fitted games; None if the game has no variants.
    """

    version: int
    factors: Mapping[str, float]
    rates: Mapping[str, float] = field(default_factory=dict)
    variant: str | None = None


def fit_of(package: str) -> Fit:
    return Fit(**json.loads(files(package).joinpath(FITTED).read_text(encoding="ascii")))


@dataclass(frozen=True)
class LateEvaluator:
    """The evaluator class `name` of `module`, imported at first use. Its fit is available without the import."""

    module: str
    name: str
    fit: Fit

    @cached_property
    def evaluator(self) -> Evaluator:
        return cast(Evaluator, getattr(import_module(self.module), self.name)(self.fit.version, self.fit.factors))


def seed_of(code: str, place: str | int, version: int) -> int:
    """Derive a seed of 62 bits from the game's code, `place` in the game and the evaluator's version; never 0."""
    digest = sha256(f"{code}:{place}:{version}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 2 | 1


@dataclass(frozen=True)
class Plain(Evaluator):
    """The evaluator of a game that has none of its own: it values no decisions, and luck is 0.

    Until the game is over, all sides count as equally likely to win.
    """

    rules: Ruleset = field(kw_only=True)

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        return None

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return ()

    def before(self, state: State) -> tuple[int, ...]:
        sides = {self.rules.side(state.options, seat) for seat in range(self.rules.seats)}
        return (SURE // len(sides),) * self.rules.seats

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        return (0,) * self.rules.seats

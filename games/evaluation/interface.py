"""The interface between a game and its reviews: an evaluator, which values every action as the strongest bot would.

The worth of an action or a position is its chance to win, in whole millionths of a game, so that sums are exact.
"""

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from games.engine.actions import Action
from games.engine.ruleset import Ruleset
from games.engine.state import Refilled, SeatView, State

#: The worth of a won game.
SURE: Final = 1_000_000
#: Half the width of a 95% confidence interval, in standard errors.
SURELY: Final = 1.96
#: The name of the file with the fit, in the package of the evaluator.
FITTED: Final = "review.json"
#: Number of sampled hands that a decision keeps as examples.
EXAMPLES: Final = 3
#: Keys of an evaluator's factors besides the kinds of decision: for loss beyond that of the usual action, and for all
#: kinds without a factor of their own.
BEYOND: Final = "beyond"
OTHERS: Final = "others"
#: Least difference that counts as a reason, in percent of the sampled hands.
TELLS: Final = 5
#: Code of a reason: the player's side is sure to win the trick.
TRICK_TAKEN: Final = "TRICK_TAKEN"
#: Code of a reason for a higher bid: the percentage of hands in which it is made, compared with 0.
MORE_MADE: Final = "MORE_MADE"
#: Greatest number of reasons for a decision.
MOST: Final = 3
T = TypeVar("T")
#: The cards of each seat in a sampled hand, as texts.
Layout: TypeAlias = tuple[tuple[str, ...], ...]


def of_two(first: float) -> tuple[int, int]:
    """Return the worth to both seats of a game for two, given the worth to seat 0."""
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
    """The actions of a turn, evaluated over the same hands; `weights` is how often each hand was sampled.

    `examples` are some of the hands by seat, the seat's own cards included. `is_whole`: the hands are all possible
    ones, weighted by probability, so the values are exact. If a policy played the hands out, `usual` is the action that
    the policy would choose here; loss beyond the loss of that action is calibrated separately.
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
        """Return the choice that contains the action; None if there is none."""
        return next((choice for choice in self.choices if action in choice.actions), None)


class Reason(NamedTuple):
    """A reason why one action is better than another.

    `best` and `chosen` are the percentages of sampled hands in which what `code` stands for holds after either action.
    """

    code: str
    best: int
    chosen: int


def spread(hands: Sequence[T]) -> Sequence[T]:
    """Return a few of the sampled hands as examples, evenly spaced."""
    return hands[:: max(1, len(hands) // EXAMPLES)][:EXAMPLES]


def clearest(found: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons that favour the best action, at most `MOST`, the greatest difference first."""
    clear = [one for one in found if one.best - one.chosen >= TELLS]
    return tuple(sorted(clear, key=lambda one: one.chosen - one.best)[:MOST])


class Evaluator(Protocol):
    """Values actions from a seat's view. Stateless: the same view and seed give the same values on any machine."""

    @property
    def version(self) -> int:
        """The version, which is stored with every review. A new version does not change stored reviews."""

    @property
    def factors(self) -> Mapping[str, float]:
        """The factor of a loss by kind of decision, fitted so that losses agree with results.

        A kind without a factor has the factor of `OTHERS`, or 1. Loss beyond the loss of the usual action has the
        factor of `BEYOND`, or that of its kind.
        """

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        """Value every legal action, or if they are too many the chosen one and some others.

        Return None if the actions cannot be valued.
        """

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        """Return why `best` is better than `chosen`, in at most `MOST` reasons.

        The reason with the greatest difference comes first, but a won trick comes last.
        """

    def alike(self, view: SeatView, action: Action, other: Action) -> bool:
        """Return whether two actions are equivalent whatever the others hold, if `weigh` does not list all actions."""

    def before(self, state: State) -> tuple[int, ...]:
        """Return by seat the worth to its side before the deal, and before the first seat is drawn, if it is.

        `state` is the state after the deal.
        """

    def after(self, state: State) -> tuple[int, ...]:
        """Return by seat the worth to its side after a finished hand, if the game goes on."""

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return by seat the worth of the deal to its side, less the mean over comparable deals.

        `state` is the state after the deal.
        """

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
        """Return by seat the worth of the drawn cards to its side, less the mean over possible draws.

        `state` is the state after the draw. Called only for games that refill hands.
        """


@dataclass(frozen=True)
class Fitted:
    """The base of evaluators: the version and factors of a fit, and defaults.

    By default drawn cards are worth nothing, `weigh` lists all actions, and the worth after a finished hand is that of
    its scores.
    """

    version: int = 1
    factors: Mapping[str, float] = field(default_factory=dict)

    @abstractmethod
    def before(self, state: State) -> tuple[int, ...]: ...

    def after(self, state: State) -> tuple[int, ...]:
        return self.before(state)

    def alike(self, view: SeatView, action: Action, other: Action) -> bool:
        return False

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
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
    """Read the fit of the evaluator in this package."""
    return Fit(**json.loads(files(package).joinpath(FITTED).read_text(encoding="ascii")))


@dataclass(frozen=True)
class LateEvaluator:
    """The evaluator `name` of `module`, imported at first use. Its fit is known without the import."""

    module: str
    name: str
    fit: Fit

    @cached_property
    def evaluator(self) -> Evaluator:
        return cast(Evaluator, getattr(import_module(self.module), self.name)(self.fit.version, self.fit.factors))


def seed_of(code: str, place: str | int, version: int) -> int:
    """Derive a seed of 62 bits from the game's code, a place in the game and the evaluator's version; never 0."""
    digest = sha256(f"{code}:{place}:{version}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 2 | 1


@dataclass(frozen=True)
class Plain(Fitted):
    """The evaluator of a game that has none of its own: decisions and luck have no value; only results count.

    Until the game is over, every side is taken to be equally likely to win.
    """

    rules: Ruleset = field(kw_only=True)

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> WeighedActions | None:
        return None

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        return ()

    def before(self, state: State) -> tuple[int, ...]:
        sides = [self.rules.side(state.options, seat) for seat in range(self.rules.seats)]
        return tuple(SURE // len(set(sides)) for _ in sides)

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        return (0,) * self.rules.seats

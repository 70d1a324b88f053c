"""The interface between a game and its reviews: an evaluator, with which the strongest bot judges every action.

Worth is counted in whole millionths of a won game, so that sums are exact.
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
FITTED: Final = "review.json"
EXAMPLES: Final = 3
#: Keys of an evaluator's factors besides the kinds of decision: loss beyond that of the usual action, and all kinds
#: without a factor.
BEYOND: Final = "beyond"
OTHERS: Final = "others"
#: Least difference that counts as a reason, in hundredths of the sampled hands.
TELLS: Final = 5
#: Reason: the player's side wins the trick, against any play.
TRICK_TAKEN: Final = "TRICK_TAKEN"
#: Reason for a higher bid: how often it is made. How often the lower one is made does not matter.
MORE_MADE: Final = "MORE_MADE"
#: Upper bound on reasons.
MOST: Final = 3
T = TypeVar("T")
#: The cards of each seat in a sampled hand, as texts.
Layout: TypeAlias = tuple[tuple[str, ...], ...]


def of_two(first: float) -> tuple[int, int]:
    """Return the worth to each of two seats, given that to seat 0."""
    worth = round(first)
    return worth, SURE - worth


@dataclass(frozen=True, slots=True)
class Choice:
    """Equivalent actions, regardless of the others' cards, and the chance to win after them in each sampled hand.

    `worth` may be shorter than that of others: it then covers the first hands alone.
    """

    actions: tuple[Action, ...]
    worth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """All actions of a moment over the same hands; `weights` are how often each hand was sampled.

    `examples` are some of those hands by seat, including the own cards. `is_whole`: the hands are all that are
    possible, weighted by probability, so the values are exact. If a policy played the hands out, `usual` is what it
    does here: loss beyond that is calibrated separately.
    """

    choices: tuple[Choice, ...]
    weights: tuple[int, ...]
    examples: tuple[Layout, ...] = ()
    is_whole: bool = False
    usual: Action | None = None

    @property
    def full(self) -> tuple[Choice, ...]:
        """The choices valued over all hands; the best is among them."""
        return tuple(choice for choice in self.choices if len(choice.worth) == len(self.weights))

    def choice_of(self, action: Action) -> Choice | None:
        """Return the choice that contains the action; None if there is none."""
        return next((choice for choice in self.choices if action in choice.actions), None)


class Reason(NamedTuple):
    """Why an action is better than another: in how many of a hundred sampled hands `code` holds after each."""

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
        """Stored with every review. A new version does not change stored reviews."""

    @property
    def factors(self) -> Mapping[str, float]:
        """What losses are multiplied by to agree with results, by kind of decision.

        A kind without a factor has that of `OTHERS`, or 1. Loss beyond that of the usual action has that of `BEYOND`.
        """

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> Weighed | None:
        """Value every legal action, or the chosen one and some others if there are too many; None if it cannot."""

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        """Return why `best` is better than `chosen`, in at most three reasons.

        The greatest difference comes first, the won trick last.
        """

    def alike(self, view: SeatView, one: Action, other: Action) -> bool:
        """Return whether two of too many actions to weigh each are equivalent, regardless of the others' cards."""

    def before(self, state: State) -> tuple[int, ...]:
        """Return by seat its side's chance before the deal (and before the start is drawn), from the state as dealt."""

    def after(self, state: State) -> tuple[int, ...]:
        """Return the same for a finished hand without a result: the chance with which the next hand begins."""

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """Return by seat how much better its side's cards are, from the state as dealt. The mean over deals is 0."""

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
        """Return by seat how much better the drawn cards are for its side than those that could have come instead.

        The mean over all of those is 0. `state` is the hand after the draw. Called only if the game refills hands.
        """


@dataclass(frozen=True)
class Fitted:
    """A base of evaluators: the version and factors of a fit, and defaults.

    By default drawn cards are worth nothing, equivalent actions are always in one `Choice`, and a finished hand is
    worth what its scores are.
    """

    version: int = 1
    factors: Mapping[str, float] = field(default_factory=dict)

    @abstractmethod
    def before(self, state: State) -> tuple[int, ...]: ...

    def after(self, state: State) -> tuple[int, ...]:
        return self.before(state)

    def alike(self, view: SeatView, one: Action, other: Action) -> bool:
        return False

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
        return (0,) * len(state.hands)


@dataclass(frozen=True, slots=True)
class Fit:
    """The fit of an evaluator, as `training.fit_reviewer` writes it.

    `rates` are the error rates of the house's players by level, in thousandths of a game. `variant` is that of the
    fitted games; None if the game has none.
    """

    version: int
    factors: Mapping[str, float]
    rates: Mapping[str, float] = field(default_factory=dict)
    variant: str | None = None


def fit_of(package: str) -> Fit:
    """Read the fit from the file beside an evaluator."""
    return Fit(**json.loads(files(package).joinpath(FITTED).read_text(encoding="ascii")))


@dataclass(frozen=True)
class LateEvaluator:
    """The evaluator `name` of `module`, imported at first use. Its fit is known before."""

    module: str
    name: str
    fit: Fit

    @cached_property
    def evaluator(self) -> Evaluator:
        return cast(Evaluator, getattr(import_module(self.module), self.name)(self.fit.version, self.fit.factors))


def seed_of(code: str, place: str | int, version: int) -> int:
    """Derive a seed of 62 bits from a game, a place in it and the evaluator's version; never 0."""
    digest = sha256(f"{code}:{place}:{version}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 2 | 1


@dataclass(frozen=True)
class Plain(Fitted):
    """The evaluator of a game without one: decisions and luck have no value; only results count.

    Until the game is over, every side is equally likely to win; a tie is half a game.
    """

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

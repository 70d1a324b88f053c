"""What a game brings to a review: its evaluator, by which the strongest computer player judges every action.

All worth is in whole millionths of a game won, so that what is added up stays exact.
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
from games.engine.state import Refilled, SeatView, State

#: A game won.
SURE: Final = 1_000_000
#: Standard errors on either side of a mean, within which it lies in 95 of 100 cases.
SURELY: Final = 1.96
FITTED: Final = "review.json"
EXAMPLES: Final = 3
#: Beside the kinds of decision in an evaluator's factors: what lies beyond the loss of the usual action, and all kinds
#: that no game told of.
BEYOND: Final = "beyond"
OTHERS: Final = "others"
#: In hundredths of the hands thought of: less is no reason.
TELLS: Final = 5
#: A reason: the side of whoever chooses wins the trick, whatever is played to it.
TRICK_TAKEN: Final = "TRICK_TAKEN"
#: A reason for more than was bid: that it is made in so many hands; how often the lower bid is, says nothing.
MORE_MADE: Final = "MORE_MADE"
#: So many reasons are enough.
MOST: Final = 3
T = TypeVar("T")
#: The cards of each seat in a hand that was thought of, as texts.
Layout: TypeAlias = tuple[tuple[str, ...], ...]


def of_two(first: float) -> tuple[int, int]:
    """What is worth so much to seat 0, to each of two seats."""
    worth = round(first)
    return worth, SURE - worth


@dataclass(frozen=True, slots=True)
class Choice:
    """Actions that come to the same whatever the others hold, the chance to win the game after them in each hand
    thought of.

    `worth` may be shorter than that of others: then it is of the first hands alone.
    """

    actions: tuple[Action, ...]
    worth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """All actions of a moment over the same hands, `weights` saying how often each hand was thought of.

    `examples` are some of those hands, by seat, the own cards among them. Where these are all hands that may be, each
    as heavy as it is likely, the whole is known and nothing of it is chance. Where those hands were played out by a
    policy, `usual` is what that policy does here: what is worse than that is calibrated apart.
    """

    choices: tuple[Choice, ...]
    weights: tuple[int, ...]
    examples: tuple[Layout, ...] = ()
    is_whole: bool = False
    usual: Action | None = None

    @property
    def full(self) -> tuple[Choice, ...]:
        """Those valued over all hands: the best is among them."""
        return tuple(choice for choice in self.choices if len(choice.worth) == len(self.weights))

    def choice_of(self, action: Action) -> Choice | None:
        """The one that the action is of."""
        return next((choice for choice in self.choices if action in choice.actions), None)


class Reason(NamedTuple):
    """Why an action is better than another: in how many of a hundred hands thought of `code` holds after either."""

    code: str
    best: int
    chosen: int


def spread(hands: Sequence[T]) -> Sequence[T]:
    """A few of the hands thought of from all over them: the examples."""
    return hands[:: max(1, len(hands) // EXAMPLES)][:EXAMPLES]


def clearest(found: Iterable[Reason]) -> tuple[Reason, ...]:
    """Those that speak for the best action and not against it, three at most, the greatest difference first."""
    clear = [one for one in found if one.best - one.chosen >= TELLS]
    return tuple(sorted(clear, key=lambda one: one.chosen - one.best)[:MOST])


class Evaluator(Protocol):
    """Values from a seat's view; remembers nothing, so the same view and seed bring the same values on any machine."""

    @property
    def version(self) -> int:
        """Stored with every review: what a version has stored stays as it is."""

    @property
    def factors(self) -> Mapping[str, float]:
        """By kind of decision what its losses are multiplied by, so that they agree with results; that of `OTHERS`, or
        1, where none is named. What the usual action does not lose is multiplied by that of `BEYOND`, where there is
        one.
        """

    def weigh(self, view: SeatView, chosen: Action, seed: int) -> Weighed | None:
        """Every action that the view offers, or where those are too many some of them and the chosen one; None where
        they cannot be valued.
        """

    def reasons(self, view: SeatView, best: Action, chosen: Action, seed: int) -> tuple[Reason, ...]:
        """Why `best` is better than `chosen`, three reasons at most: what it is good for, the greatest difference
        first, and last that it takes the trick.
        """

    def alike(self, view: SeatView, one: Action, other: Action) -> bool:
        """Whether two of too many actions to be weighed one by one come to the same, whatever the others hold."""

    def before(self, state: State) -> tuple[int, ...]:
        """By seat the chance of its side to win the game before this hand was dealt (and before the start was drawn);
        `state` is the hand as dealt.
        """

    def after(self, state: State) -> tuple[int, ...]:
        """The same once the hand is over and no result has come of it: what the next hand begins with."""

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        """By seat how much better its side’s cards were than the others’; `state` is the hand as dealt. Its mean over
        deals is 0.
        """

    def drawn(self, state: State, refills: Sequence[Refilled]) -> tuple[int, ...]:
        """By seat how much better these cards are for its side than those that could have come in their place, the
        mean over all of those being 0; `state` is the hand once they were drawn. Asked only where hands are refilled.
        """


@dataclass(frozen=True)
class Fitted:
    """What every evaluator has of its fit. Where it does not say so, nothing drawn after the deal has a worth, and all
    actions that come to the same are of one choice; a hand that is over leaves what its scores are worth.
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
    """An evaluator’s version and factors, by level the error rates of the house’s players in thousandths of a game, and
    of which variant the games were that all of this and the worth of a score come from (None where there is but one
    game), as `training.fit_reviewer` writes them.
    """

    version: int
    factors: Mapping[str, float]
    rates: Mapping[str, float] = field(default_factory=dict)
    variant: str | None = None


def fit_of(package: str) -> Fit:
    """From the file beside an evaluator."""
    return Fit(**json.loads(files(package).joinpath(FITTED).read_text(encoding="ascii")))


@dataclass(frozen=True)
class LateEvaluator:
    """The evaluator `name` of that module, loaded when it is first asked for; its fit is known before."""

    module: str
    name: str
    fit: Fit

    @cached_property
    def evaluator(self) -> Evaluator:
        return cast(Evaluator, getattr(import_module(self.module), self.name)(self.fit.version, self.fit.factors))


def seed_of(code: str, place: str | int, version: int) -> int:
    """62 bits of chance that follow from a game, a place in it and the evaluator’s version; never 0."""
    digest = sha256(f"{code}:{place}:{version}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 2 | 1

"""Find the decisions of a hand, and what each of them cost.

A decision is a seat's own choice among at least two actions that differ. Actions of the table, of a claim or of a
fallback are none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import dist
from operator import mul
from typing import Final, NamedTuple

from games.engine.actions import Action, Pick
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Refilled, Seat, SeatView, State, TrickWon
from games.evaluation.interface import (
    BEYOND,
    OTHERS,
    TRICK_TAKEN,
    Choice,
    Evaluator,
    Reason,
    Weighed,
    clearest,
    seed_of,
)

#: Standard errors from which a loss counts, and from which its part beyond the usual action's loss does. That is more:
#: a player who imagines other hands than the review has a reason not to do what is usual.
ERRORS, ERRORS_BEYOND = 2.0, 3.0
ENDS_BETTER: Final = "ENDS_BETTER"


class By(StrEnum):
    """Who chose an action."""

    SELF = "self"
    TABLE = "table"
    OTHER = "other"


class Mark(StrEnum):
    """The name of a loss by its size."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


#: The least loss of each mark, in millionths of a game.
_FROM: Mapping[Mark, int] = {Mark.BLUNDER: 100_000, Mark.MISTAKE: 50_000, Mark.INACCURACY: 20_000}


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action of a hand in a log or record. `ordinal` is its place there."""

    ordinal: int
    seat: Seat
    action: Action
    by: By = By.SELF


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's choice, with its view at that time."""

    logged: LoggedAction
    view: SeatView


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards that refilled hands, and the state after they were drawn."""

    state: State
    refills: tuple[Refilled, ...]


@dataclass
class Course:
    """How a hand went: the choices that seats made themselves, the cards drawn after the deal, and the final state."""

    end: State
    turns: list[Turn] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decision:
    """The worth of a decision in millionths of a game. `best` is the chosen action if the loss is 0.

    `values` are sorted, the best first; `errors` are their standard errors in the same order. `error` is the standard
    error of the loss over the same hands. `mark` is the mark of the loss at the time of the review. `beyond` is the
    part of the loss that the usual action would not have lost.
    """

    ordinal: int
    seat: Seat
    kind: str
    chosen: Action
    best: Action
    loss: int
    error: int
    mark: Mark | None
    values: tuple[tuple[Action, int], ...]
    errors: Sequence[int]
    reasons: tuple[Reason, ...] = ()
    examples: Sequence[Sequence[Sequence[str]]] = ()
    alike: tuple[tuple[Action, ...], ...] = ()
    beyond: int = 0


def mark_of(loss: int) -> Mark | None:
    """Return the mark of a loss in millionths; None for a small one."""
    return next((mark for mark, least in _FROM.items() if loss >= least), None)


def course(rules: Ruleset, dealt: State, actions: Sequence[LoggedAction]) -> Course:
    """Replay a hand from the state as dealt; a choice is one among at least two actions."""
    found = Course(dealt)
    for place, one in enumerate(actions):
        view = rules.view(found.end, one.seat) if one.by is By.SELF and one.seat != DEALER else None
        step = rules.apply(found.end, one.seat, one.action)
        found.end = step.state
        if refills := tuple(event for event in step.events if isinstance(event, Refilled)):
            found.draws.append(Draw(step.state, refills))
        following = actions[place + 1] if place + 1 < len(actions) else None
        ends_trick = any(isinstance(event, TrickWon) for event in step.events)
        is_claim = following is not None and following.by is By.TABLE and not ends_trick
        if view is not None and not is_claim and _is_choice(view):
            found.turns.append(Turn(one, view))
    return found


def _is_choice(view: SeatView) -> bool:
    return len(view.legal) > 1 or any(isinstance(one, Pick) for one in view.legal)


def decisions(evaluator: Evaluator, turns: Sequence[Turn], *, code: str) -> Iterator[Decision]:
    """Yield what each choice cost. Equal actions count as one, so a choice among them alone is no decision."""
    for turn in turns:
        seed = seed_of(code, turn.logged.ordinal, evaluator.version)
        weighed = evaluator.weigh(turn.view, turn.logged.action, seed)
        if weighed is not None and len(weighed.choices) > 1:
            yield _decision(evaluator, turn, weighed, seed)


def _decision(evaluator: Evaluator, turn: Turn, weighed: Weighed, seed: int) -> Decision:
    action, kind = turn.logged.action, str(turn.view.phase)
    own = next(choice for choice in weighed.choices if action in choice.actions)
    scale = _Scale.of(evaluator, kind, weighed)
    best, top = scale.best, round(mean(scale.best.worth, weighed.weights))
    measured = [scale.measured(choice) for choice in weighed.choices]
    values = sorted(
        (
            (_named(choice, action), top - min(top, one.cost), one.error)
            for choice, one in zip(weighed.choices, measured, strict=True)
        ),
        key=lambda one: -one[1],
    )
    mine = measured[weighed.choices.index(own)]
    loss = min(top, mine.cost) if is_clear(*compared(best, own, weighed)) else 0
    better = best.actions[0] if loss else action
    return Decision(
        ordinal=turn.logged.ordinal,
        seat=turn.logged.seat,
        kind=kind,
        chosen=action,
        best=better,
        loss=loss,
        error=mine.error_of_cost,
        mark=mark_of(loss),
        values=tuple((one, worth) for one, worth, _error in values),
        errors=tuple(error for *_value, error in values),
        reasons=why(evaluator, turn.view, (better, best), (action, own), weighed.weights, seed) if loss else (),
        examples=weighed.examples,
        alike=tuple(choice.actions for choice in weighed.choices if len(choice.actions) > 1),
        beyond=min(loss, mine.beyond),
    )


class _Measured(NamedTuple):
    """The calibrated cost of a choice against the best one; `error` is the standard error of its own worth.

    `beyond` is the part of the cost that the usual action does not have.
    """

    cost: int
    error_of_cost: int
    error: int
    beyond: int


@dataclass(frozen=True, slots=True)
class _Scale:
    """Calibrates the difference between a choice and the best one.

    The part that the usual action loses as well is multiplied by `factor`, that of the kind: much of it can still be
    regained later in the hand. The part beyond it is multiplied by `after`.
    """

    among: Weighed
    best: Choice
    usual: Choice | None
    factor: float
    after: float

    @classmethod
    def of(cls, evaluator: Evaluator, kind: str, weighed: Weighed) -> "_Scale":
        factors = evaluator.factors
        factor = factors.get(kind, factors.get(OTHERS, 1.0))
        usual = None if weighed.usual is None else weighed.choice_of(weighed.usual)
        best = best_of(weighed.full, weighed.weights)
        return cls(weighed, best, usual, factor, factors.get(BEYOND, factor))

    def measured(self, choice: Choice) -> _Measured:
        usual = self.usual or choice
        beyond, doubt = (0.0, 0.0) if usual is choice else compared(usual, choice, self.among)
        is_beyond = is_clear(beyond, doubt, ERRORS_BEYOND)
        worth = self._worth(choice, usual if is_beyond else choice)
        cost, wide = _spread([first - one for first, one in zip(self.best.worth, worth, strict=False)], self.among)
        error = _spread(worth, self.among)[1]
        return _Measured(round(cost), round(wide), round(error), round(self.after * beyond) if is_beyond else 0)

    def _worth(self, choice: Choice, middle: Choice) -> list[float]:
        """Return the worth in each hand after calibration: up to the `middle` choice, and from there on."""
        worth = zip(self.best.worth, middle.worth, choice.worth, strict=False)
        return [first - self.factor * (first - usual) - self.after * (usual - other) for first, usual, other in worth]


def why(
    evaluator: Evaluator,
    view: SeatView,
    better: tuple[Action, Choice],
    worse: tuple[Action, Choice],
    weights: Sequence[int],
    seed: int,
) -> tuple[Reason, ...]:
    """Return the game's reasons. With none or a won trick alone, add how often the hand ends better and worse."""
    (action, best), (other, own) = better, worse
    found = evaluator.reasons(view, action, other, seed)
    if any(one.code != TRICK_TAKEN for one in found):
        return found
    both = list(zip(best.worth, own.worth, strict=False))
    ahead, back = (
        mean([one > other for one, other in both], weights),
        mean([one < other for one, other in both], weights),
    )
    return (*found, *clearest([Reason(ENDS_BETTER, round(100 * ahead), round(100 * back))]))


def _named(choice: Choice, action: Action) -> Action:
    """Return the chosen action if it is among equal ones, else the first."""
    return action if action in choice.actions else choice.actions[0]


def best_of(choices: Iterable[Choice], weights: Sequence[int]) -> Choice:
    """Return the choice with the highest mean worth; the first of several."""
    return max(choices, key=lambda choice: mean(choice.worth, weights))


def is_clear(less: float, error: float, errors: float = ERRORS) -> bool:
    """Return whether a difference exceeds `errors` standard errors."""
    return less > errors * error


def mean(worth: Sequence[int], weights: Sequence[int]) -> float:
    """Return the weighted mean over hands."""
    weighed: int = sum(map(mul, worth, weights))
    return weighed / sum(weights[: len(worth)])


def compared(one: Choice, other: Choice, among: Weighed) -> tuple[float, float]:
    """Return how much better one choice is over the hands of both, and the standard error of that."""
    return _spread([first - second for first, second in zip(one.worth, other.worth, strict=False)], among)


def _spread(worth: Sequence[float], among: Weighed) -> tuple[float, float]:
    """Return the weighted mean and its standard error; that is 0 if the hands are all that are possible.

    A hand that was sampled several times counts as one with more weight, not as several.
    """
    weights = among.weights[: len(worth)]
    total, weighed = sum(weights), list(map(mul, weights, worth))
    middle = sum(weighed) / total
    return middle, 0.0 if among.is_whole else dist(weighed, [weight * middle for weight in weights]) / total

"""Find the decisions of a hand and the cost of each; compute hints, and serialise them as actions of a log.

A decision is a seat's own choice among at least two actions that are not equivalent. Actions of a claim, a settled
hand, a stand-in or a fallback (for a bot that failed) are no decisions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import dist
from operator import mul
from typing import Any, Final, cast

from games.engine.actions import Action, Pick, action_json, action_of, frozen
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Refilled, Seat, SeatView, State, TrickWon
from games.evaluation.interface import (
    BEYOND,
    OTHERS,
    TRICK_TAKEN,
    Choice,
    Evaluator,
    Reason,
    WeighedActions,
    clearest,
    seed_of,
)

#: A loss counts if it exceeds `ERRORS` of its standard errors. The part beyond the loss of the policy's usual action is
#: calibrated separately if it exceeds `ERRORS_BEYOND`. That limit is stricter: an unusual action may have a good reason
#: if the player assumed other hands than the review.
ERRORS, ERRORS_BEYOND = 2.0, 3.0
#: Code of a reason. Its numbers are the percentages of hands that end better, and worse, after the best action than
#: after the chosen one.
ENDS_BETTER: Final = "ENDS_BETTER"
#: The verb of a stored hint that compares two actions. A hint without comparison is stored as its action.
HINT: Final = "hint"


class DecidedBy(StrEnum):
    """What chose an action: the seat, the table (a claim or a settled hand), or another source (such as a stand-in)."""

    SELF = "self"
    TABLE = "table"
    OTHER = "other"


class Mark(StrEnum):
    """How bad a choice was, by its loss."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


#: The minimum loss for each mark, in millionths of a game, in descending order.
_FROM: Mapping[Mark, int] = {Mark.BLUNDER: 100_000, Mark.MISTAKE: 50_000, Mark.INACCURACY: 20_000}


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action of a hand, with its `ordinal` in the log or record."""

    ordinal: int
    seat: Seat
    action: Action
    decided_by: DecidedBy = DecidedBy.SELF


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """A seat's choice, with the view that the seat had when it chose."""

    logged: LoggedAction
    view: SeatView


@dataclass
class Course:
    """A replayed hand: its final state, the seats' own choices, and the cards drawn after the deal.

    `draws` are pairs of the state after the draw and the refills of hands.
    """

    end: State
    turns: list[SeatTurn] = field(default_factory=list)
    draws: list[tuple[State, tuple[Refilled, ...]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision and its cost, in millionths of a game. If `loss` is 0, `best` is the chosen action.

    `values` are the actions with their worth, the best first; `errors` are the standard errors of these values.
    `error` is the standard error of `loss`. `mark` is stored with the review, so that new limits do not change it.
    `beyond` is the part of the loss that the policy's usual action would have avoided.
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
    """Return the mark of a loss in millionths of a game; None if the loss is below all limits."""
    return next((mark for mark, least in _FROM.items() if loss >= least), None)


def course_of_hand(rules: Ruleset, dealt: State, actions: Sequence[LoggedAction]) -> Course:
    """Replay a hand from the state after the deal; collect drawn cards, and seats' own choices among several actions.

    The play that begins a claim is no choice. It is recognised because the table makes the next play of its trick.
    """
    found = Course(dealt)
    for index, one in enumerate(actions):
        view = rules.view(found.end, one.seat) if one.decided_by is DecidedBy.SELF and one.seat != DEALER else None
        step = rules.apply(found.end, one.seat, one.action)
        found.end = step.state
        if refills := tuple(event for event in step.events if isinstance(event, Refilled)):
            found.draws.append((step.state, refills))
        following = actions[index + 1] if index + 1 < len(actions) else None
        ends_trick = any(isinstance(event, TrickWon) for event in step.events)
        is_claim = following is not None and following.decided_by is DecidedBy.TABLE and not ends_trick
        if view is None or is_claim:
            continue
        if len(view.legal) > 1 or any(isinstance(action, Pick) for action in view.legal):
            found.turns.append(SeatTurn(one, view))
    return found


def decisions(evaluator: Evaluator, turns: Sequence[SeatTurn], *, code: str) -> Iterator[Decision]:
    """Yield the decision of each turn; none for a turn at which all actions are equivalent or cannot be evaluated."""
    for turn in turns:
        seed = seed_of(code, turn.logged.ordinal, evaluator.version)
        weighed = evaluator.weigh(turn.view, turn.logged.action, seed)
        if weighed is not None and len(weighed.choices) > 1:
            yield _decision(evaluator, turn, weighed, seed)


def _decision(evaluator: Evaluator, turn: SeatTurn, weighed: WeighedActions, seed: int) -> Decision:
    action, kind = turn.logged.action, str(turn.view.phase)
    own = next(choice for choice in weighed.choices if action in choice.actions)
    scale = _Scale(evaluator, kind, weighed)
    best, top = scale.best, round(mean(scale.best.worth, weighed.weights))
    measured = [scale.measured(choice) for choice in weighed.choices]
    values = sorted(
        (
            (action if choice is own else choice.actions[0], top - min(top, cost), error)
            for choice, (cost, _of_cost, error, _beyond) in zip(weighed.choices, measured, strict=True)
        ),
        key=lambda one: -one[1],
    )
    own_cost, error_of_cost, _error, beyond = measured[weighed.choices.index(own)]
    loss = min(top, own_cost) if is_clear(*compared(best, own, weighed)) else 0
    better = best.actions[0] if loss else action
    return Decision(
        ordinal=turn.logged.ordinal,
        seat=turn.logged.seat,
        kind=kind,
        chosen=action,
        best=better,
        loss=loss,
        error=error_of_cost,
        mark=mark_of(loss),
        values=tuple((one, worth) for one, worth, _error in values),
        errors=tuple(error for *_value, error in values),
        reasons=reasons_for(evaluator, turn.view, (better, best), (action, own), weighed.weights, seed) if loss else (),
        examples=weighed.examples,
        alike=tuple(choice.actions for choice in weighed.choices if len(choice.actions) > 1),
        beyond=min(loss, beyond),
    )


class _Scale:
    """Calibrates the difference in worth between a choice and the best one.

    The loss of the policy's usual action is multiplied by `factor`, because much of it can be regained later in the
    hand. A choice's loss beyond that is multiplied by `rest_factor` if it is clear, otherwise by `factor`.
    """

    def __init__(self, evaluator: Evaluator, kind: str, weighed: WeighedActions) -> None:
        factors = evaluator.factors
        self.weighed = weighed
        self.best = best_of(weighed.full, weighed.weights)
        self.usual = None if weighed.usual is None else weighed.choice_of(weighed.usual)
        self.factor = factors.get(kind, factors.get(OTHERS, 1.0))
        self.rest_factor = factors.get(BEYOND, self.factor)

    def measured(self, choice: Choice) -> tuple[int, int, int, int]:
        """Return the calibrated cost of a choice against the best one, in millionths of a game, and its standard error.

        Then come the standard error of the choice's worth, and the part of the cost that the usual action would avoid.
        """
        usual = self.usual or choice
        beyond, doubt = (0.0, 0.0) if usual is choice else compared(usual, choice, self.weighed)
        is_beyond = is_clear(beyond, doubt, ERRORS_BEYOND)
        middle = usual if is_beyond else choice
        # In each hand, `factor` scales the loss of the middle choice, `rest_factor` the rest.
        worth = [
            best - self.factor * (best - one) - self.rest_factor * (one - other)
            for best, one, other in zip(self.best.worth, middle.worth, choice.worth, strict=False)
        ]
        losses = [best - one for best, one in zip(self.best.worth, worth, strict=False)]
        cost, error_of_cost = _spread(losses, self.weighed)
        error = _spread(worth, self.weighed)[1]
        beyond = self.rest_factor * beyond if is_beyond else 0.0
        return round(cost), round(error_of_cost), round(error), round(beyond)


def reasons_for(
    evaluator: Evaluator,
    view: SeatView,
    better: tuple[Action, Choice],
    worse: tuple[Action, Choice],
    weights: Sequence[int],
    seed: int,
) -> tuple[Reason, ...]:
    """Return the game's reasons. If there is none but a won trick, add `ENDS_BETTER` unless its difference is small."""
    (action, best), (other, own) = better, worse
    found = evaluator.reasons(view, action, other, seed)
    if any(one.code != TRICK_TAKEN for one in found):
        return found
    both = list(zip(best.worth, own.worth, strict=False))
    ahead = mean([one > other for one, other in both], weights)
    back = mean([one < other for one, other in both], weights)
    return (*found, *clearest([Reason(ENDS_BETTER, round(100 * ahead), round(100 * back))]))


def best_of(choices: Iterable[Choice], weights: Sequence[int]) -> Choice:
    """Return the choice with the highest mean worth; the first one on a tie."""
    return max(choices, key=lambda choice: mean(choice.worth, weights))


def is_clear(less: float, error: float, errors: float = ERRORS) -> bool:
    return less > errors * error


def mean(worth: Sequence[int], weights: Sequence[int]) -> float:
    weighed: int = sum(map(mul, worth, weights))
    return weighed / sum(weights[: len(worth)])


def compared(one: Choice, other: Choice, weighed: WeighedActions) -> tuple[float, float]:
    """Return the mean worth of `one` less that of `other`, over the hands that both cover, and its standard error."""
    return _spread([first - second for first, second in zip(one.worth, other.worth, strict=False)], weighed)


def _spread(worth: Sequence[float], actions: WeighedActions) -> tuple[float, float]:
    """Return the weighted mean and its standard error, which is 0 if the hands are all possible ones.

    A hand that was sampled several times is one observation with a higher weight, not several.
    """
    weights = actions.weights[: len(worth)]
    total, weighed = sum(weights), list(map(mul, weights, worth))
    middle = sum(weighed) / total
    return middle, 0.0 if actions.is_whole else dist(weighed, [weight * middle for weight in weights]) / total


# -- hints -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the action to take, and another one to compare it with.

    With `reasons`, `other` is worse; without any, it is about as good. `other` is None if no other action was valued,
    or if the others are worse but no reason can be named.
    """

    action: Action
    other: Action | None = None
    reasons: tuple[Reason, ...] = ()


def advice_action(advice: Advice) -> Action:
    if advice.other is None:
        return advice.action
    reasons = [list(reason) for reason in advice.reasons]
    serialised = {"shown": action_json(advice.action), "other": action_json(advice.other), "reasons": reasons}
    return Action(HINT, frozen(serialised))


def advice_of(aside: Action) -> Advice:
    if aside.verb != HINT:
        return Advice(aside)
    stored = cast(dict[str, Any], aside.argument)
    shown, other = (action_of(list(stored[name])) for name in ("shown", "other"))
    return Advice(shown, other, tuple(Reason(*one) for one in stored["reasons"]))


def best_advice(evaluator: Evaluator, view: SeatView, chosen: Action, seed: int) -> Advice:
    """Return a hint: the bot's `chosen` action, or the best action if `chosen` is clearly worse."""
    weighed = evaluator.weigh(view, chosen, seed)
    own = None if weighed is None else weighed.choice_of(chosen)
    if weighed is None or own is None:
        return Advice(chosen)
    best = best_of(weighed.full, weighed.weights)
    shown, action = (best, best.actions[0]) if is_clear(*compared(best, own, weighed)) else (own, chosen)
    others = [choice for choice in weighed.full if choice is not shown]
    if not others:
        return Advice(action, next((one for one in shown.actions if one != action), None))
    second = best_of(others, weighed.weights)
    other = second.actions[0]
    if not is_clear(*compared(shown, second, weighed)):
        return Advice(action, other)
    reasons = reasons_for(evaluator, view, (action, shown), (other, second), weighed.weights, seed)
    return Advice(action, other, reasons) if reasons else Advice(action)

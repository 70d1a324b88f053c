"""Review one hand: how the decisions of every seat and the luck of the cards changed the chance to win.

Also serialises decisions as JSON, for rows of `Review` and for `manage.py review`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.engine.actions import Action, action_json, action_of
from games.engine.ruleset import LAST, Ruleset
from games.engine.state import Dealt, HandEnded, Phase, Seat, SeatView, State
from games.engine.tricks import TrickState
from games.evaluation.decisions import Decision, LoggedAction, Mark, course_of_hand, decisions
from games.evaluation.interface import SURE, Evaluator, Reason, seed_of

#: Kinds of decisions in tricks: to lead, to follow suit, or to play any card because the seat cannot follow.
#: The kind of any other decision is its phase.
LEAD: Final = "lead"
FOLLOW: Final = "follow"
VOID: Final = "void"


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of a hand from one seat, with that seat's decisions in order. Values are in millionths of a game.

    `after - before = luck - errors + rivals - partners + rest`. `errors` is the cost of the seat's own decisions,
    `partners` the cost of its partners' decisions. `rivals` is the gain from the decisions of other sides; a side's
    loss is divided equally among the others. `rest` is attributed to the hidden cards.
    """

    number: int
    seat: Seat
    evaluator: int
    before: int
    after: int
    luck: int
    partners: int
    rivals: int
    decisions: tuple[Decision, ...]

    @property
    def errors(self) -> int:
        return sum(one.loss for one in self.decisions)

    @property
    def rest(self) -> int:
        return self.after - self.before - self.luck + self.errors - self.rivals + self.partners


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished hand: the state after the deal, and all later actions of the hand."""

    dealt: State
    actions: tuple[LoggedAction, ...]


def finished(rules: Ruleset, state: State, logged: Iterable[LoggedAction]) -> Iterator[Finished]:
    """Yield the finished hands of a game, except void ones. `state` is the state before the first action."""
    dealt, actions = state, list[LoggedAction]()
    for one in logged:
        step = rules.apply(state, one.seat, one.action)
        state = step.state
        actions.append(one)
        if any(isinstance(event, Dealt) for event in step.events):
            dealt, actions = state, []
        ended = next((event for event in step.events if isinstance(event, HandEnded)), None)
        if ended is not None and not rules.is_void(ended.record):
            yield Finished(dealt, tuple(actions))


def review_hand(rules: Ruleset, evaluator: Evaluator, hand: Finished, *, code: str) -> tuple[SeatReview, ...]:
    """Return the review from each seat; random seeds derive from `code`, the code of the game."""
    dealt = hand.dealt
    course = course_of_hand(rules, dealt, hand.actions)
    made = tuple(decisions(evaluator, course.turns, code=code))
    before, after = evaluator.before(dealt), result_of(rules, course.end) or evaluator.after(course.end)
    lucks = [evaluator.luck(dealt, seed_of(code, f"deal {dealt.number}", evaluator.version))]
    lucks += [evaluator.drawn(*draw) for draw in course.draws]
    luck = [sum(by_seat) for by_seat in zip(*lucks, strict=True)]
    sides = [rules.side(dealt.options, seat) for seat in range(rules.seats)]
    return tuple(
        SeatReview(
            number=dealt.number,
            seat=seat,
            evaluator=evaluator.version,
            before=before[seat],
            after=after[seat],
            luck=luck[seat],
            partners=_lost(one for one in made if one.seat != seat and sides[one.seat] == sides[seat]),
            rivals=gained_by(_lost(one for one in made if sides[one.seat] != sides[seat]), sides),
            decisions=tuple(one for one in made if one.seat == seat),
        )
        for seat in range(rules.seats)
    )


def result_of(rules: Ruleset, state: State) -> tuple[int, ...] | None:
    """Return by seat the worth of the game's result; None if the game goes on.

    Also None if the game ended only because it was set to stop after this hand: the evaluator then values the scores.
    """
    result = rules.result(state)
    if result is None or result.why == LAST:
        return None
    sides = (rules.side(state.options, seat) for seat in range(rules.seats))
    return tuple(SURE // 2 if result.winner is None else SURE * (side == result.winner) for side in sides)


def gained_by(lost: int, sides: Sequence[int]) -> int:
    """Return a side's gain from what other sides lost: an equal part of each loss. `sides` are the sides by seat."""
    return round(lost / (len(set(sides)) - 1))


def _lost(made: Iterable[Decision]) -> int:
    return sum(one.loss for one in made)


def places(rules: Ruleset, hand: Finished, ordinals: Collection[int]) -> dict[int, tuple[str, int, int]]:
    """Return by ordinal the kind, the trick and the step of the decisions in the hand.

    Tricks or rounds count from 1; 0 is outside the play. The step is that of the hand's replay that shows the table
    before the choice. `ordinals` of other hands are left out.
    """
    found: dict[int, tuple[str, int, int]] = {}
    state, plays = hand.dealt, 0
    for step, one in enumerate(hand.actions):
        if one.ordinal in ordinals:
            view = rules.view(state, one.seat)
            trick = plays // rules.seats + 1 if view.phase is Phase.PLAY else 0
            found[one.ordinal] = (kind_of(state, view), trick, step)
        plays += one.action.verb == "play"
        state = rules.apply(state, one.seat, one.action).state
    return found


def kind_of(state: State, view: SeatView) -> str:
    if view.phase is not Phase.PLAY or not isinstance(state, TrickState):
        return str(view.phase)
    if not state.trick:
        return LEAD
    held = {state.ranking.suit_of(one) for one in view.hand or ()}
    return FOLLOW if state.led in held - {None} else VOID


# -- as JSON ---------------------------------------------------------------------------------------------


def decision_json(decision: Decision) -> dict[str, Any]:
    """Serialise a decision for a row of `Review`, in millionths of a game.

    The seat is a column of the row. `beyond` is not stored.
    """
    return {
        "ordinal": decision.ordinal,
        "kind": decision.kind,
        "chosen": action_json(decision.chosen),
        "best": action_json(decision.best),
        "loss": decision.loss,
        "se": decision.error,
        "mark": decision.mark,
        "values": [[action_json(action), worth] for action, worth in decision.values],
        "errors": list(decision.errors),
        "reasons": [list(reason) for reason in decision.reasons],
        "alike": [[action_json(action) for action in actions] for actions in decision.alike],
        "examples": [[list(hand) for hand in layout] for layout in decision.examples],
    }


def decision_of(stored: Mapping[str, Any], seat: Seat) -> Decision:
    """Return the decision that `decision_json` serialised; `seat` is the seat of the row."""
    mark = stored["mark"]
    return Decision(
        ordinal=stored["ordinal"],
        seat=seat,
        kind=stored["kind"],
        chosen=_action(stored["chosen"]),
        best=_action(stored["best"]),
        loss=stored["loss"],
        error=stored["se"],
        mark=None if mark is None else Mark(mark),
        values=tuple([(_action(listed), worth) for listed, worth in stored["values"]]),
        errors=stored["errors"],
        reasons=tuple([Reason(*one) for one in stored["reasons"]]),
        examples=stored["examples"],
        alike=tuple([tuple(map(_action, group)) for group in stored["alike"]]),
    )


def _action(listed: list[Any]) -> Action:
    return _of_words(*listed) if isinstance(listed[-1], str) else action_of(listed)


# The reviews of a game contain the same few actions thousands of times.
@lru_cache(maxsize=1_000)
def _of_words(*listed: str) -> Action:
    return action_of(list(listed))


def review_line(review: SeatReview, *, game: int) -> dict[str, Any]:
    """Return what `manage.py review` prints as one line: a hand's review from one seat, in fractions of a game."""
    shares = ("before", "after", "luck", "partners", "rivals", "rest")
    return {
        "game": game,
        "hand": review.number,
        "seat": review.seat,
        "evaluator": review.evaluator,
        **{name: getattr(review, name) / SURE for name in shares},
        "decisions": [
            {
                **decision_json(one),
                "loss": one.loss / SURE,
                "se": one.error / SURE,
                "values": [[action_json(action), worth / SURE] for action, worth in one.values],
                "errors": [error / SURE for error in one.errors],
            }
            for one in review.decisions
        ],
    }

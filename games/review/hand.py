"""One hand reviewed: the decisions of every seat, the luck of the deal, and an account that adds up exactly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.flow import LAST
from games.engine.ruleset import Ruleset
from games.engine.state import Dealt, HandEnded, Seat, State
from games.review.decisions import Decision, LoggedAction, course, decisions
from games.review.face import SURE, Evaluator, seed_of


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of a hand from one seat, with that seat's decisions in order. All numbers in millionths of a game.

    `after - before = luck - errors + rivals - partners + rest`: the own decisions cost `errors`, the partners’
    `partners`, and `rivals` is what theirs brought: what a side loses goes to all others in equal parts. What is left,
    `rest`, is how the hidden cards lay.
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
    """A hand that is over: as it was dealt, and everything that was done in it."""

    dealt: State
    actions: tuple[LoggedAction, ...]


def finished(rules: Ruleset, state: State, logged: Iterable[LoggedAction]) -> Iterator[Finished]:
    """Yield the finished hands of a game, void ones excepted, from its `state` before the first action."""
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
    """By seat; `code` is the game’s."""
    dealt = hand.dealt
    went = course(rules, dealt, hand.actions)
    made = tuple(decisions(evaluator, went.turns, code=code))
    before, after = evaluator.before(dealt), result_of(rules, went.end) or evaluator.after(went.end)
    lucks = [evaluator.luck(dealt, seed_of(code, f"deal {dealt.number}", evaluator.version))]
    lucks += [evaluator.drawn(draw.state, draw.refills) for draw in went.draws]
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
    """By seat what the result is worth to it; None while the game goes on, and where it was to stop with this hand: no
    score has decided it, so it is worth what its scores are worth.
    """
    result = rules.result(state)
    if result is None or result.why == LAST:
        return None
    tie: Final = SURE // 2
    sides = (rules.side(state.options, seat) for seat in range(rules.seats))
    return tuple(tie if result.winner is None else SURE * (side == result.winner) for side in sides)


def gained_by(lost: int, sides: Sequence[int]) -> int:
    """What a side gains where another one has lost so much; `sides` are those of all seats."""
    return round(lost / (len(set(sides)) - 1))


def _lost(made: Iterable[Decision]) -> int:
    return sum(one.loss for one in made)

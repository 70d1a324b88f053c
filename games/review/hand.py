"""One hand reviewed: the decisions of every seat, the luck of the deal, and an account that adds up exactly."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.review.decisions import Decision, Told, decisions, moments
from games.review.face import Evaluator, seed_of


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A hand from one seat; all numbers in millionths of a game.

    `after - before = luck - errors + rivals - partners + rest`: the own decisions cost `errors`, the partners’
    `partners`, the rivals’ `rivals`. What is left, `rest`, is how the hidden cards lay.
    """

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


def review_hand(
    rules: Ruleset, evaluator: Evaluator, dealt: State, told: Sequence[Told], *, code: str, salt: str = ""
) -> tuple[SeatReview, ...]:
    """By seat. `dealt` is the hand as it was dealt, `told` everything that was done in it until it was over; `code` is
    the game’s.
    """
    choices, end = moments(rules, dealt, told)
    made = tuple(decisions(evaluator, choices, code=code, salt=salt))
    before, after = evaluator.before(dealt), evaluator.after(end)
    luck = evaluator.luck(dealt, seed_of(code, f"deal {dealt.number}", evaluator.version, salt))
    sides = [rules.side(dealt.options, seat) for seat in range(rules.seats)]
    return tuple(
        SeatReview(
            seat=seat,
            evaluator=evaluator.version,
            before=before[seat],
            after=after[seat],
            luck=luck[seat],
            partners=_lost(one for one in made if one.seat != seat and sides[one.seat] == sides[seat]),
            rivals=_lost(one for one in made if sides[one.seat] != sides[seat]),
            decisions=tuple(one for one in made if one.seat == seat),
        )
        for seat in range(rules.seats)
    )


def _lost(made: Iterable[Decision]) -> int:
    return sum(one.loss for one in made)

"""What a finished hand or game was, in marks (words that hold of it) and numbers. Pure: no row, no clock.

What can be told of every game, and the seam for what only one knows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.snapshot import PlayedHand

#: The score of each side; none where nobody knows.
Scores: TypeAlias = tuple[int, ...]

#: Before the level of the partner, in a mark.
WITH: Final = "with_"
PERSON: Final = "person"


class Ending(StrEnum):
    """How a game ended for one person; each is a mark."""

    WON = "won"
    LOST = "lost"
    TIE = "tie"
    ABANDONED = "abandoned"
    #: By another who has left the table; a win for nobody.
    LEFT = "left"
    #: By choice when it had hardly begun: it counts for nobody.
    ANNULLED = "annulled"


#: The games that were not played to their end.
CUT_SHORT: Final = frozenset({Ending.ABANDONED, Ending.LEFT, Ending.ANNULLED})


@dataclass(frozen=True, slots=True)
class Facts:
    """`marks` are words without blanks; a number that is not there does not hold for this hand."""

    marks: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)


class GameFacts:
    """Finds the facts of the hands and games of one kind; each game has its own. What a stand-in bid is not told as the
    person's own.
    """

    #: Behind by so much and won all the same; ended so close; ended so far apart.
    comeback: ClassVar[int] = 100
    nail_biter: ClassVar[int] = 20
    blow_out: ClassVar[int] = 200

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, before: Scores, seat: Seat) -> Facts:
        """One hand; `state` is any later one of the game, `before` are the scores with which the hand began."""
        side = rules.side(state.options, seat)
        numbers, earlier = own_and_other(scores_after(rules, hand), side), own_and_other(before, side)
        if numbers and earlier:
            numbers["points"] = numbers["score"] - earlier["score"]
        return Facts((led(hand, seat),), numbers)

    def game(
        self,
        rules: Ruleset,
        state: State,
        hands: Sequence[PlayedHand],
        start: Scores,
        seat: Seat,
        ending: Ending,
        why: str,
    ) -> Facts:
        """A game as a whole; of one given up the score is the one at which it was left."""
        is_given_up = ending in CUT_SHORT
        left = self.standing(state) if is_given_up else ()
        side = rules.side(state.options, seat)
        scores = [scored for one in (*self.course(rules, hands, start), left) if (scored := own_and_other(one, side))]
        marks = [ending, *([led(hands[0], seat)] if hands else [])]
        numbers = {"hands": len(hands), **self.totals(hands)}
        if not is_given_up:
            marks += ["finished", *([f"by_{why}"] if why else [])]
        if scores:
            numbers |= scores[-1]
            numbers["deficit"] = max(0, *(one["other"] - one["score"] for one in scores))
        marks += self._shape(ending, numbers)
        return Facts((*marks, *self.seat_marks(state, seat)), numbers)

    def totals(self, hands: Sequence[PlayedHand]) -> dict[str, int]:
        """What is counted of a game beside its hands."""
        return {}

    def standing(self, state: State) -> Scores:
        """The score of each side as it stands, by its usual name; of a hand that goes on nothing is counted."""
        score: Scores = getattr(state, "score", ())
        return score

    def course(self, rules: Ruleset, hands: Sequence[PlayedHand], start: Scores) -> list[Scores]:
        """The scores from the start on, each time they are told at the table."""
        return [one for one in (start, *(scores_after(rules, hand) for hand in hands)) if one]

    def compared(self, rules: Ruleset, hand: PlayedHand) -> Scores:
        """The scores after a hand, as those who have played the same cards are set side by side."""
        return scores_after(rules, hand)

    def within(self, sheet: Mapping[str, Any], seat: Seat) -> tuple[tuple[int, int], ...]:
        """Own score and the other's again and again within one hand, where its stored sheet tells them."""
        return ()

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        """What holds of the seat all game long."""
        return ()

    def _shape(self, ending: Ending, numbers: Mapping[str, int]) -> list[str]:
        margin = numbers.get("score", 0) - numbers.get("other", 0)
        if ending in (Ending.LEFT, Ending.ANNULLED):
            return []
        if ending is Ending.ABANDONED:
            return ["ahead" if margin > 0 else "behind" if margin < 0 else "level"]
        if "score" not in numbers:
            return []
        shape = ["nail_biter"] if abs(margin) <= self.nail_biter else []
        if abs(margin) >= self.blow_out:
            shape.append("blow_out")
        if ending is Ending.WON and numbers["deficit"] >= self.comeback:
            shape.append("comeback")
        return shape


def led(hand: PlayedHand, seat: Seat) -> str:
    return "led" if hand.first == seat else "followed"


def whole_number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def scores_after(rules: Ruleset, hand: PlayedHand) -> Scores:
    """None where the hand shows none."""
    shown = hand.record.get(rules.score)
    if not isinstance(shown, tuple | list):
        return ()
    scores = tuple(score for one in shown if (score := whole_number(one)) is not None)
    return scores if len(scores) == len(shown) else ()


def own_and_other(scores: Scores, side: int) -> dict[str, int]:
    """The score of that side and of the best other one."""
    others = [one for place, one in enumerate(scores) if place != side]
    return {"score": scores[side], "other": max(others)} if side < len(scores) and others else {}

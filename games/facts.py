"""Facts of a finished hand or game: numbers, and marks, which are words that are true of it. No database, no clock.

`GameFacts` computes the facts common to all games; subclasses add those of one game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

from games.engine.ruleset import Ruleset
from games.engine.state import Seat, State
from games.snapshot import PlayedHand

#: The score of each side; empty if unknown.
Scores: TypeAlias = tuple[int, ...]

#: Prefix of a mark for the kind of partner; the partner's level or `PERSON` follows.
WITH: Final = "with_"
PERSON: Final = "person"


class Ending(StrEnum):
    """How a game ended for one person; each value is a mark."""

    WON = "won"
    LOST = "lost"
    TIE = "tie"
    ABANDONED = "abandoned"
    #: Ended because another player left the table; not a win.
    LEFT = "left"
    #: Ended by choice when it had hardly begun; does not count.
    ANNULLED = "annulled"


#: Endings of games that were not played to their end.
CUT_SHORT: Final = frozenset({Ending.ABANDONED, Ending.LEFT, Ending.ANNULLED})


@dataclass(frozen=True, slots=True)
class Facts:
    """`marks` are words without spaces. A number that does not apply to the hand or game is absent."""

    marks: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)


class GameFacts:
    """Computes facts. Subclasses leave out facts on a stand-in's bid, since the person did not make it."""

    #: Limits in points: smallest deficit of a comeback, largest margin of a nail-biter, smallest margin of a blowout.
    comeback: ClassVar[int] = 100
    nail_biter: ClassVar[int] = 20
    blow_out: ClassVar[int] = 200

    def hand(self, rules: Ruleset, state: State, hand: PlayedHand, scores_before: Scores, seat: Seat) -> Facts:
        """Return the facts of a hand. `state` is any state after the hand, `scores_before` the scores before it."""
        side = rules.side(state.options, seat)
        numbers, earlier = own_and_other(scores_after(rules, hand), side), own_and_other(scores_before, side)
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
        """Return the facts of a game. `why` is the reason of its end; `state` has the score of a game cut short."""
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
        """Return further numbers of a game, besides the number of its hands."""
        return {}

    def standing(self, state: State) -> Scores:
        """Return each side's score in this state, without the points of an unfinished hand."""
        score: Scores = getattr(state, "score", ())
        return score

    def course(self, rules: Ruleset, hands: Sequence[PlayedHand], start: Scores) -> list[Scores]:
        """Return the scores at the start and after each hand; in a game of one hand, after each of its rounds."""
        return [one for one in (start, *(scores_after(rules, hand) for hand in hands)) if one]

    def compared(self, rules: Ruleset, hand: PlayedHand) -> Scores:
        """Return the scores after a hand as boards compare them between players."""
        return scores_after(rules, hand)

    def within(self, sheet: Mapping[str, Any], seat: Seat) -> tuple[tuple[int, int], ...]:
        """Return (own score, other score) after each round of a hand; empty if its score sheet has no rounds."""
        return ()

    def seat_marks(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the marks of the seat that hold for the whole game."""
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
    """Return the scores after the hand; empty if its record has none."""
    shown = hand.record.get(rules.score)
    if not isinstance(shown, tuple | list):
        return ()
    scores = tuple(score for one in shown if (score := whole_number(one)) is not None)
    return scores if len(scores) == len(shown) else ()


def own_and_other(scores: Scores, side: int) -> dict[str, int]:
    """Return the side's `score` and the best score of the `other` sides; empty if these are unknown."""
    others = [one for place, one in enumerate(scores) if place != side]
    return {"score": scores[side], "other": max(others)} if side < len(scores) and others else {}

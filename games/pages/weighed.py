"""Values of a review for pages: marks, the worth of each action of a decision, and an account that adds up.

Numbers are whole hundredths of a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.pages.words import MINUS, plain_number, signed

#: Millionths of a game in one hundredth.
HUNDREDTH: Final = 10_000


@dataclass(frozen=True, slots=True)
class MarkShown:
    """A mark of one, two or three stitches. `step` is the replay's step before the choice.

    `spoken` is the mark in words, with the name of the player unless it is one's own.
    """

    stitches: int
    spoken: str
    is_mine: bool
    step: int


@dataclass(frozen=True, slots=True)
class ValueRow:
    """An action and its worth: wins in a hundred games, and how many fewer than the best.

    `cards` are its cards as text, `words` its name if it has none. `width` is the length of the bar, `gap` what is
    missing to the best.
    """

    cards: tuple[str, ...]
    words: str
    wins: int
    lost: str
    width: str
    gap: str
    is_best: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class HeldShown:
    """The cards that a player holds, or may hold, as text in the order of a hand."""

    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision. `mark` is None if it cost next to nothing; `said` tells what was chosen and what was best.

    `step` is the replay's step before the choice. `left_out` is the number of actions that are not shown, all worth
    less. `chosen` and `best` are the cards ringed in the hand, `thoughts` some of the imagined hands of the other
    seats. `certain` says how precise the numbers are, `known` from whose view they are.
    """

    title: str
    cost: int
    said: str
    step: int
    is_mine: bool
    mark: MarkShown | None
    rows: tuple[ValueRow, ...]
    left_out: int
    reasons: tuple[str, ...]
    heading: str
    certain: str = ""
    chosen: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    thoughts: tuple[tuple[HeldShown, ...], ...] = ()
    known: str = ""

    @property
    def is_of_many(self) -> bool:
        """Whether a row names several cards, which take two lines."""
        return any(len(row.cards) > 1 for row in self.rows)

    @property
    def is_among(self) -> bool:
        """Whether an action is of several cards, so that many are ringed."""
        return len(self.chosen) > 1


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A line of the account with its bar, which begins where the one above ended. `kind` colours it."""

    name: str
    value: str
    x: str
    width: str
    kind: str


@dataclass(frozen=True, slots=True)
class WeighedHand:
    """The review of a hand: a sentence, the decisions that cost something, the costliest first, and the account.

    `left_out` is the cost of other decisions, so that all adds up to the sentence. `about_rules` is empty if the values
    come from games with these rules. `marks` are those of all seats in order. `here` is the decision taken next at this
    step of a replay; `earlier` and `later` are the steps of the next marks on either side, one's own if there are any.
    """

    sentence: str
    about: str
    about_rules: str
    faults: tuple[DecisionShown, ...]
    left_out: str
    account: tuple[AccountRow, ...]
    marks: tuple[MarkShown, ...]
    here: DecisionShown | None
    earlier: int | None
    later: int | None


def hundredths(millionths: int) -> int:
    """Round millionths to hundredths, half away from zero, so that a number and its opposite look alike."""
    whole = (abs(millionths) + HUNDREDTH // 2) // HUNDREDTH
    return whole if millionths >= 0 else -whole


def account(
    before: int, parts: Sequence[tuple[str, int, str]], after: int, names: tuple[str, str]
) -> tuple[AccountRow, ...]:
    """Return the account from the chance before to the chance after, in hundredths. The `parts` must add up."""
    ends = [before]
    for _name, change, _kind in parts:
        ends.append(ends[-1] + change)
    low, high = min(ends), max(ends)
    scale = 100 / max(high - low, 1)

    def x(value: int) -> float:
        return (value - low) * scale

    rows = [AccountRow(names[0], plain_number(before), f"{x(before) * 0.985:.1f}", "1.5", "point")]
    for (name, change, kind), start in zip(parts, ends, strict=False):
        left, right = sorted((x(start), x(start + change)))
        rows.append(AccountRow(name, signed(change), f"{left:.1f}", f"{right - left:.1f}", kind))
    return (*rows, AccountRow(names[1], plain_number(after), f"{x(after) * 0.985:.1f}", "1.5", "point"))


def lost(hundredths_lost: int) -> str:
    """Return the cost of an action against the best: "−6", or a dash."""
    return f"{MINUS}{hundredths_lost}" if hundredths_lost else "–"

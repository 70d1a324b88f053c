"""What a review says on a page: a mark beside a step, what each action of a decision was worth, and an account that
adds up. Numbers are whole hundredths of a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.viewmodel.words import MINUS, plain_number, signed

#: Millionths of a game in one hundredth.
HUNDREDTH: Final = 10_000


@dataclass(frozen=True, slots=True)
class MarkShown:
    """One, two or three stitches; `spoken` is their word, and says whose it is where it is not one's own. `step` is the
    moment before the choice, in a replay.
    """

    stitches: int
    spoken: str
    is_mine: bool
    step: int


@dataclass(frozen=True, slots=True)
class ValueRow:
    """An action and what it was worth: wins of a hundred games, and how many fewer than the best. `cards` are its cards
    as they are written, `words` what it is where it is none. The bar is `width` wide, the rest to the best `gap`.
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
    """What somebody holds, or may: the cards as they are written, in the order of a hand."""

    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """One decision: `mark` is None where it cost nothing to speak of. `said` tells what was chosen and what was best,
    `step` is the moment before the choice; `left_out` so many more actions were worth less than those shown.
    `chosen` and `best` are the cards that are ringed in the hand, `thoughts` some of the hands that were thought
    of, each by whoever would hold it. `certain` says how near the numbers are to what more hands would give, `known`
    from whose view they are.
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
    """The review of a hand: a sentence, the decisions that cost something (the costliest first), and the account.
    `left_out` says what other decisions cost, so that all adds up to the sentence; `about_rules` is empty where the
    values come from games like this one.

    `marks` are those of all seats in the order of the hand. `here` is the decision that is taken next at this step of a
    replay; `earlier` and `later` are the steps of the next marks on either side, of one’s own where there are any.
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
    """Rounded half away from zero, so that a number and its opposite read alike."""
    whole = (abs(millionths) + HUNDREDTH // 2) // HUNDREDTH
    return whole if millionths >= 0 else -whole


def account(
    before: int, parts: Sequence[tuple[str, int, str]], after: int, names: tuple[str, str]
) -> tuple[AccountRow, ...]:
    """From the chance before to the chance after, part by part; all numbers in hundredths, and the parts add up."""
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
    """What an action costs against the best: "−6", or a dash."""
    return f"{MINUS}{hundredths_lost}" if hundredths_lost else "–"

"""Values of a review for pages: marks, and the worth of each action, in hundredths of a won game."""

from dataclasses import dataclass
from typing import Final

#: Millionths of a game in one hundredth.
HUNDREDTH: Final = 10_000


@dataclass(frozen=True, slots=True)
class MarkShown:
    """The mark of a decision, drawn as one to three stitches. `step` is the replay's step before the choice.

    `spoken` is the mark in words, with the player's name unless the viewer made the choice (`is_mine`).
    """

    stitches: int
    spoken: str
    is_mine: bool
    step: int


@dataclass(frozen=True, slots=True)
class ValueRow:
    """An action, or several of equal worth: wins in a hundred games, and how many fewer than the best action.

    `cards` are the cards as text, `words` the name of an action without cards. `width` is the length of the bar, `gap`
    the distance from its end to the end of the best action's bar.
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
class DecisionShown:
    """A decision. `mark` is None if the loss is small; `sentence` says what was chosen and what was best.

    `step` is the replay's step before the choice. `left_out` is the number of worse actions that are not shown.
    `chosen` and `best` are the cards ringed in the hand. `thoughts` are some samples of the hidden cards: the names of
    the other players with the cards that they hold, as text in the order of a hand. `certain` says how precise the
    numbers are, `known` on whose knowledge they are based.
    """

    title: str
    cost: int
    sentence: str
    step: int
    is_mine: bool
    mark: MarkShown | None
    rows: tuple[ValueRow, ...]
    left_out: int
    reasons: tuple[str, ...]
    heading: str
    certain: str
    chosen: tuple[str, ...]
    best: tuple[str, ...]
    thoughts: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]
    known: str

    @property
    def is_of_many(self) -> bool:
        """Whether a row names several cards, which take two lines."""
        return any(len(row.cards) > 1 for row in self.rows)


def hundredths(millionths: int) -> int:
    """Round millionths to hundredths, half away from zero, so that opposite numbers stay opposite."""
    whole = (abs(millionths) + HUNDREDTH // 2) // HUNDREDTH
    return whole if millionths >= 0 else -whole

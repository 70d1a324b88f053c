"""What templates are handed of a table or a replay: plain, frozen, chosen and worded. They are left no rule to know."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.engine.state import Seat
from games.snapshot import SealSeen, Seen
from games.viewmodel.cards import Face, HandCard, Likes
from games.viewmodel.race import Ending
from games.viewmodel.seats import SeatShown, SideShown
from games.viewmodel.sheet import ScoreLine, Summary
from games.viewmodel.tricks import Laid


@dataclass(frozen=True, slots=True)
class Offer:
    """One bid that may be made, with what it brings and costs."""

    value: str
    label: str
    swing: str
    action: str
    button: str
    made: str
    made_points: str
    made_note: str
    missed: str
    missed_points: str
    missed_note: str
    is_nil: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: of a trick with its number, else a note."""

    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Cards to be chosen and given away: at least and at most so many, and what the button says."""

    verb: str
    least: int
    most: int
    button: str


@dataclass(frozen=True, slots=True)
class Tag:
    """What holds of the hand, beside one's own seat; `suit` is drawn before it where it speaks of one."""

    text: str
    suit: str = ""


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """A moment of a game for n seats and m sides, at its table or in its replay; a game of its own may add to it.

    `seats` stand clockwise from the near one, `sides` with the near one first. `trick` is what lies in the middle;
    `passed` are cards that lie open beside it, named so. `rows` is one's own hand, `hidden_cards` one that may not be
    seen yet. `is_step`: somebody else has just acted, and it should be seen before the next one does.
    """

    seats: tuple[SeatShown, ...]
    sides: tuple[SideShown, ...]
    target: int
    side_names: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    trick: tuple[Laid, ...] = ()
    is_finished: bool = False
    is_step: bool = False
    passed: tuple[Face, ...] = ()
    passed_name: str = ""
    last: tuple[Laid, ...] = ()
    last_words: str = ""
    rows: tuple[tuple[HandCard, ...], ...] = ()
    hidden_cards: range = range(0)
    hand_name: str = ""
    chooses: bool = False
    commit: str = ""
    passing: Pass | None = None
    score_lines: tuple[ScoreLine, ...] = ()
    log: tuple[LogLine, ...] = ()
    summary: Summary | None = None
    ending: Ending | None = None
    opened: SealSeen | None = None
    invitation: str = ""

    @property
    def near(self) -> SeatShown:
        return self.seats[0]

    @property
    def others(self) -> tuple[SeatShown, ...]:
        """Clockwise from the left, the order in which they are read."""
        return self.seats[1:]

    @property
    def own(self) -> Seat:
        return self.seats[0].seat


@dataclass(frozen=True, slots=True)
class HintShown:
    """What is ringed (the button with that `action`, or these `cards`) and what is said."""

    action: str
    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True, kw_only=True)
class TableContext:
    """The table for one seat. `template` draws it; a game of its own may hand its template what it likes in `more`.

    `key` and `variant` (empty where the game has none) say which rules page is the game's own.
    `lesson` is the tip of this moment in somebody's first game, and `teaches` whether any may come.
    `claim` is what the button says that claims the rest.
    `bags_marked`: cards in texts say how many bags they take off, where the game has such cards.
    """

    template: str
    code: str
    title: str
    version: int
    phase: str
    number: int
    heading: str
    say: str
    tone: str = ""
    my_turn: bool = False
    waiting: bool = False
    letter_keys: bool = True
    seal_short: str = ""
    seal: SealSeen | None = None
    next_commitment: str = ""
    more: object = None
    hands: Sequence[int] = field(default=())
    bags_marked: bool = False
    key: str = ""
    variant: str = ""
    hint: HintShown | None = None
    may_ask: bool = False
    may_take_back: bool = False
    teaches: bool = False
    lesson: str = ""
    claim: str = ""


def context(
    seen: Seen,
    likes: Likes,
    *,
    template: str,
    phase: str,
    title: str,
    heading: str,
    say: str,
    more: object,
    number: int | None = None,
    refused: bool = False,
    variant: str = "",
    bags_marked: bool = False,
) -> TableContext:
    """What every table shows alike, around what a game tells of itself.

    `number` where it is not the hand's own; `refused`: `say` tells why an action was not taken.
    """
    mine_now, seal = seen.seat in seen.view.waits_for, seen.seal
    return TableContext(
        template=template,
        code=seen.code,
        title=title,
        version=seen.version,
        phase=phase,
        number=seen.view.number if number is None else number,
        heading=heading,
        say=say,
        tone="refuse" if refused else "you" if mine_now else "",
        my_turn=mine_now,
        waiting=seen.computer_acts and not mine_now,
        letter_keys=likes.letter_keys,
        seal=seal,
        seal_short=f"{seal.commitment[:4]} {seal.commitment[4:8]}" if seal is not None else "",
        next_commitment=seen.next_commitment,
        more=more,
        hands=[hand.number for hand in seen.hands],
        bags_marked=bags_marked,
        key=seen.key,
        variant=variant,
    )

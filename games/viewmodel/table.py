"""What templates are handed: plain, frozen, already chosen and worded. No rule is left for a template to know."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from games.engine.actions import Action, Refusal
from games.engine.cards import Card
from games.snapshot import HandSeen, SealSeen, Seen
from games.viewmodel.words import card_name, index, sign

Summarised = TypeVar("Summarised")


class Likes(Protocol):
    """What a presenter asks of somebody's preferences."""

    @property
    def spades_first(self) -> bool: ...

    @property
    def aces_first(self) -> bool: ...

    @property
    def confirm_play(self) -> bool: ...

    @property
    def letter_keys(self) -> bool: ...

    @property
    def remarks(self) -> bool: ...

    @property
    def lessons(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Face:
    """A card as drawn. `mark` is the yellow tag of a bag card ("−2")."""

    text: str
    index: str
    suit: str
    name: str
    art: str = ""
    mark: str = ""

    @property
    def is_ten(self) -> bool:
        return self.index == "10"


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in one's hand: `action` is what pressing it posts, `why` the reason it may not be played.

    `waits`: not playable only because it is not one's turn, so it is not dimmed. `told`: what is said while it is
    chosen and not yet played. `note` is said after its name, and a sign on the card shows that there is one.
    """

    face: Face
    action: str = ""
    why: str = ""
    waits: bool = False
    told: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card (or the place for one) in the middle: `face` None is a back, `wait` the words in an empty place."""

    who: str
    does: str
    seat: int
    face: Face | None = None
    wait: str = ""
    is_new: bool = False
    wins: bool = False
    hidden: bool = False
    spoken: str = ""


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
class Side:
    """One side of the score strip and its seat below."""

    seat: int
    name: str
    letter: str
    level: str
    points: str
    bar: int
    more: str
    bid: str
    took: str
    pips: tuple[str, ...]
    note: str
    is_turn: bool
    spoken: str
    cards: range
    cards_name: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    number: int
    mine: str
    mine_total: str
    hers: str
    hers_total: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: of a trick with its number, else a note."""

    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """Where points came from: a title, a sentence, and what it was for each side."""

    title: str
    text: str
    mine: int
    hers: int
    mine_words: str
    hers_words: str
    mine_note: str = ""
    hers_note: str = ""


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick in a list. `laid` are its cards as they are drawn on the table, each at its place in the cross."""

    number: int
    led: str
    cards: tuple[tuple[str, bool], ...]
    winner: str
    mine: bool
    laid: tuple[tuple[str, Face, bool], ...]


def swept(tricks: Sequence[TrickRow], auto: Sequence[TrickRow]) -> Sequence[TrickRow]:
    """What is laid down once more when the table has played the rest: that, and the trick by which it was settled."""
    return (*tricks[-1:], *auto) if auto else ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished hand, explained."""

    number: int
    heading: str
    sub: str
    mine: str
    mine_was: str
    mine_change: int
    mine_change_words: str
    hers: str
    hers_was: str
    hers_change: int
    hers_change_words: str
    rows: tuple[SheetRow, ...]
    note: str
    tricks: tuple[TrickRow, ...]
    auto: tuple[TrickRow, ...]
    auto_note: str
    seal: SealSeen | None = None

    @property
    def swept(self) -> Sequence[TrickRow]:
        return swept(self.tricks, self.auto)


@dataclass(frozen=True, slots=True)
class Point:
    """The scores after one hand; `number` is 0 where the hand is not numbered below."""

    x: int
    mine: int
    hers: int
    number: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores after each hand in the coordinates of the drawing, and the same in words."""

    words: str
    points: tuple[Point, ...]
    grid: tuple[tuple[str, int], ...]
    mine: str
    hers: str
    zero: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: who won and why, how it went, and each of its hands."""

    about: str
    heading: str
    lead: str
    facts: tuple[tuple[str, str, str], ...]
    chart: Chart | None


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


def last_hand(seen: Seen, summary: Callable[[Seen, HandSeen, SealSeen | None], Summarised]) -> Summarised | None:
    """The summary of the last hand; its deal is open once the game is, and until then on the page of the hand."""
    if not seen.hands:
        return None
    last, opened = seen.hands[-1], seen.opened
    return summary(seen, last, opened if opened and opened.number == last.number else None)


class Presenter(Protocol):
    """What each game brings to the pages."""

    def table(self, seen: Seen, *, likes: Likes, notice: str) -> TableContext: ...

    def hand(self, seen: Seen, hand: HandSeen, seal: SealSeen | None, *, likes: Likes) -> TableContext: ...

    def why(self, seen: Seen, refusal: Refusal, action: Action) -> str: ...


def face(one: Card, mark: str = "") -> Face:
    is_court = one.rank is not None and 11 <= one.rank <= 13
    art = f"{one.text[0]}{one.text[1]}".lower() if is_court else ""
    return Face(one.text, index(one), sign(one), card_name(one), art, mark)

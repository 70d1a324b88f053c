"""The forms of a declaration: figures, sections, tables, and all of one game's together.

Marks and numbers are those that the game's facts hold (`games.facts`); several marks stand in one text with blanks
between them.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, auto
from functools import cached_property, partial
from typing import Final, TypeAlias

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.facts import WITH
from games.viewmodel.words import Words

#: A hand in a list, from its marks and numbers.
HandSentence: TypeAlias = Callable[[frozenset[str], Mapping[str, int]], str]


def filled(words: Words, **values: object) -> Words:
    """Words with their blanks filled, in the language of whoever reads them."""
    return said_later(lambda: str(words) % values)


def said_later(words: Callable[[], str]) -> Words:
    """What a game's own words make, in the language of whoever reads it."""
    later: Words = lazy(words, str)()
    return later


class Form(Enum):
    """What a figure does with what it counts, and how that reads."""

    COUNT = auto()  # how many have one of the marks; without marks, how many there are
    SHARE = auto()  # how many of those with one of the marks `of`, a tie as half of one: "70%", and "7/10" beside it
    PERCENT = auto()  # the same without what stands beside it
    FRACTION = auto()  # the same as "7/10" alone
    SHARE_OF_TOTAL = auto()  # a share of numbers, of which one hand may hold several
    AVERAGE = auto()
    SIGNED = auto()  # an average with its sign
    TIME = auto()  # an average of seconds
    TOTAL = auto()
    TOTAL_TIME = auto()
    LARGEST = auto()  # the largest number among those with the mark `of`, and where it was reached
    SMALLEST = auto()
    SHORTEST = auto()  # the smallest number of seconds
    STREAK = auto()  # the most games in a row with the mark
    FAVOURITE_BID = auto()  # the bid said most often, of equals the lower
    BLIND_BIDS = auto()  # for each blind bid that was said, how many were made


OF_MARKS: Final = {Form.COUNT, Form.SHARE, Form.PERCENT, Form.FRACTION, Form.STREAK}
EXTREMES: Final = {Form.LARGEST, Form.SMALLEST, Form.SHORTEST}


@dataclass(frozen=True)
class Figure:
    """A number with its name, counted from marks or from a number of hands, or of games.

    `shows` are the marks of the hands that it leads to: "" is all of them, and None the marks that it counts. It is
    shown only where there is one of the `known` marks or numbers. An extreme is kept by its `name`.
    """

    title: Words
    counts: str = ""
    of: str = ""
    _: KW_ONLY
    form: Form
    shows: str | None = None
    are_games: bool = False
    known: str = ""
    name: str = ""
    is_above_zero: bool = False

    @property
    def leads_to(self) -> tuple[str, ...]:
        counted = self.counts if self.form in OF_MARKS else ""
        return tuple((counted if self.shows is None else self.shows).split())


count: Final = partial(Figure, form=Form.COUNT)
share: Final = partial(Figure, form=Form.SHARE)
percent: Final = partial(Figure, form=Form.PERCENT)
fraction: Final = partial(Figure, form=Form.FRACTION)
share_of_total: Final = partial(Figure, form=Form.SHARE_OF_TOTAL)
average: Final = partial(Figure, form=Form.AVERAGE)
signed: Final = partial(Figure, form=Form.SIGNED)
time: Final = partial(Figure, form=Form.TIME)
total: Final = partial(Figure, form=Form.TOTAL)
total_time: Final = partial(Figure, form=Form.TOTAL_TIME)
largest: Final = partial(Figure, form=Form.LARGEST)
smallest: Final = partial(Figure, form=Form.SMALLEST)
shortest: Final = partial(Figure, form=Form.SHORTEST)
streak: Final = partial(Figure, form=Form.STREAK)
favourite_bid: Final = partial(Figure, form=Form.FAVOURITE_BID)
blind_bids: Final = partial(Figure, form=Form.BLIND_BIDS)


@dataclass(frozen=True)
class Section:
    """Shown only where there is a game with one of the marks `known`."""

    title: Words
    figures: tuple[Figure, ...]
    known: str = ""


def section(title: Words, *figures: Figure, known: str = "") -> Section:
    return Section(title, figures, known)


class By(Enum):
    """Rows that no game has to name: levels of the other side, or of the partner."""

    LEVEL = auto()
    PARTNER = auto()


@dataclass(frozen=True)
class TableByMark:
    """Figures side by side, a row for each mark that hands or games have; without `columns` they are the game's own."""

    title: Words
    head: Words
    rows: Mapping[str, Words] | By
    columns: tuple[Figure, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a game calls its games, hands and scores where statistics speak of them.

    `length` is the number that says how long a game was; `has_hands` where it is played in several of them.
    """

    games: Words = _("Games")
    so_far: Callable[[int], str] = lambda n: ngettext("One game so far", "%(n)s games so far", n) % {"n": n}
    won_by_step: Words = _("Games won")
    last_course: Words = _("Score of the last game")
    spread: Words = _("Points a hand")
    spread_sentence: Words = _("How often a hand brought how many points; %(share)s of %(n)s hands gained some.")
    gained_head: Words = _("Points")
    count_head: Words = _("Hands")
    course_sentence: Words = _("The last score is %(mine)s for you and %(theirs)s for %(others)s.")
    recent: Words = _("Recent games")
    your_games: Words = _("Your games")
    your_hands: Words = _("Your hands")
    games_shown: Words = _("Games behind a number")
    hands_shown: Words = _("Hands behind a number")
    course: Words = _("Course of the game")
    course_by: Words = _("Score by hand")
    step: Words = _("Hand")
    hand: Words = _("Hand")
    hand_name: Words = _("Hand %(n)s")
    mark_head: Words = _("Your bid")
    score: Words = _("Score")
    length: str = "hands"
    length_of_games: Words = _("Hands")
    has_hands: bool = True


@dataclass(frozen=True, kw_only=True)
class Figures:
    """All that is counted of one game and shown of it.

    `first` are figures above all others: games won, how much was played, and what a hand was worth. `totals` and
    `records` are everybody's. `bids_chart` is the title of a drawing of bids against tricks, where there are such.
    `kinds` are the marks of the game's variants: all is counted for each of them as well. `marks` are the game's own in
    words, and `numbers` those that a file of hands has columns for.
    """

    terms: Terms
    first: tuple[Figure, Figure, Figure]
    sections: tuple[Section, ...]
    columns: tuple[Figure, ...]
    tables: tuple[TableByMark, ...] = ()
    bids_chart: Words = ""
    totals: tuple[Figure, ...]
    records: tuple[Figure, ...]
    kinds: tuple[str, ...] = ()
    marks: Mapping[str, Words] = field(default_factory=dict)
    numbers: str
    hand_sentence: HandSentence

    @property
    def gained(self) -> Figure:
        """What a hand is worth."""
        return self.first[2]

    def columns_of(self, table: TableByMark) -> tuple[Figure, ...]:
        return table.columns or self.columns

    def is_side(self, mark: str) -> bool:
        """Whether others are counted under this mark, too; who the partner was is such a mark in every game."""
        return mark in self._sides or mark.startswith(WITH)

    @cached_property
    def _sides(self) -> frozenset[str]:
        return frozenset(mark for table in self.tables if not isinstance(table.rows, By) for mark in table.rows)

    @cached_property
    def split(self) -> frozenset[str]:
        """Marks, and numbers, that are counted under each side as well."""
        columns = [column for table in self.tables for column in self.columns_of(table)]
        return frozenset(name for one in columns for name in f"{one.counts} {one.of}".split())

    @cached_property
    def spreads(self) -> tuple[tuple[str, ...], ...]:
        """Numbers counted value by value, alone or together."""
        pairs = [("bid", "tricks")] if self.bids_chart else []
        if any(one.form is Form.BLIND_BIDS for one in self._in_sections):
            pairs.append(("blind", "took"))
        return (self.gained.counts,), *pairs

    @cached_property
    def tops(self) -> Mapping[bool, tuple[Figure, ...]]:
        """The extremes that are kept, of hands (False) and of games (True)."""
        found = {one.name: one for one in (*self.records, *self._in_sections) if one.form in EXTREMES}
        return {part: tuple(one for one in found.values() if one.are_games == part) for part in (False, True)}

    @property
    def _in_sections(self) -> tuple[Figure, ...]:
        return tuple(one for section in self.sections for one in section.figures)

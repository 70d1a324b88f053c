"""Figures (statistics of hands and games): how a game declares them, and the figures that games share.

Pages, exported files, the site's totals, lists of hands and the tallies all read these declarations. Pure data:
no database, request or language. Marks and numbers are those of the game's facts (`games.facts`). One string may name
several marks, separated by spaces.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import Enum, auto
from functools import cached_property, partial
from math import sqrt
from typing import Final, TypeAlias

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.facts import WITH, GameFacts
from games.pages.words import Words, tricks

#: Returns the sentence on a hand in a list, from its marks and numbers.
HandSentence: TypeAlias = Callable[[frozenset[str], Mapping[str, int]], str]
#: All bids of tricks; 0 is nil.
BIDS: Final = range(14)
ENDED: Final = "won lost tie"
#: The normal distribution's 97.5th percentile, for a 95% interval.
Z: Final = 1.959964


def filled(words: Words, **values: object) -> Words:
    return said_later(lambda: str(words) % values)


def said_later(words: Callable[[], str]) -> Words:
    """Return a lazy text: each use calls `words` in the reader's language."""
    later: Words = lazy(words, str)()
    return later


class Form(Enum):
    """How a figure aggregates marks or numbers, and how the result is shown."""

    COUNT = auto()  # the number of hands or games with one of the marks; without marks, of all
    SHARE = auto()  # the share with one of the marks among those with a mark in `of`; ties count half: "70%" and "7/10"
    PERCENT = auto()  # this share as "70%" alone
    FRACTION = auto()  # this share as "7/10" alone
    SHARE_OF_TOTAL = auto()  # the sum of one number, divided by the sum of the numbers in `of`
    AVERAGE = auto()
    SIGNED = auto()  # an average with its sign
    TIME = auto()  # an average of seconds
    TOTAL = auto()
    TOTAL_TIME = auto()
    LARGEST = auto()  # the largest value, or the largest among those with a mark in `of`; links to its hand or game
    SMALLEST = auto()
    SHORTEST = auto()  # the smallest number of seconds
    STREAK = auto()  # the most games in a row with the mark
    FAVOURITE_BID = auto()  # the most frequent bid, on a tie the lowest
    BLIND_BIDS = auto()  # for each blind bid, the share that was made


OF_MARKS: Final = {Form.COUNT, Form.SHARE, Form.PERCENT, Form.FRACTION, Form.STREAK}
EXTREMES: Final = {Form.LARGEST, Form.SMALLEST, Form.SHORTEST}


@dataclass(frozen=True)
class Figure:
    """A statistic with its title. `counts` names the marks, or the number, that it aggregates over hands.

    With `are_games` it aggregates over games. For `of` see `Form`. `shows` are the marks of the hands or games that the
    figure links to: "" for all, None for the counted marks, if any. If `known` names marks or numbers, the figure is
    hidden until one of them occurs. An extreme is stored by `name`; with `is_above_zero` it is shown only above 0.
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
    """A group of figures. If `known` names marks, the group is hidden until one of them occurs."""

    title: Words
    figures: tuple[Figure, ...]
    known: str = ""


def section(title: Words, *figures: Figure, known: str = "") -> Section:
    return Section(title, figures, known)


class Breakdown(Enum):
    """Standard rows of a table: one for each level of the opponents, or one for each kind of partner."""

    LEVEL = auto()
    PARTNER = auto()


@dataclass(frozen=True)
class TableByMark:
    """A table of figures with a row for each mark in `rows` that occurs. Its default columns are `Figures.columns`."""

    title: Words
    head: Words
    rows: Mapping[str, Words] | Breakdown
    columns: tuple[Figure, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StatisticsWords:
    """The words in which statistics pages speak of a card game's games, hands and scores.

    `length` names the number that measures how long a game was; `has_hands`: a game consists of several hands.
    """

    games: Words = _("Games")
    so_far: Callable[[int], str] = lambda n: ngettext("One game so far", "%(n)s games so far", n) % {"n": n}
    won_by_step: Words = _("Games won")
    last_course: Words = _("Score of the last game")
    spread: Words = _("Points per hand")
    spread_sentence: Words = _("Points scored per hand; you gained points in %(gained)s of %(n)s hands.")
    gained_head: Words = _("Points")
    count_head: Words = _("Hands")
    course_sentence: Words = _("Final score: you %(mine)s, %(others)s %(theirs)s.")
    recent: Words = _("Recent games")
    your_games: Words = _("Your games")
    your_hands: Words = _("Your hands")
    games_shown: Words = _("Games behind this number")
    hands_shown: Words = _("Hands behind this number")
    course: Words = _("How the game went")
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
    """All figures of one game.

    `first` are shown above all others; games won are the first of them, and `gained` is the last. `totals` and
    `records` are figures over all players. `bids_chart` is the title of the chart of bids against tricks, if any.
    `kinds` are the marks of the game's variants: all figures are also counted for each variant. `marks` are the words
    for the game's own marks. `numbers` names the numbers that have a column in an exported file of hands.
    """

    terms: StatisticsWords
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
        """The figure of the points of a hand; in Card Duel, of the hit points left."""
        return self.first[2]

    def columns_of(self, table: TableByMark) -> tuple[Figure, ...]:
        return table.columns or self.columns

    def is_side(self, mark: str) -> bool:
        """Return whether a table may have a row for `mark`. Such marks have separate counts."""
        return mark in self._sides or mark.startswith(WITH)

    @cached_property
    def _sides(self) -> frozenset[str]:
        return frozenset(mark for table in self.tables if not isinstance(table.rows, Breakdown) for mark in table.rows)

    @cached_property
    def split(self) -> frozenset[str]:
        """Marks and numbers in the columns of tables: also counted separately for each mark that has a row."""
        columns = [column for table in self.tables for column in self.columns_of(table)]
        return frozenset(name for column in columns for name in f"{column.counts} {column.of}".split())

    @cached_property
    def spreads(self) -> tuple[tuple[str, ...], ...]:
        """Numbers, or pairs of them, whose distribution is stored."""
        pairs = [("bid", "tricks")] if self.bids_chart else []
        if any(one.form is Form.BLIND_BIDS for one in self._in_sections):
            pairs.append(("blind", "took"))
        return (self.gained.counts,), *pairs

    @cached_property
    def tops(self) -> Mapping[bool, tuple[Figure, ...]]:
        """The figures whose extremes are stored: of hands (False) and of games (True)."""
        found = {one.name: one for one in (*self.records, *self._in_sections) if one.form in EXTREMES}
        return {part: tuple(one for one in found.values() if one.are_games == part) for part in (False, True)}

    @property
    def _in_sections(self) -> tuple[Figure, ...]:
        return tuple(one for section in self.sections for one in section.figures)


BY_LEVEL: Final = TableByMark(_("By opponent level"), _("Level"), Breakdown.LEVEL)
BY_PARTNER: Final = TableByMark(_("By your partner’s level"), _("Partner"), Breakdown.PARTNER)


def games(*figures: Figure) -> tuple[Figure, ...]:
    return tuple(replace(one, are_games=True) for one in figures)


PLAYED: Final = games(
    count(_("played to the end"), "finished"),
    count(_("won"), "won"),
    count(_("lost"), "lost"),
    count(_("ties"), "tie"),
    streak(_("longest winning streak"), "won"),
    streak(_("longest losing streak"), "lost"),
)
BEST_SCORE: Final = largest(_("best score"), "score", "finished", name="best_score")
WORST_SCORE: Final = smallest(_("worst score"), "score", "finished", name="worst_score")
BEST_HAND: Final = largest(_("best hand"), "points", name="best_hand")
WORST_HAND: Final = smallest(_("worst hand"), "points", name="worst_hand")
HIGHEST_WIN: Final = largest(_("highest winning score"), "score", "won", name="highest_win")
LOWEST_WIN: Final = smallest(_("lowest winning score"), "score", "won", name="lowest_win")
LONGEST_STREAK: Final = streak(_("longest winning streak ever"), "won")
COMEBACK: Final = largest(_("biggest comeback, points behind"), "deficit", "won", is_above_zero=True, name="comeback")
FASTEST: Final = shortest(_("fastest win"), "seconds", "won", name="fastest")
GAMES_PLAYED: Final = _("games played")
GAMES_GIVEN_UP: Final = _("games given up")
HANDS: Final = count(_("hands"))
BIDS_MADE: Final = percent(_("bids made"), "made", "made overbid", known="made overbid")
NILS_MADE: Final = percent(_("nils made"), "nil_made", "nil", known="nil")
#: Figures of bids, of nils and of bags, in games with bids of tricks.
BIDS_AND_TRICKS: Final = (
    average(_("average bid"), "bid"),
    average(_("average tricks"), "tricks"),
    favourite_bid(_("favorite bid")),
)
SHARE_OF_NILS: Final = share(_("nils made"), "nil_made", "nil", shows="nil")
BAGS: Final = (
    average(_("bags per hand"), "bags", shows="bagged"),
    total(_("bags in all"), "bags", shows="bagged"),
    count(_("hands with a 100-point penalty"), "penalty"),
)
GAINED: Final = signed(_("Points per hand"), "points")
WON: Final = share(_("Won"), "won tie", ENDED, shows="won", are_games=True)
#: Columns of tables that compare games and hands.
COLUMNS: Final = (
    count(_("Games"), ENDED, shows="finished", are_games=True),
    WON,
    count(_("Hands")),
    GAINED,
    share(_("Bids made"), "made", "made overbid", known="made overbid"),
)
COLUMNS_WITH_NILS: Final = (
    *COLUMNS,
    fraction(_("Nils made"), "nil_made", "nil", shows="nil", known="made overbid"),
    fraction(_("Blind made"), "blind_made", "blind", shows="blind", known="made overbid"),
)


def shapes(comebacks: Words, facts: type[GameFacts]) -> tuple[Figure, ...]:
    return games(
        count(filled(comebacks, n=facts.comeback), "comeback"),
        count(filled(_("nail-biters, within %(n)s"), n=facts.nail_biter), "nail_biter"),
        count(filled(_("blowouts, %(n)s+ apart"), n=facts.blow_out), "blow_out"),
    )


def of_games(facts: type[GameFacts]) -> Section:
    """Return the section on games, for a game of several hands."""
    return section(
        _("Games"),
        *PLAYED,
        *games(average(_("average score"), "score", shows="finished"), BEST_SCORE, WORST_SCORE),
        *shapes(_("comebacks, from %(n)s+ behind"), facts),
        *games(
            average(_("hands per game"), "hands", shows="finished"),
            time(_("time per game"), "seconds", shows="finished"),
        ),
        time(_("time per hand"), "seconds"),
        BEST_HAND,
        WORST_HAND,
    )


def given_up(title: Words = GAMES_GIVEN_UP) -> Section:
    figures = games(
        count(title, "abandoned"),
        count(_("while ahead"), "ahead", shows="abandoned ahead"),
        count(_("while behind"), "behind", shows="abandoned behind"),
        count(_("while tied"), "level", shows="abandoned level"),
        count(_("games others left"), "left"),
        count(_("games that don’t count"), "annulled"),
    )
    return section(_("Given up"), *figures, known="abandoned left annulled")


def totals(*own: Figure, played: Words = GAMES_PLAYED, abandoned: Words = GAMES_GIVEN_UP) -> tuple[Figure, ...]:
    """Return the figures over all players, with the game's `own` figures in the middle."""
    won = percent(_("won by people"), "won tie", ENDED)
    time = total_time(_("time at the table"), "seconds")
    return *games(count(played, "finished"), won), *own, *games(count(abandoned, "abandoned")), time


OF_BIDS: Final[Mapping[str, Words]] = {
    **{f"bid{n}": filled(_("bid %(n)s"), n=n) for n in BIDS},
    **{f"tricks{n}": said_later(partial(tricks, n)) for n in BIDS},
    "nil": _("nil"),
    "blind": _("blind"),
    "bagged": _("bags taken"),
    "penalty": _("a bag penalty"),
}
#: Words for the marks of any game.
MARKS: Final[Mapping[str, Words]] = {
    "finished": _("played to the end"),
    "comeback": _("a comeback"),
    "nail_biter": _("a nail-biter"),
    "blow_out": _("a blowout"),
    "ahead": _("ahead"),
    "behind": _("behind"),
    "level": _("tied"),
    "left": _("left by others"),
    "annulled": _("doesn’t count"),
}


def bid_sentence(marks: frozenset[str], numbers: Mapping[str, int]) -> str:
    """Return the sentence on a hand in a list, such as "blind 3, took 4"; empty if nothing was bid."""
    if "bid" not in numbers:
        return ""
    bid = str(numbers["bid"]) if numbers["bid"] else str(_("nil"))
    words = str(_("blind %(bid)s")) % {"bid": bid} if "blind" in numbers else bid
    taken = numbers["took"] if "took" in numbers else numbers["tricks"]
    took = ngettext("took %(n)s", "took %(n)s", taken) % {"n": taken}
    return f"{words}, {took}"


USUAL: Final = Figures(
    terms=StatisticsWords(),
    first=(replace(WON, title=_("games won")), HANDS, replace(GAINED, title=_("points per hand"))),
    sections=(of_games(GameFacts), given_up()),
    columns=COLUMNS,
    totals=totals(HANDS),
    records=(
        *games(HIGHEST_WIN, LOWEST_WIN, LONGEST_STREAK, COMEBACK),
        *games(smallest(_("fewest hands to win"), "hands", "won", name="fewest_hands"), FASTEST),
        replace(BEST_HAND, title=_("most points in a hand")),
    ),
    numbers="points score other seconds",
    hand_sentence=bid_sentence,
)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a rate; valid for few games and for rates near 0 and 1.

    A tie may count as half a win. Without games the interval is 0 to 1.
    """
    if games <= 0:
        return 0.0, 1.0
    rate, share = wins / games, Z * Z / games
    middle = (rate + share / 2) / (1 + share)
    reach = Z * sqrt(rate * (1 - rate) / games + share / games / 4) / (1 + share)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def places(marks: Sequence[Hashable]) -> list[int]:
    """Return the rank, from 1, of each result. `marks` are the results, best first; equal results share a rank."""
    first = dict[Hashable, int]()
    for at, mark in enumerate(marks, 1):
        first.setdefault(mark, at)
    return [first[mark] for mark in marks]

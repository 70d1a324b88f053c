"""Statistics as a page shows them: figures with what lies behind each, tables, charts. Knows no request and no row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.charts import Chart
from games.presenters.statistics_bidwhist import (
    bidwhist_marks,
    bidwhist_sections,
    bidwhist_tables,
    contract_told,
)
from games.presenters.statistics_cardduel import cardduel_marks, cardduel_sections, cardduel_tables
from games.presenters.statistics_charts import by_step, course, points_spread
from games.presenters.statistics_spades import spades_charts, spades_marks, spades_sections, spades_tables
from games.presenters.statistics_twoman import twoman_charts, twoman_sections, twoman_tables
from games.presenters.statistics_words import Figure, Link, Section, Tabled, figure, linked, percent, share, span
from games.presenters.words import decimal, plain_number, signed
from games.rates import wilson
from games.services.statistics.facts.base import Teller
from games.services.statistics.facts.registry import teller
from games.services.statistics.measures import LOST, WON, Measures, Part, Streak
from games.services.statistics.reading import LineSeen, Story
from games.wording.levels import level_name

#: What a game adds to what all games have: by its key, from the hands to sections and charts.
OWN_SECTIONS: Mapping[str, Callable[[Story, Link], list[Section]]] = {
    "twoman": twoman_sections,
    "spades": spades_sections,
    "bidwhist": bidwhist_sections,
    "cardduel": cardduel_sections,
}
OWN_CHARTS: Mapping[str, Callable[[Story], list[tuple[str, Chart | None]]]] = {
    "twoman": twoman_charts,
    "spades": spades_charts,
}
#: What a game's hands and games are set side by side by.
OWN_TABLES: Mapping[str, Callable[[Story], list[Tabled]]] = {
    "twoman": twoman_tables,
    "spades": spades_tables,
    "bidwhist": bidwhist_tables,
    "cardduel": cardduel_tables,
}
#: Its own words for marks, and its own meaning of those that every game has.
OWN_MARKS: Mapping[str, Callable[[], dict[str, str]]] = {
    "spades": spades_marks,
    "bidwhist": bidwhist_marks,
    "cardduel": cardduel_marks,
}


@dataclass(frozen=True, slots=True)
class Game:
    """A line of the games ended last."""

    day: date
    href: str
    level: str
    result: str
    score: str
    hands: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A line of the hands behind a number."""

    day: date
    href: str
    name: str
    level: str
    words: str
    points: str


@dataclass(frozen=True)
class PersonalPage:
    """All of somebody's page; `is_empty` where nothing was played in that stretch."""

    is_empty: bool
    counted: str
    first: tuple[Figure, ...]
    sections: tuple[Section, ...]
    tables: tuple[Tabled, ...]
    charts: tuple[tuple[str, Chart], ...]
    recent: tuple[Game, ...]


def personal(key: str, story: Story, asked: Mapping[str, str]) -> PersonalPage:
    """`asked` are the filters as they stand in the address: links keep them."""
    link = Link(asked)
    own = OWN_SECTIONS.get(key, _no_sections)
    drawn = [
        (_("Games won"), by_step(story)),
        (_("Score of the last game"), course(story.course)),
        *OWN_CHARTS.get(key, _no_charts)(story),
        (_("Points a hand"), points_spread(story.whole.hands)),
    ]
    return PersonalPage(
        is_empty=not story.whole.hands.n and not story.whole.games.n,
        counted=_counted(story.counted_until),
        first=_first(story.whole, link),
        sections=tuple(
            one for one in (_games(story.whole, link, teller(key)), *own(story, link), _given_up(story, link)) if one
        ),
        tables=tuple(linked(table, link) for table in OWN_TABLES.get(key, _no_tables)(story)),
        charts=tuple((title, chart) for title, chart in drawn if chart is not None),
        recent=tuple(_game(line) for line in story.recent),
    )


def _no_sections(story: Story, link: Link) -> list[Section]:
    return []


def _no_charts(story: Story) -> list[tuple[str, Chart | None]]:
    return []


def _no_tables(story: Story) -> list[Tabled]:
    return []


def _counted(day: date | None) -> str:
    if day is None:
        return _("Counted as you look.")
    return _("Counted until %(day)s, and what came after as you look.") % {"day": date_format(day, _("j F Y"))}


def _first(whole: Measures, link: Link) -> tuple[Figure, ...]:
    games, hands = whole.games, whole.hands
    finished = games.marks["finished"]
    low, high = wilson(games.marks[WON], finished)
    sure = _("surely between %(low)s and %(high)s") % {"low": percent(low), "high": percent(high)}
    note = f"{games.marks[WON]}/{finished}"
    return (
        figure(_("games won"), share(games.marks[WON], finished), note, link.games(WON)),
        figure(_("in 95 of 100 cases"), f"{percent(low)}–{percent(high)}" if finished else "–", "", "", spoken=sure),
        figure(_("hands"), str(hands.n), "", link.hands()),
        figure(_("points a hand"), _average(hands, "points", sign=True), "", link.hands()),
    )


def _games(whole: Measures, link: Link, told_by: Teller) -> Section:
    games = whole.games
    marks = games.marks
    return Section(
        _("Games"),
        (
            figure(_("played to the end"), str(marks["finished"]), "", link.games("finished")),
            figure(_("won"), str(marks[WON]), "", link.games(WON)),
            figure(_("lost"), str(marks[LOST]), "", link.games(LOST)),
            figure(_("ties"), str(marks["tie"]), "", link.games("tie")),
            figure(_("most won in a row"), str(_streak(games, WON).best), _running(games, WON), link.games(WON)),
            figure(_("most lost in a row"), str(_streak(games, LOST).best), _running(games, LOST), link.games(LOST)),
            figure(_("average score"), _average(games, "score"), "", link.games()),
            figure(_("best score"), *_top(games, "best_score")),
            figure(_("worst score"), *_top(games, "worst_score")),
            figure(
                _("comebacks, from %(n)s behind") % {"n": told_by.comeback},
                str(marks["comeback"]),
                "",
                link.games("comeback"),
            ),
            figure(
                _("nail-biters, within %(n)s") % {"n": told_by.nail_biter},
                str(marks["nail_biter"]),
                "",
                link.games("nail_biter"),
            ),
            figure(
                _("blow-outs, %(n)s apart") % {"n": told_by.blow_out},
                str(marks["blow_out"]),
                "",
                link.games("blow_out"),
            ),
            figure(_("hands a game"), _average(games, "hands", digits=1), "", link.games()),
            figure(_("time of a game"), span(games.average("seconds")), "", link.games()),
            figure(_("time of a hand"), span(whole.hands.average("seconds")), "", link.hands()),
            figure(_("best hand"), *_top(whole.hands, "best_hand")),
            figure(_("worst hand"), *_top(whole.hands, "worst_hand")),
        ),
    )


def _given_up(story: Story, link: Link) -> Section | None:
    marks = story.whole.games.marks
    if not marks["abandoned"]:
        return None
    return Section(
        _("Given up"),
        (
            figure(_("games given up"), str(marks["abandoned"]), "", link.games("abandoned")),
            figure(_("of them ahead"), str(marks["ahead"]), "", link.games("abandoned", "ahead")),
            figure(_("of them behind"), str(marks["behind"]), "", link.games("abandoned", "behind")),
            figure(_("of them level"), str(marks["level"]), "", link.games("abandoned", "level")),
        ),
    )


def _streak(games: Part, name: str) -> Streak:
    return games.streaks.get(name, Streak())


def _running(games: Part, name: str) -> str:
    suffix = _streak(games, name).suffix
    return _("now %(n)s") % {"n": suffix} if suffix else ""


def _average(part: Part, name: str, *, sign: bool = False, digits: int = 1) -> str:
    average = part.average(name)
    return "–" if average is None else decimal(average, digits=digits, sign=sign)


def _top(part: Part, name: str) -> tuple[str, str, str]:
    """The value, no note, and the hand or game in which it was reached."""
    top = part.tops.get(name)
    if top is None:
        return "–", "", ""
    return plain_number(top.value), "", where(top.code, top.number)


def where(code: str, number: int) -> str:
    if number:
        return reverse("games:hand", args=[code, number])
    return reverse("games:statistics_game", args=[code])


# -- lists ---------------------------------------------------------------------------------------------


def endings() -> dict[str, str]:
    return {"won": _("Won"), "lost": _("Lost"), "tie": _("A tie"), "abandoned": _("Given up")}


def _game(line: LineSeen) -> Game:
    result = next((word for mark, word in endings().items() if mark in line.marks), "")
    numbers = line.numbers
    score = f"{plain_number(numbers['score'])}:{plain_number(numbers['other'])}" if "score" in numbers else "–"
    return Game(
        line.day, where(line.code, 0), level_name(line.level), result, score, plain_number(numbers.get("hands", 0))
    )


def games(lines: tuple[LineSeen, ...]) -> tuple[Game, ...]:
    return tuple(_game(line) for line in lines)


def hands(lines: tuple[LineSeen, ...]) -> tuple[Hand, ...]:
    return tuple(
        Hand(
            day=line.day,
            href=where(line.code, line.number),
            name=_("Hand %(n)s") % {"n": line.number},
            level=level_name(line.level),
            words=_hand_words(line),
            points=signed(line.numbers["points"]) if "points" in line.numbers else "–",
        )
        for line in lines
    )


def _hand_words(line: LineSeen) -> str:
    if "misdeal" in line.marks:
        return _("a misdeal")
    if "passed_out" in line.marks:
        return _("everybody passed")
    return contract_told(line) or _bid_words(line.numbers)


def _bid_words(numbers: Mapping[str, int]) -> str:
    if "bid" not in numbers:
        return ""
    bid = str(numbers["bid"]) if numbers["bid"] else _("nil")
    words = _("blind %(bid)s") % {"bid": bid} if "blind" in numbers else bid
    took = ngettext("took %(n)s", "took %(n)s", numbers["tricks"]) % {"n": numbers["tricks"]}
    return f"{words}, {took}"


@dataclass(frozen=True)
class GamePage:
    """The course of one game."""

    code: str
    heading: str
    line: Game | None
    chart: Chart | None
    hands: tuple[Hand, ...]


def game(code: str, whole: LineSeen | None, lines: tuple[LineSeen, ...]) -> GamePage | None:
    """None where nothing has been finished that could be told of."""
    if whole is None and not lines:
        return None
    line = None if whole is None else _game(whole)
    return GamePage(code, _("Course of the game"), line, course(lines), hands(lines))


def mark_words(key: str, marks: tuple[str, ...]) -> str:
    """The marks of an address in words, as that game has them; one that is not known stands as it was written."""
    names = {**{mark: word.lower() for mark, word in endings().items()}, **_mark_names(), **OWN_MARKS.get(key, dict)()}
    return ", ".join(names.get(mark) or _numbered(mark) for mark in marks)


def _mark_names() -> dict[str, str]:
    return {
        "finished": _("played to the end"),
        "comeback": _("a comeback"),
        "nail_biter": _("a nail-biter"),
        "blow_out": _("a blow-out"),
        "ahead": _("ahead"),
        "behind": _("behind"),
        "level": _("level"),
        "led": _("you led"),
        "followed": _("Marta led"),
        "made": _("bid made"),
        "exact": _("made to the trick"),
        "underbid": _("underbid"),
        "overbid": _("overbid"),
        "nil": _("nil"),
        "blind": _("blind"),
        "penalty": _("a penalty for bags"),
        "bonus": _("100 for bags under zero"),
        "won_7D": _("seven of diamonds won"),
        "lost_7D": _("seven of diamonds lost"),
        "won_TC": _("ten of clubs won"),
        "lost_TC": _("ten of clubs lost"),
        "pile": _("pile won"),
        "double": _("double won"),
        "double_lost": _("double lost"),
        "denial": _("denial: the other side paid"),
        "denial_paid": _("denial: you paid"),
    }


def _numbered(mark: str) -> str:
    for name, words in (("bid", _("bid %(n)s")), ("tricks", _("%(n)s tricks"))):
        if mark.startswith(name) and mark[len(name) :].isdigit():
            return words % {"n": mark[len(name) :]}
    return mark


def older(asked: Mapping[str, str], marks: tuple[str, ...], cursor: str) -> str:
    return "?" + urlencode([*asked.items(), *(("mark", mark) for mark in marks), ("before", cursor)])

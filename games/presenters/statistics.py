"""Statistics as a page shows them: figures with what lies behind each, tables, charts. Knows no request and no row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.facts import Teller
from games.presenters.charts import Chart
from games.presenters.statistics_bidwhist import (
    bidwhist_marks,
    bidwhist_sections,
    bidwhist_tables,
    contract_told,
)
from games.presenters.statistics_cardduel import cardduel_marks, cardduel_sections, cardduel_tables
from games.presenters.statistics_charts import by_step, course, spread
from games.presenters.statistics_spades import spades_charts, spades_marks, spades_sections, spades_tables
from games.presenters.statistics_terms import Terms, terms
from games.presenters.statistics_twoman import twoman_charts, twoman_sections, twoman_tables
from games.presenters.statistics_words import (
    Figure,
    Link,
    Section,
    Tabled,
    figure,
    linked,
    of,
    percent,
    share,
    span,
    where,
    without_nothing,
)
from games.rates import wilson
from games.services.statistics.counted import teller
from games.services.statistics.measures import LOST, TIE, WON, Measures, Part, Streak, score_of
from games.services.statistics.reading import LineSeen, Story
from games.viewmodel.levels import level_name
from games.viewmodel.words import decimal, plain_number, signed

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


#: With fewer games played to their end a page has three figures and a sentence, and says of nothing how sure it is.
FEW: Final = 10


@dataclass(frozen=True, slots=True)
class Game:
    """A line of the games ended last."""

    day: date
    href: str
    level: str
    result: str
    score: str
    length: str


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
    """All of somebody's page; `is_empty` where nothing was played in that stretch.

    `few` is the sentence of whoever has played few games.
    """

    terms: Terms
    is_empty: bool
    counted: str
    few: str
    first: tuple[Figure, ...]
    sections: tuple[Section, ...]
    tables: tuple[Tabled, ...]
    charts: tuple[tuple[str, Chart], ...]
    recent: tuple[Game, ...]


def personal(key: str, story: Story, asked: Mapping[str, str]) -> PersonalPage:
    """`asked` are the filters as they stand in the address: links keep them."""
    link, told = Link(asked), terms(key)
    own = OWN_SECTIONS.get(key, _no_sections)
    finished = story.whole.games.marks["finished"]
    is_few = finished < FEW
    drawn = [
        (told.won_by_step, None if is_few else by_step(story, told)),
        (told.last_course, course(story.course, story.others, told)),
        *OWN_CHARTS.get(key, _no_charts)(story),
        (told.spread, spread(story.whole.hands, told)),
    ]
    sections = (_games(story.whole, link, teller(key), told), *own(story, link), _given_up(story, link, told))
    return PersonalPage(
        terms=told,
        is_empty=not story.whole.hands.n and not story.whole.games.n,
        counted=_counted(story.counted_until),
        few=_few(finished, told) if is_few else "",
        first=_first(story.whole, link, told, is_few=is_few),
        sections=tuple(kept for one in sections if one and (kept := without_nothing(one) if is_few else one).figures),
        tables=tuple(linked(table, link) for table in OWN_TABLES.get(key, _no_tables)(story)),
        charts=tuple((title, chart) for title, chart in drawn if chart is not None),
        recent=tuple(_game(line, told) for line in story.recent),
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


def _few(finished: int, told: Terms) -> str:
    if not finished:
        return _("Nothing has been played to its end here yet, so these figures are a beginning.")
    if not told.has_hands:
        words = ngettext("One duel so far", "%(n)s duels so far", finished) % {"n": finished}
    else:
        words = ngettext("One game so far", "%(n)s games so far", finished) % {"n": finished}
    return _("%(games)s: enough to look back on, too few to tell skill from luck.") % {"games": words}


def _first(whole: Measures, link: Link, told: Terms, *, is_few: bool) -> tuple[Figure, ...]:
    games, hands = whole.games, whole.hands
    finished, won = games.marks["finished"], score_of(games.marks)
    low, high = wilson(won, finished)
    sure = _("surely between %(low)s and %(high)s") % {"low": percent(low), "high": percent(high)}
    rate = figure(told.games_won, share(won, finished), of(won, finished), link.games(WON))
    between = figure(_("in 95 of 100 cases"), f"{percent(low)}–{percent(high)}", "", "", spoken=sure)
    gained = figure(told.gained_a_hand, _average(hands, told.gained, sign=told.is_signed), "", link.hands())
    length = figure(_("rounds a duel"), _average(hands, told.length), "", link.hands())
    count = figure(told.hands, str(hands.n), "", link.hands()) if told.has_hands else length
    if is_few:
        return figure(told.games_won, of(won, finished), "", link.games(WON)), count, gained
    return rate, between, count, gained


def _games(whole: Measures, link: Link, told_by: Teller, told: Terms) -> Section:
    games = whole.games
    marks = games.marks
    tops = (("best_score", told.best_score), ("worst_score", told.worst_score))
    shapes = (
        ("comeback", told.behind, told_by.comeback),
        ("nail_biter", _("nail-biters, within %(n)s"), told_by.nail_biter),
        ("blow_out", _("blow-outs, %(n)s apart"), told_by.blow_out),
    )
    return Section(
        told.games,
        (
            figure(_("played to the end"), str(marks["finished"]), "", link.games("finished")),
            figure(_("won"), str(marks[WON]), "", link.games(WON)),
            figure(_("lost"), str(marks[LOST]), "", link.games(LOST)),
            figure(_("ties"), str(marks[TIE]), "", link.games(TIE)),
            figure(told.won_in_a_row, str(_streak(games, WON).best), _running(games, WON), link.games(WON)),
            figure(told.lost_in_a_row, str(_streak(games, LOST).best), _running(games, LOST), link.games(LOST)),
            figure(told.average_score, _average(games, "score"), "", link.games("finished")),
            *(figure(label, *_top(games, name)) for name, label in tops),
            *(figure(label % {"n": n}, str(marks[mark]), "", link.games(mark)) for mark, label, n in shapes),
            *([figure(_("hands a game"), _average(games, "hands"), "", link.games("finished"))] * told.has_hands),
            figure(told.time_of_a_game, span(games.average("seconds")), "", link.games("finished")),
            *(_of_each_hand(whole.hands, link) if told.has_hands else ()),
        ),
    )


def _of_each_hand(hands: Part, link: Link) -> tuple[Figure, ...]:
    return (
        figure(_("time of a hand"), span(hands.average("seconds")), "", link.hands()),
        figure(_("best hand"), *_top(hands, "best_hand")),
        figure(_("worst hand"), *_top(hands, "worst_hand")),
    )


def _given_up(story: Story, link: Link, told: Terms) -> Section | None:
    marks = story.whole.games.marks
    if not marks["abandoned"]:
        return None
    return Section(
        _("Given up"),
        (
            figure(told.games_given_up, str(marks["abandoned"]), "", link.games("abandoned")),
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


# -- lists ---------------------------------------------------------------------------------------------


def endings() -> dict[str, str]:
    return {"won": _("Won"), "lost": _("Lost"), "tie": _("A tie"), "abandoned": _("Given up")}


def _game(line: LineSeen, told: Terms) -> Game:
    result = next((word for mark, word in endings().items() if mark in line.marks), "")
    length = plain_number(line.numbers.get(told.length, 0))
    return Game(line.day, where(line.code, 0), level_name(line.level), result, _score(line), length)


def _score(line: LineSeen) -> str:
    numbers = line.numbers
    return f"{plain_number(numbers['score'])}:{plain_number(numbers['other'])}" if "score" in numbers else "–"


def games(key: str, lines: tuple[LineSeen, ...]) -> tuple[Game, ...]:
    return tuple(_game(line, terms(key)) for line in lines)


def hands(key: str, lines: tuple[LineSeen, ...]) -> tuple[Hand, ...]:
    told = terms(key)
    return tuple(_hand(line, told) for line in lines)


def _hand(line: LineSeen, told: Terms) -> Hand:
    rounds = line.numbers.get("rounds", 0)
    return Hand(
        day=line.day,
        href=where(line.code, line.number),
        name=_("Hand %(n)s") % {"n": line.number} if told.has_hands else _("Duel"),
        level=level_name(line.level),
        words=_hand_words(line) if told.has_hands else ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds},
        points=signed(line.numbers["points"])
        if "points" in line.numbers
        else _score(line)
        if not told.has_hands
        else "–",
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
    tricks = numbers["took"] if "took" in numbers else numbers["tricks"]
    took = ngettext("took %(n)s", "took %(n)s", tricks) % {"n": tricks}
    return f"{words}, {took}"


@dataclass(frozen=True)
class GamePage:
    """The course of one game."""

    code: str
    terms: Terms
    line: Game | None
    chart: Chart | None
    hands: tuple[Hand, ...]


def game(
    code: str, key: str, whole: LineSeen | None, lines: tuple[LineSeen, ...], others: tuple[str, ...]
) -> GamePage | None:
    """None where nothing has been finished that could be told of."""
    if whole is None and not lines:
        return None
    told = terms(key)
    line = None if whole is None else _game(whole, told)
    return GamePage(code, told, line, course(lines, others, told), hands(key, lines))


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
        "exact": _("made exactly"),
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

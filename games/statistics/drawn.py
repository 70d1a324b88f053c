"""Declared figures as drawn on a page: formatted figures and tables, with links to what they count, and charts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.facts import PERSON, WITH
from games.figures import BIDS, EXTREMES, Breakdown, Figure, Figures, Form, Section, StatisticsWords, TableByMark
from games.pages.charts import Chart, ChartTable, bars, binned, curves, dots
from games.pages.seats import called
from games.pages.words import decimal, level_name, listed, percent, plain_number
from games.registry import counted_levels, facts_of, levels
from games.snapshot import SeatedPlayer
from games.statistics.measures import TIE, Measures, Part, Streak, score_of
from games.statistics.models import PersonLine
from games.statistics.reading import Aggregate

NOTHING: Final = "–"
Number = TypeVar("Number", int, float)
#: The filters in the URL of the page; its links keep them.
Filters: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A formatted figure or table cell; `href` links to the hands, games or decisions counted.

    CSV files have the unformatted `number`, and `out_of` for a share. An interval is from `number` to `upper`.
    """

    label: str
    value: str
    note: str = ""
    href: str = ""
    spoken: str = ""
    number: float | None = None
    out_of: int | None = None
    upper: float | None = None


#: The rows of a table. The first cell of a row is its name; each cell has the label of its column.
TableRows: TypeAlias = tuple[tuple[Shown, ...], ...]


def _address(filters: Filters, marks: Iterable[str], *, are_games: bool, level: str = "") -> str:
    """Return the URL of the hands or games with all these marks. A `level` replaces that of the filters."""
    asked = {**filters, "level": level} if level else filters
    query = urlencode([*asked.items(), *(("mark", mark) for mark in marks)])
    address = reverse("games:statistics_games" if are_games else "games:statistics_hands")
    return address + (f"?{query}" if query else "")


# -- figures ---------------------------------------------------------------------------------------------


def section(declared: Section, whole: Measures, filters: Filters, *, is_few: bool) -> tuple[Shown, ...]:
    """Format a section; omit all figures if no game has a mark of `known`. `is_few` omits figures of 0 or NOTHING."""
    if declared.known and not any(whole.games.marks[mark] for mark in declared.known.split()):
        return ()
    figures = (shown for figure in declared.figures for shown in figure_shown(figure, whole, filters))
    nothing = ("0", percent(0), NOTHING)
    return tuple(shown for shown in figures if not is_few or shown.value not in nothing)


def figure_shown(figure: Figure, whole: Measures, filters: Filters | None = None) -> Iterator[Shown]:
    """Yield the formatted figure, one per bid for `BLIND_BIDS`; nothing if it is not known.

    Without `filters`, or without hands or games to list, it has no `href`.
    """
    part = part_of(figure, whole)
    if not is_known(figure, part):
        return
    if figure.form is Form.BLIND_BIDS:
        yield from _blind_bids(figure, part, filters)
        return
    yield formatted(figure, part) if filters is None else _linked(figure, part, filters)


def _linked(figure: Figure, part: Part, filters: Filters, mark: str = "", level: str = "") -> Shown:
    """Return the formatted figure, with a link if there is a hand or game to list. A table row has a mark or level."""
    shown = formatted(figure, part, mark)
    if not _is_behind(figure, part, shown.value, mark):
        return shown
    if figure.form in EXTREMES:
        top = part.tops[figure.name]
        return replace(shown, href=where(top.code, top.number))
    marks = (f"bid{favourite_of(part.marks)}",) if figure.form is Form.FAVOURITE_BID else figure.leads_to
    marks += (mark,) if mark else ()
    return replace(shown, href=_address(filters, marks, are_games=figure.are_games, level=level))


def _is_behind(figure: Figure, part: Part, value: str, mark: str = "") -> bool:
    """Return whether there is a hand or game to list. With a row's `mark`, check its own counts only."""
    counted = figure.leads_to if not mark else tuple(f"{figure.counts} {figure.of}".split())
    at = f"@{mark}" if mark else ""
    return value not in ("0", NOTHING) and all(part.marks[f"{one}{at}"] for one in figure.leads_to if one in counted)


def formatted(figure: Figure, part: Part, mark: str = "") -> Shown:
    """Return the formatted figure without a link. In a table, `mark` limits counts and averages to that mark.

    Raises TypeError for a form without a single value.
    """
    title, at = str(figure.title), f"@{mark}" if mark else ""
    match figure.form:
        case Form.COUNT:
            every = part.marks[mark] if mark else part.n
            return _number(title, _count(part, figure.counts, at) if figure.counts else every, str)
        case Form.SHARE | Form.PERCENT | Form.FRACTION:
            ties = part.marks[f"{TIE}{at}"] if TIE in figure.counts.split() else 0
            made = _count(part, figure.counts, at) - ties / 2
            return _share(title, made, _count(part, figure.of, at), figure.form)
        case Form.SHARE_OF_TOTAL:
            return _share(title, part.total(figure.counts), sum(map(part.total, figure.of.split())), Form.SHARE)
        case Form.AVERAGE | Form.SIGNED:
            words = partial(decimal, sign=figure.form is Form.SIGNED)
            return _number(title, part.average(f"{figure.counts}{at}"), words)
        case Form.TIME:
            return _number(title, part.average(figure.counts), span)
        case Form.TOTAL | Form.TOTAL_TIME:
            return _number(title, part.total(figure.counts), span if figure.form is Form.TOTAL_TIME else str)
        case Form.LARGEST | Form.SMALLEST | Form.SHORTEST:
            return _number(title, _extreme(figure, part), span if figure.form is Form.SHORTEST else plain_number)
        case Form.STREAK:
            streak = part.streaks.get(figure.counts, Streak())
            note = _("now %(n)s") % {"n": streak.suffix} if streak.suffix else ""
            return _number(title, streak.best, str, note)
        case Form.FAVOURITE_BID:
            return _number(title, favourite_of(part.marks), _bid)
    raise TypeError(figure)


def _number(label: str, number: Number | None, words: Callable[[Number], str], note: str = "") -> Shown:
    return Shown(label, NOTHING if number is None else words(number), note, number=number)


def _share(label: str, made: float, tries: int, form: Form) -> Shown:
    of_them = f"{wins(made)}/{tries}" if tries else ""
    if form is Form.FRACTION:
        return Shown(label, of_them or NOTHING, number=made, out_of=tries)
    value = percent(made / tries) if tries else NOTHING
    return Shown(label, value, of_them if form is Form.SHARE else "", number=made, out_of=tries)


def _extreme(figure: Figure, part: Part) -> int | None:
    top = part.tops.get(figure.name)
    return None if top is None or (figure.is_above_zero and top.value <= 0) else top.value


def part_of(figure: Figure, whole: Measures) -> Part:
    return whole.games if figure.are_games else whole.hands


def is_known(figure: Figure, part: Part) -> bool:
    """Return whether a mark or number of the figure's `known` occurs in `part`; True if `known` is empty."""
    names = figure.known.split()
    return not names or any(part.marks[name] or name in part.sums for name in names)


def _count(part: Part, marks: str, suffix: str) -> int:
    return sum(part.marks[f"{mark}{suffix}"] for mark in marks.split())


def favourite_of(marks: Mapping[str, int]) -> int | None:
    """Return the most frequent bid, the lower one on a tie; None without bids."""
    counts = {bid: marks[f"bid{bid}"] for bid in BIDS if marks.get(f"bid{bid}")}
    return max(counts, key=lambda bid: (counts[bid], -bid)) if counts else None


def _bid(bid: int) -> str:
    return str(bid) if bid else _("nil")


def _blind_bids(figure: Figure, hands: Part, filters: Filters | None) -> Iterator[Shown]:
    said = pairs(hands, "blind:took")
    for bid in sorted({bid for bid, _tricks in said}):
        tries = {tricks: count for (one, tricks), count in said.items() if one == bid}
        made = sum(count for tricks, count in tries.items() if (tricks >= bid if bid else tricks == 0))
        shown = _share(str(figure.title) % {"bid": _bid(bid)}, made, sum(tries.values()), Form.SHARE)
        href = "" if filters is None else _address(filters, ("blind", f"bid{bid}"), are_games=False)
        yield replace(shown, href=href)


def pairs(hands: Part, name: str) -> dict[tuple[int, int], int]:
    """Return the counts of a distribution of two numbers, such as "bid:tricks", by pair."""
    found: dict[tuple[int, int], int] = {}
    for pair, count in hands.spreads.get(name, {}).items():
        one, other = pair.split(":")
        found[int(one), int(other)] = count
    return found


# -- tables ------------------------------------------------------------------------------------------------


class MeasuresRow(NamedTuple):
    """An unformatted table row: its name, its measures, and a mark ("led") or a level that filters its hands."""

    name: str
    whole: Measures
    mark: str = ""
    level: str = ""


def tables(key: str, figures: Figures, aggregate: Aggregate, filters: Filters) -> Iterator[tuple[str, TableRows]]:
    """Yield each table that has rows, with its title."""
    for table in figures.tables:
        if rows := list(_rows(key, table, aggregate)):
            yield str(table.title), table_shown(table, figures.columns_of(table), rows, filters)


def _rows(key: str, table: TableByMark, aggregate: Aggregate) -> Iterator[MeasuresRow]:
    if table.rows is Breakdown.LEVEL:
        known = counted_levels(key)
        for level in sorted(aggregate.by_level, key=lambda one: known.index(one) if one in known else len(known)):
            yield MeasuresRow(level_name(level), aggregate.by_level[level], level=level)
        return
    whole = aggregate.whole
    for mark, name in (partners(key) if isinstance(table.rows, Breakdown) else table.rows).items():
        if whole.hands.marks[mark] or whole.games.marks[mark]:
            yield MeasuresRow(str(name), whole, mark)


def partners(key: str) -> dict[str, str]:
    """Return the names of partners by mark: each bot level, then a person."""
    return {**{f"{WITH}{level}": level_name(level) for level in levels(key)}, f"{WITH}{PERSON}": _("a person")}


def table_shown(
    table: TableByMark, columns: Sequence[Figure], rows: Sequence[MeasuresRow], filters: Filters
) -> TableRows:
    """Format a table; omit columns that are not known in any row."""
    columns = [one for one in columns if any(is_known(one, part_of(one, row.whole)) for row in rows)]
    return tuple(
        (
            Shown(str(table.head), row.name),
            *(_linked(one, part_of(one, row.whole), filters, row.mark, row.level) for one in columns),
        )
        for row in rows
    )


# -- numbers in words --------------------------------------------------------------------------------------


def where(code: str, number: int) -> str:
    """Return the URL of a hand's page, or for number 0 of the game's statistics."""
    if number:
        return reverse("games:hand", args=[code, number])
    return reverse("games:statistics_game", args=[code])


def wins(won: float) -> str:
    """Format a number of wins, where a tie is half a win."""
    return str(int(won)) if won == int(won) else decimal(won)


def span(seconds: float) -> str:
    """Format a duration, such as "1 h 5 min" or "40 s"."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
    if minutes:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
    return _("%(seconds)s s") % {"seconds": rest}


# -- charts -----------------------------------------------------------------------------------------------


def charts(figures: Figures, aggregate: Aggregate, *, is_few: bool) -> tuple[tuple[str, Chart], ...]:
    terms = figures.terms
    drawn = (
        (terms.won_by_step, None if is_few else by_step(aggregate, terms)),
        (terms.last_course, course(aggregate.course, aggregate.others, terms)),
        (figures.bids_chart, bid_against_tricks(aggregate.whole.hands) if figures.bids_chart else None),
        (terms.spread, spread(aggregate.whole.hands, figures)),
    )
    return tuple((str(title), chart) for title, chart in drawn if chart is not None)


def by_step(aggregate: Aggregate, terms: StatisticsWords) -> Chart | None:
    """Chart the share of games won by week or month, a tie as half a win; None for fewer than two periods."""
    parts = [(first, part.games.marks) for first, part in sorted(aggregate.parts.items())]
    steps = [(date_format(first, _("M j, Y")), marks["finished"], score_of(marks)) for first, marks in parts]
    steps = [one for one in steps if one[1]]
    if len(steps) < 2:
        return None
    days = [day for day, _finished, _won in steps]
    rates = [won / finished for _day, finished, won in steps]
    rows = tuple((day, str(finished), wins(won), percent(won / finished)) for day, finished, won in steps)
    words = {"first": percent(rates[0]), "day": days[0], "last": percent(rates[-1])}
    sentence = _("Share of games won: %(first)s in the period from %(day)s; %(last)s in the latest.")
    table = ChartTable(sentence % words, (_("From"), str(terms.games), _("Won"), _("Share won")), rows)
    return curves({"you": rates}, [days[0], days[-1]], table, label=percent, strong=0.5, bounds=(0.0, 1.0))


def course(hands: Sequence[PersonLine], others: Sequence[SeatedPlayer], terms: StatisticsWords) -> Chart | None:
    """Chart both scores of a game by hand, or by round for a duel; None without scores.

    `others` are the opponents if they form one side, else empty: the label then is “the best opponent”.
    """
    scored = [score for hand in hands for score in _scores(hand)]
    if not scored:
        return None
    first: Mapping[str, int] = next((hand.numbers for hand in hands if "start_score" in hand.numbers), {})
    begun = (0, first.get("start_score", 0), first.get("start_other", 0))
    mine, theirs = ([float(score[side]) for score in (begun, *scored)] for side in (1, 2))
    name = listed([called(one) for one in others]) or _("the best opponent")
    near = _("Your side") if len(others) > 1 else _("You")
    rows = tuple((str(n), plain_number(own), plain_number(other)) for n, own, other in scored)
    words = {"mine": rows[-1][1], "theirs": rows[-1][2], "others": name}
    table = ChartTable(str(terms.course_sentence) % words, (str(terms.step), near, name), rows)
    last = f"{terms.step} {scored[-1][0]}"
    drawn = curves({"other": theirs, "you": mine}, [_("start"), last], table)
    return replace(drawn, keys=((near, ""), (name, "set")))


def _scores(hand: PersonLine) -> list[tuple[int, int, int]]:
    """Return (number, own score, best opposing score) for each round, or for the hand if it has no rounds.

    The rounds are in the score `sheet` with which `reading` annotates the lines of a game.
    """
    rounds = facts_of(hand.key).within(getattr(hand, "sheet", None) or {}, hand.seat)
    if rounds:
        return [(n, own, other) for n, (own, other) in enumerate(rounds, 1)]
    numbers = hand.numbers
    return [(hand.number, numbers["score"], numbers["other"])] if "score" in numbers else []


def spread(hands: Part, figures: Figures) -> Chart | None:
    """Chart how many hands had each number of points (in a duel: hit points left); None for fewer than two numbers."""
    terms = figures.terms
    found = {int(number): count for number, count in hands.spreads.get(figures.gained.counts, {}).items()}
    if len(found) < 2:
        return None
    counts, step = binned(found)
    rows = tuple((_stretch(start, start + step - 1), str(n)) for start, n in sorted(counts.items()))
    gained = sum(n for number, n in found.items() if number > 0)
    words = str(terms.spread_sentence) % {"gained": gained, "n": sum(counts.values())}
    return bars(counts, step, ChartTable(words, (str(terms.gained_head), str(terms.count_head)), rows))


def _stretch(low: int, high: int) -> str:
    words = {"low": plain_number(low), "high": plain_number(high)}
    return words["low"] if low == high else _("%(low)s to %(high)s") % words


def bid_against_tricks(hands: Part) -> Chart | None:
    said = pairs(hands, "bid:tricks")
    if not said:
        return None
    rows = tuple((str(bid), str(tricks), str(count)) for (bid, tricks), count in sorted(said.items()))
    total = sum(said.values())
    met = sum(count for (bid, tricks), count in said.items() if bid == tricks)
    text = ngettext(
        "Bids across, tricks taken up; they matched in %(met)s of %(n)s hand.",
        "Bids across, tricks taken up; they matched in %(met)s of %(n)s hands.",
        total,
    )
    titles = {
        (bid, tricks): ngettext(
            "bid %(bid)s, took %(tricks)s: %(n)s hand", "bid %(bid)s, took %(tricks)s: %(n)s hands", count
        )
        % {"bid": bid, "tricks": tricks, "n": count}
        for (bid, tricks), count in said.items()
    }
    table = ChartTable(text % {"met": met, "n": total}, (_("Bid"), _("Tricks"), _("Hands")), rows)
    drawn = dots(said, table, titles)
    return replace(drawn, keys=((_("made"), ""), (_("missed"), "set")))

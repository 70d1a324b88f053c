"""The page "Decisions and luck" and the list of decisions behind a number.

The page has a person's error rate over time and by kind or trick, and the luck of the cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from operator import sub
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.figures import Breakdown
from games.pages.charts import Chart, ChartTable, course
from games.pages.moves import decision_sentence, part_name
from games.pages.weighed import hundredths
from games.pages.words import MINUS, Words, decimal, level_name
from games.registry import GAMES, counted_levels, error_rates, figures, fitted_variant
from games.reviews.counting import decisions_of
from games.reviews.models import DecisionLine
from games.reviews.pages import mark_shown
from games.statistics.drawn import Filters, Shown, partners
from games.statistics.measures import FEWEST, LAST_TRICK, Cost, Measures, ReviewTotals, plus
from games.statistics.pages import mark_words, next_page
from games.statistics.query import StatisticsQuery
from games.statistics.reading import Aggregate, LinesPage, Stretch
from games.statistics.tallies import end_of
from games.wording import KINDS, in_order, kind_name, kind_words

#: Minimum number of reviewed games for a rate. With fewer, the page shows up to three numbers and one sentence.
FEW: Final = 10
#: What a template reads: a row of a table, or a table of rates. A rate is empty with too few decisions; only rates of
#: the person have a link.
Row = dict[str, Any]


class DecidedPage:
    """Context of the page. `is_few`: fewer than `FEW` games; `kinds`: name and label of each kind in the filter."""

    least = FEWEST

    def __init__(self, totals: Aggregate, costliest: DecisionLine | None, filters: Filters, kind: str = "") -> None:
        asked, whole, key = DecisionFilters(filters, kind), totals.whole.decided, totals.stretch.key
        every, is_few = whole.cost(), whole.games < FEW
        few = _("%(games)s: enough to find your costliest decision, too early to tell skill from luck.")
        words = {"games": figures(key).terms.so_far(whole.games)}
        names = in_order(whole.kinds | ({kind} if kind else frozenset()))
        self.is_empty, self.is_few, self.marked = not every.n, is_few, every.marked
        self.sentence = few % words if is_few else _sentence(totals.stretch, whole, kind)
        self.facts = tuple(_first_facts(whole, costliest, asked) if is_few else _facts(whole, asked))
        self.charts = () if is_few else tuple(_charts(totals, asked))
        self.meters = () if is_few else tuple(one for one in _meters(totals, asked) if one["rows"])
        self.kinds = tuple((name, kind_name(key, name)) for name in names)


@dataclass(frozen=True)
class DecisionFilters:
    """The filters of the URL (`kept`), and the requested kind of decision ("": any)."""

    kept: Filters
    kind: str = ""

    def url(self, **more: object) -> str:
        return _address("games:statistics_decision_list", {**self.kept, **more})

    def dealt(self, **more: object) -> str:
        """Return the URL of the list of hands, which has no filters by kind of decision and by trick."""
        kept = {name: value for name, value in self.kept.items() if name not in ("decision", "trick")}
        return _address("games:statistics_hands", {**kept, **more})


def _address(page: str, query: Mapping[str, object]) -> str:
    return f"{reverse(page)}?{urlencode(query)}" if query else reverse(page)


def over_all(whole: ReviewTotals) -> dict[str, bool | str]:
    """Return whether the person has an overall rate (`is_rated`), and a sentence on games still needed (`wanting`)."""
    missing = max(FEW - whole.games, 0)
    words = ngettext(
        "Play one more game to see a rate over all your games.",
        "Play %(n)s more games to see a rate over all your games.",
        missing,
    )
    return {"is_rated": not missing and whole.cost().is_rated, "wanting": words % {"n": missing} if missing else ""}


# -- sentences and figures ---------------------------------------------------------------------------------


def house_rates(key: str, variant: str | None, kind: str = "") -> Mapping[str, float]:
    """Return the bots' error rates by level, in thousandths of a game per decision.

    Empty for a single kind or another variant, because rates are measured over all kinds in the fitted variant.
    """
    fitted = fitted_variant(key)
    return error_rates(key) if not kind and fitted in (None, variant or fitted) else {}


def _sentence(stretch: Stretch, whole: ReviewTotals, kind: str) -> str:
    """Return a summary of the rate that claims only what its confidence interval supports."""
    cost = whole.cost(kind)
    if not cost.is_rated:
        return _("Too few decisions of this kind for a rate.")
    first = _standing(house_rates(stretch.key, stretch.kind, kind), cost)
    clearly = "" if kind else _costliest_kind(whole)
    if not clearly:
        return f"{first}."
    return _("%(first)s; %(second)s.") % {"first": first, "second": kind_words(stretch.key, clearly).costliest}


def _standing(house: Mapping[str, float], cost: Cost) -> str:
    low, high = cost.interval
    rates = sorted((rate, level_name(level)) for level, rate in house.items())
    within = [(abs(rate - cost.rate), name) for rate, name in rates if low <= rate <= high]
    if within:
        return _("Your decisions are about as good as our %(level)s player’s") % {"level": min(within)[1]}
    better = [name for rate, name in rates if rate > high]
    worse = [name for rate, name in rates if rate < low]
    if better and worse:
        words = {"better": better[0], "worse": worse[-1]}
        text = _("Your decisions are better than our %(better)s player’s, but not as good as our %(worse)s player’s")
        return text % words
    if better:
        return _("Your decisions are better than our %(level)s player’s") % {"level": better[0]}
    if worse:
        return _("So far, our %(level)s player’s decisions are better than yours") % {"level": worse[-1]}
    return _("A thousand decisions cost you %(rate)s wins on average") % {"rate": decimal(cost.rate)}


def _costliest_kind(whole: ReviewTotals) -> str:
    """Return the kind that costs clearly more per decision than all others together, or "".

    It costs clearly more if its confidence interval is above that of the others.
    """
    every = whole.cost()
    for kind in sorted(whole.kinds & KINDS.keys(), key=lambda kind: -whole.cost(kind).rate):
        own = whole.cost(kind)
        others = Cost(*map(sub, every, own))
        if own.is_rated and others.is_rated:
            return kind if own.interval[0] > others.interval[1] else ""
    return ""


def _facts(whole: ReviewTotals, filters: DecisionFilters) -> Iterator[Shown]:
    cost = whole.cost(filters.kind)
    if cost.is_rated:
        low, high = map(decimal, cost.interval)
        likely = _("error rate: wins lost per thousand decisions, likely %(low)s to %(high)s")
        yield Shown(likely % {"low": low, "high": high}, decimal(cost.rate), href=filters.url())
    counted = ngettext("decisions in %(n)s game", "decisions in %(n)s games", whole.games)
    yield Shown(counted % {"n": _many(whole.games)}, _many(cost.n), href=filters.url())
    marks = _("marked mistakes per game, including %(blunders)s blunders") % {
        "blunders": decimal(cost.blunders / whole.games)
    }
    yield Shown(marks, decimal(cost.marked / whole.games), href=filters.url())
    words = _("net luck, in games (±%(games)s is normal)")
    yield Shown(words % {"games": decimal(whole.luck.chance)}, _of_games(whole.luck.games), href=filters.dealt())


def _first_facts(whole: ReviewTotals, costliest: DecisionLine | None, filters: DecisionFilters) -> Iterator[Shown]:
    cost = whole.cost(filters.kind)
    yield Shown(_("games reviewed"), _many(whole.games))
    marked = ngettext("decisions, %(n)s marked", "decisions, %(n)s marked", cost.marked)
    yield Shown(marked % {"n": _many(cost.marked)}, _many(cost.n), href=filters.url())
    if costliest is not None and filters.kind in ("", costliest.kind):
        words = _("percent of a win, your costliest decision")
        yield Shown(words, f"{MINUS}{hundredths(costliest.loss)}", href=replay_of(costliest))


def replay_of(line: DecisionLine) -> str:
    return f"{reverse('games:replay', args=[line.review.game.code, line.review.number])}?step={line.step}"


# -- charts ------------------------------------------------------------------------------------------------


#: A week or month within the stretch: its first and last day, as parameters of links, and its totals.
Step = tuple[Mapping[str, date], ReviewTotals]


def _steps(totals: Aggregate) -> Iterator[Step]:
    since, until = totals.stretch.since, totals.stretch.until
    for first, part in sorted(totals.parts.items()):
        last = end_of(totals.stretch.unit, first) - timedelta(days=1)
        yield {"since": max(first, since or first), "until": min(last, until or last)}, part.decided


def _charts(totals: Aggregate, filters: DecisionFilters) -> Iterator[tuple[str, Chart]]:
    is_weekly, steps = totals.stretch.unit == "week", list(_steps(totals))
    rates = _rates(totals.stretch, steps, filters)
    if rates is not None:
        yield _("Error rate, by week") if is_weekly else _("Error rate, by month"), rates
    if len(steps) > 1:
        yield _("Luck, in games"), _added_luck(steps, filters)


def _rates(stretch: Stretch, steps: Sequence[Step], filters: DecisionFilters) -> Chart | None:
    """Chart the rates by week or month; None for fewer than two rates. Its table also has periods without a rate."""
    costs = [(days, part.cost(filters.kind)) for days, part in steps]
    rated = [(_day(one["since"]), cost) for one, cost in costs if cost.is_rated]
    if len(rated) < 2:
        return None
    (first, earliest), *_between, (last, latest) = rated
    known = house_rates(stretch.key, stretch.kind, filters.kind)
    house = {f"{level_name(level)} {decimal(rate)}": rate for level, rate in known.items()}
    words = {"first": decimal(earliest.rate), "day": first, "last": decimal(latest.rate)}
    sentence = _("Your error rate: %(first)s in the period from %(day)s; %(last)s in the latest.") % words
    if house:
        sentence += " " + _("Our players: %(levels)s.") % {"levels": ", ".join(house)}
    rows = tuple((_day(days["since"]), _rate(cost) or _("too few"), _many(cost.n)) for days, cost in costs if cost.n)
    hrefs = tuple(filters.url(**days) for days, cost in costs if cost.n)
    table = ChartTable(sentence, (_("From"), _("Error rate"), _("Decisions")), rows, hrefs)
    ends = {name: house[name] for name in (*list(house)[:1], *list(house)[-1:])}  # more labels would overlap
    return course([cost.rate for _first, cost in rated], [first, last], table, words=_tick, levels=ends)


def _added_luck(steps: Sequence[Step], filters: DecisionFilters) -> Chart:
    """Return a chart of the cumulative luck in games, with the 95% band of chance."""
    lucks = [part.luck for _days, part in steps]
    added = list(accumulate(lucks, plus))
    days = [_day(one["since"]) for one, _part in steps]
    rows = tuple(
        (day, _of_games(one.games, 2), _of_games(whole.games, 2), decimal(whole.chance, digits=2))
        for day, one, whole in zip(days, lucks, added, strict=True)
    )
    sentence = _("Your total luck is %(luck)s games. Chance alone stays within ±%(chance)s games 95%% of the time.")
    words = {"luck": _of_games(added[-1].games), "chance": decimal(added[-1].chance)}
    hrefs = tuple(filters.dealt(**one) for one, _part in steps)
    table = ChartTable(sentence % words, (_("From"), _("Luck"), _("Total"), _("Chance, ±")), rows, hrefs)
    drawn = course(
        [one.games for one in added],
        [days[0], days[-1]],
        table,
        words=_signed_tick,
        band=[one.chance for one in added],
    )
    return replace(drawn, keys=((_("your total luck"), ""), (_("normal range of chance"), "band")))


def _day(day: date) -> str:
    return date_format(day, _("M j, Y"))


# -- rates side by side ------------------------------------------------------------------------------------


def _meters(totals: Aggregate, filters: DecisionFilters) -> Iterator[Row]:
    whole, key = totals.whole.decided, totals.stretch.key
    if whole.cost().is_rated and (house := house_rates(key, totals.stretch.kind, filters.kind)):
        own = {"name": _("You"), "count": _many(whole.cost().n), "href": filters.url()}
        ranked = among_bots([(whole.cost().rate, own)], house)
        yield {"title": _("Compared with our players"), "head": _("Player"), "rows": ranked}
    kinds = [(kind_name(key, kind), whole.cost(kind), {"decision": kind}) for kind in in_order(whole.kinds)]
    if len(kinds) > 1:
        yield _meter(_("By kind of decision"), _("Decision"), kinds, filters)
    is_whole = GAMES[key].is_one_hand
    tricks = [(trick_words(n), whole.cost(filters.kind, n), {"trick": n}) for n in whole.tricks]
    tricks = [one for one in tricks if one[1].n]
    yield _meter(_("By round") if is_whole else _("By trick"), _("Round") if is_whole else _("Trick"), tricks, filters)
    for table in figures(key).tables:
        rows = (
            _level_rows(key, totals.by_level, filters)
            if table.rows is Breakdown.LEVEL
            else _side_rows(key, table.rows, whole.sides, filters)
        )
        if len(rows) > 1:
            yield _meter(str(table.title), str(table.head), rows, filters)


CostRow = tuple[str, Cost, Mapping[str, object]]


def _level_rows(key: str, by_level: Mapping[str, Measures], filters: DecisionFilters) -> list[CostRow]:
    known = [level for level in counted_levels(key) if level in by_level]
    costs = [(level, by_level[level].decided.cost(filters.kind)) for level in known]
    return [(level_name(level), cost, {"level": level}) for level, cost in costs if cost.n]


def _side_rows(
    key: str, rows: Mapping[str, Words] | Breakdown, sides: Mapping[str, Cost], filters: DecisionFilters
) -> list[CostRow]:
    """Return a row per mark of hands; none with a filter by kind: costs by mark are not stored by kind of decision."""
    if filters.kind:
        return []
    named = partners(key) if isinstance(rows, Breakdown) else rows
    return [(str(name), sides[mark], {"mark": mark}) for mark, name in named.items() if mark in sides]


def among_bots(own: Sequence[tuple[float, Row]], house: Mapping[str, float]) -> list[Row]:
    """Return rows of people's error rates with those of the bots, best first, each with its rate and its bar."""
    names = {level: _("Our %(level)s player") % {"level": level_name(level)} for level in house}
    bots = [(rate, {"name": names[level], "about": _("measured"), "kind": "soft"}) for level, rate in house.items()]
    rated = sorted([*own, *bots], key=lambda one: one[0])
    most = rated[-1][0] or 1.0
    return [{**row, "rate": decimal(rate), "width": f"{100 * rate / most:.1f}"} for rate, row in rated]


def _meter(title: str, head: str, rows: Sequence[CostRow], filters: DecisionFilters) -> Row:
    most = max((cost.rate for _name, cost, _more in rows if cost.is_rated), default=0.0) or 1.0
    shown = [_row(name, cost, filters.url(**more), most) for name, cost, more in rows]
    return {"title": title, "head": head, "rows": shown}


def _row(name: str, cost: Cost, href: str, most: float) -> Row:
    width = f"{100 * cost.rate / most:.1f}" if cost.is_rated else "0"
    return {"name": name, "rate": _rate(cost), "width": width, "count": _many(cost.n), "href": href}


def _rate(cost: Cost) -> str:
    return decimal(cost.rate) if cost.is_rated else ""


def trick_words(number: int) -> str:
    """Return the name of a trick by number. Tricks from `LAST_TRICK` on are counted together."""
    if number >= LAST_TRICK:
        return _("%(n)s and later") % {"n": LAST_TRICK}
    return str(number)


# -- numbers -----------------------------------------------------------------------------------------------


def _many(count: int) -> str:
    return number_format(count, force_grouping=True)


def _of_games(games: float, digits: int = 1) -> str:
    return decimal(games, digits=digits, sign=True) if round(games, digits) else "0"


def _tick(value: float) -> str:
    return decimal(value, digits=int(abs(value - round(value)) > 0.01))


def _signed_tick(value: float) -> str:
    return decimal(value, digits=int(abs(value - round(value)) > 0.01), sign=True) if abs(value) > 0.01 else "0"


# -- the list of decisions ---------------------------------------------------------------------------------


class ListedDecision:
    """One line of the list. `cost` is in hundredths of a game; `where` names the hand."""

    def __init__(self, key: str, line: DecisionLine) -> None:
        decision = next(item for item in decisions_of(line.review) if item.ordinal == line.ordinal)
        kind = part_name(GAMES[key], line.trick) if line.trick else kind_name(key, line.kind)
        self.href = replay_of(line)
        self.cost = hundredths(line.loss)
        self.mark = mark_shown(decision.mark, "", line.step)
        self.sentence = decision_sentence(GAMES[key], decision, kind, cost=self.cost)
        self.where = str(figures(key).terms.hand_name) % {"n": line.review.number}
        self.level = level_name(line.level)
        self.day = line.day


class DecisionListPage:
    """Context of the list. `words` name the filters; `more` is the query string of the next page, empty on the last."""

    def __init__(self, page: LinesPage[DecisionLine], query: StatisticsQuery) -> None:
        key = query.stretch.key
        words = [kind_name(key, query.decision)] if query.decision else []
        if query.trick is not None:
            words.append(part_name(GAMES[key], trick_words(query.trick)))
        self.words = ", ".join([*words, *(mark_words(figures(key), mark) for mark in query.marks)])
        self.decisions = tuple(ListedDecision(key, one) for one in page.lines)
        self.more = next_page(page, "after", query.kept, query.marks)
        self.bags_marked = bool(GAMES[key].tags)

"""The page "Decisions and luck": a person's error rate by time, kind and trick, and the luck of the cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.figures import By
from games.pages.charts import Chart, ChartTable, Key, course
from games.pages.levels import level_name
from games.pages.weighed import hundredths
from games.pages.words import MINUS, Words, decimal
from games.registry import GAMES, figures, fitted_variant
from games.reviews.decisions import DecidedStep, DecidedStretch
from games.reviews.fitted import house_rates
from games.reviews.models import DecisionLine
from games.statistics.drawn import Shown, partners
from games.statistics.measures import FEWEST, LAST_TRICK, Cost, Decided, Luck
from games.statistics.reading import Stretch
from games.table.seating import counted_levels
from games.wording import KINDS, in_order, kind_name, kind_words

#: Minimum number of games for a rate. With fewer, the page shows three figures and one sentence.
FEW: Final = 10


@dataclass(frozen=True, slots=True)
class MeterRow:
    """A rate with its bar. `rate` is empty with too few decisions; `href` is empty for a bot."""

    name: str
    rate: str
    width: str
    count: str
    href: str


@dataclass(frozen=True, slots=True)
class Meter:
    title: str
    head: str
    rows: tuple[MeterRow, ...]


@dataclass(frozen=True)
class DecidedPage:
    """Context of the page. `is_few`: fewer than `FEW` games; `kinds`: name and label of each kind of decision made."""

    is_empty: bool
    is_few: bool
    sentence: str
    facts: tuple[Shown, ...]
    charts: tuple[tuple[str, Chart], ...]
    meters: tuple[Meter, ...]
    kinds: tuple[tuple[str, str], ...]
    marked: int
    least: int = FEWEST


@dataclass(frozen=True, slots=True)
class OverAll:
    """Whether a rate over all games is shown; `wanting` says how many games are missing for one, or is empty."""

    is_rated: bool
    wanting: str


@dataclass(frozen=True)
class Asked:
    """The filters of the URL and the requested kind of decision ("": any)."""

    kept: Mapping[str, str]
    kind: str = ""

    def to(self, **more: object) -> str:
        """Return the URL of the list of decisions, with the filters of this page."""
        return _address("games:statistics_decision_list", {**self.kept, **more})

    def of(self, step: DecidedStep) -> str:
        """Return the URL of the list of decisions of one week or month."""
        return self.to(since=step.first, until=step.last)

    def dealt(self, step: DecidedStep | None = None) -> str:
        """Return the URL of the list of hands of one week or month, or of the whole stretch."""
        kept = {name: value for name, value in self.kept.items() if name not in ("decision", "trick")}
        days = {} if step is None else {"since": step.first, "until": step.last}
        return _address("games:statistics_hands", {**kept, **days})


def _address(page: str, query: Mapping[str, object]) -> str:
    return f"{reverse(page)}?{urlencode(query)}" if query else reverse(page)


def page(found: DecidedStretch, kept: Mapping[str, str], kind: str = "") -> DecidedPage:
    asked, whole = Asked(kept, kind), found.whole
    cost, is_few = whole.cost(kind), whole.games < FEW
    names = in_order(whole.kinds | ({kind} if kind else frozenset()))
    return DecidedPage(
        is_empty=not whole.cost().n,
        is_few=is_few,
        sentence=_few(found.stretch.key, whole.games) if is_few else _sentence(found, cost, kind),
        facts=tuple(_first_facts(found, asked) if is_few else _facts(found, cost, asked)),
        charts=() if is_few else tuple(_charts(found, asked)),
        meters=() if is_few else tuple(one for one in _meters(found, asked) if one.rows),
        kinds=tuple((name, kind_name(found.stretch.key, name)) for name in names),
        marked=whole.cost().marked,
    )


def over_all(found: DecidedStretch) -> OverAll:
    missing = max(FEW - found.whole.games, 0)
    words = ngettext(
        "With one more game there is a rate over all your games.",
        "With %(n)s more games there is a rate over all your games.",
        missing,
    )
    return OverAll(not missing and found.whole.cost().is_rated, words % {"n": missing} if missing else "")


# -- sentences and figures ---------------------------------------------------------------------------------


def _few(key: str, games: int) -> str:
    words = {"games": figures(key).terms.so_far(games)}
    return _("%(games)s: enough to find your costliest decision, too few to tell skill from luck.") % words


def _house_rates(stretch: Stretch, kind: str) -> Mapping[str, float]:
    """Return the bots' error rates by level. All variants together count as the usual variant."""
    return house_rates(stretch.key, stretch.kind or fitted_variant(stretch.key), kind)


def _sentence(found: DecidedStretch, cost: Cost, kind: str) -> str:
    """Summarise the rate, claiming only what its confidence interval supports."""
    if not cost.is_rated:
        return _("Too few decisions of this kind for a rate.")
    first = _standing(_house_rates(found.stretch, kind), cost)
    clearly = "" if kind else _costliest_kind(found.whole)
    if not clearly:
        return f"{first}."
    return _("%(first)s; %(second)s.") % {"first": first, "second": kind_words(found.stretch.key, clearly).costliest}


def _standing(house: Mapping[str, float], cost: Cost) -> str:
    """Compare the rate with the bots' rates, as far as the confidence interval allows."""
    low, high = cost.interval
    rates = sorted((rate, level_name(level)) for level, rate in house.items())
    within = [(abs(rate - cost.rate), name) for rate, name in rates if low <= rate <= high]
    if within:
        return _("You decide about as well as the house’s %(level)s player") % {"level": min(within)[1]}
    better = [name for rate, name in rates if rate > high]
    worse = [name for rate, name in rates if rate < low]
    if better and worse:
        words = {"better": better[0], "worse": worse[-1]}
        return _("You decide better than the house’s %(better)s player, and less well than its %(worse)s one") % words
    if better:
        return _("You decide better than the house’s %(level)s player") % {"level": better[0]}
    if worse:
        return _("The house’s %(level)s player decides better than you so far") % {"level": worse[-1]}
    return _("A decision costs you %(rate)s thousandths of a game on average") % {"rate": decimal(cost.rate)}


def _costliest_kind(whole: Decided) -> str:
    """Return the kind that costs clearly more per decision than all others together, or "".

    Clearly: the two confidence intervals do not overlap.
    """
    every = whole.cost()
    for kind in sorted(whole.kinds & KINDS.keys(), key=lambda kind: -whole.cost(kind).rate):
        own, others = whole.cost(kind), every.less(whole.cost(kind))
        if own.is_rated and others.is_rated:
            return kind if own.interval[0] > others.interval[1] else ""
    return ""


def _facts(found: DecidedStretch, cost: Cost, asked: Asked) -> Iterator[Shown]:
    games = max(found.whole.games, 1)
    if cost.is_rated:
        low, high = map(decimal, cost.interval)
        likely = _("error rate, thousandths of a game a decision; likely %(low)s to %(high)s")
        yield Shown(likely % {"low": low, "high": high}, decimal(cost.rate), href=asked.to())
    counted = ngettext("decisions in %(n)s game", "decisions in %(n)s games", found.whole.games)
    yield Shown(counted % {"n": _many(found.whole.games)}, _many(cost.n), href=asked.to())
    marks = _("marks a game, of them %(blunders)s blunders") % {"blunders": decimal(cost.blunders / games)}
    yield Shown(marks, decimal(cost.marked / games), href=asked.to())
    yield _luck(found.whole.luck, asked)


def _luck(luck: Luck, asked: Asked) -> Shown:
    words = _("games of luck, net; chance alone stays within %(games)s in 95 of 100 cases")
    return Shown(words % {"games": decimal(luck.chance)}, _of_games(luck.games), href=asked.dealt())


def _first_facts(found: DecidedStretch, asked: Asked) -> Iterator[Shown]:
    cost, costliest = found.whole.cost(asked.kind), found.costliest
    yield Shown(_("games reviewed"), _many(found.whole.games))
    marked = ngettext("decisions, %(n)s of them marked", "decisions, %(n)s of them marked", cost.marked)
    yield Shown(marked % {"n": _many(cost.marked)}, _many(cost.n), href=asked.to())
    if costliest is not None and asked.kind in ("", costliest.kind):
        words = _("percent of a win, your costliest decision")
        yield Shown(words, f"{MINUS}{hundredths(costliest.loss)}", href=replay_of(costliest))


def replay_of(one: DecisionLine) -> str:
    """Return the URL of the replay step before the decision."""
    return f"{reverse('games:replay', args=[one.review.game.code, one.review.number])}?step={one.step}"


# -- charts ------------------------------------------------------------------------------------------------


def _charts(found: DecidedStretch, asked: Asked) -> Iterator[tuple[str, Chart]]:
    is_weekly = found.stretch.unit == "week"
    rates = _rates(found, asked)
    if rates is not None:
        yield _("Error rate, by week") if is_weekly else _("Error rate, by month"), rates
    if len(found.steps) > 1:
        yield _("Luck, in games"), _added_luck(found, asked)


def _rates(found: DecidedStretch, asked: Asked) -> Chart | None:
    """Draw the error rates; None with fewer than two. Steps with too few decisions are only in the table."""
    costs = [(one, one.decided.cost(asked.kind)) for one in found.steps]
    rated = [(one.first, cost) for one, cost in costs if cost.is_rated]
    if len(rated) < 2:
        return None
    days = [_day(first) for first, _cost in rated]
    known = _house_rates(found.stretch, asked.kind)
    house = {f"{level_name(level)} {decimal(rate)}": rate for level, rate in known.items()}
    words = {"first": decimal(rated[0][1].rate), "day": days[0], "last": decimal(rated[-1][1].rate)}
    sentence = _("Your error rate, from %(first)s in the step that begins on %(day)s to %(last)s in the last.") % words
    if house:
        sentence += " " + _("The house: %(levels)s.") % {"levels": ", ".join(house)}
    rows = tuple((_day(one.first), _rate(cost) or _("too few"), _many(cost.n)) for one, cost in costs if cost.n)
    hrefs = tuple(asked.of(one) for one, cost in costs if cost.n)
    table = ChartTable(sentence, (_("From"), _("Error rate"), _("Decisions")), rows, hrefs)
    ends = {name: house[name] for name in (*list(house)[:1], *list(house)[-1:])}  # more labels would overlap
    return course([cost.rate for _first, cost in rated], [days[0], days[-1]], table, words=_tick, levels=ends)


def _added_luck(found: DecidedStretch, asked: Asked) -> Chart:
    """Draw the cumulative luck in games, with the 95% band of chance."""
    lucks = [one.decided.luck for one in found.steps]
    added = list(accumulate(lucks, Luck.plus))
    days = [_day(one.first) for one in found.steps]
    rows = tuple(
        (day, _of_games(one.games, 2), _of_games(whole.games, 2), decimal(whole.chance, digits=2))
        for day, one, whole in zip(days, lucks, added, strict=True)
    )
    sentence = _("Your luck added up is %(luck)s games. Chance alone stays within %(chance)s in 95 of 100 cases.")
    words = {"luck": _of_games(added[-1].games), "chance": decimal(added[-1].chance)}
    hrefs = tuple(map(asked.dealt, found.steps))
    table = ChartTable(sentence % words, (_("From"), _("Luck"), _("Added up"), _("By chance")), rows, hrefs)
    drawn = course(
        [one.games for one in added],
        [days[0], days[-1]],
        table,
        words=_signed_tick,
        band=[one.chance for one in added],
    )
    band = Key(_("where chance alone stays, 95 of 100"), is_band=True)
    return replace(drawn, keys=(Key(_("your luck, added up")), band))


def _day(day: date) -> str:
    return date_format(day, _("j M Y"))


# -- rates side by side ------------------------------------------------------------------------------------


def _meters(found: DecidedStretch, asked: Asked) -> Iterator[Meter]:
    whole, key = found.whole, found.stretch.key
    if whole.cost().is_rated and (house := _house_rates(found.stretch, asked.kind)):
        yield _house(house, whole.cost(), asked)
    kinds = [(kind_name(key, kind), whole.cost(kind), {"decision": kind}) for kind in in_order(whole.kinds)]
    if len(kinds) > 1:
        yield _meter(_("By kind of decision"), _("Decision"), kinds, asked)
    is_whole = GAMES[key].is_one_hand
    tricks = [(trick_words(n), whole.cost(asked.kind, n), {"trick": n}) for n in whole.tricks]
    tricks = [one for one in tricks if one[1].n]
    yield _meter(_("By round") if is_whole else _("By trick"), _("Round") if is_whole else _("Trick"), tricks, asked)
    for table in figures(key).tables:
        rows = _level_rows(found, asked) if table.rows is By.LEVEL else _side_rows(key, table.rows, found, asked)
        if len(rows) > 1:
            yield _meter(str(table.title), str(table.head), rows, asked)


Row = tuple[str, Cost, Mapping[str, object]]


def _level_rows(found: DecidedStretch, asked: Asked) -> list[Row]:
    known = [level for level in counted_levels(found.stretch.key) if level in found.by_level]
    costs = [(level, found.by_level[level].cost(asked.kind)) for level in known]
    return [(level_name(level), cost, {"level": level}) for level, cost in costs if cost.n]


def _side_rows(key: str, rows: Mapping[str, Words] | By, found: DecidedStretch, asked: Asked) -> list[Row]:
    """Return the rows by mark of the hand. Empty for a single kind: costs by mark are stored for all kinds only."""
    if asked.kind:
        return []
    sides = found.whole.sides
    named = partners(key) if isinstance(rows, By) else rows
    return [(str(name), sides[mark], {"mark": mark}) for mark, name in named.items() if mark in sides]


def _house(house: Mapping[str, float], own: Cost, asked: Asked) -> Meter:
    """Rank the player's rate among the bots' rates, best first."""
    most = max(own.rate, *house.values()) or 1.0
    rows = [(own.rate, _row(_("You"), own, asked.to(), most))]
    for level, rate in house.items():
        name = _("The house’s %(level)s player") % {"level": level_name(level)}
        rows.append((rate, MeterRow(name, decimal(rate), f"{100 * rate / most:.1f}", "", "")))
    ordered = sorted(rows, key=lambda one: one[0])
    return Meter(_("Beside the house’s players"), _("Player"), tuple(row for _rate, row in ordered))


def _meter(title: str, head: str, rows: Iterable[Row], asked: Asked) -> Meter:
    listed = list(rows)
    most = max((cost.rate for _name, cost, _more in listed if cost.is_rated), default=0.0) or 1.0
    return Meter(title, head, tuple(_row(name, cost, asked.to(**more), most) for name, cost, more in listed))


def _row(name: str, cost: Cost, href: str, most: float) -> MeterRow:
    width = f"{100 * cost.rate / most:.1f}" if cost.is_rated else "0"
    return MeterRow(name, _rate(cost), width, _many(cost.n), href)


def _rate(cost: Cost) -> str:
    return decimal(cost.rate) if cost.is_rated else ""


def trick_words(number: int) -> str:
    """Name a trick by its number. Tricks from `LAST_TRICK` on are counted together."""
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

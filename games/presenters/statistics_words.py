"""Figures of statistics in words, and the links to what lies behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.services.statistics.measures import WON, Measures

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name; `href` leads to what it was counted from."""

    label: str
    value: str
    note: str = ""
    href: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Tabled:
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Link:
    """Links that keep the filters."""

    asked: Mapping[str, str] = field(default_factory=dict)

    def hands(self, *marks: str) -> str:
        return self._to("games:statistics_hands", marks)

    def games(self, *marks: str) -> str:
        return self._to("games:statistics_games", marks)

    def _to(self, name: str, marks: Sequence[str]) -> str:
        query = urlencode([*self.asked.items(), *(("mark", mark) for mark in marks)])
        return reverse(name) + (f"?{query}" if query else "")


def figure(label: str, value: str, note: str = "", href: str = "", *, spoken: str = "") -> Figure:
    """A number behind which there is nothing leads nowhere."""
    return Figure(label, value, note, "" if value in ("0", NOTHING) else href, spoken)


def percent(share_of_one: float) -> str:
    return f"{round(100 * share_of_one)}%"


def share(part: int, whole: int) -> str:
    return percent(part / whole) if whole else NOTHING


def of(part: int, whole: int) -> str:
    return f"{part}/{whole}" if whole else NOTHING


def span(seconds: float | None) -> str:
    if seconds is None:
        return NOTHING
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}
    if minutes:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
    return _("%(seconds)s s") % {"seconds": rest}


def tabled(title: str, head: str, rows: Sequence[tuple[str, Measures, str]]) -> Tabled:
    """Measures side by side; a row's third part narrows it to one side of the table ("led")."""
    heads = (
        head,
        _("Games"),
        _("Won"),
        _("Hands"),
        _("Points a hand"),
        _("Bids made"),
        _("Nils made"),
        _("Blind made"),
        _("Piles won"),
    )
    has_bids = any(one.hands.marks["made"] + one.hands.marks["overbid"] for _name, one, _side in rows)
    shown = tuple(_row(name, one, side) for name, one, side in rows)
    if has_bids:
        return Tabled(title, heads, shown)
    return Tabled(title, heads[:5], tuple(row[:5] for row in shown))


def _row(name: str, one: Measures, side: str) -> tuple[str, ...]:
    at = f"@{side}" if side else ""
    games, hands = one.games.marks, one.hands.marks
    finished = sum(games[f"{ending}{at}"] for ending in ("won", "lost", "tie"))
    points = one.hands.average(f"points{at}")
    made, missed = hands[f"made{at}"], hands[f"overbid{at}"]
    count = hands[side] if side else one.hands.n
    return (
        name,
        str(finished),
        share(games[f"{WON}{at}"], finished),
        str(count),
        NOTHING if points is None else f"{points:+.1f}".replace("-", "−"),
        share(made, made + missed),
        of(hands[f"nil_made{at}"], hands[f"nil{at}"]),
        of(hands[f"blind_made{at}"], hands[f"blind{at}"]),
        share(hands[f"pile{at}"], count),
    )

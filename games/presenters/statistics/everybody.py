"""Everybody’s statistics: totals, records and a leaderboard. Nobody is named who has not chosen to be."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.figures.declared import EXTREMES, Figures
from games.presenters.statistics.drawn import NOTHING, Shown, drawn, part_of, value_and_note
from games.services.counting.counted import figures
from games.services.statistics.reading import Everybody, ShownRank
from games.viewmodel.levels import level_name
from games.viewmodel.words import percent, percents_between


@dataclass(frozen=True, slots=True)
class Record:
    label: str
    value: str
    who: str


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    name: str
    games: str
    won: str
    interval: str
    streak: str
    is_own: bool


@dataclass(frozen=True)
class EverybodyPage:
    counted: str
    level: str
    least: int
    totals: tuple[Shown, ...]
    records: tuple[Record, ...]
    board: tuple[Row, ...]


def everybody(key: str, found: Everybody, level: str) -> EverybodyPage:
    declared, counted = figures(key), found.aggregate.counted_until
    return EverybodyPage(
        counted=_("Counted each night; nothing is counted yet.")
        if counted is None
        else _("Counted each night; the last day in it: %(day)s") % {"day": date_format(counted, _("j F Y"))},
        level=level_name(level),
        least=found.least,
        totals=tuple(shown for one in declared.totals for shown in drawn(one, found.aggregate.whole)),
        records=tuple(_records(found, declared)),
        board=tuple(map(_row, found.board)),
    )


def _records(found: Everybody, declared: Figures) -> Iterator[Record]:
    """Those that somebody holds; a row of games won may reach over all time."""
    for one in declared.records:
        if one.form in EXTREMES:
            part = part_of(one, found.aggregate.whole)
            value, _note = value_and_note(one, part)
            if value != NOTHING:
                top = part.tops[one.name]
                yield Record(str(one.title), value, _named(found.names.get((top.code, top.seat), "")))
        elif found.streak is not None:
            yield Record(str(one.title), str(found.streak.streak), _named(found.streak.name))


def _named(name: str) -> str:
    return name or _("a player")


def _row(one: ShownRank) -> Row:
    name = _("you") if one.is_own and not one.name else _named(one.name)
    won = percent((one.wins + one.ties / 2) / one.games) if one.games else NOTHING
    return Row(
        one.place, name, str(one.games), won, percents_between(*one.interval), str(one.streak), is_own=one.is_own
    )

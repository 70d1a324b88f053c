"""The house's statistics: totals, records and a leaderboard. Nobody is named who has not chosen to be."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.presenters.statistics_terms import Terms, terms
from games.presenters.statistics_words import NOTHING, Figure, figure, percent, share, span
from games.services.statistics.measures import Part, score_of
from games.services.statistics.reading import House, Ranked
from games.viewmodel.levels import level_name
from games.viewmodel.words import plain_number


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
class HousePage:
    counted: str
    level: str
    least: int
    totals: tuple[Figure, ...]
    records: tuple[Record, ...]
    board: tuple[Row, ...]


def house(key: str, found: House, level: str) -> HousePage:
    told = terms(key)
    counted = found.story.counted_until
    return HousePage(
        counted=_("Counted each night; nothing is counted yet.")
        if counted is None
        else _("Counted each night; the last day in it: %(day)s") % {"day": date_format(counted, _("j F Y"))},
        level=level_name(level),
        least=found.least,
        totals=_totals(found, told),
        records=tuple(one for one in _records(found, told) if one is not None),
        board=tuple(_row(rank, one) for rank, one in enumerate(found.board, 1)),
    )


def _totals(found: House, told: Terms) -> tuple[Figure, ...]:
    games, hands = found.story.whole.games, found.story.whole.hands
    finished = games.marks["finished"]
    return (
        figure(told.games_played, plain_number(finished)),
        figure(_("of them won by people"), share(score_of(games.marks), finished)),
        *([figure(told.hands, plain_number(hands.n))] * told.has_hands),
        *_of_hands(hands),
        figure(told.games_given_up, plain_number(games.marks["abandoned"])),
        figure(_("time at the table"), span(float(hands.total("seconds")))),
    )


def _of_hands(hands: Part) -> tuple[Figure, ...]:
    """What only some games have: a duel knows no tricks and no bids, Bid Whist no nils."""
    tricks = "took" if "took" in hands.sums else "tricks"
    bids, nils = hands.marks["made"] + hands.marks["overbid"], hands.marks["nil"]
    found = (
        (tricks in hands.sums, figure(_("tricks taken by people"), plain_number(hands.total(tricks)))),
        (bids > 0, figure(_("bids made"), share(hands.marks["made"], bids))),
        (nils > 0, figure(_("nils made"), share(hands.marks["nil_made"], nils))),
    )
    return tuple(one for is_known, one in found if is_known)


def _records(found: House, told: Terms) -> list[Record | None]:
    games = found.story.whole.games
    streak = found.streak
    return [
        _record(found, games, "highest_win", told.highest_win),
        _record(found, games, "lowest_win", told.lowest_win),
        None
        if streak is None
        else Record(_("most won in a row, of all time"), str(streak.streak), _named(streak.name)),
        _record(found, games, "comeback", told.comeback),
        _record(found, games, "fewest_hands", _("won in the fewest hands")),
        _record(found, games, "fewest_rounds", _("won in the fewest rounds")),
        _record(found, games, "fastest", _("fastest win")),
        _record(found, found.story.whole.hands, "best_hand", _("most points in a hand")),
    ]


def _record(found: House, part: Part, name: str, label: str) -> Record | None:
    top = part.tops.get(name)
    if top is None or (name == "comeback" and top.value <= 0):
        return None
    value = span(float(top.value)) if name == "fastest" else plain_number(top.value)
    return Record(label, value, _named(found.names.get((top.code, top.seat), "")))


def _named(name: str) -> str:
    return name or _("a player")


def _row(rank: int, one: Ranked) -> Row:
    low, high = one.interval
    name = _("you") if one.is_own and not one.name else _named(one.name)
    won = percent((one.wins + one.ties / 2) / one.games) if one.games else NOTHING
    return Row(rank, name, str(one.games), won, f"{percent(low)}–{percent(high)}", str(one.streak), is_own=one.is_own)

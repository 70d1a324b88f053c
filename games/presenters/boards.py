"""Boards of the day on pages: today's, a day gone by, what somebody made of one among the others, and the calendar."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import card
from games.engine.notation import read_action
from games.presenters import charts
from games.presenters.charts import Chart
from games.presenters.choices import said
from games.registry import GAMES, presenter
from games.services.boards.days import BoardLine, Stand
from games.services.boards.field import ENOUGH, BoardResult, ChoiceCount, Field, MonthLine, Standing
from games.snapshot import Snapshot
from games.viewmodel.cards import Face, Preferences, face, sorted_hand
from games.viewmodel.levels import level_name
from games.viewmodel.words import decimal, listed, percents, plain_number, signed, some_percent
from games.wording.kinds import kind_name
from games.wording.names import game_name

#: What somebody may do with a board, and how far they are.
GO: Final = {
    Stand.OPEN: (gettext_lazy("Play"), gettext_lazy("Not played yet")),
    Stand.BEGUN: (gettext_lazy("Go on"), gettext_lazy("Begun")),
    Stand.PLAYED: (gettext_lazy("Look back"), gettext_lazy("Played")),
    Stand.GIVEN_UP: (gettext_lazy("Look back"), gettext_lazy("Given up")),
}


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A board in a list. `share` is what stands on its paper once it is played: better than so many in a hundred."""

    key: str
    title: str
    url: str
    go: str
    text: str
    stand: str
    share: str = ""


@dataclass(frozen=True, slots=True)
class DayShown:
    """A day of the calendar; None where the week begins before it. `url` is empty where the day has no boards."""

    number: int
    url: str
    label: str
    is_played: bool
    is_today: bool


@dataclass(frozen=True, slots=True)
class CalendarShown:
    """`weeks` begin on Monday; `heading` says on how many of the days something was played."""

    heading: str
    weekdays: tuple[tuple[str, str], ...]
    weeks: tuple[tuple[DayShown | None, ...], ...]


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """A row of what the field has chosen; `share` is in hundredths, `mean` the mean result."""

    text: str
    count: int
    share: str
    mean: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class ChoicesShown:
    """What was bid, put aside or led, and by how many in all."""

    title: str
    head: str
    total: int
    rows: tuple[ChoiceShown, ...]


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The own result of a board among the others; `share` is the text to give away, which names no card. `facts` are
    names with their values.
    """

    result: str
    sentence: str
    beside: str
    share: str
    facts: tuple[tuple[str, str], ...]
    chart: Chart | None
    choices: tuple[ChoicesShown, ...]
    filled: str
    is_counted: bool
    replay: str
    bags_marked: bool


@dataclass(frozen=True, slots=True)
class PlayedShown:
    """The cards that were dealt to whoever looks back on a board, and how the hand went for them."""

    cards: tuple[Face, ...]
    sentence: str


def title_of(key: str) -> str:
    """As a board is called: the game, by its usual variant where it has some."""
    return game_name(key, {})


def board(line: BoardLine, standing: Standing | None = None) -> BoardShown:
    """A board in a list, with the own place in its field once it is played."""
    go, text = GO[line.stand]
    words = str(text)
    if standing is not None and standing.others:
        words = better_than(standing)
    elif standing is not None:
        words = _("Nobody else has played it yet")
    elif line.done is not None:
        words = _("Begun: %(where)s") % {"where": presenter(line.key).how_far(line.done)}
    return BoardShown(
        key=line.key,
        title=title_of(line.key),
        url=address(line.day, line.key),
        go=str(go),
        text=words,
        stand=line.stand,
        share=_better(standing) if standing is not None else "",
    )


def yesterday(boards: Iterable[BoardShown]) -> str:
    """What somebody made of yesterday's boards, in a sentence; empty where nothing was played."""
    played = [f"{one.title}, {one.text[:1].lower() + one.text[1:]}" for one in boards if one.share]
    return _("Yesterday: %(boards)s.") % {"boards": "; ".join(played)} if played else ""


def unplayed(boards: Iterable[BoardShown], key: str) -> str:
    """The address of that game’s board among these; empty once it is played."""
    return next((one.url for one in boards if one.key == key and one.stand in (Stand.OPEN, Stand.BEGUN)), "")


def address(day: date, key: str) -> str:
    return reverse("games:board", args=(day.isoformat(), key))


def day_words(day: date) -> str:
    """The day by its name, as a heading has it."""
    return date_format(day, _("l, j F"))


def short_day(day: date) -> str:
    return date_format(day, _("j F"))


def month_words(first: date) -> str:
    return date_format(first, _("F Y"))


def better_than(standing: Standing) -> str:
    return _("Better than %(share)s of %(whom)s") % {"share": _better(standing), "whom": _whom(standing)}


def _whom(standing: Standing) -> str:
    """Name the others of a field, and say how many of them are computer players."""
    words = {"n": standing.others, "house": standing.house}
    if standing.house == standing.others:
        return ngettext("%(n)s computer player", "%(n)s computer players", standing.others) % words
    if standing.house:
        return _("%(n)s others, %(house)s of them computer players") % words
    return ngettext("%(n)s other", "%(n)s others", standing.others) % words


def played(snapshot: Snapshot, preferences: Preferences) -> PlayedShown | None:
    """What somebody did with a board; None where it was given up."""
    if not snapshot.hands:
        return None
    dealt = snapshot.hands[-1].hands[snapshot.seat]
    faces = tuple(face(one) for one in sorted_hand([card(text) for text in dealt], preferences))
    return PlayedShown(faces, presenter(snapshot.key).in_a_sentence(snapshot))


# -- one's own result ----------------------------------------------------------------------------------


def result(found: BoardResult, *, day: date, url: str) -> ResultShown:
    """What somebody made of a board, among the others."""
    is_given_up = found.margin is None
    return ResultShown(
        result="–" if found.margin is None else signed(found.margin),
        sentence=_("Given up") if is_given_up else _sentence(found.standing),
        beside="" if is_given_up else _beside(found.standing),
        share="" if is_given_up or not found.is_counted else _share(found, day, url),
        facts=tuple(_facts(found)),
        chart=_chart(found.field, found.margin, is_whole=GAMES[found.key].is_one_hand),
        choices=tuple(_choices(found)),
        filled=_filled(found.key, found.field),
        is_counted=found.is_counted,
        replay=reverse("games:replay", args=(found.code, found.hand)) if found.code and not is_given_up else "",
        bags_marked=bool(GAMES[found.key].tags),
    )


def _sentence(standing: Standing) -> str:
    return better_than(standing) if standing.others else _("You are the first")


def _beside(standing: Standing) -> str:
    if not standing.others:
        return ""
    _share, level, below = percents((standing.better, standing.level, standing.below))
    words = {"level": level, "below": below}
    return _("Level with %(level)s, below %(below)s.") % words


def _share(found: BoardResult, day: date, url: str) -> str:
    words = {"title": title_of(found.key), "day": short_day(day), "url": url}
    if not found.standing.others:
        return _("%(title)s, %(day)s: played. %(url)s") % words
    words |= {"share": _better(found.standing), "whom": _whom(found.standing)}
    return _("%(title)s, %(day)s: better than %(share)s of %(whom)s. %(url)s") % words


def _facts(found: BoardResult) -> Iterator[tuple[str, str]]:
    if found.error_rate is not None:
        label = _("your error rate")
        if found.by_error is not None and found.by_error.others:
            share = _percent(found.by_error.better, found.by_error.others)
            words = {"share": share, "whom": _whom(found.by_error)}
            label = _("your error rate, better than %(share)s of %(whom)s") % words
        yield label, decimal(found.error_rate)
        if found.field.middle is not None and found.by_error is not None and found.by_error.others:
            yield _("error rate in the middle of the field"), decimal(found.field.middle)
    if found.house:
        level = list(found.house)[-1]
        label = _("what the level “%(level)s” made in your seat") % {"level": level_name(level)}
        yield label, signed(found.house[level])


def _chart(field: Field, own: int | None, *, is_whole: bool) -> Chart | None:
    """How often each result came about."""
    if not field.margins:
        return None
    counts = dict(field.margins)
    rows = tuple((signed(margin), plain_number(count)) for margin, count in sorted(counts.items()))
    sentence = _("How often each result came about: your side’s points less the others’.")
    if is_whole:
        sentence = _("How often each result came about: hit points left, less those of the other side.")
    table = charts.ChartTable(sentence, (_("Result"), _("How often")), rows)
    return charts.results(counts, own, table)


def _choices(found: BoardResult) -> Iterator[ChoicesShown]:
    bid = kind_name(found.key, "bid")
    words = {"bid": (bid, bid), "aside": (_("Put aside"), _("Cards")), "lead": (_("First lead"), _("Card"))}
    for name, (title, head) in words.items():
        some = found.field.choices[name]
        total = sum(one.count for one in some)
        if total:
            yield ChoicesShown(title, head, total, tuple(_rows(found, found.choices[name], some, total)))


def _rows(found: BoardResult, own: str, some: Sequence[ChoiceCount], total: int) -> Iterator[ChoiceShown]:
    """Every choice of the field. The person's own is named in its row, in that of rare choices, or in a row added."""
    is_listed = not own or any(one.text == own for one in some)
    is_rare = not is_listed and found.is_counted and not all(one.text for one in some)
    for one in some:
        is_own = bool(own) and one.text == ("" if is_rare else own)
        text = said(found.key, read_action(own if is_own else one.text)) if is_own or one.text else _("something else")
        if is_own and is_rare and one.count > 1:
            text = _("%(own)s, and other rare choices") % {"own": text}
        yield ChoiceShown(text, one.count, _percent(one.count, total), decimal(one.mean, sign=True), is_own)
    if not is_listed and not is_rare:
        yield ChoiceShown(said(found.key, read_action(own)), 0, "–", "–", is_own=True)


def _filled(key: str, field: Field) -> str:
    """That computer players stand in for people, and which."""
    if not field.house:
        return ""
    names = listed([level_name(level) for level in GAMES[key].players])
    words = {"n": field.house, "levels": names, "enough": ENOUGH}
    return (
        _(
            "Until more than %(enough)s people have played it, %(n)s attempts of computer players are counted too:"
            " %(levels)s."
        )
        % words
    )


def _better(standing: Standing) -> str:
    """With what it was level with and below it comes to 100%; empty where there are no others."""
    return percents((standing.better, standing.level, standing.below))[0] if standing.others else ""


def _percent(part: float, whole: int) -> str:
    return some_percent(part / whole if whole else 0)


# -- days ------------------------------------------------------------------------------------------------


def calendar(days: Mapping[date, int], *, first: date, today: date) -> CalendarShown:
    """The last days as weeks, each with its address from the first on that has boards."""
    played = sum(count > 0 for count in days.values())
    words = {"played": played, "days": len(days)}
    monday = min(days) - timedelta(days=min(days).weekday())
    weeks = []
    while monday <= today:
        week = [monday + timedelta(days=passed) for passed in range(7)]
        weeks.append(tuple(_day(day, days[day], first, today) if day in days else None for day in week))
        monday += timedelta(days=7)
    names = [date(2024, 1, 1) + timedelta(days=passed) for passed in range(7)]
    return CalendarShown(
        heading=_("%(played)s of the last %(days)s") % words,
        weekdays=tuple((date_format(day, "D")[:2], date_format(day, "l")) for day in names),
        weeks=tuple(weeks),
    )


def _day(day: date, count: int, first: date, today: date) -> DayShown:
    words = {"day": short_day(day), "n": count}
    label = ngettext("%(day)s: %(n)s board played", "%(day)s: %(n)s boards played", count) % words
    return DayShown(
        number=day.day,
        url=reverse("games:boards_of", args=(day.isoformat(),)) if day >= first else "",
        label=label if count else _("%(day)s: not played") % words,
        is_played=count > 0,
        is_today=day == today,
    )


def played_on(days: Mapping[date, int]) -> str:
    """On how many of the last days something was played, in a sentence; empty for none."""
    played = sum(count > 0 for count in days.values())
    words = {"played": played, "days": len(days)}
    return _("You played on %(played)s of the last %(days)s days.") % words if played else ""


def month(lines: Sequence[MonthLine]) -> tuple[tuple[MonthLine, str], ...]:
    """Each with its mean."""
    return tuple((line, _percent(line.mean, 1)) for line in lines)

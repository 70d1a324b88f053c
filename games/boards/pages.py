"""Pages of boards of the day: today's and past boards, a person's result in the field, and the calendar."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.boards.days import BoardLine, Stand
from games.boards.field import ENOUGH, BoardResult, Field, FieldRank, MonthLine
from games.cardgame import CardGame
from games.engine.actions import read_action
from games.pages import charts
from games.pages.charts import Chart
from games.pages.moves import choice_text
from games.pages.words import decimal, level_name, listed, percents, plain_number, signed, some_percent
from games.registry import GAMES
from games.wording import game_name, kind_name

#: By progress at a board: the label of the link to it, and the words for the progress.
GO: Final = {
    Stand.OPEN: (gettext_lazy("Play"), gettext_lazy("Not played yet")),
    Stand.BEGUN: (gettext_lazy("Continue"), gettext_lazy("Started")),
    Stand.PLAYED: (gettext_lazy("See result"), gettext_lazy("Played")),
    Stand.GIVEN_UP: (gettext_lazy("See result"), gettext_lazy("Gave up")),
}


def board(line: BoardLine, standing: FieldRank | None = None) -> dict[str, str]:
    """Return a board for a list. `standing` is the rank of the person's result, or None if no rank is to be shown.

    `share` is the percentage of others beaten, or "".
    """
    go, text = GO[line.stand]
    words = str(text)
    if standing is not None and standing.others:
        words = better_than(standing)
    elif standing is not None:
        words = _("No one else has played it yet")
    elif line.done is not None:
        words = _("Started: %(where)s") % {"where": GAMES[line.key].how_far(line.done)}
    return {
        "key": line.key,
        "title": game_name(line.key, {}),
        "url": reverse("games:board", args=(line.day.isoformat(), line.key)),
        "go": str(go),
        "text": words,
        "stand": line.stand,
        "share": _better(standing) if standing is not None else "",
    }


def yesterday(boards: Iterable[Mapping[str, str]]) -> str:
    """Return a sentence on those of yesterday's boards where the person has a rank among others; empty if none."""
    played = [f"{one['title']}, {one['text'][:1].lower()}{one['text'][1:]}" for one in boards if one["share"]]
    return _("Yesterday: %(boards)s.") % {"boards": "; ".join(played)} if played else ""


def unplayed(boards: Iterable[Mapping[str, str]], key: str) -> str:
    """Return the URL of that game's board unless it is played or given up; otherwise empty."""
    due = (one["url"] for one in boards if one["key"] == key and one["stand"] in (Stand.OPEN, Stand.BEGUN))
    return next(due, "")


def day_words(day: date) -> str:
    return date_format(day, _("l, F j"))


def better_than(standing: FieldRank) -> str:
    """Return a rank as a sentence: "Better than 70% of 20 others"."""
    return _("Better than %(whom)s") % {"whom": _beaten(standing, _better(standing))}


def _beaten(standing: FieldRank, share: str) -> str:
    """Return words for the others that a result is better than: "70% of 20 others", or "all 20 others"."""
    if standing.better < standing.others:
        return _("%(share)s of %(whom)s") % {"share": share, "whom": _whom(standing)}
    words = {"n": standing.others, "house": standing.house}
    if standing.house == standing.others:
        return ngettext("the only computer player", "all %(n)s computer players", standing.others) % words
    if standing.house:
        return _("all %(n)s others, including %(house)s computer players") % words
    return ngettext("the only other player", "all %(n)s others", standing.others) % words


def _whom(standing: FieldRank) -> str:
    words = {"n": standing.others, "house": standing.house}
    if standing.house == standing.others:
        return ngettext("%(n)s computer player", "%(n)s computer players", standing.others) % words
    if standing.house:
        return _("%(n)s others, including %(house)s computer players") % words
    return ngettext("%(n)s other", "%(n)s others", standing.others) % words


# -- a person's result ---------------------------------------------------------------------------------


def result(result: BoardResult, *, day: date, url: str) -> dict[str, Any]:
    """Return a person's result and its rank. `share` is a text to send, without cards; `facts` are labels with values.

    `choices` are the bids, discards and first leads of the field.
    """
    attempt, game, margin = result.attempt, GAMES[result.attempt.board.key], result.attempt.margin
    is_given_up = margin is None
    sentence = better_than(result.standing) if result.standing.others else _("You’re the first to play it")
    may_replay = attempt.code and not is_given_up
    return {
        "result": "–" if margin is None else signed(margin),
        "sentence": _("Gave up") if is_given_up else sentence,
        "explanation": "" if is_given_up else _beside(result.standing),
        "share": "" if is_given_up or not attempt.is_counted else _share(result, day, url),
        "facts": list(_facts(result)),
        "chart": _chart(result.field, margin, is_whole=game.is_one_hand),
        "choices": list(_choices(result)),
        "filled": _filled(game, result.field),
        "is_counted": attempt.is_counted,
        "replay": reverse("games:replay", args=(attempt.code, attempt.hand)) if may_replay else "",
        "bags_marked": bool(game.tags),
    }


def _beside(standing: FieldRank) -> str:
    if not standing.others:
        return ""
    _share, level, below = percents((standing.better, standing.level, standing.below))
    words = {"level": level, "below": below}
    return _("Tied with %(level)s, behind %(below)s.") % words


def _share(result: BoardResult, day: date, url: str) -> str:
    words = {"title": game_name(result.attempt.board.key, {}), "day": date_format(day, _("F j")), "url": url}
    if not result.standing.others:
        return _("%(title)s, %(day)s: played. %(url)s") % words
    words["whom"] = _beaten(result.standing, _better(result.standing))
    return _("%(title)s, %(day)s: better than %(whom)s. %(url)s") % words


def _facts(result: BoardResult) -> Iterator[tuple[str, str]]:
    if result.attempt.error_rate is not None:
        label = _("your error rate")
        if result.by_error is not None and result.by_error.others:
            share = some_percent(result.by_error.better / result.by_error.others)
            label = _("your error rate, better than %(whom)s") % {"whom": _beaten(result.by_error, share)}
        yield label, decimal(result.attempt.error_rate)
        if result.field.middle is not None and result.by_error is not None and result.by_error.others:
            yield _("median error rate of the field"), decimal(result.field.middle)
    if result.house:
        level = list(result.house)[-1]
        label = _("result of the level “%(level)s” in your seat") % {"level": level_name(level)}
        yield label, signed(result.house[level])


def _chart(field: Field, own: int | None, *, is_whole: bool) -> Chart | None:
    if not field.margins:
        return None
    counts = dict(field.margins)
    rows = tuple((signed(margin), plain_number(count)) for margin, count in sorted(counts.items()))
    sentence = _("How often each result occurred: your side’s points minus your opponents’.")
    if is_whole:
        sentence = _("How often each result occurred: hit points left minus your opponent’s.")
    table = charts.ChartTable(sentence, (_("Result"), _("How often")), rows)
    return charts.results(counts, own, table)


def _choices(result: BoardResult) -> Iterator[dict[str, object]]:
    """Yield the tables of choices. `total` is the number of attempts that made any."""
    bid = kind_name(result.attempt.board.key, "bid")
    words = {"bid": (bid, bid), "aside": (_("Discard"), _("Cards")), "lead": (_("First lead"), _("Card"))}
    for name, (title, head) in words.items():
        if total := sum(count for _text, count, _mean in result.field.choices[name]):
            yield {"title": title, "head": head, "total": total, "rows": list(_rows(result, name, total))}


def _rows(result: BoardResult, name: str, total: int) -> Iterator[dict[str, object]]:
    """Yield the table's rows. If the counted attempt's choice is rare, the row of rare choices is marked as own."""
    attempt, some = result.attempt, result.field.choices[name]
    game, own = GAMES[attempt.board.key], str(getattr(attempt, name))
    listed_choices = [choice for choice, _count, _mean in some]
    is_listed = not own or own in listed_choices
    is_rare = not is_listed and attempt.is_counted and "" in listed_choices
    for choice, count, mean in some:
        is_own = bool(own) and choice == ("" if is_rare else own)
        action = own if is_own else choice
        text = choice_text(game, read_action(action)) if action else _("something else")
        if is_own and is_rare and count > 1:
            text = _("%(own)s, and other rare choices") % {"own": text}
        shown = {"share": some_percent(count / total), "mean": decimal(mean, sign=True)}
        yield {"text": text, "count": count, **shown, "is_own": is_own}
    if not is_listed and not is_rare:
        yield {"text": choice_text(game, read_action(own)), "count": 0, "share": "–", "mean": "–", "is_own": True}


def _filled(game: CardGame, field: Field) -> str:
    """Return a sentence on the bots in the field; empty without bots."""
    if not field.house:
        return ""
    names = listed([level_name(level) for level in game.players])
    words = {"n": field.house, "levels": names, "enough": ENOUGH}
    told = _(
        "Until more than %(enough)s people have played it, %(n)s attempts by computer players count too: %(levels)s."
    )
    return told % words


def _better(standing: FieldRank) -> str:
    """Return the percentage of others beaten, "" without others. It and those of `_beside` add up to 100%."""
    return percents((standing.better, standing.level, standing.below))[0] if standing.others else ""


# -- days ----------------------------------------------------------------------------------------------


def calendar(days: Mapping[date, int], *, first: date, today: date) -> dict[str, object]:
    """Return the last days as weeks from Monday, with None for other days. Days before `first` have no boards."""
    words = {"played": sum(count > 0 for count in days.values()), "days": len(days)}
    monday = min(days) - timedelta(days=min(days).weekday())
    until_sunday = (today - monday).days + 7 - today.weekday()
    every = [monday + timedelta(days=passed) for passed in range(until_sunday)]
    cells = [_day(day, days[day], first, today) if day in days else None for day in every]
    return {
        "heading": _("Played on %(played)s of the last %(days)s days") % words,
        "weekdays": [(date_format(day, "D")[:2], date_format(day, "l")) for day in every[:7]],
        "weeks": [cells[at : at + 7] for at in range(0, len(cells), 7)],
    }


def _day(day: date, count: int, first: date, today: date) -> dict[str, object]:
    words = {"day": date_format(day, _("F j")), "n": count}
    label = ngettext("%(day)s: %(n)s board played", "%(day)s: %(n)s boards played", count) % words
    return {
        "number": day.day,
        "url": reverse("games:boards_of", args=(day.isoformat(),)) if day >= first else "",
        "label": label if count else _("%(day)s: not played") % words,
        "is_played": count > 0,
        "is_today": day == today,
    }


def played_on(days: Mapping[date, int]) -> str:
    """Return a sentence on the number of days with a played board; empty for none."""
    played = sum(count > 0 for count in days.values())
    words = {"played": played, "days": len(days)}
    return _("You played on %(played)s of the last %(days)s days.") % words if played else ""


def month(lines: Sequence[MonthLine]) -> tuple[tuple[MonthLine, str], ...]:
    return tuple((line, some_percent(line.mean)) for line in lines)

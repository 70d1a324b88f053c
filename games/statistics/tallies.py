"""Sum lines into day tallies, days into weeks and months, and months into leaderboard rows. Counting is idempotent.

A row lock on `CountingProgress` serialises all counts; on SQLite the write transaction is the lock.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import LAST_ZONE
from games.figures import wilson
from games.registry import every_count, figures
from games.statistics.lines import LeaderboardKey, interrupted_games, left_games
from games.statistics.measures import RANKED, TIE, WON, Measures, Part, Streak, score_of
from games.statistics.models import CountingProgress, LeaderboardRow, PersonLine, Tally
from games.table.models import Seat

BATCH: Final = 500
#: User id and guest id, one of which is None; both are None for the site total.
Who = tuple[int | None, int | None]
EVERYBODY: Final[Who] = (None, None)


class TallyKey(NamedTuple):
    who: Who
    key: str
    level: str


class NotOver(ValueError):
    """The day is not over in every time zone, so it cannot be counted yet."""


def rebuild_day(*, day: date) -> None:
    """Recount a day's tallies with the week, month and leaderboard rows that include it. Raises NotOver.

    Counts earlier days first if they are not counted yet, so that there is no gap. Opens its own transactions.
    """
    if day >= first_open_day():
        raise NotOver(day)
    catch_up(until=day)
    with transaction.atomic():
        hold()
        _count([day])


def catch_up(*, until: date | None = None) -> list[date]:
    """Count every finished day not yet counted, up to `until`; return those with lines. One transaction per day."""
    last = until or first_open_day() - timedelta(days=1)
    counted: list[date] = []
    while (day := _count_next(last)) is not None:
        counted.append(day)
    return counted


def pass_on(*, guest: Guest, user: User) -> None:
    """Move the guest's lines to the user and recount their days. The caller owns the transaction.

    The seats must already be marked `is_brought`, so that their games do not rank.
    """
    progress = hold()
    lines = PersonLine.objects.filter(guest=guest)
    days = list(lines.order_by().values_list("day", flat=True).distinct())
    lines.update(guest=None, user=user)
    Tally.objects.filter(guest=guest).delete()
    if progress.counted_until is not None:
        _count([day for day in days if day <= progress.counted_until], Q(user=user))


def give_up(*, guest: Guest, games: Collection[int]) -> None:
    """Delete the guest's lines of these games (ids) and recount their days. The caller owns the transaction."""
    until = hold().counted_until
    lines = PersonLine.objects.filter(guest=guest, game__in=games)
    days = set(lines.order_by().values_list("day", flat=True))
    lines.delete()
    if until is not None:
        _count([day for day in days if day <= until])


def count_late(*, person: Person, days: Collection[date]) -> None:
    """Recount the person's tallies of `days`, whose lines have changed; skip days that are not counted yet.

    The caller owns the transaction.
    """
    over = [day for day in days if day < first_open_day()]
    until = hold().counted_until if over else None
    if until is not None:
        _count([day for day in over if day <= until], person.owns())


def forget(*, person: Person) -> None:
    """Delete the person's tallies and leaderboard rows, and anonymise their lines. The caller owns the transaction."""
    hold()
    Tally.objects.filter(person.owns()).delete()
    LeaderboardRow.objects.filter(user=person.user).delete()
    PersonLine.objects.filter(person.owns()).update(user=None, guest=None, weighed=None)


def days_played() -> list[date]:
    """Return the finished days that have lines, in order."""
    lines = PersonLine.objects.filter(day__lt=first_open_day()).order_by("day")
    return list(lines.values_list("day", flat=True).distinct())


def counted_until() -> date | None:
    """Return the last counted day; None before the first count."""
    return CountingProgress.objects.values_list("counted_until", flat=True).first()


def first_of(span: Tally.Span, day: date) -> date:
    """Return the first day of the week, which is a Monday, or of the month that includes `day`."""
    return day.replace(day=1) if span == Tally.Span.MONTH else day - timedelta(days=day.weekday())


def end_of(span: Tally.Span, first: date) -> date:
    """Return the first day after the week or month that begins on `first`."""
    return first_of(span, first + timedelta(days=31 if span == Tally.Span.MONTH else 7))


def first_open_day() -> date:
    """Return the first day that is not over in every time zone.

    The day of a line is that of the player's time zone, so lines of yesterday (UTC) may be written until noon UTC.
    """
    return timezone.now().astimezone(LAST_ZONE).date()


def wrong_totals(*, tenth: int | None = None) -> Iterator[str]:
    """Yield the names of periods and users whose stored totals differ from a recount of their source rows.

    `tenth` (0 to 9) selects a tenth of the periods and users. Totals are compared without a lock; a difference is
    checked again under the lock of the count.
    """
    for name, is_wrong in _checks(tenth):
        if _fails(is_wrong):
            with transaction.atomic():
                hold()
                is_still_wrong = _fails(is_wrong)
            if is_still_wrong:
                yield name


def _fails(is_wrong: Callable[[], bool]) -> bool:
    """Return whether the stored totals differ or cannot be parsed."""
    try:
        return is_wrong()
    except (AttributeError, KeyError, TypeError, ValueError):
        return True


def _checks(tenth: int | None) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield a name and a check, which returns True on wrong totals, for each stored or missing period and each user."""
    until, stored = counted_until(), Tally.objects.order_by().values_list("span", "day").distinct()
    spans = set(stored)
    if until is not None:
        spans |= {(Tally.Span.DAY, day) for day in days_played() if day <= until}
    days = {day for span, day in spans if span == Tally.Span.DAY}
    spans |= {(span, first_of(span, day)) for day in days for span in (Tally.Span.WEEK, Tally.Span.MONTH)}
    for span, first in sorted(spans):
        if tenth in (None, first.toordinal() % 10):
            yield f"the tallies of the {span} {first}", partial(_is_wrong_period, Tally.Span(span), first)
    ranked = Tally.objects.filter(span=Tally.Span.MONTH, user__isnull=False)
    users = {*ranked.values_list("user", flat=True), *LeaderboardRow.objects.values_list("user", flat=True)}
    for user in sorted(users):
        if tenth in (None, user % 10):
            yield f"the leaderboard rows of user {user}", partial(_is_wrong_leaderboard, user)


def _is_wrong_period(span: Tally.Span, first: date) -> bool:
    rows = Tally.objects.filter(span=span, day=first)
    if span == Tally.Span.DAY:
        until = counted_until()
        is_counted = until is not None and first <= until
        due = _as_json(_totals_of_day(Q(), first, with_everybody=True)) if is_counted else {}
        return _without_streaks(_as_stored(rows)) != _without_streaks(due)
    if first_of(span, first) != first:
        return True
    days = Tally.objects.filter(span=Tally.Span.DAY, day__gte=first, day__lt=end_of(span, first))
    whos: set[Who] = {*rows.values_list("user_id", "guest_id"), *days.values_list("user_id", "guest_id")}
    return any(
        _as_stored(rows.filter(_filter_of(some))) != _as_json(_merged(days.filter(_filter_of(some))))
        for some in _batches(whos)
    )


def _as_stored(rows: QuerySet[Tally]) -> dict[TallyKey, Any]:
    return {TallyKey((row.user_id, row.guest_id), row.key, row.level): row.measures for row in rows}


def _as_json(found: Mapping[TallyKey, Measures]) -> dict[TallyKey, Any]:
    return {key: json.loads(json.dumps(measures.as_json())) for key, measures in found.items()}


def _without_streaks(found: dict[TallyKey, Any]) -> dict[TallyKey, Any]:
    """Drop the streaks of days: a recount differs once a player leaves a table or comes back (see `lines`)."""
    return {
        key: {name: {**part, "streaks": None} if "streaks" in part else part for name, part in measures.items()}
        for key, measures in found.items()
    }


def _is_wrong_leaderboard(user: int) -> bool:
    """Return whether a leaderboard row differs from a recount. Uses the stored `left`, because it changes with time."""
    rows = {LeaderboardKey(user, row.key, row.level): row for row in LeaderboardRow.objects.filter(user=user)}
    over = _ranked_games({user})
    left = {key: row.left for key, row in rows.items() if row.left}
    due = {key: _leaderboard_row(key, over.get(key, Part()), left.get(key, 0)) for key in {**over, **left}}
    return {key: _columns(row) for key, row in rows.items()} != {key: _columns(row) for key, row in due.items()}


def _columns(row: LeaderboardRow) -> tuple[float, ...]:
    return row.games, row.wins, row.ties, row.left, row.streak, row.rate


# -- one day -------------------------------------------------------------------------------------------


def hold() -> CountingProgress:
    """Lock all counts until the caller's transaction ends; return the progress of the count."""
    progress, _made = CountingProgress.objects.select_for_update().get_or_create(pk=1)
    return progress


def _count_next(last: date) -> date | None:
    """Count the first uncounted day with lines, in its own transaction, and return the day; None without such a day."""
    with transaction.atomic():
        progress = hold()
        lines = PersonLine.objects.filter(day__lte=last)
        if progress.counted_until is not None:
            lines = lines.filter(day__gt=progress.counted_until)
        day: date | None = lines.aggregate(first=Min("day"))["first"]
        if day is not None:
            _count([day])
        reached = day or last
        if progress.counted_until is None or progress.counted_until < reached:
            progress.counted_until = reached
            progress.save(update_fields=["counted_until"])
    return day


def _count(days: Sequence[date], whose: Q | None = None) -> None:
    """Recount the tallies of these days with their weeks, months and leaderboard rows.

    With `whose` recount one person's tallies and not the site total. Days that are not over get no tallies.
    The caller holds the lock.
    """
    old = Tally.objects.filter(whose or Q(), span=Tally.Span.DAY, day__in=days)
    whos: set[Who] = {(user, guest) for user, guest in old.values_list("user_id", "guest_id")}
    old.delete()
    for day in sorted(day for day in set(days) if day < first_open_day()):
        found = _totals_of_day(whose or Q(), day, with_everybody=whose is None)
        whos |= {key.who for key in found}
        _store(Tally.Span.DAY, day, found)
    periods = {(span, first_of(span, day)) for day in days for span in (Tally.Span.WEEK, Tally.Span.MONTH)}
    for some in _batches(whos):
        mine = Tally.objects.filter(_filter_of(some))
        for span, first in periods:
            mine.filter(span=span, day=first).delete()
            days_of_it = mine.filter(span=Tally.Span.DAY, day__gte=first, day__lt=end_of(span, first))
            _store(span, first, _merged(days_of_it))
        _count_leaderboard({user for user, _ in some if user is not None})


def _totals_of_day(whose: Q, day: date, *, with_everybody: bool) -> dict[TallyKey, Measures]:
    """Sum a day's lines per person and, with `with_everybody`, for the site, each by game, variant and level.

    The site total omits boards: one deal played many times is no sample, and totals could help its later players.
    """
    found: dict[TallyKey, Measures] = {}
    lines, interrupted = PersonLine.objects.filter(whose, day=day), interrupted_games(whose=whose, since=day)
    brought = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), is_brought=True)
    rows = lines.annotate(is_brought=Exists(brought)).select_related("game")
    for line in rows.order_by("at", "game_id", "number").iterator(chunk_size=2_000):
        who, declared = (line.user_id, line.guest_id), figures(line.key)
        is_interrupted = (*who, line.game_id) in interrupted
        counting = [who] if who != EVERYBODY else []
        if with_everybody and line.game.board_id is None:
            counting.append(EVERYBODY)
        for one in counting:
            for key, level in product(every_count(line.key, line.mark_names), (line.level, Tally.ALL)):
                found.setdefault(TallyKey(one, key, level), Measures()).add_line(
                    line,
                    declared,
                    is_brought=line.is_brought,
                    is_interrupted=is_interrupted,
                    is_house=one == EVERYBODY,
                )
    return found


def _store(span: Tally.Span, day: date, found: Mapping[TallyKey, Measures]) -> None:
    rows = (
        Tally(span=span, day=day, user_id=who[0], guest_id=who[1], key=key, level=level, measures=measures.as_json())
        for (who, key, level), measures in found.items()
    )
    Tally.objects.bulk_create(rows, batch_size=BATCH)


# -- weeks, months, leaderboards ----------------------------------------------------------------------------


def count_left() -> int:
    """Recount the leaderboard rows of users whose number of idle games changed; return the number of users.

    Uses one transaction per batch of users.
    """
    counted = {
        LeaderboardKey(one.user_id, one.key, one.level): one.left
        for one in LeaderboardRow.objects.filter(left__gt=0).iterator()
    }
    now = left_games()
    users = {rank.user for rank in {**counted, **now} if counted.get(rank, 0) != now[rank]}
    for some in _batches({(user, None) for user in users}):
        with transaction.atomic():
            hold()
            _count_leaderboard({user for user, _guest in some if user is not None})
    return len(users)


def _merged(rows: QuerySet[Tally]) -> dict[TallyKey, Measures]:
    """Sum tallies of several periods by person, game or variant, and level, in chronological order."""
    found: dict[TallyKey, Measures] = {}
    for row in rows.order_by("day").iterator(chunk_size=1_000):
        key = TallyKey((row.user_id, row.guest_id), row.key, row.level)
        found.setdefault(key, Measures()).add(Measures.from_json(row.measures), figures(row.key))
    return found


def _count_leaderboard(users: Collection[int]) -> None:
    """Replace the leaderboard rows of these users (ids). The caller holds the lock."""
    LeaderboardRow.objects.filter(user__in=users).delete()
    left, over = left_games(users), _ranked_games(users)
    LeaderboardRow.objects.bulk_create(
        _leaderboard_row(rank, over.get(rank, Part()), left[rank]) for rank in {**over, **left}
    )


def _ranked_games(users: Collection[int]) -> dict[LeaderboardKey, Part]:
    months = Tally.objects.filter(user__in=users, span=Tally.Span.MONTH).exclude(level=Tally.ALL)
    return {
        LeaderboardKey(key.who[0], key.key, key.level): found.games
        for key, found in _merged(months).items()
        if key.who[0] is not None and found.games.marks[RANKED]
    }


def _leaderboard_row(rank: LeaderboardKey, games: Part, left: int) -> LeaderboardRow:
    """Return an unsaved row. Abandoned and idle games count as not won; idle games (`left`) do not end the streak."""
    played, score = games.marks[RANKED] + left, score_of(games.marks, ranked=True)
    return LeaderboardRow(
        user_id=rank.user,
        key=rank.key,
        level=rank.level,
        games=played,
        wins=games.marks[f"{RANKED}_{WON}"],
        ties=games.marks[f"{RANKED}_{TIE}"],
        left=left,
        streak=games.streaks.get(RANKED, Streak()).best,
        rate=wilson(score, played)[0],
    )


def _filter_of(whos: set[Who]) -> Q:
    asked = Q(user__in={user for user, _ in whos if user is not None})
    asked |= Q(guest__in={guest for _, guest in whos if guest is not None})
    return asked | Q(user=None, guest=None) if EVERYBODY in whos else asked


def _batches(whos: set[Who]) -> Iterator[set[Who]]:
    """Split `whos` into sets of at most BATCH, to bound the number of parameters of an SQL statement."""
    every = sorted(whos, key=str)
    return (set(every[start : start + BATCH]) for start in range(0, len(every), BATCH))

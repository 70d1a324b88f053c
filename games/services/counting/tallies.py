"""Adding up: a day's lines to that day's tallies, days to months, months to the rows of leaderboards. Run for any day,
any number of times, it leaves the same rows.

Whoever adds holds the row that says how far it has come, so it happens once at a time; on SQLite the transaction itself
is the lock.
"""

import json
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from itertools import product
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import LAST_ZONE
from games.models import CountingProgress, DecisionLine, LeaderboardRow, PersonLine, Seat, Tally
from games.rates import wilson
from games.services.counting import streaks
from games.services.counting.counted import every_count, figures
from games.services.counting.measures import RANKED, TIE, WON, MeasuredLine, Measures, Part, Streak, score_of
from games.services.counting.ranked import LeaderboardKey, left_games
from games.services.counting.streaks import LineKey

BATCH: Final = 500
#: A user, a guest, or neither: everybody together.
Who = tuple[int | None, int | None]
EVERYBODY: Final[Who] = (None, None)


@dataclass(frozen=True, slots=True)
class TallyKey:
    who: Who
    key: str
    level: str


@dataclass(frozen=True, slots=True)
class Period:
    """A day, a week from its Monday or a month: its first day, and the first after it."""

    span: Tally.Span
    first: date
    after: date


class NotOver(ValueError):
    """The day goes on, so nothing can be added up for good."""


def rebuild_day(*, day: date) -> None:
    """That day's tallies anew, its month's with them, and the leaderboard rows they are part of; raises NotOver.

    Days before it that nobody has counted yet are counted first, so that there never is a gap.
    """
    if day >= first_open_day():
        raise NotOver(day)
    catch_up(until=day)
    with transaction.atomic():
        hold()
        _count([day])


def catch_up(*, until: date | None = None) -> list[date]:
    """Count every day that is over and not yet counted; the days on which anything was played."""
    last = until or first_open_day() - timedelta(days=1)
    counted: list[date] = []
    while (day := _count_next(last)) is not None:
        counted.append(day)
    return counted


def pass_on(*, guest: Guest, user: User) -> None:
    """The guest's lines become the user's and are counted as such, none as ranked: their seats have to say by now that
    they were brought. The caller owns the transaction.
    """
    progress = hold()
    lines = PersonLine.objects.filter(guest=guest)
    days = list(lines.order_by().values_list("day", flat=True).distinct())
    lines.update(guest=None, user=user)
    DecisionLine.objects.filter(guest=guest).update(guest=None, user=user)
    Tally.objects.filter(guest=guest).delete()
    if progress.counted_until is not None:
        _count([day for day in days if day <= progress.counted_until], Q(user=user))


def give_up(*, guest: Guest, games: Collection[int]) -> None:
    """Delete the guest's lines of these games, and count their days again. The caller owns the transaction."""
    until = hold().counted_until
    lines = PersonLine.objects.filter(guest=guest, game__in=games)
    days = set(lines.order_by().values_list("day", flat=True))
    DecisionLine.objects.filter(guest=guest, review__game__in=games).delete()
    lines.delete()
    if until is not None:
        _count([day for day in days if day <= until])


def count_late(*, person: Person, days: Collection[date]) -> None:
    """Lines of the person that are written on a later day than theirs: the night may have counted it already. The
    caller owns the transaction.
    """
    over = [day for day in days if day < first_open_day()]
    until = hold().counted_until if over else None
    if until is not None:
        _count([day for day in over if day <= until], person.owns())


def forget(*, person: Person) -> None:
    """Nothing is counted for this person any more, nor will be. The caller owns the transaction."""
    hold()
    Tally.objects.filter(person.owns()).delete()
    LeaderboardRow.objects.filter(user=person.user).delete()
    PersonLine.objects.filter(person.owns()).update(user=None, guest=None, weighed=None)
    DecisionLine.objects.filter(person.owns()).delete()


def days_played() -> list[date]:
    lines = PersonLine.objects.filter(day__lt=first_open_day()).order_by("day")
    return list(lines.values_list("day", flat=True).distinct())


def counted_until() -> date | None:
    return CountingProgress.objects.values_list("counted_until", flat=True).first()


def period_of(span: Tally.Span, day: date) -> Period:
    if span == Tally.Span.WEEK:
        first = day - timedelta(days=day.weekday())
        return Period(span, first, first + timedelta(days=7))
    if span == Tally.Span.MONTH:
        first = day.replace(day=1)
        return Period(span, first, (first + timedelta(days=31)).replace(day=1))
    return Period(span, day, day + timedelta(days=1))


def today() -> date:
    """The day of the boards, which is one of UTC for everybody."""
    return timezone.now().date()


def first_open_day() -> date:
    """The first day that is not over everywhere. Lines have the day of their player's time zone: of UTC's yesterday
    some are written until noon.
    """
    return timezone.now().astimezone(LAST_ZONE).date()


def wrong_totals(*, tenth: int | None = None) -> Iterator[str]:
    """Yield the days, weeks, months and users whose stored totals do not follow from the rows they are made of.

    `tenth` (0 to 9) selects a tenth of each. Totals are compared without a lock; one that differs is compared again
    under the lock of the count.
    """
    for name, is_wrong in _checks(tenth):
        if _fails(is_wrong):
            with transaction.atomic():
                hold()
                is_still_wrong = _fails(is_wrong)
            if is_still_wrong:
                yield name


def _fails(is_wrong: Callable[[], bool]) -> bool:
    """Treat stored measures that cannot be read as wrong."""
    try:
        return is_wrong()
    except (AttributeError, KeyError, TypeError, ValueError):
        return True


def _checks(tenth: int | None) -> Iterator[tuple[str, Callable[[], bool]]]:
    until, stored = counted_until(), Tally.objects.order_by().values_list("span", "day").distinct()
    spans = set(stored)
    if until is not None:
        spans |= {(Tally.Span.DAY, day) for day in days_played() if day <= until}
    days = {day for span, day in spans if span == Tally.Span.DAY}
    spans |= {(span, period_of(span, day).first) for day in days for span in (Tally.Span.WEEK, Tally.Span.MONTH)}
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
        due = _as_json(_added(Q(), first, with_everybody=True)) if is_counted else {}
        return _without_streaks(_as_stored(rows)) != _without_streaks(due)
    period = period_of(span, first)
    if period.first != first:
        return True
    days = Tally.objects.filter(span=Tally.Span.DAY, day__gte=first, day__lt=period.after)
    whos: set[Who] = {*rows.values_list("user_id", "guest_id"), *days.values_list("user_id", "guest_id")}
    return any(
        _as_stored(rows.filter(_of(some))) != _as_json(_merged(days.filter(_of(some)))) for some in _batches(whos)
    )


def _as_stored(rows: QuerySet[Tally]) -> dict[TallyKey, Any]:
    return {TallyKey((row.user_id, row.guest_id), row.key, row.level): row.measures for row in rows}


def _as_json(found: Mapping[TallyKey, Measures]) -> dict[TallyKey, Any]:
    return {key: json.loads(json.dumps(measures.as_json())) for key, measures in found.items()}


def _without_streaks(found: dict[TallyKey, Any]) -> dict[TallyKey, Any]:
    """Drop the streaks of a day: which games extend none is no longer known once a player has left or come back."""
    return {
        key: {name: {**part, "streaks": None} if "streaks" in part else part for name, part in measures.items()}
        for key, measures in found.items()
    }


def _is_wrong_leaderboard(user: int) -> bool:
    """Whether a row differs. How many games are left lying changes with time, so that number is taken as it stands."""
    rows = {LeaderboardKey(user, row.key, row.level): row for row in LeaderboardRow.objects.filter(user=user)}
    over = _ranked_games({user})
    left = {key: row.left for key, row in rows.items() if row.left}
    due = {key: _leaderboard_row(key, over.get(key, Part()), left.get(key, 0)) for key in {**over, **left}}
    return {key: _shown(row) for key, row in rows.items()} != {key: _shown(row) for key, row in due.items()}


def _shown(row: LeaderboardRow) -> tuple[float, ...]:
    return row.games, row.wins, row.ties, row.left, row.streak, row.rate


# -- one day -------------------------------------------------------------------------------------------


def hold() -> CountingProgress:
    """Lock the count until the transaction ends."""
    progress, _made = CountingProgress.objects.select_for_update().get_or_create(pk=1)
    return progress


def _count_next(last: date) -> date | None:
    """Count the first day not yet counted on which anything was played; None when there is none."""
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
    """Everybody's tallies of those days, or one person's (never everybody's total with them). A day that goes on has
    none.
    """
    old = Tally.objects.filter(whose or Q(), span=Tally.Span.DAY, day__in=days)
    whos: set[Who] = {(user, guest) for user, guest in old.values_list("user_id", "guest_id")}
    old.delete()
    for day in sorted(day for day in set(days) if day < first_open_day()):
        found = _added(whose or Q(), day, with_everybody=whose is None)
        whos |= {key.who for key in found}
        _write(Tally.Span.DAY, day, found)
    periods = {period_of(span, day) for day in days for span in (Tally.Span.WEEK, Tally.Span.MONTH)}
    for some in _batches(whos):
        mine = Tally.objects.filter(_of(some))
        for period in periods:
            mine.filter(span=period.span, day=period.first).delete()
            days_of_it = mine.filter(span=Tally.Span.DAY, day__gte=period.first, day__lt=period.after)
            _write(period.span, period.first, _merged(days_of_it))
        _count_leaderboard({user for user, _ in some if user is not None})


def _added(whose: Q, day: date, *, with_everybody: bool) -> dict[TallyKey, Measures]:
    """Add up the lines of a day for each person and for everybody, by level and variant and for all of them.

    Boards are left out of everybody's: one deal many times over is no sample, and others still play these cards.
    """
    found: dict[TallyKey, Measures] = {}
    lines, interrupted = PersonLine.objects.filter(whose, day=day), streaks.interrupted(whose=whose, since=day)
    brought = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), is_brought=True)
    rows = lines.annotate(is_brought=Exists(brought)).select_related("game")
    for line in rows.order_by("at", "game_id", "number").iterator(chunk_size=2_000):
        whole, counted = measured(line, interrupted), figures(line.key)
        own = replace(whole, is_ranked=False) if line.is_brought else whole
        who: Who = (line.user_id, line.guest_id)
        counting = [who] if who != EVERYBODY else []
        if with_everybody and line.game.board_id is None:
            counting.append(EVERYBODY)
        for one in counting:
            for key, level in product(every_count(line.key, whole.marks), (line.level, Tally.ALL)):
                measures = found.setdefault(TallyKey(one, key, level), Measures())
                if one == EVERYBODY:
                    measures.add_line(whole, counted, is_house=True)
                else:
                    measures.add_line(own, counted)
    return found


def measured(line: PersonLine, interrupted: Container[LineKey]) -> MeasuredLine:
    return MeasuredLine(
        line.game.code,
        line.number,
        line.seat,
        tuple(line.marks.split()),
        line.numbers,
        line.is_ranked,
        line.weighed,
        is_interrupted=(line.user_id, line.guest_id, line.game_id) in interrupted,
    )


def _write(span: Tally.Span, day: date, found: Mapping[TallyKey, Measures]) -> None:
    Tally.objects.bulk_create(
        (
            Tally(
                span=span,
                day=day,
                user_id=key.who[0],
                guest_id=key.who[1],
                key=key.key,
                level=key.level,
                measures=measures.as_json(),
            )
            for key, measures in found.items()
        ),
        batch_size=BATCH,
    )


# -- weeks, months, leaderboards ----------------------------------------------------------------------------


def count_left() -> int:
    """Leaderboard rows in which the games left lying have become more or fewer; how many people that concerns."""
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
    found: dict[TallyKey, Measures] = {}
    for row in rows.order_by("day").iterator(chunk_size=1_000):
        key = TallyKey((row.user_id, row.guest_id), row.key, row.level)
        found.setdefault(key, Measures()).add(Measures.from_json(row.measures), figures(row.key))
    return found


def _count_leaderboard(users: Collection[int]) -> None:
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
    """A game given up or left is a game not won, and one that is left begins no new row of wins."""
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


def _of(whos: set[Who]) -> Q:
    asked = Q(user__in={user for user, _ in whos if user is not None})
    asked |= Q(guest__in={guest for _, guest in whos if guest is not None})
    return asked | Q(user=None, guest=None) if EVERYBODY in whos else asked


def _batches(whos: set[Who]) -> Iterator[set[Who]]:
    """Few enough to be named in one statement."""
    every = sorted(whos, key=str)
    return (set(every[start : start + BATCH]) for start in range(0, len(every), BATCH))

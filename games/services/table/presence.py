"""Who of several people is at the table, who is away, and what they have been asked: read from rows and the log.

A page that is open gives a sign of life every few seconds. Nobody says good-bye: whoever gives no more signs is away,
whether the page was closed, the line is gone or the server has died.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from games.company import Asking, Company, PersonAt, Presence, Question, Seating
from games.engine.state import Phase
from games.models import Game, Seat, WaitingSeat
from games.services.counting.ranked import is_person
from games.services.log.logs import BETWEEN, Log, Source
from games.services.table import seeds
from games.snapshot import Status

#: How often a page that is open says so.
SIGN_EVERY: Final = timedelta(seconds=8)
#: Without a sign for so long somebody is away.
AWAY_AFTER: Final = timedelta(seconds=20)
#: Whoever is to act and has been away for so long may be stood in for.
MISSING_AFTER: Final = timedelta(seconds=30)
#: With so much time for a decision nobody has to stay at the table: there only the clock tells who is missing.
UNHURRIED: Final = timedelta(days=1)
#: How long the others have to agree; silence means no.
ASKED_FOR: Final = timedelta(seconds=20)
#: A game that ends before each seat has made so many actions counts for nobody.
BEGUN_WITH: Final = 2


def give_sign(*, game: Game, seats: Sequence[Seat], seat: int) -> None:
    """The person at that seat has the table open; written once in some seconds, where several people sit. Whoever has
    left only looks.
    """
    own, now = seats[seat], timezone.now()
    if not seeds.is_of_people(seats) or game.status != Status.PLAYING or own.left_at is not None:
        return
    if not is_due(own.seen_at, now):
        return
    Seat.objects.filter(Q(pk=own.pk), Q(user__isnull=False) | Q(guest__isnull=False)).update(seen_at=now)
    own.seen_at = now


def is_due(seen_at: datetime | None, now: datetime) -> bool:
    return seen_at is None or now - seen_at >= SIGN_EVERY


def is_deserted(*, game: Game, seats: Sequence[Seat], after: timedelta = AWAY_AFTER) -> bool:
    """Whether several people sit at a game that goes on, none of them has been here for so long, and nobody has acted
    since: one may act without an open stream.
    """
    if not seeds.is_of_people(seats) or game.status != Status.PLAYING:
        return False
    now = timezone.now()
    lately = (game.moved_at, *(_seen(game, seats[number]) for number in seeds.at_table(seats)))
    return all(now - at >= after for at in lately)


def company(*, game: Game, seats: Sequence[Seat], log: Log) -> Company | None:
    """The people of the table, those who have left among them; None where all others are computer players, and once
    the game is over.
    """
    if not seeds.is_of_people(seats) or game.status != Status.PLAYING:
        return None
    people, now = [seat.number for seat in seats if is_person(seat)], timezone.now()
    waits = log.rules.waits_for(log.state) if log.state.phase not in BETWEEN else frozenset()
    owed = [seat for seat in people if seat in waits and seat not in log.absent]
    ends = {seat: _runs_out(game, log, seat) for seat in owed} if game.clock else {}
    late = [seat for seat, until in ends.items() if until <= now]
    gone = [seat for seat in owed if now - _seen(game, seats[seat]) >= MISSING_AFTER]
    if timedelta(seconds=game.clock) >= UNHURRIED:
        gone.clear()
    if log.state.phase is Phase.REVIEW:  # either seat of a side speaks for it
        spoken_for = {seats[seat].side for seat in owed if seat not in gone}
        gone = [seat for seat in gone if seats[seat].side not in spoken_for]
    missing = {*gone, *late, *log.vacated}
    until = min(ends.values(), default=None)
    dealt, is_enough = seeds.asked_for(game=game) if log.state.phase in BETWEEN else ((), False)
    shown = Company(
        people=tuple(_person_at(game, seats[seat], log, now) for seat in people),
        missing=tuple(sorted(missing, key=lambda seat: (seat not in waits, seat))),
        until=until,
        left=max(0, round((until - now).total_seconds())) if until is not None else 0,
        annuls=is_annulled(seats, log),
        dealt=() if is_enough else dealt,
        asks_again=dealt if is_enough else (),
    )
    return replace(shown, question=_question(game, shown, now))


def afterwards(*, game: Game, seats: Sequence[Seat], seat: int) -> Company | None:
    """Of a game that is over, who waits for the others at a table that follows it and has room for them, or has gone on
    there without the person at that seat. None for whoever sits there, and while they wait for whoever has said no.
    """
    if seeds.sits_alone(seats):
        return None
    rows = list(WaitingSeat.objects.filter(room__follows=game).select_related("room").order_by("number"))
    who = {(row.user_id, row.guest_id) for row in rows} - {(None, None)}
    there = tuple(one.number for one in seats if (one.user_id, one.guest_id) in who)
    if not there or seat in there:
        return None
    room = rows[0].room
    if room.game_id is None and any(not row.is_kept and (row.user_id, row.guest_id) not in who for row in rows):
        return None if seats[seat].declines else Company(people=(), rematch=there)
    return Company(people=(), without=there, link=room.token if room.is_asking and room.onlookers else "")


def is_annulled(seats: Sequence[Seat], log: Log) -> bool:
    """Whether a game that ended now would count for nobody: of several people, and some seat has hardly acted."""
    if log.hands or not seeds.is_of_people(seats):
        return False
    acted = [seat for seat, _ in log.said]
    return any(acted.count(seat) < BEGUN_WITH for seat in range(log.rules.seats))


def _runs_out(game: Game, log: Log, seat: int) -> datetime:
    """When that seat's time for its decision is over. Leaving and coming back leaves it running; it begins anew with
    every action, and for whoever had let it run out and was stood in for.
    """
    since, clock = game.moved_at, timedelta(seconds=game.clock)
    for line in log.lines:
        at = game.moved_at if line.ordinal == game.version else line.at
        is_aside = line.source in (Source.HINT, Source.SEATING)
        is_stood_in = line.seat == seat and line.action.verb == Seating.STANDS_IN and at - since >= clock
        if not is_aside or is_stood_in:
            since = at
    return since + clock


def _person_at(game: Game, seat: Seat, log: Log, now: datetime) -> PersonAt:
    if seat.number in log.absent:
        has_left = seat.number in log.left
        presence = Presence.STOOD_IN if seat.number in log.stand_ins else Presence.LEFT
        return PersonAt(seat.number, presence, has_left=has_left)
    return person_at(seat.number, _seen(game, seat), now)


def person_at(number: int, seen_at: datetime, now: datetime) -> PersonAt:
    if now - seen_at < AWAY_AFTER:
        return PersonAt(number, Presence.HERE)
    return PersonAt(number, Presence.AWAY, (now - seen_at) // timedelta(minutes=1))


def _seen(game: Game, seat: Seat) -> datetime:
    """Whoever has not come yet was there when the game began."""
    return seat.seen_at or game.started_at


def _question(game: Game, shown: Company, now: datetime) -> Question | None:
    """What was asked, while it can still be answered."""
    kept: dict[str, Any] | None = game.question
    if kept is None:
        return None
    what, by, about = Asking(kept["what"]), kept["by"], kept["about"]
    if what is Asking.TAKE_BACK and kept["version"] != game.version:
        return None
    if what is Asking.END and about not in shown.missing:
        return None
    agreed, refused = tuple(kept["agreed"]), kept["refused"]
    asked = () if refused is not None else shown.asked_of(what, by, about)
    question = Question(
        what=what,
        by=by,
        about=about,
        agreed=agreed,
        asked=tuple(seat for seat in asked if seat not in agreed),
        refused=refused,
        version=kept["version"],
    )
    return _in_time(question, now.timestamp() - kept["at"])


def _in_time(question: Question, age: float) -> Question | None:
    """What is left of it after so many seconds. That nobody answered is told for as long as they could have, but not
    of an end: whoever asked for that sees anew that somebody is missing. So does whoever waits for nobody any more,
    because all who had not answered have gone away.
    """
    time = ASKED_FOR.total_seconds()
    if 0 <= age < time:
        return question if question.asked or question.refused is not None else None
    is_told = time <= age < 2 * time and question.what is Asking.TAKE_BACK and question.asked
    return replace(question, asked=(), silent=question.asked) if is_told else None

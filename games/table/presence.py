"""Presence of the people at a table, and the question open there, read from rows and the log.

The event stream of an open page stores a heartbeat every few seconds. There is no sign-off: a player without heartbeats
is away, whether the page was closed, the connection was lost or the server died.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from games.company import Asking, Company, PersonAt, Presence, Question, Seating
from games.engine.state import Phase
from games.snapshot import Status
from games.table import seeds
from games.table.logs import BETWEEN, Log, Source
from games.table.models import Game, Seat
from games.table.room_models import WaitingSeat

#: Minimum time between two stored heartbeats of a player.
SIGN_EVERY: Final = timedelta(seconds=8)
#: Time without a heartbeat after which a player is away.
AWAY_AFTER: Final = timedelta(seconds=20)
#: Time without a heartbeat after which a player who is to act may get a stand-in.
MISSING_AFTER: Final = timedelta(seconds=30)
#: With a clock this long or longer, a player without heartbeats is not missing until the time is up.
UNHURRIED: Final = timedelta(days=1)
#: Time for the other players to answer a question. No answer means no.
ASKED_FOR: Final = timedelta(seconds=20)
#: A game of several people that is given up in its first hand is annulled unless each seat made this many actions.
BEGUN_WITH: Final = 2


def mark_seen(*, game: Game, seats: Sequence[Seat], seat: int) -> None:
    """Store a heartbeat of the person at `seat`, at most one per `SIGN_EVERY`.

    Does nothing for a lone player, in a game that is over, or for a player who has left.
    """
    own, now = seats[seat], timezone.now()
    is_seen = seeds.is_of_people(seats) and game.status == Status.PLAYING and own.left_at is None
    if not is_seen or not is_due(own.seen_at, now):
        return
    Seat.objects.filter(Q(pk=own.pk), Q(user__isnull=False) | Q(guest__isnull=False)).update(seen_at=now)
    own.seen_at = now


def is_due(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether to store a heartbeat now: the last one is at least `SIGN_EVERY` old, or there is none."""
    return seen_at is None or now - seen_at >= SIGN_EVERY


def is_deserted(*, game: Game, seats: Sequence[Seat], idle_time: timedelta = AWAY_AFTER) -> bool:
    """Return whether a running game of several people had neither a heartbeat nor an action for `idle_time`.

    Actions count because a player may act without an open stream, which sends the heartbeats.
    """
    if not seeds.is_of_people(seats) or game.status != Status.PLAYING:
        return False
    now = timezone.now()
    lately = (game.moved_at, *(_last_seen(game, seats[number]) for number in seeds.at_table(seats)))
    return all(now - at >= idle_time for at in lately)


def company(*, game: Game, seats: Sequence[Seat], log: Log) -> Company | None:
    """Return the table's `Company`, which includes people who left; None for a lone player or a game that is over."""
    if not seeds.is_of_people(seats) or game.status != Status.PLAYING:
        return None
    people, now = [seat.number for seat in seats if seat.is_person], timezone.now()
    waits = log.rules.waits_for(log.state) if log.state.phase not in BETWEEN else frozenset()
    owed = [seat for seat in people if seat in waits and seat not in log.absent]
    ends = {seat: _runs_out(game, log, seat) for seat in owed} if game.clock else {}
    late = [seat for seat, until in ends.items() if until <= now]
    silent = [seat for seat in owed if now - _last_seen(game, seats[seat]) >= MISSING_AFTER]
    if timedelta(seconds=game.clock) >= UNHURRIED:
        silent.clear()
    if log.state.phase is Phase.REVIEW:  # one seat of a side acts for the side
        spoken_for = {seats[seat].side for seat in owed if seat not in silent}
        silent = [seat for seat in silent if seats[seat].side not in spoken_for]
    missing = {*silent, *late, *log.vacated}
    until = min(ends.values(), default=None)
    dealt, is_enough = seeds.asked_for(game=game) if log.state.phase in BETWEEN else ((), False)
    shown = Company(
        people=tuple(_person_at(game, seats[seat], log, now) for seat in people),
        missing=tuple(sorted(missing, key=lambda seat: (seat not in waits, seat))),
        clock_ends_at=until,
        left=max(0, round((until - now).total_seconds())) if until is not None else 0,
        annuls=is_annulled(seats, log),
        dealt=() if is_enough else dealt,
        asks_again=dealt if is_enough else (),
    )
    return replace(shown, question=_question(game, shown, now))


def afterwards(*, game: Game, seats: Sequence[Seat], seat: int) -> Company | None:
    """Return the players in the room of a rematch: as `rematch` while the room waits for players, else as `playing_on`.

    None for a lone player, if no player is in that room, if this person is in it, or if a seat there is open and this
    person has declined the rematch.
    """
    if seeds.sits_alone(seats):
        return None
    rows = list(WaitingSeat.objects.filter(room__follows=game).select_related("room").order_by("number"))
    owners = {(row.user_id, row.guest_id) for row in rows} - {(None, None)}
    in_room = tuple(one.number for one in seats if (one.user_id, one.guest_id) in owners)
    if not in_room or seat in in_room:
        return None
    room = rows[0].room
    if room.game_id is None and any(not row.is_kept and (row.user_id, row.guest_id) not in owners for row in rows):
        return None if seats[seat].declines else Company(people=(), rematch=in_room)
    return Company(people=(), playing_on=in_room, link=room.token if room.is_asking and room.onlookers else "")


def is_annulled(seats: Sequence[Seat], log: Log) -> bool:
    """Return whether ending now annuls the game: several people, no finished hand, and a seat with too few actions."""
    if log.hands or not seeds.is_of_people(seats):
        return False
    acted = [seat for seat, _ in log.actions]
    return any(acted.count(seat) < BEGUN_WITH for seat in range(log.rules.seats))


def _runs_out(game: Game, log: Log, seat: int) -> datetime:
    """Return the deadline of the seat's decision.

    Each action and each undo restarts the clock; leaving and coming back do not. A stand-in restarts it for the player
    whose time had run out.
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
        presence = Presence.STOOD_IN if seat.number in log.stand_ins else Presence.LEFT
        return PersonAt(seat.number, presence, has_left=seat.number in log.left)
    return person_at(seat.number, _last_seen(game, seat), now)


def person_at(number: int, seen_at: datetime, now: datetime) -> PersonAt:
    if now - seen_at < AWAY_AFTER:
        return PersonAt(number, Presence.HERE)
    return PersonAt(number, Presence.AWAY, (now - seen_at) // timedelta(minutes=1))


def _last_seen(game: Game, seat: Seat) -> datetime:
    return seat.seen_at or game.started_at


def _question(game: Game, shown: Company, now: datetime) -> Question | None:
    """Return the question that the page shows; None if there is none or it is out of date."""
    kept: dict[str, Any] | None = game.question
    if kept is None:
        return None
    what, by, about, version = Asking(kept["what"]), kept["by"], kept["about"], kept["version"]
    is_outdated = version != game.version if what is Asking.TAKE_BACK else about not in shown.missing
    if is_outdated:
        return None
    agreed, refused = tuple(kept["agreed"]), kept["refused"]
    others = () if refused is not None else shown.asked_of(what, by, about)
    asked = tuple(seat for seat in others if seat not in agreed)
    question = Question(what, by, about, agreed, asked, refused=refused, version=version)
    return _as_shown_at(question, now.timestamp() - kept["at"])


def _as_shown_at(question: Question, age: float) -> Question | None:
    """Return the question as shown `age` seconds after it was put or refused, or None if it is not shown.

    A question is shown for `ASKED_FOR` while a player can still answer or if it was refused. A question about an undo
    that was not answered is then shown as `silent` for the same time. A question about an end is not: the page offers
    to ask again, because the player is still missing.
    """
    time = ASKED_FOR.total_seconds()
    if 0 <= age < time:
        return question if question.asked or question.refused is not None else None
    is_told = time <= age < 2 * time and question.what is Asking.TAKE_BACK and question.asked
    return replace(question, asked=(), silent=question.asked) if is_told else None

"""Whether what is stored of a game still follows from its log, and its deals from their seals. Nothing is written
but how far the nights have come.

A difference is told by what differs and never by its value, since the game may go on.
"""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from operator import attrgetter
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Model, QuerySet

from games import dealing
from games.dealing import ALGORITHM
from games.engine.actions import START
from games.engine.notation import action_text, read_action
from games.models import Bid, CountingProgress, Discard, Entry, Game, Play, Seal, Trick
from games.services.counting import tallies
from games.services.counting.lines import PersonLineWriter
from games.services.log import logs
from games.services.log.logs import BETWEEN, Log
from games.services.moves import store
from games.services.table import presence
from games.services.table.tables import owing
from games.snapshot import Status

logger = logging.getLogger(__name__)

#: Of each kind of row what is compared; the first tell the rows of a game apart.
COMPARED: Final = {
    "hands": ("number", "first", "deal", "auto", "hints", "undone", "result", "sheet", "dealt_at", "ended_at"),
    "bids": ("hand.number", "place", "seat", "text", "tricks", "blind"),
    "discards": ("hand.number", "seat", "card"),
    "tricks": ("hand.number", "number", "leader", "winner"),
    "plays": ("hand.number", "trick.number", "place", "seat", "card", "shuffle"),
    "lines": ("number", "seat", "key", "level", "day", "at", "is_ranked", "marks", "numbers"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game that was looked at, and what of it differs; nothing where all is well."""

    code: str
    differences: tuple[str, ...]


def verify(*, games: QuerySet[Game]) -> Iterator[Verdict]:
    """Each of the games in turn. One that differs is looked at again while nobody can move in it.

    One that somebody has removed in the meantime is passed over.
    """
    for pk in list(games.order_by("pk").values_list("pk", flat=True)):
        rows = Game.objects.filter(pk=pk)
        verdict = next((Verdict(game.code, differences(game=game)) for game in rows), None)
        if verdict is not None and verdict.differences:
            with transaction.atomic():
                locked = rows.select_for_update()
                verdict = next((Verdict(game.code, differences(game=game)) for game in locked), None)
        if verdict is not None:
            yield verdict


def days_owed() -> list[date]:
    """The days that are over and not verified; where none ever was, or the clock was ahead, yesterday alone."""
    last = _yesterday()
    until = CountingProgress.objects.values_list("verified_until", flat=True).first()
    if until is None or until > last:
        until = last - timedelta(days=1)
    return [until + timedelta(days=1 + number) for number in range((last - until).days)]


def catch_up() -> int:
    """Every day that is over and not verified; how many games differ."""
    wrong = 0
    for day in days_owed():
        wrong += verify_day(day=day)
        with transaction.atomic():
            progress = tallies.hold()
            if progress.verified_until is None or not day <= progress.verified_until <= _yesterday():
                progress.verified_until = day
                progress.save(update_fields=["verified_until"])
    return wrong


def _yesterday() -> date:
    return tallies.today() - timedelta(days=1)


def verify_day(*, day: date) -> int:
    """Every game that was last touched on that day; how many differ. Each of them is an error in the log."""
    wrong = 0
    for verdict in verify(games=touched(since=day, until=day)):
        if verdict.differences:
            wrong += 1
            logger.error("Game %s does not follow from its log: %s.", verdict.code, ", ".join(verdict.differences))
    return wrong


def touched(*, since: date, until: date) -> QuerySet[Game]:
    first = datetime.combine(since, time(), tzinfo=UTC)
    return Game.objects.filter(
        moved_at__gte=first, moved_at__lt=datetime.combine(until, time(), tzinfo=UTC) + timedelta(days=1)
    )


def differences(*, game: Game) -> tuple[str, ...]:
    entries = list(game.entries.order_by("ordinal"))
    if [entry.ordinal for entry in entries] != list(range(1, game.version + 1)):
        return ("the log has gaps",)
    try:
        log, wrong_deals = _replayed(game, entries)
    except ValueError:
        return ("the log cannot be replayed",)
    return (*wrong_deals, *_of_game(game, log), *_of_rows(game, log))


def _replayed(game: Game, entries: Sequence[Entry]) -> tuple[Log, list[str]]:
    """The log, and the dealer's actions in it that do not follow from their seals."""
    seals = {seal.number: seal for seal in game.seals.all()}
    acts: dict[int, int] = {}
    log, wrong = logs.opened(game), []
    for entry in entries:
        if entry.source == Entry.Source.DEALER and game.imported_at is None:
            number = log.state.number + (log.state.phase in BETWEEN)
            event = acts.get(number, 0)
            acts[number] = event + 1
            if not _is_sealed(game, log, entry, seals.get(number), event):
                wrong.append(f"the dealer's action {event + 1} in hand {number}")
        log = log.follow(entry)
    return log, wrong


def _is_sealed(game: Game, log: Log, entry: Entry, seal: Seal | None, event: int) -> bool:
    """A start that a match carries on is not drawn; and how deals were drawn in other days nobody knows here."""
    action = read_action(entry.action)
    if seal is None:
        return False
    if seal.algorithm != ALGORITHM or (action.verb == START and game.carried):
        return True
    secret = bytes(seal.server_seed)
    drawn = log.rules.chance(log.state, dealing.draws(secret, seal.player_seed, hand=seal.number, event=event))
    return dealing.commitment(secret) == seal.commitment and read_action(action_text(drawn)) == action


def _of_game(game: Game, log: Log) -> Iterator[str]:
    """What a game's own row says beside the log."""
    result = log.rules.result(log.state)
    seats = tuple(game.seats.order_by("number"))
    rests = game.bot_due_at is None and presence.is_deserted(game=game, seats=seats)
    owed = game.status == Status.PLAYING and not rests and bool(owing(seats, log))
    is_over = game.status == Status.FINISHED
    given_up = game.why if game.status == Status.ABANDONED else ""  # a record names how; no log does
    left = game.imported_at is None and log.left  # who left is told by a record, and by no log of one
    expected = {
        "number": (game.number, log.state.number),
        "scores": (game.scores, _plain(store.scores(log))),
        "status": (is_over, result is not None and game.status != Status.ABANDONED),
        "winner": (game.winner, result.winner if result is not None and is_over else None),
        "why": (game.why, (result.why or "") if result is not None and is_over else given_up),
        "bot_due_at": (game.bot_due_at is not None, owed),
        "left": (game.imported_at is None and {seat.number for seat in seats if seat.left_at}, left),
    }
    return (f"the game's {name}" for name, (stored, anew) in expected.items() if stored != anew)


def _of_rows(game: Game, log: Log) -> Iterator[str]:
    """The rows of hands and what people's statistics are made of."""
    rows = store.rows_of(game, log.fresh)
    stored_lines = {(line.number, line.seat): line for line in game.lines.all()}
    lines = PersonLineWriter(game, log, stored_lines).rows(rows.hands)
    pairs: Mapping[str, tuple[Iterable[Model], Iterable[Model]]] = {
        "hands": (game.hands.all(), rows.hands),
        "bids": (Bid.objects.filter(hand__game=game).select_related("hand"), rows.bids),
        "discards": (Discard.objects.filter(hand__game=game).select_related("hand"), rows.discards),
        "tricks": (Trick.objects.filter(hand__game=game).select_related("hand"), rows.tricks),
        "plays": (Play.objects.filter(hand__game=game).select_related("hand", "trick"), rows.plays),
        "lines": (game.lines.all(), lines),
    }
    for name, (stored, anew) in pairs.items():
        if name == "lines" and tallies.is_recounting():
            continue  # as an older version told them: the next night recounts them
        if _compared(name, stored) != _compared(name, anew):
            yield f"the {name}"


def _compared(name: str, rows: Iterable[Model]) -> Any:
    """Without their keys."""
    return _plain(sorted(map(attrgetter(*COMPARED[name]), rows), key=str))


def _plain(value: object) -> Any:
    """As it comes back from a row: lists for tuples, in any order of names."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder, sort_keys=True))

"""Write one move: a compare-and-set on the game's row, the log entries, and the rows that follow from them.

The compare-and-set on the version (`advance`) decides every race. On PostgreSQL a single statement does it, inserts the
entries and notifies open pages. This SQL is written by hand, and cached per set of columns and number of entries,
because every action waits for it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import chain
from typing import Any, Final, TypeVar, cast

from django.db import connection
from django.db.models import Field, Min, Model
from django.dispatch import Signal
from django.utils import timezone

from accounts.queries import prepared_cursor
from games.company import Seating
from games.engine.actions import action_text, plain
from games.engine.state import BidSaid, Dealt, Discarded, Event, HandEnded, Played, TrickWon
from games.snapshot import Status
from games.table import live
from games.table.logs import Log, LogEntry
from games.table.models import Bid, Discard, Entry, Game, Hand, Play, Seat, Trick
from games.table.tables import with_late_bots

#: Sent after rows of hands are stored, if a hand or the game is over. Arguments: `game`, `log`, `hands` (`Hand` list).
#: Sent inside the transaction: an exception in a receiver rolls it back.
hands_stored: Final = Signal()
E = TypeVar("E", bound=Event)
_COMES_OR_GOES: Final = (Seating.LEAVES, Seating.IS_BACK)
_CHANGED: Final = ("version", "number", "moved_at", "bot_due_at", "scores", "status", "ended_at", "winner", "why")
_LOGGED: Final = ("ordinal", "hand", "seat", "action", "source", "at")
_LINE: Final = ", ".join(["%s"] * len(_LOGGED))
_INTO: Final = f"INSERT INTO {Entry._meta.db_table} (game_id, {', '.join(_LOGGED)})"


def scores(log: Log) -> list[object]:
    """Return the scores by side after the last scored hand, for lists of games; empty if no hand is scored."""
    for hand in reversed(log.hands):
        shown = hand.record.get(log.rules.score)
        if isinstance(shown, tuple):
            return list(shown)
    return []


def writes_rows(game: Game, log: Log) -> bool:
    """Return whether `write` has rows to write for this move, so that the move needs a transaction."""
    comes_or_goes = any(line.action.verb in _COMES_OR_GOES for line in log.fresh)
    return comes_or_goes or log.has_caused(Dealt, HandEnded) or game.status != Status.PLAYING


def write(game: Game, log: Log) -> None:
    """Write the rows of hands dealt or finished in the fresh lines, and of seats whose players left or came back.

    The caller owns the transaction, has won the compare-and-set on the version, and has written the entries.
    """
    for line in log.fresh:
        if line.action.verb in _COMES_OR_GOES:
            left_at = line.at if line.action.verb == Seating.LEAVES else None
            Seat.objects.filter(game=game, number=line.seat).update(left_at=left_at)
    dealt = _hand_dealt(game, log.fresh)
    if dealt is not None:
        dealt.save(force_insert=True)
    tell_of(game, log, [close(game, log)] if log.has_caused(HandEnded) else [])


def close(game: Game, log: Log) -> Hand:
    """Write all rows of the log's current hand, which is over or abandoned. Its deal is stored already."""
    stored = game.hands.get(number=log.state.number)
    rows = rows_of(game, log.lines)
    rows.hands[0].pk = stored.pk
    rows.hands[0].save(force_update=True)
    _add_cards(rows)
    return rows.hands[0]


def write_whole(game: Game, log: Log) -> None:
    """Write the entries and rows of a whole game at once. The caller owns the transaction."""
    Entry.objects.bulk_create(entries(game, log))
    tell_of(game, log, project(game, log.fresh))


def entries(game: Game, log: Log) -> list[Entry]:
    return [
        Entry(
            game=game,
            ordinal=line.ordinal,
            hand=line.hand,
            seat=line.seat,
            action=action_text(line.action),
            source=line.source,
            at=line.at,
        )
        for line in log.fresh
    ]


def tell_of(game: Game, log: Log, hands: Sequence[Hand]) -> None:
    """Send `hands_stored` for hands whose rows are stored, if one of them or the game is over."""
    if game.status != Status.PLAYING or any(hand.ended_at is not None for hand in hands):
        hands_stored.send(sender=Game, game=game, log=log, hands=hands)


@dataclass(frozen=True, slots=True)
class HandRows:
    """The unsaved rows of whole hands."""

    hands: list[Hand]
    bids: list[Bid]
    discards: list[Discard]
    tricks: list[Trick]
    plays: list[Play]


def rows_of(game: Game, fresh: Sequence[LogEntry]) -> HandRows:
    """Build the unsaved rows of the hands dealt in these lines; a hand in play gets only its own row, with the deal."""
    by_number: dict[int, list[LogEntry]] = {}
    for line in fresh:
        by_number.setdefault(line.hand, []).append(line)
    rows = HandRows([], [], [], [], [])
    for lines in by_number.values():
        hand, ended = _hand_dealt(game, lines), _caused(lines, HandEnded)
        if hand is not None:
            rows.hands.append(hand)
            sources = Counter(line.source for line in lines)
            if ended is not None:
                line, result = ended
                hand.result, hand.sheet, hand.ended_at = plain(result.record), plain(result.sheet), line.at
                hand.auto = sources[Entry.Source.TABLE]
            if ended is not None or game.status != Status.PLAYING:
                hand.hints, hand.undone = sources[Entry.Source.HINT], sources[Entry.Source.UNDO]
                _add_rows(rows, hand, [event for line in lines for event in line.events])
    return rows


def project(game: Game, fresh: Sequence[LogEntry]) -> list[Hand]:
    """Store the rows of the hands dealt in these lines; return the hands. The caller owns the transaction."""
    rows = rows_of(game, fresh)
    Hand.objects.bulk_create(rows.hands)
    _add_cards(rows)
    return rows.hands


def advance(game: Game, log: Log, *, more_columns: tuple[str, ...] = ()) -> bool:
    """Write the game's row and the fresh lines of the log; return whether they were written.

    Nothing is written if the version has changed or the game is over. On SQLite, or if the move writes more rows, the
    caller must open a transaction. PostgreSQL notifies open pages on commit. `more_columns` names further columns of
    the game's row to write. Most moves must not overwrite them, because other code writes them, too.
    """
    before, fresh = log.version - len(log.fresh), entries(game, log)
    changed = (*_CHANGED, *more_columns)
    changes = [*(_column_value(game, name) for name in changed), game.pk, before, Status.PLAYING]
    lines = [[_column_value(entry, name) for name in _LOGGED] for entry in fresh]
    with prepared_cursor() as cursor:
        if connection.vendor == "postgresql":
            said = [live.CHANNEL, live.payload(game)]
            cursor.execute(_move_sql(changed, len(lines)), [*changes, *chain.from_iterable(lines), *said])
            return cursor.fetchone() is not None
        cursor.execute(_update_sql(changed), changes)
        if cursor.rowcount != 1:
            return False
        cursor.executemany(f"{_INTO} VALUES (%s, {_LINE})", [[game.pk, *line] for line in lines])
    return True


def _column_value(row: Model, name: str) -> Any:
    field = cast("Field[Any, Any]", row._meta.get_field(name))
    return field.get_db_prep_save(getattr(row, name), connection)


@cache
def _update_sql(changed: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = %s" for name in changed)
    return f"UPDATE {Game._meta.db_table} SET {changes} WHERE id = %s AND version = %s AND status = %s"  # noqa: S608


def _typed_line() -> str:
    """Return the placeholders of an entry, with casts, since PostgreSQL treats untyped parameters in VALUES as text."""
    types = (Entry._meta.get_field(name).db_type(connection) or "" for name in _LOGGED)
    return f"({', '.join('%s' if one.startswith('varchar') else f'%s::{one}' for one in types)})"


@cache
def _move_sql(changed: tuple[str, ...], lines: int) -> str:
    return f"""
        WITH moved AS ({_update_sql(changed)} RETURNING id), logged AS (
            {_INTO} SELECT moved.id, line.* FROM moved, (VALUES {", ".join([_typed_line()] * lines)}) AS line
        )
        SELECT pg_notify(%s, %s) FROM moved
    """  # noqa: S608


def overdue() -> int:
    return with_late_bots(Game.objects.all()).count()


def longest_overdue() -> timedelta:
    """Return how long the oldest action owed by a computer player has been due; zero if none is owed."""
    since = Game.objects.filter(bot_due_at__isnull=False).aggregate(since=Min("bot_due_at"))["since"]
    return max(timedelta(0), timezone.now() - since) if since is not None else timedelta(0)


def _add_cards(rows: HandRows) -> None:
    Bid.objects.bulk_create(rows.bids)
    Discard.objects.bulk_create(rows.discards)
    Trick.objects.bulk_create(rows.tricks)
    Play.objects.bulk_create(rows.plays)


def _hand_dealt(game: Game, lines: Sequence[LogEntry]) -> Hand | None:
    """Return the unsaved row of the hand dealt in these lines; None if none is dealt."""
    found = _caused(lines, Dealt)
    if found is None:
        return None
    line, dealt = found
    return Hand(game=game, number=dealt.number, first=dealt.first, deal=plain(dealt.deal), dealt_at=line.at)


def _add_rows(rows: HandRows, hand: Hand, events: Sequence[Event]) -> None:
    said = [event for event in events if isinstance(event, BidSaid)]
    rows.bids.extend(
        Bid(hand=hand, place=place, seat=one.seat, text=one.text, tricks=one.tricks, blind=one.blind)
        for place, one in enumerate(said)
    )
    discarded = [event for event in events if isinstance(event, Discarded)]
    rows.discards.extend(Discard(hand=hand, seat=one.seat, card=card.text) for one in discarded for card in one.cards)
    plays = [event for event in events if isinstance(event, Played)]
    won = {event.trick: event.winner for event in events if isinstance(event, TrickWon)}
    leaders = {play.trick: play.seat for play in reversed(plays)}
    tricks = {n: Trick(hand=hand, number=n, leader=leaders[n], winner=won.get(n)) for n in sorted(leaders)}
    rows.tricks.extend(tricks.values())
    rows.plays.extend(
        Play(
            hand=hand, trick=tricks[one.trick], place=one.place, seat=one.seat, card=one.card.text, shuffle=one.shuffle
        )
        for one in plays
    )


def _caused(lines: Sequence[LogEntry], kind: type[E]) -> tuple[LogEntry, E] | None:
    """Return the first event of this kind with its entry; None if these lines have none."""
    return next(((line, event) for line in lines for event in line.events if isinstance(event, kind)), None)

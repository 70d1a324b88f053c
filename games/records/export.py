"""Export games that are over as records: one game, or all games of a person in chunks.

A running game has hidden cards, so it has no record.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from django.db.models import Prefetch, Q, QuerySet

from accounts.people import Person
from games.engine.actions import read_action
from games.records.format import line_of, record_of
from games.snapshot import Status
from games.table import logs, seeds, tables
from games.table.models import Entry, Game, Hand, Seal, Seat
from games.table.tables import seated_player, seats_of

#: Games per query; bounds the memory of an export.
CHUNK: Final = 25


class GameNotOver(Exception):
    """The game is not over, so it has no record."""


class NoSuchGame(LookupError):
    """No game has that code."""


def game_line(*, code: str) -> str:
    """Return the record of a game as one line. Raises NoSuchGame or GameNotOver."""
    game = _whole(Game.objects.filter(code=code)).first()
    if game is None:
        raise NoSuchGame(code)
    if game.status == Status.PLAYING:
        raise GameNotOver(code)
    return _line(game)


def chunks(*, person: Person) -> Iterator[str]:
    """Yield the records of all the person's games that are over, oldest first, as chunks of `CHUNK` whole lines.

    No query stays open between two chunks, so that each may be read in another thread.
    """
    after = 0
    while True:
        over = seats_of(person).exclude(game__status=Status.PLAYING).filter(game_id__gt=after).order_by("game_id")
        games = list(_whole(Game.objects.filter(pk__in=over.values("game_id")[:CHUNK])).order_by("pk"))
        if not games:
            return
        after = games[-1].pk
        yield "".join(f"{_line(game)}\n" for game in games)


def _whole(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("board__challenge", "origin").prefetch_related(
        Prefetch("entries", queryset=Entry.objects.order_by("ordinal")),
        Prefetch("seats", queryset=Seat.objects.select_related("user", "guest").order_by("number")),
        "seals",
        Prefetch("hands", queryset=Hand.objects.filter(Q(hints__gt=0) | Q(undone__gt=0))),
    )


def _line(game: Game) -> str:
    entries = list(game.entries.all())
    record = record_of(
        key=game.key,
        options=game.options,
        said=[(entry.seat, read_action(entry.action)) for entry in logs.standing_entries(entries)],
        seats=[_seat(seat) for seat in game.seats.all()],
        proofs={seal.number: proof for seal in game.seals.all() if (proof := _proof(seal))},
        auto=Counter(entry.hand for entry in entries if entry.source == Entry.Source.TABLE),
        helped={hand.number: (hand.hints, hand.undone) for hand in game.hands.all()},
        ended=_ended(game),
        source=_source(game),
    )
    return line_of(record)


def _source(game: Game) -> Mapping[str, object]:
    """Return the record's `board` of a game at a board, and its `origin` of a practice game; empty for other games.

    The link of a challenge is omitted: it grants access to the challenge.
    """
    origin = {"origin": tables.origin_code(game)} if game.is_practice else {}
    board = game.board
    if board is None:
        return origin
    named: dict[str, object] = {"day": None if board.day is None else board.day.isoformat()}
    if board.challenge is not None:
        named["challenge"] = {"opened": board.challenge.opened_at.date().isoformat(), "board": board.number}
    return {"board": {**named, "commitment": board.commitment, "counted": game.is_counted}, **origin}


def _seat(seat: Seat) -> Mapping[str, object]:
    """Return the seat's player. The name is omitted if the person was removed."""
    shown = seated_player(seat)
    name = {"name": shown.name} if shown.name else {}
    left = {} if seat.left_at is None else {"left": True}
    return {**name, "player": shown.level or "person", **left}


def _proof(seal: Seal) -> Mapping[str, object]:
    """Return the seeds of the deal (docs/fair-deals.md); empty while others can still play these cards."""
    snapshot = seeds.opened_seal(seal)
    if snapshot.server_seed is None:
        return {}
    return {
        "algorithm": snapshot.algorithm,
        "commitment": snapshot.commitment,
        "server_seed": snapshot.server_seed,
        "player_seed": snapshot.player_seed,
    }


def _ended(game: Game) -> Mapping[str, object] | None:
    """Return how the game was given up and by which seat; None if it was not.

    A game given up without `gave_up` has exactly one person, whose seat is returned.
    """
    if game.status != Status.ABANDONED:
        return None
    people = [seat.number for seat in game.seats.all() if not seat.level]
    return {"why": game.why or "abandoned", "seat": game.gave_up if game.gave_up is not None else people[0]}

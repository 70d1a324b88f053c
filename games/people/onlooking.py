"""The table as spectators see it: visitors with the table's link who have no seat there.

Its source is the rules' view for spectators, so it hides all players' cards during a hand and is the same for all
spectators. Each process renders and caches a version of a game once per language, independent of any request.
"""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final
from weakref import WeakValueDictionary

from django.template.loader import get_template
from django.utils import translation

from accounts.models import Preferences
from games.engine.state import DEALER, Seat
from games.people.rooms import NoSuchRoom
from games.registry import GAMES
from games.snapshot import Snapshot, Status
from games.table import logs, tables
from games.table.live import mark
from games.table.models import Game
from games.table.models import Seat as SeatRow
from games.table.room_models import WaitingRoom

#: The near seat of all spectators.
NEAR: Seat = 0
PARTIAL: Final = "games/people/onlooker/_table.html"
#: Maximum number of cached tables (one per language), and of moments of each, for pages that lag; about 10 MB in all.
TABLES: Final = 100
MOMENTS: Final = 6

TableKey = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that spectators may watch, with the token of its table's link."""

    token: str
    pk: int
    code: str


def watched_game(*, token: str) -> Watched:
    """Return the game behind the link. Raises NoSuchRoom without a game or if spectators may not watch it.

    A game that is over may not be watched while other people may still play the same cards.
    """
    found = WaitingRoom.objects.filter(token=token, is_asking=True, onlookers=True).select_related("game")
    game = next((room.game for room in found), None)
    if game is None or (game.status != Status.PLAYING and tables.is_still_played(game)):
        raise NoSuchRoom
    return Watched(token, game.pk, game.code)


def is_watchable(*, code: str) -> bool:
    return WaitingRoom.objects.filter(game__code=code, is_asking=True, onlookers=True).exists()


def progress_of(game: Watched) -> tuple[int, str]:
    """Return version and status, by one query. Raises NoSuchRoom if the game was deleted or may not be watched."""
    link = {"room__token": game.token, "room__is_asking": True, "room__onlookers": True}
    row = Game.objects.filter(pk=game.pk, **link).values_list("version", "status").first()
    if row is None:
        raise NoSuchRoom
    return row


def steps(game: Watched, version: int | None) -> tuple[Snapshot, ...]:
    """Return the game after each move since that version (`logs.moves_since`), oldest first; the current game is last.

    Returns only the current game if `version` is None, or if `MOST_STEPS` tables or more come before it.
    Raises NoSuchRoom.
    """
    try:
        seats = tables.seats_at(game.code)
    except tables.NotSeated as error:
        raise NoSuchRoom from error
    row = seats[0].game
    passed, now = ([], logs.read(row)) if version is None else logs.moves_since(row, version, DEALER)
    if len(passed) >= tables.MOST_STEPS:
        passed.clear()
    return *(
        tables.as_past(spectator_snapshot(seats, log, status=Status.PLAYING), is_played_out=played)
        for log, played in passed
    ), spectator_snapshot(seats, now)


def spectator_snapshot(seats: tuple[SeatRow, ...], log: logs.Log, *, status: Status | None = None) -> Snapshot:
    """Return the spectators' snapshot of this log. `status` overrides the game's, for an earlier version."""
    status = status or Status(seats[0].game.status)
    view = log.rules.view(log.state, None)
    return replace(tables.shared_snapshot(seats, log, view, near=NEAR, status=status), is_onlookers=True)


@dataclass(frozen=True, slots=True)
class RenderedMoment:
    """A rendered moment of a game. `mark` identifies it on pages and in events."""

    version: int
    mark: str
    html: str


@dataclass(slots=True)
class _TableMoments:
    """The latest rendered moments of a table in one language, newest last."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    drawn: tuple[RenderedMoment, ...] = ()


_GATE = threading.Lock()


@lru_cache(maxsize=TABLES)
def _table_moments(_key: TableKey) -> _TableMoments:
    """Return the cached moments of this table and language. The caller holds `_GATE`, so that threads share them."""
    return _TableMoments()


def rendered_moments(game: Watched, language: str) -> tuple[RenderedMoment, ...]:
    """Return the table's latest moments, oldest first; the last is the current table. Renders those not cached.

    Raises NoSuchRoom.
    """
    with _GATE:
        kept = _table_moments((game.pk, language))
    version, status = progress_of(game)
    with kept.lock:
        last = kept.drawn[-1] if kept.drawn else None
        if last is None or last.mark != mark(version, status):
            since = last.version if last is not None and last.version <= version else None
            with translation.override(language):
                fresh = [_draw(game, snapshot) for snapshot in steps(game, since)]
            names = {one.mark for one in fresh}
            before = [one for one in kept.drawn if since is not None and one.mark not in names]
            kept.drawn = (*before, *fresh)[-MOMENTS:]
        return kept.drawn


def _draw(game: Watched, snapshot: Snapshot) -> RenderedMoment:
    table = GAMES[snapshot.key].table_page(snapshot, Preferences(), token=game.token)
    html = get_template(PARTIAL).render({"table": table})
    return RenderedMoment(snapshot.version, mark(snapshot.version, snapshot.status), html)


class Looks:
    """Coalesces calls for one table and language: of all streams woken at once, only one makes the call."""

    def __init__(self) -> None:
        self._lock, self._asked, self._answered = asyncio.Lock(), 0, 0
        self._seen: tuple[RenderedMoment, ...] = ()

    async def look(self, look: Callable[[], tuple[RenderedMoment, ...]]) -> tuple[RenderedMoment, ...]:
        """Return the result of a call of the function `look` that began after this method was called."""
        self._asked += 1
        own = self._asked
        async with self._lock:
            if self._answered < own:
                asked = self._asked
                self._seen, self._answered = await asyncio.to_thread(look), asked
            return self._seen


_LOOKS: WeakValueDictionary[TableKey, Looks] = WeakValueDictionary()


def looks_at(game: Watched, language: str) -> Looks:
    """Return the instance that all streams of this table and language share; freed when the last stream ends."""
    return _LOOKS.setdefault((game.pk, language), Looks())

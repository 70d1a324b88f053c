"""What a spectator sees: a visitor who follows a table's link and has no seat there.

Shows no hand in play: only the rules' view for spectators, and nothing of any seat's view. So all spectators share the
HTML: each version is rendered once per game, language and process, independent of any request.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
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
from games.table.models import Game, WaitingRoom
from games.table.models import Seat as SeatRow

#: The seat from whose side spectators see the table; the same for all, since the opener may sit anywhere.
NEAR: Seat = 0
PARTIAL: Final = "games/people/onlooker/_table.html"
#: Number of cached tables, and of moments of each, for pages that lag behind; about ten megabytes in all.
TABLES: Final = 100
MOMENTS: Final = 6

Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that may be watched by the link of its table."""

    token: str
    pk: int
    code: str


@dataclass(frozen=True, slots=True)
class Progress:
    version: int
    status: Status


def watched(*, token: str) -> Watched:
    """Return the game behind the link. Raises NoSuchRoom if there is none or it may not be watched.

    A finished game may not be watched while other people still have its cards to play.
    """
    found = WaitingRoom.objects.filter(token=token, is_asking=True, onlookers=True).select_related("game")
    game = next((room.game for room in found), None)
    if game is None or (game.status != Status.PLAYING and tables.is_still_played(game)):
        raise NoSuchRoom
    return Watched(token, game.pk, game.code)


def is_watchable(*, code: str) -> bool:
    return WaitingRoom.objects.filter(game__code=code, is_asking=True, onlookers=True).exists()


def moment(game: Watched) -> Progress:
    """Return the game's progress, by one small query. Raises NoSuchRoom if it was deleted or may not be watched now."""
    link = {"room__token": game.token, "room__is_asking": True, "room__onlookers": True}
    row = Game.objects.filter(pk=game.pk, **link).values_list("version", "status").first()
    if row is None:
        raise NoSuchRoom
    version, status = row
    return Progress(version, Status(status))


def steps(game: Watched, since: int | None) -> tuple[Snapshot, ...]:
    """Return the game after each action since version `since`, oldest first, and last the game now. Raises NoSuchRoom.

    Only the game now if `since` is None or from `MOST_STEPS` actions on.
    """
    try:
        seats = tables.seats_at(game.code)
    except tables.NotSeated as error:
        raise NoSuchRoom from error
    row = seats[0].game
    passed, now = ([], logs.read(row)) if since is None else logs.moves_since(row, since, DEALER)
    if len(passed) >= tables.MOST_STEPS:
        passed.clear()
    return *(tables.passed(seen(seats, one.log, status=Status.PLAYING), one) for one in passed), seen(seats, now)


def seen(seats: tuple[SeatRow, ...], log: logs.Log, *, status: Status | None = None) -> Snapshot:
    """Return the spectators' snapshot of this log. `status` overrides the game's, for an earlier version."""
    status = status or Status(seats[0].game.status)
    view = log.rules.view(log.state, None)
    return replace(tables.moment(seats, log, view, near=NEAR, status=status), is_onlookers=True)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A rendered moment of a game. `at` identifies it on pages and in events."""

    version: int
    at: str
    html: str


@dataclass(slots=True)
class _Kept:
    """The last moments of one table in one language, newest last, and the game's progress when they were rendered."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    moment: Progress | None = None
    drawn: tuple[Drawn, ...] = ()


_KEPT: OrderedDict[Key, _Kept] = OrderedDict()
_GATE = threading.Lock()


def drawn(game: Watched, language: str) -> tuple[Drawn, ...]:
    """Return the cached moments, oldest first; the last one is the table now. Raises NoSuchRoom."""
    kept, now = _kept((game.pk, language)), moment(game)
    with kept.lock:
        if kept.moment != now:
            since = kept.drawn[-1].version if kept.drawn and kept.drawn[-1].version <= now.version else None
            with translation.override(language):
                fresh = [_draw(game, snapshot) for snapshot in steps(game, since)]
            names = {one.at for one in fresh}
            before = [one for one in kept.drawn if since is not None and one.at not in names]
            kept.drawn = (*before, *fresh)[-MOMENTS:]
            kept.moment = now if kept.drawn[-1].version == now.version else None
        return kept.drawn


def _draw(game: Watched, snapshot: Snapshot) -> Drawn:
    table = GAMES[snapshot.key].table_page(snapshot, Preferences(), token=game.token)
    html = get_template(PARTIAL).render({"table": table})
    return Drawn(snapshot.version, mark(snapshot.version, snapshot.status), html)


def _kept(key: Key) -> _Kept:
    with _GATE:
        kept = _KEPT.setdefault(key, _Kept())
        _KEPT.move_to_end(key)
        while len(_KEPT) > TABLES:
            _KEPT.popitem(last=False)
        return kept


class Looks:
    """Coalesces calls of the streams of one table and language: of all that wake at once, one calls `look` for all."""

    def __init__(self) -> None:
        self._lock, self._asked, self._answered = asyncio.Lock(), 0, 0
        self._seen: tuple[Drawn, ...] = ()

    async def look(self, look: Callable[[], tuple[Drawn, ...]]) -> tuple[Drawn, ...]:
        """Return the result of a call of `look` that began after this one."""
        self._asked += 1
        own = self._asked
        async with self._lock:
            if self._answered < own:
                asked = self._asked
                self._seen, self._answered = await asyncio.to_thread(look), asked
            return self._seen


_LOOKS: WeakValueDictionary[Key, Looks] = WeakValueDictionary()


def looks_at(game: Watched, language: str) -> Looks:
    """Return the instance that all streams of this table and language share. It is freed with the last of them."""
    return _LOOKS.setdefault((game.pk, language), Looks())

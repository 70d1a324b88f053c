"""A cache of the table as spectators see it, as HTML. Each version is rendered once per game, language and process.

All spectators may share it: it is rendered from their view of the game alone, independent of any request.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakValueDictionary

from django.template.loader import get_template
from django.utils import translation

from accounts.models import Preferences
from games.people import onlooking
from games.people.onlooking import Progress, Watched
from games.registry import GAMES
from games.snapshot import Snapshot
from games.table.live import mark

PARTIAL: Final = "games/people/onlooker/_table.html"
#: Number of cached tables, and of moments of each, for pages that lag behind; about ten megabytes in all.
TABLES: Final = 100
MOMENTS: Final = 6

Key = tuple[int, str]


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
    kept, now = _kept((game.pk, language)), onlooking.moment(game)
    with kept.lock:
        if kept.moment != now:
            since = kept.drawn[-1].version if kept.drawn and kept.drawn[-1].version <= now.version else None
            with translation.override(language):
                fresh = [_draw(game, snapshot) for snapshot in onlooking.steps(game, since)]
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

"""The table for all who look on, drawn once: by game and language in this process, each version of it a single time.

It shows nobody what another is shown, since it is drawn of what an onlooker may see and of no request.
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
from games import presenters
from games.live import mark
from games.services.people import onlooking
from games.services.people.onlooking import Progress, Watched
from games.snapshot import Snapshot

PARTIAL: Final = "games/onlooker/_table.html"
#: Tables of which what was drawn is kept, and how many moments of each for pages that are behind: some ten megabytes.
TABLES: Final = 100
MOMENTS: Final = 6

Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A moment of a game: `at` is its name on pages and in events."""

    version: int
    at: str
    html: str


@dataclass(slots=True)
class _Kept:
    """The last moments of one table in one language, the newest last, and what its row told then."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    moment: Progress | None = None
    drawn: tuple[Drawn, ...] = ()


_KEPT: OrderedDict[Key, _Kept] = OrderedDict()
_GATE = threading.Lock()


def drawn(game: Watched, language: str) -> tuple[Drawn, ...]:
    """The moments that are kept, the oldest first; the last is the table as it is now. Raises NoSuchRoom."""
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
    table = presenters.onlooking(snapshot, preferences=Preferences(), token=game.token)
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
    """Streams of one table in one language: of all that are woken at once one looks, and the others see what it saw."""

    def __init__(self) -> None:
        self._lock, self._asked, self._answered = asyncio.Lock(), 0, 0
        self._seen: tuple[Drawn, ...] = ()

    async def look(self, look: Callable[[], tuple[Drawn, ...]]) -> tuple[Drawn, ...]:
        """What a look saw that began after this was asked."""
        self._asked += 1
        own = self._asked
        async with self._lock:
            if self._answered < own:
                asked = self._asked
                self._seen, self._answered = await asyncio.to_thread(look), asked
            return self._seen


_LOOKS: WeakValueDictionary[Key, Looks] = WeakValueDictionary()


def looks_at(game: Watched, language: str) -> Looks:
    """Shared by the streams that hold it, and gone with the last of them."""
    return _LOOKS.setdefault((game.pk, language), Looks())

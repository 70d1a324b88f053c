"""The event stream of one seat: its own partial whenever the table has changed, compressed as one stream.

What was said comes as an event of its own, so that it redraws no table.

An event's id is the version, so a browser that comes back names what it has seen and is sent what is newer, step
by step: every computer player's card is seen to fall. The action of a person who sits among computer players is shown
by the answer to it, so it is not sent while one of them owes the next. The stream then looks once a second and makes
the action itself when it is late; on the person's turn it sleeps until it is woken.

Where several people sit, each look also says that this one is here, and who is away is shown as news is.
"""

from asyncio import to_thread
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.views.decorators.http import require_GET

from accounts import limits
from accounts.limits import Lease
from accounts.people import Person, look_again, person_of
from games.company import ASKS, WITH, Company
from games.forms import LARGEST_VERSION, number_in
from games.live import HUB, Watch, mark
from games.services.moves import play
from games.services.people import words as spoken
from games.services.table import resting, tables
from games.services.table.tables import Place
from games.views.events import HERE, counted, event, renewed, streamed, words
from games.views.seated import place_or_404
from games.views.showing import partial, talk

#: Seconds between looks while a computer player owes an action, where several people sit, and between signs of life.
LOOK, LOOK_ROUND, PING = 1.0, 5.0, 15.0


class _Gone(Exception):
    """Nobody sits here any more who could be shown the table."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page has seen: a moment of the game, as `live.mark` names it, and so many of the words that were said."""

    mark: str
    said: int


@require_GET
def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """404 for a stranger. `v` or the browser's Last-Event-ID is the version already shown."""
    place, lease = _place(request, code)
    since = request.headers.get("Last-Event-ID") or request.GET.get("v", "")
    return streamed(request, _events(request, place, lease, _Shown(since, _number(request.GET.get("said", "")))))


def _place(request: HttpRequest, code: str) -> tuple[Place, Lease]:
    """The guard, and one of the few streams that somebody may have open. The connection is given back here: else it
    would be kept until the stream has ended, and a page that is only open would hold one of the pool for hours."""
    try:
        place = place_or_404(request, code)
        return place, limits.lease(name="streams", who=cast(Person, person_of(request)).mark)
    finally:
        close_old_connections()


async def _events(request: HttpRequest, place: Place, lease: Lease, shown: _Shown) -> AsyncIterator[bytes]:
    late, told_at = False, monotonic()
    async with counted(lease), HUB.watching(place.code) as watch:
        yield b"retry: 1000\n\n"
        while True:
            watch.clear()
            try:
                waiting, shown, news = await to_thread(_look, request, place, shown, late=late)
            except _Gone:
                return
            if lease.is_due and not await to_thread(renewed, lease):
                return  # the page comes back by itself, and is counted anew
            if news:
                told_at = monotonic()
                yield news
            late = not await _worth_a_look(watch, shown, waiting, is_alone=place.is_alone)
            if late and not (waiting and monotonic() - told_at < PING):
                told_at = monotonic()
                yield HERE


async def _worth_a_look(watch: Watch, shown: _Shown, waiting: bool, *, is_alone: bool) -> bool:
    """Until there is something new to show; False where it is time to look all the same. While a computer player owes
    an action there is nothing for whoever sits there alone: the answer to the person's own action shows that already.
    """
    seen = replace(shown, mark=shown.mark.partition(WITH)[0])
    while await watch.wait(LOOK if waiting else PING if is_alone else LOOK_ROUND):
        notice = watch.notice
        is_asked = notice is not None and (notice.asked_at or ASKS in shown.mark)
        if notice is None or is_asked:
            return True
        if not ((notice.is_owed and is_alone) or _Shown(notice.mark, notice.said) == seen):
            return True
        watch.clear()
        waiting = notice.is_owed
    return False


def _check(request: HttpRequest, place: Place) -> None:
    """Raises _Gone where the session has ended."""
    if not look_again(request, among=tables.people_at(place.seats)):
        raise _Gone


def _look(request: HttpRequest, place: Place, shown: _Shown, *, late: bool) -> tuple[bool, _Shown, bytes]:
    """Whether a computer player owes an action, what the page will have seen, and the events that show it: each step
    that is new to this page with its partial, and what was said.

    While one is owed no step is sent, unless it is `late`: the answer to the person's own action shows that already.

    Runs in a thread of its own with connections of its own, given back at once: a stream holds none. Raises _Gone where
    session or game have gone since.
    """
    try:
        translation.activate(request.LANGUAGE_CODE)  # what the middleware activated holds in another thread
        seats = tables.seats_at(place.code)
        place = replace(place, seats=seats, game=seats[0].game)
        _check(request, place)  # a session that has ended gives others no sign of life
        resting.give_sign(place=place)
        if place.is_overdue and play.rescue(code=place.code):
            place.game.refresh_from_db()
        is_owed = place.game.bot_due_at is not None
        held_back = is_owed and place.is_alone and not late
        has_all = place.is_alone or place.game.said == shown.said
        at = _moment(place.game.version, place.game.status, tables.company(place))
        has_seen = held_back or at == shown.mark
        if has_all and has_seen:
            return is_owed, shown, b""
        news = b"" if has_all else words(talk(spoken.talk_at(place)))
        shown = replace(shown, said=place.game.said)
        if has_seen:
            return is_owed, shown, news
        steps = tables.steps(place, _number(shown.mark))
        drawn = [(_moment(one.version, one.status, one.company), partial(request, one)) for one in steps]
        news += b"".join(event(at, html) for at, html in drawn)
        return steps[-1].computer_acts, replace(shown, mark=drawn[-1][0]), news
    except (ObjectDoesNotExist, tables.NotSeated) as gone:
        raise _Gone from gone
    finally:
        translation.deactivate()
        close_old_connections()


def _moment(version: int, status: str, company: Company | None) -> str:
    """What a page shows, in one word."""
    return Company.beside(mark(version, status), company)


def _number(shown: str) -> int:
    """Up to where a page says it has seen; one that says nothing sensible is sent how things are."""
    number = number_in(shown.partition(WITH)[0].partition("-")[0])
    return LARGEST_VERSION if number is None else number

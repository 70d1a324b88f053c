"""Records of games as files: of one game, and of all games of a person as a stream."""

from asyncio import to_thread
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.people import Person
from games.services.past import records
from games.services.table.tables import Place, is_over
from games.views.limited import take
from games.views.seated import person_or_404, seated

JSON_LINES = "application/jsonl; charset=utf-8"


@require_safe
@seated
def record(request: HttpRequest, place: Place) -> HttpResponse:
    """The record of a game that is over; 404 while it goes on, since its cards are hidden."""
    try:
        line = records.game_line(code=place.code)
    except records.StillPlayed:
        return render(request, "games/records/playing.html", {"code": place.code}, status=404)
    return HttpResponse(f"{line}\n", content_type=JSON_LINES, headers=_named(place.code))


def record_url(place: Place) -> str:
    """Where the record of that game is; nowhere while it goes on."""
    return reverse("games:record", args=(place.code,)) if is_over(place) else ""


@require_safe
async def every(request: HttpRequest) -> HttpResponseBase:
    """Stream all games of the person that are over; a chunk of them stands in memory at once."""
    person = await sync_to_async(_asking)(request)
    return StreamingHttpResponse(_lines(person), content_type=JSON_LINES, headers=_named("spadesite-games"))


def _asking(request: HttpRequest) -> Person:
    """Return the person. Gives its connection back: Django would keep it until the stream has ended."""
    try:
        take(request, "exports")
        return person_or_404(request)
    finally:
        close_old_connections()


async def _lines(person: Person) -> AsyncIterator[str]:
    after = 0
    while True:
        text, after = await to_thread(_chunk, person, after)
        if not text:
            return
        yield text


def _chunk(person: Person, after: int) -> tuple[str, int]:
    try:
        return records.chunk(person=person, after=after)
    finally:
        close_old_connections()


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}

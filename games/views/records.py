"""Records in and out: one game, all of one's games as a stream, and a file taken into one's history."""

from asyncio import to_thread
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people import Person, person_of
from games.forms import RecordsForm, number_in
from games.presenters import records as shown
from games.services.past import imports, records
from games.services.past.record_files import MOST_IN_A_FILE, BadFile
from games.services.past.records import Part
from games.services.table.tables import Place, is_over
from games.views.limited import limited, take
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
    """All games of the person that are over, or a `part` of them. However many there are, a few stand in memory at
    once.
    """
    person, part, name = await sync_to_async(_asking)(request)
    return StreamingHttpResponse(_lines(person, part), content_type=JSON_LINES, headers=_named(name))


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """What may be taken out, and the form for a file to be taken in."""
    person = person_of(request)
    form = RecordsForm(request.POST or None, request.FILES or None)
    if person is None:
        notice = _("Nobody sits here yet, so there is no history to put games into. Play a hand or log in first.")
        return _page(request, RecordsForm(), status=403 if request.method == "POST" else 200, notice=notice)
    if request.method != "POST":
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, status=400)
    return _import(request, person, form)


def _page(request: HttpRequest, form: RecordsForm, *, status: int = 200, **context: object) -> HttpResponse:
    person = person_of(request)
    parts = len(records.parts(person=person)) if person is not None else 0
    context |= {"form": form, "has_any": parts > 0, "parts": range(1, parts + 1) if parts > 1 else ()}
    return render(request, "games/records/home.html", context, status=status)


@limited("uploads")
def _import(request: HttpRequest, person: Person, form: RecordsForm) -> HttpResponse:
    try:
        done = imports.import_file(person=person, lines=form.lines, seat=form.own_seat, most=MOST_IN_A_FILE)
    except BadFile as bad:
        return _page(request, form, status=422, bad=shown.fault(bad))
    count = len(done.codes)
    said = ngettext("%(n)s game is in your history now.", "%(n)s games are in your history now.", count) % {"n": count}
    if done.known:
        known = ngettext(
            "%(n)s game of the file was there already.", "%(n)s games of the file were there already.", done.known
        )
        said = f"{said} {known % {'n': done.known}}"
    if done.unproved:
        left_out = ngettext(
            "The proof of %(n)s hand does not hold and was left out.",
            "The proofs of %(n)s hands do not hold and were left out.",
            done.unproved,
        )
        said = f"{said} {left_out % {'n': done.unproved}}"
    messages.success(request, said)
    return redirect("games:mine")


def _asking(request: HttpRequest) -> tuple[Person, Part, str]:
    """Who asks, for what, and how the file is called. Gives its connection back: Django would keep it until the stream
    has ended.
    """
    try:
        number = number_in(request.GET.get("part", ""))
        take(request, "exports" if number is None else "parts")
        person = person_or_404(request)
        if number is None:
            return person, records.ALL, "spadesite-games"
        parts = dict(enumerate(records.parts(person=person), start=1))
        if number not in parts:
            raise Http404
        return person, parts[number], f"spadesite-games-{number}"
    finally:
        close_old_connections()


async def _lines(person: Person, part: Part) -> AsyncIterator[str]:
    while True:
        text, after = await to_thread(_chunk, person, part)
        if not text:
            return
        yield text
        part = part._replace(after=after)


def _chunk(person: Person, part: Part) -> tuple[str, int]:
    try:
        return records.chunk(person=person, part=part)
    finally:
        close_old_connections()


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}

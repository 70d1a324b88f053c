"""Views of proofs (a deal repeated in the browser, a bot's move chosen again) and of records.

A saved copy of the proof page works offline: its script and style are inline, and its links are absolute. The page's
content security policy, which is also in a meta element, allows only this script and style, by hash, and no requests.
"""

import base64
import hashlib
import re
from asyncio import to_thread
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from asgiref.sync import sync_to_async
from csp.constants import NONE
from django.contrib.staticfiles import finders
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.people import Person
from games.records import export, proofs
from games.registry import GAMES
from games.replay.shares import SharedPlace
from games.replay.views import link_to, opened, record_url, shared
from games.table.guards import count_request, limited, person_or_404, seated
from games.table.tables import Place

JSON_LINES = "application/jsonl; charset=utf-8"
_SCRIPT: Final = "verify.js"
_SHEETS: Final = ("ui.css", "site.css", "proof.css")
_NOTHING_ELSE: Final = {"default-src": [NONE], "base-uri": [NONE], "form-action": [NONE]}


@require_safe
@seated
def verify(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Show the proof of a hand's deal; 404 while the hand is in play, or if it has no proof."""
    back = reverse("games:replay", args=(place.code, number))
    return verify_page(request, place, number, own=place.seat, back=back)


@require_safe
@seated
@limited("rethinking")
def asked_again(request: HttpRequest, place: Place, number: int, step: int) -> HttpResponse:
    """Show a bot's move and the bot's choice when asked again; 404 for other moves. A GET: nothing is stored."""
    back = reverse("games:replay", args=(place.code, number))
    context = {**proofs.ask_again(place, number=number, step=step), "back": f"{back}?step={step}"}
    return render(request, "games/records/asked_again.html", context)


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """Return the standalone program that checks deals, as a download for any visitor."""
    headers = {"Content-Disposition": 'attachment; filename="verify_deal.py"'}
    return HttpResponse(proofs.program(), content_type="text/x-python; charset=utf-8", headers=headers)


def verify_page(
    request: HttpRequest, place: Place, number: int, *, own: int | None, back: str, hides_names: bool = False
) -> HttpResponse:
    """Render the proof page, for players of the game (seat `own`) and for visitors by link (`own` is None)."""
    whole, record = request.build_absolute_uri, "" if own is None else record_url(place)
    context = {
        **proofs.deal_of(place, number=number, own=own, hides_names=hides_names),
        "is_whole": GAMES[place.game.key].is_one_hand,
        "script": _element("script", _source(_SCRIPT)),
        "style": _element("style", _style()),
        "icon": _icon(),
        "policy": "; ".join(f"{name} {' '.join(sources)}" for name, sources in {**_NOTHING_ELSE, **_policy()}.items()),
        "here": whole(),
        "home": whole(reverse("home")),
        "back": whole(back),
        "is_own": own is not None,  # a visitor cannot download the record
        "record": whole(record) if record else "",
        "program": whole(reverse("games:verify_program")),
    }
    response = render(request, "games/records/verify.html", context)
    response._csp_replace = _policy()  # type: ignore[attr-defined]
    return response


@require_safe
@shared
def shared_verify(request: HttpRequest, where: SharedPlace, number: int) -> HttpResponse:
    back, hides = link_to(where)(opened(where, number)), where.hides_names
    return verify_page(request, where.place, number, own=None, hides_names=hides, back=back)


def _policy() -> dict[str, list[str]]:
    return {"script-src": [_hash(_source(_SCRIPT))], "style-src": [_hash(_style())], "img-src": ["data:"]}


@cache
def _style() -> str:
    """Return the site's style sheets without comments, and without fonts and images, which would need requests."""
    text = "\n".join(_source(name) for name in _SHEETS)
    for pattern, instead in ((r"/\*.*?\*/", ""), (r"@font-face \{[^}]*\}", ""), (r"url\([^)]*\)", "none")):
        text = re.sub(pattern, instead, text, flags=re.DOTALL)
    return text


@cache
def _icon() -> str:
    """Return the site's icon as a data URL. Without an icon, browsers request /favicon.ico and report it as blocked."""
    return f"data:image/svg+xml;base64,{base64.b64encode(_source('icons/favicon.svg').encode()).decode()}"


@cache
def _source(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _element(name: str, text: str) -> SafeString:
    """Wrap the text of a static file of this site in an element, without escaping the text."""
    return format_html("<{}>{}</{}>", name, SafeString(text), name)


# -- records as files -----------------------------------------------------------------------------------


@require_safe
@seated
def record(request: HttpRequest, place: Place) -> HttpResponse:
    """Return the record of a game as a download; 404 while the game runs, because its cards are hidden."""
    try:
        line = export.game_line(code=place.code)
    except export.GameNotOver:
        return render(request, "games/records/playing.html", {"code": place.code}, status=404)
    return HttpResponse(f"{line}\n", content_type=JSON_LINES, headers=_named(place.code))


@require_safe
async def every(request: HttpRequest) -> HttpResponseBase:
    """Stream the records of all the person's games that are over, with one chunk in memory at a time."""
    person = await sync_to_async(_asking)(request)
    return StreamingHttpResponse(
        _lines(export.chunks(person=person)), content_type=JSON_LINES, headers=_named("spadesite-games")
    )


def _asking(request: HttpRequest) -> Person:
    """Return the person. Closes the database connection, which Django would keep open until the stream ends."""
    try:
        count_request(request, "exports")
        return person_or_404(request)
    finally:
        close_old_connections()


async def _lines(chunks: Iterator[str]) -> AsyncIterator[str]:
    while text := await to_thread(_next, chunks):
        yield text


def _next(chunks: Iterator[str]) -> str:
    """Return the next chunk, or "" after the last."""
    try:
        return next(chunks, "")
    finally:
        close_old_connections()


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}

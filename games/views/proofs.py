"""The proof of a hand that is over: its deal dealt again by the browser, and a computer player asked again.

Script and style stand inside their page, so that the page works and looks right when it is saved and the server is
gone. The content policy, which the page carries as well, lets exactly these two through, by their hashes, and nothing
else: nobody is asked for anything. Its links name the site, or a saved copy would look for them beside itself.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

from csp.constants import NONE
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.presenters import asked_again as shown_again
from games.presenters import proofs as shown
from games.registry import GAMES
from games.services.past import proofs
from games.services.table import tables
from games.services.table.tables import Place
from games.views.limited import limited
from games.views.records import record_url
from games.views.replay import link_to_hand
from games.views.seated import seated

_SHEETS: Final = ("ui.css", "site.css", "proof.css")
_NOTHING_ELSE: Final = {"default-src": [NONE], "base-uri": [NONE], "form-action": [NONE]}


@require_safe
@seated
def verify(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """404 until the hand is over, and where it has no proof."""
    back = link_to_hand(place.code)(number)
    return verify_page(request, place, number, own=place.seat, back=back, record=record_url(place))


@require_safe
@seated
@limited("rethinking")
def asked_again(request: HttpRequest, place: Place, number: int, step: int) -> HttpResponse:
    """Ask a computer player anew for its move. A GET, because it changes nothing; 404 where a person made it."""
    asked = proofs.ask_again(place, number=number, step=step)
    context = {"asked": shown_again.page(asked), "back": f"{link_to_hand(place.code)(number)}?step={step}"}
    return render(request, "games/proof/asked_again.html", context)


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The program that checks deals by itself, for everybody."""
    headers = {"Content-Disposition": 'attachment; filename="verify_deal.py"'}
    return HttpResponse(shown.program(), content_type="text/x-python; charset=utf-8", headers=headers)


def verify_page(
    request: HttpRequest,
    place: Place,
    number: int,
    *,
    own: int | None,
    back: str,
    record: str,
    hides_names: bool = False,
) -> HttpResponse:
    """The page for the people of the game and for whoever follows a link; `record` is empty where none is offered."""
    proof = proofs.deal_of(place, number=number)
    seated_there = tables.seated(place, hides_names=hides_names)
    whole = request.build_absolute_uri
    context = {
        "deal": proof,
        "data": shown.data(proof, seated_there, own),
        "is_whole": GAMES[place.game.key].is_one_hand,
        "script": _element("script", _script()),
        "style": _element("style", _style()),
        "icon": _icon(),
        "policy": "; ".join(f"{name} {' '.join(sources)}" for name, sources in {**_NOTHING_ELSE, **_policy()}.items()),
        "here": whole(),
        "home": whole(reverse("home")),
        "back": whole(back),
        "record": whole(record) if record else "",
        "program": whole(reverse("games:verify_program")),
    }
    response = render(request, "games/proof/verify.html", context)
    response._csp_replace = _policy()  # type: ignore[attr-defined]
    return response


def _policy() -> dict[str, list[str]]:
    return {"script-src": [_hash(_script())], "style-src": [_hash(_style())], "img-src": ["data:"]}


@cache
def _script() -> str:
    return _source("verify.js")


@cache
def _style() -> str:
    """The site's own sheets without the fonts and pictures that they would ask for; the device has fonts of its own."""
    text = "\n".join(_source(name) for name in _SHEETS)
    for pattern, instead in ((r"/\*.*?\*/", ""), (r"@font-face \{[^}]*\}", ""), (r"url\([^)]*\)", "none")):
        text = re.sub(pattern, instead, text, flags=re.DOTALL)
    return text


@cache
def _icon() -> str:
    """Return the site's icon as an address: without one, a browser asks for /favicon.ico and reports it as blocked."""
    return f"data:image/svg+xml;base64,{base64.b64encode(_source('icons/favicon.svg').encode()).decode()}"


def _source(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _element(name: str, text: str) -> SafeString:
    """The house's own file, so there is nothing in it to escape."""
    return format_html("<{}>{}</{}>", name, SafeString(text), name)  # nosec B703

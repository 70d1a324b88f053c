"""The proof of a hand that is over: its deal dealt again by the browser, and a computer player asked again.

The verifying script stands inside its page, so that the page works when it is saved and the server is gone. The
content policy lets exactly this script through, by its hash, and only on this page.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path

from csp.constants import SELF
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.presenters import proofs as shown
from games.presenters.asked_again import asked_again
from games.services import proofs, tables
from games.services.tables import NoSuchHand, Place
from games.views.limited import limited
from games.views.records import record_url
from games.views.seated import seated


@require_safe
@seated
def verify(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """404 until the hand is over, and where it has no proof."""
    return verify_page(request, place, number, own=place.seat, back=_back(place, number), record=record_url(place))


@require_safe
@seated
@limited("rethinking")
def again(request: HttpRequest, place: Place, number: int, step: int) -> HttpResponse:
    """Ask Marta for her move anew. A GET, because it changes nothing; 404 where the step was not hers."""
    try:
        asked = proofs.again(place, number=number, step=step)
    except (NoSuchHand, proofs.NotHers) as error:
        raise Http404 from error
    told = {"asked": asked_again(asked), "back": f"{_back(place, number)}?step={step}"}
    return render(request, "games/proof/again.html", told)


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
    try:
        seen = proofs.deal_of(place, number=number)
    except (NoSuchHand, proofs.NoProof) as error:
        raise Http404 from error
    seated_there = tables.seated(place, hides_names=hides_names)
    response = render(
        request,
        "games/proof/verify.html",
        {"deal": shown.deal(seen, seated_there, own), "script": _script_element(), "back": back, "record": record},
    )
    response._csp_update = {"script-src": [SELF, f"'sha256-{_hash()}'"]}  # type: ignore[attr-defined]
    return response


def _back(place: Place, number: int) -> str:
    return reverse("games:replay", args=(place.code, number))


@cache
def _source() -> str:
    return Path(str(finders.find("verify.js"))).read_text(encoding="utf-8")


def _hash() -> str:
    return base64.b64encode(hashlib.sha256(_source().encode()).digest()).decode()


def _script_element() -> SafeString:
    """The house's own file, so there is nothing in it to escape."""
    return format_html("<script>{}</script>", SafeString(_source()))  # nosec B703

"""One table, one partial, one context: for the page, for every answer to a post, and for the stream."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import get_template

from accounts.forms import TableForm
from accounts.models import Preferences
from accounts.people import person_of
from games import presenters
from games.presenters import TableContext
from games.registry import GAMES
from games.snapshot import Snapshot
from games.views.seated import TableRequest

PARTIAL = "games/_table.html"
PAGE = "games/table.html"


def preferences_of(request: HttpRequest) -> Preferences:
    person = person_of(request)
    return person.preferences if person is not None else Preferences()


def preferences_form(request: HttpRequest, key: str, data: QueryDict | None = None) -> TableForm:
    """The settings beside the table of that game."""
    return TableForm(data, instance=preferences_of(request), without=GAMES[key].without)


def shown(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
    """The partial alone for htmx, else the whole page; the same table with the same notice."""
    if cast(TableRequest, request).htmx:
        return HttpResponse(partial(request, snapshot, notice=notice), status=status)
    more = _beside(request, snapshot.key)
    return render(request, PAGE, {"table": _table(request, snapshot, notice), **more}, status=status)


def _beside(request: HttpRequest, key: str) -> dict[str, Any]:
    """What the page has beside the partial; a game may name keys of its own."""
    keys = (f"games/{key}/_keys.html", "games/table/_keys.html")
    return {"preferences_form": preferences_form(request, key), "keys": keys, "script": GAMES[key].script}


def partial(request: HttpRequest, snapshot: Snapshot, *, notice: str = "") -> str:
    """Drawn of the table, the person and the token, and of nothing else that a request holds."""
    drawn_of = {
        "table": _table(request, snapshot, notice),
        "person": person_of(request),
        "csrf_token": get_token(request),
    }
    return get_template(PARTIAL).render(drawn_of)


def _table(request: HttpRequest, snapshot: Snapshot, notice: str) -> TableContext:
    return presenters.table(snapshot, preferences=preferences_of(request), notice=notice)

"""Render the table and the phrases said, for the page, for responses to posts and for the stream."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import get_template

from accounts.forms import TableForm
from accounts.people import Person, person_of, preferences_of
from games.pages.table_page import TablePage
from games.registry import GAMES
from games.snapshot import Snapshot
from games.table import company, opening, tables
from games.table.company import Talk
from games.table.guards import TableRequest
from games.table.play import Refused, Stale
from games.templatetags.cards import part

PARTIAL = "games/table/_table.html"
PAGE = "games/table/page.html"
HEARD = "games/table/_heard.html"


def preferences_form(request: HttpRequest, key: str, data: QueryDict | None = None) -> TableForm:
    return TableForm(data, instance=preferences_of(request), excluded=GAMES[key].unused_preferences)


def table_response(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
    """Return the partial for htmx, otherwise the whole page. A game may have its own list of keyboard shortcuts."""
    if cast(TableRequest, request).htmx:
        return HttpResponse(partial(request, snapshot, notice=notice), status=status)
    key = snapshot.key
    context = {
        "table": _table(request, snapshot, notice),
        "preferences_form": preferences_form(request, key),
        "keys": (f"games/{key}/_keys.html", "games/table/_keys.html"),
        "script": GAMES[key].script,
        "style": GAMES[key].style,
        "talk": None if snapshot.is_alone else _talk_of(request, snapshot.code),
        "phrases": company.PHRASES,
        "is_warming_up": opening.is_warming_up(key, [one.level for one in snapshot.seated]),
    }
    return render(request, PAGE, context, status=status)


def action_response(request: HttpRequest, service: Callable[[], Snapshot]) -> HttpResponse:
    """Return the table after an action: 422 with the reason of a refusal, 409 with the current table if it changed."""
    try:
        return answer(request, service())
    except Stale as stale:
        return table_response(request, cast(Snapshot, stale.snapshot), status=409)
    except Refused as refused:
        notice = _table(request, refused.snapshot).why(refused.refusal.code)
        return table_response(request, refused.snapshot, notice=notice, status=422)


def answer(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """Return the partial for htmx; redirect a browser without JavaScript to the table's page."""
    if cast(TableRequest, request).htmx:
        return table_response(request, snapshot)
    return redirect("games:table", code=snapshot.code)


def _talk_of(request: HttpRequest, code: str) -> Talk:
    """Return the phrases said, for this player. Raises Gone if the person has lost the seat."""
    return company.talk_at(tables.place_still(person=cast(Person, person_of(request)), code=code))


def talk(talk: Talk, *, notice: str = "") -> str:
    """Render the phrases said, for a response or the stream. `notice` says why a phrase was refused."""
    return get_template(HEARD).render({"talk": talk, "notice": notice})


def partial(request: HttpRequest, snapshot: Snapshot, *, notice: str = "") -> str:
    """Render the table partial. Uses only the request's person and CSRF token."""
    table = _table(request, snapshot, notice)
    return part(PARTIAL, table=table, person=person_of(request), csrf_token=_token(request))


def _token(request: HttpRequest) -> str:
    """Return the CSRF token, masked only once per request although a stream renders many tables.

    That is safe: for the BREACH attack the attacker must be able to vary the page's text at will, and cannot here.
    """
    if not hasattr(request, "_table_token"):
        request._table_token = get_token(request)  # type: ignore[attr-defined]
    return cast(str, request._table_token)  # type: ignore[attr-defined]


def _table(request: HttpRequest, snapshot: Snapshot, notice: str = "") -> TablePage:
    return GAMES[snapshot.key].table_page(snapshot, preferences_of(request), notice=notice)

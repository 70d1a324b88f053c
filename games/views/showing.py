"""One table, one partial, one context: for the page, for every answer to a post, and for the stream."""

from collections.abc import Callable
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.utils.translation import gettext_lazy as _

from accounts.forms import TableForm
from accounts.people import Person, person_of, preferences_of
from games import presenters
from games.presenters import TableContext
from games.presenters.words import TalkShown
from games.registry import GAMES
from games.services.moves.play import Refused, Stale
from games.services.people import lobby, words
from games.services.people.words import Talk
from games.services.table import tables
from games.snapshot import Snapshot
from games.templatetags.drawn import part
from games.views.seated import TableRequest

UNREADABLE = _("That cannot be read as a move.")
PARTIAL = "games/_table.html"
PAGE = "games/table.html"
HEARD = "games/table/_heard.html"


def preferences_form(request: HttpRequest, key: str, data: QueryDict | None = None) -> TableForm:
    return TableForm(data, instance=preferences_of(request), without=GAMES[key].without)


def shown(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
    """The partial alone for htmx, else the whole page; the same table with the same notice."""
    if cast(TableRequest, request).htmx:
        return HttpResponse(partial(request, snapshot, notice=notice), status=status)
    more = _beside(request, snapshot)
    more["is_warming_up"] = lobby.is_warming_up(snapshot.key, [one.level for one in snapshot.seated])
    return render(request, PAGE, {"table": _table(request, snapshot, notice), **more}, status=status)


def answered(request: HttpRequest, service: Callable[[], Snapshot]) -> HttpResponse:
    """What became of an action: the table, with the reason where it was refused, or as it has become meanwhile."""
    try:
        return answer(request, service())
    except Stale as stale:  # not a fault of the player's: no reproach
        return shown(request, cast(Snapshot, stale.snapshot), status=409)
    except Refused as refused:
        notice = presenters.why(refused.snapshot, refused.refusal)
        return shown(request, refused.snapshot, notice=notice, status=422)


def answer(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The partial for htmx; a browser without script is sent back to the table's page."""
    if cast(TableRequest, request).htmx:
        return shown(request, snapshot)
    return redirect("games:table", code=snapshot.code)


def _beside(request: HttpRequest, snapshot: Snapshot) -> dict[str, Any]:
    """What the page has beside the partial; a game may name keys of its own, and among people there are words."""
    key = snapshot.key
    return {
        "preferences_form": preferences_form(request, key),
        "keys": (f"games/{key}/_keys.html", "games/table/_keys.html"),
        "script": GAMES[key].script,
        "style": GAMES[key].style,
        "talk": None if snapshot.is_alone else _talk_of(request, snapshot.code),
    }


def _talk_of(request: HttpRequest, code: str) -> TalkShown:
    """Raises Gone where the person sits there no more: removed, or an account, since the table was asked for."""
    place = tables.place_still(person=cast(Person, person_of(request)), code=code)
    return presenters.words.talk(words.talk_at(place))


def talk(found: Talk, *, notice: str = "") -> str:
    """What was said: the part of the page that an answer or a stream brings anew."""
    return get_template(HEARD).render({"talk": presenters.words.talk(found, notice=notice)})


def partial(request: HttpRequest, snapshot: Snapshot, *, notice: str = "") -> str:
    """Drawn of the table, the person and the token, and of nothing else that a request holds."""
    table = _table(request, snapshot, notice)
    return part(PARTIAL, table=table, person=person_of(request), csrf_token=_token(request))


def _token(request: HttpRequest) -> str:
    """The token of the forms, masked once a request: a stream draws many tables, and nobody who could measure how well
    they pack has a say in what they hold.
    """
    if not hasattr(request, "_table_token"):
        request._table_token = get_token(request)  # type: ignore[attr-defined]
    return cast(str, request._table_token)  # type: ignore[attr-defined]


def _table(request: HttpRequest, snapshot: Snapshot, notice: str) -> TableContext:
    return presenters.table(snapshot, preferences=preferences_of(request), notice=notice)

"""Render the table and the phrases said, for the page, for responses to posts and for the stream."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import TableForm
from accounts.people import Person, person_of, preferences_of
from games.pages.table_page import TablePage
from games.registry import GAMES
from games.snapshot import Phrase, Snapshot
from games.table import company, opening, tables
from games.table.company import Talk, Word
from games.table.guards import TableRequest
from games.table.play import Refused, Stale
from games.templatetags.drawn import part

PARTIAL = "games/table/_table.html"
PAGE = "games/table/page.html"
HEARD = "games/table/_heard.html"
#: Rows store the keys; each reader sees the texts in their own language.
WORDS: Final = {
    Phrase.HELLO: gettext_lazy("Hello"),
    Phrase.GOOD_LUCK: gettext_lazy("Good luck"),
    Phrase.WELL_PLAYED: gettext_lazy("Well played"),
    Phrase.THANKS: gettext_lazy("Thank you"),
    Phrase.ONE_MOMENT: gettext_lazy("Sorry, one moment"),
    Phrase.BACK: gettext_lazy("I’m back"),
    Phrase.CLOSE: gettext_lazy("That was close"),
    Phrase.ANOTHER: gettext_lazy("Another game?"),
}


@dataclass(frozen=True, slots=True)
class TalkShown:
    """The phrases at a table as shown to one player.

    `phrases` are the phrases on offer: key and text. `words` are the phrases said: `Word`, speaker and text. `notice`
    says why a phrase was refused.
    """

    code: str
    phrase_count: int
    phrases: tuple[tuple[str, str], ...]
    words: tuple[tuple[Word, str, str], ...]
    notice: str


def preferences_form(request: HttpRequest, key: str, data: QueryDict | None = None) -> TableForm:
    return TableForm(data, instance=preferences_of(request), excluded=GAMES[key].unused_preferences)


def table_response(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
    """Return the partial for htmx, otherwise the whole page."""
    if cast(TableRequest, request).htmx:
        return HttpResponse(partial(request, snapshot, notice=notice), status=status)
    context = _page_context(request, snapshot)
    context["is_warming_up"] = opening.is_warming_up(snapshot.key, [one.level for one in snapshot.seated])
    return render(request, PAGE, {"table": _table(request, snapshot, notice), **context}, status=status)


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


def _page_context(request: HttpRequest, snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of the page around the partial. A game may have its own list of keyboard shortcuts."""
    key = snapshot.key
    return {
        "preferences_form": preferences_form(request, key),
        "keys": (f"games/{key}/_keys.html", "games/table/_keys.html"),
        "script": GAMES[key].script,
        "style": GAMES[key].style,
        "talk": None if snapshot.is_alone else _talk_of(request, snapshot.code),
    }


def _talk_of(request: HttpRequest, code: str) -> TalkShown:
    """Return the phrases for this player. Raises Gone if the seat no longer exists."""
    place = tables.place_still(person=cast(Person, person_of(request)), code=code)
    return _talk_shown(company.talk_at(place))


def talk(talk: Talk, *, notice: str = "") -> str:
    """Render the phrases said, for a response or the stream."""
    return get_template(HEARD).render({"talk": _talk_shown(talk, notice=notice)})


def partial(request: HttpRequest, snapshot: Snapshot, *, notice: str = "") -> str:
    """Render the table partial. Uses only the request's person and CSRF token."""
    table = _table(request, snapshot, notice)
    return part(PARTIAL, table=table, person=person_of(request), csrf_token=_token(request))


def _token(request: HttpRequest) -> str:
    """Return the CSRF token, masked only once per request although a stream renders many tables.

    That is safe: the BREACH attack needs content that an attacker chooses, and tables have none.
    """
    if not hasattr(request, "_table_token"):
        request._table_token = get_token(request)  # type: ignore[attr-defined]
    return cast(str, request._table_token)  # type: ignore[attr-defined]


def _table(request: HttpRequest, snapshot: Snapshot, notice: str = "") -> TablePage:
    return GAMES[snapshot.key].table_page(snapshot, preferences_of(request), notice=notice)


def _talk_shown(talk: Talk, *, notice: str = "") -> TalkShown:
    return TalkShown(
        code=talk.code,
        phrase_count=talk.phrase_count,
        phrases=tuple((one.value, str(WORDS[one])) for one in Phrase),
        words=tuple((one, _("You") if one.is_own else one.name, str(WORDS[one.phrase])) for one in talk.words),
        notice=notice,
    )

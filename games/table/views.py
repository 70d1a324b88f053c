"""Views of one game: the table, the actions posted from it, a hand's summary, and the pages that end the game.

Forms only parse posted values; the rules decide whether an action is legal. The event stream and other features render
the table and the phrases with the same functions.
"""

import json
import unicodedata
from collections.abc import Callable
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import get_template
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import retarget

from accounts import profile
from accounts.forms import TableForm
from accounts.limits import LimitReached
from accounts.people import Person, person_of, preferences_of, seat_someone
from games.dealing import BETWEEN_SEEDS, LONGEST_PLAYER_SEED
from games.engine.actions import LONGEST, NotAnAction, read_action
from games.pages import company as people_shown
from games.pages.table_page import TablePage
from games.pages.words import Words
from games.registry import GAMES
from games.snapshot import Phrase, Snapshot
from games.table import company, opening, play, replay, tables
from games.table.game_list import line as line_of
from games.table.guards import SeatedView, TableRequest, count_request, limited, seated
from games.table.move import Refused, Stale
from games.table.tables import Place
from games.templatetags.cards import part

PARTIAL = "games/table/_table.html"
PAGE = "games/table/page.html"
HEARD = "games/table/_heard.html"
UNREADABLE: Final = _("That isn’t a move we can read.")
UNFIT_SEED: Final = _("A seed is up to 64 visible characters, without “|”.")
LARGEST_VERSION: Final = 2**31 - 1
UNKNOWN_CHOICE = _("Choose one of the options.")
TOO_SOON = _("You can say one phrase every five seconds. Try again in a moment.")
SET_PHRASES = _("You can only say the phrases shown here. Nothing was said.")


def posted_move(view: SeatedView) -> SeatedView:
    """Decorate a view that changes the table: POST only, 404 without a seat, and limited as moves are."""
    return require_POST(seated(limited("moves")(view)))


@require_safe
@seated
def table(request: HttpRequest, place: Place) -> HttpResponse:
    """Show the table. If a worker is late, first make the computer player's action here."""
    play.give_sign(place=place)
    if place.is_overdue and play.rescue(code=place.code):
        place.game.refresh_from_db()
    return table_response(request, tables.see(place))


@require_safe
@seated
def warming(request: HttpRequest, place: Place) -> HttpResponse:
    """Render the note that computer players at the table are being compiled; empty once they are ready."""
    is_warming_up = opening.is_warming_up(place.game.key, [seat.level for seat in place.seats])
    return render(request, "games/table/_warming.html", {"code": place.code, "is_warming_up": is_warming_up})


@posted_move
def act(request: HttpRequest, place: Place) -> HttpResponse:
    return _run_service(request, place, play.submit, ActionForm(request.POST))


@posted_move
def deal(request: HttpRequest, place: Place) -> HttpResponse:
    return _run_service(request, place, play.deal, DealForm(request.POST))


@require_POST
@seated
@limited("hints")
def hint(request: HttpRequest, place: Place) -> HttpResponse:
    return _run_service(request, place, play.hint, VersionForm(request.POST))


@posted_move
def take_back(request: HttpRequest, place: Place) -> HttpResponse:
    """Undo the person's last decision and all replies to it, or ask the other people at the table to agree to it."""
    service = play.take_back if place.is_alone else company.ask_to_take_back
    return _run_service(request, place, service, VersionForm(request.POST))


@posted_move
def claim(request: HttpRequest, place: Place) -> HttpResponse:
    return _run_service(request, place, play.claim, VersionForm(request.POST))


@require_POST
@seated
def no_tips(request: HttpRequest, place: Place) -> HttpResponse:
    profile.keep(person=seat_someone(request), lessons=False)
    return answer(request, tables.see(place))


@require_POST
@seated
def preferences(request: HttpRequest, place: Place) -> HttpResponse:
    form = preferences_form(request, place.game.key, request.POST)
    if not form.is_valid():
        return table_response(request, tables.see(place), notice=str(UNKNOWN_CHOICE), status=422)
    profile.keep(person=seat_someone(request), **form.cleaned_data)
    return answer(request, tables.see(place))


@require_safe
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Show the summary of a finished hand; 404 until it is over."""
    snapshot, finished, seal = replay.summary_of(place, number)
    game = GAMES[snapshot.key]
    table = game.table_page(snapshot, preferences_of(request), finished=finished, proof=seal)
    return render(request, "games/table/hand.html", {"table": table})


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def abandon(request: HttpRequest, place: Place) -> HttpResponse:
    """Confirm on GET, abandon the game on POST. GET redirects to the table if the game is over or the person left."""
    if request.method == "POST":
        opening.abandon(place=place)
        return redirect("games:mine")
    line = line_of(place)
    if not line.is_open or line.has_left:
        return redirect("games:table", code=line.code)
    asked = {"line": line, "goes_on": place.goes_on_without, "annuls": opening.annuls(place=place)}
    return render(request, "games/table/abandon.html", asked)


def _run_service(
    request: HttpRequest, place: Place, service: Callable[..., Snapshot], form: "VersionForm"
) -> HttpResponse:
    if not form.is_valid():
        return _unreadable(request, place, UNFIT_SEED if "seed" in form.errors else UNREADABLE)
    return action_response(request, lambda: service(place=place, **form.cleaned_data))


@posted_move
def stand_in(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    return action_response(request, lambda: company.stand_in(place=place, seat=seat))


@posted_move
def seat_again(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    return action_response(request, lambda: company.seat_again(place=place, seat=seat))


@posted_move
def answer_question(request: HttpRequest, place: Place) -> HttpResponse:
    said = request.POST.get("say")
    if said not in ("yes", "no"):
        return _unreadable(request, place)
    asked = request.POST.get("asked", "")
    return action_response(request, lambda: company.answer(place=place, agrees=said == "yes", asked=asked))


@require_http_methods(["GET", "HEAD", "POST"])
@seated
@limited("moves")
def end(request: HttpRequest, place: Place) -> HttpResponse:
    """End the game without a missing player: GET explains it, POST asks the other players who are present.

    GET redirects to the table if no player is missing or the person is missing, too.
    """
    if request.method == "POST":
        seat = number_in(request.POST.get("seat", ""))
        if seat is None:
            return _unreadable(request, place)
        return action_response(request, lambda: company.ask_to_end(place=place, seat=seat))
    ending = people_shown.ending(tables.see(place))
    if ending is None:
        return redirect("games:table", code=place.code)
    return render(request, "games/table/end.html", {"ending": ending, "code": place.code})


@require_POST
@seated
def say(request: HttpRequest, place: Place) -> HttpResponse:
    """Say a set phrase to all players at the table; 404 if the person is alone with computer players."""
    if place.is_alone:
        raise Http404
    phrases = request.POST.getlist("phrase")
    if phrases not in [[one] for one in Phrase]:
        return _refused_phrase(request, place, str(SET_PHRASES), 422)
    try:
        count_request(request, "words")
    except LimitReached as soon:
        refused = _refused_phrase(request, place, str(TOO_SOON), 429)
        refused["Retry-After"] = str(soon.wait)
        return refused
    said = company.say(place=place, phrase=Phrase(phrases[0]))
    return HttpResponse(talk(said)) if cast(TableRequest, request).htmx else redirect("games:table", code=place.code)


def _unreadable(request: HttpRequest, place: Place, notice: Words = UNREADABLE) -> HttpResponse:
    return table_response(request, tables.see(place), notice=str(notice), status=400)


def _refused_phrase(request: HttpRequest, place: Place, notice: str, status: int) -> HttpResponse:
    """Show the notice beside the phrases, or without JavaScript on the table's page."""
    if cast(TableRequest, request).htmx:
        refused = HttpResponse(talk(company.talk_at(place), notice=notice), status=status)
        return retarget(refused, "#heard")  # by this header watch.js recognises a refusal
    return table_response(request, tables.see(place), notice=notice, status=status)


# -- forms ----------------------------------------------------------------------------------------------


def number_in(text: str) -> int | None:
    """Parse a whole number with fewer digits than `LARGEST_VERSION`; None for other text."""
    is_number = text.isascii() and text.isdigit() and len(text) < len(str(LARGEST_VERSION))
    return int(text) if is_number else None


class VersionForm(forms.Form):
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


class ActionForm(VersionForm):
    """A seat's action at a version of the table: either its full text, or a verb and ticked cards.

    With `lone`, a single ticked card is the argument itself, not a list of one card: in some games a list is a stack.
    `skips_blind`: this player wants no further offer of a blind nil in this game.
    """

    action = forms.CharField(max_length=LONGEST, strip=False, required=False)
    verb = forms.CharField(max_length=LONGEST, required=False)
    lone = forms.BooleanField(required=False)
    skips_blind = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Return the fields as `play.submit` takes them."""
        given, ticked = self.cleaned_data, cast(QueryDict, self.data).getlist("card")
        verb, is_lone = given.pop("verb", ""), given.pop("lone", False)
        try:
            argument = ticked[0] if is_lone and len(ticked) == 1 else ticked
            text = json.dumps([verb, argument]) if verb else ""
            return {**given, "action": read_action(given.get("action") or text)}
        except NotAnAction as error:
            raise ValidationError(UNREADABLE) from error


class DealForm(VersionForm):
    """The player's seed for the next hand. If it is empty, the server draws a seed."""

    seed = forms.CharField(max_length=LONGEST_PLAYER_SEED, required=False, error_messages={"max_length": UNFIT_SEED})

    def clean_seed(self) -> str:
        """Refuse characters that a proof page would not show, and the separator between several players' seeds."""
        seed = str(self.cleaned_data["seed"])
        if BETWEEN_SEEDS in seed or any(unicodedata.category(sign)[0] == "C" for sign in seed):
            raise ValidationError(UNFIT_SEED, code="unfit")
        return seed


# -- responses ------------------------------------------------------------------------------------------


def preferences_form(request: HttpRequest, key: str, data: QueryDict | None = None) -> TableForm:
    return TableForm(data, instance=preferences_of(request), excluded=GAMES[key].unused_preferences)


def table_response(request: HttpRequest, snapshot: Snapshot, *, notice: str = "", status: int = 200) -> HttpResponse:
    """Return the partial for htmx, otherwise the whole page. Raises Gone if the person has lost the seat.

    A game may have its own list of keyboard shortcuts.
    """
    if cast(TableRequest, request).htmx:
        return HttpResponse(partial(request, snapshot, notice=notice), status=status)
    key, said = snapshot.key, None
    if not snapshot.is_alone:
        said = company.talk_at(tables.place_still(person=cast(Person, person_of(request)), code=snapshot.code))
    context = {
        "table": _table(request, snapshot, notice),
        "preferences_form": preferences_form(request, key),
        "keys": (f"games/{key}/_keys.html", "games/table/_keys.html"),
        "script": GAMES[key].script,
        "style": GAMES[key].style,
        "talk": said,
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


def talk(talk: dict[str, Any], *, notice: str = "") -> str:
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

"""Views of one game: the table, the actions posted from it, a hand's summary, and the pages that end the game."""

from collections.abc import Callable
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import retarget

from accounts import profile
from accounts.limits import LimitReached
from accounts.people import preferences_of, seat_someone
from games.pages import company as people_shown
from games.registry import GAMES
from games.snapshot import Snapshot
from games.table import company, opening, play, tables
from games.table.forms import UNFIT_SEED, UNREADABLE, ActionForm, DealForm, PhraseForm, VersionForm, number_in
from games.table.game_list import line as line_of
from games.table.guards import TableRequest, count_request, limited, seated
from games.table.showing import action_response, answer, preferences_form, table_response, talk
from games.table.tables import Place

UNKNOWN_CHOICE = _("Choose one of the options.")
TOO_SOON = _("You can say one phrase every five seconds. Try again in a moment.")
SET_PHRASES = _("You can only say the phrases shown here. Nothing was said.")


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


@require_POST
@seated
@limited("moves")
def act(request: HttpRequest, place: Place) -> HttpResponse:
    form = ActionForm(request.POST)
    if not form.is_valid():
        return table_response(request, tables.see(place), notice=str(UNREADABLE), status=400)
    chosen = {name: form.cleaned_data[name] for name in ("action", "version", "skips_blind")}
    return action_response(request, lambda: play.submit(place=place, **chosen))


@require_POST
@seated
@limited("moves")
def deal(request: HttpRequest, place: Place) -> HttpResponse:
    """Deal the next hand from the sealed secret and the player's seed."""
    form = DealForm(request.POST)
    if not form.is_valid():
        notice = UNFIT_SEED if "seed" in form.errors else UNREADABLE
        return table_response(request, tables.see(place), notice=str(notice), status=400)
    seed, version = form.cleaned_data["seed"], form.cleaned_data["version"]
    return action_response(request, lambda: play.deal(place=place, seed=seed, version=version))


@require_POST
@seated
@limited("hints")
def hint(request: HttpRequest, place: Place) -> HttpResponse:
    """Show a hint. Hints are counted, and a game won with one does not rank."""
    return _run_service(request, place, play.hint)


@require_POST
@seated
@limited("moves")
def take_back(request: HttpRequest, place: Place) -> HttpResponse:
    """Undo the person's last decision and all replies to it, or ask the other people at the table to agree to it."""
    return _run_service(request, place, play.take_back if place.is_alone else company.ask_to_take_back)


@require_POST
@seated
@limited("moves")
def claim(request: HttpRequest, place: Place) -> HttpResponse:
    """Claim the rest of the hand; refused unless the person is proved to win every remaining trick."""
    return _run_service(request, place, play.claim)


@require_POST
@seated
def no_tips(request: HttpRequest, place: Place) -> HttpResponse:
    """Turn off the tips of first games, in this game and all later ones."""
    profile.keep(person=seat_someone(request), lessons=False)
    return answer(request, tables.see(place))


@require_POST
@seated
def preferences(request: HttpRequest, place: Place) -> HttpResponse:
    """Save the preferences that can be set at the table, and show the table with them."""
    form = preferences_form(request, place.game.key, request.POST)
    if not form.is_valid():
        return table_response(request, tables.see(place), notice=str(UNKNOWN_CHOICE), status=422)
    profile.keep(person=seat_someone(request), **form.cleaned_data)
    return answer(request, tables.see(place))


@require_safe
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Show the summary of a finished hand; 404 until it is over."""
    snapshot, finished, seal = tables.hand_of(place, number)
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


def _run_service(request: HttpRequest, place: Place, service: Callable[..., Snapshot]) -> HttpResponse:
    form = VersionForm(request.POST)
    if not form.is_valid():
        return table_response(request, tables.see(place), notice=str(UNREADABLE), status=400)
    version = form.cleaned_data["version"]
    return action_response(request, lambda: service(place=place, version=version))


@require_POST
@seated
@limited("moves")
def stand_in(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    return action_response(request, lambda: company.stand_in(place=place, seat=seat))


@require_POST
@seated
@limited("moves")
def seat_again(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    """Dismiss the stand-in at this seat, or return to the person's own."""
    return action_response(request, lambda: company.seat_again(place=place, seat=seat))


@require_POST
@seated
@limited("moves")
def answer_question(request: HttpRequest, place: Place) -> HttpResponse:
    said = request.POST.get("say")
    if said not in ("yes", "no"):
        return table_response(request, tables.see(place), notice=str(UNREADABLE), status=400)
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
            return table_response(request, tables.see(place), notice=str(UNREADABLE), status=400)
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
    form = PhraseForm(request.POST)
    if not form.is_valid():
        return _refused_phrase(request, place, str(SET_PHRASES), 422)
    try:
        count_request(request, "words")
    except LimitReached as soon:
        refused = _refused_phrase(request, place, str(TOO_SOON), 429)
        refused["Retry-After"] = str(soon.wait)
        return refused
    said = company.say(place=place, phrase=form.said)
    return HttpResponse(talk(said)) if cast(TableRequest, request).htmx else redirect("games:table", code=place.code)


def _refused_phrase(request: HttpRequest, place: Place, notice: str, status: int) -> HttpResponse:
    """Show the notice beside the phrases, or without JavaScript on the table's page."""
    if cast(TableRequest, request).htmx:
        refused = HttpResponse(talk(company.talk_at(place), notice=notice), status=status)
        return retarget(refused, "#heard")  # by this header watch.js recognises a refusal
    return table_response(request, tables.see(place), notice=notice, status=status)

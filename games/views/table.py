"""The table: its page, the actions posted from it, and the next deal. Every answer is the same partial."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import profile
from accounts.people import forget_person, preferences_of, seat_someone
from games import presenters
from games.forms import UNFIT_SEED, ActionForm, DealForm, VersionForm
from games.services.moves import play
from games.services.past import played_again
from games.services.people import company, lobby
from games.services.table import origins, resting, tables
from games.services.table.tables import Place
from games.snapshot import Snapshot
from games.views.limited import limited
from games.views.lobby import moved_on
from games.views.seated import seated
from games.views.showing import UNREADABLE, answer, answered, preferences_form, shown

UNKNOWN_CHOICE = _("Choose one of those offered.")


@require_safe
@seated
def table(request: HttpRequest, place: Place) -> HttpResponse:
    """The table as it stands. A computer player's overdue action is made first, as by any worker."""
    resting.give_sign(place=place)
    if place.is_overdue and play.rescue(code=place.code):
        place.game.refresh_from_db()
    return shown(request, tables.see(place))


@require_safe
@seated
def warming(request: HttpRequest, place: Place) -> HttpResponse:
    """The note that somebody at the table is being compiled; empty once they can play."""
    is_warming_up = lobby.is_warming_up(place.game.key, [seat.level for seat in place.seats])
    return render(request, "games/table/_warming.html", {"code": place.code, "is_warming_up": is_warming_up})


@require_POST
@seated
@limited("moves")
def act(request: HttpRequest, place: Place) -> HttpResponse:
    form = ActionForm(request.POST)
    if not form.is_valid():
        return shown(request, tables.see(place), notice=str(UNREADABLE), status=400)
    chosen = {name: form.cleaned_data[name] for name in ("action", "version", "skips_blind")}
    return answered(request, lambda: play.submit(place=place, **chosen))


@require_POST
@seated
@limited("moves")
def deal(request: HttpRequest, place: Place) -> HttpResponse:
    """The next hand, dealt from the sealed secret and the player's seed."""
    form = DealForm(request.POST)
    if not form.is_valid():
        notice = UNFIT_SEED if "seed" in form.errors else UNREADABLE
        return shown(request, tables.see(place), notice=str(notice), status=400)
    seed, version = form.cleaned_data["seed"], form.cleaned_data["version"]
    return answered(request, lambda: play.deal(place=place, seed=seed, version=version))


@require_POST
@seated
@limited("hints")
def hint(request: HttpRequest, place: Place) -> HttpResponse:
    """What the strongest computer player would do here; counted, and a game won with it does not rank."""
    return _asked(request, place, play.hint)


@require_POST
@seated
@limited("moves")
def take_back(request: HttpRequest, place: Place) -> HttpResponse:
    """Back to the person's last decision, whoever has answered it; other people are asked first."""
    return _asked(request, place, play.take_back if place.is_alone else company.ask_to_take_back)


@require_POST
@seated
@limited("moves")
def claim(request: HttpRequest, place: Place) -> HttpResponse:
    """The rest of the hand at once, where all of it is proved to be the person's."""
    return _asked(request, place, play.claim)


@require_POST
@seated
def no_tips(request: HttpRequest, place: Place) -> HttpResponse:
    """The tips of first games end, in this game and for good."""
    profile.keep(person=seat_someone(request), lessons=False)
    return answer(request, tables.see(place))


@require_POST
@seated
def preferences(request: HttpRequest, place: Place) -> HttpResponse:
    """The settings beside the table: saved at once, and the table as they want it."""
    form = preferences_form(request, place.game.key, request.POST)
    if not form.is_valid():
        forget_person(request)  # an unsaved form has already changed the person it was shown
        return shown(request, tables.see(place), notice=str(UNKNOWN_CHOICE), status=422)
    profile.keep(person=seat_someone(request), **form.cleaned_data)
    return answer(request, tables.see(place))


@require_safe
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """The summary of a finished hand; 404 until it is over."""
    snapshot, finished, seal = tables.hand_of(place, number)
    shown_hand = presenters.hand(snapshot, finished, seal, preferences=preferences_of(request))
    return render(request, "games/hand.html", {"table": shown_hand})


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def abandon(request: HttpRequest, place: Place) -> HttpResponse:
    """Ask on GET, give the game up on POST. One that is over or was left has nothing to ask."""
    if request.method == "POST":
        lobby.abandon(place=place)
        return redirect("games:mine")
    line = presenters.lists.line(tables.line_of(place))
    if not line.is_open or line.has_left:
        return redirect("games:table", code=line.code)
    asked = {"line": line, "goes_on": place.goes_on_without, "annuls": lobby.annuls(place=place)}
    return render(request, "games/abandon.html", asked)


@require_POST
@seated
def play_again(request: HttpRequest, place: Place) -> HttpResponse:
    """Another game with the same options; with people, once the game is over, it is the table at which all who want it
    meet again. Of a hand that was played again it is that hand, from where it was begun.
    """
    if not (place.is_alone or tables.is_over(place)):
        return redirect("games:table", code=place.code)
    is_practice = place.game.is_practice and origins.may_play_again(place.game, place.person)
    alone = played_again.once_more if is_practice else lobby.open_again
    return moved_on(request, place, are_together=not place.is_alone, alone=alone)


def _asked(request: HttpRequest, place: Place, service: Callable[..., Snapshot]) -> HttpResponse:
    form = VersionForm(request.POST)
    if not form.is_valid():
        return shown(request, tables.see(place), notice=str(UNREADABLE), status=400)
    version = form.cleaned_data["version"]
    return answered(request, lambda: service(place=place, version=version))

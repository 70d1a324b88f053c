"""Hands played again, from a replay or a summary, and what only the tables of such games have."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.people import seat_someone
from games.forms import LaidOpenForm, StepForm
from games.services.past import played_again
from games.services.people import lobby
from games.services.table import tables
from games.services.table.tables import Place
from games.views.limited import limited
from games.views.lobby import too_many
from games.views.seated import seated
from games.views.showing import UNREADABLE, answer, shown


@require_POST
@seated
@limited("games")
def begin(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """A practice game from that step of the hand; 404 for one that is not to be played again."""
    form = StepForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        code = played_again.begin(place=place, number=number, step=form.cleaned_data["step"])
    except lobby.TooManyGames:
        return too_many(request, seat_someone(request))
    return redirect("games:table", code=code)


@require_POST
@seated
@limited("moves")
def lay_open(request: HttpRequest, place: Place) -> HttpResponse:
    """Show or hide all hands at a practice table; 404 at every other."""
    form = LaidOpenForm(request.POST)
    if not form.is_valid():
        return shown(request, tables.see(place), notice=str(UNREADABLE), status=400)
    return answer(request, played_again.lay_open(place=place, is_open=form.cleaned_data["lies_open"]))

"""What several people at a table decide among themselves: stand-ins, the end, and answers to what another asks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games import presenters
from games.forms import number_in
from games.services.people import company
from games.services.table import tables
from games.services.table.tables import Place
from games.views.limited import limited
from games.views.seated import seated
from games.views.showing import UNREADABLE, answered, shown


@require_POST
@seated
@limited("moves")
def stand_in(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    return answered(request, lambda: company.stand_in(place=place, seat=seat))


@require_POST
@seated
@limited("moves")
def seat_again(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    """The stand-in goes, and the person may act again."""
    return answered(request, lambda: company.seat_again(place=place, seat=seat))


@require_POST
@seated
@limited("moves")
def answer(request: HttpRequest, place: Place) -> HttpResponse:
    said = request.POST.get("say")
    if said not in ("yes", "no"):
        return shown(request, tables.see(place), notice=str(UNREADABLE), status=400)
    asked = request.POST.get("asked", "")
    return answered(request, lambda: company.answer(place=place, agrees=said == "yes", asked=asked))


@require_http_methods(["GET", "HEAD", "POST"])
@seated
@limited("moves")
def end(request: HttpRequest, place: Place) -> HttpResponse:
    """What it means, on GET; on POST the others who are here are asked. Nobody missing, no such page."""
    if request.method == "POST":
        seat = number_in(request.POST.get("seat", ""))
        if seat is None:
            return shown(request, tables.see(place), notice=str(UNREADABLE), status=400)
        return answered(request, lambda: company.ask_to_end(place=place, seat=seat))
    ending = presenters.company.ending(tables.see(place))
    if ending is None:
        return redirect("games:table", code=place.code)
    return render(request, "games/end.html", {"ending": ending, "code": place.code})

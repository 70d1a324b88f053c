"""Say one of the set phrases at a table with people. With script every answer is the same part of the page; no table is
drawn for it.
"""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django_htmx.http import retarget

from accounts.limits import TooMany
from games.forms import PhraseForm
from games.services.people import words
from games.services.people.words import Talk
from games.services.table import tables
from games.services.table.tables import Place
from games.views.limited import take
from games.views.seated import TableRequest, seated
from games.views.showing import shown, talk

SET_PHRASES = _("Only the phrases that are offered can be said here. Nothing was said.")
TOO_SOON = _("One phrase every five seconds. Nothing was said; try again in a moment.")


@require_POST
@seated
def say(request: HttpRequest, place: Place) -> HttpResponse:
    """One of the phrases, to all who sit there; whoever only has computer players there finds nothing here."""
    _among_people(place)
    form = PhraseForm(request.POST)
    if not form.is_valid():
        return _refused(request, place, str(SET_PHRASES), 422)
    try:
        take(request, "words")
    except TooMany as soon:
        answer = _refused(request, place, str(TOO_SOON), 429)
        answer["Retry-After"] = str(soon.wait)
        return answer
    return _answer(request, words.say(place=place, phrase=form.said))


def _among_people(place: Place) -> None:
    if place.is_alone:
        raise Http404


def _answer(request: HttpRequest, found: Talk) -> HttpResponse:
    if cast(TableRequest, request).htmx:
        return HttpResponse(talk(found))
    return redirect("games:table", code=found.code)


def _refused(request: HttpRequest, place: Place, notice: str, status: int) -> HttpResponse:
    """Said where it was asked for; without script on the table's page."""
    if cast(TableRequest, request).htmx:
        answer = HttpResponse(talk(words.talk_at(place), notice=notice), status=status)
        return retarget(answer, "#heard")  # so the page knows it for an answer of ours, and no lost line
    return shown(request, tables.see(place), notice=notice, status=status)

"""What somebody may do only so often, and what is answered to whoever is quicker.

Which limits there are and how wide they are stands in the settings.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from accounts import limits
from accounts.people import person_of
from games.services import tables
from games.services.tables import Place
from games.views.seated import SeatedView
from games.views.showing import shown

Answer = TypeVar("Answer", bound=HttpResponseBase)


def take(request: HttpRequest, name: str) -> None:
    """One more of what `name` limits, for whoever asks; raises limits.TooMany, which is answered with 429."""
    person = person_of(request)
    limits.take(name=name, who=person.mark if person is not None else limits.address(request))


def limited(name: str) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """The view for whoever has something of that limit left."""

    def guard(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Answer:
            take(request, name)
            return view(request, *args, **kwargs)

        return guarded

    return guard


def paced(name: str) -> Callable[[SeatedView], SeatedView]:
    """The same at a table, inside its guard: whoever is too quick gets the table as it stands, and loses nothing."""

    def guard(view: SeatedView) -> SeatedView:
        @wraps(view)
        def guarded(request: HttpRequest, place: Place, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                take(request, name)
            except limits.TooMany as too_many:
                return _rest(request, place, too_many.wait)
            return view(request, place, *args, **kwargs)

        return guarded

    return guard


def _rest(request: HttpRequest, place: Place, wait: int) -> HttpResponse:
    notice = _("That was very quick and has changed nothing. Try again in a moment.")
    response = shown(request, tables.see(place), notice=notice, status=429)
    response["Retry-After"] = str(wait)
    return response

"""The guard of every page of a game: the person's own place, or 404. To a stranger no game exists."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from accounts.people import Person, person_of
from games.services.tables import NotSeated, Place, place_of


class TableRequest(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


SeatedView: TypeAlias = Callable[..., HttpResponse]


def place_or_404(person: Person | None, code: str) -> Place:
    if person is None:
        raise Http404
    try:
        return place_of(person=person, code=code)
    except NotSeated as error:
        raise Http404 from error


def seated(view: SeatedView) -> SeatedView:
    """`view(request, code, …)` is called with the person's `Place` in place of the code."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, place_or_404(person_of(request), code), *args, **kwargs)

    return guarded

"""The guards of every page of a game: the person's own place, or what a link opens, or 404. To a stranger no game
exists.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from accounts.people import Person, person_of
from games.services.table.tables import NotSeated, Place, people_at, place_among, seats_at


class TableRequest(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


SeatedView: TypeAlias = Callable[..., HttpResponse]
AnyView = TypeVar("AnyView", bound=Callable[..., HttpResponseBase])


def place_or_404(request: HttpRequest, code: str) -> Place:
    """Who asks is asked in any case: the page that answers a stranger says who is here, too."""
    try:
        seats = seats_at(code)
    except NotSeated:
        seats = ()
    person = person_of(request, among=people_at(seats))
    if person is None or not seats:
        raise Http404
    return place_among(seats, person)


def person_or_404(request: HttpRequest) -> Person:
    """Whoever asks; nobody has such a page who has done nothing here yet."""
    person = person_of(request)
    if person is None:
        raise Http404
    return person


def logged_out(request: HttpRequest, page: str) -> HttpResponse | None:
    """Has that page come anew, as a whole, where it asks for something and nobody is signed in any more: there was a
    log-out elsewhere.
    """
    if person_of(request) is None and cast(TableRequest, request).htmx.current_url_abs_path == page:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return None


def seated(view: SeatedView) -> SeatedView:
    """`view(request, code, …)` is called with the person's `Place` in place of the code. The page of a table goes with
    a log-out elsewhere: it shows somebody's cards.
    """

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            place = place_or_404(request, code)
        except Http404:
            anew = logged_out(request, reverse("games:table", args=(code,)))
            if anew is None:
                raise
            return anew
        return view(request, place, *args, **kwargs)

    return guarded


def by_link(view: AnyView) -> AnyView:
    """What a link shows is kept by nobody and found by no search."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Cache-Control"] = "no-store"
        return response

    return cast(AnyView, guarded)


def is_partial(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of a page, and not to bring one back from its history."""
    htmx = cast(TableRequest, request).htmx
    return bool(htmx) and not htmx.history_restore_request

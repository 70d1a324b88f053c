"""Guards of views: they require a seat or a person, protect pages opened by a link, and apply rate limits.

A request over a limit gets a 429. The limits are in the settings (`LIMITS`).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from accounts import limits
from accounts.people import Person, person_of
from games.table.tables import NotSeated, Place, people_at, place_among, seats_at

SeatedView: TypeAlias = Callable[..., HttpResponse]
AnyView = TypeVar("AnyView", bound=Callable[..., HttpResponseBase])
ViewResponse = TypeVar("ViewResponse", bound=HttpResponseBase)


class TableRequest(HttpRequest):
    """A request that the htmx middleware has processed."""

    htmx: HtmxDetails


def place_or_404(request: HttpRequest, code: str) -> Place:
    """Return the person's place in the game. Raises Http404 without a person or a game, NotSeated without a seat."""
    try:
        seats = seats_at(code)
    except NotSeated:
        seats = ()
    # The person is looked up even if there is no such game, because the 404 page needs the person, too.
    person = person_of(request, loaded=people_at(seats))
    if person is None or not seats:
        raise Http404
    return place_among(seats, person)


def person_or_404(request: HttpRequest) -> Person:
    person = person_of(request)
    if person is None:
        raise Http404
    return person


def logged_out(request: HttpRequest, page: str) -> HttpResponse | None:
    """Return a response that reloads `page` if htmx sent the request from there after a log-out; None otherwise."""
    if person_of(request) is None and cast(TableRequest, request).htmx.current_url_abs_path == page:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return None


def seated(view: SeatedView) -> SeatedView:
    """Decorate a view to receive the person's `Place` instead of the game's code; 404 without a seat.

    After a log-out in another tab, a table page that is still open is reloaded, because it shows the player's cards.
    """

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            place = place_or_404(request, code)
        except Http404:
            reloaded = logged_out(request, reverse("games:table", args=(code,)))
            if reloaded is None:
                raise
            return reloaded
        return view(request, place, *args, **kwargs)

    return guarded


def by_link(view: AnyView) -> AnyView:
    """Decorate a view that a shared link opens: forbid caching and indexing of the response."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Cache-Control"] = "no-store"
        return response

    return cast(AnyView, guarded)


def is_partial(request: HttpRequest) -> bool:
    """Return whether htmx requests part of a page, rather than a whole one to restore from its history."""
    htmx = cast(TableRequest, request).htmx
    return bool(htmx) and not htmx.history_restore_request


def count_request(request: HttpRequest, name: str) -> None:
    """Count one request against limit `name`, by person, or by address for a visitor. Raises LimitReached (429)."""
    person = person_of(request)
    limits.count_use(name=name, client=person.mark if person is not None else limits.address(request))


def limited(name: str) -> Callable[[Callable[..., ViewResponse]], Callable[..., ViewResponse]]:
    def guard(view: Callable[..., ViewResponse]) -> Callable[..., ViewResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> ViewResponse:
            count_request(request, name)
            return view(request, *args, **kwargs)

        return guarded

    return guard

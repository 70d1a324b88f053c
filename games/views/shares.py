"""Links to past games: made and taken back by the people of a game, followed by anybody.

No search engine is to keep what they show.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.forms import ShareForm
from games.services.past import shares
from games.services.past.shares import SharedPlace
from games.services.table import replay
from games.services.table.tables import Place
from games.views.limited import limited
from games.views.looking_back import page_of, show_replay, show_review, step_of
from games.views.previews import preview_of
from games.views.proofs import verify_page
from games.views.replay import link_to_hand, review_page
from games.views.seated import SeatedView, by_link, seated


@require_POST
@seated
@limited("shares")
def share(request: HttpRequest, place: Place) -> HttpResponse:
    """A link to the hand named in the post, or to the whole game; back to the page it was asked on."""
    form = ShareForm(request.POST)
    if not form.is_valid():
        return review_page(request, place, notice=_("That cannot be read as a hand to share."), status=400)
    number = form.cleaned_data["hand"]
    try:
        shares.share(place=place, hand=number, hides_names=form.cleaned_data["hides_names"])
    except shares.StillPlayed:
        notice = _("Others are still playing these cards. You can share your result once nobody is.")
        return review_page(request, place, notice=notice, status=409)
    except shares.NotShareable:
        notice = (
            _("That hand is not over.") if number else _("The game is still going on. Share its hands that are over.")
        )
        return review_page(request, place, notice=notice, status=409)
    return redirect(_page(place, number) + "#shares")


@require_POST
@seated
def revoke(request: HttpRequest, place: Place, token: str) -> HttpResponse:
    """Twice is harmless."""
    shares.revoke(place=place, token=token)
    return redirect(_page(place, None) + "#shares")


def shared(view: SeatedView) -> SeatedView:
    """`view(request, where, …)` is called with what the link opens."""

    @wraps(view)
    @by_link
    def guarded(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, shares.shared(token=token), *args, **kwargs)

    return guarded


@require_safe
@shared
def look(request: HttpRequest, where: SharedPlace) -> HttpResponse:
    """The game by its hands, or the one hand that was shared."""
    if where.hand is not None:
        return _replayed(request, where, where.hand)
    game = replay.game_of(where.place, page=page_of(request), is_own=False, hides_names=where.hides_names)
    return show_review(request, game, _link_to(where), is_shared=True, preview=preview_of(request))


@require_safe
@shared
def look_at_hand(request: HttpRequest, where: SharedPlace, number: int) -> HttpResponse:
    return _replayed(request, where, _opened(where, number))


@require_safe
@shared
def verify(request: HttpRequest, where: SharedPlace, number: int) -> HttpResponse:
    back, hides = _link_to(where)(_opened(where, number)), where.hides_names
    return verify_page(request, where.place, number, own=None, hides_names=hides, back=back, record="")


def _opened(where: SharedPlace, number: int) -> int:
    if where.hand not in (None, number):
        raise Http404
    return number


def _replayed(request: HttpRequest, where: SharedPlace, number: int) -> HttpResponse:
    step = step_of(request)
    snapshot = replay.hand_of(where.place, number=number, step=step, is_own=False, hides_names=where.hides_names)
    return show_replay(
        request,
        snapshot,
        _link_to(where),
        is_shared=True,
        token=where.token,
        preview=preview_of(request),
        review_url="" if where.hand is not None else reverse("games:shared", args=(where.token,)),
    )


def _link_to(where: SharedPlace) -> Callable[[int], str]:
    return lambda number: reverse("games:shared_hand", args=(where.token, number))


def _page(place: Place, number: int | None) -> str:
    if number is None:
        return reverse("games:review", args=(place.code,))
    return link_to_hand(place.code)(number)

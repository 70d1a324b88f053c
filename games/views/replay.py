"""Past hands step by step, and past games hand by hand, for the people who sat there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.services.past import proofs, reviews, shares
from games.services.past.reviews import Progress
from games.services.table import origins, replay
from games.services.table.tables import Place, is_over
from games.views.looking_back import asks_again, page_of, share_links, show_replay, show_review, step_of
from games.views.records import record_url
from games.views.seated import seated


@require_safe
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """404 until the hand is over. The step stands in the address."""
    snapshot = replay.hand_of(place, number=number, step=step_of(request))
    found = reviews.of_all_seats(place, number=snapshot.number)
    progress = None if found or snapshot.hand is None else reviews.progress(place, number=snapshot.number)
    return show_replay(
        request,
        snapshot,
        link_to_hand(place.code),
        code=place.code,
        reviews=found,
        asks_review=progress in (Progress.NONE, Progress.PENDING, Progress.FAILED),
        is_pending=progress is Progress.PENDING,
        has_failed=progress is Progress.FAILED,
        asks=asks_again(request),
        may_play_again=origins.may_play_again(place.game, place.person),
        from_here=snapshot.is_own_decision,
        by_computer=proofs.by_computer(place, number=number).get(snapshot.step),
        shares=share_links(request, shares.shares_of(place)),
        review_url=reverse("games:review", args=(place.code,)),
        decisions_url=reverse("games:game_review", args=(place.code,)) if found and is_over(place) else "",
        summary_url=reverse("games:hand", args=(place.code, number)) if snapshot.hand is not None else "",
    )


@require_safe
@seated
def review(request: HttpRequest, place: Place) -> HttpResponse:
    return review_page(request, place)


def review_page(request: HttpRequest, place: Place, *, notice: str = "", status: int = 200) -> HttpResponse:
    return show_review(
        request,
        replay.game_of(place, page=page_of(request)),
        link_to_hand(place.code),
        code=place.code,
        shares=share_links(request, shares.shares_of(place)),
        record_url=record_url(place),
        weighed_url=reverse("games:game_review", args=(place.code,)) if reviews.is_weighed(place) else "",
        notice=notice,
        status=status,
    )


def link_to_hand(code: str) -> Callable[[int], str]:
    return lambda number: reverse("games:replay", args=(code, number))

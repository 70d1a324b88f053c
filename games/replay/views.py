"""Views of replays of finished hands and games, for their players and by shared links, and of hands played again."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.people import seat_someone
from games.pages import company
from games.people.pages import preview_of
from games.people.views import too_many
from games.registry import GAMES
from games.replay import played_again, shares
from games.replay.shares import SharedPlace
from games.reviews import pages, reviewing
from games.reviews.reviewing import ReviewProgress
from games.reviews.views import asks_again
from games.snapshot import PlayedGame, Replay
from games.table import opening, replay, tables
from games.table.guards import SeatedView, by_link, is_partial, limited, seated
from games.table.tables import Place
from games.table.views import UNREADABLE, answer, number_in, table_response

#: Number of hands before and after the replayed one that its page links to, beside the first and the last.
NEAR: Final = 12
PAGE = "games/replay/page.html"
PARTIAL = "games/replay/_at.html"
REVIEW = "games/replay/review.html"


class ShareForm(forms.Form):
    """A link to one hand or, if `hand` is empty, to the whole game."""

    hand = forms.IntegerField(min_value=1, max_value=2**15 - 1, required=False)  # the column is a small integer
    hides_names = forms.BooleanField(required=False)


def step_of(request: HttpRequest) -> int | None:
    return number_in(request.GET.get("step", ""))


def show_replay(request: HttpRequest, snapshot: Replay, link: Callable[[int], str], **more: Any) -> HttpResponse:
    """Return the partial if htmx requests it, otherwise the whole page. `link` returns the URL of a hand."""
    is_here = not request.GET.get("step") or step_of(request) == snapshot.step
    numbers, here = snapshot.game.numbers, snapshot.number
    weighed = pages.of_hand(snapshot, more.pop("reviews", ()))
    context = {
        "at": GAMES[snapshot.game.key].replay_page(snapshot, weighed.marks if weighed is not None else ()),
        "weighed": weighed,
        "hands": [(one, link(one)) for one in numbers if abs(one - here) <= NEAR or one in (numbers[0], numbers[-1])],
        "notice": "" if is_here else _("This hand has no such step."),
        **more,
    }
    return render(request, PARTIAL if is_partial(request) else PAGE, context)


def show_review(
    request: HttpRequest, game: PlayedGame, link: Callable[[int], str], *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "review": GAMES[game.key].past_page(game),
        "left": company.left_sentence(game),
        "hands": [(number, link(number)) for number in game.numbers],
        **({"page": game.page, "pages": game.pages} if game.pages > 1 else {}),
        **more,
    }
    return render(request, REVIEW, context, status=status)


def page_of(request: HttpRequest) -> int:
    return number_in(request.GET.get("page", "")) or 1


def share_links(request: HttpRequest, place: Place) -> list[tuple[object, str]]:
    return [
        (one, request.build_absolute_uri(reverse("games:shared", args=(one.token,)))) for one in shares.shares_of(place)
    ]


@require_safe
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Show a finished hand at the step in the URL; 404 until the hand is over."""
    snapshot = replay.hand_of(place, number=number, step=step_of(request))
    found = reviewing.of_all_seats(place, number=snapshot.number)
    progress = None if found or snapshot.hand is None else reviewing.progress(place, number=snapshot.number)
    return show_replay(
        request,
        snapshot,
        link_to_hand(place.code),
        code=place.code,
        reviews=found,
        asks_review=progress in (ReviewProgress.NONE, ReviewProgress.PENDING, ReviewProgress.FAILED),
        is_pending=progress is ReviewProgress.PENDING,
        has_failed=progress is ReviewProgress.FAILED,
        asks=asks_again(request),
        may_play_again=tables.may_play_again(place.game, place.person),
        from_here=snapshot.is_own_decision,
        by_computer=snapshot.done[-1].may_choose_again if snapshot.done else None,
        shares=share_links(request, place),
        review_url=reverse("games:review", args=(place.code,)),
        decisions_url=reverse("games:game_review", args=(place.code,)) if found and place.is_over else "",
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
        shares=share_links(request, place),
        record_url=record_url(place),
        weighed_url=reverse("games:game_review", args=(place.code,)) if reviewing.is_weighed(place) else "",
        notice=notice,
        status=status,
    )


def link_to_hand(code: str) -> Callable[[int], str]:
    return lambda number: reverse("games:replay", args=(code, number))


@require_POST
@seated
@limited("shares")
def share(request: HttpRequest, place: Place) -> HttpResponse:
    form = ShareForm(request.POST)
    if not form.is_valid():
        return review_page(request, place, notice=_("That isn’t a hand you can share."), status=400)
    number = form.cleaned_data["hand"]
    try:
        shares.share(place=place, hand=number, hides_names=form.cleaned_data["hides_names"])
    except shares.CardsStillInPlay:
        notice = _("Others are still playing these cards. You can share your result once they’re done.")
        return review_page(request, place, notice=notice, status=409)
    except shares.NotShareable:
        notice = _("The game isn’t over yet. You can share its finished hands.")
        if number:
            notice = _("That hand isn’t over yet.")
        return review_page(request, place, notice=notice, status=409)
    page = reverse("games:review", args=(place.code,)) if number is None else link_to_hand(place.code)(number)
    return redirect(f"{page}#shares")


@require_POST
@seated
def revoke(request: HttpRequest, place: Place, token: str) -> HttpResponse:
    shares.revoke(place=place, token=token)
    return redirect(reverse("games:review", args=(place.code,)) + "#shares")


def shared(view: SeatedView) -> SeatedView:
    """Decorate a view to receive the `SharedPlace` behind the link in the URL."""

    @wraps(view)
    @by_link
    def guarded(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, shares.shared(token=token), *args, **kwargs)

    return guarded


@require_safe
@shared
def look(request: HttpRequest, where: SharedPlace) -> HttpResponse:
    if where.hand is not None:
        return _replayed(request, where, where.hand)
    game = replay.game_of(where.place, page=page_of(request), is_own=False, hides_names=where.hides_names)
    return show_review(request, game, link_to(where), is_shared=True, preview=preview_of(request))


@require_safe
@shared
def look_at_hand(request: HttpRequest, where: SharedPlace, number: int) -> HttpResponse:
    return _replayed(request, where, opened(where, number))


def opened(where: SharedPlace, number: int) -> int:
    """Return `number`. Raises Http404 if the link is to another hand."""
    if where.hand not in (None, number):
        raise Http404
    return number


def _replayed(request: HttpRequest, where: SharedPlace, number: int) -> HttpResponse:
    step = step_of(request)
    snapshot = replay.hand_of(where.place, number=number, step=step, is_own=False, hides_names=where.hides_names)
    return show_replay(
        request,
        snapshot,
        link_to(where),
        is_shared=True,
        token=where.token,
        preview=preview_of(request),
        review_url="" if where.hand is not None else reverse("games:shared", args=(where.token,)),
    )


def link_to(where: SharedPlace) -> Callable[[int], str]:
    return lambda number: reverse("games:shared_hand", args=(where.token, number))


@require_POST
@seated
@limited("games")
def begin(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Open a practice game from the posted step of the hand; 404 if it may not be played again."""
    step = number_in(request.POST.get("step", ""))
    if step is None:
        raise Http404
    try:
        code = played_again.begin(place=place, number=number, step=step)
    except opening.TooManyGames:
        return too_many(request, seat_someone(request))
    return redirect("games:table", code=code)


@require_POST
@seated
@limited("moves")
def lay_open(request: HttpRequest, place: Place) -> HttpResponse:
    """Show or hide all hands at a practice table; 404 for other games."""
    posted = request.POST.get("lies_open", "")
    if posted not in ("", "1"):
        return table_response(request, tables.see(place), notice=str(UNREADABLE), status=400)
    return answer(request, played_again.lay_open(place=place, is_open=posted == "1"))


def record_url(place: Place) -> str:
    """Return the URL of the game's record, or "" while the game goes on."""
    return reverse("games:record", args=(place.code,)) if place.is_over else ""

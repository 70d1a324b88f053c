"""The review of a hand that is over: what its decisions were worth, for whoever sat there."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.presenters import reviews as shown
from games.registry import GAMES
from games.services import reviews
from games.services.reviews import Progress
from games.services.tables import NoSuchHand, Place
from games.views.replay import hand_or_404
from games.views.seated import is_partial, seated

PARTIAL = "games/review/_hand.html"
PAGE = "games/review/page.html"


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """The review, or how far it has come; a POST asks for one. 404 until the hand is over, and for a game that has
    none.
    """
    try:
        _own, progress = reviews.of_hand(place, number=number)
    except NoSuchHand as error:
        raise Http404 from error
    if progress is Progress.PLAIN:
        raise Http404
    if request.method == "POST" and progress is Progress.NONE:
        reviews.ask(place)
        progress = Progress.PENDING
    if request.method == "POST" and not is_partial(request):
        return redirect("games:hand_review", code=place.code, number=number)
    context = {
        "code": place.code,
        "number": number,
        "is_pending": progress is Progress.PENDING,
        "weighed": _weighed(place, number) if progress is Progress.READY else None,
        "bags_marked": bool(GAMES[place.game.key].tags),
    }
    return render(request, PARTIAL if is_partial(request) else PAGE, context)


def _weighed(place: Place, number: int) -> object:
    return shown.of_hand(hand_or_404(place, number, None), reviews.of_all_seats(place, number=number))

"""The review of a hand that is over: what its decisions were worth, for whoever sat there."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.presenters import reviewed_game
from games.presenters import reviews as shown
from games.presenters.statistics import decided
from games.registry import GAMES
from games.services.past import reviews
from games.services.past.reviews import GameReview, Progress
from games.services.statistics import decisions
from games.services.statistics.reading import Stretch
from games.services.table import replay
from games.services.table.tables import Place
from games.snapshot import PlayedGame
from games.viewmodel.outlook import WeighedGame
from games.views.limited import take
from games.views.looking_back import asks_again
from games.views.seated import is_partial, seated

PARTIAL = "games/review/_hand.html"
PAGE = "games/review/page.html"
GAME_PARTIAL = "games/review/_game.html"
GAME = "games/review/game.html"


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """The review, or how far it has come; a POST asks for one. 404 until the hand is over, and where there is none."""
    progress = reviews.progress_of_hand(place, number=number)
    if progress in (Progress.PLAIN, Progress.NEVER):
        raise Http404
    if request.method == "POST" and progress is Progress.NONE:
        take(request, "reviews")
        reviews.ask(place)
        progress = Progress.PENDING
    if request.method == "POST" and not is_partial(request):
        return redirect("games:hand_review", code=place.code, number=number)
    played = replay.hand_of(place, number=number, step=None) if progress is Progress.READY else None
    context = {
        "code": place.code,
        "number": number,
        "unweighed": GAMES[place.game.key].unweighed,
        "is_pending": progress is Progress.PENDING,
        "has_failed": progress is Progress.FAILED,
        "asks": asks_again(request),
        "weighed": shown.of_hand(played, reviews.of_all_seats(place, number=number)) if played is not None else None,
        "is_whole": GAMES[place.game.key].is_one_hand,
        "bags_marked": bool(GAMES[place.game.key].tags),
    }
    return render(request, PARTIAL if is_partial(request) else PAGE, context)


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def game(request: HttpRequest, place: Place) -> HttpResponse:
    """The review of a whole game, or how far it has come; a POST asks for one. 404 while the game goes on, where no
    hand of it is over, and for a game that has none.
    """
    if not reviews.is_weighed(place):
        raise Http404
    played, found = replay.game_of(place), reviews.of_game(place)
    own = sum(found.of(hand.number, place.seat) is not None for hand in played.hands)
    hands = sum(hand.number not in found.excluded for hand in played.hands)
    if request.method == "POST":
        if own < hands and found.missing is Progress.NONE:
            take(request, "reviews")
            reviews.ask(place)
        if not is_partial(request):
            return redirect("games:game_review", code=place.code)
    asked = request.method == "POST" and found.missing is Progress.NONE
    is_pending = own < hands and (asked or found.missing is Progress.PENDING)
    is_shown = bool(own) and not is_pending
    every = Stretch(place.game.key)  # as the page has it that is led to
    context = {
        "code": place.code,
        "is_pending": is_pending,
        "has_failed": found.missing is Progress.FAILED,
        "asks": asks_again(request),
        "done": own,
        "hands": hands,
        "weighed": _weighed_game(place, played, found) if is_shown else None,
        "over_all": decided.over_all(decisions.decided(person=place.person, stretch=every)) if is_shown else None,
        "key": place.game.key,
        "unweighed": GAMES[place.game.key].unweighed,
        "is_whole": GAMES[place.game.key].is_one_hand,
        "bags_marked": bool(GAMES[place.game.key].tags),
    }
    return render(request, GAME_PARTIAL if is_partial(request) else GAME, context)


def _weighed_game(place: Place, played: PlayedGame, found: GameReview) -> WeighedGame:
    turns = reviewed_game.turning_points(played, found)
    hands = {turn.hand for turn in turns if turn.ordinal is not None}
    replays = {number: replay.hand_of(place, number=number, step=None) for number in hands}
    return reviewed_game.of_game(played, found, turns, replays, replay.steps_of(place))

"""Views of reviews of hands and games, of lists of decisions, and of practice."""

from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people import person_of, preferences_of
from games.registry import GAMES
from games.reviews import counting, decided_page, game_page, practice, reviewing
from games.reviews import pages as shown
from games.reviews.practice import AlreadyAnswered, AnswerRefused, Position, PositionFilters, PracticeFilter
from games.reviews.reviewing import GameReview, ReviewProgress
from games.snapshot import PlayedGame
from games.statistics.query import StatisticsQuery
from games.statistics.reading import LinesPage, Stretch
from games.table import replay
from games.table.guards import count_request, is_partial, limited, person_or_404, seated
from games.table.tables import Place
from games.table.views import UNREADABLE, ActionForm, number_in
from games.wording import KINDS

PARTIAL = "games/reviews/_hand.html"
PAGE = "games/reviews/page.html"
GAME_PARTIAL = "games/reviews/_game.html"
GAME = "games/reviews/game.html"
DECISIONS = "games/reviews/decisions.html"
PRACTICE = "games/reviews/practice/page.html"
NOTHING = "games/reviews/practice/nothing.html"
DECISION_LIST = "games/reviews/decision_list.html"
#: Delays in seconds between polls of a page that waits for a review. Most reviews take a few seconds; after about five
#: minutes the page stops polling.
ASKS_AFTER: Final = (2, 2, 2, 3, 4, 6, 9, 12, 18, 24, 36, 60, 60, 60)
HOME: Final = reverse_lazy("games:practice")


def asks_again(request: HttpRequest) -> dict[str, int] | None:
    """Return the delay in seconds until the next poll (`after`) and its number (`time`); None after the last poll."""
    asked = request.GET.get("asked", "")
    time = int(asked) if asked.isdecimal() and len(asked) < len("100") else 0
    return {"after": ASKS_AFTER[time], "time": time + 1} if time < len(ASKS_AFTER) else None


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def hand(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Show the review of a hand or its progress; a POST requests the review. 404 for hands that cannot have one."""
    progress = reviewing.progress_of_hand(place, number=number)
    if progress in (ReviewProgress.PLAIN, ReviewProgress.NEVER):
        raise Http404
    if request.method == "POST" and progress is ReviewProgress.NONE:
        count_request(request, "reviews")
        reviewing.ask(place)
        progress = ReviewProgress.PENDING
    if request.method == "POST" and not is_partial(request):
        return redirect("games:hand_review", code=place.code, number=number)
    played = replay.hand_of(place, number=number, step=None) if progress is ReviewProgress.READY else None
    context = {
        "number": number,
        "is_pending": progress is ReviewProgress.PENDING,
        "has_failed": progress is ReviewProgress.FAILED,
        "weighed": shown.of_hand(played, reviewing.of_all_seats(place, number=number)) if played is not None else None,
    }
    return _answer(request, place, PARTIAL, PAGE, context)


def _answer(request: HttpRequest, place: Place, partial: str, page: str, context: dict[str, Any]) -> HttpResponse:
    game = GAMES[place.game.key]
    context |= {"code": place.code, "asks": asks_again(request), "unweighed": game.unweighed}
    context |= {"is_whole": game.is_one_hand, "bags_marked": bool(game.tags)}
    return render(request, partial if is_partial(request) else page, context)


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def game(request: HttpRequest, place: Place) -> HttpResponse:
    """Show the review of a whole game or its progress; a POST requests the missing reviews.

    404 while the game goes on, if none of its hands can be reviewed, and for games without an evaluator.
    """
    if not reviewing.is_weighed(place):
        raise Http404
    played, found = replay.game_of(place), reviewing.of_game(place)
    own = sum((hand.number, place.seat) in found.hands for hand in played.hands)
    hands = sum(hand.number not in found.excluded for hand in played.hands)
    if request.method == "POST":
        if own < hands and found.missing is ReviewProgress.NONE:
            count_request(request, "reviews")
            reviewing.ask(place)
        if not is_partial(request):
            return redirect("games:game_review", code=place.code)
    asked = request.method == "POST" and found.missing is ReviewProgress.NONE
    is_pending = own < hands and (asked or found.missing is ReviewProgress.PENDING)
    weighed = over_all = None
    if own and not is_pending:
        weighed = _weighed_game(place, played, found)
        every = Stretch(place.game.key)  # all time, as on the page to which the template links
        over_all = decided_page.over_all(counting.decided(person=place.person, stretch=every).whole.decided)
    context = {
        "is_pending": is_pending,
        "has_failed": found.missing is ReviewProgress.FAILED,
        "done": own,
        "hands": hands,
        "weighed": weighed,
        "over_all": over_all,
        "key": place.game.key,
    }
    return _answer(request, place, GAME_PARTIAL, GAME, context)


def _weighed_game(place: Place, played: PlayedGame, review: GameReview) -> game_page.WeighedGame:
    turns = game_page.turning_points(played, review)
    hands = {turn.hand for turn in turns if turn.ordinal is not None}
    replays = {number: replay.hand_of(place, number=number, step=None) for number in hands}
    return game_page.WeighedGame(played, review, turns, replays, replay.steps_of(place))


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = StatisticsQuery(request.GET, person=person)
    page = None
    if person is not None:
        totals = counting.decided(person=person, stretch=query.stretch)
        has_cost = totals.whole.decided.cost().loss != 0
        costliest = counting.costliest(person=person, stretch=query.stretch) if has_cost else None
        page = decided_page.DecidedPage(totals, costliest, query.kept, query.decision)
    context = {"query": query, "page": page, "unweighed": GAMES[query.stretch.key].unweighed}
    return render(request, DECISIONS, context)


@require_safe
def decisions_behind(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = StatisticsQuery(request.GET, person=person)
    found = counting.listed(person=person, query=query) if person is not None else LinesPage()
    return render(request, DECISION_LIST, {"query": query, "page": decided_page.DecisionListPage(found, query)})


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Redirect to the position that has been due longest, or show that none is due. `?house`: to a house position."""
    wanted = _wanted(request)
    if "house" in request.GET and (address := _housed(wanted)) is not None:
        return redirect(address)
    person = person_of(request)
    after = number_in(request.GET.get("after", ""))
    found = practice.due(person=person, after=after, filters=wanted) if person is not None else None
    if found is not None:
        return redirect(f"{reverse('games:practice_own', args=(found,))}{_query(wanted)}")
    due, coming = practice.waiting(person=person, filters=wanted) if person is not None else (0, None)
    titles = {key: GAMES[key].rules.title for key in practice.with_house()}
    choice = PracticeFilter(practice.kinds(person=person), wanted) if person is not None else None
    context = {"due": due, "coming": coming, "titles": titles, "choice": choice, "again": f"{HOME}{_query(wanted)}"}
    return render(request, NOTHING, context)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("moves")
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a person's own position; a POST answers it. 404 for a position of another person."""
    person, wanted = person_or_404(request), _wanted(request)
    position = practice.own(person=person, pk=pk)
    replay = reverse("games:replay", args=(position.snapshot.code, position.snapshot.view.number))
    onward = {
        "answer_url": f"{request.path}{_query(wanted)}",
        "skip": f"{HOME}{_query(wanted, after=pk)}",
        "following": f"{HOME}{_query(wanted)}",
        "replay": f"{replay}?step={position.step}",
        "choice": PracticeFilter(practice.kinds(person=person), wanted),
    }
    return _page(request, position, onward)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("moves")
def house(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a house position, numbered from 1; a POST answers it and stores nothing."""
    position = practice.of_house(key=key, number=number - 1)
    wanted = PositionFilters(key, _wanted(request).kind)
    following = _housed(wanted, after=number - 1) or request.path
    every = {one: frozenset(practice.house_kinds(one)) for one in practice.with_house()}
    onward = {
        "answer_url": f"{request.path}{_query(PositionFilters(kind=wanted.kind))}",
        "skip": following,
        "following": following,
        "replay": "",
        "choice": PracticeFilter(every, wanted, is_house=True),
    }
    return _page(request, position, onward)


def _page(request: HttpRequest, position: Position, onward: dict[str, Any]) -> HttpResponse:
    """Show the position, or the verdict on a posted answer.

    `onward` has the URL that takes the answer, the next ones after it (`following`) and without it (`skip`), and the
    filter (`choice`). `replay` is empty for a house position.
    """
    if request.method != "POST":
        return _asked(request, position, onward)
    form = ActionForm(request.POST)
    if not form.is_valid():
        return _asked(request, position, onward, notice=str(UNREADABLE), status=HTTPStatus.BAD_REQUEST)
    action, answers = form.cleaned_data["action"], form.cleaned_data["version"]
    try:
        if position.pk is None:
            answer = practice.judged(position, action)
        else:
            answer = practice.answer(position, action=action, answers=answers)
    except AnswerRefused as refused:
        table = GAMES[position.snapshot.key].table_page(position.snapshot, preferences_of(request))
        notice = table.why(refused.refusal.code)
        return _asked(request, position, onward, notice=notice, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except AlreadyAnswered:
        context = {"is_answered": True, "again": onward["following"]}
        return render(request, NOTHING, context, status=HTTPStatus.CONFLICT)
    table, verdict = practice.answered(
        position, answer, preferences=preferences_of(request), action_url=onward["answer_url"]
    )
    return _drawn(request, position, {"table": table, "answer": verdict, "onward": onward})


def _asked(
    request: HttpRequest, position: Position, onward: dict[str, Any], *, notice: str = "", status: int = 200
) -> HttpResponse:
    table = practice.asked(
        position, preferences=preferences_of(request), action_url=onward["answer_url"], notice=notice
    )
    question = practice.question(position)
    return _drawn(request, position, {"table": table, "question": question, "onward": onward}, status)


def _drawn(request: HttpRequest, position: Position, context: dict[str, Any], status: int = 200) -> HttpResponse:
    game = GAMES[position.snapshot.key]
    page_context = {"script": game.script, "style": game.style, "position": position}
    return render(request, PRACTICE, {**context, **page_context}, status=status)


def _wanted(request: HttpRequest) -> PositionFilters:
    """Read the filter from the query string, ignoring unknown games and kinds."""
    key, kind = request.GET.get("game", ""), request.GET.get("decision", "")
    return PositionFilters(key if key in GAMES else "", kind if kind in KINDS else "")


def _query(filters: PositionFilters, **more: int) -> str:
    named = {"game": filters.key, "decision": filters.kind, **more}
    query = urlencode({name: value for name, value in named.items() if value})
    return f"?{query}" if query else ""


def _housed(filters: PositionFilters, after: int = -1) -> str | None:
    """Return the URL of the next house position that matches the filter, or None."""
    for key in (filters.key,) if filters.key else practice.with_house():
        number = practice.following(key=key, number=after, kind=filters.kind)
        if number is not None:
            address = reverse("games:practice_house", args=(key, number + 1))
            return f"{address}{_query(PositionFilters(kind=filters.kind))}"
    return None

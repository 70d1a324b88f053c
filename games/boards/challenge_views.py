"""Views of challenges: open one from the page of challenges or from a game, join by a link, compare results."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import profile
from accounts.forms import NameForm
from accounts.people import Person, person_again, person_of, seat_someone
from games.boards import challenge_pages as shown
from games.boards import challenges, comparing, played
from games.boards import comparing_page as compared
from games.boards.challenges import ChallengeSeen
from games.boards.forms import ChallengeForm
from games.people.links import Closed, NotAllowed, Why, preview_of
from games.people.views import redirect_to_setup, too_many
from games.registry import DEFAULT_KEY, GAMES, levels, offered, ruleset
from games.replay.views import show_replay, step_of
from games.table import opening, replay
from games.table.guards import by_link, count_request, limited, person_or_404, seated
from games.table.tables import Place
from games.wording import game_name

TOO_MANY: Final = gettext_lazy("You have too many open challenges. Cancel one, or wait until one is over.")


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """List the person's challenges and offer a new one of the game in `?game=`, with the default options."""
    key = request.GET.get("game") or DEFAULT_KEY
    if key not in offered():
        raise Http404
    return _form_page(request, key, {})


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def like(request: HttpRequest, place: Place) -> HttpResponse:
    """Offer a challenge with new boards that have this game's options. Its level is preselected."""
    key, options = place.game.key, place.game.options
    if key not in offered():
        raise Http404
    if ruleset(key).check(options):
        return redirect_to_setup(request, place)
    return _form_page(request, key, options, finished=place)


@require_POST
@limited("games")
@seated
def to_played(request: HttpRequest, place: Place) -> HttpResponse:
    """Open a challenge with the cards of a game that is over; 404 if these cards may not be used."""
    try:
        return redirect("games:challenge", challenge=played.open_challenge(place=place))
    except challenges.TooManyChallenges:
        messages.info(request, TOO_MANY)
        return redirect("games:challenge_like", code=place.code)


def _form_page(
    request: HttpRequest, key: str, options: Mapping[str, object], *, finished: Place | None = None
) -> HttpResponse:
    known = [seat.level for seat in finished.seats if seat.level in levels(key)] if finished is not None else []
    form = ChallengeForm(key, request.POST if request.method == "POST" else None, level=known[0] if known else "")
    notice = ""
    if form.is_valid():
        count_request(request, "games")
        try:
            token = challenges.open_challenge(
                person=seat_someone(request), key=key, chosen=options, **form.cleaned_data
            )
            return redirect("games:challenge", challenge=token)
        except challenges.TooManyChallenges:
            notice = str(TOO_MANY)
    found = person_of(request)
    context = {
        "form": form,
        "key": key,
        "like": finished.code if finished is not None else "",
        "played": shown.played_words(key) if finished is not None and played.is_offered(finished) else "",
        "title": game_name(key, options),
        "rules": shown.rules_of_boards(key, options),
        "is_whole": GAMES[key].is_one_hand,
        "games": [(one, game_name(one, {})) for one in offered()],
        "own": [shown.line(one) for one in challenges.all_of(found)] if found is not None and not finished else [],
        "notice": notice,
    }
    status = 429 if notice else 422 if form.is_bound else 200
    return render(request, "games/boards/challenge/home.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def challenge(request: HttpRequest, challenge: str) -> HttpResponse:
    """Show a challenge and its people's progress. A POST begins or continues a board and makes a visitor a guest."""
    person = person_again(request, link=challenge)
    found = challenges.find_challenge(person=person, token=challenge)
    form = NameForm(request.POST if request.method == "POST" else None, person=person)
    is_named = not _asks_name(person, found)
    if request.method == "POST" and (found.closed is not None or is_named or form.is_valid()):
        try:
            return redirect("games:table", code=_begun(request, found, form, names=not is_named))
        except Closed:
            found = challenges.find_challenge(person=person_of(request), token=challenge)
        except opening.TooManyGames:
            return too_many(request, seat_someone(request))
    link = request.build_absolute_uri(reverse("games:challenge", args=(challenge,)))
    page = shown.page(found, link=link)
    is_gone = bool(page.why) and not page.is_in
    status = HTTPStatus.GONE if is_gone else HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"page": page, "form": form, "preview": preview_of(request), "asks_name": not is_named}
    return render(request, "games/boards/challenge/page.html", context, status=status)


def _asks_name(person: Person | None, challenge: ChallengeSeen) -> bool:
    """Return whether to ask for a name: before a visitor or guest joins, and before a nameless person's first board."""
    if person is None or (person.is_guest and challenge.own is None):
        return True
    return person.is_nameless and not any(board.code for board in challenge.boards)


def _begun(request: HttpRequest, challenge: ChallengeSeen, form: NameForm, *, names: bool) -> str:
    """Begin or continue a board; return its game's code. Creates no guest if the challenge is closed. Raises Closed."""
    person = person_of(request)
    if challenge.closed is None:
        count_request(request, "games")
        person = seat_someone(request, link=challenge.row.token)
    if person is None:
        raise Closed(Why.FULL)
    code = challenges.begin(person=person, token=challenge.row.token)
    if names:
        profile.set_name(person=person, name=form.cleaned_data.get("name", ""))
    return code


@require_POST
@limited("shares")
@by_link
def take_back(request: HttpRequest, challenge: str) -> HttpResponse:
    person = person_or_404(request)
    try:
        challenges.take_back(person=person, token=challenge)
    except NotAllowed:
        messages.info(request, _("Someone else has already started, so the challenge stays open."))
    return redirect("games:challenge", challenge=challenge)


@require_safe
@by_link
def result(request: HttpRequest, challenge: str) -> HttpResponse:
    """Compare the results; 404 until the person has finished all boards."""
    person = person_or_404(request)
    page = compared.result(comparing.comparison(person=person, token=challenge))
    return render(request, "games/boards/challenge/result.html", {"page": page})


@require_safe
@by_link
def hand(request: HttpRequest, challenge: str, board: int, entrant: int, number: int | None = None) -> HttpResponse:
    """Replay an entrant's play of a board: the scored hand, or hand `number`, a void hand before it.

    404 until both the entrant and the person have finished all boards.
    """
    person = person_or_404(request)
    place, is_own, last = comparing.place_at(person=person, token=challenge, board=board, entrant=entrant)
    number = last if number is None else number
    if number > last:
        raise Http404
    snapshot = replay.hand_of(place, number=number, step=step_of(request), is_own=is_own)
    game = replace(snapshot.game, numbers=tuple(one for one in snapshot.game.numbers if one <= last))
    return show_replay(
        request,
        replace(snapshot, game=game, seal=None),  # the proof of the deal is on the page of the person's own game
        lambda number: reverse("games:challenge_hand_at", args=(challenge, board, entrant, number)),
        is_shared=True,
        review_url=reverse("games:challenge_result", args=(challenge,)),
    )

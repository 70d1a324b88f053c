"""Views of boards of the day (lists, a board, the monthly leaderboard, the chain), and of challenges.

A challenge is opened from the page of challenges or from a game, and joined by a link.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date
from http import HTTPStatus
from typing import Final, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import profile
from accounts.forms import NameForm
from accounts.people import Person, person_again, person_of, seat_someone
from accounts.zones import utc_today
from games.boards import challenge_pages, challenges, comparing, days, field
from games.boards import pages as shown
from games.boards.challenges import LENGTHS, ChallengeSeen, offers_pair
from games.engine.cards import card
from games.pages.cards import face, sorted_hand
from games.pages.words import level_name
from games.people.pages import preview_of
from games.people.rooms import Closed, NotAllowed, Why
from games.people.views import redirect_to_setup, too_many
from games.registry import DEFAULT_KEY, GAMES, levels, offered, ruleset
from games.replay.views import show_replay, step_of
from games.table import opening, players, replay, tables
from games.table.guards import by_link, count_request, limited, person_or_404, seated
from games.table.tables import NotSeated, Place
from games.wording import game_name

TOO_MANY: Final = gettext_lazy("You have too many open challenges. Cancel one, or wait until one is over.")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person, today = person_of(request), utc_today()
    context = {
        "day": shown.day_words(today),
        "ends_at": days.ends_at(today),
        "boards": boards_of(person, today),
        "calendar": _calendar(person),
        "has_past_boards": days.first_day() < today,
        **_month(person, today.replace(day=1)),
    }
    return render(request, "games/boards/home.html", context)


@require_safe
def of_month(request: HttpRequest, month: str) -> HttpResponse:
    """Show the leaderboard of a past month; 404 if it had no boards. Redirect the current month to today's boards."""
    first, today = _day(f"{month}-01"), utc_today()
    if not days.first_day().replace(day=1) <= first <= today:
        raise Http404
    if first == today.replace(day=1):
        return redirect("games:boards")
    return render(request, "games/boards/month.html", _month(person_of(request), first))


@require_safe
def of_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show the boards of a past day; 404 if it had none. Redirect today to the list of boards."""
    when = _day(day)
    found = boards_of(person_of(request), when)
    if when == utc_today():
        return redirect("games:boards")
    context = {"day": shown.day_words(when), "ends_at": days.ends_at(when), "boards": found}
    context["earlier"], context["later"] = days.around(when)
    return render(request, "games/boards/day.html", context)


@require_safe
def board(request: HttpRequest, day: str, key: str) -> HttpResponse:
    """Show a board: no cards before the person has played it, afterwards the person's result among the others."""
    person, when = person_of(request), _day(day)
    lines = {line.key: line for line in days.of_day(person=person, day=when)}
    if key not in lines:
        raise Http404
    line = lines.pop(key)
    result = field.own_result(person=person, attempt=line.attempt) if person is not None and line.attempt else None
    url = request.build_absolute_uri(reverse("games:board", args=(day, key)))
    context = {
        "day": shown.day_words(when),
        "date": day,
        "ends_at": days.ends_at(when),
        "line": shown.board(line, result.standing if result and result.attempt.margin is not None else None),
        "code": line.code,
        "is_whole": GAMES[key].is_one_hand,
        "begins": GAMES[key].board_begins,
        "is_counted": line.is_counted,
        "is_past": when < utc_today(),
        "result": shown.result(result, day=when, url=url) if result is not None else None,
        "played": _played(person, line.code) if person is not None and result is not None else None,
        "others": with_places(person, lines.values()),
        "calendar": _calendar(person) if result is not None else None,
    }
    return render(request, "games/boards/board.html", context)


@require_POST
@limited("games")
def play(request: HttpRequest, day: str, key: str) -> HttpResponse:
    """Redirect to the person's running or new game at that board. A visitor becomes a guest.

    If the form promises that the attempt `counts`, but the day is over, redirect to the board's page instead.
    """
    when = _day(day)
    if key not in days.games():
        raise Http404
    if "counts" in request.POST and when < utc_today():
        return redirect("games:board", day=day, key=key)
    person = seat_someone(request)
    try:
        return redirect("games:table", code=days.begin(person=person, key=key, day=when))
    except opening.TooManyGames:
        return too_many(request, person)


@require_safe
def chain(request: HttpRequest) -> HttpResponse:
    chains = [(one, days.opened_links(one)) for one in days.chains()]
    return render(request, "games/boards/chain.html", {"chains": chains})


def boards_of(person: Person | None, day: date) -> list[dict[str, str]]:
    """Return the boards of that day with the person's progress and ranks. Raises NoSuchBoard."""
    return with_places(person, days.of_day(person=person, day=day))


def with_places(person: Person | None, lines: Collection[days.BoardLine]) -> list[dict[str, str]]:
    played = [line.attempt for line in lines if line.stand is days.Stand.PLAYED]
    found = field.standings(person=person, attempts=played) if person is not None and played else {}
    return [shown.board(line, found.get(line.attempt)) for line in lines]


def _played(person: Person, code: str) -> dict[str, object] | None:
    """Return the person's cards and a sentence on the hand; None if the game was deleted or no hand finished."""
    try:
        place = tables.place_of(person=person, code=code)
    except NotSeated:
        return None
    snapshot, preferences = tables.see(place), place.person.preferences
    if not snapshot.hands:
        return None
    dealt = [card(text) for text in snapshot.hands[-1].hands[snapshot.seat]]
    sentence = GAMES[snapshot.key].table_page(snapshot, preferences).in_a_sentence
    return {"cards": [face(one) for one in sorted_hand(dealt, preferences)], "sentence": sentence}


def _month(person: Person | None, first: date) -> Mapping[str, object]:
    """Return context with the leaderboard of the month that begins with `first`, and the months before and after."""
    earlier, later = days.months_around(first)
    return {
        "month": shown.month(field.month(first=first, person=person)),
        "month_name": date_format(first, _("F Y")),
        "earlier_month": earlier,
        "later_month": later,
        "often": field.OFTEN_ENOUGH,
    }


def _calendar(person: Person | None) -> dict[str, object]:
    return shown.calendar(days.calendar(person=person), first=days.first_day(), today=utc_today())


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if day.isoformat() != text:
        raise Http404
    return day


# -- challenges ------------------------------------------------------------------------------------------


class ChallengeForm(forms.Form):
    """A new challenge: level, number of deals, and whether each is played from both seats."""

    level = forms.ChoiceField(label=gettext_lazy("How strong are the computer players?"))
    deals = forms.TypedChoiceField(
        label=gettext_lazy("How many boards?"),
        coerce=int,
        initial=4,
        widget=forms.RadioSelect,
        choices=[(number, number) for number in LENGTHS],
    )
    is_pair = forms.BooleanField(
        label=gettext_lazy("Play each board twice, with seats swapped"),
        help_text=gettext_lazy(
            "First all boards, then all again from the other seat, so each side holds the better cards once."
        ),
        required=False,
    )

    def __init__(self, key: str, data: QueryDict | None = None, *, level: str = "") -> None:
        super().__init__(data)
        compiling = players.warming_up(key)
        ready = [name for name in levels(key) if name not in compiling] or list(levels(key))
        chosen = cast(forms.ChoiceField, self.fields["level"])
        chosen.choices = [(name, level_name(name)) for name in ready]
        chosen.initial = level if level in ready else ready[-1]
        if not offers_pair(key):
            del self.fields["is_pair"]


@require_http_methods(["GET", "HEAD", "POST"])
def challenges_home(request: HttpRequest) -> HttpResponse:
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
        return redirect("games:challenge", challenge=challenges.open_played(place=place))
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
    person = person_of(request)
    own = challenges.all_of(person) if person is not None and finished is None else []
    has_played = finished is not None and challenges.playable_cards(finished) is not None
    context = {
        "form": form,
        "key": key,
        "like": finished.code if finished is not None else "",
        "played": challenge_pages.played_words(key) if has_played else "",
        "title": game_name(key, options),
        "rules": challenge_pages.rules_of_boards(key, options),
        "is_whole": GAMES[key].is_one_hand,
        "games": [(one, game_name(one, {})) for one in offered()],
        "own": [challenge_pages.line(one) for one in own],
        "notice": notice,
    }
    status = 429 if notice else 422 if form.is_bound else 200
    return render(request, "games/boards/challenge/home.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def challenge(request: HttpRequest, challenge: str) -> HttpResponse:
    """Show a challenge and its people's progress.

    A POST begins or continues a board; if one can be begun, a visitor becomes a guest.
    """
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
    page = challenge_pages.page(found, link=link)
    is_gone = bool(page["why"]) and found.own is None
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
    page = challenge_pages.result(comparing.comparison(person=person, token=challenge))
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

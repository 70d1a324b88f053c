"""Views of boards of the day: the lists of today and of past days, a board, the monthly leaderboard, and the chain."""

from collections.abc import Collection, Mapping
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.people import Person, person_of, seat_someone
from accounts.zones import utc_today
from games.boards import days, field
from games.boards import pages as shown
from games.people.views import too_many
from games.registry import GAMES
from games.table import opening, tables
from games.table.guards import limited
from games.table.tables import NotSeated


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
    earlier, later = days.around(when)
    context = {
        "day": shown.day_words(when),
        "ends_at": days.ends_at(when),
        "boards": found,
        "earlier": earlier,
        "later": later,
    }
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
    """Show the published tip of each chain, and the links of past days."""
    chains = [(one, days.opened_links(one)) for one in days.chains()]
    return render(request, "games/boards/chain.html", {"chains": chains})


def boards_of(person: Person | None, day: date) -> list[shown.BoardShown]:
    """Return the boards of that day with the person's progress and ranks. Raises NoSuchBoard."""
    return with_places(person, days.of_day(person=person, day=day))


def with_places(person: Person | None, lines: Collection[days.BoardLine]) -> list[shown.BoardShown]:
    """Return the boards for a list, with the person's rank at each board with a counted attempt played to the end."""
    played = [line.attempt for line in lines if line.stand is days.Stand.PLAYED]
    found = field.standings(person=person, attempts=played) if person is not None and played else {}
    return [shown.board(line, found.get(line.attempt)) for line in lines]


def _played(person: Person, code: str) -> shown.PlayedShown | None:
    """Return the person's cards and a sentence on the hand; None if the game was deleted or no hand finished."""
    try:
        place = tables.place_of(person=person, code=code)
    except NotSeated:
        return None
    return shown.played(tables.see(place), place.person.preferences)


def _month(person: Person | None, first: date) -> Mapping[str, object]:
    """Return context with the leaderboard of the month that begins with `first`, and the months before and after."""
    earlier, later = days.months_around(first)
    return {
        "month": shown.month(field.month(first=first, person=person)),
        "month_name": shown.month_words(first),
        "earlier_month": earlier,
        "later_month": later,
        "often": field.OFTEN_ENOUGH,
    }


def _calendar(person: Person | None) -> shown.CalendarShown:
    return shown.calendar(days.calendar(person=person), first=days.first_day(), today=utc_today())


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if day.isoformat() != text:
        raise Http404
    return day

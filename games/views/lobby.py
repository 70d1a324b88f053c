"""The way to a table: the front page, one's own games, a new game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.people import person_of, seat_someone
from games.forms import NewGameForm
from games.presenters import lists
from games.services import lobby, tables


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    games = tables.open_games(person) if person is not None else []
    shown = {"resume": lists.line(games[0]) if games else None, "fan": lists.FAN}
    return render(request, "home.html", shown)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Straight to a table with the usual options, as a guest where nobody is signed in."""
    return _open(request, lobby.DEFAULT_KEY, {}, lobby.DEFAULT_LEVEL)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new game with options."""
    form = NewGameForm(lobby.DEFAULT_KEY, request.POST or None)
    if not form.is_valid():
        return render(request, "games/new.html", {"form": form}, status=400 if form.is_bound else 200)
    return _open(request, form.key, form.chosen, form.cleaned_data["level"])


def _open(request: HttpRequest, key: str, chosen: dict[str, object], level: str) -> HttpResponse:
    person = seat_someone(request)
    try:
        code = lobby.open_game(person=person, key=key, chosen=chosen, level=level)
    except lobby.TooManyGames:
        notice = _("You have many games open. Finish or give up one of them first.")
        games = [lists.line(one) for one in tables.open_games(person)]
        return render(
            request,
            "games/mine.html",
            {"open": games, "notice": notice, "is_first": True},
            status=429,
        )
    return redirect("games:table", code=code)

"""Pages of statistics: one's own, the hands and games behind a number, the course of a game, the house's, downloads."""

import csv
from collections.abc import Iterable, Iterator

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.people import Person, person_of
from games.presenters.statistics import house as everybodys
from games.presenters.statistics import pages
from games.presenters.statistics.files import figures, hand_rows
from games.services.statistics import behind, reading
from games.services.tables import Place
from games.views.limited import limited
from games.views.seated import seated
from games.views.statistics_asked import Asked, asked

PERSONAL = "games/statistics/personal.html"
BEHIND = "games/statistics/behind.html"


@require_safe
def personal(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    wanted = asked(request.GET, person=person)
    if person is None:
        return render(request, PERSONAL, {"asked": wanted, "page": None})
    story = reading.personal(person=person, stretch=wanted.stretch)
    page = pages.personal(wanted.stretch.key, story, wanted.kept)
    return render(request, PERSONAL, {"asked": wanted, "page": page})


@require_safe
def hands(request: HttpRequest) -> HttpResponse:
    return _behind(request, games=False)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return _behind(request, games=True)


def _behind(request: HttpRequest, *, games: bool) -> HttpResponse:
    """The hands or games behind a number, the newest first, a page at a time."""
    person = person_of(request)
    wanted = asked(request.GET, person=person)
    found = behind.Page() if person is None else _page(person, wanted, games=games)
    page = pages.behind(wanted.stretch.key, found, wanted.kept, wanted.marks, are_games=games)
    return render(request, BEHIND, {"asked": wanted, "page": page})


def _page(person: Person, wanted: Asked, *, games: bool) -> behind.Page:
    return behind.lines_behind(
        person=person, stretch=wanted.stretch, marks=wanted.marks, games=games, before=wanted.before
    )


@require_safe
@seated
def game(request: HttpRequest, place: Place) -> HttpResponse:
    """The course of one game: its score hand by hand."""
    whole, lines, others = reading.game_of(place=place)
    told = pages.game(place.code, place.game.key, whole, lines, others)
    if told is None:
        raise Http404
    return render(request, "games/statistics/game.html", {"page": told})


@require_safe
def house(request: HttpRequest) -> HttpResponse:
    """Everybody's: totals, records, leaderboard."""
    person = person_of(request)
    wanted = asked(request.GET, period="all", person=person)
    level = wanted.stretch.level or wanted.levels[-1][0]
    found = reading.house(stretch=wanted.stretch, level=level, person=person)
    page = everybodys.house(wanted.stretch.key, found, level)
    return render(request, "games/statistics/house.html", {"asked": wanted, "page": page})


@require_safe
@limited("exports")
def summary_csv(request: HttpRequest) -> HttpResponseBase:
    """The figures of one's page, as it is filtered."""
    person = _somebody(request)
    wanted = asked(request.GET, person=person)
    story = reading.personal(person=person, stretch=wanted.stretch)
    return _csv("statistics.csv", figures(pages.personal(wanted.stretch.key, story, wanted.kept)))


@require_safe
@limited("exports")
def hands_csv(request: HttpRequest) -> HttpResponseBase:
    """Every hand one has ever finished."""
    return _csv("hands.csv", hand_rows(reading.every_hand(_somebody(request))))


def _somebody(request: HttpRequest) -> Person:
    person = person_of(request)
    if person is None:
        raise Http404
    return person


class _Line:
    """A file for the csv module that hands each line on."""

    def write(self, text: str) -> str:
        return text


def _csv(name: str, rows: Iterable[Iterable[object]]) -> HttpResponseBase:
    """Rows become lines one by one; under an asynchronous server the lines, and no more, stand in memory together."""
    writer = csv.writer(_Line())
    lines: Iterator[str] = (writer.writerow(row) for row in rows)
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

"""Views of statistics: a player's own, the hands or games behind a figure, one game, the whole site, CSV files."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.people import Person, person_of
from games.statistics import pages, reading
from games.statistics.query import StatisticsQuery
from games.table.guards import limited, person_or_404, seated
from games.table.tables import Place

BOM = "\ufeff"


@require_safe
def personal(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = StatisticsQuery(request.GET, person=person)
    page = _personal(person, query) if person is not None else None
    return render(request, "games/statistics/personal.html", {"query": query, "page": page})


def _personal(person: Person, query: StatisticsQuery) -> pages.PersonalPage:
    aggregate = reading.personal(person=person, stretch=query.stretch)
    return pages.PersonalPage(query.stretch.key, aggregate, query.kept)


@require_safe
def hands_behind(request: HttpRequest, *, are_games: bool) -> HttpResponse:
    person = person_of(request)
    query = StatisticsQuery(request.GET, person=person)
    found = (
        reading.counted_lines(
            person=person, stretch=query.stretch, marks=query.marks, games=are_games, before=query.before
        )
        if person is not None
        else reading.LinesPage()
    )
    page = pages.CountedHandsPage(query.stretch.key, found, query.kept, query.marks, are_games=are_games)
    return render(request, "games/statistics/counted_hands.html", {"query": query, "page": page})


@require_safe
@seated
def game(request: HttpRequest, place: Place) -> HttpResponse:
    """Show one game from the viewer's seat; 404 if neither the game nor a hand of it has a line."""
    whole, lines, others = reading.game_of(place=place)
    if whole is None and not lines:
        raise Http404
    page = pages.SingleGamePage(place, whole, lines, others)
    return render(request, "games/statistics/game.html", {"page": page})


@require_safe
def everybody(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = StatisticsQuery(request.GET, period="all", person=person, of_everybody=True)
    level = query.stretch.level or query.levels[-1][0]
    found = reading.everybody(stretch=query.stretch, level=level)
    page = pages.EverybodyPage(query.stretch.key, found, level, person)
    return render(request, "games/statistics/everybody.html", {"query": query, "page": page})


@require_safe
@limited("exports")
def summary_csv(request: HttpRequest) -> HttpResponseBase:
    person = person_or_404(request)
    return _csv("statistics.csv", pages.figure_rows(_personal(person, StatisticsQuery(request.GET, person=person))))


@require_safe
@limited("exports")
def hands_csv(request: HttpRequest) -> HttpResponseBase:
    return _csv("hands.csv", pages.hand_rows(reading.every_hand(person_or_404(request))))


def _csv(name: str, rows: Iterable[Iterable[object]]) -> HttpResponseBase:
    """Return the rows as a UTF-8 CSV file, with a BOM by which spreadsheets detect the encoding.

    Not streamed: an async server would run the queries in another thread, whose database connections are not managed.
    """
    written = StringIO()
    written.write(BOM)
    csv.writer(written).writerows(rows)
    answer = HttpResponse(written.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

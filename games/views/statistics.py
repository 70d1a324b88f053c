"""Pages of statistics: one's own, the hands and games behind a number, the course of a game, everybody's, downloads."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.people import person_of
from games.presenters.statistics import decided, decision_list, pages
from games.presenters.statistics import everybody as everybodys
from games.presenters.statistics.files import figures, hand_rows
from games.registry import GAMES
from games.services.statistics import counted_hands, reading
from games.services.statistics import decisions as reviewed
from games.services.table.tables import Place
from games.views.limited import limited
from games.views.seated import person_or_404, seated
from games.views.statistics_query import read_query

PERSONAL = "games/statistics/personal.html"
COUNTED_HANDS = "games/statistics/counted_hands.html"
DECISIONS = "games/statistics/decisions.html"
DECISION_LIST = "games/statistics/decision_list.html"
BOM = "\ufeff"


@require_safe
def personal(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = read_query(request.GET, person=person)
    if person is None:
        return render(request, PERSONAL, {"query": query, "page": None})
    aggregate = reading.personal(person=person, stretch=query.stretch)
    page = pages.personal(query.stretch.key, aggregate, query.kept)
    return render(request, PERSONAL, {"query": query, "page": page})


@require_safe
def hands_behind(request: HttpRequest, *, are_games: bool) -> HttpResponse:
    """The hands or games behind a number, the newest first, a page at a time."""
    person = person_of(request)
    query = read_query(request.GET, person=person)
    found = counted_hands.Page()
    if person is not None:
        found = counted_hands.counted_lines(
            person=person, stretch=query.stretch, marks=query.marks, games=are_games, before=query.before
        )
    page = pages.counted_hands_page(query.stretch.key, found, query.kept, query.marks, are_games=are_games)
    return render(request, COUNTED_HANDS, {"query": query, "page": page})


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = read_query(request.GET, person=person)
    page = None
    if person is not None:
        page = decided.page(reviewed.decided(person=person, stretch=query.stretch), query.kept, query.decision)
    context = {"query": query, "page": page, "unweighed": GAMES[query.stretch.key].unweighed}
    return render(request, DECISIONS, context)


@require_safe
def decisions_behind(request: HttpRequest) -> HttpResponse:
    """The decisions behind a number, the costliest first, a page at a time."""
    person = person_of(request)
    query = read_query(request.GET, person=person)
    sought = reviewed.Sought(query.decision, query.trick, query.marks)
    found = reviewed.DecisionPage()
    if person is not None:
        found = reviewed.listed(person=person, stretch=query.stretch, sought=sought, after=query.after)
    page = decision_list.listed(query.stretch.key, found, sought, query.kept)
    return render(request, DECISION_LIST, {"query": query, "page": page})


@require_safe
@seated
def game(request: HttpRequest, place: Place) -> HttpResponse:
    whole, lines, others = reading.game_of(place=place)
    page = pages.game(place.code, place.game.key, whole, lines, others)
    if page is None:
        raise Http404
    return render(request, "games/statistics/game.html", {"page": page})


@require_safe
def everybody(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    query = read_query(request.GET, period="all", person=person, of_everybody=True)
    level = query.stretch.level or query.levels[-1][0]
    found = reading.everybody(stretch=query.stretch, level=level, person=person)
    page = everybodys.everybody(query.stretch.key, found, level)
    return render(request, "games/statistics/everybody.html", {"query": query, "page": page})


@require_safe
@limited("exports")
def summary_csv(request: HttpRequest) -> HttpResponseBase:
    """The figures of one's page, as it is filtered."""
    person = person_or_404(request)
    query = read_query(request.GET, person=person)
    aggregate = reading.personal(person=person, stretch=query.stretch)
    return _csv("statistics.csv", figures(pages.personal(query.stretch.key, aggregate, query.kept)))


@require_safe
@limited("exports")
def hands_csv(request: HttpRequest) -> HttpResponseBase:
    """Every hand one has ever finished."""
    return _csv("hands.csv", hand_rows(reading.every_hand(person_or_404(request))))


def _csv(name: str, rows: Iterable[Iterable[object]]) -> HttpResponseBase:
    """Written here, in the thread whose connections are looked after: an asynchronous server would read what streams in
    another. The mark in front tells spreadsheets that it is UTF-8.
    """
    written = StringIO()
    written.write(BOM)
    csv.writer(written).writerows(rows)
    answer = HttpResponse(written.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

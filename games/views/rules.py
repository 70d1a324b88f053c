"""The reading pages of a game: its rules and its strategy. They show no game and know no row."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules_twoman.html")


@require_safe
def strategy(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/strategy_twoman.html")

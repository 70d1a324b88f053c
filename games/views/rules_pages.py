"""The reading pages of the games: their rules and how to play them well. They show no game and know no row."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.presenters.rules_pages import key_by_title, listed, rules_page, strategy_page
from games.registry import ruleset


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules that can be read here: those of every game that is offered."""
    return render(request, "pages/rules.html", {"games": listed()})


@require_safe
def rules_of(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one game; `?variant=` shows its options as that variant has them."""
    shown = rules_page(key, request.GET.get("variant", ""))
    if shown is None:
        return _by_title("games:rules_of", key)
    return render(request, shown.templates, {"rules": shown})


@require_safe
def strategy(request: HttpRequest, key: str) -> HttpResponse:
    shown = strategy_page(key)
    if shown is None:
        return _by_title("games:strategy", key)
    return render(request, "pages/strategy.html", {"key": key, "game": ruleset(key).title, "advice": shown})


def _by_title(name: str, asked: str) -> HttpResponse:
    """An older kind of address, by the game's title."""
    key = key_by_title(asked)
    if key is None:
        raise Http404
    return redirect(name, key, permanent=True)

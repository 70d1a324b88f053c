"""Views for setting up a game: choose it, its variant, options and players, or restore the defaults."""

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import profile
from accounts.people import Person, person_of, seat_someone
from games import registry
from games.lobby import setup_page as shown
from games.lobby.setup_form import SetupForm
from games.lobby.views import games_of
from games.people import joining, setups
from games.people.open_tables import open_lines, too_many
from games.table import opening
from games.table.guards import take

View: TypeAlias = Callable[[HttpRequest, str, str | None], HttpResponse]


def offered(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorate a view to receive the variant in the URL, or None; 404 for a game not on offer or an unknown variant."""

    @wraps(view)
    def guarded(request: HttpRequest, key: str) -> HttpResponse:
        if key not in registry.offered():
            raise Http404
        variant = request.GET.get("variant") or None
        if variant is not None and variant not in setups.variants(key):
            raise Http404
        return view(request, key, variant)

    return guarded


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/lobby/choose.html", {"games": games_of(person_of(request))})


@require_http_methods(["GET", "HEAD", "POST"])
@offered
def setup(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """Show the setup page of a game. A POST opens the game, or a waiting room if a seat is offered by a link.

    The setup is kept for the next game.
    """
    form = setup_form(request, key, variant)
    if not form.is_valid():
        return whole_form(request, form)
    take(request, "games")
    person = seat_someone(request)
    try:
        return _opened(person, form)
    except opening.BadOptions as error:
        form.refuse(error.refusals)
        return whole_form(request, form)
    except opening.TooManyGames:
        return too_many(request, person)


def _opened(person: Person, form: SetupForm) -> HttpResponse:
    if name := form.cleaned_data.get("name"):
        profile.call(person=person, name=name)
    code = joining.open_as_set_up(
        person=person, key=form.key, chosen=form.chosen, seating=form.seating, by_link=form.by_link
    )
    return redirect("games:room", room=code) if form.by_link.places else redirect("games:table", code=code)


@require_POST
@offered
def check(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """Show the form as filled in so far, with every refusal. Stores nothing."""
    form = setup_form(request, key, variant)
    form.is_valid()
    return render(request, "games/lobby/setup/_form.html", _context(form))


@require_http_methods(["GET", "HEAD", "POST"])
@offered
def restore(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """Restore the defaults of one variant or of the whole game; a GET asks first."""
    address = _address(key, variant)
    if request.method != "POST":
        kept = setups.kept(person=person_of(request), key=key, variant=variant)
        context = {
            "page": shown.setup(kept, kept.seating, kept.by_link, kept.options),
            "is_all": variant is None,
            "back": address,
        }
        return render(request, "games/lobby/setup/restore.html", context)
    setups.restore(person=person_of(request), key=key, variant=variant)
    messages.success(request, _("The defaults are restored."))
    return redirect(address)


@require_http_methods(["GET", "HEAD", "POST"])
def restore_all(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        titles = [title for _key, title in registry.titles()]
        return render(request, "games/lobby/setup/restore_all.html", {"titles": titles})
    setups.restore(person=person_of(request))
    messages.success(request, _("All games are back to the defaults."))
    return redirect("games:new")


def setup_form(request: HttpRequest, key: str, variant: str | None) -> SetupForm:
    person = person_of(request)
    kept = setups.kept(person=person, key=key, variant=variant)
    is_nameless = person is None or person.is_nameless
    return SetupForm(kept, request.POST if request.method == "POST" else None, asks_name=is_nameless)


def whole_form(request: HttpRequest, form: SetupForm) -> HttpResponse:
    """Show the whole page, with the person's latest open table if there is one."""
    context = {**_context(form), "waiting": next(iter(open_lines(person_of(request))), None)}
    return render(request, "games/lobby/setup/page.html", context, status=422 if form.is_bound else 200)


def _context(form: SetupForm) -> dict[str, object]:
    return {"form": form, "page": shown.setup(form.kept, form.seating, form.by_link, form.full)}


def _address(key: str, variant: str | None) -> str:
    address = reverse("games:setup", args=[key])
    return f"{address}?{urlencode({'variant': variant})}" if variant else address

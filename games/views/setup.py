"""Setting a game up: which game, which variant, its options and the players, and the way back to the defaults."""

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
from games.presenters import setup as shown
from games.services.people import joining, lobby, setups
from games.setup_form import SetupForm
from games.views.limited import take
from games.views.lobby import games_of, open_lines, too_many

View: TypeAlias = Callable[[HttpRequest, str, str | None], HttpResponse]


def offered(view: View) -> Callable[[HttpRequest, str], HttpResponse]:
    """`view(request, key, variant)` is called with a game that is offered and a variant it has, or None where the
    address names none. Everything else is 404.
    """

    @wraps(view)
    def guarded(request: HttpRequest, key: str) -> HttpResponse:
        if key not in lobby.offered():
            raise Http404
        variant = request.GET.get("variant") or None
        if variant is not None and variant not in setups.variants(key):
            raise Http404
        return view(request, key, variant)

    return guarded


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "games/choose.html", {"games": games_of(person_of(request))})


@require_http_methods(["GET", "HEAD", "POST"])
@offered
def setup(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """The page of one game; a POST opens it, or a table that waits where a seat is given away, and keeps how it was
    set up.
    """
    form = setup_form(request, key, variant)
    if not form.is_valid():
        return whole_form(request, form)
    take(request, "games")
    person = seat_someone(request)
    try:
        return _opened(person, form)
    except lobby.BadOptions as error:
        form.refuse(error.refusals)
        return whole_form(request, form)
    except lobby.TooManyGames:
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
    """The form as it stands while somebody fills it in, with every refusal; it changes nothing."""
    form = setup_form(request, key, variant)
    form.is_valid()
    return render(request, "games/setup/_form.html", _context(form))


@require_http_methods(["GET", "HEAD", "POST"])
@offered
def restore(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """Back to the defaults, of one variant or of the whole game; a GET asks first."""
    address = _address(key, variant)
    if request.method != "POST":
        kept = setups.kept(person=person_of(request), key=key, variant=variant)
        context = {
            "page": shown.setup(kept, kept.seating, kept.by_link, kept.options),
            "is_all": variant is None,
            "back": address,
        }
        return render(request, "games/setup/restore.html", context)
    setups.restore(person=person_of(request), key=key, variant=variant)
    messages.success(request, _("The defaults are restored."))
    return redirect(address)


@require_http_methods(["GET", "HEAD", "POST"])
def restore_all(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        titles = [title for _key, title in lobby.titles()]
        return render(request, "games/setup/restore_all.html", {"titles": titles})
    setups.restore(person=person_of(request))
    messages.success(request, _("All games are back to the defaults."))
    return redirect("games:new")


def setup_form(request: HttpRequest, key: str, variant: str | None) -> SetupForm:
    person = person_of(request)
    kept = setups.kept(person=person, key=key, variant=variant)
    is_nameless = person is None or person.is_nameless
    return SetupForm(kept, request.POST if request.method == "POST" else None, asks_name=is_nameless)


def whole_form(request: HttpRequest, form: SetupForm) -> HttpResponse:
    """The page, with the table that waits for whoever has one open."""
    context = {**_context(form), "waiting": next(iter(open_lines(person_of(request))), None)}
    return render(request, "games/setup.html", context, status=422 if form.is_bound else 200)


def _context(form: SetupForm) -> dict[str, object]:
    return {"form": form, "page": shown.setup(form.kept, form.seating, form.by_link, form.full)}


def _address(key: str, variant: str | None) -> str:
    address = reverse("games:setup", args=[key])
    return f"{address}?{urlencode({'variant': variant})}" if variant else address

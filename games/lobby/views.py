"""Views of the front page, a new game after or instead of another, My games, rules, and the setup."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import wraps
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import profile
from accounts.people import Person, person_of, seat_someone
from accounts.zones import utc_today
from games import registry
from games.boards import days
from games.boards.pages import day_words, played_on, unplayed, yesterday
from games.boards.views import boards_of
from games.lobby import archive
from games.lobby import pages as shown
from games.lobby.forms import ArchiveForm, SetupForm
from games.lobby.rules_pages import rules_page, strategy_template
from games.people import joining, rooms, setups
from games.people.pages import preview_of, rematch_line, room_line, room_told
from games.people.views import inside, redirect_to_setup, too_many
from games.registry import DEFAULT_KEY, GAMES, levels, ruleset
from games.replay import played_again
from games.table import game_list, opening, tables
from games.table.game_list import line
from games.table.guards import TableRequest, count_request, limited, seated
from games.table.tables import Place

#: Upper bound on waiting rooms on the front page. My games lists all rooms.
MOST_TOLD: Final = 3
View: TypeAlias = Callable[[HttpRequest, str, str | None], HttpResponse]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    places = tables.open_places(person) if person is not None else []
    waiting = _waiting(places)
    moves = [place for place in places if tables.waits_for(place)]
    today = utc_today()
    boards = boards_of(person, today)
    context = {
        "waiting": waiting,
        "moves": len(moves),
        "elsewhere": [shown.elsewhere(place) for place in moves if place is not places[0]],
        "rooms": _rooms_told(person) if person is not None else [],
        "rematches": [rematch_line(*one) for one in rooms.open_rematches(person)],
        "fan": shown.FAN,
        "steps": shown.STEPS,
        "games": games_of(person),
        "boards": boards,
        "filled": unplayed(boards, opening.usual_game(person)) if person is not None and waiting is None else "",
        "day": day_words(today),
        "ends_at": days.ends_at(today),
        "yesterday": _yesterday(person, today),
        "played_on": played_on(days.calendar(person=person)) if person is not None else "",
        "has_past_boards": days.first_day() < today,
        "preview": preview_of(request),
    }
    return render(request, "home.html", context)


def _rooms_told(person: Person) -> list[dict[str, str]]:
    """Return the person's latest waiting rooms, except expired rooms that are not a rematch."""
    found = (one for one in rooms.rooms_of(person) if one.is_rematch or one.closed is not rooms.Why.LAPSED)
    return [room_told(one) for one in islice(found, MOST_TOLD)]


def _yesterday(person: Person | None, today: date) -> str:
    if person is None:
        return ""
    try:
        return yesterday(boards_of(person, today - timedelta(days=1)))
    except days.NoSuchBoard:
        return ""


def games_of(person: Person | None) -> list[dict[str, object]]:
    keys = registry.offered()
    return shown.offered_games(keys, setups.last(person=person, keys=keys))


def _waiting(places: Sequence[Place]) -> dict[str, object] | None:
    if not places:
        return None
    last, *others = places
    return shown.waiting_table(last, tables.see(last), others=len(others))


@require_POST
@limited("games")
def play_now(request: HttpRequest) -> HttpResponse:
    """Open the default game with default options and redirect to its table; a visitor becomes a guest.

    A person with an open table is asked to confirm. The confirming form has the code of that table as `another`.
    """
    person, running = seat_someone(request), request.POST.get("another")
    try:
        if running is None:
            code = opening.open_first(person=person)
        else:
            code = opening.open_once(person=person, key=DEFAULT_KEY, chosen={}, running=running)
    except opening.TooManyGames:
        return too_many(request, person)
    if code is not None:
        return redirect("games:table", code=code)
    waiting = _waiting(tables.open_places(person))
    if waiting is None:  # the last game has ended since
        return redirect("home")
    return render(request, "games/lobby/another.html", {"waiting": waiting})


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def instead(request: HttpRequest, place: Place) -> HttpResponse:
    """Open a new game instead of this one: a GET asks to confirm, a POST gives this game up.

    If other people can continue the game, a POST redirects to the page for leaving it.
    """
    if request.method != "POST":
        asked = {"line": game_list.line(place), "goes_on": place.goes_on_without}
        return render(request, "games/lobby/instead.html", asked)
    if place.goes_on_without:
        return redirect("games:abandon", code=place.code)
    return _next_game(request, place, are_together=not place.is_alone and place.is_over, alone=opening.open_instead)


@require_POST
@seated
def play_again(request: HttpRequest, place: Place) -> HttpResponse:
    """Open another game with the same options; after a game with other people, open or join its rematch.

    A practice game begins again from the same point of the hand.
    """
    if not (place.is_alone or place.is_over):
        return redirect("games:table", code=place.code)
    is_practice = place.game.is_practice and tables.may_play_again(place.game, place.person)
    alone = played_again.once_more if is_practice else opening.open_again
    return _next_game(request, place, are_together=not place.is_alone, alone=alone)


def _next_game(request: HttpRequest, place: Place, *, are_together: bool, alone: Callable[..., str]) -> HttpResponse:
    """Redirect to the rematch's room if `are_together`, else to the game that `alone` opens.

    If the rematch has begun without the person or is full, redirect to a separate room. If all other people are gone, a
    message says that computer players replace them.
    """
    count_request(request, "games")
    try:
        if are_together:
            room = joining.rematch(place=place)
            if not room.is_rematch:
                others = _("The others are playing again without you. This is a new table: send them its link.")
                messages.info(request, others)
            return inside(room)
        code = alone(place=place)
    except opening.TooManyGames:
        return too_many(request, seat_someone(request))
    except opening.BadOptions:
        return redirect_to_setup(request, place)
    if place.is_left:
        messages.info(request, _("The people you played with are gone, so computer players sit with you."))
    return redirect("games:table", code=code)


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the person's games; `?before=` is the cursor of a page. Ignores invalid parameters and shows a notice."""
    person, form = person_of(request), ArchiveForm(request.GET)
    is_read = form.is_valid()
    past, is_first = dict[str, Any](games=()), True
    if person is not None:
        try:
            before = request.GET.get("before") or None
            past, is_first = archive.past_games(person=person, filters=form.wanted, before=before), before is None
        except archive.NoSuchCursor:
            past, is_read = archive.past_games(person=person, filters=form.wanted), False
    going_on = game_list.open_games(person) if is_first and not form.is_narrowed else []
    context = {
        "form": form,
        "open": going_on,
        "moves": sum(one.is_my_move for one in going_on),
        "rooms": [room_line(one) for one in rooms.rooms_of(person)] if person is not None and is_first else [],
        "rematches": [rematch_line(*one) for one in rooms.open_rematches(person if is_first else None)],
        "past": past,
        "played": [(line(one), with_bid) for one, with_bid in past["games"]],
        "is_first": is_first,
        "notice": "" if is_read else _("Part of the address couldn’t be read and was ignored."),
    }
    is_more = cast(TableRequest, request).htmx.target == "more"
    # With `is_more` the template gives the focus to the first of the added games, because the pressed button is gone.
    template = "games/lobby/archive/_more.html" if is_more else "games/lobby/mine.html"
    return render(request, template, context | {"is_more": is_more})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    keys = list(filter(levels, GAMES))
    return render(request, "pages/rules.html", {"games": shown.offered_games(keys, {})})


@require_safe
def rules_of(request: HttpRequest, key: str) -> HttpResponse:
    """Show the rules of one game, with the options of the variant in `?variant=`."""
    page = rules_page(key, request.GET.get("variant", ""))
    if page is None:
        return _by_title("games:rules_of", key)
    return render(request, page["templates"], {"rules": page})


@require_safe
def strategy(request: HttpRequest, key: str) -> HttpResponse:
    template = strategy_template(key)
    if template is None:
        return _by_title("games:strategy", key)
    context = {"key": key, "game": ruleset(key).title, "bags_marked": bool(GAMES[key].tags)}
    return render(request, template, context)


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

    The POST also keeps the setup for the person's next game.
    """
    form = setup_form(request, key, variant)
    if form.is_valid():
        count_request(request, "games")
        person = seat_someone(request)
        if name := form.cleaned_data.get("name"):
            profile.set_name(person=person, name=name)
        try:
            code = joining.open_as_set_up(
                person=person, key=key, chosen=form.chosen, seating=form.seating, by_link=form.by_link
            )
            return redirect("games:room", room=code) if form.by_link.places else redirect("games:table", code=code)
        except opening.BadOptions as error:
            form.refuse(error.refusals)
        except opening.TooManyGames:
            return too_many(request, person)
    # The page links to the first of the open games.
    waiting = next(iter(game_list.open_games(person_of(request))), None)
    context = {"form": form, "page": shown.setup(form), "waiting": waiting}
    return render(request, "games/lobby/setup/page.html", context, status=422 if form.is_bound else 200)


@require_POST
@offered
def check(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """Show the form as posted, with every refusal of the rules. Stores nothing."""
    form = setup_form(request, key, variant)
    form.is_valid()
    return render(request, "games/lobby/setup/_form.html", {"form": form, "page": shown.setup(form)})


@require_http_methods(["GET", "HEAD", "POST"])
@offered
def restore(request: HttpRequest, key: str, variant: str | None) -> HttpResponse:
    """Restore the defaults of one variant or of the whole game; a GET asks to confirm."""
    query = f"?{urlencode({'variant': variant})}" if variant else ""
    address = f"{reverse('games:setup', args=[key])}{query}"
    if request.method != "POST":
        kept = setups.setup_for(person=person_of(request), key=key, variant=variant)
        context = {"page": shown.setup(SetupForm(kept)), "is_all": variant is None, "back": address}
        return render(request, "games/lobby/setup/restore.html", context)
    setups.restore(person=person_of(request), key=key, variant=variant)
    messages.success(request, _("Defaults restored."))
    return redirect(address)


@require_http_methods(["GET", "HEAD", "POST"])
def restore_all(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        titles = [title for _key, title in registry.titles()]
        return render(request, "games/lobby/setup/restore_all.html", {"titles": titles})
    setups.restore(person=person_of(request))
    messages.success(request, _("All games are back to their defaults."))
    return redirect("games:new")


def setup_form(request: HttpRequest, key: str, variant: str | None) -> SetupForm:
    person = person_of(request)
    kept = setups.setup_for(person=person, key=key, variant=variant)
    is_nameless = person is None or person.is_nameless
    return SetupForm(kept, request.POST if request.method == "POST" else None, asks_name=is_nameless)


def _by_title(name: str, asked: str) -> HttpResponse:
    """Redirect a URL that has the game's title instead of its key; 404 for an unknown title."""
    for key in GAMES:
        if key != asked and asked == slugify(ruleset(key).title):
            return redirect(name, key, permanent=True)
    raise Http404

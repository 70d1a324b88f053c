"""My games: those that go on, and all that ended, narrowed as the address says, a page at a time."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.people import person_of
from games.forms import ArchiveForm
from games.presenters.lists import line
from games.presenters.rooms import room_line
from games.services.past import archive
from games.services.people import rooms
from games.views.lobby import open_lines, rematches_of
from games.views.seated import TableRequest

PAGE = "games/mine.html"
PARTIAL = "games/archive/_more.html"


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What cannot be read of the address is left out, and the page says so. `before` is the cursor of a page."""
    person, form = person_of(request), ArchiveForm(request.GET)
    is_read = form.is_valid()
    past, is_first = archive.Page(), True
    if person is not None:
        try:
            before = request.GET.get("before") or None
            past, is_first = archive.past_games(person=person, wanted=form.wanted, before=before), before is None
        except archive.NoSuchCursor:
            past, is_read = archive.past_games(person=person, wanted=form.wanted), False
    going_on = open_lines(person) if is_first and not form.is_narrowed else []
    context = {
        "form": form,
        "open": going_on,
        "moves": sum(one.is_my_move for one in going_on),
        "rooms": [room_line(one) for one in rooms.rooms_of(person)] if person is not None and is_first else [],
        "rematches": rematches_of(person) if is_first else [],
        "past": past,
        "played": [(line(one), with_bid) for one, with_bid in past.games],
        "is_first": is_first,
        "notice": "" if is_read else _("Part of the address could not be read and was left out."),
    }
    is_more = cast(TableRequest, request).htmx.target == "more"
    # The button that was pressed is gone: the focus goes to the first of the games that came.
    return render(request, PARTIAL if is_more else PAGE, context | {"is_more": is_more})

"""What the pages of past hands have in common, for the people of a game and for whoever follows a link."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms import number_in
from games.presenters import company, played_again, reviews
from games.registry import presenter
from games.snapshot import PlayedGame, Replay, SharedLink
from games.views.seated import is_partial

#: Hands before and after the one that is replayed that its page links to.
NEAR: Final = 12
PAGE = "games/replay/page.html"
PARTIAL = "games/replay/_at.html"
REVIEW = "games/replay/review.html"
#: After how many seconds a page that waits for a review asks again, each time it has asked in vain. At first a review
#: is nearly there; after some minutes nobody is kept busy for it.
ASKS_AFTER: Final = (2, 2, 2, 3, 4, 6, 9, 12, 18, 24, 36, 60, 60, 60)


def step_of(request: HttpRequest) -> int | None:
    """The step in the address; None where it names none, or none that could be read."""
    return number_in(request.GET.get("step", ""))


def show_replay(request: HttpRequest, snapshot: Replay, link: Callable[[int], str], **more: Any) -> HttpResponse:
    """The partial alone for the replay's own script, else the whole page; `link` leads to a hand of the game."""
    is_here = not request.GET.get("step") or step_of(request) == snapshot.step
    at = played_again.in_replay(presenter(snapshot.game.key).replay(snapshot), snapshot)
    context = {
        "at": reviews.marked(at, snapshot, more.pop("reviews", ())),
        "hands": [(number, link(number)) for number in _around(snapshot.game.numbers, snapshot.number)],
        "notice": "" if is_here else _("This hand has no such step."),
        **more,
    }
    return render(request, PARTIAL if is_partial(request) else PAGE, context)


def _around(numbers: Sequence[int], here: int) -> list[int]:
    """The hands that a replay links to: the first, the last, and `NEAR` on either side."""
    return [one for one in numbers if abs(one - here) <= NEAR or one in (numbers[0], numbers[-1])]


def show_review(
    request: HttpRequest, game: PlayedGame, link: Callable[[int], str], *, status: int = 200, **more: Any
) -> HttpResponse:
    shown = played_again.in_review(presenter(game.key).review(game), game)
    hands = [(number, link(number)) for number in game.numbers]
    paging = {"page": game.page, "pages": game.pages} if game.pages > 1 else {}
    context = {"review": shown, "left": company.left(game), "hands": hands, **paging, **more}
    return render(request, REVIEW, context, status=status)


def page_of(request: HttpRequest) -> int:
    """The page of hands that the address names, else the first."""
    return number_in(request.GET.get("page", "")) or 1


def share_links(request: HttpRequest, shares: tuple[SharedLink, ...]) -> list[tuple[SharedLink, str]]:
    return [(one, request.build_absolute_uri(reverse("games:shared", args=(one.token,)))) for one in shares]


def asks_again(request: HttpRequest) -> dict[str, int] | None:
    """`after` how many seconds the page asks again by itself, and for which `time`; None once it has asked as often as
    it may, and somebody has to ask it to.
    """
    asked = request.GET.get("asked", "")
    time = int(asked) if asked.isdecimal() and len(asked) < len("100") else 0
    return {"after": ASKS_AFTER[time], "time": time + 1} if time < len(ASKS_AFTER) else None

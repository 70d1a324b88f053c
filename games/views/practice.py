"""Practice: choosing again in positions of one's own games, and in those of the house."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people import person_of, preferences_of
from games import presenters
from games.forms import ActionForm, number_in
from games.presenters import practice as shown
from games.presenters.practice import PracticeFilter
from games.registry import GAMES
from games.services.past import practice
from games.services.past.practice import Answered, Position, Refused, Wanted
from games.views.limited import limited
from games.views.seated import person_or_404
from games.views.showing import UNREADABLE
from games.wording.kinds import KINDS

PAGE = "games/practice/page.html"
NOTHING = "games/practice/nothing.html"
HOME: Final = reverse_lazy("games:practice")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """To the position that has waited longest, or what there is instead; `house` asks for one of the house."""
    wanted = _wanted(request)
    if "house" in request.GET and (address := _housed(wanted)) is not None:
        return redirect(address)
    person = person_of(request)
    after = number_in(request.GET.get("after", ""))
    found = practice.due(person=person, after=after, wanted=wanted) if person is not None else None
    if found is not None:
        return redirect(f"{reverse('games:practice_own', args=(found,))}{_query(wanted)}")
    due, coming = practice.waiting(person=person, wanted=wanted) if person is not None else (0, None)
    titles = {key: GAMES[key].rules.title for key in practice.with_house()}
    choice = shown.filter_of(practice.kinds(person=person), wanted) if person is not None else None
    context = {"due": due, "coming": coming, "titles": titles, "choice": choice, "again": f"{HOME}{_query(wanted)}"}
    return render(request, NOTHING, context)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("moves")
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own position; a POST answers it. 404 for somebody else's."""
    person, wanted = person_or_404(request), _wanted(request)
    position = practice.own(person=person, pk=pk)
    replay = reverse("games:replay", args=(position.snapshot.code, position.snapshot.view.number))
    onward = Onward(
        to=f"{request.path}{_query(wanted)}",
        skip=f"{HOME}{_query(wanted, after=pk)}",
        following=f"{HOME}{_query(wanted)}",
        replay=f"{replay}?step={position.step}",
        choice=shown.filter_of(practice.kinds(person=person), wanted),
    )
    return _page(request, position, onward)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("moves")
def house(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A position of the house, from 1; nothing is kept of the answer."""
    position = practice.of_house(key=key, number=number - 1)
    wanted = Wanted(key, _wanted(request).kind)
    following = _housed(wanted, after=number - 1) or request.path
    every = {one: frozenset(practice.house_kinds(one)) for one in practice.with_house()}
    onward = Onward(
        to=f"{request.path}{_query(Wanted(kind=wanted.kind))}",
        skip=following,
        following=following,
        choice=shown.filter_of(every, wanted, is_house=True),
    )
    return _page(request, position, onward)


@dataclass(frozen=True, slots=True)
class Onward:
    """Where a page leads: what answers it goes `to`; on without an answer, and with one; to the replay, where there is
    one; and which decisions may be chosen.
    """

    to: str
    skip: str
    following: str
    choice: PracticeFilter
    replay: str = ""


def _page(request: HttpRequest, position: Position, onward: Onward) -> HttpResponse:
    if request.method != "POST":
        return _asked(request, position, onward)
    form = ActionForm(request.POST)
    if not form.is_valid():
        return _asked(request, position, onward, notice=str(UNREADABLE), status=HTTPStatus.BAD_REQUEST)
    action, answers = form.cleaned_data["action"], form.cleaned_data["version"]
    try:
        if position.pk is None:
            answer = practice.judged(position, action)
        else:
            answer = practice.answer(position, action=action, answers=answers)
    except Refused as refused:
        notice = presenters.why(position.snapshot, refused.refusal)
        return _asked(request, position, onward, notice=notice, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except Answered:
        context = {"is_answered": True, "again": onward.following}
        return render(request, NOTHING, context, status=HTTPStatus.CONFLICT)
    table, verdict = shown.answered(position, answer, preferences=preferences_of(request), to=onward.to)
    return _drawn(request, position, {"table": table, "answer": verdict, "onward": onward})


def _asked(
    request: HttpRequest, position: Position, onward: Onward, *, notice: str = "", status: int = 200
) -> HttpResponse:
    table = shown.asked(position, preferences=preferences_of(request), to=onward.to, notice=notice)
    question = shown.question(position)
    return _drawn(request, position, {"table": table, "question": question, "onward": onward}, status)


def _drawn(request: HttpRequest, position: Position, context: dict[str, Any], status: int = 200) -> HttpResponse:
    game = GAMES[position.snapshot.key]
    beside = {"script": game.script, "style": game.style, "position": position}
    return render(request, PAGE, {**context, **beside}, status=status)


def _wanted(request: HttpRequest) -> Wanted:
    """What the address asks for, as far as there is such a game or kind."""
    key, kind = request.GET.get("game", ""), request.GET.get("decision", "")
    return Wanted(key if key in GAMES else "", kind if kind in KINDS else "")


def _query(wanted: Wanted, **more: int) -> str:
    named = {"game": wanted.key, "decision": wanted.kind, **more}
    query = urlencode({name: value for name, value in named.items() if value})
    return f"?{query}" if query else ""


def _housed(wanted: Wanted, after: int = -1) -> str | None:
    """The address of the next such position of the house; None where there is none."""
    for key in (wanted.key,) if wanted.key else practice.with_house():
        number = practice.following(key=key, number=after, kind=wanted.kind)
        if number is not None:
            address = reverse("games:practice_house", args=(key, number + 1))
            return f"{address}{_query(Wanted(kind=wanted.kind))}"
    return None

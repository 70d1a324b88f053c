"""Practice by spaced repetition: a person's marked decisions, and house positions, which ship with the site.

A `Practice` row identifies the decision and stores its due time and how often it was answered. The values of actions
come from the newest review, the position from the log. Answers to house positions are not stored. The page of practice
shows the table with a position to decide in, and after the answer the verdict on it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.names import COMPUTER_PLAYER
from accounts.people import Person
from games.engine.actions import IN_ANY_ORDER, Action, Refusal, ordered, read_action
from games.engine.state import Phase, SeatView, State
from games.evaluation.decisions import Decision
from games.evaluation.hand import decision_of, kind_of
from games.pages.cards import DisplayPreferences
from games.pages.moves import choice_text, reasons_of
from games.pages.table_page import Choosing, TablePage
from games.pages.weighed import HUNDREDTH, hundredths
from games.registry import GAMES, evaluator, levels, ruleset
from games.reviews import pages
from games.reviews.counting import decisions_of
from games.reviews.models import DecisionLine, Practice, Review
from games.snapshot import NotThere, SeatedPlayer, Snapshot, Status
from games.table import logs, opening, replay, tables
from games.table.models import Entry, Game
from games.wording import in_order, kind_name, kind_words

#: Days until a position is due again after 1, 2, ... right answers in a row. After a wrong answer the first applies.
DAYS: Final = (1, 3, 7, 21, 60)
#: Maximum loss of a right answer, in millionths of a game. The answer must also be better than the original choice.
RIGHT: Final = 35_000
#: File of house positions in the package of a game, written by `training.positions`.
HOUSE: Final = "positions.json"
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


class NoSuchPosition(NotThere):
    """The position does not exist or belongs to another person; the response is the same in both cases."""


class AlreadyAnswered(Exception):
    """The position was answered in another window after the page was rendered."""


class AnswerRefused(Exception):
    """The rules refuse the action in this position."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Position:
    """A position to decide in, as the seat saw it, with its reviewed decision. `pk` is None for a house position.

    `answers` counts the stored answers, `steps` the right ones since the last wrong one, up to `len(DAYS)`. `step` is
    the step of the hand's replay. `state` contains hidden cards: it serves to judge the answer and is never shown.
    """

    snapshot: Snapshot
    state: State = field(repr=False)
    decision: Decision
    pk: int | None = None
    answers: int = 0
    steps: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class PositionFilters:
    """A filter of positions by game and kind of decision (see `games.evaluation.hand`); "" is any."""

    key: str = ""
    kind: str = ""


ANYTHING: Final = PositionFilters()


@dataclass(frozen=True, slots=True)
class Answer:
    """A judged answer. `loss` is its loss, `mistake` that of the original choice, in millionths of a game.

    `action` is the answer or, if the review values only an equivalent action, that one; `loss` is None if it values
    neither. `view_after` is the seat's view after the answer. `due_at` is None for a house position.
    """

    action: Action
    loss: int | None
    view_after: SeatView
    mistake: int
    steps: int = 0
    due_at: datetime | None = None

    @property
    def is_right(self) -> bool:
        return self.is_near and not self.is_repeated

    @property
    def is_near(self) -> bool:
        return self.loss is not None and self.loss <= RIGHT

    @property
    def is_repeated(self) -> bool:
        """Whether the answer is no better than the original choice, which may itself be near the best."""
        return self.loss is not None and self.loss >= self.mistake


# -- own positions --------------------------------------------------------------------------------------


def due(*, person: Person, after: int | None = None, filters: PositionFilters = ANYTHING) -> int | None:
    """Return the primary key of the position due longest, or None.

    If the position `after` is due, skips it and those due before it.
    """
    waiting = _of(person, filters).filter(due_at__lte=timezone.now()).order_by("due_at", "pk")
    skipped = waiting.filter(pk=after).first() if after is not None else None
    if skipped is not None:
        waiting = waiting.filter(Q(due_at__gt=skipped.due_at) | Q(due_at=skipped.due_at, pk__gt=skipped.pk))
    return waiting.values_list("pk", flat=True).first()


def waiting(*, person: Person, filters: PositionFilters = ANYTHING) -> tuple[int, datetime | None]:
    """Return the number of positions due now, and the earliest later due time."""
    now, rows = timezone.now(), _of(person, filters)
    coming = rows.filter(due_at__gt=now).order_by("due_at").values_list("due_at", flat=True).first()
    return rows.filter(due_at__lte=now).count(), coming


def kinds(*, person: Person) -> Mapping[str, frozenset[str]]:
    """Return the kinds of decision among the person's positions, due or not, by game."""
    found: dict[str, set[str]] = {}
    rows = _of(person).annotate(kind=Subquery(_LISTED.values("kind")[:1])).order_by()
    for key, kind in rows.values_list("seat__game__key", "kind").distinct():
        found.setdefault(key, set()).update((kind,) if kind else ())
    return {key: frozenset(found[key]) for key in GAMES if key in found}


def own(*, person: Person, pk: int) -> Position:
    """Return the person's position with that key. Raises NoSuchPosition."""
    row = _of(person).select_related("seat__game").filter(pk=pk).first()
    decision = _decision(row) if row is not None else None
    if row is None or decision is None:
        raise NoSuchPosition(pk)
    seats = tables.seats_at(row.seat.game.code)
    log, step = _log_before(seats[0].game, row)
    snapshot = tables.snapshot(tables.Place(seats[0].game, seats, row.seat.number), log, status=Status.PLAYING)
    alone = replace(  # without the controls of a running game
        snapshot, computer_acts=False, may_ask=False, may_take_back=False, is_first=False, claim=0, company=None
    )
    return Position(alone, log.state, decision, row.pk, row.answers, row.steps, step)


def answer(position: Position, *, action: Action, answers: int) -> Answer:
    """Judge an answer and store the next due time, by compare-and-set on `answers`.

    Stores nothing if the position is not due yet. Raises AnswerRefused, and AlreadyAnswered if the page is stale.
    """
    found, now = judged(position, action), timezone.now()
    steps = min(position.steps + 1, len(DAYS)) if found.is_right else 0
    due_at = now + timedelta(days=DAYS[max(steps, 1) - 1])
    as_shown = Practice.objects.filter(pk=position.pk or 0, answers=answers)
    kept = {"answers": F("answers") + 1, "steps": steps, "due_at": due_at}
    if as_shown.filter(due_at__lte=now).update(**kept):
        return replace(found, steps=steps, due_at=due_at)
    row = as_shown.first()
    if row is None:
        raise AlreadyAnswered
    return replace(found, steps=row.steps, due_at=row.due_at)


def judged(position: Position, action: Action) -> Answer:
    """Judge an answer without storing anything. Raises AnswerRefused."""
    rules, seat = ruleset(position.snapshot.key), position.snapshot.seat
    refusal = rules.refusal(position.state, seat, action)
    if refusal is not None:
        raise AnswerRefused(refusal)
    after = rules.view(rules.apply(position.state, seat, action).state, seat)
    decision, worth = position.decision, _worth(position, action)
    if worth is None:
        return Answer(action, None, after, decision.loss)
    return Answer(worth[0], max(value for _, value in decision.values) - worth[1], after, decision.loss)


def _worth(position: Position, action: Action) -> tuple[Action, int] | None:
    """Return the equivalent action that has a value in the review, and that value in millionths; None without one."""
    weighed = position.decision.values
    groups = (list(map(ordered, group)) for group in position.decision.alike)
    same = next((group for group in groups if ordered(action) in group), [ordered(action)])
    found = next((one for one in weighed if ordered(one[0]) in same), None)
    if found is None and action.verb in IN_ANY_ORDER:  # not weighed; only now load the evaluator, which is slow
        view, eyes = position.snapshot.view, evaluator(position.snapshot.key)
        found = next((one for one in weighed if eyes.alike(view, one[0], action)), None)
    return found


#: Subquery for the `DecisionLine` of a practised decision, which has the kind of decision.
_LISTED: Final = DecisionLine.objects.filter(
    review__game=OuterRef("seat__game"), review__seat=OuterRef("seat__number"), ordinal=OuterRef("ordinal")
)


def _of(person: Person, filters: PositionFilters = ANYTHING) -> QuerySet[Practice]:
    rows = Practice.objects.filter(seat__in=tables.seats_of(person))
    if filters.key:
        rows = rows.filter(seat__game__key=filters.key)
    return rows.filter(Exists(_LISTED.filter(kind=filters.kind))) if filters.kind else rows


def _decision(row: Practice) -> Decision | None:
    """Return the decision from the newest review; None if the review does not mark it."""
    reviews = Review.objects.filter(game=row.seat.game_id, number=row.number, seat=row.seat.number)
    newest = reviews.order_by("-evaluator").first()
    made = decisions_of(newest) if newest is not None else ()
    return next((one for one in made if one.ordinal == row.ordinal and one.mark is not None), None)


def _log_before(game: Game, row: Practice) -> tuple[logs.Log, int]:
    """Return the log before the decision, and the number of steps from the deal to the decision."""
    log, entries = replay.log_of_hand(game, row.number, ordinal_limit=row.ordinal)
    standing = logs.standing_entries(entries)
    return log.follow(*standing), sum(entry.hand == row.number for entry in standing) - 1


# -- house positions -------------------------------------------------------------------------------------


def of_house(*, key: str, number: int) -> Position:
    """Return the house position with that number, from 0. Raises NoSuchPosition."""
    stored = house(key) if key in GAMES else ()
    if not 0 <= number < len(stored):
        raise NoSuchPosition(number)
    return _house_position(key, stored[number])


@cache
def house_kinds(key: str) -> Sequence[str]:
    positions = [_house_position(key, one) for one in house(key)]
    return tuple(kind_of(one.state, one.snapshot.view) for one in positions)


def following(*, key: str, number: int, kind: str = "") -> int | None:
    """Return the number of the next house position of that kind ("" is any), wrapping around; None if there is none."""
    found = [place for place, one in enumerate(house_kinds(key)) if kind in ("", one)]
    return next((place for place in found if place > number), found[0] if found else None)


def with_house() -> tuple[str, ...]:
    return tuple(key for key in GAMES if house(key))


@cache
def house(key: str) -> Sequence[Mapping[str, Any]]:
    """Read the house positions of a game: options, seat, earlier actions, and the decision with its values."""
    kept = files(f"games.{key}").joinpath(HOUSE)
    return json.loads(kept.read_text(encoding="ascii")) if kept.is_file() else ()


def _house_position(key: str, one: Mapping[str, Any]) -> Position:
    rules = ruleset(key)
    log = logs.Log(rules, rules.initial(one["options"]))
    for seat, said in one["actions"]:
        log = log.with_action(seat, read_action(json.dumps(said)), Entry.Source.COMPUTER, _LONG_AGO)
    seat = int(one["seat"])
    snapshot = Snapshot(
        code="house",
        key=key,
        version=0,
        status=Status.PLAYING,
        seat=seat,
        seated=_seated(key, seat),
        view=rules.view(log.state, seat),
        hands=log.hands,
    )
    return Position(snapshot, log.state, decision_of(one["decision"], seat))


def _seated(key: str, own: int) -> tuple[SeatedPlayer, ...]:
    """Return an unnamed player at seat `own` and the usual bots clockwise from it."""
    level = levels(key)[0]
    names = ("", *(one.name or COMPUTER_PLAYER for one in opening.usual_seating(key=key, level=level)))
    at_seats = (names[(seat - own) % len(names)] for seat in range(len(names)))
    return tuple(SeatedPlayer(seat, name, level if name else None) for seat, name in enumerate(at_seats))


# -- the page ----------------------------------------------------------------------------------------------


class PracticeFilter:
    """The options of the filter, as pairs of key and name. With `is_house` it filters house positions.

    `kinds` are the kinds of positions by game; the filter offers those of the wanted game, or of all games.
    """

    def __init__(self, kinds: Mapping[str, frozenset[str]], wanted: PositionFilters, *, is_house: bool = False) -> None:
        own = kinds.get(wanted.key, frozenset()) if wanted.key else frozenset[str]().union(*kinds.values())
        named = in_order(own | ({wanted.kind} if wanted.kind else frozenset()))
        self.wanted, self.is_house = wanted, is_house
        self.games = [(key, game.rules.title) for key, game in GAMES.items() if key in kinds or key == wanted.key]
        self.kinds = [(kind, kind_name(wanted.key, kind)) for kind in named]

    @property
    def is_open(self) -> bool:
        """Whether to show the filter: there is something to choose, or a filter is set."""
        return len(self.games) > 1 or len(self.kinds) > 1 or self.wanted != ANYTHING


def asked(position: Position, *, preferences: DisplayPreferences, action_url: str, notice: str = "") -> TablePage:
    """Return the table before the answer; its form posts the answer to `action_url`."""
    choosing = Choosing(action_url, notice or question(position), position.answers)
    game = GAMES[position.snapshot.key]
    return game.table_page(position.snapshot, preferences, notice=notice, choosing=choosing)


def question(position: Position) -> str:
    return str(kind_words(position.snapshot.key, position.decision.kind).asked)


def answered(
    position: Position, answer: Answer, *, preferences: DisplayPreferences, action_url: str
) -> tuple[TablePage, "Verdict"]:
    verdict = Verdict(position, answer)
    snapshot = _without_choice(position.snapshot, answer.view_after)
    choosing = Choosing(
        action_url,
        f"{verdict.verdict}. {verdict.why}",
        snapshot.version,
        is_made=True,
        chosen=verdict.shown.chosen,
        best=verdict.shown.best,
    )
    return GAMES[snapshot.key].table_page(snapshot, preferences, choosing=choosing), verdict


def _without_choice(snapshot: Snapshot, view_after: SeatView) -> Snapshot:
    """Return the snapshot after the answer, without legal actions.

    After a card or discard, or if the hand ends, it keeps the view before the answer: the view after it could reveal
    other seats' cards.
    """
    stays = snapshot.view.phase in (Phase.PLAY, Phase.DISCARD) or view_after.phase in (Phase.DEAL, Phase.OVER)
    others = frozenset({(snapshot.seat + 1) % len(snapshot.seated)})
    return replace(snapshot, view=replace(snapshot.view if stays else view_after, legal=(), waits_for=others))


class Verdict:
    """The verdict on an answer, with the value of each action (`shown`) and the choice in the game (`in_game`).

    `reasons` are those against the choice in the game. `due_at` is None for a house position. `intervals` are those of
    `DAYS`: `is_next` is the one until the position is due again, `is_done` a shorter one.
    """

    def __init__(self, position: Position, answer: Answer) -> None:
        decision = position.decision
        best = decision.values[0][0]
        chosen = answer.action if answer.loss is not None else best
        as_answered = replace(decision, chosen=chosen, best=best, loss=answer.loss or 0, mark=None)
        shown = pages.decided(position.snapshot, as_answered)
        if answer.loss is None:
            shown = replace(shown, chosen=(), rows=tuple(replace(row, is_chosen=False) for row in shown.rows))
        coming = max(answer.steps, 1) - 1
        self.shown = shown
        self.verdict = _("Right") if answer.is_right else _("Not quite")
        self.why = _why(answer)
        self.in_game = _("In the game, the choice was %(chosen)s. It cost %(cost)s%% of a win: %(mark)s.") % {
            "chosen": choice_text(GAMES[position.snapshot.key], decision.chosen),
            "cost": hundredths(decision.loss),
            "mark": pages.MARKS[decision.mark][1] if decision.mark is not None else "",
        }
        self.reasons = reasons_of(decision.reasons)
        self.due_at = answer.due_at
        self.intervals = [
            {"days": days, "is_done": place < coming, "is_next": place == coming} for place, days in enumerate(DAYS)
        ]


def _why(answer: Answer) -> str:
    if answer.loss is None:
        return _("That choice was too far off to be judged.")
    if answer.loss == 0:
        return _("There’s no better choice.")
    words = {"less": number_format(answer.loss / HUNDREDTH, 1), "right": number_format(RIGHT / HUNDREDTH, 1)}
    if answer.is_near and answer.is_repeated:
        return _("%(less)s%% of a win worse than the best choice, and no better than the choice in the game.") % words
    return _("%(less)s%% of a win worse than the best choice; up to %(right)s%% counts as right.") % words

"""Practice: one's own marked decisions come back to be made again, and positions of the house stand in for them.

A row says of which decision, when it comes back and how often it was right; what each action was worth is read from the
newest review, and the position from the log. Nothing is kept of positions of the house.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.names import COMPUTER_PLAYER
from accounts.people import Person
from games.engine.actions import Action, Refusal
from games.engine.notation import read_action
from games.engine.reading import IN_ANY_ORDER, ordered
from games.engine.state import SeatView, State
from games.models import DecisionLine, Entry, Game, Practice, Review, Seat
from games.registry import GAMES, evaluator, levels, ruleset
from games.review.decisions import Decision
from games.review.placing import kind_of
from games.review.telling import decision_of
from games.services.counting.weighing import decisions_of
from games.services.log import logs
from games.services.table import seating, tables
from games.snapshot import NotThere, SeatedPlayer, Snapshot, Status

#: After so many right answers in a row it comes back in so many days; after a wrong one in the first of them.
DAYS: Final = (1, 3, 7, 21, 60)
#: Millionths of a game: what is no further from the best is right, unless it is the very mistake.
RIGHT: Final = 35_000
#: Where a game keeps positions of the house, as `training.positions` writes them.
HOUSE: Final = "positions.json"
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


class NoSuchPosition(NotThere):
    """There is no such position, or it is somebody else's; to whoever asks both look the same."""


class Answered(Exception):
    """It was answered meanwhile, in another window."""


class Refused(Exception):
    """The rules refuse that action there."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Position:
    """A moment in which to choose, as the seat saw it, and what a review says of it. `pk` is None for one of the house.

    `step` is the moment's place in the replay of its hand; `answers` how often it was answered, `steps` how often in a
    row it was right. `state` judges what is chosen and is never shown.
    """

    snapshot: Snapshot
    state: State = field(repr=False)
    decision: Decision
    pk: int | None = None
    answers: int = 0
    steps: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody practises: one game, one kind of decision (as `games.review.placing` has it), both, or anything."""

    key: str = ""
    kind: str = ""


ANYTHING: Final = Wanted()


@dataclass(frozen=True, slots=True)
class Answer:
    """`loss` is how far the action is from the best, in millionths of a game; None for one that nobody has weighed.

    `action` is the one that stands for it among those weighed, `after` what the seat sees after it; `mistake` is what
    the choice in the game had cost. `due_at` is when it comes back, None for one of the house.
    """

    action: Action
    loss: int | None
    after: SeatView
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
        """Whether it is no better than the choice in the game, which may have been near, too."""
        return self.loss is not None and self.loss >= self.mistake


# -- one's own ----------------------------------------------------------------------------------------


def collect(*, game: Game, reviews: Iterable[Review]) -> None:
    """The marked decisions of people in these reviews are to be practised, and what an older review had marked of the
    same hands no longer; told twice, nothing changes. Of a game that is not counted nothing is. The caller owns the
    transaction.
    """
    counted = Seat.objects.filter(game=game, game__is_counted=True, level="")  # as it is now: a review takes its time
    seats = {seat.number: seat for seat in counted.exclude(user=None, guest=None)}
    now = timezone.now()
    for review in reviews:
        if review.seat not in seats:
            continue
        of_hand: dict[str, Any] = {"seat": seats[review.seat], "number": review.number}
        costly = sorted(decisions_of(review), key=lambda one: -one.loss)  # of one hand the costliest comes first
        marked = [one.ordinal for one in costly if one.mark is not None]
        Practice.objects.filter(**of_hand).exclude(ordinal__in=marked).delete()
        rows = [Practice(**of_hand, ordinal=ordinal, due_at=now) for ordinal in marked]
        Practice.objects.bulk_create(rows, ignore_conflicts=True)


def due(*, person: Person, after: int | None = None, wanted: Wanted = ANYTHING) -> int | None:
    """The position that has waited longest, of those after the one that is skipped; None where none is due."""
    waiting = _of(person, wanted).filter(due_at__lte=timezone.now()).order_by("due_at", "pk")
    skipped = waiting.filter(pk=after).first() if after is not None else None
    if skipped is not None:
        waiting = waiting.filter(Q(due_at__gt=skipped.due_at) | Q(due_at=skipped.due_at, pk__gt=skipped.pk))
    return waiting.values_list("pk", flat=True).first()


def waiting(*, person: Person, wanted: Wanted = ANYTHING) -> tuple[int, datetime | None]:
    """How many are due now, and when the next one comes."""
    now, rows = timezone.now(), _of(person, wanted)
    coming = rows.filter(due_at__gt=now).order_by("due_at").values_list("due_at", flat=True).first()
    return rows.filter(due_at__lte=now).count(), coming


def kinds(*, person: Person) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    rows = _of(person).annotate(kind=Subquery(_LISTED.values("kind")[:1])).order_by()
    for key, kind in rows.values_list("seat__game__key", "kind").distinct():
        found.setdefault(key, set()).update((kind,) if kind else ())
    return {key: frozenset(found[key]) for key in GAMES if key in found}


def own(*, person: Person, pk: int) -> Position:
    """The person's position of that number; raises NoSuchPosition."""
    row = _of(person).select_related("seat__game").filter(pk=pk).first()
    decision = _decision(row) if row is not None else None
    if row is None or decision is None:
        raise NoSuchPosition(pk)
    seats = tables.seats_at(row.seat.game.code)
    log, step = _before(seats[0].game, row)
    snapshot = tables.snapshot(tables.Place(seats[0].game, seats, row.seat.number), log, status=Status.PLAYING)
    alone = replace(  # without what belongs to a game that goes on
        snapshot, computer_acts=False, may_ask=False, may_take_back=False, is_first=False, claim=0, company=None
    )
    return Position(alone, log.state, decision, row.pk, row.answers, row.steps, step)


def answer(position: Position, *, action: Action, answers: int) -> Answer:
    """What that choice is worth, and when the position comes back; raises Refused, and Answered for a page that is
    older than the last answer. Of one that is not due yet the answer is judged and nothing is kept.
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
        raise Answered
    return replace(found, steps=row.steps, due_at=row.due_at)


def judged(position: Position, action: Action) -> Answer:
    """The same without a row; raises Refused."""
    rules, seat = ruleset(position.snapshot.key), position.snapshot.seat
    refusal = rules.refusal(position.state, seat, action)
    if refusal is not None:
        raise Refused(refusal)
    after = rules.view(rules.apply(position.state, seat, action).state, seat)
    decision, worth = position.decision, _worth(position, action)
    if worth is None:
        return Answer(action, None, after, decision.loss)
    return Answer(worth[0], max(value for _, value in decision.values) - worth[1], after, decision.loss)


def _worth(position: Position, action: Action) -> tuple[Action, int] | None:
    """Of those weighed the one that the action is, in whatever order it names its cards, or that it comes to."""
    weighed = position.decision.values
    groups = (list(map(ordered, group)) for group in position.decision.alike)
    same = next((group for group in groups if ordered(action) in group), [ordered(action)])
    found = next((one for one in weighed if ordered(one[0]) in same), None)
    if found is None and action.verb in IN_ANY_ORDER:  # of single cards the groups tell; an evaluator is dear to load
        view, eyes = position.snapshot.view, evaluator(position.snapshot.key)
        found = next((one for one in weighed if eyes.alike(view, one[0], action)), None)
    return found


#: The same decision, as statistics list it.
_LISTED: Final = DecisionLine.objects.filter(
    review__game=OuterRef("seat__game"), review__seat=OuterRef("seat__number"), ordinal=OuterRef("ordinal")
)


def _of(person: Person, wanted: Wanted = ANYTHING) -> QuerySet[Practice]:
    rows = Practice.objects.filter(seat__in=tables.seats_of(person))
    if wanted.key:
        rows = rows.filter(seat__game__key=wanted.key)
    return rows.filter(Exists(_LISTED.filter(kind=wanted.kind))) if wanted.kind else rows


def _decision(row: Practice) -> Decision | None:
    """Return the decision from the newest review, or None where that has no mark on it."""
    reviews = Review.objects.filter(game=row.seat.game_id, number=row.number, seat=row.seat.number)
    newest = reviews.order_by("-evaluator").first()
    made = decisions_of(newest) if newest is not None else ()
    return next((one for one in made if one.ordinal == row.ordinal and one.mark is not None), None)


def _before(game: Game, row: Practice) -> tuple[logs.Log, int]:
    """The log as it was before the decision, and how many steps that is after the deal."""
    log, entries = logs.of_hand(game, row.number, before=row.ordinal)
    standing = logs.standing(entries)
    for entry in standing:
        log = log.follow(entry)
    return log, sum(entry.hand == row.number for entry in standing) - 1


# -- of the house ----------------------------------------------------------------------------------------


def of_house(*, key: str, number: int) -> Position:
    """The position of that number, from 0; raises NoSuchPosition."""
    stored = house(key) if key in GAMES else ()
    if not 0 <= number < len(stored):
        raise NoSuchPosition(number)
    return _housed(key, stored[number])


@cache
def house_kinds(key: str) -> Sequence[str]:
    positions = [_housed(key, one) for one in house(key)]
    return tuple(kind_of(one.state, one.snapshot.view) for one in positions)


def following(*, key: str, number: int, kind: str = "") -> int | None:
    """The number of the next position of that kind after this one, from the beginning again after the last."""
    found = [place for place, one in enumerate(house_kinds(key)) if kind in ("", one)]
    return next((place for place in found if place > number), found[0] if found else None)


def with_house() -> tuple[str, ...]:
    return tuple(key for key in GAMES if house(key))


@cache
def house(key: str) -> Sequence[Mapping[str, Any]]:
    """As they are kept beside the game: options, seat, actions until then, and the decision with its values."""
    kept = files(f"games.{key}").joinpath(HOUSE)
    return json.loads(kept.read_text(encoding="ascii")) if kept.is_file() else ()


def _housed(key: str, one: Mapping[str, Any]) -> Position:
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
    """Whoever looks on at `own`, and the usual computer players clockwise from there."""
    level = levels(key)[0]
    names = ("", *(one.name or COMPUTER_PLAYER for one in seating.usual_seating(key=key, level=level)))
    at_seats = (names[(seat - own) % len(names)] for seat in range(len(names)))
    return tuple(SeatedPlayer(seat, name, level if name else None) for seat, name in enumerate(at_seats))

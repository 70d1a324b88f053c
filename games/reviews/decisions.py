"""Queries on a person's reviewed decisions: totals of a `Stretch`, and lists of the decisions behind a number.

Totals are sums of stored tallies and of the lines of days not yet counted. Decisions are listed by descending cost,
`PAGE` at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.people import Person
from games.registry import figures
from games.reviews.models import DecisionLine
from games.statistics.counted_hands import Costlier
from games.statistics.measures import DECIDED, LAST_TRICK, ReviewTotals
from games.statistics.models import PersonLine, Tally
from games.statistics.reading import Stretch, lines_of, of_kind, spans, uncounted, within
from games.statistics.tallies import counted_until, period_of

PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class DecidedStep:
    """The totals of a week or month within the stretch, from `first` to `last`, both inclusive."""

    first: date
    last: date
    decided: ReviewTotals


@dataclass
class DecidedStretch:
    """The totals of a stretch: by level, with `Tally.ALL` for all; and in `parts`, by first day of a week or month.

    `begun_before` is the number of its games whose first reviewed hand was before the stretch.
    """

    stretch: Stretch
    totals: dict[str, ReviewTotals] = field(default_factory=dict)
    parts: dict[date, ReviewTotals] = field(default_factory=dict)
    begun_before: int = 0
    costliest: DecisionLine | None = None

    @property
    def whole(self) -> ReviewTotals:
        whole = self.totals.get(self.stretch.level or Tally.ALL, ReviewTotals())
        return replace(whole, games=whole.games + self.begun_before)

    @property
    def by_level(self) -> dict[str, ReviewTotals]:
        return {level: decided for level, decided in self.totals.items() if level != Tally.ALL}

    @property
    def steps(self) -> tuple[DecidedStep, ...]:
        """The weeks or months with their totals, oldest first."""
        return tuple(self._step(first, self.parts[first]) for first in sorted(self.parts))

    def _step(self, first: date, decided: ReviewTotals) -> DecidedStep:
        last = period_of(self.stretch.unit, first).end - timedelta(days=1)
        stretch = self.stretch
        return DecidedStep(max(first, stretch.since or first), min(last, stretch.until or last), decided)

    def add_tally(self, level: str, day: date, stored: Mapping[str, Any]) -> None:
        decided = ReviewTotals.from_json(stored)
        self.totals.setdefault(level, ReviewTotals()).add(decided)
        if level == (self.stretch.level or Tally.ALL):
            self._part(day).add(decided)

    def add_line(self, line: PersonLine) -> None:
        hand, marks, known = ReviewTotals.from_json(line.weighed or {}), line.mark_names, figures(line.key)
        for level in (line.level, Tally.ALL):
            self.totals.setdefault(level, ReviewTotals()).add_hand(hand, marks, known)
        self._part(line.day).add_hand(hand, marks, known)

    def _part(self, day: date) -> ReviewTotals:
        return self.parts.setdefault(period_of(self.stretch.unit, day).first, ReviewTotals())


@dataclass(frozen=True, slots=True)
class Sought:
    """A filter of decisions: kind ("": any), trick (None: any), and marks, all of which the hand must have."""

    kind: str = ""
    trick: int | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionPage:
    found: tuple[DecisionLine, ...] = ()
    after: Costlier | None = None


def decided(*, person: Person, stretch: Stretch) -> DecidedStretch:
    """Return the totals of the person's decisions in the stretch, with the costliest decision if any has a cost."""
    counted, found = counted_until(), DecidedStretch(stretch)
    asked = person.owns() & spans(stretch, counted)
    tallies = Tally.objects.filter(asked, key=stretch.counted_as, measures__has_key=DECIDED)
    if stretch.level is not None:
        tallies = tallies.filter(level=stretch.level)
    for level, day, stored in tallies.order_by("day").values_list("level", "day", f"measures__{DECIDED}"):
        found.add_tally(level, day, stored)
    fresh = lines_of(person).filter(of_kind(stretch), within(uncounted(stretch, counted)), weighed__isnull=False)
    for line in fresh.only("key", "level", "day", "marks", "weighed"):
        found.add_line(line)
    found.begun_before = _begun_before(person, stretch)
    if found.whole.cost().loss:
        found.costliest = _sought(person, stretch, Sought())[0]
    return found


def _begun_before(person: Person, stretch: Stretch) -> int:
    """Count the games with reviewed hands both in the stretch and before it.

    Tallies count a game on the day of its first reviewed hand, so those of the stretch do not count these games.
    """
    if stretch.since is None:
        return 0
    midnight = datetime.combine(stretch.since, time(), tzinfo=UTC)
    same_seat = PersonLine.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), number__gt=0)
    earlier = same_seat.filter(day__lt=stretch.since, weighed__isnull=False)
    lines = lines_of(person).filter(of_kind(stretch), within(stretch), number__gt=1, weighed__isnull=False)
    found = lines.filter(Exists(earlier), game__started_at__lt=midnight)
    return found.values("game").distinct().count()


def listed(*, person: Person, stretch: Stretch, sought: Sought, after: Costlier | None = None) -> DecisionPage:
    """Return a page of the person's decisions, costliest first; `after` is the cursor from the previous page."""
    rows = _sought(person, stretch, sought)
    if after is not None:
        rows = rows.filter(Q(loss__lt=after.loss) | Q(loss=after.loss, pk__lt=after.line))
    found = tuple(rows[: PAGE + 1])
    shown = found[:PAGE]
    return DecisionPage(shown, Costlier(shown[-1].loss, shown[-1].pk) if len(found) > PAGE else None)


def _sought(person: Person, stretch: Stretch, sought: Sought) -> QuerySet[DecisionLine]:
    rows = DecisionLine.objects.filter(person.owns(), within(stretch), key=stretch.key)
    if sought.kind:
        rows = rows.filter(kind=sought.kind)
    if sought.trick is not None:
        rows = rows.filter(Q(trick__gte=LAST_TRICK) if sought.trick >= LAST_TRICK else Q(trick=sought.trick))
    if marks := (*sought.marks, *([stretch.kind] if stretch.kind else [])):
        rows = rows.filter(Exists(_marked(marks)))
    return rows.select_related("review__game").order_by("-loss", "-pk")


def _marked(marks: tuple[str, ...]) -> QuerySet[PersonLine]:
    """Return a subquery for the line of the decision's hand if the line has all these marks."""
    same = {"game": OuterRef("review__game"), "number": OuterRef("review__number"), "seat": OuterRef("review__seat")}
    lines = PersonLine.objects.filter(**same)
    for mark in marks:
        lines = lines.filter(marks__contains=f" {mark} ")
    return lines

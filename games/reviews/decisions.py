"""Queries on a person's reviewed decisions: totals of a `Stretch`, and lists of the decisions behind a number.

Totals are sums of stored tallies and of the lines of days not yet counted. Decisions are listed by descending cost.
"""

from dataclasses import dataclass
from datetime import datetime, time

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.people import Person
from accounts.zones import LAST_ZONE
from games.registry import figures
from games.reviews.models import DecisionLine
from games.statistics.counted_hands import LinesPage, page_of
from games.statistics.measures import DECIDED, LAST_TRICK, ReviewTotals
from games.statistics.models import PersonLine, Tally
from games.statistics.reading import Aggregate, Stretch, lines_of, of_kind, tallies_of, uncounted, within
from games.statistics.tallies import counted_until


@dataclass(frozen=True, slots=True)
class Sought:
    """A filter of decisions: kind ("": any), trick (None: any), and marks, all of which the hand must have."""

    kind: str = ""
    trick: int | None = None
    marks: tuple[str, ...] = ()


def decided(*, person: Person, stretch: Stretch) -> Aggregate:
    """Return the totals of the person's reviewed hands in the stretch."""
    counted = counted_until()
    found = Aggregate(stretch)
    tallies = tallies_of(person.owns(), stretch, counted).filter(measures__has_key=DECIDED)
    for level, day, stored in tallies.values_list("level", "day", f"measures__{DECIDED}"):
        added = ReviewTotals.from_json(stored)
        for measures in found.including(day, level):
            measures.decided.add(added)
    fresh = lines_of(person).filter(of_kind(stretch), within(uncounted(stretch, counted)), weighed__isnull=False)
    for line in fresh.only("key", "level", "day", "marks", "weighed"):
        hand = ReviewTotals.from_json(line.weighed or {})
        for measures in found.including(line.day, line.level, Tally.ALL):
            measures.decided.add_hand(hand, line.mark_names, figures(line.key))
    found.whole.decided.games += _begun_before(person, stretch)
    return found


def costliest(*, person: Person, stretch: Stretch) -> DecisionLine | None:
    return _sought(person, stretch, Sought()).first()


def _begun_before(person: Person, stretch: Stretch) -> int:
    """Count the games with reviewed hands both in the stretch and before it.

    Tallies count a game on the day of its first reviewed hand, so the tallies of the stretch do not count these games.
    """
    if stretch.since is None:
        return 0
    begun = datetime.combine(stretch.since, time(), tzinfo=LAST_ZONE)  # by then the day has begun in every time zone
    same_seat = PersonLine.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), number__gt=0)
    earlier = same_seat.filter(day__lt=stretch.since, weighed__isnull=False)
    lines = lines_of(person).filter(of_kind(stretch), within(stretch), number__gt=1, weighed__isnull=False)
    found = lines.filter(Exists(earlier), game__started_at__lt=begun)
    return found.values("game").distinct().count()


def listed(
    *, person: Person, stretch: Stretch, sought: Sought, after: tuple[int, int] | None = None
) -> LinesPage[DecisionLine]:
    """Return a page of the person's decisions, costliest first.

    `after` is the cursor: loss and primary key of the last decision on the previous page.
    """
    rows = _sought(person, stretch, sought)
    if after is not None:
        loss, pk = after
        rows = rows.filter(Q(loss__lt=loss) | Q(loss=loss, pk__lt=pk))
    return page_of(rows, lambda decision: decision.loss)


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
    """Return a subquery for the line of the decision's hand, empty unless the line has all these marks."""
    same = {"game": OuterRef("review__game"), "number": OuterRef("review__number"), "seat": OuterRef("review__seat")}
    lines = PersonLine.objects.filter(**same)
    for mark in marks:
        lines = lines.filter(marks__contains=f" {mark} ")
    return lines

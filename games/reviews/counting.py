"""Reviews as counted for statistics: written to lines, decision rows and practice rows, and queried by pages.

Costs and luck of a hand are stored on the person's line, with a row for each decision. Counting replaces earlier
values, so it is idempotent. Totals are sums of stored tallies and of the lines of days not yet counted.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Guest, User
from accounts.people import Person
from accounts.zones import LAST_ZONE
from games.evaluation.decisions import Decision, Mark
from games.evaluation.hand import Finished, decision_of, places
from games.registry import figures, ruleset
from games.reviews.models import DecisionLine, Practice, Review, newest_reviews
from games.statistics import tallies
from games.statistics.measures import DECIDED, LAST_TRICK, Cost, Luck, ReviewTotals
from games.statistics.models import PersonLine, Tally
from games.statistics.query import StatisticsQuery
from games.statistics.reading import (
    Aggregate,
    LinesPage,
    Stretch,
    lines_of,
    of_kind,
    page_of,
    tallies_of,
    uncounted,
    within,
)
from games.table.models import Game, Seat
from games.table.replay import finished_hands


def count_review(*, game: Game, hand: Finished) -> None:
    """Count the new reviews of a hand, and update tallies of days already counted. The caller owns the transaction."""
    lines = PersonLine.objects.filter(game=game, number__gt=0)  # all lines, because `_weigh` may change any
    if any(day < tallies.first_open_day() for day in lines.values_list("day", flat=True)):
        tallies.hold()
    for line in _weigh(game, (hand,)):
        tallies.count_late(person=Person(user=line.user, guest=line.guest), days={line.day})


def pass_on(*, guest: Guest, user: User) -> None:
    """Move the guest's decision rows to the user. The caller owns the transaction and the lock `tallies.hold`."""
    DecisionLine.objects.filter(guest=guest).update(guest=None, user=user)


def give_up(*, guest: Guest, games: Collection[int]) -> None:
    """Delete the guest's decision rows in these games. The caller owns the transaction and the lock `tallies.hold`."""
    DecisionLine.objects.filter(guest=guest, review__game__in=games).delete()


def forget(*, person: Person) -> None:
    """Delete the person's decision rows. The caller owns the transaction and the lock `tallies.hold`."""
    DecisionLine.objects.filter(person.owns()).delete()


def count_again(game: Game) -> None:
    """Count the newest reviews of this game again, without updating tallies. The caller owns the transaction."""
    if Review.objects.filter(game=game).exists():
        _weigh(game, tuple(finished_hands(game)))


def review_lines(game: Game) -> tuple[list[PersonLine], list[DecisionLine]]:
    """Return the lines of hands, with `weighed`, and the decision rows that `count_again` would store for this game."""
    if not Review.objects.filter(game=game).exists():
        return [], []
    lines = {(one.number, one.seat): one for one in PersonLine.objects.filter(game=game, number__gt=0)}
    for line in lines.values():
        line.weighed = None
    hands = {hand.dealt.number: hand for hand in finished_hands(game)}
    _reviewed, decisions = _of_reviews(game, dict(sorted(lines.items())), hands)
    return list(lines.values()), decisions


def _weigh(game: Game, hands: Sequence[Finished]) -> list[PersonLine]:
    """Store costs and decision rows of the newest reviews of these hands; return the changed lines.

    The result includes lines of other hands whose `games` changes (see `_count_games`).
    """
    numbers = {hand.dealt.number: hand for hand in hands}
    # Locked, because a concurrent adoption could otherwise move the lines to another person.
    rows = PersonLine.objects.select_for_update().filter(game=game, number__gt=0).order_by("number", "seat")
    lines = {(one.number, one.seat): one for one in rows}
    counted = {place: _is_counted(one) for place, one in lines.items()}
    DecisionLine.objects.filter(review__game=game, review__number__in=numbers).delete()
    reviewed, decisions = _of_reviews(game, lines, numbers)
    DecisionLine.objects.bulk_create(decisions)
    PersonLine.objects.bulk_update(lines.values(), ["weighed"])
    others = [one for place, one in lines.items() if one not in reviewed and _is_counted(one) is not counted[place]]
    return reviewed + others


def _of_reviews(
    game: Game, lines: Mapping[tuple[int, int], PersonLine], hands: Mapping[int, Finished]
) -> tuple[list[PersonLine], list[DecisionLine]]:
    """Set `weighed` on the lines of reviewed hands; return these lines and new decision rows, all unsaved."""
    reviewed: list[PersonLine] = []
    decisions: list[DecisionLine] = []
    for review in newest_reviews(Review.objects.filter(game=game, number__in=hands)):
        line = lines.get((review.number, review.seat))
        if line is not None and (line.user_id or line.guest_id):
            decisions += _weigh_hand(line, review, hands[review.number])
            reviewed.append(line)
    _count_games(lines.values())
    return reviewed, decisions


def decisions_of(review: Review) -> tuple[Decision, ...]:
    return tuple(decision_of(one, review.seat) for one in review.decisions)


def _weigh_hand(line: PersonLine, review: Review, hand: Finished) -> list[DecisionLine]:
    made = decisions_of(review)
    placed = places(ruleset(line.key), hand, {one.ordinal for one in made})
    decided = ReviewTotals(luck=Luck(1, review.luck, review.luck**2))
    rows = []
    for one in made:
        if one.ordinal not in placed:
            continue
        kind, trick, step = placed[one.ordinal]
        decided.add_decision(kind, trick, cost_of(one))
        rows.append(
            DecisionLine(
                review=review,
                ordinal=one.ordinal,
                user_id=line.user_id,
                guest_id=line.guest_id,
                key=line.key,
                level=line.level,
                day=line.day,
                kind=kind,
                trick=trick,
                step=step,
                loss=one.loss,
            )
        )
    line.weighed = decided.as_json()
    return rows


def cost_of(decision: Decision) -> Cost:
    loss, mark = decision.loss, decision.mark
    return Cost(1, loss, loss**2, int(mark is not None), int(mark is Mark.BLUNDER))


def _is_counted(line: PersonLine) -> bool:
    return bool(line.weighed and line.weighed["games"])


def _count_games(lines: Iterable[PersonLine]) -> None:
    """Set `games` to 1 on each seat's first reviewed line and to 0 on the others. `lines` are ordered by hand."""
    counted: set[int] = set()
    for line in lines:
        if line.weighed is not None:
            line.weighed = {**line.weighed, "games": int(line.seat not in counted)}
            counted.add(line.seat)


def collect_practice(*, game: Game, reviews: Iterable[Review]) -> None:
    """Create practice rows for people's marked decisions in these reviews; skip games that are not counted.

    Deletes rows of decisions that a newer review does not mark. Idempotent. The caller owns the transaction.
    """
    counted = Seat.objects.filter(game=game, game__is_counted=True, level="")  # `game` is stale after a long review
    seats = {seat.number: seat for seat in counted.exclude(user=None, guest=None)}
    now = timezone.now()
    for review in reviews:
        if review.seat not in seats:
            continue
        of_hand: dict[str, Any] = {"seat": seats[review.seat], "number": review.number}
        # Costliest first, because positions that are due at the same time are ordered by primary key.
        costly = sorted(decisions_of(review), key=lambda one: -one.loss)
        marked = [one.ordinal for one in costly if one.mark is not None]
        Practice.objects.filter(**of_hand).exclude(ordinal__in=marked).delete()
        rows = [Practice(**of_hand, ordinal=ordinal, due_at=now) for ordinal in marked]
        Practice.objects.bulk_create(rows, ignore_conflicts=True)


# -- what pages read ---------------------------------------------------------------------------------------


def decided(*, person: Person, stretch: Stretch) -> Aggregate:
    counted = tallies.counted_until()
    found = Aggregate(stretch)
    rows = tallies_of(person.owns(), stretch, counted).filter(measures__has_key=DECIDED)
    for level, day, stored in rows.values_list("level", "day", f"measures__{DECIDED}"):
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
    return _decisions(person, stretch).first()


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


def listed(*, person: Person, query: StatisticsQuery) -> LinesPage[DecisionLine]:
    """Return a page of the decisions that the person asks for, costliest first.

    `query.after` is the cursor: loss and primary key of the last decision on the previous page.
    """
    rows = _decisions(person, query.stretch, query.decision, query.trick, query.marks)
    if query.after is not None:
        loss, pk = query.after
        rows = rows.filter(Q(loss__lt=loss) | Q(loss=loss, pk__lt=pk))
    return page_of(rows, lambda decision: decision.loss)


def _decisions(
    person: Person, stretch: Stretch, kind: str = "", trick: int | None = None, marks: tuple[str, ...] = ()
) -> QuerySet[DecisionLine]:
    """Return decisions, costliest first: of a kind ("": any) and trick (None: any), in hands with all these marks."""
    rows = DecisionLine.objects.filter(person.owns(), within(stretch), key=stretch.key)
    if kind:
        rows = rows.filter(kind=kind)
    if trick is not None:
        rows = rows.filter(Q(trick__gte=LAST_TRICK) if trick >= LAST_TRICK else Q(trick=trick))
    if marks := (*marks, *([stretch.kind] if stretch.kind else [])):
        hand = {name: OuterRef(f"review__{name}") for name in ("game", "number", "seat")}
        lines = PersonLine.objects.filter(**hand)
        for mark in marks:
            lines = lines.filter(marks__contains=f" {mark} ")
        rows = rows.filter(Exists(lines))
    return rows.select_related("review__game").order_by("-loss", "-pk")

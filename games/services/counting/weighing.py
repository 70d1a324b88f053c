"""Reviews counted for statistics: what the decisions of a person cost stands on the line of their hand, and each has a
row by which it is listed. Whatever stood there is replaced, so a review that is counted twice counts once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import QuerySet

from accounts.people import Person
from games.models import DecisionLine, Game, PersonLine, Review
from games.registry import ruleset
from games.review.decisions import Decision, Mark
from games.review.hand import Finished
from games.review.placing import Place, places
from games.review.telling import decision_of
from games.services.counting import tallies
from games.services.counting.decided import Cost, Decided, Luck
from games.services.log.finished import finished_hands


@dataclass(frozen=True, slots=True)
class Weighed:
    """Lines of persons with the costs of their decisions, by number and seat, and the rows of decisions."""

    lines: list[PersonLine] = field(default_factory=list)
    decisions: list[DecisionLine] = field(default_factory=list)
    costs: dict[tuple[int, int], Any] = field(default_factory=dict)


def count_review(*, game: Game, hand: Finished) -> None:
    """The review of that hand, which has just been written; the night may have counted its day already. The caller owns
    the transaction.
    """
    lines = PersonLine.objects.filter(game=game, number__gt=0)  # with this hand another may count the game no more
    if any(day < tallies.first_open_day() for day in lines.values_list("day", flat=True)):
        tallies.hold()
    for line in _weigh(game, (hand,)):
        tallies.count_late(person=Person(user=line.user, guest=line.guest), days={line.day})


def weigh(game: Game) -> None:
    """All reviews of this game; what days add up to is left to the caller, who owns the transaction."""
    if Review.objects.filter(game=game).exists():
        _weigh(game, tuple(finished_hands(game)))


def weighed(game: Game) -> Weighed:
    """Return what all reviews of this game come to; nothing is stored."""
    if not Review.objects.filter(game=game).exists():
        return Weighed()
    lines = {(one.number, one.seat): one for one in PersonLine.objects.filter(game=game, number__gt=0)}
    for line in lines.values():
        line.weighed = None
    hands = {hand.dealt.number: hand for hand in finished_hands(game)}
    found = _of_reviews(game, dict(sorted(lines.items())), hands)
    return replace(found, costs={place: line.weighed for place, line in lines.items()})


def _weigh(game: Game, hands: Sequence[Finished]) -> list[PersonLine]:
    """Store what the newest reviews of these hands say, and return the changed lines.

    Among them are lines of other hands that now count the game, or no longer do.
    """
    numbers = {hand.dealt.number: hand for hand in hands}
    # Locked, so that the lines cannot pass to another person in between.
    rows = PersonLine.objects.select_for_update().filter(game=game, number__gt=0).order_by("number", "seat")
    lines = {(one.number, one.seat): one for one in rows}
    counted = {place: _is_counted(one) for place, one in lines.items()}
    DecisionLine.objects.filter(review__game=game, review__number__in=numbers).delete()
    found = _of_reviews(game, lines, numbers)
    DecisionLine.objects.bulk_create(found.decisions)
    PersonLine.objects.bulk_update(lines.values(), ["weighed"])
    others = [one for place, one in lines.items() if one not in found.lines and _is_counted(one) is not counted[place]]
    return found.lines + others


def _of_reviews(game: Game, lines: Mapping[tuple[int, int], PersonLine], hands: Mapping[int, Finished]) -> Weighed:
    """Set `weighed` on the lines of these hands, and return the rows to be stored with them."""
    found = Weighed()
    for review in newest(Review.objects.filter(game=game, number__in=hands)):
        line = lines.get((review.number, review.seat))
        if line is not None and (line.user_id or line.guest_id):
            found.decisions.extend(_weigh_hand(line, review, hands[review.number]))
            found.lines.append(line)
    _count_games(lines.values())
    return found


def newest(rows: QuerySet[Review]) -> list[Review]:
    """Of several evaluators’ reviews of a hand from a seat the newest one."""
    return list({(row.number, row.seat): row for row in rows.order_by("evaluator", "seat")}.values())


def decisions_of(review: Review) -> tuple[Decision, ...]:
    """Return the stored decisions of a review, in order."""
    return tuple(decision_of(one, review.seat) for one in review.decisions)


def _weigh_hand(line: PersonLine, review: Review, hand: Finished) -> list[DecisionLine]:
    made = decisions_of(review)
    placed = places(ruleset(line.key), hand, {one.ordinal for one in made})
    decided = Decided(luck=Luck(1, review.luck, review.luck**2))
    rows = []
    for one in made:
        place = placed.get(one.ordinal)
        if place is not None:
            decided.add_decision(place.kind, place.trick, _cost(one))
            rows.append(_row(line, review, one, place))
    line.weighed = decided.as_json()
    return rows


def _cost(decision: Decision) -> Cost:
    loss, mark = decision.loss, decision.mark
    return Cost(1, loss, loss**2, int(mark is not None), int(mark is Mark.BLUNDER))


def _row(line: PersonLine, review: Review, decision: Decision, place: Place) -> DecisionLine:
    return DecisionLine(
        review=review,
        ordinal=decision.ordinal,
        user_id=line.user_id,
        guest_id=line.guest_id,
        key=line.key,
        level=line.level,
        day=line.day,
        kind=place.kind,
        trick=place.trick,
        step=place.step,
        loss=decision.loss,
    )


def _is_counted(line: PersonLine) -> bool:
    return bool(line.weighed and line.weighed["games"])


def _count_games(lines: Iterable[PersonLine]) -> None:
    """A game counts with the first of its hands that is weighed, for each seat."""
    counted: set[int] = set()
    for line in lines:
        if line.weighed is not None:
            line.weighed = {**line.weighed, "games": int(line.seat not in counted)}
            counted.add(line.seat)

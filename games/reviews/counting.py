"""Count reviews for statistics: store costs and luck on the person's line of the hand, and a row for each decision.

Counting replaces earlier values, so it is idempotent.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from accounts.models import Guest, User
from accounts.people import Person
from games.evaluation.decisions import Decision, Mark
from games.evaluation.hand import DecisionPlace, Finished, places
from games.evaluation.telling import decision_of
from games.registry import ruleset
from games.reviews.models import DecisionLine, Review, newest_reviews
from games.statistics import tallies
from games.statistics.measures import Cost, Luck, ReviewTotals
from games.statistics.models import PersonLine
from games.table.models import Game
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
        place = placed.get(one.ordinal)
        if place is not None:
            decided.add_decision(place.kind, place.trick, cost_of(one))
            rows.append(_row(line, review, one, place))
    line.weighed = decided.as_json()
    return rows


def cost_of(decision: Decision) -> Cost:
    loss, mark = decision.loss, decision.mark
    return Cost(1, loss, loss**2, int(mark is not None), int(mark is Mark.BLUNDER))


def _row(line: PersonLine, review: Review, decision: Decision, place: DecisionPlace) -> DecisionLine:
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
    """Set `games` to 1 on each seat's first reviewed line and to 0 on the others. `lines` are ordered by hand."""
    counted: set[int] = set()
    for line in lines:
        if line.weighed is not None:
            line.weighed = {**line.weighed, "games": int(line.seat not in counted)}
            counted.add(line.seat)

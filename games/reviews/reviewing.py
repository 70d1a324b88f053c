"""Review finished hands in the background, and read the stored reviews.

`Game.reviews_due_at` is the time since which hands wait for a review. A task on a separate queue writes the rows; a
periodic sweep replaces lost tasks. Rows never change and a reviewed hand is skipped, so the task is idempotent. After a
failure `reviews_due_at` is a later time, when the sweep retries the review; pages show the failure until then.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from time import monotonic
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, connection, transaction
from django.dispatch import Signal
from django.utils import timezone

from games import enqueue
from games.evaluation.hand import Finished, SeatReview, decision_json, review_hand
from games.registry import evaluator, is_reviewed, ruleset
from games.reviews import counting
from games.reviews.models import Review, newest_reviews
from games.table.models import Game
from games.table.replay import finished_hand
from games.table.tables import NoSuchHand, Place

logger = logging.getLogger(__name__)

#: Sent after the reviews of a hand are stored and counted, inside the transaction. Argument: `game`.
hand_reviewed: Final = Signal()
#: If a review has been due for longer, its task counts as lost.
LOST: Final = timedelta(minutes=1)
#: Seconds after which a sweep starts no further hand.
SWEEPING: Final = 50.0
#: Delay before a failed review is retried.
AGAIN: Final = timedelta(days=7)
#: Fields that a row of `Review` and a `SeatReview` have in common; the row also has sums, the other computes them.
COPIED: Final = ("number", "seat", "evaluator", "before", "after", "luck", "partners", "rivals")


class ReviewProgress(StrEnum):
    """Progress of a hand's review. `FAILED`: it failed and is retried later; `NONE`: not requested or not needed.

    `PLAIN`: the game has no evaluator. `NEVER`: the hand is void, or all of it was copied from another game.
    """

    READY = "ready"
    PENDING = "pending"
    FAILED = "failed"
    NONE = "none"
    PLAIN = "plain"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class GameReview:
    """The reviews of a game by hand number and seat, and the progress of the missing ones.

    `excluded` are the numbers of hands that are never reviewed.
    """

    hands: Mapping[tuple[int, int], SeatReview]
    missing: ReviewProgress
    excluded: frozenset[int] = frozenset()


# -- what a page reads ---------------------------------------------------------------------------------


def of_game(place: Place) -> GameReview:
    """Return all reviews of this game, for all seats, in a constant number of queries."""
    rows = newest_reviews(Review.objects.filter(game=place.game))
    found = {(row.number, row.seat): _read(row) for row in rows}
    return GameReview(found, progress(place), _excluded(place.game))


def progress_of_hand(place: Place, *, number: int) -> ReviewProgress:
    """Return the progress of the review of a hand for the viewer's seat. Raises NoSuchHand if the hand is not over."""
    if Review.objects.filter(game=place.game, number=number, seat=place.seat).exists():
        return ReviewProgress.READY
    if not place.game.hands.filter(number=number, ended_at__isnull=False).exists():
        raise NoSuchHand(number)
    return progress(place, number=number)


def of_all_seats(place: Place, *, number: int) -> list[SeatReview]:
    return [_read(row) for row in newest_reviews(Review.objects.filter(game=place.game, number=number))]


def ask(place: Place) -> None:
    """Request reviews of the finished hands of this game that have none. Idempotent."""
    if not is_reviewed(place.game.key):
        return
    if Game.objects.filter(pk=place.game.pk, reviews_due_at=None).update(reviews_due_at=timezone.now()):
        place.game.refresh_from_db(fields=["reviews_due_at"])
        transaction.on_commit(lambda: enqueue.review_soon(place.code), robust=True)


def is_weighed(place: Place) -> bool:
    """Return whether the game has or can get a review: it is over, and at least one finished hand is not excluded."""
    if not place.is_over or not is_reviewed(place.game.key):
        return False
    hands = place.game.hands.filter(ended_at__isnull=False)
    return hands.exclude(number__in=_excluded(place.game)).exists()


def progress(place: Place, *, number: int | None = None) -> ReviewProgress:
    """Return the progress of the finished hands without a review, or of hand `number` only."""
    if not is_reviewed(place.game.key):
        return ReviewProgress.PLAIN
    if number is not None and number in _excluded(place.game):
        return ReviewProgress.NEVER
    due = place.game.reviews_due_at
    if due is None:
        return ReviewProgress.NONE
    # Servers' clocks differ: a pending review may be due in a few seconds.
    return ReviewProgress.FAILED if due > timezone.now() + LOST else ReviewProgress.PENDING


def _excluded(game: Game) -> frozenset[int]:
    """Return the numbers of hands that are never reviewed: void ones, and those copied whole from another game."""
    rules, ended = ruleset(game.key), game.hands.filter(ended_at__isnull=False)
    excluded = {number for number, result in ended.values_list("number", "result") if rules.is_void(result or {})}
    if game.begun_with:
        own = game.entries.filter(ordinal__gt=game.begun_with)
        excluded |= set(game.hands.exclude(number__in=own.values("hand")).values_list("number", flat=True))
    return frozenset(excluded)


def _read(row: Review) -> SeatReview:
    return SeatReview(**{name: getattr(row, name) for name in COPIED}, decisions=counting.decisions_of(row))


# -- how a review becomes a row --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """The result of `review_next`. `number` is that of the reviewed hand; None if no hand was left.

    `written` is 1 if rows were stored, otherwise 0. `has_failed`: this hand, or one of an earlier step, failed.
    """

    number: int | None = None
    written: int = 0
    has_failed: bool = False


def review(*, code: str) -> int:
    """Review all finished hands of this game that have no review; return the number of reviewed hands. Idempotent."""
    step, written = review_next(code=code), 0
    while step.number is not None:
        written += step.written
        step = review_next(code=code, below=step.number, has_failed=step.has_failed)
    return written


def review_next(*, code: str, below: int | None = None, has_failed: bool = False) -> ReviewStep:
    """Review the newest finished hand without a review, of the hands with a number below `below`.

    If none is left: after a failure set `reviews_due_at` to `AGAIN` from now; else clear it, unless newer hands wait.
    """
    game = Game.objects.filter(code=code).first()
    if game is None or not is_reviewed(game.key):
        return ReviewStep()
    missing = _missing(game)
    number = max((one for one in missing if below is None or one < below), default=None)
    if number is None:
        is_owed = bool(missing) and not has_failed  # a hand that ended after the first step has a task of its own
        if not is_owed:
            again = timezone.now() + AGAIN if has_failed else None
            Game.objects.filter(pk=game.pk, reviews_due_at=game.reviews_due_at).update(reviews_due_at=again)
        return ReviewStep()
    try:
        hand = finished_hand(game, number)
    except (LookupError, ValueError):  # logged, so that the sweep continues
        logger.exception("The log of game %s cannot be replayed.", game.code)
        hand = None
    made = _reviewed(game, hand) if hand is not None else ()
    return ReviewStep(number, _write(game, hand, made) if hand is not None else 0, has_failed or not made)


def _missing(game: Game) -> set[int]:
    ended = set(game.hands.filter(ended_at__isnull=False).values_list("number", flat=True))
    return ended - _excluded(game) - set(Review.objects.filter(game=game).values_list("number", flat=True))


def sweep() -> int:
    """Review hands whose task was lost or is to be retried, one per game in turn; return the number of games."""
    begun = monotonic()
    lost = Game.objects.filter(reviews_due_at__lt=timezone.now() - LOST).order_by("reviews_due_at")
    waiting = [(code, ReviewStep()) for code in lost.values_list("code", flat=True)[:100]]
    swept = set[str]()
    while waiting and monotonic() - begun <= SWEEPING:
        code, last = waiting.pop(0)
        swept.add(code)
        step = review_next(code=code, below=last.number, has_failed=last.has_failed)
        if step.number is not None:
            waiting.append((code, step))
    return len(swept)


def _reviewed(game: Game, hand: Finished) -> tuple[SeatReview, ...]:
    """Return the reviews by seat. If the evaluator raises, log it and return none, so that other hands are reviewed."""
    try:
        return review_hand(ruleset(game.key), evaluator(game.key), hand, code=game.code)
    except SoftTimeLimitExceeded:
        raise  # a subclass of Exception, but not an error of the evaluator
    except Exception:
        logger.exception("Hand %s of game %s could not be reviewed.", hand.dealt.number, game.code)
        return ()


def _write(game: Game, hand: Finished, reviews: tuple[SeatReview, ...]) -> int:
    """Store the reviews of all seats in one transaction; return 1, or 0 without reviews or if the game was deleted."""
    rows = [
        Review(
            game=game,
            **{name: getattr(one, name) for name in (*COPIED, "errors", "rest")},
            count=len(one.decisions),
            marked=sum(decision.mark is not None for decision in one.decisions),
            decisions=[decision_json(decision) for decision in one.decisions],
        )
        for one in reviews
    ]
    try:
        with transaction.atomic():
            Review.objects.bulk_create(rows, ignore_conflicts=True)  # a concurrent task writes equal rows
            counting.collect_practice(game=game, reviews=rows)
            # Check foreign keys now. This locks games and seats before lines, as adoption does, to avoid a deadlock.
            if connection.vendor == "postgresql":
                connection.check_constraints()
            counting.count_review(game=game, hand=hand)
            hand_reviewed.send(sender=Game, game=game)
    except IntegrityError:  # the game was deleted
        return 0
    return bool(rows)

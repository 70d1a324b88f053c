"""Models of reviews: the review of a hand for a seat, the index of its decisions, and decisions to practise."""

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import ONE_PERSON
from games.table.models import Game, Seat


class Review(models.Model):
    """The review of a hand for a seat by one evaluator version. Immutable; values are in millionths of a game.

    `after - before = luck - errors + rivals - partners + rest`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reviews", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    seat = models.PositiveSmallIntegerField()
    evaluator = models.PositiveSmallIntegerField(db_comment="The evaluator's version.")
    before = models.IntegerField(db_comment="The chance to win the game before the deal.")
    after = models.IntegerField(db_comment="The chance after the hand.")
    luck = models.IntegerField(db_comment="The luck of the cards: of the deal, and of later draws.")
    errors = models.IntegerField(db_comment="The cost of the seat’s own decisions.")
    partners = models.IntegerField(db_comment="The cost of the partners’ decisions.")
    rivals = models.IntegerField(db_comment="What the seat gained by the opponents’ decisions.")
    rest = models.IntegerField(db_comment="What remains of after - before, attributed to the hidden cards.")
    count = models.PositiveSmallIntegerField(db_comment="The number of the seat’s decisions.")
    marked = models.PositiveSmallIntegerField(db_comment="The number of the seat's decisions with a mark.")
    decisions = models.JSONField(db_comment="Decisions in order of play; counting.decisions_of reads them.")
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number", "seat", "evaluator"], name="a_hand_is_reviewed_once_per_seat_and_evaluator"
            ),
            models.CheckConstraint(
                name="a_review_adds_up",
                condition=models.Q(
                    after=models.F("before")
                    + models.F("luck")
                    - models.F("errors")
                    + models.F("rivals")
                    - models.F("partners")
                    + models.F("rest")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}, seat {self.seat}, by evaluator {self.evaluator}"


def newest_reviews(rows: QuerySet[Review]) -> list[Review]:
    return list({(row.number, row.seat): row for row in rows.order_by("evaluator", "seat")}.values())


class DecisionLine(models.Model):
    """Index row of a person's reviewed decision, for lists. The decision itself is stored in the review.

    Written when the review is counted, and replaced on a recount. Deleted when the person leaves the site.
    """

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="lines", db_index=False)
    ordinal = models.PositiveIntegerField(db_comment="The decision's ordinal in the game’s log.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.CASCADE)
    key = models.CharField(max_length=16)
    level = models.CharField(max_length=16, blank=True)
    day = models.DateField()
    kind = models.CharField(max_length=16, db_comment="The kind of decision: bid, lead and so on.")
    trick = models.PositiveSmallIntegerField(db_comment="The trick or round, from 1; 0 before the first.")
    step = models.PositiveSmallIntegerField(db_comment="The step in the replay of the hand.")
    loss = models.IntegerField(db_comment="In millionths of a game.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["review", "ordinal"], name="a_decision_is_listed_once"),
            models.CheckConstraint(name="a_decision_is_of_one_person", condition=ONE_PERSON),
        ]
        indexes = [
            # For `games.reviews.counting.listed`, which pages by descending loss.
            models.Index(
                fields=["user", "key", "-loss", "-id"], name="decisions_of_a_user", condition=Q(user__isnull=False)
            ),
            models.Index(
                fields=["guest", "key", "-loss", "-id"], name="decisions_of_a_guest", condition=Q(guest__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"the decision at {self.ordinal}: {self.kind}, {self.loss} lost"


class Practice(models.Model):
    """A marked decision to practise; the review stores its values.

    The row belongs to the seat, so adoption moves it with the seat. Deleted when the seat's owner leaves the site.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="practice", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    ordinal = models.PositiveIntegerField(db_comment="The decision's ordinal in the game’s log.")
    steps = models.PositiveSmallIntegerField(default=0, db_comment="Right answers since the last wrong one.")
    answers = models.PositiveIntegerField(
        default=0, db_comment="The number of answers. A new one is stored only if this is still as in its question."
    )
    due_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "ordinal"], name="a_decision_is_practised_once"),
        ]

    def __str__(self) -> str:
        return f"the decision at {self.ordinal} of seat {self.seat_id}, right {self.steps} times"

"""A decision that cost something, which comes back to be made again."""

from django.db import models

from games.models.log import Seat


class Practice(models.Model):
    """One marked decision of a person: what it was worth stands in the review. It is whoever’s the seat is, so it
    passes to an account with the seat; whoever leaves takes it along.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="practice", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    ordinal = models.PositiveIntegerField(db_comment="Of the decision, in the game’s log.")
    steps = models.PositiveSmallIntegerField(default=0, db_comment="Right answers since the last wrong one.")
    answers = models.PositiveIntegerField(default=0, db_comment="How often it was answered; decides every race.")
    due_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "ordinal"], name="a_decision_is_practised_once"),
        ]

    def __str__(self) -> str:
        return f"the decision at {self.ordinal} of seat {self.seat_id}, right {self.steps} times"

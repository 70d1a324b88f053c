"""What a hand that is over was worth to a seat, as an evaluator reckoned it."""

from django.db import models
from django.utils import timezone

from games.models.log import Game


class Review(models.Model):
    """One hand, one seat, one version of the evaluator: written once, never changed. Numbers are millionths of a game.

    `after - before = luck - errors + rivals - partners + rest`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reviews", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    seat = models.PositiveSmallIntegerField()
    evaluator = models.PositiveSmallIntegerField(db_comment="Its version.")
    before = models.IntegerField(db_comment="The chance to win the game before the deal.")
    after = models.IntegerField(db_comment="The chance once the hand was over.")
    luck = models.IntegerField(db_comment="Of the deal.")
    errors = models.IntegerField(db_comment="What the seat’s own decisions cost.")
    partners = models.IntegerField(db_comment="What the partners’ decisions cost.")
    rivals = models.IntegerField(db_comment="What the rivals’ decisions cost them.")
    rest = models.IntegerField(db_comment="How the hidden cards lay: what is left.")
    count = models.PositiveSmallIntegerField(db_comment="The seat’s decisions.")
    marked = models.PositiveSmallIntegerField(db_comment="Those with a mark.")
    decisions = models.JSONField(db_comment="In order: chosen, best, loss, values of all actions, reasons, examples.")
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

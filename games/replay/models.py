"""Shared links to past games and hands."""

from django.db import models
from django.db.models import Q

from games.table.models import Seat, new_token


class Share(models.Model):
    """A public link to a finished hand or, if `hand` is null, to a game that is over; shown from the side of `seat`."""

    token = models.CharField(max_length=22, unique=True, default=new_token)
    seat = models.ForeignKey(
        Seat, on_delete=models.CASCADE, related_name="shares", db_comment="The seat of the person who made the link."
    )
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    hides_names = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_shared_hand_counts_from_one", condition=Q(hand__isnull=True) | Q(hand__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return "the game" if self.hand is None else f"hand {self.hand}"

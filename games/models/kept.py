"""What somebody keeps beside the games: links to past ones, and how a game was set up the last time."""

import secrets
from base64 import urlsafe_b64encode

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import ONE_PERSON
from games.models.log import Seat


def new_token() -> str:
    """128 bits in 22 letters of an address."""
    return urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode()


class Share(models.Model):
    """A link by which anybody may look at a past game (`hand` null) or one hand of it, told from the side of `seat`."""

    token = models.CharField(max_length=22, unique=True, default=new_token)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="shares", db_comment="Whoever made it.")
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


class Setup(models.Model):
    """How somebody set a game up the last time: each variant of each game for itself."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="setups"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.CASCADE, related_name="setups")
    key = models.CharField(max_length=16)
    variant = models.CharField(max_length=16, blank=True, db_comment="Empty where the game has none.")
    options = models.JSONField(default=dict, db_comment="Only those that differ from the variant's defaults.")
    computers = models.JSONField(default=list, db_comment="Level and name of each computer player, clockwise.")
    people = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        db_comment="Seats given away by a link, the clock and onlookers.",
    )
    used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key", "variant"],
                name="a_user_keeps_one_setup_of_a_variant",
                condition=Q(user__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["guest", "key", "variant"],
                name="a_guest_keeps_one_setup_of_a_variant",
                condition=Q(guest__isnull=False),
            ),
            models.CheckConstraint(name="a_setup_belongs_to_a_user_or_a_guest", condition=ONE_PERSON),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.variant}"

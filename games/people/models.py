"""Stored setups of games."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import ONE_PERSON


class Setup(models.Model):
    """A person's last setup of one variant of a game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="setups"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.CASCADE, related_name="setups")
    key = models.CharField(max_length=16)
    variant = models.CharField(max_length=16, blank=True, db_comment="Empty if the game has none.")
    options = models.JSONField(default=dict, db_comment="Only those that differ from the variant's defaults.")
    computers = models.JSONField(default=list, db_comment="Level and name of each computer player, clockwise.")
    people = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        db_comment="The seats offered by a link, the clock and whether spectators may watch.",
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

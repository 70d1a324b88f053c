"""What people say to each other at a table: set phrases alone, and who wants to hear none of somebody's."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import ONE_PERSON
from games.models.log import Game
from games.snapshot import Phrase


class Said(models.Model):
    """One phrase that somebody said at a table; `number` counts all that were said there, from one."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="words", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    phrase = models.CharField(max_length=16, choices={one.value: one.name.capitalize() for one in Phrase})
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="what_was_said_has_its_place"),
            models.CheckConstraint(
                name="only_set_phrases_are_said", condition=Q(phrase__in=[one.value for one in Phrase])
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.phrase}"


class Mute(models.Model):
    """Whose words a person does not want to hear, at any table; everybody's where nobody is named."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mutes"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.CASCADE, related_name="mutes")
    muted_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="muted_by"
    )
    muted_guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.CASCADE, related_name="muted_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                *(Coalesce(name, 0) for name in ("user", "guest", "muted_user", "muted_guest")),
                name="somebody_is_muted_once",
            ),
            models.CheckConstraint(name="a_mute_belongs_to_a_user_or_a_guest", condition=ONE_PERSON),
            models.CheckConstraint(
                name="a_mute_names_one_person_or_means_everybody",
                condition=Q(muted_user__isnull=True) | Q(muted_guest__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        whom = self.muted_user or self.muted_guest or "everybody"
        return f"{self.user or self.guest}: {whom}"

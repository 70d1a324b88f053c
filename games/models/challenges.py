"""Challenges: boards that a few people play by a link, each alone, to compare what they made of them."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.models import ONE_AT_MOST
from games.models.kept import new_token

#: How long boards may be begun, and count.
GOOD_FOR: Final = timedelta(days=14)


def lapses() -> datetime:
    return timezone.now() + GOOD_FOR


class Challenge(models.Model):
    """Whoever has its link may play its boards, until it is full, taken back or has lapsed."""

    token = models.CharField(max_length=22, unique=True, default=new_token, db_comment="Of the link.")
    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Only those that differ from their default.")
    level = models.CharField(max_length=16, db_comment="Of all computer players.")
    is_pair = models.BooleanField(default=False, db_comment="Each deal is two boards, with the seats exchanged.")
    opened_at = models.DateTimeField(default=timezone.now)
    lapses_at = models.DateTimeField(default=lapses)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"challenge {self.pk} of {self.key}"


class Entrant(models.Model):
    """One of the people of a challenge. Whoever has deleted the account is nobody, and what they did stays."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="In which order they came; 0 is whoever opened it.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["challenge", "number"], name="an_entrant_has_a_number_of_their_own"),
            models.UniqueConstraint(fields=["challenge", "user"], name="a_user_enters_a_challenge_once"),
            models.UniqueConstraint(fields=["challenge", "guest"], name="a_guest_enters_a_challenge_once"),
            models.CheckConstraint(name="an_entrant_is_one_person_or_nobody", condition=ONE_AT_MOST),
        ]

    def __str__(self) -> str:
        return f"entrant {self.number} of challenge {self.challenge_id}"

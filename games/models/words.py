"""What people say to each other at a table: set phrases alone."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

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

"""Waiting rooms: tables that wait for people before their game begins."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import ONE_AT_MOST
from games.table.models import Game, new_code, new_token

#: How long the link of a room is valid.
GOOD_FOR: Final = timedelta(days=7)


def lapses() -> datetime:
    return timezone.now() + GOOD_FOR


class WaitingRoom(models.Model):
    """A table that waits for people. Until the game begins, its link, if valid, offers the open seats."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    token = models.CharField(max_length=22, unique=True, default=new_token, db_comment="The token of the link.")
    is_asking = models.BooleanField(default=True, db_comment="False while the link is disabled.")
    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Options that differ from their defaults.")
    onlookers = models.BooleanField(
        default=False, db_default=False, db_comment="Whether visitors who get no seat by the link may watch."
    )
    clock = models.PositiveIntegerField(default=0, db_default=0, db_comment="Seconds for a decision; 0 for no clock.")
    opened_at = models.DateTimeField(default=timezone.now)
    lapses_at = models.DateTimeField(default=lapses)
    game = models.OneToOneField(
        Game,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="room",
        db_comment="The game, once it has begun.",
    )
    follows = models.OneToOneField(
        Game,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="followed_by",
        db_comment="The game of which it is a rematch.",
    )

    def __str__(self) -> str:
        return f"{self.key} {self.code}"


class WaitingSeat(models.Model):
    """A seat in a waiting room: a person's, a computer player's (`is_kept`), or open.

    If it is still open when the game begins, the computer player of `level` and `name` takes it.
    """

    room = models.ForeignKey(WaitingRoom, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="waiting_seats"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.CASCADE, related_name="waiting_seats"
    )
    is_openers = models.BooleanField(default=False, db_comment="The seat of the opener, who starts the game.")
    seen_at = models.DateTimeField(
        null=True, blank=True, db_comment="The last heartbeat of the person's open page; null without a person."
    )
    level = models.CharField(
        max_length=16,
        blank=True,
        default="",
        db_default="",
        db_comment="Level of the computer player that takes the seat if no person does; empty at the opener's seat.",
    )
    name = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        db_comment="The name of that computer player, as at a table.",
    )
    is_kept = models.BooleanField(
        default=False,
        db_default=False,
        db_comment="Whether the computer player has the seat already, so that the link does not offer it.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="a_waiting_seat_is_there_once"),
            models.UniqueConstraint(fields=["room", "user"], name="a_user_waits_once_at_a_table"),
            models.UniqueConstraint(fields=["room", "guest"], name="a_guest_waits_once_at_a_table"),
            models.UniqueConstraint(
                fields=["room"], condition=Q(is_openers=True), name="a_waiting_table_has_one_opener"
            ),
            models.CheckConstraint(name="a_waiting_seat_is_one_persons_or_open", condition=ONE_AT_MOST),
            models.CheckConstraint(
                name="an_openers_seat_is_not_open",
                condition=Q(is_openers=False) | Q(user__isnull=False) | Q(guest__isnull=False),
            ),
            models.CheckConstraint(
                name="a_seat_kept_for_a_computer_is_nobodys",
                condition=Q(is_kept=False) | Q(user__isnull=True, guest__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"waiting seat {self.number}"

"""Boards, which many people play, each alone against computer players; attempts at them; and challenges by a link.

Secrets of boards of the day are links of a hash chain, whose tip is published before the first day. Those of a
challenge's boards are random.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import ONE_AT_MOST
from games.dealing import LONGEST_SEED_OF_RECORD
from games.table.models import Game, new_secret, new_token

#: Time in which a challenge's boards may be begun, and must end to count.
GOOD_FOR: Final = timedelta(days=14)


def lapses() -> datetime:
    return timezone.now() + GOOD_FOR


class Challenge(models.Model):
    """Boards that people with the link may play, until the challenge is full, taken back or lapsed."""

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
    """A person in a challenge. Has neither user nor guest after the account is deleted; the attempts stay."""

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


class Chain(models.Model):
    """A chain of SHA-256 hashes with secret root and published tip. Each day uses the link before the one last used."""

    begins_on = models.DateField(unique=True)
    days = models.PositiveIntegerField()
    root = models.BinaryField(default=new_secret)
    tip = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"{self.days} days from {self.begins_on}"


class Board(models.Model):
    """The same cards, seat, scores and lead for all, and the same answers to the same play.

    Exception: a person who had played the cards before (`was_played`) met the answers of that game. `counted_at` is
    when `field` was last counted or cleared.
    """

    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Only those that differ from their default.")
    start = models.JSONField(default=dict, db_comment="What the game starts with.")
    level = models.CharField(max_length=16, db_comment="Of all computer players.")
    server_seed = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)
    player_seed = models.CharField(
        max_length=LONGEST_SEED_OF_RECORD,
        blank=True,
        default="",
        db_default="",
        db_comment="Of cards that were dealt in somebody's game; a board's own have none.",
    )
    was_played = models.BooleanField(
        default=False, db_default=False, db_comment="Whoever opened its challenge had played these cards before."
    )
    seat = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="Of whoever plays it.")
    day = models.DateField(null=True, blank=True, db_comment="Of a board of the day.")
    opens_at = models.DateTimeField(
        null=True, blank=True, db_comment="From when its cards may be told to whoever has not played it; null: not yet."
    )
    field = models.JSONField(
        null=True, blank=True, db_comment="How it went for everybody, as it was counted the last time."
    )
    counted_at = models.DateTimeField(null=True, blank=True)
    challenge = models.ForeignKey(
        Challenge, null=True, blank=True, on_delete=models.CASCADE, related_name="boards", db_index=False
    )
    number = models.PositiveSmallIntegerField(null=True, blank=True, db_comment="Its place in a challenge, from 1.")

    class Meta:
        indexes = [models.Index(fields=["server_seed"], name="boards_of_a_secret")]
        constraints = [
            models.UniqueConstraint(fields=["day", "key"], name="a_day_has_one_board_a_game"),
            models.UniqueConstraint(fields=["challenge", "number"], name="a_challenge_has_one_board_a_number"),
            # The same deal makes another board with swapped seats, or if it was played before.
            models.UniqueConstraint(
                fields=["server_seed", "seat"], name="a_new_deal_is_one_board_a_seat", condition=Q(was_played=False)
            ),
            models.CheckConstraint(
                name="a_board_is_of_a_day_or_of_a_challenge",
                condition=Q(day__isnull=True) | Q(challenge__isnull=True),
            ),
            models.CheckConstraint(
                name="a_board_of_a_challenge_has_a_number",
                condition=Q(challenge__isnull=True) | Q(number__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} of {self.day}" if self.day else f"board {self.pk} of {self.key}"

    @property
    def is_open(self) -> bool:
        """Return whether the cards are public."""
        return self.opens_at is not None and self.opens_at <= timezone.now()


class Attempt(models.Model):
    """A person's play of a board or, with a level, a computer player's in the person's seat.

    Has neither user nor guest after the account is deleted, and stays in the field. `margin` is the gain of the
    attempt's side less the best other side's. It is null while the game runs, if given up, or if a computer player
    failed, which is not counted.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="attempts"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.SET_NULL, related_name="attempts"
    )
    level = models.CharField(max_length=16, blank=True, db_comment="Of a computer player; empty for a person.")
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="attempts", db_comment="In a challenge."
    )
    number = models.PositiveSmallIntegerField(
        default=0, db_default=0, db_comment="Tells a computer player's attempts apart."
    )
    game = models.OneToOneField(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="attempt")
    played_in = models.ForeignKey(
        Game,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_comment="The game whose first hand it was, before others were challenged to its cards.",
    )
    is_counted = models.BooleanField(default=True, db_comment="The first of this person; any other is practice.")
    begun_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    margin = models.IntegerField(null=True, blank=True)
    bid = models.CharField(max_length=40, blank=True, db_comment="In the log's form; empty where there was none.")
    aside = models.CharField(max_length=80, blank=True, db_comment="What was put aside, likewise.")
    lead = models.CharField(max_length=80, blank=True, db_comment="The card led first, if the first lead was theirs.")
    error_rate = models.FloatField(null=True, blank=True, db_comment="Thousandths of a game a decision, once reviewed.")
    percentile = models.FloatField(
        null=True, blank=True, db_comment="The share of others it was better than, level ones half; counted at night."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["board", "user"], condition=Q(is_counted=True), name="a_user_attempts_a_board_once"
            ),
            models.UniqueConstraint(
                fields=["board", "guest"], condition=Q(is_counted=True), name="a_guest_attempts_a_board_once"
            ),
            models.UniqueConstraint(
                fields=["board", "level", "number"],
                condition=~Q(level=""),
                name="a_computer_attempts_a_board_once_each",
            ),
            models.CheckConstraint(
                name="an_attempt_is_one_persons_or_a_computers",
                condition=ONE_AT_MOST & (Q(level="") | Q(user__isnull=True, guest__isnull=True, game__isnull=True)),
            ),
            models.CheckConstraint(
                name="an_attempt_with_a_result_has_ended",
                condition=Q(margin__isnull=True) | Q(ended_at__isnull=False),
            ),
        ]
        indexes = [
            # To count a board's field, and to rank one result in it.
            models.Index(
                fields=["board", "margin", "error_rate"],
                name="games_field_of_a_board",
                condition=Q(is_counted=True, ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk} at board {self.board_id}"

    @property
    def code(self) -> str:
        """Return the code of its game; empty for a computer player or a deleted game."""
        game = self.game or self.played_in
        return game.code if game is not None else ""

    @property
    def hand(self) -> int:
        """Return the number of the scored hand: the last, as void ones are dealt again; 1 in a game played before."""
        return max(self.game.number, 1) if self.game is not None else 1

"""Boards, attempts at them, and challenges. Each person plays a board alone, against bots.

The secrets of boards of the day are derived from the links of a hash chain. The chain's last hash, the tip, is
published when the chain begins. The secret of a challenge's board is random, or copied from an earlier game.
"""

from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import ONE_AT_MOST
from games import dealing
from games.dealing import LONGEST_SEED_OF_RECORD
from games.table.models import Game, new_secret, new_token

#: Lifetime of a challenge: later no board can be begun, and a board that ends later is not compared.
GOOD_FOR: Final = timedelta(days=14)


def lapses() -> datetime:
    return timezone.now() + GOOD_FOR


class Challenge(models.Model):
    """Boards to play by a link. No more people can join once the challenge is full, taken back or has expired."""

    token = models.CharField(max_length=22, unique=True, default=new_token, db_comment="The token of the link.")
    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Options that differ from their defaults.")
    level = models.CharField(max_length=16, db_comment="The level of all computer players.")
    is_pair = models.BooleanField(
        default=False, db_comment="Whether each deal makes two boards, with the seats swapped."
    )
    opened_at = models.DateTimeField(default=timezone.now)
    lapses_at = models.DateTimeField(default=lapses)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"challenge {self.pk} of {self.key}"


class Entrant(models.Model):
    """A person in a challenge. After the person is removed, the row and its attempts stay, without user and guest."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="entrants", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The order of joining; 0 is the opener.")
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
    """A chain of SHA-256 hashes from a secret root to a published tip. A link's hash is the link of the day before."""

    begins_on = models.DateField(unique=True)
    days = models.PositiveIntegerField()
    root = models.BinaryField(default=new_secret)
    tip = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"{self.days} days from {self.begins_on}"

    def link(self, day: date) -> bytes:
        """Return the link of that day, from which its boards' seeds are derived. Raises ValueError for other days."""
        return dealing.link(bytes(self.root), days=self.days, day=(day - self.begins_on).days)


class Board(models.Model):
    """A deal that many people play from the same seat with the same start. The same play meets the same answers.

    Exception: with `was_played` the opener played the cards in an earlier game, whose bots may have answered
    differently. `counted_at` is the time when `field` was last counted or cleared.
    """

    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Options that differ from their defaults.")
    start = models.JSONField(default=dict, db_comment="The values with which the game starts.")
    level = models.CharField(max_length=16, db_comment="The level of all computer players.")
    server_seed = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)
    player_seed = models.CharField(
        max_length=LONGEST_SEED_OF_RECORD,
        blank=True,
        default="",
        db_default="",
        db_comment="The player seed of cards dealt in an earlier game; empty for a board's own cards.",
    )
    was_played = models.BooleanField(
        default=False, db_default=False, db_comment="Whether the challenge's opener had played these cards before."
    )
    seat = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="The seat of the person who plays it.")
    day = models.DateField(null=True, blank=True, db_comment="The day of a daily board; null for a challenge's.")
    opens_at = models.DateTimeField(
        null=True, blank=True, db_comment="When its cards become public; null if not yet known."
    )
    field = models.JSONField(null=True, blank=True, db_comment="The results of all counted attempts, as last computed.")
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
            # Boards may share a deal only if their seats differ (a pair), or if the deal is from an earlier game.
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
        return self.opens_at is not None and self.opens_at <= timezone.now()


class Attempt(models.Model):
    """One play of a board by a person or, if `level` is set, by a bot in the person's seat.

    After a person is removed, their attempts stay in the field, without user and guest. `margin` is the change, in
    this hand, of the side's lead over the best other side, in points. It is null while the game runs, after the game
    was given up, and after a bot failed. A failed bot's attempt is not counted.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="attempts"
    )
    guest = models.ForeignKey(
        "accounts.Guest", null=True, blank=True, on_delete=models.SET_NULL, related_name="attempts"
    )
    level = models.CharField(
        max_length=16, blank=True, db_comment="The level of a computer player; empty for a person."
    )
    entrant = models.ForeignKey(
        Entrant,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="attempts",
        db_comment="The participant, in a challenge.",
    )
    number = models.PositiveSmallIntegerField(
        default=0, db_default=0, db_comment="Distinguishes a computer player's attempts."
    )
    game = models.OneToOneField(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="attempt")
    played_in = models.ForeignKey(
        Game,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_comment="The earlier game whose first hand became the board.",
    )
    is_counted = models.BooleanField(
        default=True, db_comment="Whether it counts for the field and statistics; practice does not."
    )
    begun_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    margin = models.IntegerField(null=True, blank=True)
    bid = models.CharField(max_length=40, blank=True, db_comment="In the log's form; empty if there was none.")
    aside = models.CharField(max_length=80, blank=True, db_comment="The discard, likewise.")
    lead = models.CharField(max_length=80, blank=True, db_comment="The first lead, if it was this seat's.")
    error_rate = models.FloatField(
        null=True, blank=True, db_comment="Thousandths of a game per decision, once reviewed."
    )
    percentile = models.FloatField(
        null=True,
        blank=True,
        db_comment="The share of others beaten, ties counted half; computed once the board has ended.",
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
        """The code of the attempt's game; empty for a bot or a deleted game."""
        game = self.game or self.played_in
        return game.code if game is not None else ""

    @property
    def hand(self) -> int:
        """The number of the scored hand: the last hand of `game`, after any void hands; hand 1 of `played_in`."""
        return max(self.game.number, 1) if self.game is not None else 1

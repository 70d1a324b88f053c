"""Models of statistics: lines (one per person and hand or game), tallies, leaderboard rows, counting progress."""

from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import ONE_AT_MOST
from games.table.models import Game


class PersonLine(models.Model):
    """One hand, or one whole game (number 0), of one person: the source of all statistics.

    Written in the transaction that writes the rows of the hand. Lines of a deleted account or guest have neither user
    nor guest and count only in the site total.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1; 0 is the game as a whole.")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.SET_NULL)
    key = models.CharField(max_length=16)
    level = models.CharField(max_length=16, blank=True, db_comment="The level of the opposing computer player.")
    day = models.DateField()
    at = models.DateTimeField()
    is_ranked = models.BooleanField(
        default=True, db_comment="Whether it counts in leaderboards and records: played with the usual options."
    )
    marks = models.TextField(db_comment='The marks, with a blank on each side of each: " made led bid4 ".')
    numbers = models.JSONField(default=dict)
    weighed = models.JSONField(
        null=True, blank=True, db_comment="The costs of its decisions and the luck of its cards; null without a review."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "seat"], name="a_hand_is_told_once_per_seat"),
            models.CheckConstraint(name="a_line_is_of_one_person_at_most", condition=ONE_AT_MOST),
        ]
        indexes = [
            # For the lists of hands behind a figure, newest first.
            models.Index(fields=["user", "day", "id"], name="lines_of_a_user", condition=Q(user__isnull=False)),
            models.Index(fields=["guest", "day", "id"], name="lines_of_a_guest", condition=Q(guest__isnull=False)),
            models.Index(fields=["day"], name="lines_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}:{self.marks}" if self.number else f"the game:{self.marks}"

    @cached_property
    def mark_names(self) -> tuple[str, ...]:
        """The marks in order; the first mark of a whole game is its ending."""
        return tuple(self.marks.split())


class Tally(models.Model):
    """The totals of a day, week or month for one person, or for the whole site (neither user nor guest).

    `key` is a game or a variant. `level` is that of the opposing bots, "people", or `ALL` for all levels together.
    Weeks and months are sums of days. `measures` is `Measures.as_json()`.
    """

    ALL = "*"

    class Span(models.TextChoices):
        DAY = "day"
        WEEK = "week"
        MONTH = "month"

    span = models.CharField(max_length=5, choices=Span)
    day = models.DateField(db_comment="The first day of the period.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.CASCADE)
    key = models.CharField(max_length=16)
    level = models.CharField(max_length=16, blank=True)
    measures = models.JSONField()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key", "span", "day", "level"],
                name="a_users_day_is_counted_once",
                condition=Q(user__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["guest", "key", "span", "day", "level"],
                name="a_guests_day_is_counted_once",
                condition=Q(guest__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["key", "span", "day", "level"],
                name="the_houses_day_is_counted_once",
                condition=Q(user__isnull=True, guest__isnull=True),
            ),
            models.CheckConstraint(name="a_tally_is_of_one_person_or_the_house", condition=ONE_AT_MOST),
        ]
        indexes = [models.Index(fields=["day", "span"], name="tallies_of_a_day")]

    def __str__(self) -> str:
        return f"{self.span} {self.day}, {self.key} {self.level}"


class LeaderboardRow(models.Model):
    """The totals of an account's ranked games in one game or variant and level, for leaderboards and streaks."""

    #: Minimum number of games to appear on a leaderboard.
    LEAST_GAMES = 20

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False)
    key = models.CharField(max_length=16)
    level = models.CharField(max_length=16, blank=True)
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    ties = models.PositiveIntegerField()
    left = models.PositiveIntegerField(
        default=0, db_default=0, db_comment="The idle games among them, which count as lost until they are finished."
    )
    streak = models.PositiveIntegerField(db_comment="The most games won in a row.")
    rate = models.FloatField(db_comment="The lower end of the 95 percent confidence interval of the win rate.")

    class Meta:
        db_table = "games_career"
        constraints = [
            models.UniqueConstraint(fields=["user", "key", "level"], name="a_career_is_counted_once"),
        ]
        indexes = [
            models.Index(fields=["key", "level", "-rate", "user"], name="careers_by_rate", condition=Q(games__gte=20)),
            models.Index(fields=["key", "level", "-streak", "user"], name="careers_by_streak"),
            models.Index(fields=["key", "-streak", "user"], name="careers_by_any_streak"),
        ]

    def __str__(self) -> str:
        return f"{self.wins} of {self.games} games of {self.key} {self.level}"


class CountingProgress(models.Model):
    """The last counted day and the last verified day. There is one row, whose lock serialises the count."""

    counted_until = models.DateField(null=True, blank=True)
    verified_until = models.DateField(
        null=True, blank=True, db_comment="The last day whose games were compared with their logs."
    )

    class Meta:
        db_table = "games_night"
        constraints = [models.CheckConstraint(name="there_is_one_night", condition=Q(pk=1))]

    def __str__(self) -> str:
        return f"counted until {self.counted_until}"

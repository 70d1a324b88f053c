"""The rows of every game. `Entry` is the append-only log and the truth, with `Seal` for the seeds of the deals.

`Hand`, `Bid`, `Discard`, `Trick` and `Play` are written from the same step in the same transaction, for pages
and statistics; `manage.py rebuild_projections` makes them anew from the log. Constraints are sentences.
"""

import secrets
from base64 import urlsafe_b64encode

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engine.state import DEALER

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Twelve letters that nobody guesses (59 bits) and nothing secret is derived from."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(12))


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def new_token() -> str:
    """128 bits in 22 letters of an address."""
    return urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode()


class Status(models.TextChoices):
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Game(models.Model):
    """One game of any kind. `version` is the ordinal of its last entry; every accepted action raises it."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Only those that differ from their default.")
    carried = models.JSONField(
        default=dict, db_default={}, blank=True, db_comment="What it starts with from the games before it."
    )
    rules_version = models.PositiveSmallIntegerField()
    secret = models.BinaryField(default=new_secret, db_comment="Feeds the computer players' chance; never the deal.")
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    version = models.PositiveIntegerField(default=0)
    bot_due_at = models.DateTimeField(
        null=True, blank=True, db_comment="Since when a computer player owes an action; null when none does."
    )
    number = models.PositiveSmallIntegerField(default=0, db_comment="The hand in play, from 1.")
    scores = models.JSONField(default=list, db_comment="Display scores by seat or side after the last hand.")
    winner = models.SmallIntegerField(null=True, blank=True)
    why = models.CharField(max_length=16, blank=True)
    gave_up = models.PositiveSmallIntegerField(null=True, blank=True, db_comment="The seat that gave the game up.")
    imported_at = models.DateTimeField(
        null=True, blank=True, db_comment="When it came in as a record; null for a game played here."
    )
    digest = models.CharField(
        max_length=64,
        blank=True,
        db_comment="SHA-256 of what was played, for an imported game; nobody takes one in twice.",
    )
    started_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_game_that_goes_on_has_not_ended",
                condition=Q(status="playing", ended_at__isnull=True)
                | (~Q(status="playing") & Q(ended_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="only_a_game_that_goes_on_waits_for_a_computer",
                condition=Q(status="playing") | Q(bot_due_at__isnull=True),
            ),
            models.CheckConstraint(
                name="an_imported_game_is_over_and_has_a_digest",
                condition=Q(imported_at__isnull=True, digest="")
                | (Q(imported_at__isnull=False) & ~Q(digest="") & ~Q(status="playing")),
            ),
        ]
        indexes = [
            # Read by the `nudge` task each minute: the few games in which a computer player is late.
            models.Index(fields=["bot_due_at"], name="games_a_computer_owes", condition=Q(bot_due_at__isnull=False)),
            # Somebody's games that go on, without a look at all that ended.
            models.Index(fields=["status", "moved_at"], name="games_that_go_on", condition=Q(status="playing")),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.code}"


class Seat(models.Model):
    """A place in a game: a person (with an account or as a guest), or a computer player with its level.

    A person who is not here, because the game came in as a record or the account is gone, is a name or not even that.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField(default=0, db_comment="The side it plays on, as a game's winner is one.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    level = models.CharField(max_length=16, blank=True)
    bot_version = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(
        max_length=40,
        blank=True,
        db_comment="Of somebody who is not here, or of a computer player that is not Marta; else empty.",
    )
    is_first = models.BooleanField(
        default=False, db_default=False, db_comment="The person’s first game of its kind: it gives tips."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_seat_is_taken_once_per_game"),
            models.UniqueConstraint(fields=["game", "user"], name="a_user_sits_once_per_game"),
            models.UniqueConstraint(fields=["game", "guest"], name="a_guest_sits_once_per_game"),
            models.CheckConstraint(
                name="a_seat_is_a_person_or_a_computer",
                condition=Q(user__isnull=False, guest__isnull=True, level="", name="")
                | Q(user__isnull=True, guest__isnull=False, level="", name="")
                | Q(user__isnull=True, guest__isnull=True),
            ),
        ]
        indexes = [
            # Somebody's games newest first, a page at a time; read backwards.
            models.Index(fields=["user", "game"], name="games_of_a_user", condition=Q(user__isnull=False)),
            models.Index(fields=["guest", "game"], name="games_of_a_guest", condition=Q(guest__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.level or self.name or 'a person'}"


class Entry(models.Model):
    """One line of a game's log: the truth from which everything else can be made again."""

    class Source(models.TextChoices):
        PERSON = "person"
        COMPUTER = "computer"
        FALLBACK = "fallback", "a legal move made because the computer player failed or ran out of time"
        TABLE = "table", "played out by the table, since nothing was left to decide"
        DEALER = "dealer"
        HINT = "hint", "no action: a computer player's choice, shown to the seat that asked for it"
        UNDO = "undo", "no action: the seat took back the one before"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    ordinal = models.PositiveIntegerField()
    hand = models.PositiveSmallIntegerField()
    seat = models.SmallIntegerField(db_comment="-1 is the dealer.")
    action = models.TextField(db_comment='The record\'s form without the seat: ["play","QH"].')
    source = models.CharField(max_length=8, choices=Source)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "ordinal"], name="an_ordinal_is_used_once_per_game"),
            models.CheckConstraint(name="an_ordinal_counts_from_one", condition=Q(ordinal__gte=1)),
            models.CheckConstraint(
                name="the_dealer_alone_acts_for_chance",
                condition=Q(source="dealer", seat=DEALER) | (~Q(source="dealer") & Q(seat__gte=0)),
            ),
        ]
        ordering = ["game", "ordinal"]

    def __str__(self) -> str:
        return f"{self.ordinal}. {self.seat}"


class Seal(models.Model):
    """The seeds of one hand's deal. Secret until the hand is over or given up; not in the log."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seals")
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    server_seed = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)
    player_seed = models.CharField(max_length=64, blank=True)
    algorithm = models.CharField(max_length=40)
    events = models.PositiveSmallIntegerField(default=0, db_comment="The dealer's actions so far in this hand.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_hand_is_sealed_once_per_game"),
            models.UniqueConstraint(fields=["server_seed"], name="a_server_seed_is_used_once"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}: {self.commitment[:8]}"


class ForeignSeal(models.Model):
    """The seeds an imported record names for a hand, kept where they give its deal.

    They are no `Seal`: nothing was committed to here before the cards, and whoever sends the same record names the
    same seeds.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="foreign_seals")
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    server_seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    player_seed = models.CharField(max_length=64, blank=True)
    algorithm = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="an_imported_hand_has_one_proof"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}: {self.commitment[:8]}"


class Hand(models.Model):
    """A hand as dealt, and its result once it is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField(db_comment="The seat that leads or speaks first.")
    deal = models.JSONField(db_comment="The cards dealt: hands, and kitty and deck where there are any.")
    auto = models.PositiveSmallIntegerField(default=0, db_comment="Plays at its end made by the table.")
    hints = models.PositiveSmallIntegerField(
        default=0, db_default=0, db_comment="How often a choice was shown to somebody."
    )
    undone = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="Actions that were taken back.")
    result = models.JSONField(null=True, blank=True, db_comment="As in a record; null while it is played.")
    sheet = models.JSONField(null=True, blank=True, db_comment="Where each point came from.")
    dealt_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_hand_is_dealt_once_per_game"),
            models.CheckConstraint(
                name="a_hand_with_a_result_has_ended",
                condition=Q(result__isnull=True, ended_at__isnull=True)
                | Q(result__isnull=False, ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}"


class Bid(models.Model):
    """A bid, call or pass. `tricks` is the number promised, null where none is (a pass)."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="bids")
    place = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=16)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    blind = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "place"], name="bids_are_made_one_after_another"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} bids {self.text}"


class Discard(models.Model):
    """A card put aside; each card of a kitty's discard is a row of its own."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="discards")
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "card"], name="a_card_is_discarded_once_per_hand"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} puts aside {self.card}"


class Trick(models.Model):
    """A trick, or a round of a duel. `winner` is null while it is open, and where a round has none."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="tricks")
    number = models.PositiveSmallIntegerField()
    leader = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="a_trick_is_played_once_per_hand"),
        ]

    def __str__(self) -> str:
        return f"trick {self.number}"


class Play(models.Model):
    """A card played. `hand` repeats the trick's, so that the database itself refuses a card played twice.

    In a duel it comes again when the discards have become the deck, and not before.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="plays")
    trick = models.ForeignKey(Trick, on_delete=models.CASCADE, related_name="plays")
    place = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)
    shuffle = models.PositiveSmallIntegerField(
        default=0, db_comment="How often the discards of this hand had become the deck before."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["trick", "place"], name="a_place_in_a_trick_is_filled_once"),
            models.UniqueConstraint(fields=["hand", "shuffle", "card"], name="a_card_is_played_once_between_shuffles"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} plays {self.card}"


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


class PersonLine(models.Model):
    """One hand (or one whole game: number 0) as it went for one person: what statistics are counted from.

    Written with the rows of the hand it tells of, and made anew with them. Whoever has left has lines of nobody: they
    count for the house.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1; 0 is the game as a whole.")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.SET_NULL)
    key = models.CharField(max_length=16)
    level = models.CharField(max_length=16, blank=True, db_comment="Of the computer player on the other side.")
    day = models.DateField()
    at = models.DateTimeField()
    is_imported = models.BooleanField(default=False)
    is_ranked = models.BooleanField(
        default=True, db_comment="Counts in leaderboards and records: played here, by the usual options."
    )
    marks = models.TextField(db_comment='What it was, word by word, a blank on each side: " made led bid4 ".')
    numbers = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "seat"], name="a_hand_is_told_once_per_seat"),
            models.CheckConstraint(
                name="a_line_is_of_one_person_at_most", condition=Q(user__isnull=True) | Q(guest__isnull=True)
            ),
            models.CheckConstraint(
                name="an_imported_game_is_not_ranked", condition=Q(is_imported=False) | Q(is_ranked=False)
            ),
        ]
        indexes = [
            # The hands behind a number: newest first, a page at a time.
            models.Index(fields=["user", "day", "id"], name="lines_of_a_user", condition=Q(user__isnull=False)),
            models.Index(fields=["guest", "day", "id"], name="lines_of_a_guest", condition=Q(guest__isnull=False)),
            models.Index(fields=["day"], name="lines_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}:{self.marks}" if self.number else f"the game:{self.marks}"


class Tally(models.Model):
    """What the lines of a day, week or month add up to: for a person, or (nobody named) for the whole house.

    `level` is a computer player's, or `ALL` for every line of that game. Weeks and months are sums of days.
    """

    ALL = "*"

    class Span(models.TextChoices):
        DAY = "day"
        WEEK = "week"
        MONTH = "month"

    span = models.CharField(max_length=5, choices=Span)
    day = models.DateField(db_comment="The first day of it.")
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
            models.CheckConstraint(
                name="a_tally_is_of_one_person_or_the_house", condition=Q(user__isnull=True) | Q(guest__isnull=True)
            ),
        ]
        indexes = [models.Index(fields=["day", "span"], name="tallies_of_a_day")]

    def __str__(self) -> str:
        return f"{self.span} {self.day}, {self.key} {self.level}"


class Career(models.Model):
    """All ranked games of an account at one game and level: what leaderboards and the longest streak are read from."""

    #: Fewer games say too little to stand on a leaderboard.
    LEAST_GAMES = 20

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    key = models.CharField(max_length=16)
    level = models.CharField(max_length=16, blank=True)
    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    ties = models.PositiveIntegerField()
    streak = models.PositiveIntegerField(db_comment="The most games won in a row.")
    rate = models.FloatField(db_comment="The lower end of the win rate's interval, 95 in a hundred.")

    class Meta:
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


class Night(models.Model):
    """One row: the last day that is counted. Whoever counts holds it, so nobody else counts meanwhile."""

    counted_until = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(name="there_is_one_night", condition=Q(pk=1))]

    def __str__(self) -> str:
        return f"counted until {self.counted_until}"


class Setup(models.Model):
    """How somebody set a game up the last time: each variant of each game for itself."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="setups"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.CASCADE, related_name="setups")
    key = models.CharField(max_length=16)
    variant = models.CharField(max_length=16, blank=True, db_comment="Empty where the game has none.")
    options = models.JSONField(default=dict, db_comment="Only those that differ from the variant's defaults.")
    chairs = models.JSONField(default=list, db_comment="Level and name of each computer player, clockwise.")
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
            models.CheckConstraint(
                name="a_setup_belongs_to_a_user_or_a_guest",
                condition=Q(user__isnull=False, guest__isnull=True) | Q(user__isnull=True, guest__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.variant}"

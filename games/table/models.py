"""Models of games. The source of truth is the append-only log (`Entry`) with the seeds of the deals (`Seal`).

The name of each constraint is a sentence that it makes true.
"""

import secrets
from base64 import urlsafe_b64encode

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.dealing import LONGEST_SEED_OF_RECORD
from games.engine.state import DEALER
from games.snapshot import Phrase, Status

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Return a random code of 12 letters and digits (59 bits); nothing secret is derived from it."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(12))


def new_token() -> str:
    """Return 128 random bits as 22 characters for a URL."""
    return urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode()


def new_secret() -> bytes:
    return secrets.token_bytes(32)


class Game(models.Model):
    """A game. `version` is the ordinal of its last log entry, so every entry raises it."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    key = models.CharField(max_length=16, db_comment="The ruleset's key.")
    options = models.JSONField(default=dict, db_comment="Options that differ from their defaults.")
    carried = models.JSONField(
        default=dict, db_default={}, blank=True, db_comment="Values carried over from earlier games of a match."
    )
    rules_version = models.PositiveSmallIntegerField()
    secret = models.BinaryField(
        default=new_secret, db_comment="Seeds the random choices of computer players, never the deal."
    )
    status = models.CharField(
        max_length=10, choices={one.value: one.name.capitalize() for one in Status}, default=Status.PLAYING
    )
    version = models.PositiveIntegerField(default=0)
    said = models.PositiveIntegerField(
        default=0, db_default=0, db_comment="The number of phrases said, by which open pages notice a new one."
    )
    bot_due_at = models.DateTimeField(
        null=True, blank=True, db_comment="Since when a computer player owes an action; null if none does."
    )
    reviews_due_at = models.DateTimeField(
        null=True, blank=True, db_comment="Since when a finished hand waits for its review; null if none does."
    )
    number = models.PositiveSmallIntegerField(default=0, db_comment="The hand in play, from 1.")
    scores = models.JSONField(default=list, db_comment="Display scores by seat or side after the last hand.")
    winner = models.SmallIntegerField(null=True, blank=True)
    why = models.CharField(max_length=16, blank=True)
    gave_up = models.PositiveSmallIntegerField(null=True, blank=True, db_comment="The seat that gave the game up.")
    started_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    clock = models.PositiveIntegerField(
        default=0, db_default=0, db_comment="Seconds for a decision at a table of several people; 0 for no clock."
    )
    question = models.JSONField(
        null=True, blank=True, db_comment="The open question among several people, with the seats that agreed."
    )
    board = models.ForeignKey(
        "games.Board",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="games",
        db_index=False,
        db_comment="The board whose cards these are; null for a game of its own.",
    )
    origin = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="played_again",
        db_index=False,
        db_comment="The game whose hand this practice game replays.",
    )
    begun_with = models.PositiveIntegerField(
        default=0,
        db_default=0,
        db_comment="The number of entries copied from the origin's log; these cannot be undone.",
    )
    lies_open = models.BooleanField(
        default=False, db_default=False, db_comment="Whether the person of a practice game has asked to see all hands."
    )
    is_counted = models.BooleanField(
        default=True, db_default=True, db_comment="False for practice, which statistics leave out."
    )

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
        ]
        indexes = [
            # Read by the `nudge` task each minute: the few games in which a computer player owes an action.
            models.Index(fields=["bot_due_at"], name="games_a_computer_owes", condition=Q(bot_due_at__isnull=False)),
            # Read by the `sweep` task, which reviews hands whose task was lost: the few games that wait for a review.
            models.Index(
                fields=["reviews_due_at"], name="games_to_be_reviewed", condition=Q(reviews_due_at__isnull=False)
            ),
            models.Index(fields=["board"], name="games_of_a_board", condition=Q(board__isnull=False)),
            models.Index(fields=["origin"], name="games_played_again", condition=Q(origin__isnull=False)),
            # A person's running games, without reading the finished ones.
            models.Index(fields=["status", "moved_at"], name="games_that_go_on", condition=Q(status="playing")),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.code}"

    @property
    def is_practice(self) -> bool:
        return self.begun_with > 0


class Seat(models.Model):
    """A seat in a game, with its user, its guest, or the level of its computer player.

    All three are empty if its person was removed, or has another seat in the game (`is_second`).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField(default=0, db_comment="The seat's side; a game's winner is a side too.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    guest = models.ForeignKey("accounts.Guest", null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    level = models.CharField(max_length=16, blank=True)
    bot_version = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(
        max_length=40, blank=True, db_comment="The name of a computer player that has its own; else empty."
    )
    is_brought = models.BooleanField(
        default=False, db_default=False, db_comment="Begun as a guest who later became this user: never ranked."
    )
    is_first = models.BooleanField(
        default=False,
        db_default=False,
        db_comment="Whether the person had finished no such game before; it then has tips.",
    )
    seen_at = models.DateTimeField(
        null=True, blank=True, db_comment="The last heartbeat of a person at a table of several; null without one."
    )
    left_at = models.DateTimeField(
        null=True, blank=True, db_comment="When a person left a game of several people; null again on their return."
    )
    declines = models.BooleanField(
        default=False, db_default=False, db_comment="Whether the person has declined the rematch."
    )
    skips_blind = models.BooleanField(
        default=False, db_default=False, db_comment="Whether the person wants no offer of a blind nil in this game."
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
            # A person's games, newest first and paginated; scanned backwards.
            models.Index(fields=["user", "game"], name="games_of_a_user", condition=Q(user__isnull=False)),
            models.Index(fields=["guest", "game"], name="games_of_a_guest", condition=Q(guest__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}: {self.level or self.name or 'a person'}"

    @property
    def is_person(self) -> bool:
        """Whether the seat is or was a person's; the account may be deleted."""
        return not self.level

    @property
    def is_second(self) -> bool:
        """Whether the seat's guest became an account that has another seat at this table."""
        return self.is_brought and self.user_id is None and self.guest_id is None


class Entry(models.Model):
    """An entry of a game's log: an action or an aside."""

    class Source(models.TextChoices):
        PERSON = "person"
        COMPUTER = "computer"
        FALLBACK = "fallback", "a legal move made because the computer player failed or ran out of time"
        TABLE = "table", "played out by the table, since nothing was left to decide"
        DEALER = "dealer"
        FACE_UP = "face_up", "cards turned up with the deal, because the person is asked for no blind bid"
        HINT = "hint", "no action: a computer player's choice, shown to the seat that asked for it"
        UNDO = "undo", "no action: the seat took back its last decision and all later actions"
        SEATING = "seating", "no action: the seat's person leaves or is back, or a computer player stands in for them"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries", db_index=False)
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


class DealtBy(models.TextChoices):
    """The source of a deal's server seed: drawn for this hand, the board's, or the seed of the game played again."""

    SEAL = "seal"
    BOARD = "board"
    POSITION = "position"


class Seal(models.Model):
    """The seeds of one hand's deal, which are not in the log.

    The server seed is secret until the hand is over or the game abandoned, and at least until `opens_at`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seals", db_index=False)
    number = models.PositiveSmallIntegerField(db_comment="The hand, from 1.")
    server_seed = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64)
    player_seed = models.CharField(max_length=LONGEST_SEED_OF_RECORD, blank=True)
    algorithm = models.CharField(max_length=40)
    events = models.PositiveSmallIntegerField(default=0, db_comment="The dealer's actions so far in this hand.")
    dealt_by = models.CharField(max_length=8, choices=DealtBy, default=DealtBy.SEAL, db_default=DealtBy.SEAL)
    opens_at = models.DateTimeField(
        null=True, blank=True, db_comment="Until then the seed stays secret, because others play these cards."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_hand_is_sealed_once_per_game"),
            models.UniqueConstraint(
                fields=["server_seed"], name="a_server_seed_is_used_once", condition=Q(dealt_by=DealtBy.SEAL)
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number}: {self.commitment[:8]}"


class GivenSeed(models.Model):
    """One person's seed for a deal at a table of several people. `at` is when the person first asked for the deal."""

    seal = models.ForeignKey(Seal, on_delete=models.CASCADE, related_name="given", db_index=False)
    seat = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64, blank=True, db_comment="Empty if the server is to draw one.")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seal", "seat"], name="a_seat_gives_one_seed_a_deal")]

    def __str__(self) -> str:
        return f"seat {self.seat}"


class Said(models.Model):
    """A set phrase that a player said at the table; `number` counts the game's phrases from 1."""

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


# -- projections of the log, for pages and statistics; `manage.py rebuild_projections` rebuilds them -------


class Hand(models.Model):
    """A hand as dealt, with its result once it is over; `store.close` writes the other rows of a hand with it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands", db_index=False)
    number = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField(db_comment="The seat that leads or speaks first.")
    deal = models.JSONField(db_comment="The cards dealt: hands, and kitty and deck if there are any.")
    auto = models.PositiveSmallIntegerField(default=0, db_comment="Plays at its end made by the table.")
    hints = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="The number of hints shown.")
    undone = models.PositiveSmallIntegerField(default=0, db_default=0, db_comment="The number of undos.")
    result = models.JSONField(null=True, blank=True, db_comment="The result as in a record; null during play.")
    sheet = models.JSONField(null=True, blank=True, db_comment="The source of each point.")
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
    """A bid, a pass, or a blaze of Card Duel. `tricks` is the number of tricks or books promised, if any."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="bids", db_index=False)
    place = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=16)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    blind = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "place"], name="bids_are_made_one_after_another")]

    def __str__(self) -> str:
        return f"seat {self.seat} bids {self.text}"


class Discard(models.Model):
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="discards", db_index=False)
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "card"], name="a_card_is_discarded_once_per_hand")]

    def __str__(self) -> str:
        return f"seat {self.seat} puts aside {self.card}"


class Trick(models.Model):
    """A trick, or a round of a duel. `winner` is null for an unfinished trick and for a round."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="tricks", db_index=False)
    number = models.PositiveSmallIntegerField()
    leader = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "number"], name="a_trick_is_played_once_per_hand")]

    def __str__(self) -> str:
        return f"trick {self.number}"


class Play(models.Model):
    """A card played. `hand` repeats the trick's hand, so that a unique constraint forbids playing a card twice.

    In a duel a card may be played again after a reshuffle of the discards (`shuffle`).
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="plays", db_index=False)
    trick = models.ForeignKey(Trick, on_delete=models.CASCADE, related_name="plays", db_index=False)
    place = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)
    shuffle = models.PositiveSmallIntegerField(
        default=0, db_comment="The number of reshuffles of the discards before, in this hand."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["trick", "place"], name="a_place_in_a_trick_is_filled_once"),
            models.UniqueConstraint(fields=["hand", "shuffle", "card"], name="a_card_is_played_once_between_shuffles"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} plays {self.card}"

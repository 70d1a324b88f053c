"""Accounts, guests, preferences, and the use of limits.

Rows of other apps, such as seats, reference a `User` or a `Guest`.
"""

import secrets
from datetime import tzinfo
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST_FOLDED, LONGEST_NAME, folded, looks, validators
from accounts.zones import zone_named

#: A guest without a name is shown with its id modulo this number.
NUMBERS: Final = 1000

#: Conditions: a row belongs to a user or to a guest; with `ONE_AT_MOST` it may belong to neither.
ONE_PERSON: Final = Q(user__isnull=False, guest__isnull=True) | Q(user__isnull=True, guest__isnull=False)
ONE_AT_MOST: Final = Q(user__isnull=True) | Q(guest__isnull=True)

LOOKS_TAKEN = _("That name looks like one that is taken. Choose another one.")


def new_token() -> str:
    return secrets.token_urlsafe(32)


class FoldedNameField(models.CharField):
    """The key under which a username is unique (`accounts.names.folded`), updated when a row with a new name is saved.

    Old accounts may have names that look alike. One of them has the key, the others have the key and their id.
    """

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        if not model_instance.looks_as_stored:
            setattr(model_instance, self.attname, folded(model_instance.username))
        return getattr(model_instance, self.attname)

    def deconstruct(self) -> Any:
        name, _path, words, options = super().deconstruct()
        return name, "django.db.models.CharField", words, options


class User(AbstractUser):
    """An account. Its username is the name at the table, shown to others and used for log-in."""

    username = models.CharField(
        _("name at the table"),
        max_length=LONGEST_NAME,
        unique=True,
        validators=validators,
        error_messages={"unique": _("That name is taken.")},
    )
    folded_name = FoldedNameField(
        max_length=LONGEST_FOLDED,
        null=True,
        editable=False,
        db_comment="Null, for at most an hour, in rows written by a version that did not fold names.",
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="a_name_is_taken_once_in_any_case"),
            models.UniqueConstraint(
                fields=["folded_name"],
                condition=Q(folded_name__isnull=False),
                name="no_name_looks_like_another",
            ),
        ]

    @staticmethod
    def with_name_like(name: str) -> "models.QuerySet[User]":
        """Return the accounts with this name in any letter case, or with one that looks like it. Uses indexes."""
        either = Q(lower=Lower(models.Value(name))) | Q(folded_name__in=looks(name))
        return User.objects.alias(lower=Lower("username")).filter(either)

    @property
    def looks_as_stored(self) -> bool:
        """Whether the stored key matches the name. A save then does not change the key."""
        return (self.folded_name or "").partition(" ")[0] == folded(self.username)

    def clean(self) -> None:
        super().clean()
        if self.looks_as_stored:
            return
        if User.with_name_like(self.username).exclude(pk=self.pk).exists():
            raise ValidationError({"username": LOOKS_TAKEN})


class Guest(models.Model):
    """A player without an account, identified by the token in the session. No page contains the token."""

    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    name = models.CharField(max_length=LONGEST_NAME, blank=True, validators=validators)
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now_add=True)
    adopted_at = models.DateTimeField(null=True, blank=True, editable=False)
    adopted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, editable=False, on_delete=models.CASCADE, related_name="guests"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(adopted_at=None, adopted_by=None) | Q(adopted_at__isnull=False, adopted_by__isnull=False),
                name="an_adopted_guest_names_the_account_and_the_time",
            ),
        ]

    def __str__(self) -> str:
        """Return the name, or “Guest” and a number, which usually distinguishes guests at one table."""
        if self.name or self.pk is None:
            return self.name or str(_("Guest"))
        return str(_("Guest %(n)s") % {"n": self.pk % NUMBERS})


class Preferences(models.Model):
    """A person's preferences; the row is created when the first one is stored."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("Match device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Deck(models.TextChoices):
        FOUR = "four", _("Four colors")
        TWO = "two", _("Two colors")

    class BlindNil(models.TextChoices):
        BEHIND = "behind", _("When 200 points behind")
        ALWAYS = "always", _("Before every hand")
        NEVER = "never", _("Never")

    class Pace(models.TextChoices):
        INSTANT = "instant", _("Instant")
        FAST = "fast", _("Fast")
        NORMAL = "normal", _("Normal")
        SLOW = "slow", _("Slow")

    class CardSize(models.TextChoices):
        SMALL = "small", _("Small")
        NORMAL = "normal", _("Normal")
        LARGE = "large", _("Large")

    class TrickRest(models.TextChoices):
        READ = "read", _("Long enough to read")
        OFF = "off", _("Not at all")
        ONE = "one", _("1 second")
        TWO = "two", _("2 seconds")
        TAP = "tap", _("Until I tap")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="preferences"
    )
    guest = models.OneToOneField(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="preferences")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.SYSTEM)
    deck = models.CharField(_("deck"), max_length=8, choices=Deck, default=Deck.FOUR)
    card_size = models.CharField(
        _("card size"), max_length=8, choices=CardSize, default=CardSize.NORMAL, db_default=CardSize.NORMAL
    )
    pace = models.CharField(_("game speed"), max_length=8, choices=Pace, default=Pace.NORMAL)
    trick_rest = models.CharField(
        _("how long a finished trick stays on the table"),
        max_length=8,
        choices=TrickRest,
        default=TrickRest.READ,
        db_default=TrickRest.READ,
    )
    spades_first = models.BooleanField(_("sort spades first"), default=True)
    aces_first = models.BooleanField(_("sort each suit from the ace down"), default=True)
    confirm_play = models.BooleanField(_("confirm before playing a card"), default=False)
    plays_out = models.BooleanField(_("play out every hand myself"), default=False, db_default=False)
    asks_blind_nil = models.CharField(
        _("ask me about blind nil"),
        max_length=8,
        choices=BlindNil,
        default=BlindNil.BEHIND,
        db_default=BlindNil.BEHIND,
        db_comment="When to deal a hand of Spades face down, if its rules allow a blind nil.",
    )
    letter_keys = models.BooleanField(_("use letter keys at the table"), default=True)
    remarks = models.BooleanField(_("opponent’s comments after a hand"), default=True)
    lessons = models.BooleanField(_("tips in my first game of each kind"), default=True, db_default=True)
    shows_phrases = models.BooleanField(_("show what others at my table say"), default=True, db_default=True)
    sounds = models.BooleanField(_("sounds"), default=False, db_default=False)
    shows_name = models.BooleanField(_("show my name on leaderboards and records"), default=False)
    language = models.CharField(
        _("language"),
        max_length=8,
        blank=True,
        default="",
        db_default="",
        choices=settings.LANGUAGES,
        db_comment="Empty: the browser's.",
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        default="",
        db_default="",
        db_comment="A name of the IANA database. Empty, which counts as UTC, until a browser has sent one.",
    )

    class Meta:
        verbose_name_plural = _("preferences")
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, guest=None) | Q(user=None, guest__isnull=False),
                name="preferences_belong_to_a_user_or_a_guest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.guest}"

    @property
    def zone(self) -> tzinfo:
        return zone_named(self.time_zone)


class Allowance(models.Model):
    """One client's use of a limit, or one lease. An expired row may be deleted."""

    name = models.CharField(max_length=80, primary_key=True)
    used_until = models.FloatField(db_comment="Seconds since 1970.")

    def __str__(self) -> str:
        return self.name

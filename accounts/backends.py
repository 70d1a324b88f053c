"""Passwords: authentication by name, in any letter case, or by email address; maximum length; hashing.

A session stores the path of `TogetherBackend`, so a new path would end all sessions.
"""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.names import caseless


class TogetherBackend(AuthenticationBackend):
    """Loads the user with the preferences, which almost every page needs."""

    def get_user(self, user_id: int) -> User | None:
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        """Check the password of the account with this name in any letter case.

        Names of old accounts may differ only in the case of letters such as É, which SQLite does not fold. Then an
        exact match wins, else the oldest account. Python compares the names, because databases fold case differently.
        """
        same = [user for user in User.with_name_like(username) if caseless(user.username) == caseless(username)]
        found = min(same, key=lambda user: (user.username != username, user.pk), default=None)
        return self._check_password(found, password)

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """Check the password against one account: the one with the confirmed address, else the oldest with the address.

        Several accounts may have the same unconfirmed address. Checking them all would reveal their number by the
        response time.
        """
        found: list[User] = filter_users_by_email(email, prefer_verified=True, for_login=True)
        return self._check_password(min(found, key=lambda user: user.pk), password) if found else None


class MaximumLengthValidator:
    def __init__(self, max_length: int) -> None:
        self.max_length = max_length

    def validate(self, password: str, user: object | None = None) -> None:
        if len(password) > self.max_length:
            raise ValidationError(
                _("A password has at most %d characters.") % self.max_length, code="password_too_long"
            )

    def get_help_text(self) -> str:
        return ngettext("At most %d character.", "At most %d characters.", self.max_length) % self.max_length


#: Added to the niceness of the hashing thread. Linux sets priorities per thread.
PATIENCE = 10


def _lower_priority() -> None:
    with suppress(OSError, AttributeError):  # not on Linux
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + PATIENCE)


_hashing = ThreadPoolExecutor(1, thread_name_prefix="hash", initializer=_lower_priority)


class PatientHasher(PBKDF2PasswordHasher):
    """Django's default hasher, run one at a time in a thread of low priority.

    A hash takes a core for a quarter of a second; a flood of wrong passwords must not slow down players.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return _hashing.submit(super().encode, password, salt, iterations).result()

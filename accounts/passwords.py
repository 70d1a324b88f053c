"""Passwords: maximum length, and hashing that does not slow down the rest of the site."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class MaximumLengthValidator:
    def __init__(self, max_length: int = 128) -> None:
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

"""The site's Django app: registers the system checks, restricts SQLite's files to their owner, caches translations.

`manage.py check` reports mistakes in the settings, each with a hint and an id.
"""

import os
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db.backends.signals import connection_created
from django.utils.translation import trans_real

from spadesite import celery, storage  # noqa: F401 - `celery` creates the Celery app that queues and runs tasks

#: The active language. Django keeps it in asgiref's `Local`, which takes a lock at each lookup (about 120 per table).
_SPOKEN: Final[ContextVar[Any]] = ContextVar("spoken", default=None)
#: Size of the cache per language, more than the number of texts.
KEPT: Final = 8192


class Active:
    """A replacement of `trans_real._active`. `value` is the translation object of the active language."""

    @property
    def value(self) -> Any:
        texts = _SPOKEN.get()
        if texts is None:
            raise AttributeError("no language is active")
        return texts

    @value.setter
    def value(self, texts: Any) -> None:
        _SPOKEN.set(texts)

    @value.deleter
    def value(self) -> None:
        _SPOKEN.set(None)


class CachedTranslation(trans_real.DjangoTranslation):
    """Caches translated texts: Django searches the catalogues of all packages for each text.

    Without this class and `Active` an action over HTTP takes 1.14 times the CPU.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.gettext = lru_cache(KEPT)(super().gettext)  # type: ignore[method-assign]
        self.ngettext = lru_cache(KEPT)(super().ngettext)  # type: ignore[method-assign]


class HouseConfig(AppConfig):
    name = "spadesite"

    def ready(self) -> None:
        trans_real._active = Active()  # type: ignore[attr-defined]
        trans_real.DjangoTranslation = CachedTranslation  # type: ignore[misc]
        # Drop the translations that were loaded before: they have no cache.
        trans_real._translations.clear()  # type: ignore[attr-defined]
        trans_real._default = None  # type: ignore[attr-defined]
        connection_created.connect(storage.keep_to_its_owner)


@register(Tags.compatibility)
def mistakes(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    hint = "With SPADESITE_PRODUCTION=1 the site does not start with this setting."
    unsafe = (Warning(sentence, hint=hint, id="spadesite.W004") for sentence in settings.UNSAFE)
    return [*_errors(), *unsafe, *(_warnings_in_production() if settings.PRODUCTION else ())]


def _errors() -> Iterator[CheckMessage]:
    database = settings.DATABASES["default"]
    mode = str(database.get("OPTIONS", {}).get("transaction_mode", "")).upper()
    if database["ENGINE"].endswith(".sqlite3") and mode != "IMMEDIATE":
        hint = 'Set OPTIONS["transaction_mode"] = "IMMEDIATE" for the default database.'
        sentence = "SQLite begins transactions without the write lock, so moves will fail."
        yield Error(sentence, hint=hint, id="spadesite.E001")
    if not settings.CELERY_BROKER_URL and not getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False):
        hint = "Set CELERY_BROKER_URL, or leave it unset for the embedded filesystem broker."
        yield Error("There is no broker, so workers are not notified of moves.", hint=hint, id="spadesite.E002")
    if not settings.VAR.is_dir() or not os.access(settings.VAR, os.W_OK | os.X_OK):
        hint = "Create the folder with the site's user as its owner, or set SPADESITE_VAR to another one."
        yield Error(f"{settings.VAR} is not a writable folder.", hint=hint, id="spadesite.E003")


def _warnings_in_production() -> Iterator[CheckMessage]:
    if not settings.LIMITS_APPLY:
        hint = "Unset SPADESITE_LIMITS: it is for load tests."
        yield Warning("Rate limits are off, so one script can keep the site busy.", hint=hint, id="spadesite.W002")
    if not settings.SECURITY_CONTACT:
        hint = "Set SECURITY_CONTACT to an address such as mailto:security@example.org."
        yield Warning("No contact for security reports is set.", hint=hint, id="spadesite.W003")
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        hint = "Set DEFAULT_FROM_EMAIL to an address of the site’s own domain."
        yield Warning("Mail is sent from localhost, which mail servers reject.", hint=hint, id="spadesite.W005")

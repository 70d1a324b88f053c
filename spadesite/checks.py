"""System checks: a mistake in the settings is told by `manage.py check` with an id and a hint, before a player meets
it.
"""

import os
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


def _backend(name: str) -> str:
    return name.rpartition(".")[2]


@register(Tags.compatibility)
def sqlite_takes_the_lock_at_once(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    database = settings.DATABASES["default"]
    mode = str(database.get("OPTIONS", {}).get("transaction_mode", "")).upper()
    if _backend(database["ENGINE"]) != "sqlite3" or mode == "IMMEDIATE":
        return []
    hint = 'Set OPTIONS["transaction_mode"] = "IMMEDIATE" for the default database.'
    return [
        Error("SQLite begins transactions without the write lock, so moves will fail.", hint=hint, id="spadesite.E001")
    ]


@register(Tags.compatibility)
def there_is_a_broker(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if getattr(settings, "CELERY_BROKER_URL", "") or getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False):
        return []
    hint = "Set CELERY_BROKER_URL, or leave it unset for the embedded filesystem broker."
    return [Error("There is no broker, so no computer player hears of a move.", hint=hint, id="spadesite.E002")]


@register(Tags.compatibility)
def the_var_folder_is_writable(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.VAR.is_dir() and os.access(settings.VAR, os.W_OK | os.X_OK):
        return []
    hint = "Make the folder and give it to the user who runs the site, or set SPADESITE_VAR to another one."
    return [Error(f"{settings.VAR} is no folder that can be written to.", hint=hint, id="spadesite.E003")]


@register(Tags.compatibility)
def production_would_start(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    hint = "With SPADESITE_PRODUCTION=1 the site does not start with it."
    return [Warning(sentence, hint=hint, id="spadesite.W004") for sentence in settings.UNSAFE]


@register(Tags.compatibility)
def the_limits_hold_in_production(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if not settings.PRODUCTION or settings.LIMITS_APPLY:
        return []
    hint = "Unset SPADESITE_LIMITS: it is for load tests."
    return [Warning("Nothing is limited, so one script can keep the site busy.", hint=hint, id="spadesite.W002")]


@register(Tags.compatibility)
def holes_can_be_told_of_in_production(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if not settings.PRODUCTION or settings.SECURITY_CONTACT:
        return []
    hint = "Set SECURITY_CONTACT to an address such as mailto:security@example.org."
    return [Warning("Nobody is named who listens to reports of holes.", hint=hint, id="spadesite.W003")]


@register(Tags.compatibility)
def letters_have_a_sender_in_production(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if not settings.PRODUCTION or not settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        return []
    hint = "Set DEFAULT_FROM_EMAIL to an address of the site’s own domain."
    return [Warning("Letters come from localhost, which mail servers turn away.", hint=hint, id="spadesite.W005")]

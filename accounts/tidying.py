"""The hourly clean-up of accounts: expired sessions, cache rows and limits, and outdated keys of names.

A change of the rule for keys (`accounts.names.folded`) makes stored keys outdated; `clashes` lists the names that look
alike by the current rule.
"""

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Allowance, User
from accounts.names import folded

BATCH = 1000


def tidy() -> None:
    """Run the clean-up. Idempotent."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    Allowance.objects.filter(used_until__lt=timezone.now().timestamp()).delete()
    _clear_cache_table()
    refresh_keys()


def refresh_keys() -> None:
    """Set missing and outdated keys of names. Idempotent."""
    for chunk in _chunks(User.objects.all(), BATCH):
        stale = [one.pk for one in chunk if not one.looks_as_stored]
        # Clear outdated keys before new ones are set: a new key may equal the old key of another account.
        User.objects.filter(pk__in=stale).update(folded_name=None)
    fold_names()


def fold_names(*, batch: int = BATCH) -> None:
    """Set missing keys, oldest account first. If the key is already taken, the account gets the key and its id."""
    for chunk in _chunks(User.objects.filter(folded_name=None), batch):
        looks = {one.pk: folded(one.username) for one in chunk}
        taken = set(User.objects.filter(folded_name__in=looks.values()).values_list("folded_name", flat=True))
        for one in chunk:
            is_first = looks[one.pk] not in taken
            one.folded_name = looks[one.pk] if is_first else f"{looks[one.pk]} {one.pk}"
            taken.add(looks[one.pk])
        try:
            with transaction.atomic():
                User.objects.bulk_update(chunk, ["folded_name"])
        except IntegrityError:
            continue  # a sign-up has just taken one of these keys; the next run retries


def clashes() -> list[list[User]]:
    """Return the groups of accounts whose names look alike or differ only in case, the oldest account first."""
    groups = defaultdict[str, list[User]](list)
    for one in User.objects.order_by("pk").only("username").iterator():
        groups[folded(one.username)].append(one)
    return [group for group in groups.values() if len(group) > 1]


def _clear_cache_table() -> None:
    """Delete expired rows: Django's database cache deletes one only when it is read or the table is full."""
    if not isinstance(caches["default"], DatabaseCache):
        return
    table = connection.ops.quote_name(settings.CACHES["default"]["LOCATION"])
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [now])  # noqa: S608


def _chunks(people: "QuerySet[User]", size: int) -> Iterator[list[User]]:
    last = 0
    rows = people.order_by("pk").only("pk", "username", "folded_name")
    while chunk := list(rows.filter(pk__gt=last)[:size]):
        last = chunk[-1].pk
        yield chunk

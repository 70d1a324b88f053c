"""The nightly clean-up of accounts: expired sessions, cache rows and limits, outdated keys of names."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.utils import timezone

from accounts import folding, limits


def tidy() -> None:
    """Run the clean-up. Idempotent."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    limits.sweep()
    _clear_cache_table()
    folding.refresh_keys()


def _clear_cache_table() -> None:
    """Delete expired rows: the database cache itself drops them only when they are read or the table is full."""
    if not isinstance(caches["default"], DatabaseCache):
        return
    table = connection.ops.quote_name(settings.CACHES["default"]["LOCATION"])
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [now])  # nosec B608

"""What the night puts in order: sessions that have ended by themselves, from where ended ones were used, limits used in
the past, what the cache kept for a while, and names that a version before has written without their folds.
"""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.utils import timezone

from accounts import folding, limits
from accounts.models import User


def tidy() -> None:
    """Twice is harmless."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    limits.sweep()
    _clear_cache_table()
    folding.fold_names(User.objects.all())


def _clear_cache_table() -> None:
    """A cache in the database keeps what has expired until somebody asks for it again, or until it is full."""
    if not isinstance(caches["default"], DatabaseCache):
        return
    table = connection.ops.quote_name(settings.CACHES["default"]["LOCATION"])
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [now])  # nosec B608

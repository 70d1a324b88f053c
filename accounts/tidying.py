"""What the night puts in order: sessions that have ended by themselves, limits used in the past, and names that a
version before has written without their folds.
"""

from importlib import import_module

from django.conf import settings

from accounts import folding, limits
from accounts.models import User


def tidy() -> None:
    """Twice is harmless."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    limits.sweep()
    folding.fold_names(User.objects.all())

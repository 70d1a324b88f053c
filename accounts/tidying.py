"""What is of no use to anybody any more: sessions that have ended by themselves, and limits used in the past."""

from importlib import import_module

from django.conf import settings

from accounts import limits


def tidy() -> None:
    """Twice is harmless."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    limits.sweep()

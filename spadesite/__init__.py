"""The house: settings, routes, start-up, checks. It knows the games and the accounts; they do not know it."""

from spadesite.celery import app as celery_app

__all__ = ["celery_app"]

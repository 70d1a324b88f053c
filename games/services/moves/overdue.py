"""Computer players that owe an action: how many are late, and for how long. Reads only the few games that are."""

from datetime import timedelta

from django.db.models import Min
from django.utils import timezone

from games.models import Game
from games.services.table.tables import late


def count() -> int:
    """Games in which a computer player is later than anybody should have to wait."""
    return late(Game.objects.all()).count()


def longest() -> timedelta:
    """For how long the action has been owed that is owed longest; nothing where none is."""
    since = Game.objects.filter(bot_due_at__isnull=False).aggregate(since=Min("bot_due_at"))["since"]
    return max(timedelta(0), timezone.now() - since) if since is not None else timedelta(0)

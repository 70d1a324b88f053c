"""Pause computer players at a table of several people while all of them are away."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import enqueue
from games.snapshot import Status
from games.table import logs, presence
from games.table.models import Game, Seat
from games.table.tables import Place, owing

#: After this long without a heartbeat another process may be about to pause the table, so the next heartbeat queues the
#: computer players' reply again. Shorter than `AWAY_AFTER` to win that race.
_QUIET_AFTER: Final = presence.SIGN_EVERY + timedelta(seconds=6)


def rest(*, seats: Sequence[Seat]) -> bool:
    """Return whether the table is deserted; if so, clear `bot_due_at`."""
    game = seats[0].game
    if not presence.is_deserted(game=game, seats=seats):
        return False
    if game.bot_due_at is not None:
        # Compare-and-set on `bot_due_at`: a player who returns in the meantime wins.
        Game.objects.filter(pk=game.pk, version=game.version, bot_due_at=game.bot_due_at).update(bot_due_at=None)
    return True


def give_sign(*, place: Place) -> None:
    """Store a heartbeat of the person. If the table was deserted, also queue the computer players' reply on commit."""
    if place.has_left or not presence.is_deserted(game=place.game, seats=place.seats, after=_QUIET_AFTER):
        presence.mark_seen(game=place.game, seats=place.seats, seat=place.seat)
        return
    log = logs.read(place.game)
    with transaction.atomic():  # lock the game before the seat, the usual order
        if owing(place.seats, log):
            rows = Game.objects.filter(pk=place.game.pk, version=log.version, status=Status.PLAYING)
            place.game.bot_due_at = timezone.now()
            rows.update(bot_due_at=place.game.bot_due_at)
            code, version = place.code, log.version
            transaction.on_commit(lambda: enqueue.reply_soon(code, version), robust=True)
        presence.mark_seen(game=place.game, seats=place.seats, seat=place.seat)

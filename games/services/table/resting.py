"""A table of several people at which nobody is here rests: no computer player acts there until one is back."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games import enqueue
from games.models import Game, Seat
from games.services.log import logs
from games.services.table import presence
from games.services.table.tables import Place, owing
from games.snapshot import Status

#: After so long without a sign another process may be about to see nobody here, and lets the table rest: whoever gives
#: one then has the computer players go on anew.
_QUIET_AFTER: Final = presence.SIGN_EVERY + timedelta(seconds=6)


def rest(*, seats: Sequence[Seat]) -> bool:
    """Whether the table rests; then nothing is due there any more, unless somebody has come back meanwhile."""
    game = seats[0].game
    if not presence.is_deserted(game=game, seats=seats):
        return False
    if game.bot_due_at is not None:
        # The very time that was read: whoever comes back sets another, and is not overruled.
        Game.objects.filter(pk=game.pk, version=game.version, bot_due_at=game.bot_due_at).update(bot_due_at=None)
    return True


def give_sign(*, place: Place) -> None:
    """The person has the table open; where nobody was here, computer players go on."""
    if place.has_left or not presence.is_deserted(game=place.game, seats=place.seats, after=_QUIET_AFTER):
        presence.give_sign(game=place.game, seats=place.seats, seat=place.seat)
        return
    log = logs.read(place.game)
    with transaction.atomic():  # the game before the seat, as everybody locks them
        if owing(place.seats, log):
            rows = Game.objects.filter(pk=place.game.pk, version=log.version, status=Status.PLAYING)
            place.game.bot_due_at = timezone.now()
            rows.update(bot_due_at=place.game.bot_due_at)
            code, version = place.code, log.version
            transaction.on_commit(lambda: enqueue.reply_soon(code, version), robust=True)
        presence.give_sign(game=place.game, seats=place.seats, seat=place.seat)

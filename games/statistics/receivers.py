"""Statistics written when hands end."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from games.signals import hands_stored
from games.statistics.lines import PersonLineWriter
from games.table.logs import Log
from games.table.models import Game, Hand


@receiver(hands_stored)
def write_lines(*, game: Game, log: Log, hands: Sequence[Hand], **_: Any) -> None:
    PersonLineWriter(game, log).write(hands)

"""Names of tasks, and how they are rung for. Imports no task: they are called by name.

`games.reply`  rung by `services.play` when a computer player is to act, with the game's code and version and
               nothing else; `tasks.reply` makes the action.
`games.nudge`  rung by beat each minute; `tasks.nudge` rings again for every computer player that is late.
`games.night`  rung by beat each hour; `tasks.night` counts the days that are over and not yet counted, lets guests
               go who have not come back, and sweeps out sessions and limits of the past.
`games.verify` rung by beat each night; `tasks.verify` compares the games of the day before with their logs.

The events of a table, which are no tasks, are named in `live`.
"""

from time import monotonic
from typing import Final

from celery import current_app
from kombu.exceptions import ChannelError, OperationalError

REPLY: Final = "games.reply"
NUDGE: Final = "games.nudge"
NIGHT: Final = "games.night"
VERIFY: Final = "games.verify"


class Bell:
    """Rings for tasks, and rests for a while after the broker has failed.

    A broker that takes a line and says nothing would hold up every answer for as long as a line may be silent.
    """

    #: Seconds.
    REST: Final = 5.0

    def __init__(self) -> None:
        self._rests_until = 0.0

    def ring(self, task: str, **told: object) -> None:
        """Raises what the broker raises; resting, it does nothing."""
        if monotonic() < self._rests_until:
            return
        try:
            current_app.signature(task, kwargs=told).apply_async()
        except (ChannelError, OperationalError):
            self._rests_until = monotonic() + self.REST
            raise


BELL: Final = Bell()


def reply_soon(code: str, version: int) -> None:
    """Ask a worker for the computer player's action. Whatever raises here, the sweep rings again."""
    BELL.ring(REPLY, code=code, version=version)

"""Names of tasks, and how they are rung for. Imports no task: they are called by name.

`games.reply`  rung by `services.play` when a computer player is to act, with the game's code and version and
               nothing else; `tasks.reply` makes the action.
`games.nudge`  rung by beat each minute; `tasks.nudge` rings again for every computer player that is late.
`games.night`  rung by beat each hour; `tasks.night` counts the days that are over and not yet counted, and lets guests
               go who have not come back.

The events of a table, which are no tasks, are named in `live`.
"""

from typing import Final

from celery import current_app

REPLY: Final = "games.reply"
NUDGE: Final = "games.nudge"
NIGHT: Final = "games.night"


def reply_soon(code: str, version: int) -> None:
    """Ask a worker for the computer player's action. Whatever raises here, the sweep rings again."""
    current_app.signature(REPLY, kwargs={"code": code, "version": version}).apply_async()

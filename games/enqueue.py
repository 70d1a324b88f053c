"""Names of tasks, and how they are queued. Imports no task: they are called by name.

`games.reply`  queued on commit when a computer player is to act, with the game's code and version and nothing else;
               `tasks.reply` makes the action.
`games.nudge`  queued by beat each minute; `tasks.nudge` queues again for every computer player that is late.
`games.night`  queued by beat each hour; `tasks.night` counts the days that are over and not yet counted, lets guests
               go who have not come back, and sweeps out rooms, challenges, words, sessions and limits of the past.
`games.review` queued on commit when a hand with a person in it is over, or when somebody asks, with the game's code;
               `tasks.review` reviews the newest hand that has no review, and queues itself for the next, so games
               take turns. Its queue is its own, and so is the process that reads it.
`games.sweep`  queued by beat each minute, in that queue; `tasks.sweep` reviews what was lost on the way.
`games.verify` queued by the night as long as days are owed; `tasks.verify` compares their games with their logs.
`games.boards` queued by beat each hour, and when a board of today is begun that the night has not prepared, in the
               queue of reviews; `tasks.boards` counts those of days that are over and prepares those of the day.

The events of a table, which are no tasks, are named in `live`.
"""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from time import monotonic
from typing import Any, Final

from celery import current_app, current_task
from kombu.exceptions import ChannelError, OperationalError

REPLY: Final = "games.reply"
NUDGE: Final = "games.nudge"
NIGHT: Final = "games.night"
VERIFY: Final = "games.verify"
REVIEW: Final = "games.review"
SWEEP: Final = "games.sweep"
BOARDS: Final = "games.boards"

logger = logging.getLogger(__name__)
#: Publishes for those who wait for an answer. Started by the first notice, so after a fork of a server; what is not out
#: when the process ends is waited for, as long as a line may be silent.
_notifying: Executor = ThreadPoolExecutor(1, thread_name_prefix="notifier")


class Notifier:
    """Publishes tasks, and rests for a while after the broker has failed.

    A broker that takes a line and says nothing would hold up every notice for as long as a line may be silent.
    """

    #: Seconds.
    REST: Final = 5.0

    def __init__(self) -> None:
        self._rests_until = 0.0

    def notify(self, task: str, *, after: float = 0, **arguments: object) -> None:
        """Queue it, to be made after so many seconds; raises what the broker raises. Resting, it does nothing."""
        if monotonic() < self._rests_until:
            return
        try:
            current_app.signature(task, kwargs=arguments).apply_async(countdown=after or None)
        except (ChannelError, OperationalError):
            self._rests_until = monotonic() + self.REST
            raise


NOTIFIER: Final = Notifier()


def reply_soon(code: str, version: int) -> None:
    """Ask a worker for the computer player's action, without waiting for the broker. Whatever fails is logged: the
    action is made by `rescue`, or the sweep queues it again.
    """
    _soon(REPLY, "The reply of game %s could not be queued.", code=code, version=version)


def review_soon(code: str) -> None:
    """Ask a worker to review the hands of this game that are over, without waiting for the broker. Whatever fails is
    logged, and the sweep reviews them later.
    """
    _soon(REVIEW, "The review of game %s could not be queued.", code=code)


def review_on(code: str, *, below: int, has_failed: bool) -> None:
    """Ask a worker to review the next older hand of this game. A failure is logged, and the sweep goes on later."""
    _soon(REVIEW, "The review of game %s could not be queued.", code=code, below=below, has_failed=has_failed)


def boards_soon() -> None:
    """Ask a worker to prepare the boards of the day, without waiting for the broker. Whatever fails is logged, and the
    next hour prepares them.
    """
    _soon(BOARDS, "The boards of the day could not be queued.")


def verify_soon() -> None:
    """Ask a worker to look through the games of days gone by. Whatever fails is logged; the next hour asks again."""
    _soon(VERIFY, "The verification of days gone by could not be queued.")


def _soon(task: str, failure: str, **arguments: object) -> None:
    if current_task:  # nobody waits for a task, and a worker may end before a thread of its own has published
        _notify(task, failure, arguments)
    else:
        _notifying.submit(_notify, task, failure, arguments)


def _notify(task: str, failure: str, arguments: dict[str, Any]) -> None:
    try:
        NOTIFIER.notify(task, **arguments)
    except Exception:  # whatever the broker or its library raises; the action that was taken stands all the same
        logger.exception(failure, *filter(None, (arguments.get("code"),)))

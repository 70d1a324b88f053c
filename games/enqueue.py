"""Names of tasks, and functions that queue them. Imports no task: Celery finds a task by its name.

`games/tasks.py` says what each does. Events for open table pages are not tasks; see `games/table/live.py`.
"""

import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from time import monotonic
from typing import Any, Final

from celery import current_app, current_task
from kombu.exceptions import ChannelError, OperationalError

#: Queued on commit when a computer player is to act, with only the game's code and version.
REPLY: Final = "games.reply"
#: Queued by beat each minute, and `NIGHT` each hour.
NUDGE: Final = "games.nudge"
NIGHT: Final = "games.night"
#: Queued by `night` while past days are unverified.
VERIFY: Final = "games.verify"
#: Queued on commit when a hand at a table with a person is over, or on request, with the game's code. Reviews have a
#: queue and a worker process of their own.
REVIEW: Final = "games.review"
#: Queued by beat each minute for the worker of reviews.
SWEEP: Final = "games.sweep"
#: Queued for the worker of reviews: by beat each hour, and when a board of today is opened before bots have played it.
BOARDS: Final = "games.boards"

logger = logging.getLogger(__name__)
#: Publishes the tasks of requests, which must not wait for the broker. The thread starts with the first task, after the
#: server has forked. At exit the process waits, at most for the socket timeout, until all tasks are published.
_notifying: Executor = ThreadPoolExecutor(1, thread_name_prefix="notifier")


class Notifier:
    """Publishes tasks; drops all tasks for some seconds after the broker has failed.

    Otherwise a broker that accepts connections but does not answer would delay each task by the socket timeout.
    """

    #: Length of the pause after a failure, in seconds.
    REST: Final = 5.0

    def __init__(self) -> None:
        self._rests_until = 0.0

    def notify(self, task: str, *, delay: float = 0, **arguments: object) -> None:
        """Queue the task with a delay of `delay` seconds. Raises the broker's errors. Does nothing during a pause."""
        if monotonic() < self._rests_until:
            return
        try:
            current_app.signature(task, kwargs=arguments).apply_async(countdown=delay or None)
        except (ChannelError, OperationalError):
            self._rests_until = monotonic() + self.REST
            raise


NOTIFIER: Final = Notifier()


def reply_soon(code: str, version: int) -> None:
    """Queue the reply. A failure is logged; then `play.rescue` makes the action, or `nudge` queues the reply again."""
    _soon(REPLY, "The reply of game %s could not be queued.", code=code, version=version)


def review_soon(code: str) -> None:
    """Queue the review of this game's finished hands. A failure is logged; the sweep reviews them later."""
    _soon(REVIEW, "The review of game %s could not be queued.", code=code)


def review_on(code: str, *, below: int, has_failed: bool) -> None:
    """Queue the review of the next older hand of this game. A failure is logged; the sweep continues later."""
    _soon(REVIEW, "The review of game %s could not be queued.", code=code, below=below, has_failed=has_failed)


def boards_soon(*, left: float | None = None) -> None:
    """Queue the next attempt of the house; see `tasks.boards`. A failure is logged; the next hourly run goes on."""
    _soon(BOARDS, "The boards of the day could not be queued.", left=left)


def verify_soon() -> None:
    """Queue the verification of past days. A failure is logged; the next hourly run queues it again."""
    _soon(VERIFY, "The verification of past days could not be queued.")


def _soon(task: str, failure: str, **arguments: object) -> None:
    """Queue the task. For a request another thread does it, because a request must not wait for the broker."""
    if current_task:  # here no request waits, and the worker might end before another thread has published
        _notify(task, failure, arguments)
    else:
        _notifying.submit(_notify, task, failure, arguments)


def _notify(task: str, failure: str, arguments: dict[str, Any]) -> None:
    try:
        NOTIFIER.notify(task, **arguments)
    except Exception:  # any error of the broker or its library: the action is committed regardless
        logger.exception(failure, *filter(None, (arguments.get("code"),)))

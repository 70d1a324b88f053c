"""The Celery application of all who queue tasks or make them; beat, which loads no models, has one of its own.

Tasks are found in the apps; their names live in `games.enqueue`.
"""

import os
from typing import Any

from celery import Celery, Task
from celery.signals import task_postrun, task_prerun, worker_init, worker_shutdown
from django.db import close_old_connections

from spadesite import queue
from spadesite.collector import keep_loaded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")

# The checks of Django would load every page into each worker: `manage.py check` is who tells of mistakes.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

queue.install()
app = Celery("spadesite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
@task_postrun.connect
def _connections_are_given_back(task: Task, **kwargs: Any) -> None:
    """As around a request; a task that is run in its caller's place leaves them to the caller."""
    if not task.request.is_eager:
        close_old_connections()


@worker_init.connect
def _is_ready(**kwargs: Any) -> None:
    """A worker that only reviews loads what it needs for its first review: until then it is small."""
    if app.conf.task_default_queue in app.amqp.queues.consume_from:
        _players_are_ready()


def _players_are_ready() -> None:
    """Before the first task is taken, and before the children part, who then share what was loaded. Where the strong
    players are not compiled yet, that is done beside the worker: easy ones can be played with at once.
    """
    from games.services.moves import players

    folder = players.kept_in()
    if folder is None or players.are_prepared():
        players.prepare()
    else:
        preparing = players.prepare_beside(folder)
        worker_shutdown.connect(lambda **_: preparing.terminate(), weak=False)
    keep_loaded()

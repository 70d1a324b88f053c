"""The Celery application of workers and of all processes that queue tasks. Beat, which loads no models, has its own.

Tasks are discovered in the apps; their names are in `games.enqueue`.
"""

import gc
import os
from typing import Any

from celery import Celery, Task
from celery.signals import task_postrun, task_prerun, worker_init, worker_shutdown
from django.db import close_old_connections

from spadesite import queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")

# Django's checks would load every page into each worker. `manage.py check` runs them instead.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

queue.install()
app = Celery("spadesite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
@task_postrun.connect
def _connections_are_given_back(task: Task, **kwargs: Any) -> None:
    """Close old connections as around a request. An eagerly run task leaves them to its caller."""
    if not task.request.is_eager:
        close_old_connections()


@worker_init.connect
def _is_ready(**kwargs: Any) -> None:
    """Preload the bots. A worker that only reviews skips this and stays small until its first review."""
    if app.conf.task_default_queue in app.amqp.queues.consume_from:
        _players_are_ready()


def _players_are_ready() -> None:
    """Load the bots before the worker forks, so that its children share their memory.

    Levels that are not compiled yet are compiled in another process: easy bots can play at once.
    """
    from games.table import players

    folder = players.kept_in()
    if folder is None or players.are_prepared():
        players.prepare()
    else:
        preparing = players.prepare_beside(folder)
        worker_shutdown.connect(lambda **_: preparing.terminate(), weak=False)
    # A collection then does not write to these objects' pages. Two worker processes take 245 MB (PSS) instead of 296.
    gc.collect()
    gc.freeze()

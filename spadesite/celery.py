"""The Celery app of workers and of all processes that queue tasks, except beat, whose app loads no models.

Other modules queue tasks by their names (`games.enqueue`).
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
def _close_connections(task: Task, **kwargs: Any) -> None:
    """Close old database connections around a task, as Django does around a request; not around an eager task."""
    if not task.request.is_eager:
        close_old_connections()


@worker_init.connect
def _is_ready(**kwargs: Any) -> None:
    """Load the bots before the worker forks, so that its children share the memory.

    A worker for reviews only needs little memory until its first review, and loads none. If levels are not compiled
    yet, another process compiles them, and the worker starts without waiting for it.
    """
    if app.conf.task_default_queue not in app.amqp.queues.consume_from:
        return
    from games.table import players

    folder = players.kept_in()
    if folder is None or players.are_prepared():
        players.prepare()
    else:
        preparing = players.prepare_beside(folder)
        worker_shutdown.connect(lambda **_: preparing.terminate(), weak=False)
    # Garbage collections skip frozen objects, so shared memory is not copied: two worker processes take 245 MB (PSS)
    # instead of 296.
    gc.collect()
    gc.freeze()

"""The Celery application that worker and beat load.

Tasks are found in the apps; their names live in `games.enqueue`.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_shutdown

from spadesite import queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")

queue.install()
app = Celery("spadesite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _players_are_ready(**kwargs: Any) -> None:
    """Before the first task is taken, and before the children part, who then share what was loaded. Where the strong
    players are not compiled yet, that is done beside the worker: easy ones can be played with at once.
    """
    from games.services import players

    folder = players.kept_in()
    if folder is None or players.are_prepared():
        players.prepare()
        return
    preparing = players.prepare_beside(folder)
    worker_shutdown.connect(lambda **_: preparing.terminate(), weak=False)

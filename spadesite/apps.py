"""The site's Django app: registers the system checks, restricts SQLite's files to their owner, caches translations."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from spadesite import celery  # noqa: F401 - creates the Celery app that queues and runs tasks


class HouseConfig(AppConfig):
    name = "spadesite"

    def ready(self) -> None:
        from spadesite import checks, language, storage  # noqa: F401 - importing registers the checks

        language.install()
        connection_created.connect(storage.keep_to_its_owner)

"""The house as a Django app: it brings the system checks, closes the files of SQLite to others, and finds the language
of a page at once.
"""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from spadesite import celery  # noqa: F401 - tasks are queued and made by that application


class HouseConfig(AppConfig):
    name = "spadesite"

    def ready(self) -> None:
        from spadesite import checks, language, storage  # noqa: F401 - importing registers the checks

        language.install()
        connection_created.connect(storage.keep_to_its_owner)

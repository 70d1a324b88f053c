"""The house as a Django app: it brings the system checks."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    name = "spadesite"

    def ready(self) -> None:
        from spadesite import checks  # noqa: F401 - importing registers them

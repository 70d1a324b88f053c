"""What `celery beat` loads: when what is queued, and neither Django's models nor the games."""

from celery import Celery

from spadesite import queue, settings
from spadesite.logs import configure

queue.install()
configure(settings.LOGGING)
app = Celery("spadesite", fixups=[])
app.config_from_object(settings, namespace="CELERY")

"""`python -m spadesite.beat`: queue the scheduled tasks.

To save memory, this process loads neither Django's models nor the games nor Celery's command line.
"""

from celery import Celery

from spadesite import queue, settings
from spadesite.logs import configure

queue.install()
configure(settings.LOGGING)
app = Celery("spadesite", fixups=[])
app.config_from_object(settings, namespace="CELERY")

if __name__ == "__main__":
    app.Beat(loglevel="WARNING", quiet=True).run()

"""The ASGI entry point: Django behind admission control."""

import gc
import os

import django
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup(set_prefix=False)

from spadesite.admission import Admission  # noqa: E402  it imports models, so Django has to be set up first
from spadesite.handler import Handler  # noqa: E402

handler = Handler()
application = Admission(handler)
# Load the routes, and with them all games and bots, before the process reports that it is ready. Otherwise the first
# visitor waits some seconds.
get_resolver().url_patterns  # noqa: B018
# Garbage collections skip frozen objects and so do not write to their memory, which forked children share.
gc.collect()
gc.freeze()

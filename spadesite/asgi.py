"""The ASGI entry point: Django behind admission control."""

import gc
import os

import django
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup(set_prefix=False)

from spadesite.admission import Admission  # noqa: E402  it imports models, for which Django must be set up
from spadesite.handler import Handler  # noqa: E402

handler = Handler()
application = Admission(handler)
# Load the routes, and with them all games but no bots, before the process reports that it is ready. Otherwise the
# first visitor would wait for some seconds.
get_resolver().url_patterns  # noqa: B018
# Later garbage collections skip these objects.
gc.collect()
gc.freeze()

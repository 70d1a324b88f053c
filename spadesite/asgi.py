"""The entry for the server: Django, behind the admission that keeps it for everybody."""

import os

import django
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")
django.setup(set_prefix=False)

from spadesite.admission import Admission  # noqa: E402  it knows people, so Django has to be set up first
from spadesite.collector import keep_loaded  # noqa: E402
from spadesite.handler import Handler  # noqa: E402

handler = Handler()
application = Admission(handler)
# Read before the first request: with the routes come all games and their players, which would cost a visitor some
# seconds, while the process already says that it is ready.
get_resolver().url_patterns  # noqa: B018
keep_loaded()

"""The entry for the server: Django, behind a door that no oversized body passes."""

import os
from typing import cast

from django.core.asgi import get_asgi_application

from spadesite.bodies import Application, BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")

application = BodyLimit(cast(Application, get_asgi_application()))

"""The entry for the server: Django, behind a door that lets nobody take the whole house, and no oversized body."""

import os
from typing import cast

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from spadesite.bodies import Application, BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spadesite.settings")

handler = cast(Application, get_asgi_application())

from spadesite.door import Door  # noqa: E402  it knows people, so Django has to be set up first

application = Door(BodyLimit(handler))
# Read before the door opens: with the routes come all games and their players, which would cost whoever asks first some
# seconds, while the process already says that it is ready.
get_resolver().url_patterns  # noqa: B018

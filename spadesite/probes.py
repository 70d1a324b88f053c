"""What machines ask of the site: whether it lives, whether it can serve, and its figures.

Answered before the host name is looked at and before anybody is known, since whoever asks is a neighbour: a container's
health check, a proxy, a collector of figures. The answers say nothing that a stranger may not know; the figures need
the token.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from games.services.moves import overdue
from spadesite import figures

#: A computer player's action that is owed for so many seconds: no worker is at work.
LATE: Final = 60
GOOD, AWAY, IS_LATE = "ok", "away", "late"

logger = logging.getLogger(__name__)


class ProbesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path) if request.method in ("GET", "HEAD") else None
        if probe is None:
            return self.get_response(request)
        response = probe(request)
        response["Cache-Control"] = "no-store"
        return response


def alive(request: HttpRequest) -> HttpResponse:
    """The process answers. It asks nobody, so a database that is away gets no process killed."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def ready(request: HttpRequest) -> HttpResponse:
    """Whether people can be sent here: 503 without the database or the newest tables.

    A cache that is away is told and sends nobody off: games go on without it, only logging in does not. Nor does a
    worker that is late: the web process makes the computer players' actions itself.
    """
    found = {"database": _database()}
    if found["database"] == GOOD:
        found["migrations"] = _migrations()
    is_ready = found["database"] == found.get("migrations") == GOOD
    if is_ready:
        is_late = overdue.longest().total_seconds() > LATE
        found |= {"cache": _cache(), "computer_players": IS_LATE if is_late else GOOD}
    status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"ready": is_ready, **found}, status=status)


def text(request: HttpRequest) -> HttpResponse:
    """The figures, for whoever knows the token; to everybody else there is no such page."""
    asked = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(asked, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return HttpResponse(figures.text(), content_type=CONTENT_TYPE_LATEST)


PROBES: Final = {"/healthz": alive, "/readyz": ready, "/metrics": text}


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.warning("The database does not answer.")
        return AWAY
    return GOOD


_are_applied = False


def _migrations() -> str:
    """Looked for until they are all there: a process that has once found its tables keeps them."""
    global _are_applied
    if not _are_applied:
        executor = MigrationExecutor(connection)
        _are_applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return GOOD if _are_applied else AWAY


def _cache() -> str:
    try:
        cache.get("anything")
    except Exception:  # whatever the cache is made of, it raises errors of its own
        logger.warning("The cache does not answer.")
        return AWAY
    return GOOD

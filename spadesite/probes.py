"""Probes: liveness, readiness and metrics, for health checks, proxies and Prometheus.

They run before the check of the host name and without a session, because probes come from the internal network. Health
checks reveal no secrets; the metrics require a token.

Metrics are counters and gauges of all processes on this machine, and gauges read from rows. Counters include ended
processes, so that sums never fall. Gauges include only live processes.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from games.table import store

#: Seconds. If a bot's action is overdue for longer, probably no worker is running.
LATE: Final = 60
GOOD, AWAY, IS_LATE = "ok", "away", "late"

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"

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
    """Return 200 while the process runs. Checks nothing else: a process must not be killed for a database outage."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def ready(request: HttpRequest) -> HttpResponse:
    """Return 503 if the database is down or migrations are missing, else 200.

    A cache outage is reported with 200: games go on without the cache, only log-ins fail. Late bots are reported with
    200, too: the web process makes their actions itself.
    """
    found = {"database": _database()}
    if found["database"] == GOOD:
        found["migrations"] = _migrations()
    is_ready = found["database"] == found.get("migrations") == GOOD
    if is_ready:
        is_late = store.longest_overdue().total_seconds() > LATE
        found |= {"cache": _cache(), "computer_players": IS_LATE if is_late else GOOD}
    status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"ready": is_ready, **found}, status=status)


def text(request: HttpRequest) -> HttpResponse:
    """Return the metrics, or 404 without the token."""
    asked = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(asked, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return HttpResponse(metrics_text(), content_type=CONTENT_TYPE_LATEST)


class RowGauges(Collector):
    """Gauges read from rows. They are absent while the database is down."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with suppress(DatabaseError):
            late, longest = store.overdue(), store.longest_overdue().total_seconds()
            yield GaugeMetricFamily("spadesite_overdue", "Games with a late computer player.", value=late)
            since = "Seconds since the oldest owed action was due."
            yield GaugeMetricFamily("spadesite_overdue_seconds", since, value=longest)


def metrics_text() -> bytes:
    registry = CollectorRegistry()
    registry.register(RowGauges())
    folder = os.environ.get(SHARED)
    if not folder:
        return generate_latest(REGISTRY) + generate_latest(registry)
    _drop_dead_processes(Path(folder))
    MultiProcessCollector(registry, folder)
    return generate_latest(registry)


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
    """Return GOOD if all migrations are applied, else AWAY. Caches only GOOD."""
    global _are_applied
    if not _are_applied:
        executor = MigrationExecutor(connection)
        _are_applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return GOOD if _are_applied else AWAY


def _cache() -> str:
    try:
        cache.get("anything")
    except Exception:  # each cache backend raises its own errors
        logger.warning("The cache does not answer.")
        return AWAY
    return GOOD


def _drop_dead_processes(folder: Path) -> None:
    """Drop the gauges of processes that were killed."""
    for file in folder.glob("gauge_live*_*.db"):
        number = int(file.stem.rpartition("_")[2])
        try:
            with suppress(PermissionError):  # the process is alive and has another owner
                os.kill(number, 0)
        except ProcessLookupError:
            mark_process_dead(number, str(folder))

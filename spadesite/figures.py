"""The metrics page in Prometheus's format: the counts of every process on this machine, and gauges read from rows.

Counters of ended processes are kept, because sums need them. Gauges include only live processes.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.db import DatabaseError
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from games.table import advance

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"


class Rows(Collector):
    """Gauges read from rows. They are absent while the database is down."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with suppress(DatabaseError):
            late, longest = advance.count(), advance.longest().total_seconds()
            yield GaugeMetricFamily("spadesite_overdue", "Computer players that are late.", value=late)
            yield GaugeMetricFamily("spadesite_overdue_seconds", "What is owed longest, in seconds.", value=longest)


def text() -> bytes:
    registry = CollectorRegistry()
    registry.register(Rows())
    folder = os.environ.get(SHARED)
    if not folder:
        return generate_latest(REGISTRY) + generate_latest(registry)
    _forget_the_dead(Path(folder))
    MultiProcessCollector(registry, folder)
    return generate_latest(registry)


def _forget_the_dead(folder: Path) -> None:
    """Drop the gauges of processes that were killed."""
    for file in folder.glob("gauge_live*_*.db"):
        number = int(file.stem.rpartition("_")[2])
        try:
            with suppress(PermissionError):  # it is alive and has another owner
                os.kill(number, 0)
        except ProcessLookupError:
            mark_process_dead(number, str(folder))

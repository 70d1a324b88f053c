"""All figures in one text: what every process of this machine has counted, and what the rows say now.

Counts of processes that have ended stay, as the sums need them; of what was open only those that live are asked.
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

from games.services.moves import overdue

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"


class Rows(Collector):
    """What is asked of the rows at the moment. While they are away their figures are missing, and say so by that."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        with suppress(DatabaseError):
            late, longest = overdue.count(), overdue.longest().total_seconds()
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
    """What a process that was killed held open is not open any more."""
    for file in folder.glob("gauge_live*_*.db"):
        number = int(file.stem.rpartition("_")[2])
        try:
            with suppress(PermissionError):  # it lives, and is somebody else's
                os.kill(number, 0)
        except ProcessLookupError:
            mark_process_dead(number, str(folder))

"""Start a site and a crowd of simulated players, and measure response times and the CPU use of both."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from tools.fresh import compiled, fresh_servers
from tools.load import ACTION, READY
from tools.site import ROOT, Site, running
from tools.usage import Usage

#: Number of Locust users that start each second: single players, or tables of two in `pairs`.
ARRIVING: Final = 6


@dataclass(frozen=True, slots=True)
class Crowd:
    """The number of players, their kind (one of `CROWDS`), and the seconds of measurement after all have started.

    `think`: minimum and maximum seconds before an action. `strongest`: games are against the strongest bots.
    """

    players: int
    seconds: int
    kind: str = "games"
    think: tuple[float, float] = (2.0, 6.0)
    strongest: bool = False

    @property
    def gathering(self) -> int:
        """Approximate seconds until all players have started; half as many for `pairs`."""
        return round(self.players / ARRIVING)


@dataclass(frozen=True, slots=True)
class CrowdResult:
    """Requests by name (count, failed, p50, p95, p99 in seconds), number of each error, CPU seconds by part.

    `other_cpu`: CPU seconds of all other processes. `took`: seconds of the measurement.
    """

    crowd: Crowd
    requests: dict[str, dict[str, float]]
    errors: dict[str, int]
    cpu: dict[str, float]
    other_cpu: float
    took: float

    @property
    def actions(self) -> float:
        return self.requests.get(ACTION, {}).get("count", 0)

    @property
    def failed(self) -> float:
        return sum(request["failed"] for request in self.requests.values())

    @property
    def is_good(self) -> bool:
        return self.actions > 0 and not self.failed


@contextmanager
def loaded_site(*, on_postgresql: bool = True, webs: int = 2, workers: int = 2, limits: bool) -> Iterator[Site]:
    """Start a site on PostgreSQL and Redis, or on SQLite and the queue of files.

    `limits`: whether rate limits apply. A large crowd needs them off, because all its players have one IP address.
    """
    environment: dict[str, Any] = {"SPADESITE_LIMITS": str(int(limits)), "SPADESITE_THINKING_STEP": "0.1"}
    environment["NUMBA_CACHE_DIR"] = compiled()
    with ExitStack() as stack:
        if on_postgresql:
            environment |= fresh_servers(stack) | {"WEB_CONCURRENCY": str(webs)}
        with running(workers=workers, **environment) as site:
            yield site


def play(site: Site, crowd: Crowd) -> CrowdResult:
    """Run the crowd; return what is measured after all players have started."""
    words = [sys.executable, "-m", "tools.load.players", site.url, "--crowd", crowd.kind]
    words += ["--players", str(crowd.players), "--seconds", str(crowd.seconds), "--arriving", str(ARRIVING)]
    words += ["--think", *map(str, crowd.think), *(["--strongest"] if crowd.strongest else [])]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True) as players,
    ):
        assert players.stdout is not None
        try:
            is_ready = players.stdout.readline().strip() == READY
            with Usage(site, players=players.pid) as usage:
                printed = players.stdout.readline()
        finally:
            players.kill()
        if not is_ready or not printed:
            log.seek(0)
            raise RuntimeError(log.read()[-3000:])
    found = json.loads(printed)
    return CrowdResult(crowd, found["requests"], found["errors"], usage.seconds, usage.other, usage.took)

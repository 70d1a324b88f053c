"""One crowd at one site of its own: so many players, web processes and worker processes, for so long."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.management.progress import bar
from spadesite.var import kernels_folder
from tests import services
from tests.load.parts import Used, Watch, backends
from tests.site import ROOT, Site, database, running

#: Guests who sit down each second while the crowd gathers.
ARRIVING: Final = 6
LOCUSTFILE: Final = Path(__file__).with_name("locustfile.py")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many players, how they play, and for how many seconds once all sit, or (where named) so many actions; of 100
    of them so many `people` sit at tables of two, with computer players at the other seats; with `boards` all play
    those of today.
    """

    players: int
    seconds: int = 0
    actions: int = 0
    think: tuple[float, float] = (2.0, 6.0)
    kinds: str = ""
    strongest: bool = False
    people: float = 0
    boards: bool = False

    @property
    def gathering(self) -> int:
        """Seconds until all of them sit."""
        return round(self.players / ARRIVING)


@dataclass(frozen=True, slots=True)
class Found:
    """What came of it. `asked` are the figures of locust by name, `used` those of the parts."""

    wanted: Wanted
    asked: dict[str, dict[str, float]]
    faults: dict[str, int]
    used: dict[str, Used]
    others: float
    took: float

    @property
    def moves(self) -> float:
        return self.asked.get("an action", {}).get("count", 0)

    @property
    def p95(self) -> float:
        return self.asked.get("an action", {}).get("p95", float("inf"))

    @property
    def failed(self) -> float:
        return sum(one["failed"] for one in self.asked.values())

    def a_move(self, part: str) -> float:
        """Seconds of a core that a player's move costs that part, with the replies to it."""
        return self.used[part].seconds / self.moves if self.moves else float("inf")

    def share(self, part: str) -> float:
        """Cores that the part was busy with."""
        return self.used[part].seconds / self.took


@dataclass(frozen=True, slots=True)
class House:
    """A running site, the address of its database, and the process of its Redis."""

    site: Site
    url: str
    redis: int


@contextmanager
def house(*, webs: int, workers: int, limits: bool = False) -> Iterator[House]:
    """A site on PostgreSQL with a Redis of its own. It has no limits unless they are what is looked at: here a whole
    crowd comes from one address."""
    url = services.postgresql_url()
    if url is None:
        raise SystemExit("PostgreSQL is not here: apt-get install postgresql")
    os.environ.setdefault("NUMBA_CACHE_DIR", kernels_folder(ROOT / "var", ROOT / "games"))
    more: dict[str, Any] = {"WEB_CONCURRENCY": str(webs), "SPADESITE_LIMITS": str(int(limits))}
    with own_redis() as (redis, pid), database(url, f"spadesite_load_{os.getpid()}") as fresh:
        more |= {"DATABASE_URL": fresh, "CELERY_BROKER_URL": f"{redis}/0", "CACHE_URL": f"{redis}/1"}
        with running(workers=workers, SPADESITE_THINKING_STEP="0.1", **more) as site:
            yield House(site, fresh, pid)


@contextmanager
def own_redis() -> Iterator[tuple[str, int]]:
    """A server nobody else uses, so that its seconds are the site's; its address and its process."""
    program, port = shutil.which("redis-server"), services.free_port()
    if program is None:
        raise SystemExit("Redis is not here: apt-get install redis-server")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="spadesite-redis-") as folder:
        server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            yield f"redis://127.0.0.1:{port}", server.pid
        finally:
            server.terminate()
            server.wait()


def play(at: House, wanted: Wanted) -> Found:
    """Let the players in, and look at the parts from when all of them sit until they are told to go."""
    with tempfile.TemporaryDirectory(prefix="spadesite-load-") as folder:
        figures = Path(folder) / "figures.json"
        with (Path(folder) / "log").open("wb") as log:
            began = Path(folder) / "began"
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "LOAD_BEGAN": str(began)}
            crowd = subprocess.Popen(_command(at, wanted, figures), cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            watch = _watched(at, wanted, crowd, began)
        finally:
            if crowd.poll() is None:
                crowd.kill()
                crowd.wait()
        if not figures.exists():
            raise RuntimeError((Path(folder) / "log").read_text(errors="replace")[-3000:])
        told = json.loads(figures.read_text(encoding="utf-8"))
    return Found(wanted, told["asked"], told["faults"], watch.used, watch.others, watch.took)


def _command(at: House, wanted: Wanted, figures: Path) -> list[str]:
    least, most = wanted.think
    words = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--headless", "--host", at.site.url]
    words += ["--users", str(wanted.players), "--spawn-rate", str(ARRIVING), "--reset-stats", "--only-summary"]
    words += ["--actions", str(wanted.actions)] if wanted.actions else []
    words += ["--run-time", f"{wanted.gathering + wanted.seconds}s"] if wanted.seconds else []
    words += ["--figures", str(figures)]
    words += ["--think-least", str(least), "--think-most", str(most), "--loglevel", "WARNING"]
    words += ["--kinds", wanted.kinds] if wanted.kinds else []
    words += ["--people", str(wanted.people)] if wanted.people else []
    words += ["--boards"] if wanted.boards else []
    return [*words, "--strongest"] if wanted.strongest else words


def _watched(at: House, wanted: Wanted, crowd: "subprocess.Popen[bytes]", began: Path) -> Watch:
    processes = at.site.processes
    parts: dict[str, Callable[[], list[int]]] = {
        "web": lambda: [processes["web"].pid],
        "worker": lambda: [processes["worker"].pid],
        "PostgreSQL": backends(at.url),
        "Redis": lambda: [at.redis],
        "players": lambda: [crowd.pid],
    }
    if "reviewer" in processes:
        parts["reviewer"] = lambda: [processes["reviewer"].pid]
    watch = Watch(parts)
    while crowd.poll() is None and not began.exists():
        time.sleep(0.1)
    watch.begin()
    with bar(total=wanted.seconds or None, unit="second") as shown:
        while crowd.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                crowd.wait(1)
            shown.update()
    watch.end()
    return watch

"""A site with several processes of each part, which can be killed and restarted, on private servers or on SQLite.

A process has the name of its part and a number: "web", "web2", "worker", "beat2".
"""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psutil

from spadesite.environment import kernels_folder
from tools.preloaded import DONE
from tools.servers import OwnPostgresql, OwnRedis, free_port
from tools.site import REVIEWER, ROOT, WEB, WORKER, Site
from tools.trial.judging import Database
from tools.visitor import answers

USUAL: Final = ("web", "web2", "worker", "worker2")
COMMANDS: Final = {
    "web": WEB,
    "worker": WORKER,
    "reviewer": REVIEWER.removeprefix("nice -n 15 "),
    "beat": "celery -A spadesite.beat beat --loglevel warning --pidfile=",
}


class TrialSite(Site):
    """A site whose processes are forked from a preloaded process; by default on SQLite and the queue of files."""

    def __init__(
        self, folder: Path, postgresql: OwnPostgresql | None = None, redis: OwnRedis | None = None, **environment: Any
    ) -> None:
        super().__init__(folder, **environment)
        self.environment.setdefault("NUMBA_CACHE_DIR", kernels_folder(ROOT / "var", ROOT / "games"))
        self.postgresql, self.redis = postgresql, redis
        self.database = Database(self.environment.get("DATABASE_URL", str(folder / "spadesite.sqlite3")))
        self.pids: dict[str, int] = {}
        self.ports = {name: free_port() for name in ("web", "web2")}
        self.numbers = itertools.count()
        self.preloaded: subprocess.Popen[str] | None = None

    def manage(self, *words: str) -> str:
        """Run a command of `manage.py` in a fork and return its output; raise RuntimeError if it fails."""
        name = f"manage-{next(self.numbers)}"
        wait_for_end(self._fork(name, ["django-admin", *words]), 900)
        printed = self.log(name)
        if not printed.endswith(f"{DONE}\n"):
            raise RuntimeError(f"{words}: {printed}")
        return printed.removesuffix(f"{DONE}\n")

    @property
    def urls(self) -> list[str]:
        return [self.url_of(name) for name in sorted(self.pids) if part_of(name) == "web"]

    def url_of(self, name: str) -> str:
        return f"http://127.0.0.1:{self.ports[name]}"

    def start(self, *names: str, first: str = "") -> None:  # type: ignore[override]
        """Start processes, each of which first calls `first` ("module:function"); wait until web servers respond."""
        for name in names or USUAL:
            command = COMMANDS[part_of(name)].format(app="spadesite", workers=1, port=self.ports.get(name))
            self.pids[name] = self._fork(name, command.split(), first)
        for name in names or USUAL:
            if part_of(name) == "web":
                until(partial(answers, self.url_of(name)), why=partial(self.log, name))

    def kill(self, *names: str) -> None:
        """Kill processes and their children with SIGKILL."""
        for name in names or tuple(self.pids):
            pid = self.pids.pop(name)
            os.killpg(pid, signal.SIGKILL)
            wait_for_end(pid)

    def start_missing(self) -> None:
        """Start the usual processes that are not running."""
        if missing := [name for name in USUAL if name not in self.pids or not psutil.pid_exists(self.pids[name])]:
            self.start(*missing)

    def _fork(self, name: str, words: list[str], first: str = "") -> int:
        if self.preloaded is None:
            self.preloaded = self._preload()
        assert self.preloaded.stdin is not None and self.preloaded.stdout is not None
        wanted = {"words": words, "log": str(self.folder / f"{name}.log"), "first": first}
        print(json.dumps(wanted), file=self.preloaded.stdin, flush=True)
        return int(self.preloaded.stdout.readline())

    def _preload(self) -> "subprocess.Popen[str]":
        with (self.folder / "preloaded.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "tools.preloaded"],
                cwd=ROOT,
                env=self.environment,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        assert process.stdout is not None
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"The site does not load.\n{self.log('preloaded')}")
        return process

    def close(self) -> None:
        """Stop all servers and processes. The preloaded process kills its forks when its stdin closes."""
        if self.preloaded is not None:
            self.preloaded.communicate(timeout=60)
        if self.redis is not None:
            self.redis.crash()
        if self.postgresql is not None:
            self.postgresql.crash()


@contextmanager
def on_servers(**environment: str) -> Iterator[TrialSite]:
    """Yield a prepared site on its own PostgreSQL and Redis; none of its processes is started."""
    with TemporaryDirectory(prefix="spadesite-trial-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL may run as another user, with its folder inside this one
        (folder / "site").mkdir()
        # More connections than the pools of all processes together.
        postgresql, redis = OwnPostgresql(folder / "postgresql", "-c max_connections=150"), OwnRedis()
        urls = {"DATABASE_URL": postgresql.url, "CELERY_BROKER_URL": redis.url, "CACHE_URL": redis.url}
        with closing(TrialSite(folder / "site", postgresql, redis, **{**urls, **environment})) as site:
            site.prepare()
            yield site


@contextmanager
def on_files(**environment: Any) -> Iterator[TrialSite]:
    """Yield a prepared site on SQLite and the queue of files; none of its processes is started."""
    folder = TemporaryDirectory(prefix="spadesite-trial-", ignore_cleanup_errors=True)
    with folder, closing(TrialSite(Path(folder.name), **environment)) as site:
        site.prepare()
        yield site


def until(happens: Callable[[], object], within: float = 60.0, why: Callable[[], str] = lambda: "") -> float:
    """Wait until the condition is true and return the seconds; after `within` seconds raise TimeoutError with `why`."""
    begun = time.monotonic()
    while not happens():
        if time.monotonic() - begun > within:
            raise TimeoutError(f"the condition was not met within {within:g} s. {why()}")
        time.sleep(0.01)
    return time.monotonic() - begun


def part_of(name: str) -> str:
    return name.rstrip("0123456789")


def wait_for_end(pid: int, within: float = 60) -> None:
    until(lambda: not psutil.pid_exists(pid), within, lambda: f"process {pid} is still running")

"""The site with several processes of each part, on servers that belong to it, made to be broken.

Parts are named "web", "web2", "worker", "beat2" …: what they are, and which of them.
"""

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spadesite.var import kernels_folder
from tests.services import free_port
from tests.site import ROOT, Site
from tests.trial.ledger import Ledger
from tests.trial.nursery import DONE
from tests.trial.servers import OwnPostgresql, OwnRedis
from tests.visitor import answers

#: The server of rows, which is no part of the site.
DATABASE = "database"
USUAL = ("web", "web2", "worker", "worker2")


class House(Site):
    """A site whose parts are forked from a nursery. `postgresql` and `redis` are None on SQLite and files."""

    def __init__(
        self, folder: Path, postgresql: OwnPostgresql | None, redis: OwnRedis | None, **environment: Any
    ) -> None:
        self._own = environment
        super().__init__(folder, **{"SPADESITE_LIMITS": "0", **environment})  # a trial is quicker than people
        self.environment.setdefault("NUMBA_CACHE_DIR", kernels_folder(ROOT / "var", ROOT / "games"))
        self.postgresql, self.redis = postgresql, redis
        self.pids: dict[str, int] = {}
        self.ports = {name: free_port() for name in ("web", "web2")}
        self.commands = itertools.count()
        self.nursery: subprocess.Popen[str] | None = None

    def manage(self, *words: str) -> str:
        """A command in a child of the nursery, which has everything loaded."""
        return self._done("manage", words=words)

    def fill(self, hands: int) -> None:
        """A history of so many hands, played by nobody who is here."""
        self._done("fill", hands=hands)

    def _done(self, part: str, **told: object) -> str:
        """What it printed; raises RuntimeError where it did not go through."""
        name = f"{part}-{next(self.commands)}"
        _await_end(self._fork(part, name, **told), 900)
        printed = self.log(name)
        if not printed.endswith(f"{DONE}\n"):
            raise RuntimeError(f"{part} {told}: {printed}")
        return printed.removesuffix(f"{DONE}\n")

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.environment.get("DATABASE_URL", str(self.folder / "spadesite.sqlite3")))

    @property
    def urls(self) -> list[str]:
        """Of the web servers that run, in the order of their names."""
        return [self.url_of(name) for name in sorted(self.pids) if _kind(name) == "web"]

    def url_of(self, name: str) -> str:
        return f"http://127.0.0.1:{self.ports[name]}"

    def start(self, *names: str) -> None:  # type: ignore[override]  # of no other application
        """Those named, and waits until web servers answer."""
        for name in names or USUAL:
            self.pids[name] = self._fork(_kind(name), name)
        for name in names or USUAL:
            if _kind(name) == "web":
                self._await(name)

    def _await(self, name: str) -> None:
        until(lambda: answers(self.url_of(name)), why=lambda: self.log(name))

    def kill(self, *names: str) -> None:
        """With SIGKILL, children too: nobody gets to tidy up."""
        for name in names or tuple(self.pids):
            pid = self.pids.pop(name)
            os.killpg(pid, signal.SIGKILL)
            _await_end(pid)

    def stop(self, name: str) -> float:
        """Asked to end, as a deploy does it; the seconds that took."""
        begun, pid = time.monotonic(), self.pids.pop(name)
        os.kill(pid, signal.SIGTERM)
        _await_end(pid, 30)
        return time.monotonic() - begun

    def again(self, *names: str) -> None:
        """Killed and started again; the database comes back by its own log."""
        if DATABASE in names:
            assert self.postgresql is not None
            self.postgresql.crash()
            self.postgresql.start()
        if parts := [name for name in names if name != DATABASE]:
            self.kill(*parts)
            self.start(*parts)

    def all_run(self) -> None:
        """Whatever a fault left dead is started."""
        missing = [name for name in USUAL if name not in self.pids or not _is_alive(self.pids[name])]
        if missing:
            self.start(*missing)

    def memory(self, name: str) -> int:
        """Bytes that the process alone holds."""
        status = Path(f"/proc/{self.pids[name]}/status").read_text(encoding="ascii")
        return int(re.findall(r"RssAnon:\s+(\d+) kB", status)[0]) * 1024

    def _fork(self, part: str, name: str, **told: object) -> int:
        wanted = {"part": part, "port": self.ports.get(name), "log": str(self.folder / f"{name}.log"), **told}
        nursery = self._nursery()
        assert nursery.stdin is not None and nursery.stdout is not None
        nursery.stdin.write(json.dumps(wanted) + "\n")
        nursery.stdin.flush()
        return int(nursery.stdout.readline())

    def _nursery(self) -> "subprocess.Popen[str]":
        if self.nursery is None:
            command = [sys.executable, "-m", "tests.trial.nursery"]
            with (self.folder / "nursery.log").open("ab") as log:
                self.nursery = subprocess.Popen(
                    command,
                    cwd=ROOT,
                    env=self.environment,
                    text=True,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                )
            assert self.nursery.stdout is not None
            if self.nursery.stdout.readline() != "ready\n":
                raise RuntimeError(f"The site does not load.\n{self.log('nursery')}")
        return self.nursery

    def end(self) -> None:
        """Every process ends; the nursery takes with it whatever it still has."""
        if self.nursery is None or self.nursery.stdin is None or self.nursery.stdout is None:
            return
        self.nursery.stdin.close()
        try:
            self.nursery.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(self.nursery.pid, signal.SIGKILL)
            self.nursery.wait()
        self.nursery.stdout.close()

    def close(self) -> None:
        """The house with its servers and its folder goes away."""
        self.end()
        if self.redis is not None:
            self.redis.thaw()
            self.redis.crash()
        if self.postgresql is not None:
            self.postgresql.crash()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def on_servers(**environment: str) -> Iterator[House]:
    """On PostgreSQL and Redis of its own; the database is ready, nothing is started."""
    folder = Path(tempfile.mkdtemp(prefix="spadesite-trial-"))
    folder.chmod(0o755)  # the server of another user lives in it; what the site writes it closes to others
    (folder / "site").mkdir()
    postgresql, redis = OwnPostgresql(folder / "postgresql"), OwnRedis()
    named = {"DATABASE_URL": postgresql.url, "CELERY_BROKER_URL": redis.url, "CACHE_URL": redis.url}
    house = House(folder / "site", postgresql, redis, **{**named, **environment})
    try:
        house.prepare()
        yield house
    finally:
        house.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def on_files(**environment: str) -> Iterator[House]:
    """On SQLite and the queue of files; the database is ready, nothing is started."""
    house = House(Path(tempfile.mkdtemp(prefix="spadesite-trial-")), None, None, **environment)
    try:
        house.prepare()
        yield house
    finally:
        house.close()


def until(happens: Callable[[], object], within: float = 60.0, why: Callable[[], str] = lambda: "") -> float:
    """Waits for it; the seconds it took. Raises TimeoutError, with `why`, where it does not come."""
    begun = time.monotonic()
    while not happens():
        if time.monotonic() - begun > within:
            raise TimeoutError(f"it has not happened in {within:g} s. {why()}")
        time.sleep(0.01)
    return time.monotonic() - begun


def _kind(name: str) -> str:
    return name.rstrip("0123456789")


def _await_end(pid: int, within: float = 60) -> None:
    until(lambda: not _is_alive(pid), within, lambda: f"process {pid} lives on")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

"""A PostgreSQL and a Redis server of a trial's own, to be crashed, frozen and started again on the same port."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import services
from tests.services import free_port

#: Above the pools of every process of a site together.
MOST_CONNECTIONS = 150


class OwnPostgresql:
    """A cluster in a folder of its own. It survives `crash` as a real one survives a power cut: by its own log."""

    def __init__(self, folder: Path) -> None:
        initdb, pg_ctl = services._program("initdb"), services._program("pg_ctl")
        if initdb is None or pg_ctl is None:
            services.skip_without("PostgreSQL")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.data, self.port, self.pg_ctl = folder, folder / "data", free_port(), pg_ctl
        self.as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
            self.as_user = ["runuser", "-u", "postgres", "--"]
        self._run(initdb, "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        settings = (
            f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections={MOST_CONNECTIONS}"
        )
        log = str(self.folder / "log")
        self._run(self.pg_ctl, "-D", str(self.data), "-o", settings, "-l", log, "-w", "start")

    def crash(self) -> None:
        """At once and without tidying up: what was committed has to come back from the log at the next start."""
        self._run(self.pg_ctl, "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def _run(self, *command: str) -> None:
        services._quietly([*self.as_user, *command])


@contextmanager
def own_postgresql() -> Iterator[OwnPostgresql]:
    """A server that goes away with its folder."""
    folder = Path(tempfile.mkdtemp(prefix="spadesite-trial-"))
    folder.chmod(0o755)  # the server of another user lives in it
    try:
        server = OwnPostgresql(folder / "postgresql")
        try:
            yield server
        finally:
            server.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class OwnRedis:
    """A Redis that keeps nothing on disk: when it is gone, so is everything that was in it."""

    def __init__(self) -> None:
        self.program = shutil.which("redis-server")
        if self.program is None:
            services.skip_without("Redis")
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [self.program or "", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen([*command, "--appendonly", "no"], stdout=subprocess.DEVNULL, cwd="/tmp")
        if not services.soon(lambda: services._pings(self.url)):
            raise RuntimeError("the trial's Redis does not answer")

    def crash(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """It takes connections and answers nothing, as behind a line that has gone dead."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

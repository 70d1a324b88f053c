"""A running site for tests and programs: web server, worker and reviewer as processes."""

import fcntl
import hashlib
import json
import os
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

import psycopg

from tools.servers import free_port
from tools.visitor import answers

ROOT = Path(__file__).resolve().parent.parent
#: Environment variable that names the folder shared by all processes of a test run.
PREPARED = "SPADESITE_PREPARED"
#: The keep-alive timeout exceeds the pauses of a `Visitor`, which, unlike a browser, does not resend a request if the
#: server has closed the connection.
WEB = (
    "uvicorn spadesite.asgi:application --host 127.0.0.1 --port {port} --ws none --timeout-graceful-shutdown 3"
    " --timeout-keep-alive 60 --no-access-log"
)
#: Like the worker and reviewer of the Procfile, with more log messages.
_CELERY = "celery -A {app} worker --loglevel warning --without-gossip --without-mingle --without-heartbeat"
WORKER = f"{_CELERY} --concurrency {{workers}}"
REVIEWER = f"nice -n 15 {_CELERY} --queues reviews --concurrency 1 --max-tasks-per-child 1"

#: Script that executes each line of stdin, a JSON string with Python code, and prints the code's output as JSON.
SHELL = """
import contextlib, django, io, json, os, sys
replies = open(os.dup(1), "w")
os.dup2(2, 1)  # processes that this one starts print into the log
django.setup()
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(json.loads(line), {})
    print(json.dumps(printed.getvalue()), file=replies, flush=True)
"""


class Site:
    """A site with its files in `folder`. `environment` has further environment variables, such as DATABASE_URL.

    By default it runs on SQLite and the queue of files. `root` may be another checkout with its own `.venv`.
    """

    def __init__(self, folder: Path, *, workers: int = 1, root: Path = ROOT, **environment: str) -> None:
        self.folder, self.port, self.workers, self.root = folder, free_port(), workers, root
        self.python = Path(sys.executable) if root == ROOT else root / ".venv" / "bin" / "python"
        self.processes: dict[str, subprocess.Popen[Any]] = {}
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in TESTS_OWN},
            "DJANGO_SETTINGS_MODULE": "spadesite.settings",
            "SPADESITE_VAR": str(folder),
            "SPADESITE_LIMITS": "0",  # no rate limits, because programs play faster than people
            "SPADESITE_THINKING_STEP": "0",
            "PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}",
            **environment,
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *words: str) -> str:
        done = subprocess.run(
            [self.python, "manage.py", *words],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def prepare(self) -> None:
        """Create tables and static files. A test run makes static files and SQLite tables once and then copies them."""
        if self.root != ROOT or PREPARED not in os.environ:
            self.make_tables()
            return self._collect()
        with prepared("site", lambda folder: Site(folder)._collect()) as whole:
            shutil.copytree(whole, self.folder, dirs_exist_ok=True)
        if "DATABASE_URL" in self.environment:
            self.make_tables()
        else:
            copy_rows(self.folder / "spadesite.sqlite3")

    def make_tables(self) -> None:
        self.manage("migrate", "--verbosity", "0")
        self.manage("createcachetable")

    def _collect(self) -> None:
        self.manage("collectstatic", "--no-input", "--verbosity", "0")

    def start(self, *names: str, app: str = "spadesite") -> None:
        for name in names or ("web", "worker"):
            command = {"web": WEB, "worker": WORKER, "reviewer": REVIEWER}[name].format(
                port=self.port, workers=self.workers, app=app
            )
            with (self.folder / f"{name}.log").open("ab") as log:
                self.processes[name] = subprocess.Popen(
                    command.split(), cwd=self.root, env=self.environment, stdout=log, stderr=log, start_new_session=True
                )
        if "web" in (names or ("web",)):
            self._until_it_answers()

    def shell(self, words: str) -> str:
        """Run Python code in a process with the site's settings; return its output. Later calls reuse the process."""
        if "shell" not in self.processes:
            with (self.folder / "shell.log").open("ab") as log:
                self.processes["shell"] = subprocess.Popen(
                    [self.python, "-c", SHELL],
                    cwd=self.root,
                    env=self.environment,
                    text=True,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    start_new_session=True,
                )
        shell = self.processes["shell"]
        assert shell.stdin is not None and shell.stdout is not None
        print(json.dumps(words), file=shell.stdin, flush=True)
        reply = shell.stdout.readline()
        if not reply:
            self.kill("shell")
            raise RuntimeError(f"{words}\n{self.log('shell')}")
        printed: str = json.loads(reply)
        return printed

    def kill(self, *names: str) -> None:
        """Kill the named processes, by default all, and their children with SIGKILL."""
        for name in names or tuple(self.processes):
            process = self.processes.pop(name)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for stream in filter(None, (process.stdin, process.stdout)):
                stream.close()

    def log(self, name: str) -> str:
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def _until_it_answers(self, within: float = 60.0) -> None:
        end = time.monotonic() + within
        while time.monotonic() < end:
            if answers(self.url):
                return
            time.sleep(0.05)
        raise RuntimeError(f"The site does not answer.\n{self.log('web')}")


#: Environment variables of the test run that a site must not inherit.
TESTS_OWN = frozenset(
    (
        "DJANGO_SETTINGS_MODULE",
        "SPADESITE_VAR",
        "SECRET_KEY",
        "TEST_DATABASE",
        "DATABASE_URL",
        "CELERY_BROKER_URL",
        "CACHE_URL",
    )
)


@contextmanager
def prepared(name: str, make: Callable[[Path], None], *, kept: Path | None = None) -> Iterator[Path]:
    """Yield a folder filled by `make`: once per test run, or in `kept` once for all runs. Locks it during the block."""
    run = kept or Path(os.environ[PREPARED])
    run.mkdir(parents=True, exist_ok=True)
    with (run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        whole = run / name
        if not (run / f"{name}.ready").exists():
            whole.mkdir(exist_ok=True)
            make(whole)
            (run / f"{name}.ready").touch()
        yield whole


def copy_rows(file: Path) -> None:
    """Copy an SQLite database with empty tables to `file`.

    The original is created again only when migrations, settings or requirements change.
    """
    digest = hashlib.sha256()
    for source in sorted((*ROOT.glob("*/migrations/*.py"), *ROOT.glob("*/settings.py"), *ROOT.glob("requirements*"))):
        digest.update(str(source).encode() + source.read_bytes())
    name = f"rows-{digest.hexdigest()[:12]}"
    with prepared(name, lambda folder: Site(folder).make_tables(), kept=ROOT / "var" / "tests") as whole:
        shutil.copy(whole / "spadesite.sqlite3", file)


@contextmanager
def running(
    *names: str,
    workers: int = 1,
    root: Path = ROOT,
    prepare: Callable[[Site], None] = Site.prepare,
    **environment: str,
) -> Iterator[Site]:
    """Prepare a site and start the named processes; at the end kill them and delete the site's folder."""
    folder = Path(tempfile.mkdtemp(prefix="spadesite-site-"))
    site = Site(folder, workers=workers, root=root, **environment)
    try:
        prepare(site)
        site.start(*names)
        yield site
    finally:
        site.kill()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(url: str, name: str) -> Iterator[str]:
    """Create a database on a PostgreSQL server, yield its URL, and drop it at the end."""
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield url.rsplit("/", 1)[0] + f"/{name}"
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

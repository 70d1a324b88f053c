"""Servers and programs for tests: PostgreSQL, Redis and Chromium.

Uses a running server, or else starts a private one if its program is installed. A test without its server is skipped,
or fails if SPADESITE_NO_SKIP=1. TEST_DATABASE=postgresql runs only the tests marked `postgresql`, on PostgreSQL.
"""

import atexit
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

import environ
import psycopg
import pytest
import redis

INSTALL = {
    "PostgreSQL": "apt-get install postgresql",
    "Redis": "apt-get install redis-server",
    "Chromium": "apt-get install chromium-headless-shell",
    "systemd": "apt-get install systemd",
}
#: Environment variable that passes PostgreSQL's URL from the first pytest process to its xdist workers.
FOUND_POSTGRESQL = "SPADESITE_TESTS_POSTGRESQL"
#: The URL in the settings if there is no server; no connection to it succeeds.
NOWHERE = "postgres://nobody@127.0.0.1:1/nowhere"


def skip_without(what: str) -> NoReturn:
    """Skip the test because this program is missing, or fail it if SPADESITE_NO_SKIP=1."""
    reason = f"{what} is not installed: {INSTALL[what]}"
    if os.environ.get("SPADESITE_NO_SKIP") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


# ---------- PostgreSQL ----------
def on_postgresql() -> bool:
    return os.environ.get("TEST_DATABASE") == "postgresql"


def often(times: int, *, there: int) -> int:
    """Return the number of repetitions in a long test: `times` on SQLite, `there` on PostgreSQL."""
    return there if on_postgresql() else times


def postgresql_for_django() -> dict[str, Any]:
    """Return the database settings of tests, without a connection pool: an open connection prevents DROP DATABASE.

    Each checkout has its own test databases, so that runs of two checkouts do not drop each other's.
    """
    own = f"test_spadesite_{crc32(str(Path(__file__).resolve()).encode()):x}"
    options = {"OPTIONS": {"prepare_threshold": 0}, "CONN_MAX_AGE": 0, "TEST": {"NAME": own}}
    return {**environ.Env.db_url_config(postgresql_url() or NOWHERE), **options}


def postgresql_url() -> str | None:
    """Return the URL of a PostgreSQL server, or None. xdist workers inherit the first result in the environment.

    The server of DATABASE_URL comes first, then a local one, then a private one. With TEST_DATABASE=postgresql the
    private one comes second: it does not wait for the disk, so the tests take half the time.
    """
    if FOUND_POSTGRESQL not in os.environ:
        ways = [_named_postgresql, _local_postgresql, _private_postgresql]
        if on_postgresql():
            ways = [_named_postgresql, _private_postgresql, _local_postgresql]
        os.environ[FOUND_POSTGRESQL] = next((url for url in (way() for way in ways) if url), "")
    return os.environ[FOUND_POSTGRESQL] or None


def _named_postgresql() -> str | None:
    named = os.environ.get("DATABASE_URL", "")
    return named if named.startswith("postgres") and _answers(named) else None


def _local_postgresql() -> str | None:
    urls = [f"postgres://{user}@127.0.0.1:5432/postgres" for user in ("postgres", "postgres:postgres")]
    return next((url for url in urls if _answers(url)), None)


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _program(name: str) -> str | None:
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or next((str(place) for place in places), None)


def _private_postgresql() -> str | None:
    """Start a server in a folder that is deleted at the end of this process; return None if it is not installed."""
    if _program("initdb") is None or _program("pg_ctl") is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="spadesite-postgresql-"))
    server = OwnPostgresql(folder, "-c fsync=off -c full_page_writes=off")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.crash)
    return server.url


class OwnPostgresql:
    """A PostgreSQL server in a folder of its own. After `crash` it recovers from its write-ahead log."""

    def __init__(self, folder: Path, options: str = "") -> None:
        initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
        if initdb is None or pg_ctl is None:
            skip_without("PostgreSQL")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, free_port()
        self.options = f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1 {options}"
        self.as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
            self.as_user = ["runuser", "-u", "postgres", "--"]
        data = str(folder / "data")
        self.pg_ctl = [*self.as_user, pg_ctl, "-D", data, "-w"]
        _quietly([*self.as_user, initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"])
        self.start()

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        _quietly([*self.pg_ctl, "-o", self.options, "-l", str(self.folder / "log"), "start"])

    def crash(self) -> None:
        _quietly([*self.pg_ctl, "-m", "immediate", "stop"])


def _quietly(command: list[str]) -> None:
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd="/")


# ---------- Redis ----------
@cache
def redis_url() -> str | None:
    for url in (os.environ.get("CACHE_URL", ""), "redis://127.0.0.1:6379/15"):
        if url.startswith("redis") and _pings(url):
            return url
    return _private_redis()


def _pings(url: str) -> bool:
    try:
        return bool(redis.Redis.from_url(url, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


def _private_redis() -> str | None:
    if shutil.which("redis-server") is None:
        return None
    server = OwnRedis()
    atexit.register(server.crash)
    return server.url


class OwnRedis:
    """A Redis server that stores nothing on disk, so that `crash` empties it."""

    def __init__(self) -> None:
        self.program = shutil.which("redis-server") or skip_without("Redis")
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/tmp")
        if not soon(lambda: _pings(self.url)):
            raise RuntimeError("Redis does not answer")

    def crash(self) -> None:
        self.process.kill()
        self.process.wait()


# ---------- Chromium, ports ----------
#: Names of Chromium programs without and with windows. The headless shell takes half the CPU time.
WINDOWLESS, WITH_WINDOWS = ("chromium-headless-shell",), ("chromium", "chromium-browser", "google-chrome")


@cache
def chromium_path(*, as_people_use: bool = False) -> str | None:
    named = os.environ.get("CHROMIUM", "")
    programs = WITH_WINDOWS + WINDOWLESS if as_people_use else WINDOWLESS + WITH_WINDOWS
    return named or next(filter(None, map(shutil.which, programs)), None)


_numbers = itertools.count(os.getpid())


def free_port() -> int:
    """Return a free TCP port, reserved for this process among all test runs of this machine.

    xdist workers use different ranges, below the ports that the system assigns. The UDP port of the same number is the
    lock: this process keeps it bound.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    for number in itertools.islice(_numbers, 1_000):
        port = 20_000 + 1_000 * (worker % 10) + number % 1_000
        lock = socket.socket(type=socket.SOCK_DGRAM)
        try:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
            lock.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
        else:
            atexit.register(lock.close)
            return port
    raise RuntimeError("there is no free port")


# ---------- time ----------
def begin_within_a_day(longest: timedelta) -> None:
    """Wait for midnight (UTC), when the boards of the day change, if it is less than `longest` away."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    if midnight - now < longest:
        time.sleep((midnight - now).total_seconds() + 1)


def soon(happens: Callable[[], bool], within: float = 60.0) -> bool:
    """Wait until the condition is true, at most `within` seconds; return whether it became true."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.1)
    return False

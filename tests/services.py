"""The servers that tests use: looked for, used if found, started privately if only the program is there.

What is missing is skipped aloud; SPADESITE_NO_SKIP=1 turns such a skip into a failure. TEST_DATABASE=postgresql runs
the tests that touch rows on PostgreSQL.
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
FOUND_POSTGRESQL = "SPADESITE_TESTS_POSTGRESQL"  # carries the address from the first process to the others
NOWHERE = "postgres://nobody@127.0.0.1:1/nowhere"


def skip_without(what: str) -> NoReturn:
    reason = f"{what} is not here: {INSTALL[what]}"
    if os.environ.get("SPADESITE_NO_SKIP") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


# ---------- PostgreSQL ----------
def on_postgresql() -> bool:
    return os.environ.get("TEST_DATABASE") == "postgresql"


def often(times: int, *, there: int) -> int:
    """How often a long walk is made: in full on SQLite, on PostgreSQL as often as shows that rows do there as well."""
    return there if on_postgresql() else times


def postgresql_for_django() -> dict[str, Any]:
    """Without the pool of the site: a pooled connection would keep a test database from being dropped. Each checkout
    has databases of its own, or another's run would drop those of this one.
    """
    own = f"test_spadesite_{crc32(str(Path(__file__).resolve()).encode()):x}"
    options = {"OPTIONS": {"prepare_threshold": 0}, "CONN_MAX_AGE": 0, "TEST": {"NAME": own}}
    return {**environ.Env.db_url_config(postgresql_url() or NOWHERE), **options}


def postgresql_url() -> str | None:
    """Found once: the workers of a parallel run are told by the environment."""
    if FOUND_POSTGRESQL not in os.environ:
        os.environ[FOUND_POSTGRESQL] = _running_postgresql() or _private_postgresql() or ""
    return os.environ[FOUND_POSTGRESQL] or None


def _running_postgresql() -> str | None:
    named = os.environ.get("DATABASE_URL", "")
    candidates = [named] if named.startswith("postgres") else []
    candidates += [
        "postgres://postgres@127.0.0.1:5432/postgres",
        "postgres://postgres:postgres@127.0.0.1:5432/postgres",
    ]
    return next((url for url in candidates if _answers(url)), None)


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
    """A server of our own in a folder that goes away.

    PostgreSQL refuses to run as root, so root hands it to the user postgres.
    """
    initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
    if initdb is None or pg_ctl is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="spadesite-postgresql-"))
    as_user: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data, port = folder / "data", free_port()
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off"
    _quietly([*as_user, initdb, "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"])
    _quietly([*as_user, pg_ctl, "-D", str(data), "-o", settings, "-l", str(folder / "log"), "-w", "start"])
    atexit.register(_stop_postgresql, [*as_user, pg_ctl, "-D", str(data), "-m", "immediate", "stop"], folder)
    return f"postgres://postgres@127.0.0.1:{port}/postgres"


def _stop_postgresql(command: list[str], folder: Path) -> None:
    _quietly(command)
    shutil.rmtree(folder, ignore_errors=True)


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
    program = shutil.which("redis-server")
    if program is None:
        return None
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/tmp")
    atexit.register(server.terminate)
    url = f"redis://127.0.0.1:{port}/0"
    return url if soon(lambda: _pings(url)) else None


# ---------- Chromium, ports ----------
#: Without windows it has the same pages and scripts at half the processor time; the others are what people use.
WINDOWLESS, WITH_WINDOWS = ("chromium-headless-shell",), ("chromium", "chromium-browser", "google-chrome")


@cache
def chromium_path(*, as_people_use: bool = False) -> str | None:
    named = os.environ.get("CHROMIUM", "")
    programs = WITH_WINDOWS + WINDOWLESS if as_people_use else WINDOWLESS + WITH_WINDOWS
    return named or next(filter(None, map(shutil.which, programs)), None)


_numbers = itertools.count(os.getpid())


def free_port() -> int:
    """One that nobody else takes before it is used: each process of a run has its own stretch, below those that the
    system gives away, and what other runs on this machine have taken they show by holding its namesake of UDP.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    for number in itertools.islice(_numbers, 1_000):
        port = 20_000 + 1_000 * (worker % 10) + number % 1_000
        sign = socket.socket(type=socket.SOCK_DGRAM)
        try:
            with socket.socket() as door:
                door.bind(("127.0.0.1", port))
            sign.bind(("127.0.0.1", port))
        except OSError:
            sign.close()
        else:
            atexit.register(sign.close)
            return port
    raise RuntimeError("there is no free port")


# ---------- time ----------
def begin_within_a_day(longest: timedelta) -> None:
    """A board is of one day: what might go on past midnight begins after it."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    if midnight - now < longest:
        time.sleep((midnight - now).total_seconds() + 1)


def soon(happens: Callable[[], bool], within: float = 60.0) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.1)
    return False

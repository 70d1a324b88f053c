"""Settings from the environment. Each case runs in a fork of a preloaded process, because a process reads them once."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from celery import Task

from games import tasks
from spadesite.environment import secret_key
from tools.site import ROOT

SHOW = (
    "import json; from spadesite import settings; "
    "print(json.dumps({name: getattr(settings, name, None) for name in %r}, default=str))"
)
#: Script that imports the libraries of the settings, and runs the code in each line of stdin in a fork of itself.
FORKS = """
import json, os, sys, traceback
import celery.schedules, csp.constants, django.core.management, environ, structlog
for line in sys.stdin:
    code, environment, written = json.loads(line)
    child = os.fork()
    if not child:
        os.environ.clear()
        os.environ.update(environment)
        for number, file in enumerate(written, start=1):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
        status = 0
        try:
            exec(code, {"__name__": "__main__"})
        except SystemExit as ended:
            status = int(bool(ended.code))
        except BaseException:
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Settings:
    """The settings of a site with its files in `var`, read in a new fork each time."""

    def __init__(self, forks: "subprocess.Popen[str]", var: Path) -> None:
        self.forks, self.var = forks, var

    def run(self, code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        full = {**clean, "SPADESITE_VAR": str(self.var), **environment}
        assert self.forks.stdin is not None and self.forks.stdout is not None
        with TemporaryDirectory() as folder:
            written = [Path(folder, name) for name in ("out", "err")]
            print(json.dumps([code, full, list(map(str, written))]), file=self.forks.stdin, flush=True)
            status = int(self.forks.stdout.readline())
            return subprocess.CompletedProcess([], status, *(one.read_text(encoding="utf-8") for one in written))

    def read(self, *names: str, **environment: str) -> dict[str, Any]:
        done = self.run(SHOW % (names,), **environment)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    def refusal(self, **environment: str) -> str:
        done = self.run("import spadesite.settings", **environment)
        assert done.returncode != 0
        return done.stderr

    def kernels(self, chosen: Path | str) -> Path:
        """Return the folder that the site uses for compiled kernels if NUMBA_CACHE_DIR is `chosen`."""
        code = "import os; from spadesite import settings; print(os.environ['NUMBA_CACHE_DIR'])"
        return Path(self.run(code, NUMBA_CACHE_DIR=str(chosen)).stdout.strip())


@pytest.fixture(scope="module")
def forks() -> Iterator["subprocess.Popen[str]"]:
    command, pipe = [sys.executable, "-c", FORKS], subprocess.PIPE
    with subprocess.Popen(command, env={}, cwd=ROOT, text=True, stdin=pipe, stdout=pipe) as process:
        yield process


@pytest.fixture
def site(forks: "subprocess.Popen[str]", tmp_path: Path) -> Settings:
    return Settings(forks, tmp_path)


# ---------- outside production ----------
def test_the_default_is_sqlite_and_a_queue_of_files(site: Settings) -> None:
    options = "CELERY_BROKER_TRANSPORT_OPTIONS"
    found = site.read("DATABASES", "CELERY_BROKER_URL", options, "CACHES", "DEBUG", "SECRET_KEY", "UNSAFE")
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(site.var / "spadesite.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert found["CELERY_BROKER_URL"].startswith("filesystem://") and found[options]["polling_interval"] <= 0.05
    assert found["CACHES"]["default"]["BACKEND"].endswith("DatabaseCache")
    assert (found["DEBUG"], found["UNSAFE"]) == (False, []) and len(found["SECRET_KEY"]) >= 50


def test_the_secret_key_is_created_once_and_private_and_an_empty_file_is_an_error(site: Settings) -> None:
    file = site.var / "secret_key"
    assert site.read("SECRET_KEY") == site.read("SECRET_KEY")
    assert file.stat().st_mode & 0o077 == 0
    for content in (b"", b" \n", b"\xff\x00"):
        file.write_bytes(content)
        assert f"ImproperlyConfigured: {file} holds no key: restore a copy" in site.refusal()


def test_the_secret_key_is_on_disk_before_its_file_appears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda handle: named.append((tmp_path / "secret_key").exists()))
    assert len(secret_key(tmp_path)) >= 50
    assert named == [False]


@pytest.mark.parametrize("value", ["", " "])
def test_an_empty_variable_is_unset(value: str, forks: "subprocess.Popen[str]") -> None:
    site = Settings(forks, ROOT / "var")
    names = ["VAR", "DATABASES", "CACHES", "CELERY_BROKER_URL", "EMAIL_BACKEND", "ALLOWED_HOSTS", "STATIC_ROOT"]
    names += ["PRODUCTION", "DEBUG", "LIMITS_APPLY", "THINKING_STEP", "ADMIN_PATH", "METRICS_TOKEN"]
    variables = ["SPADESITE_VAR", "DATABASE_URL", "CACHE_URL", "CELERY_BROKER_URL", "EMAIL_URL", "ALLOWED_HOSTS"]
    variables += ["SPADESITE_PRODUCTION", "DEBUG", "SPADESITE_LIMITS", "SPADESITE_THINKING_STEP", "ADMIN_PATH"]
    variables += ["METRICS_TOKEN", "SECRET_KEY", "CSRF_TRUSTED_ORIGINS", "NUMBA_CACHE_DIR"]
    empty = site.read(*names, **dict.fromkeys(variables, value))
    assert empty == site.read(*names)
    assert (empty["VAR"], empty["LIMITS_APPLY"], empty["THINKING_STEP"]) == (str(ROOT / "var"), True, 0.1)


def test_a_switch_accepts_only_words_for_on_and_off(site: Settings) -> None:
    for name in ("SPADESITE_PRODUCTION", "SPADESITE_LIMITS"):
        assert f"ImproperlyConfigured: {name} is a switch: 1 or 0" in site.refusal(**{name: "ture"})
    for word, is_on in (("Yes", True), (" on ", True), ("TRUE", True), ("off", False), ("No", False)):
        assert site.read("LIMITS_APPLY", SPADESITE_LIMITS=word) == {"LIMITS_APPLY": is_on}
    names = ("ACCOUNT_RATE_LIMITS", "MFA_RATE_LIMITS")
    assert site.read(*names, SPADESITE_LIMITS="0") == dict.fromkeys(names, False)


def test_outside_production_unsafe_settings_are_accepted_except_an_invalid_thinking_step(site: Settings) -> None:
    assert site.read("DEBUG", DEBUG="1", ALLOWED_HOSTS="*", SECRET_KEY="short")["DEBUG"] is True
    error = "SPADESITE_THINKING_STEP is a number of seconds from 0 to 60."
    assert error in site.refusal(SPADESITE_THINKING_STEP="-1")


# ---------- servers ----------
def test_servers_are_named_by_url(site: Settings) -> None:
    found = site.read(
        "DATABASES",
        "CACHES",
        "CELERY_BROKER_TRANSPORT_OPTIONS",
        DATABASE_URL="postgres://ann:pw@db.example.org:5433/cards",
        CACHE_URL="redis://cache.example.org:6379/1",
        CELERY_BROKER_URL="redis://broker.example.org:6379/0",
    )
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["NAME"], database["CONN_MAX_AGE"]) == ("db.example.org", "cards", 0)
    assert database["OPTIONS"]["pool"] and found["CACHES"]["default"]["BACKEND"].endswith("RedisCache")
    assert "OPTIONS" not in found["CACHES"]["default"]
    limits = [task.time_limit or 0 for task in vars(tasks).values() if isinstance(task, Task)]
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > max(limits) > 0


@pytest.mark.parametrize(
    ("url", "entries"), [("", 100_000), ("dbcache://shared_cache", 100_000), ("dbcache://other?max_entries=500", 500)]
)
def test_the_cache_in_the_database_has_room_for_all_limits(url: str, entries: int, site: Settings) -> None:
    cache = site.read("CACHES", CACHE_URL=url)["CACHES"]["default"]
    assert cache["OPTIONS"]["MAX_ENTRIES"] == entries and cache["KEY_FUNCTION"] == "accounts.limits.hashed_key"


def test_an_unusable_or_outdated_folder_for_kernels_is_replaced(site: Settings) -> None:
    """With an unusable folder, Numba writes next to the sources or raises an error."""
    usual, old = site.var / "kernels", site.var / "kernels" / "0123456789ab"
    (site.var / "a file").touch()
    old.mkdir(parents=True)
    found = [site.kernels(chosen) for chosen in ("", site.var / "a file/below", site.var / "a file", old)]
    assert all(folder.parent == usual and folder != old for folder in found), found
    chosen = site.var / "new" / "folder"
    assert site.kernels(chosen) == chosen and chosen.is_dir()

"""The settings themselves, each case in a process of its own because settings are read once."""

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
from spadesite.var import secret_key

TOP = Path(__file__).resolve().parents[2]
SAFE = {
    "SPADESITE_PRODUCTION": "1",
    "SECRET_KEY": "a key of more than fifty signs, and of many different ones",
    "ALLOWED_HOSTS": "cards.example.org",
    "SECURITY_CONTACT": "mailto:security@example.org",
    "EMAIL_URL": "smtp://mail.example.org:25",
    "DEFAULT_FROM_EMAIL": "table@cards.example.org",
}
SHOW = (
    "import json; from spadesite import settings; "
    "print(json.dumps({name: getattr(settings, name, None) for name in %r}, default=str))"
)


#: Has imported what the settings import of others, and gives each piece of code a process that begins from there.
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
_forking: list["subprocess.Popen[str]"] = []


@pytest.fixture(scope="module", autouse=True)
def _forks() -> Iterator[None]:
    command, pipe = [sys.executable, "-c", FORKS], subprocess.PIPE
    with subprocess.Popen(command, env={}, cwd=TOP, text=True, stdin=pipe, stdout=pipe) as process:
        _forking.append(process)
        yield
        _forking.clear()


def run(code: str, var: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    full = {**clean, "SPADESITE_VAR": str(var), **environment}
    (process,) = _forking
    assert process.stdin is not None and process.stdout is not None
    with TemporaryDirectory() as folder:
        written = [Path(folder, name) for name in ("out", "err")]
        print(json.dumps([code, full, list(map(str, written))]), file=process.stdin, flush=True)
        status = int(process.stdout.readline())
        return subprocess.CompletedProcess([], status, *(one.read_text(encoding="utf-8") for one in written))


def shown(var: Path, *names: str, **environment: str) -> dict[str, Any]:
    done = run(SHOW % (names,), var, **environment)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def refused(var: Path, **environment: str) -> str:
    """What is said of settings that are not read."""
    done = run("import spadesite.settings", var, **environment)
    assert done.returncode != 0
    return done.stderr


def kernels(var: Path, chosen: Path | str) -> str:
    """The folder of compiled kernels where that one was chosen."""
    code = "import os; from spadesite import settings; print(os.environ['NUMBA_CACHE_DIR'])"
    done = run(code, var, NUMBA_CACHE_DIR=str(chosen))
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_embedded_default(tmp_path: Path) -> None:
    found = shown(
        tmp_path, "DATABASES", "CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS", "CACHES", "DEBUG", "SECRET_KEY"
    )
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "spadesite.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert found["CELERY_BROKER_URL"].startswith("filesystem://")
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["polling_interval"] <= 0.05
    assert found["CACHES"]["default"]["BACKEND"].endswith("DatabaseCache")
    assert found["DEBUG"] is False
    assert len(found["SECRET_KEY"]) >= 50


def test_the_secret_key_is_made_once_and_is_nobody_elses_business(tmp_path: Path) -> None:
    assert shown(tmp_path, "SECRET_KEY") == shown(tmp_path, "SECRET_KEY")
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_the_secret_key_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda handle: named.append((tmp_path / "secret_key").exists()))
    assert len(secret_key(tmp_path)) >= 50
    assert named == [False]


@pytest.mark.parametrize("left", [b"", b" \n", b"\xff\x00"])
def test_a_file_without_a_key_is_named(left: bytes, tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(left)
    assert f"ImproperlyConfigured: {tmp_path / 'secret_key'} holds no key: bring a copy back" in refused(tmp_path)


@pytest.mark.parametrize("value", ["", " "])
def test_what_is_set_but_empty_is_as_good_as_unset(value: str) -> None:
    names = ["VAR", "DATABASES", "CACHES", "CELERY_BROKER_URL", "EMAIL_BACKEND", "ALLOWED_HOSTS", "STATIC_ROOT"]
    names += ["PRODUCTION", "DEBUG", "LIMITS_APPLY", "THINKING_STEP", "ADMIN_PATH", "METRICS_TOKEN"]
    variables = ["SPADESITE_VAR", "DATABASE_URL", "CACHE_URL", "CELERY_BROKER_URL", "EMAIL_URL", "ALLOWED_HOSTS"]
    variables += ["SPADESITE_PRODUCTION", "DEBUG", "SPADESITE_LIMITS", "SPADESITE_THINKING_STEP", "ADMIN_PATH"]
    variables += ["METRICS_TOKEN", "SECRET_KEY", "CSRF_TRUSTED_ORIGINS", "NUMBA_CACHE_DIR"]
    empty = shown(TOP / "var", *names, **dict.fromkeys(variables, value))
    assert empty == shown(TOP / "var", *names)
    assert (empty["VAR"], empty["LIMITS_APPLY"]) == (str(TOP / "var"), True)


@pytest.mark.parametrize("name", ["SPADESITE_PRODUCTION", "SPADESITE_LIMITS"])
def test_a_switch_is_on_or_off_and_nothing_else(name: str, tmp_path: Path) -> None:
    assert f"ImproperlyConfigured: {name} is a switch: 1 or 0" in refused(tmp_path, **{name: "ture"})


@pytest.mark.parametrize(
    ("word", "is_on"), [("Yes", True), (" on ", True), ("TRUE", True), ("off", False), ("No", False)]
)
def test_a_switch_has_several_words(word: str, is_on: bool, tmp_path: Path) -> None:
    assert shown(tmp_path, "LIMITS_APPLY", SPADESITE_LIMITS=word) == {"LIMITS_APPLY": is_on}


def test_allauths_limits_are_switched_off_with_all_others(tmp_path: Path) -> None:
    names = ("ACCOUNT_RATE_LIMITS", "MFA_RATE_LIMITS")
    assert shown(tmp_path, *names, SPADESITE_LIMITS="0") == dict.fromkeys(names, False)


def test_real_servers_come_by_address(tmp_path: Path) -> None:
    found = shown(
        tmp_path,
        "DATABASES",
        "CACHES",
        "CELERY_BROKER_TRANSPORT_OPTIONS",
        DATABASE_URL="postgres://ann:pw@db.example.org:5433/cards",
        CACHE_URL="redis://cache.example.org:6379/1",
        CELERY_BROKER_URL="redis://broker.example.org:6379/0",
    )
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["NAME"], database["CONN_MAX_AGE"]) == ("db.example.org", "cards", 0)
    assert database["OPTIONS"]["pool"]
    assert found["CACHES"]["default"]["BACKEND"].endswith("RedisCache")
    assert "OPTIONS" not in found["CACHES"]["default"]
    limits = [task.time_limit or 0 for task in vars(tasks).values() if isinstance(task, Task)]
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > max(limits) > 0


def test_a_silent_mail_server_is_given_up(tmp_path: Path) -> None:
    assert 0 < shown(tmp_path, "EMAIL_TIMEOUT", **SAFE)["EMAIL_TIMEOUT"] <= 30


@pytest.mark.parametrize(
    ("address", "many"), [("", 100_000), ("dbcache://shared_cache", 100_000), ("dbcache://other?max_entries=500", 500)]
)
def test_the_cache_in_the_database_has_room_for_all_limits(address: str, many: int, tmp_path: Path) -> None:
    cache = shown(tmp_path, "CACHES", CACHE_URL=address)["CACHES"]["default"]
    assert cache["OPTIONS"]["MAX_ENTRIES"] == many
    assert cache["KEY_FUNCTION"] == "accounts.limits.hashed_key"


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL"])
def test_production_refuses_to_start_without(missing: str, tmp_path: Path) -> None:
    environment = {name: value for name, value in SAFE.items() if name != missing}
    said = refused(tmp_path, **environment)
    assert f"ImproperlyConfigured: SPADESITE_PRODUCTION is set, so {missing} must be set too" in said


UNSAFE = {
    "ALLOWED_HOSTS": "cards.example.org,.com",
    "CSRF_TRUSTED_ORIGINS": "http://cards.example.org",
    "METRICS_TOKEN": "easy",
    "ADMIN_PATH": "admin/",
    "EMAIL_URL": "consolemail://",
    "CELERY_BROKER_URL": "memory://",
    "CACHE_URL": "locmemcache://",
    "SPADESITE_THINKING_STEP": "0",
}


def test_production_refuses_what_is_unsafe_and_says_all_of_it(tmp_path: Path) -> None:
    said = refused(tmp_path, **{**SAFE, **UNSAFE, "SECRET_KEY": "short", "DEBUG": "1"})
    [line] = [line for line in said.splitlines() if "ImproperlyConfigured: " in line]
    assert [name for name in (*UNSAFE, "SECRET_KEY", "DEBUG") if f"{name} " not in line] == []


def test_production_starts_with_what_is_safe(tmp_path: Path) -> None:
    assert shown(tmp_path, "UNSAFE", **SAFE) == {"UNSAFE": []}


def test_at_home_the_checks_tell_of_it(tmp_path: Path) -> None:
    code = "from django.core.management import execute_from_command_line as run; run(['', 'check'])"
    done = run(code, tmp_path, DJANGO_SETTINGS_MODULE="spadesite.settings", **UNSAFE)
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "spadesite.W004" in line]
    assert sorted(line.split("W004) ")[1].split()[0] for line in told) == sorted(UNSAFE)


def test_at_home_nothing_is_told_of_the_defaults(tmp_path: Path) -> None:
    assert shown(tmp_path, "UNSAFE", "THINKING_STEP") == {"UNSAFE": [], "THINKING_STEP": 0.1}


def test_what_is_no_time_is_refused_at_home_too(tmp_path: Path) -> None:
    said = refused(tmp_path, SPADESITE_THINKING_STEP="-1")
    assert "SPADESITE_THINKING_STEP is a number of seconds from 0 to 60." in said


def test_at_home_all_of_it_may_be_tried(tmp_path: Path) -> None:
    assert shown(tmp_path, "DEBUG", DEBUG="1", ALLOWED_HOSTS="*", SECRET_KEY="short")["DEBUG"] is True


def test_the_admin_has_a_path_of_its_own(tmp_path: Path) -> None:
    assert shown(tmp_path, "ADMIN_PATH")["ADMIN_PATH"] == "admin/"
    assert shown(tmp_path, "ADMIN_PATH", **SAFE)["ADMIN_PATH"] == ""
    assert shown(tmp_path, "ADMIN_PATH", **SAFE, ADMIN_PATH="back-room/")["ADMIN_PATH"] == "back-room/"


def test_production_is_strict(tmp_path: Path) -> None:
    names = (
        "SESSION_COOKIE_NAME",
        "CSRF_COOKIE_NAME",
        "LANGUAGE_COOKIE_NAME",
        "MESSAGES_COOKIE_NAME",
        "SESSION_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "DEBUG",
    )
    found = shown(tmp_path, *names, **SAFE)
    assert all(found[name].startswith("__Host-") for name in names if name.endswith("_COOKIE_NAME"))
    assert found["SESSION_COOKIE_SECURE"] is found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 31536000
    assert found["DEBUG"] is False


@pytest.mark.parametrize(("told", "expected"), [("", False), ("1", True)])
def test_names_below_the_site_s_own_are_bound_by_choice(told: str, expected: bool, tmp_path: Path) -> None:
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    found = shown(tmp_path, *names, **SAFE, SPADESITE_HSTS_SUBDOMAINS=told)
    assert found == dict.fromkeys(names, expected)


def test_djangos_own_deployment_checks_are_silent_in_production(tmp_path: Path) -> None:
    arguments = ["", "check", "--deploy", "--fail-level", "WARNING"]
    code = f"from django.core.management import execute_from_command_line as run; run({arguments!r})"
    done = run(code, tmp_path, DJANGO_SETTINGS_MODULE="spadesite.settings", **SAFE)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("chosen", ["", "a file/below", "a file"])
def test_a_folder_for_kernels_that_is_none_is_not_used(chosen: str, tmp_path: Path) -> None:
    """Numba would keep them beside the sources, or nowhere and say so with an error."""
    (tmp_path / "a file").touch()
    folder = str(tmp_path / chosen) if chosen else ""
    assert kernels(tmp_path / "var", folder).startswith(str(tmp_path / "var" / "kernels"))


def test_a_folder_for_kernels_of_other_sources_is_not_inherited(tmp_path: Path) -> None:
    """A process that was started before the sources changed hands its own on."""
    old = tmp_path / "var" / "kernels" / "0123456789ab"
    old.mkdir(parents=True)
    folder = Path(kernels(tmp_path / "var", old))
    assert folder.parent == old.parent and folder != old


def test_a_folder_for_kernels_that_was_chosen_is_made_and_used(tmp_path: Path) -> None:
    chosen = tmp_path / "new" / "folder"
    assert kernels(tmp_path / "var", chosen) == str(chosen) and chosen.is_dir()

"""Production: unsafe settings are errors (elsewhere warnings), and headers and cookies are strict."""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as django_settings
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings as SettingsFixture

from spadesite.environment import TAKEN_PATHS, mistakes, thinking_step
from tests.site.conftest import OURS, address
from tests.site.test_settings import Settings, forks, site
from tools.reading import read
from tools.site import Site, running
from tools.visitor import HttpAnswer, Visitor

__all__ = ["forks", "site"]

KEY = "a key of more than fifty signs, and of many different ones"
HOSTS = ["cards.example.org"]
SAFE = {
    "SPADESITE_PRODUCTION": "1",
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": "cards.example.org",
    "SECURITY_CONTACT": "mailto:security@example.org",
    "EMAIL_URL": "smtp://mail.example.org:25",
    "DEFAULT_FROM_EMAIL": "table@cards.example.org",
}
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


# ---------- unsafe values ----------
def cases(setting: str, name: str, *values: Any) -> list[tuple[dict[str, Any], str]]:
    return [({name: value}, setting) for value in values]


@pytest.mark.parametrize(
    ("unsafe", "setting"),
    [
        *cases("SECRET_KEY", "key", "short", "x" * 60, "a word " * 20, f"django-insecure-{KEY}"),
        *cases("ALLOWED_HOSTS", "hosts", *([*HOSTS, one] for one in ("*", ".com", ".org.", ".co.uk", ".COM.au", "."))),
        *cases("ALLOWED_HOSTS", "hosts", [*HOSTS, ".github.io"]),
        *cases("CSRF_TRUSTED_ORIGINS", "origins", ["http://cards.example.org"], ["https://*.example.org"]),
        *cases("ADMIN_PATH", "admin", "admin/", "games/", "Static/x7/", "/", "Admin", "/admin/", " admin/", "x7"),
        *cases("ADMIN_PATH", "admin", "/x7/"),
        *cases("EMAIL_URL", "mail", "consolemail://", "ConsoleMail://", "memorymail://", "filemail:///var/mail"),
        *cases("CELERY_BROKER_URL", "broker", "memory://", "Memory://localhost/"),
        *cases("CACHE_URL", "cache", "locmemcache://", "dummycache://"),
        *cases("SPADESITE_THINKING_STEP", "step", 0.0, 0.000001),
        *cases("DEBUG", "debug", True),
        *cases("METRICS_TOKEN", "token", "easy", "=" * 24, "x7" * 10),
    ],
    ids=str,
)
def test_an_unsafe_value_is_named(unsafe: dict[str, Any], setting: str) -> None:
    [sentence] = mistakes(**{"key": KEY, "hosts": HOSTS, **unsafe})
    assert sentence.startswith(setting)


@pytest.mark.parametrize("hosts", [[".example.org"], [".example.co.uk", "cards.example.org"], ["[::1]", "intranet"]])
def test_safe_values_are_accepted(hosts: list[str]) -> None:
    safe: dict[str, Any] = {"origins": ["https://cards.example.org"], "admin": "back-room/", "mail": "dummymail://"}
    safe |= {"token": "q7WnE2xkPz81LmYtVb4c", "step": 0.2}
    safe |= {"broker": "redis://broker.example.org/0", "cache": "redis://cache.example.org/1"}
    assert mistakes(key=KEY, hosts=hosts, **safe) == []


def test_a_thinking_step_outside_production_is_from_0_to_60_seconds() -> None:
    assert [thinking_step(text) for text in ("0", "0.1", "60")] == [0, 0.1, 60]
    for text in ("-1", "nan", "inf", "61", "soon", ""):
        with pytest.raises(ImproperlyConfigured, match="a number of seconds from 0 to 60"):
            thinking_step(text)


def test_the_admin_cannot_take_the_path_of_a_page() -> None:
    pages = {address(name, code="x").split("/")[1] for name in OURS}
    assert len(pages) > 20 and pages - {""} <= TAKEN_PATHS


# ---------- a start in production ----------
@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL"])
def test_production_does_not_start_without_a_required_setting(missing: str, site: Settings) -> None:
    environment = {name: value for name, value in SAFE.items() if name != missing}
    error = f"ImproperlyConfigured: SPADESITE_PRODUCTION is set, so {missing} must be set too"
    assert error in site.refusal(**environment)


def test_production_refuses_all_unsafe_settings_in_one_error(site: Settings) -> None:
    errors = site.refusal(**{**SAFE, **UNSAFE, "SECRET_KEY": "short", "DEBUG": "1"})
    [line] = [line for line in errors.splitlines() if "ImproperlyConfigured: " in line]
    assert [name for name in (*UNSAFE, "SECRET_KEY", "DEBUG") if f"{name} " not in line] == []


def test_outside_production_checks_warn_of_unsafe_values(site: Settings) -> None:
    code = "from django.core.management import execute_from_command_line as run; run(['', 'check'])"
    done = site.run(code, DJANGO_SETTINGS_MODULE="spadesite.settings", **UNSAFE)
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if "spadesite.W004" in line]
    assert sorted(line.split("W004) ")[1].split()[0] for line in warnings) == sorted(UNSAFE)


def test_settings_of_production_are_strict(site: Settings) -> None:
    cookies = [f"{name}_COOKIE_NAME" for name in ("SESSION", "CSRF", "LANGUAGE", "MESSAGES")]
    others = ("SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "DEBUG", "UNSAFE", "EMAIL_TIMEOUT")
    found = site.read(*cookies, *others, **SAFE)
    assert all(found[name].startswith("__Host-") for name in cookies)
    assert found["SESSION_COOKIE_SECURE"] is found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 31536000
    assert (found["DEBUG"], found["UNSAFE"]) == (False, []) and 0 < found["EMAIL_TIMEOUT"] <= 30


def test_admin_and_hsts_of_subdomains_are_opt_in(site: Settings) -> None:
    assert site.read("ADMIN_PATH") == {"ADMIN_PATH": "admin/"}
    assert site.read("ADMIN_PATH", **SAFE) == {"ADMIN_PATH": ""}
    assert site.read("ADMIN_PATH", **SAFE, ADMIN_PATH="back-room/") == {"ADMIN_PATH": "back-room/"}
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    for value, expected in (("", False), ("1", True)):
        assert site.read(*names, **SAFE, SPADESITE_HSTS_SUBDOMAINS=value) == dict.fromkeys(names, expected)


def test_djangos_deployment_checks_are_silent_in_production(site: Settings) -> None:
    arguments = ["", "check", "--deploy", "--fail-level", "WARNING"]
    code = f"from django.core.management import execute_from_command_line as run; run({arguments!r})"
    done = site.run(code, DJANGO_SETTINGS_MODULE="spadesite.settings", **SAFE)
    assert done.returncode == 0, done.stderr


# ---------- checks ----------
def check_ids() -> set[str]:
    return {str(one.id) for one in run_checks(tags=[Tags.compatibility]) if str(one.id).startswith("spadesite.")}


@pytest.mark.parametrize(
    ("engine", "options", "expected"),
    [
        ("sqlite3", {"transaction_mode": "DEFERRED"}, {"spadesite.E001"}),
        ("sqlite3", {"transaction_mode": "immediate"}, set()),
        ("postgresql", {}, set()),
    ],
)
def test_sqlite_needs_immediate_transactions(
    engine: str, options: dict[str, str], expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = {"ENGINE": f"django.db.backends.{engine}", "NAME": "cards", "OPTIONS": options}
    # Only this entry is replaced: Django warns if a test replaces all of DATABASES.
    monkeypatch.setitem(django_settings.DATABASES, "default", database)
    assert check_ids() == expected


def test_a_broker_and_a_writable_folder_are_needed(settings: SettingsFixture, tmp_path: Path) -> None:
    settings.VAR = tmp_path / "var"
    assert check_ids() == {"spadesite.E003"}
    settings.VAR.write_text("no folder")
    assert check_ids() == {"spadesite.E003"}
    settings.CELERY_BROKER_URL, settings.CELERY_TASK_ALWAYS_EAGER = "", False
    assert check_ids() == {"spadesite.E002", "spadesite.E003"}


@pytest.mark.parametrize(
    ("setting", "value", "expected"),
    [
        ("DEBUG", False, set()),
        ("LIMITS_APPLY", False, {"spadesite.W002"}),
        ("SECURITY_CONTACT", "", {"spadesite.W003"}),
        ("UNSAFE", ["ALLOWED_HOSTS accepts every host name: list those of the site."], {"spadesite.W004"}),
        ("DEFAULT_FROM_EMAIL", "table@localhost", {"spadesite.W005"}),
    ],
)
def test_a_mistake_in_the_settings_is_reported(
    setting: str, value: object, expected: set[str], settings: SettingsFixture
) -> None:
    settings.PRODUCTION, settings.LIMITS_APPLY, settings.SECURITY_CONTACT = True, True, "mailto:security@example.org"
    settings.DEFAULT_FROM_EMAIL = "table@cards.example.org"
    setattr(settings, setting, value)
    assert check_ids() == expected


# ---------- the running site behind a proxy with TLS ----------
HOST: Final = "cards.example.org"
ORIGIN: Final = f"https://{HOST}"
#: The headers that nginx.conf sets. The site trusts them from this machine (FORWARDED_ALLOW_IPS).
PROXIED: Final = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
ENVIRONMENT: Final[dict[str, Any]] = {
    "SPADESITE_PRODUCTION": "1",
    "SPADESITE_LIMITS": "1",
    "SECRET_KEY": "rE7vQ2mYb9LxT4kWz8NcH1sJ6dPf3GaUo5iVtRn0yBqKe-XhMwCj",
    "ALLOWED_HOSTS": HOST,
    "CSRF_TRUSTED_ORIGINS": ORIGIN,
    "EMAIL_URL": "dummymail://",
    "METRICS_TOKEN": "Zp4cV8nQx1LsT6yHk3Wd",
    "SPADESITE_THINKING_STEP": "0.1",
    "FORWARDED_ALLOW_IPS": "127.0.0.1",
}


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    with running("web", **ENVIRONMENT) as started:
        yield started


def ask(served: Site, path: str, headers: dict[str, str]) -> HttpAnswer:
    return Visitor(served.url, None, **headers).ask("GET", path)


def open_game(served: Site, origin: str) -> tuple[Visitor, HttpAnswer]:
    """Post the form of the front page with this origin; return the visitor and the response."""
    visitor = Visitor(served.url, None, **PROXIED, Origin=origin)
    token = read(visitor.ask("GET", "/").body).token
    return visitor, visitor.ask("POST", "/play/", {"csrfmiddlewaretoken": token})


def locked_cookies(answer: HttpAnswer) -> set[str]:
    """Return the names of a response's cookies; assert that each is Secure, HttpOnly, SameSite=Lax and of this host."""
    cookies = SimpleCookie()
    for line in answer.headers.getlist("Set-Cookie"):
        cookies.load(line)
    for cookie in cookies.values():
        assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax"
        assert cookie["path"] == "/" and not cookie["domain"]
    return set(cookies)


def test_pages_and_files_have_strict_headers(served: Site) -> None:
    page = ask(served, "/", PROXIED)
    assert page.status == 200 and locked_cookies(page) == {"__Host-csrf"}
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    found = re.search(r'href="(/static/[^"]+\.css)"', page.body)
    assert found is not None
    file = ask(served, found[1], PROXIED)
    assert file.status == 200 and "immutable" in file.headers["Cache-Control"]


def test_plain_http_is_redirected_to_tls_but_for_probes_and_metrics(served: Site) -> None:
    answer = ask(served, "/rules/?from=here", {"Host": HOST})
    assert answer.status == 301 and answer.headers["Location"] == f"{ORIGIN}/rules/?from=here"
    assert not locked_cookies(answer)
    page = ask(served, "/rules/", PROXIED)
    for name in ("Content-Security-Policy", "Permissions-Policy", "X-Frame-Options", "X-Content-Type-Options"):
        assert answer.headers[name] == page.headers[name]
    token = {"Authorization": f"Bearer {ENVIRONMENT['METRICS_TOKEN']}"}
    assert [ask(served, path, {}).status for path in ("/healthz", "/readyz", "/metrics")] == [200, 200, 404]
    assert ask(served, "/metrics", token).status == 200


def test_a_guest_opens_a_game_that_other_visitors_cannot_see(served: Site) -> None:
    visitor, opened = open_game(served, ORIGIN)
    assert opened.status == 302
    assert {"__Host-session"} <= locked_cookies(opened) <= {"__Host-csrf", "__Host-session"}
    table = visitor.ask("GET", opened.location)
    assert table.status == 200 and read(table.body).version >= 0
    assert ask(served, opened.location, PROXIED).status == 404


def test_a_form_of_another_site_or_without_its_token_is_refused(served: Site) -> None:
    for origin in ("https://elsewhere.example.org", f"http://{HOST}", "null"):
        _visitor, refused = open_game(served, origin)
        assert refused.status == 403 and "__Host-session" not in locked_cookies(refused)
    assert Visitor(served.url, None, **PROXIED, Origin=ORIGIN).ask("POST", "/play/", {}).status == 403

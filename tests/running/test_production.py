"""The site as strangers meet it: in production, asked as the proxy that speaks TLS asks it."""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, Final

import pytest

from tests.reading import read
from tests.site import Site, running
from tests.visitor import Answer, Visitor

HOST: Final = "cards.example.org"
ORIGIN: Final = f"https://{HOST}"
#: What nginx.conf sets; a proxy on the same machine is believed.
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
def site() -> Iterator[Site]:
    with running("web", **ENVIRONMENT) as started:
        yield started


def ask(site: Site, path: str, headers: dict[str, str]) -> Answer:
    return Visitor(site.url, None, **headers).ask("GET", path)


def play(site: Site, **headers: str) -> tuple[Visitor, Answer]:
    """The form of the front page, as a browser that has just loaded it posts it; and who has done so."""
    visitor = Visitor(site.url, None, **PROXIED, **headers)
    token = read(visitor.ask("GET", "/").body).token
    return visitor, visitor.ask("POST", "/play/", {"csrfmiddlewaretoken": token})


def cookies_of(answer: Answer) -> SimpleCookie:
    """Those that are set, each with its attributes."""
    found = SimpleCookie()
    for line in answer.headers.getlist("Set-Cookie"):
        found.load(line)
    return found


def assert_locked(cookies: SimpleCookie, *names: str) -> None:
    """These and no others; a browser takes them from this host over TLS alone, and shows them to no script."""
    assert set(cookies) == set(names)
    for cookie in cookies.values():
        assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax"
        assert cookie["path"] == "/" and not cookie["domain"]


def test_a_page_comes_with_its_locks(site: Site) -> None:
    answer = ask(site, "/", PROXIED)
    assert answer.status == 200
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    assert_locked(cookies_of(answer), "__Host-csrf")


def test_a_file_of_a_page_is_served(site: Site) -> None:
    """Under its hashed name, from the files that were collected."""
    found = re.search(r'href="(/static/[^"]+\.css)"', ask(site, "/", PROXIED).body)
    assert found is not None
    answer = ask(site, found[1], PROXIED)
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]


def test_plain_http_is_sent_to_tls(site: Site) -> None:
    answer = ask(site, "/rules/?from=here", {"Host": HOST})
    assert answer.status == 301
    assert answer.headers["Location"] == f"{ORIGIN}/rules/?from=here"
    assert not cookies_of(answer)
    page = ask(site, "/rules/", PROXIED)
    for name in ("Content-Security-Policy", "Permissions-Policy", "X-Frame-Options", "X-Content-Type-Options"):
        assert answer.headers[name] == page.headers[name]


@pytest.mark.parametrize("host", ["elsewhere.example.org", f"www.{HOST}", "127.0.0.1"])
def test_another_name_is_refused(site: Site, host: str) -> None:
    answer = ask(site, "/", {**PROXIED, "Host": host})
    assert answer.status == 400
    assert "Location" not in answer.headers and not cookies_of(answer)


def test_a_guest_sits_down(site: Site) -> None:
    """A game opened by the form of the front page, and its table shown to the guest and to nobody else."""
    visitor, opened = play(site, Origin=ORIGIN)
    cookies = cookies_of(opened)
    assert opened.status == 302
    assert "__Host-session" in cookies
    assert_locked(cookies, *(set(cookies) & {"__Host-csrf", "__Host-session"}))
    table = visitor.ask("GET", opened.location)
    assert table.status == 200 and read(table.body).version >= 0
    assert ask(site, opened.location, PROXIED).status == 404


@pytest.mark.parametrize("origin", ["https://elsewhere.example.org", f"http://{HOST}", "null"])
def test_a_form_of_another_site_is_refused(site: Site, origin: str) -> None:
    _visitor, refused = play(site, Origin=origin)
    assert refused.status == 403
    assert "__Host-session" not in cookies_of(refused)


def test_a_form_without_its_token_is_refused(site: Site) -> None:
    refused = Visitor(site.url, None, **PROXIED, Origin=ORIGIN).ask("POST", "/play/", {})
    assert refused.status == 403


def test_neighbours_ask_over_plain_http(site: Site) -> None:
    """By the address of the machine, past the proxy: health, readiness, and figures for whoever has the token."""
    assert ask(site, "/healthz", {}).status == 200
    assert ask(site, "/readyz", {}).status == 200
    assert ask(site, "/metrics", {}).status == 404
    token = {"Authorization": f"Bearer {ENVIRONMENT['METRICS_TOKEN']}"}
    assert ask(site, "/metrics", token).status == 200
